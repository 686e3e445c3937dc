"""The ladder: challenge those a little above, and change places by how the table ends."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from games.tournaments.pairing.tables import P

Refusal = Literal["not on the ladder", "twice", "alone", "too far above"]

REACH = 3  # places above the challenger
DECLINED_TOO_OFTEN = 2  # whoever declines so often in a row has lost


def refusal(
    ladder: Sequence[P], challenger: P, challenged: Sequence[P], *, reach: int = REACH
) -> Refusal | None:
    """Why this challenge may not be; nothing, if it may."""
    table = [challenger, *challenged]
    if not challenged:
        return "alone"
    if len(set(table)) < len(table):
        return "twice"
    places = {player: place for place, player in enumerate(ladder)}
    if not places.keys() >= set(table):
        return "not on the ladder"
    highest = min(places[player] for player in challenged)
    return "too far above" if places[challenger] - highest > reach else None


def within_reach(ladder: Sequence[P], challenger: P, *, reach: int = REACH) -> tuple[P, ...]:
    """Whom somebody may challenge: a few above, and everybody below."""
    place = ladder.index(challenger)
    return tuple(player for player in ladder[max(0, place - reach) :] if player != challenger)


def reordered(
    ladder: Sequence[P], places: Mapping[P, int], *, timed_out: Collection[P] = ()
) -> tuple[P, ...]:
    """By how a table ended: the players share out the places they held. Who shares a place stays in order.

    Whoever let the time run out is last of the table, and then goes to the bottom of the ladder."""
    held = [place for place, player in enumerate(ladder) if player in places]
    order = sorted(
        (ladder[place] for place in held), key=lambda player: (player in timed_out, places[player])
    )
    changed = list(ladder)
    for place, player in zip(held, order, strict=True):
        changed[place] = player
    gone = [player for player in changed if player in timed_out]
    return (*(player for player in changed if player not in timed_out), *gone)


def has_lost(declined: int) -> bool:
    """Has somebody declined so often in a row that the challenge counts as lost?"""
    return declined >= DECLINED_TOO_OFTEN


def lost_by_declining(ladder: Sequence[P], challenger: P, declining: P) -> tuple[P, ...]:
    """As if the two had played and the challenger had won."""
    return reordered(ladder, {challenger: 1, declining: 2})


def joined(ladder: Sequence[P], newcomers: Sequence[P]) -> tuple[P, ...]:
    """At the bottom, in the order in which they came."""
    return (*ladder, *(player for player in dict.fromkeys(newcomers) if player not in ladder))


def left(ladder: Sequence[P], leaver: P) -> tuple[P, ...]:
    return tuple(player for player in ladder if player != leaver)
