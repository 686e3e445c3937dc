"""Turning points of a game, from the scores alone: the largest swings, and who took the lead for good."""

from collections.abc import Sequence

import msgspec

MAX_TURNING_POINTS = 5
LEAD_CHANGE_WEIGHT = 2  # points added to the weight of a move that changes the leader


class TurningPoint(msgspec.Struct, frozen=True):
    """A move that changed the standing of a game."""

    number: int
    gains: list[tuple[str, int]]  # whose score changed by how much, the largest gain first
    takes_lead: str = ""  # the seat that takes the sole lead with this move
    for_good: bool = False


def find_turning_points(
    names: Sequence[str], scores: Sequence[Sequence[int]], most: int = MAX_TURNING_POINTS
) -> list[TurningPoint]:
    """Find the moves that mattered most, in order. `scores` are those of all seats, from the deal on."""
    turns = [_build_turning_point(names, scores, number) for number in range(1, len(scores))]
    changes = [turn for turn in turns if turn.gains]
    weighed = sorted(changes, key=_compute_weight, reverse=True)
    return sorted(weighed[:most], key=lambda turn: turn.number)


def _compute_weight(turn: TurningPoint) -> tuple[bool, int]:
    gains = [gain for _seat, gain in turn.gains]
    swing = max(0, *gains) - min(0, *gains)
    return turn.for_good, swing + LEAD_CHANGE_WEIGHT * bool(turn.takes_lead)


def _build_turning_point(names: Sequence[str], scores: Sequence[Sequence[int]], number: int) -> TurningPoint:
    before, after = scores[number - 1], scores[number]
    gains = [(name, new - old) for name, old, new in zip(names, before, after, strict=True) if new != old]
    leader = _find_leader(after)
    takes_lead = leader is not None and leader != _find_leader(before)
    return TurningPoint(
        number=number,
        gains=sorted(gains, key=lambda gain: -gain[1]),
        takes_lead=names[leader] if leader is not None and takes_lead else "",
        for_good=takes_lead and all(_find_leader(later) == leader for later in scores[number:]),
    )


def _find_leader(scores: Sequence[int]) -> int | None:
    """Return the index of the sole leader, or None if there is a tie."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None
