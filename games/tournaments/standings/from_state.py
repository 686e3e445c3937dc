"""Compute standings from the state of a tournament.

The rules of counting are in the pure modules of this package; this one selects the tables, entrants and
scoring terms of a stage. A stage with groups has one table of standings per group.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, cast

import msgspec

from games.tournaments.ledger import state
from games.tournaments.ledger.state import TournamentState
from games.tournaments.settings import StageSettings
from games.tournaments.standings import results, sections
from games.tournaments.standings.points import PointScheme, PointVector, list_place_points
from games.tournaments.standings.ranking import RankedEntrant, StandingsRow
from games.tournaments.standings.results import Bye, FinishedSeat, SeatOutcome
from games.tournaments.standings.scoring_terms import ScoringTerms
from games.tournaments.standings.tie_breaks import DEFAULT_TIE_BREAKS, TieBreak


class GroupStandings(msgspec.Struct, frozen=True):
    """The standings of one group, or of the whole stage. Stored in cached standings."""

    rows: tuple[StandingsRow, ...]
    group: int = 0
    tier: int = 0


# --- Scoring


def build_terms(plan: StageSettings, seed: str) -> ScoringTerms:
    """Build the scoring terms of a stage from its settings."""
    vectors = tuple(tuple(map(Fraction, points)) for points in plan.vectors.values())
    return ScoringTerms(
        scheme=PointScheme(cast(Any, plan.points), vectors if plan.points == "CUSTOM" else ()),
        tie_breaks=cast("tuple[TieBreak, ...]", plan.tie_breaks) or DEFAULT_TIE_BREAKS[plan.format],
        seed=seed,
        size=plan.size,
        best=plan.best,
    )


def compute_points_vector(plan: StageSettings) -> PointVector:
    """Return the points for each place at a table of the usual size."""
    return list_place_points(build_terms(plan, "").scheme, plan.size)


def list_counted_tables(
    state: TournamentState, stage: int, group: int | None = None
) -> list[results.FinishedTable]:
    """List the tables that count, converted for the standings."""
    counted = (table for table in state.list_stage_tables(stage) if table.counts)
    return [_build_table(table) for table in counted if group is None or table.group == group]


def list_void_tables(
    state: TournamentState, stage: int, group: int | None = None
) -> list[results.FinishedTable]:
    """List void tables, converted for export; they do not affect standings."""
    void = (table for table in state.list_stage_tables(stage) if table.state == "void")
    return [_build_void_table(table) for table in void if group is None or table.group == group]


def _build_void_table(table: state.LedgerTable) -> results.FinishedTable:
    """Convert a void table with its last known result, if any."""
    lines = next((one.lines for one in reversed(table.verdicts) if one.lines), ())
    seats = tuple(map(_build_seat, lines)) or tuple(map(FinishedSeat, table.seats))
    return results.FinishedTable(table.number, seats, "void", table.round)


def _build_table(table: state.LedgerTable) -> results.FinishedTable:
    assert table.verdict is not None  # noqa: S101 (it counts)
    status: results.TableStatus = "adjudicated" if table.verdict.ruling else "finished"
    return results.FinishedTable(
        table.number, tuple(map(_build_seat, table.verdict.lines)), status, table.round
    )


def _build_seat(line: state.VerdictLine) -> FinishedSeat:
    return FinishedSeat(
        line.entrant,
        line.exact_score,
        line.place or None,
        line.kind,
        loss="left" if line.left else "",
    )


def compute_outcomes(state: TournamentState, number: int) -> dict[int, SeatOutcome]:
    """Compute the outcome of a table for each of its entrants; empty if it does not count."""
    table = state.tables[number]
    if not table.counts:
        return {}
    scheme = build_terms(state.stages[table.stage].settings, state.seed).scheme
    judged = results.score_table(_build_table(table), scheme, find_disqualified(state))
    return {int(one.entrant): one for one in judged}


def find_disqualified(state: TournamentState) -> frozenset[results.EntrantId]:
    return frozenset(one.number for one in state.entrants.values() if one.state == "disqualified")


# --- Standings of a stage


def compute_standings(state: TournamentState, number: int) -> tuple[GroupStandings, ...]:
    """Compute the current standings of a stage, group by group."""
    stage = state.stages[number]
    known = {one.who: one for one in build_entrants(state, sorted(state.entrants))}
    if len(stage.groups) < 2:
        return (GroupStandings(build_section(state, stage).compute_rows(known)),)
    tiers = stage.tiers or [0] * len(stage.groups)
    return tuple(
        GroupStandings(build_section(state, stage, group).compute_rows(known), group, tier)
        for group, tier in enumerate(tiers, 1)
    )


def build_section(state: TournamentState, stage: state.LedgerStage, group: int = 0) -> sections.StageSection:
    """Collect everything the standings of a stage or of one of its groups are computed from.

    Entrants are listed by number, so that nobody can infer who sits together at an unfinished table.
    """
    field = stage.groups[group - 1] if group else stage.field
    is_knock_out = stage.settings.format == "knock_out"
    return sections.StageSection(
        name=_format_section_name(stage, group),
        terms=build_terms(stage.settings, state.seed),
        entrants=tuple(sorted(field)),
        tables=tuple(list_counted_tables(state, stage.number, group or None)),
        byes=() if is_knock_out else tuple(list_byes(stage, field)),
        rounds=tuple(_list_round_entrants(state, stage)) if is_knock_out else (),
        moves=tuple(stage.moves),
    )


def _format_section_name(stage: state.LedgerStage, group: int) -> str:
    """Name a section in exported files, which are in English.

    In a pyramid groups are counted within each tier.
    """
    if not group:
        return str(stage.number)
    tier = stage.tiers[group - 1] if stage.tiers else 0
    if not tier:
        return f"{stage.number}, group {group}"
    return f"{stage.number}, division {tier}, group {stage.tiers[:group].count(tier)}"


def _list_round_entrants(state: TournamentState, stage: state.LedgerStage) -> Iterator[tuple[int, ...]]:
    """Yield the entrants of each round, at a table or with a bye."""
    for _number, drawn in sorted(stage.rounds.items()):
        seated = {entrant for table in drawn.tables for entrant in state.tables[table].seats}
        yield tuple(sorted(seated.union(drawn.byes)))


def compute_ladder(state: TournamentState, number: int) -> list[int]:
    """Compute the order of a ladder, top place first."""
    return [
        int(who)
        for who in build_section(state, state.stages[number]).list_ladder_order(find_disqualified(state))
    ]


def compute_standing_rows(state: TournamentState, number: int) -> tuple[StandingsRow, ...]:
    """Compute the standing rows of everybody in the stage, group after group."""
    return tuple(row for section in compute_standings(state, number) for row in section.rows)


def list_byes(stage: state.LedgerStage, field: Sequence[int]) -> list[Bye]:
    """List the byes of closed rounds, and what was missed at somebody's wish or before they came."""
    known, closed = set(field), [drawn for drawn in stage.rounds.values() if drawn.is_closed]
    found = [Bye(entrant, drawn.number) for drawn in closed for entrant in drawn.byes if entrant in known]
    points, times = parse_missed_points(stage.settings), stage.settings.at_once
    for drawn in closed:
        late = [entrant for entrant, rounds in stage.missed.items() if drawn.number in rounds]
        missing = [entrant for entrant in (*drawn.sat_out, *late) if entrant in known]
        found += [Bye(entrant, drawn.number, points) for entrant in missing for _table in range(times)]
    return found


def parse_missed_points(plan: StageSettings) -> Fraction | None:
    """Return what a missed table counts; None: the average of the format."""
    return Fraction(plan.missed_points) if plan.missed_points else None


def build_entrants(state: TournamentState, field: Iterable[int]) -> list[RankedEntrant]:
    states: Any = {"withdrawn": "withdrawn", "disqualified": "disqualified"}
    people = (state.entrants[number] for number in field)
    return [RankedEntrant(one.number, one.name, states.get(one.state, "active")) for one in people]


# --- Advancement


def compute_stage_order(state: TournamentState, number: int) -> list[int]:
    """Rank the entrants of a stage in the order in which they advance. Ties are broken by lot.

    With several groups all winners come first, the best of them first, then all second places, and so on; in
    a pyramid higher tiers come before lower ones.
    """
    found = compute_standings(state, number)
    if len(found) == 1:
        return [int(row.entrant) for row in sorted(found[0].rows, key=lambda row: (row.rank, row.lot))]
    ranked = [
        (section.tier, row.rank, *_merit_key(row), int(row.entrant))
        for section in found
        for row in section.rows
    ]
    return [entry[-1] for entry in sorted(ranked)]


def _merit_key(row: StandingsRow) -> tuple[Any, ...]:
    """Return a sort key: points per game, then the tie-breaks that are comparable between groups."""
    games = row.games + row.byes
    mean = row.points / games if games else Fraction(0)
    return (-mean, -row.wins, -row.relw, row.lot)


def list_qualifiers(state: TournamentState, number: int) -> list[int]:
    """List who would advance if the stage ended now."""
    stage = state.stages[number]
    ranked = [entrant for entrant in compute_stage_order(state, number) if not state.entrants[entrant].is_out]
    return ranked[: stage.settings.go_on or 1]  # last stage: the winner


def compute_final_order(state: TournamentState) -> list[int]:
    """Rank everybody in the tournament: the last stage first, disqualified entrants at the very end."""
    data: dict[int, None] = {}
    for number in sorted(state.stages, reverse=True):
        data |= dict.fromkeys(compute_stage_order(state, number))
    out = find_disqualified(state)
    return sorted(data, key=out.__contains__)
