"""Chance that can be saved, replayed and not guessed.

A seed and a counter, hashed: two small fields instead of the hundreds of numbers
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
    """The chance of one game: what it hangs on, and how much of it is used up."""

    seed: str
    drawn: int = 0

    def below(self, n: int) -> int:
        """A fair number from 0 to n - 1."""
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
        """One of these, each as likely as any other."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Put these in a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def fresh_seed() -> str:
    """A seed that nobody can guess: 32 random bytes as text."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is published at the start of a game, so that the seed cannot be changed later."""
    return sha256(f"citadels-by-post seed {seed}".encode()).hexdigest()
