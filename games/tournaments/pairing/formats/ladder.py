"""The ladder format: players challenge others a little above them, and tables reorder the ladder."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from games.tournaments.pairing.meetings import P

ChallengeRefusal = Literal["not on the ladder", "twice", "alone", "too far above"]

REACH = 3  # places above the challenger
DECLINED_TOO_OFTEN = 2  # declining this often in a row counts as a loss


def check_challenge(
    ladder: Sequence[P], challenger: P, challenged: Sequence[P], *, reach: int = REACH
) -> ChallengeRefusal | None:
    """Return why this challenge is not allowed, or None if it is."""
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


def list_challengeable(ladder: Sequence[P], challenger: P, *, reach: int = REACH) -> tuple[P, ...]:
    """List the players that somebody may challenge: a few above, and everybody below."""
    place = ladder.index(challenger)
    return tuple(player for player in ladder[max(0, place - reach) :] if player != challenger)


def apply_result(
    ladder: Sequence[P], places: Mapping[P, int], *, timed_out: Collection[P] = ()
) -> tuple[P, ...]:
    """Reorder the ladder by how a table ended: its players share out the places they held.

    Players with equal places keep their order. Whoever ran out of time is last at the table and then drops to
    the bottom of the ladder."""
    held = [place for place, player in enumerate(ladder) if player in places]
    order = sorted(
        (ladder[place] for place in held), key=lambda player: (player in timed_out, places[player])
    )
    changed = list(ladder)
    for place, player in zip(held, order, strict=True):
        changed[place] = player
    gone = [player for player in changed if player in timed_out]
    return (*(player for player in changed if player not in timed_out), *gone)


def has_declined_too_often(declined: int) -> bool:
    """Has somebody declined so often in a row that the challenge counts as lost?"""
    return declined >= DECLINED_TOO_OFTEN


def apply_declined_challenge(ladder: Sequence[P], challenger: P, declining: P) -> tuple[P, ...]:
    """Reorder the ladder as if the two had played and the challenger had won."""
    return apply_result(ladder, {challenger: 1, declining: 2})


def add_players(ladder: Sequence[P], newcomers: Sequence[P]) -> tuple[P, ...]:
    """Add newcomers at the bottom, in the order in which they joined."""
    return (*ladder, *(player for player in dict.fromkeys(newcomers) if player not in ladder))


def remove_player(ladder: Sequence[P], leaver: P) -> tuple[P, ...]:
    return tuple(player for player in ladder if player != leaver)
