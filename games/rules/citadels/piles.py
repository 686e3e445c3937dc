"""How many cards go round in a draft, and how many go out of it: arithmetic of D3 to D10."""

from collections.abc import Iterator
from typing import NamedTuple


class Turn(NamedTuple):
    """One choice: what is handed to the drafter, and what goes besides the card that is kept."""

    pile: int
    puts_away: bool  # the drafter, one more (D8)
    loses: bool  # the pile, one that nobody sees, before it goes on (D9)


def each(seats: int) -> int:
    """How many characters everybody chooses: two with two or three players, else one (D10)."""
    return 2 if seats <= 3 else 1


def last_looks_face_down(seats: int, cast: int) -> bool:
    """The last of seven (of eight with nine characters) also looks at the card of D2 (D7)."""
    return 3 < seats == cast - 1


def looks_face_down(seats: int, cast: int, pile: int) -> bool:
    """Is this pile for that last one?"""
    return pile == 1 and last_looks_face_down(seats, cast)


def puts_away(seats: int, pile: int) -> bool:
    """Two players: the second and the third pick also put a card away."""
    return seats == 2 and pile in (6, 4)


def loses(seats: int, cast: int, left: int) -> bool:
    """Three players with nine characters: one goes between the passes."""
    return seats == 3 and cast == 9 and left == 5


def turns(seats: int, cast: int, pile: int) -> Iterator[Turn]:
    """One after the other, as long as there are cards."""
    while pile:
        away = puts_away(seats, pile)
        left = pile - 1 - away
        lost = loses(seats, cast, left)
        yield Turn(pile, away, lost)
        pile = left - lost
