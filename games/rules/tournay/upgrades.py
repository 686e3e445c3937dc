"""Upgrades of stored positions: version → function that changes the dict to the next version."""

from ..core.storage import Upgrade

UPGRADES: dict[int, Upgrade] = {}
