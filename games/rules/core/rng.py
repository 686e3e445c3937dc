"""A random number generator that can be saved and replayed, but not predicted.

It hashes a seed and a counter: two small fields instead of the hundreds of numbers
inside `random.Random`, the same on every Python version, and nobody can work out
the next card from the ones already seen.
"""

import secrets
from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

import msgspec

T = TypeVar("T")

WORD = 1 << 64
_KEY_BYTES = blake2b.MAX_KEY_SIZE


class Rng(msgspec.Struct, forbid_unknown_fields=True):
    """The random numbers of one game: its seed, and how many numbers have been drawn."""

    seed: str
    drawn: int = 0

    def below(self, n: int) -> int:
        """A uniformly random number from 0 to n - 1."""
        if not 0 < n <= WORD:
            raise ValueError(f"there is no fair number below {n}")
        fair = WORD - WORD % n
        key = self.seed.encode()
        if len(key) > _KEY_BYTES:
            key = blake2b(key).digest()
        while True:
            block = blake2b(b"%d" % self.drawn, key=key, digest_size=8)
            self.drawn += 1
            word = int.from_bytes(block.digest(), "big")
            if word < fair:
                return word % n

    def choice(self, items: Sequence[T]) -> T:
        """One of these items, all equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Put these items in a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def generate_seed() -> str:
    """A new seed that nobody can guess: 32 random bytes as text."""
    return secrets.token_hex(32)


def compute_commitment(seed: str) -> str:
    """The hash of a seed, published when the game starts, so that the seed cannot be changed later."""
    return sha256(f"citadels-by-post seed {seed}".encode()).hexdigest()
