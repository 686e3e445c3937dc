"""Export a tournament as CSV, TRF and JSON files, and verify such a JSON file.

Results that are still hidden from the public are in none of the files.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import QuerySet
from django.utils import translation

from games.queries import pace_text
from games.rules.core.translation import ENGLISH, Translator
from games.tournaments import display
from games.tournaments.export import csv_files, json_file, trf
from games.tournaments.export.json_file import TournamentExport
from games.tournaments.ledger.state import LedgerRound, LedgerStage, TournamentState
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Ruling, Stage, TableSeat, Tournament, TournamentTable
from games.tournaments.results import hidden_results
from games.tournaments.settings import StageFormat
from games.tournaments.standings import from_state, results
from games.tournaments.standings.sections import StageSection

TRF_KINDS: dict[StageFormat, str] = {
    "league": "Individual: Round-Robin",
    "pods": "Individual: Fixed Schedule",
    "swiss": "Individual: Swiss-System",
    "knock_out": "Individual: Knock-Out",
    "heats": "Individual: Heats",
    "pyramid": "Individual: Round-Robin",
    "ladder": "Individual: Ladder",
}


def load_public_state(tournament: Tournament) -> TournamentState:
    """Load the state of the tournament without hidden results."""
    return hidden_results.build_public_state(load_state(tournament))


def render_standings_csv(tournament: Tournament, number: int, tongue: Translator = ENGLISH) -> str:
    state = load_public_state(tournament)
    names: dict[Any, str] = {one.number: one.name for one in state.entrants.values()}
    rows = (
        from_state.compute_standing_rows(state, number) if number in state.stages else ()
    )  # it may have been skipped
    return csv_files.format_standings_csv(rows, names, tongue)


def render_tables_csv(tournament: Tournament) -> str:
    state = load_public_state(tournament)
    facts = TableDetails(tournament)
    stages = (
        (
            str(number),
            facts.add_details(
                from_state.list_counted_tables(state, number) + from_state.list_void_tables(state, number)
            ),
            from_state.build_terms(stage.settings, state.seed),
            from_state.list_byes(stage, stage.field) if stage.settings.format != "knock_out" else [],
        )
        for number, stage in sorted(state.stages.items())
    )
    return csv_files.format_tables_csv(stages, from_state.find_disqualified(state))


class TableDetails:
    """Details that are not in the ledger: when tables were played, and the current names of stand-ins."""

    def __init__(self, tournament: Tournament) -> None:
        times = tournament.tables.values_list("number", "started_at", "ended_at")
        self.times = {number: (started, ended) for number, started, ended in times}
        helped = TableSeat.objects.filter(table__tournament=tournament, stand_in__isnull=False)
        names = helped.values_list("table__number", "entrant__number", "stand_in__handle")
        self.names = {(table, entrant): handle for table, entrant, handle in names}

    def add_details(self, tables: Iterable[results.FinishedTable]) -> list[results.FinishedTable]:
        return [self._add_details_to_table(table) for table in tables]

    def _add_details_to_table(self, table: results.FinishedTable) -> results.FinishedTable:
        started, finished = self.times.get(table.number, (None, None))
        seats = tuple(
            msgspec.structs.replace(seat, stand_in=self.names.get((table.number, int(seat.entrant)), ""))
            for seat in table.seats
        )
        return msgspec.structs.replace(table, seats=seats, started=started, finished=finished)


def compute_stand_in_credits(tournament: Tournament, number: int) -> dict[str, Fraction]:
    """Compute the points that stand-ins earned in a stage, by name. They appear in nobody's standings."""
    if not TableSeat.objects.filter(table__tournament=tournament, stand_in__isnull=False).exists():
        return {}
    state = load_public_state(tournament)
    stage = state.stages.get(number)  # None if the stage was skipped
    tables = TableDetails(tournament).add_details(from_state.list_counted_tables(state, number))
    return (
        results.sum_stand_in_credits(tables, from_state.build_terms(stage.settings, state.seed).scheme)
        if stage
        else {}
    )


# --- TRF: tables of two


def has_only_tables_of_two(tournament: Tournament, stage: Stage) -> bool:
    """Tell whether all tables of the stage have two seats, void ones aside, as TRF requires."""
    here = tournament.tables.exclude(state=TournamentTable.State.VOID)
    is_ladder = stage.settings.format == "ladder"
    here = here.filter(round__isnull=True) if is_ladder else here.filter(round__stage=stage)
    return set(here.order_by().values_list("size", flat=True).distinct()) == {2}


def render_trf(tournament: Tournament, row: Stage) -> str:
    """Render a stage in the TRF format of chess programs."""
    state = load_public_state(tournament)
    stage = state.stages[row.number]
    players = _build_trf_players(tournament, state, stage)
    rounds = _build_trf_rounds(state, stage, TableDetails(tournament))
    return trf.format_report(
        _build_trf_header(tournament, row), players, rounds, from_state.find_disqualified(state)
    )


def _build_trf_header(tournament: Tournament, row: Stage) -> trf.TrfHeader:
    """Build the TRF header. It names the owner only, because other staff is not public."""
    with translation.override("en"):  # files are always in English
        times = pace_text.describe_pace_briefly(display.load_pace(row.settings))
    return trf.TrfHeader(
        title=trf.convert_to_ascii(tournament.title) or tournament.slug,
        kind=TRF_KINDS[row.settings.format],
        starts=row.started_at,
        ends=row.ended_at,
        arbiter=tournament.owner.handle if tournament.owner else "",
        times=times,
        zone=ZoneInfo(tournament.time_zone),
    )


def _build_trf_players(
    tournament: Tournament, state: TournamentState, stage: LedgerStage
) -> list[trf.TrfPlayer]:
    """Build the TRF players, by number: listing them in seed order would reveal who is paired with whom."""
    ratings = dict(tournament.entrants.values_list("number", "rating"))
    ranks = _rank_players(state, stage)
    return [
        trf.TrfPlayer(
            number, state.entrants[number].name, ranks.get(number), _round_rating(ratings.get(number))
        )
        for number in sorted(stage.field)
    ]


def _rank_players(state: TournamentState, stage: LedgerStage) -> dict[int, int]:
    """Rank the players of a stage; several groups are merged in the order in which entrants would advance."""
    if len(stage.groups) > 1:
        order = from_state.compute_stage_order(state, stage.number)
        return {number: rank for rank, number in enumerate(order, 1)}
    return {int(row.entrant): row.rank for row in from_state.compute_standing_rows(state, stage.number)}


def _round_rating(strength: float | None) -> int | None:
    """Round the rating an entrant had at the start; None for a newcomer."""
    return (round(strength) or None) if strength and strength > 0 else None


def _sort_seats(table: results.FinishedTable, seats: Sequence[int]) -> results.FinishedTable:
    """Sort the seats of a table by seat order at the start of the game."""
    return msgspec.structs.replace(
        table, seats=tuple(sorted(table.seats, key=lambda seat: seats.index(int(seat.entrant))))
    )


def _build_trf_rounds(state: TournamentState, stage: LedgerStage, facts: TableDetails) -> list[trf.TrfRound]:
    counted = facts.add_details(from_state.list_counted_tables(state, stage.number))
    tables = [_sort_seats(table, state.tables[table.number].seats) for table in counted]
    numbers = sorted({*stage.rounds, *(table.round for table in tables)})  # tables of a ladder have no round
    return [
        _build_trf_round(
            state,
            stage,
            stage.rounds.get(number) or LedgerRound(number),
            tuple(table for table in tables if table.round == number),
        )
        for number in numbers
    ]


def _build_trf_round(
    state: TournamentState, stage: LedgerStage, drawn: LedgerRound, tables: tuple[results.FinishedTable, ...]
) -> trf.TrfRound:
    """Build a TRF round; byes and absences are listed only once the round is closed."""
    if not drawn.is_closed:
        return trf.TrfRound(tables)
    seated = {
        who for one in state.list_stage_tables(stage.number) if one.round == drawn.number for who in one.seats
    }
    byes = [who for who in drawn.byes if who in stage.field and who not in seated]
    if (
        from_state.parse_missed_points(stage.settings) is None
    ):  # whoever sat out has the points of a draw, too
        late = [who for who, rounds in stage.missed.items() if drawn.number in rounds]
        byes += [who for who in (*drawn.sat_out, *late) if who not in seated]
    absent = [who for who in stage.field if who not in seated and who not in byes]
    return trf.TrfRound(
        tables, tuple(byes), tuple(absent), "U" if stage.settings.format == "knock_out" else "H"
    )


# --- JSON


def render_json(tournament: Tournament) -> str:
    """Render everything the standings are computed from, and the standings, as JSON."""
    state, facts = load_public_state(tournament), TableDetails(tournament)
    export = TournamentExport(
        title=tournament.title,
        game=tournament.ruleset,
        settings=_dump_settings(tournament),
        entrants=tuple(from_state.build_entrants(state, sorted(state.entrants))),
        sections=tuple(
            section for stage in state.stages.values() for section in _build_sections(state, stage, facts)
        ),
        rulings=tuple(map(_dump_ruling, find_public_rulings(tournament))),
    )
    return json_file.dump_tournament(export).decode()


def _dump_settings(tournament: Tournament) -> dict[str, Any]:
    return {
        "seed": tournament.seed,
        "tournament": msgspec.to_builtins(tournament.settings),
        "stages": [msgspec.to_builtins(stage.settings) for stage in tournament.stages.all()],
        "starts": tournament.starts_at.isoformat() if tournament.starts_at else None,
    }


def _build_sections(state: TournamentState, stage: LedgerStage, facts: TableDetails) -> list[StageSection]:
    """Build one section per group, or one for the whole stage, including void tables."""
    groups = range(1, len(stage.groups) + 1) if len(stage.groups) > 1 else [0]
    return [_build_section(state, stage, group, facts) for group in groups]


def _build_section(
    state: TournamentState, stage: LedgerStage, group: int, facts: TableDetails
) -> StageSection:
    found = from_state.build_section(state, stage, group)
    tables = [*found.tables, *from_state.list_void_tables(state, stage.number, group or None)]
    tables.sort(key=lambda table: table.number)
    return msgspec.structs.replace(found, tables=tuple(facts.add_details(tables)))


def find_public_rulings(tournament: Tournament) -> QuerySet[Ruling]:
    """Find the rulings anybody may read.

    Excluded are proposals, warnings (they are private), and rulings about rounds with hidden results.
    """
    known = tournament.rulings.filter(state__in=[Ruling.State.IN_FORCE, Ruling.State.REVERSED])
    known = known.exclude(kind=Ruling.Kind.WARNING).exclude(reversed_ruling__kind=Ruling.Kind.WARNING)
    if secret := hidden_results.find_hidden_rounds(tournament):
        known = known.exclude(table__round__in=secret)
    return known.select_related("table", "entrant", "reversed_ruling", "by", "second_by")


def _dump_ruling(ruling: Ruling) -> dict[str, Any]:
    """Dump a ruling with its reason, its signatures, and what held before and after."""
    return {
        "kind": ruling.kind,
        "state": ruling.state,
        "table": ruling.table.number if ruling.table else None,
        "entrant": ruling.entrant.number if ruling.entrant else None,
        "reason": ruling.reason,
        "at": ruling.at.isoformat(),
        "by_rule": ruling.is_automatic,
        "signed": [one.handle for one in (ruling.by, ruling.second_by) if one],
        "before": msgspec.json.decode(ruling.before),
        "after": msgspec.json.decode(ruling.after),
    }


# --- Verification of a file
