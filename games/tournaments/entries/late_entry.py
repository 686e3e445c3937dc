"""Late entry: into the first stage, while it runs, until half of its rounds have been paired."""

from collections.abc import Sequence

import msgspec

from games.tournaments.models import Stage, Tournament
from games.tournaments.pairing import next_round

LATE_FORMATS = ("swiss", "ladder")  # the other formats are paired in advance


def may_be_entered_late(tournament: Tournament, stages: Sequence[Stage]) -> bool:
    """Tell whether the first stage can be joined while it runs, if it is not too late."""
    first = stages[0] if stages else None
    if not tournament.settings.late_entry or first is None or first.state != Stage.State.RUNNING:
        return False
    return first.settings.format in LATE_FORMATS


def find_late_entry_stage(tournament: Tournament) -> Stage | None:
    """Find the stage that can still be joined: the first one, until half of its rounds have been paired."""
    stage = tournament.stages.order_by("number").first()
    if stage is None or not may_be_entered_late(tournament, [stage]):
        return None
    return stage if stage.settings.format == "ladder" or _is_early_enough(tournament, stage) else None


def _is_early_enough(tournament: Tournament, stage: Stage) -> bool:
    """Tell whether at most half of the rounds are paired.

    Reads only the relevant ledger entries, because pages ask too. While the first stage runs, all of them
    belong to it.
    """
    entries = tournament.ledger_entries.filter(kind__in=("stage", "joined", "drawn")).values_list(
        "kind", "data"
    )
    rows = [(kind, msgspec.json.decode(data)) for kind, data in entries]
    field = {one for kind, data in rows if kind == "stage" for one in data["field"]}
    field |= {data["entrant"] for kind, data in rows if kind == "joined"}
    drawn = {data["round"] for kind, data in rows if kind == "drawn"}
    return 2 * len(drawn) <= next_round.count_rounds(stage.settings, len(field))
