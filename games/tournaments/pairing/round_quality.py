"""The quality of a pairing, shown to the organizer before publication and to everybody afterwards."""

from collections import Counter
from functools import cache

import msgspec

from games.tournaments.ledger.state import LedgerStage, TournamentState
from games.tournaments.pairing import next_round, quality
from games.tournaments.pairing.quality import PairingQuality
from games.tournaments.standings import exact, from_state


def compute_round_quality(state: TournamentState, stage_number: int, round_number: int) -> PairingQuality:
    """Compute the quality of a round and all earlier ones of its stage; the point spread is this round's
    alone.

    Groups are separate fields: their repeated meetings are added up, of the other figures the worst is taken.
    """
    stage = state.stages[stage_number]
    found = [
        _compute_group_quality(state, stage, round_number, group) for group in range(1, len(stage.groups) + 1)
    ]
    return _merge_qualities(found) if found else _compute_group_quality(state, stage, round_number, 0)


def _compute_group_quality(
    state: TournamentState, stage: LedgerStage, round_number: int, group: int
) -> PairingQuality:
    numbers = [number for number in sorted(stage.rounds) if number <= round_number]
    rounds = [next_round.list_round_tables(state, stage, number, group) for number in numbers]
    byes = Counter(one for number in numbers for one in stage.rounds[number].byes)
    points = None
    if stage.settings.format == "swiss" and round_number > 1:
        points = {
            int(row.entrant): row.points for row in from_state.compute_standing_rows(state, stage.number)
        }
    return quality.compute_quality(rounds, stage.settings.size, byes=byes, points=points)


def _merge_qualities(found: list[PairingQuality]) -> PairingQuality:
    return PairingQuality(
        repeats=sum(one.repeats for one in found),
        repeats_at_least=sum(one.repeats_at_least for one in found),
        most_meetings=max(one.most_meetings for one in found),
        seats_apart=max(one.seats_apart for one in found),
        seats_apart_at_best=max(one.seats_apart_at_best for one in found),
        short=max(one.short for one in found),
        byes=max(one.byes for one in found),
    )


def dump_quality(found: PairingQuality) -> str:
    return msgspec.json.encode(found, enc_hook=exact.dump_fraction).decode()


@cache
def _get_decoder() -> msgspec.json.Decoder[PairingQuality]:
    return msgspec.json.Decoder(PairingQuality, dec_hook=lambda kind, value: exact.parse_fraction(value))


def parse_quality(data: str) -> PairingQuality | None:
    return _get_decoder().decode(data) if data else None
