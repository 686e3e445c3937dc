"""How good a draw is: the box that an organizer sees before publishing, and everybody afterwards."""

from collections import Counter
from functools import cache

import msgspec

from games.tournaments import drawing, reckoning
from games.tournaments.ledger import Stage, Story
from games.tournaments.pairing import quality
from games.tournaments.pairing.quality import Quality
from games.tournaments.standings import exact


def of_round(story: Story, stage_number: int, round_number: int) -> Quality:
    """Of a round together with all before it in its stage; how unlike the points are, of this one alone.

    Groups are fields of their own: their repeats are added up, of the rest the worst is told."""
    stage = story.stages[stage_number]
    found = [_of_group(story, stage, round_number, group) for group in range(1, len(stage.groups) + 1)]
    return _together(found) if found else _of_group(story, stage, round_number, 0)


def _of_group(story: Story, stage: Stage, round_number: int, group: int) -> Quality:
    numbers = [number for number in sorted(stage.rounds) if number <= round_number]
    rounds = [drawing.drawn_tables(story, stage, number, group) for number in numbers]
    byes = Counter(one for number in numbers for one in stage.rounds[number].byes)
    points = None
    if stage.plan.format == "swiss" and round_number > 1:
        points = {int(row.entrant): row.points for row in reckoning.rows(story, stage.number)}
    return quality.of(rounds, stage.plan.size, byes=byes, points=points)


def _together(found: list[Quality]) -> Quality:
    return Quality(
        repeats=sum(one.repeats for one in found),
        repeats_at_least=sum(one.repeats_at_least for one in found),
        most_meetings=max(one.most_meetings for one in found),
        seats_apart=max(one.seats_apart for one in found),
        seats_apart_at_best=max(one.seats_apart_at_best for one in found),
        short=max(one.short for one in found),
        byes=max(one.byes for one in found),
    )


def encoded(found: Quality) -> str:
    return msgspec.json.encode(found, enc_hook=exact.written).decode()


@cache
def _decoder() -> msgspec.json.Decoder[Quality]:
    return msgspec.json.Decoder(Quality, dec_hook=lambda kind, value: exact.read(value))


def decoded(data: str) -> Quality | None:
    return _decoder().decode(data) if data else None
