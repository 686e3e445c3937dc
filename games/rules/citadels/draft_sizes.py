"""The sizes of the draft: how many cards are passed and how many are set aside (rules D3 to D10)."""

from collections.abc import Iterator
from typing import NamedTuple

FACE_UP_CARDS = {(4, 8): 2, (5, 8): 1, (4, 9): 3, (5, 9): 2, (6, 9): 1}  # players, cast → cards (D4, D5)


class DraftPick(NamedTuple):
    """One pick: the size of the pile, and what leaves it besides the card that is kept."""

    pile: int
    puts_away: bool  # the drafter discards one more card (D8)
    loses_card: bool  # a card leaves the pile unseen before it is passed on (D9)


def count_characters_per_seat(seats: int) -> int:
    """How many characters each player chooses: two with two or three players, otherwise one (D10)."""
    return 2 if seats <= 3 else 1


def does_last_see_face_down(seats: int, cast: int) -> bool:
    """Does the last drafter also see the face-down card? Only with 7 seats, or 8 and nine characters (D7)."""
    return 3 < seats == cast - 1


def sees_face_down(seats: int, cast: int, pile: int) -> bool:
    """Is this the last pile, whose drafter also sees the face-down card?"""
    return pile == 1 and does_last_see_face_down(seats, cast)


def must_put_away(seats: int, pile: int) -> bool:
    """Does this pick also put a card away? With two players the second and the third do."""
    return seats == 2 and pile in (6, 4)


def loses_card(seats: int, cast: int, left: int) -> bool:
    """Does a card leave the pile now? With three players and nine characters once, between the two rounds."""
    return seats == 3 and cast == 9 and left == 5


def list_draft_picks(seats: int, cast: int, pile: int) -> Iterator[DraftPick]:
    """List the picks in order, as long as there are cards."""
    while pile:
        away = must_put_away(seats, pile)
        left = pile - 1 - away
        lost = loses_card(seats, cast, left)
        yield DraftPick(pile, away, lost)
        pile = left - lost
