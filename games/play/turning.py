"""Where a game turned, from the scores alone: the largest swings, and who took the lead for good."""

from collections.abc import Sequence

import msgspec

MOST = 5
WORTH_OF_THE_LEAD = 2  # how many points a change at the top counts beside what it brought


class Turn(msgspec.Struct, frozen=True):
    """A move that changed how a game stood."""

    number: int
    gains: list[tuple[str, int]]  # whose score changed by how much, the largest gain first
    takes_lead: str = ""  # who alone is ahead from here on, and was not before
    for_good: bool = False


def turning_points(names: Sequence[str], scores: Sequence[Sequence[int]], most: int = MOST) -> list[Turn]:
    """The moves that mattered most, in order. `scores` are those of all seats, from the deal on."""
    turns = [_turn(names, scores, number) for number in range(1, len(scores))]
    changes = [turn for turn in turns if turn.gains]
    weighed = sorted(changes, key=_weight, reverse=True)
    return sorted(weighed[:most], key=lambda turn: turn.number)


def _weight(turn: Turn) -> tuple[bool, int]:
    gains = [gain for _seat, gain in turn.gains]
    swing = max(0, *gains) - min(0, *gains)
    return turn.for_good, swing + WORTH_OF_THE_LEAD * bool(turn.takes_lead)


def _turn(names: Sequence[str], scores: Sequence[Sequence[int]], number: int) -> Turn:
    before, after = scores[number - 1], scores[number]
    gains = [(name, new - old) for name, old, new in zip(names, before, after, strict=True) if new != old]
    leader = _leader(after)
    takes_lead = leader is not None and leader != _leader(before)
    return Turn(
        number=number,
        gains=sorted(gains, key=lambda gain: -gain[1]),
        takes_lead=names[leader] if leader is not None and takes_lead else "",
        for_good=takes_lead and all(_leader(later) == leader for later in scores[number:]),
    )


def _leader(scores: Sequence[int]) -> int | None:
    """The place of whoever is ahead of all others."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None
