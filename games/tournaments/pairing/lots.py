"""Verifiable random order: a lot is the SHA-256 of the published seed and a name.

The seed is published before the start, so anybody can recompute every lot.
"""

from collections.abc import Iterable
from hashlib import sha256
from random import Random

from games.tournaments.pairing.meetings import P


def compute_lot(seed: str, name: object) -> str:
    """Compute the lot of an entrant; the smallest comes first."""
    return sha256(f"{seed}|{name}".encode()).hexdigest()


def order_by_lot(names: Iterable[P], seed: str) -> list[P]:
    """Sort names by their lots; the order of the input does not matter."""
    return sorted(names, key=lambda name: (compute_lot(seed, name), name))


def create_random(seed: str, *purpose: object) -> Random:
    """Create a seeded random generator for a search, whose result is judged by its quality."""
    return Random("|".join(map(str, (seed, *purpose))))
