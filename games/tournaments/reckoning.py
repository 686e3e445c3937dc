"""Standings out of the story that a ledger tells.

What counts is reckoned by `standings`; here it is told which tables, entrants and terms make a stage. A stage
of groups has one table of standings for each.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, cast

import msgspec

from games.tournaments import ledger
from games.tournaments.ledger import Story
from games.tournaments.plan import StagePlan
from games.tournaments.standings import results
from games.tournaments.standings import sections as standings
from games.tournaments.standings.points import Scheme, Vector, vector
from games.tournaments.standings.ranking import Entrant, Row
from games.tournaments.standings.results import Bye, Outcome, Seat
from games.tournaments.standings.terms import Terms
from games.tournaments.standings.tie_breaks import USUAL, TieBreak


class Section(msgspec.Struct, frozen=True):
    """One table of standings: of a group, or of the whole stage."""

    rows: tuple[Row, ...]
    group: int = 0
    tier: int = 0


# --- what counts


def terms(plan: StagePlan, seed: str) -> Terms:
    """What was settled for the stage."""
    vectors = tuple(tuple(map(Fraction, points)) for points in plan.vectors.values())
    return Terms(
        scheme=Scheme(cast(Any, plan.points), vectors if plan.points == "CUSTOM" else ()),
        tie_breaks=cast("tuple[TieBreak, ...]", plan.tie_breaks) or USUAL[plan.format],
        seed=seed,
        size=plan.size,
        best=plan.best,
    )


def vector_of(plan: StagePlan) -> Vector:
    """The points of a table of the usual size, place by place."""
    return vector(terms(plan, "").scheme, plan.size)


def tables_of(story: Story, stage: int, group: int | None = None) -> list[results.Table]:
    """The tables that count, as the standings know them."""
    counted = (table for table in story.of_stage(stage) if table.counts)
    return [_table(table) for table in counted if group is None or table.group == group]


def void_tables(story: Story, stage: int, group: int | None = None) -> list[results.Table]:
    """Tables that do not count: ruled so, or made again. Nothing comes of them; they are for the files."""
    void = (table for table in story.of_stage(stage) if table.state == "void")
    return [_void(table) for table in void if group is None or table.group == group]


def _void(table: ledger.Table) -> results.Table:
    """As it was played, if it was."""
    lines = next((one.lines for one in reversed(table.verdicts) if one.lines), ())
    seats = tuple(map(_seat, lines)) or tuple(map(Seat, table.seats))
    return results.Table(table.number, seats, "void", table.round)


def _table(table: ledger.Table) -> results.Table:
    assert table.verdict is not None  # noqa: S101 (it counts)
    status: results.Status = "adjudicated" if table.verdict.ruling else "finished"
    return results.Table(table.number, tuple(map(_seat, table.verdict.lines)), status, table.round)


def _seat(line: ledger.Line) -> Seat:
    return Seat(
        line.entrant,
        line.exactly,
        line.place or None,
        line.kind,
        loss="left" if line.left else "",
    )


def outcomes(story: Story, number: int) -> dict[int, Outcome]:
    """What a table is for each entrant who sat there."""
    table = story.tables[number]
    if not table.counts:
        return {}
    scheme = terms(story.stages[table.stage].plan, story.seed).scheme
    judged = results.judged(_table(table), scheme, disqualified(story))
    return {int(one.entrant): one for one in judged}


def disqualified(story: Story) -> frozenset[results.Who]:
    return frozenset(one.number for one in story.people.values() if one.state == "disqualified")


# --- the standings of a stage


def sections(story: Story, number: int) -> tuple[Section, ...]:
    """The standings of a stage as they are now, group by group."""
    stage = story.stages[number]
    known = {one.who: one for one in entrants(story, sorted(story.people))}
    if len(stage.groups) < 2:
        return (Section(section_of(story, stage).rows(known)),)
    tiers = stage.tiers or [0] * len(stage.groups)
    return tuple(
        Section(section_of(story, stage, group).rows(known), group, tier)
        for group, tier in enumerate(tiers, 1)
    )


def section_of(story: Story, stage: ledger.Stage, group: int = 0) -> standings.Section:
    """All that the standings of a stage come from, or of one of its groups.

    People stand there by number: nobody can read out of it who sits together at a table that is not over."""
    field = stage.groups[group - 1] if group else stage.field
    is_knock_out = stage.plan.format == "knock_out"
    return standings.Section(
        name=_section_name(stage, group),
        terms=terms(stage.plan, story.seed),
        entrants=tuple(sorted(field)),
        tables=tuple(tables_of(story, stage.number, group or None)),
        byes=() if is_knock_out else tuple(byes_of(stage, field)),
        rounds=tuple(_in_rounds(story, stage)) if is_knock_out else (),
        moves=tuple(stage.moves),
    )


def _section_name(stage: ledger.Stage, group: int) -> str:
    """For files, which have one language. Groups of a pyramid are counted in each division, as on pages."""
    if not group:
        return str(stage.number)
    tier = stage.tiers[group - 1] if stage.tiers else 0
    if not tier:
        return f"{stage.number}, group {group}"
    return f"{stage.number}, division {tier}, group {stage.tiers[:group].count(tier)}"


def _in_rounds(story: Story, stage: ledger.Stage) -> Iterator[tuple[int, ...]]:
    """Who is in each round, at a table or with a bye."""
    for _number, drawn in sorted(stage.rounds.items()):
        seated = {entrant for table in drawn.tables for entrant in story.tables[table].seats}
        yield tuple(sorted(seated.union(drawn.byes)))


def ladder(story: Story, number: int) -> list[int]:
    """The places of a ladder, the first one on top."""
    return [int(who) for who in section_of(story, story.stages[number]).ladder(disqualified(story))]


def rows(story: Story, number: int) -> tuple[Row, ...]:
    """Everybody in the stage, section after section."""
    return tuple(row for section in sections(story, number) for row in section.rows)


def byes_of(stage: ledger.Stage, field: Sequence[int]) -> list[Bye]:
    """Of rounds that are closed."""
    known, closed = set(field), [drawn for drawn in stage.rounds.values() if drawn.is_closed]
    return [Bye(entrant, drawn.number) for drawn in closed for entrant in drawn.byes if entrant in known]


def entrants(story: Story, field: Iterable[int]) -> list[Entrant]:
    states: Any = {"withdrawn": "withdrawn", "disqualified": "disqualified"}
    people = (story.people[number] for number in field)
    return [Entrant(one.number, one.name, states.get(one.state, "active")) for one in people]


# --- who goes on


def order(story: Story, number: int) -> list[int]:
    """Everybody of a stage in the order in which places in the next one are given. Equals draw lots.

    Of several groups first all winners, the best of them first, then all seconds, and so on; but of a pyramid
    the higher division before the lower one."""
    found = sections(story, number)
    if len(found) == 1:
        return [int(row.entrant) for row in sorted(found[0].rows, key=lambda row: (row.rank, row.lot))]
    ranked = [
        (section.tier, row.rank, *_merit(row), int(row.entrant)) for section in found for row in section.rows
    ]
    return [entry[-1] for entry in sorted(ranked)]


def _merit(row: Row) -> tuple[Any, ...]:
    """Points for a game, then the tie-breaks that mean the same in every group; the smaller, the better."""
    games = row.games + row.byes
    mean = row.points / games if games else Fraction(0)
    return (-mean, -row.wins, -row.relw, row.lot)


def qualifiers(story: Story, number: int) -> list[int]:
    """Who would go on if the stage ended as it stands."""
    stage = story.stages[number]
    ranked = [entrant for entrant in order(story, number) if not story.people[entrant].is_out]
    return ranked[: stage.plan.go_on or 1]  # of the last stage: who has won


def final_order(story: Story) -> list[int]:
    """Everybody in the event, those of the last stage first; who is disqualified comes last of all."""
    told: dict[int, None] = {}
    for number in sorted(story.stages, reverse=True):
        told |= dict.fromkeys(order(story, number))
    out = disqualified(story)
    return sorted(told, key=out.__contains__)
