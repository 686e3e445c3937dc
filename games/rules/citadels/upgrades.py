"""Bringing stored positions up: version → a function that changes the dict to the next version."""

from ..core.positions import Upgrade

UPGRADES: dict[int, Upgrade] = {}
