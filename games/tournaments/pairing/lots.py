"""Lots that everybody can check: SHA-256 of a name and of the seed, which is told before the start."""

from collections.abc import Iterable
from hashlib import sha256
from random import Random

from games.tournaments.pairing.tables import P


def lot(seed: str, name: object) -> str:
    """The lot of an entrant; the smallest one comes first."""
    return sha256(f"{seed}|{name}".encode()).hexdigest()


def drawn(names: Iterable[P], seed: str) -> list[P]:
    """In the order of their lots, in whatever order they came."""
    return sorted(names, key=lambda name: (lot(seed, name), name))


def dice(seed: str, *purpose: object) -> Random:
    """Chance for a search; what it brings is checked by its quality, not drawn again by people."""
    return Random("|".join(map(str, (seed, *purpose))))
