"""A tournament as files: for spreadsheets, and for whoever wants to check every number. What is not told yet
is in none of them."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import QuerySet
from django.utils import translation

from games.play import paces
from games.rules.core.speech import ENGLISH, Tongue, mark
from games.tournaments import naming, reckoning, veiling
from games.tournaments.book import story_of
from games.tournaments.ledger import Round, Stage, Story
from games.tournaments.models import Ruling, Sitting, Table, Tournament
from games.tournaments.models import Stage as StageRow
from games.tournaments.plan import Format
from games.tournaments.standings import archive, results, writing
from games.tournaments.standings import trf as trfs
from games.tournaments.standings.archive import Event
from games.tournaments.standings.sections import Section
from games.tournaments.standings.words import Unfit

TRF_KINDS: dict[Format, str] = {
    "league": "Individual: Round-Robin",
    "pods": "Individual: Fixed Schedule",
    "swiss": "Individual: Swiss-System",
    "knock_out": "Individual: Knock-Out",
    "heats": "Individual: Heats",
    "pyramid": "Individual: Round-Robin",
    "ladder": "Individual: Ladder",
}


def told(tournament: Tournament) -> Story:
    """What everybody may know of it."""
    return veiling.public(story_of(tournament))


def standings_csv(tournament: Tournament, number: int, tongue: Tongue = ENGLISH) -> str:
    story = told(tournament)
    names: dict[Any, str] = {one.number: one.name for one in story.people.values()}
    rows = reckoning.rows(story, number) if number in story.stages else ()  # it may have been left out
    return writing.standings_csv(rows, names, tongue)


def tables_csv(tournament: Tournament) -> str:
    story = told(tournament)
    facts = Facts(tournament)
    stages = (
        (
            str(number),
            facts.added(reckoning.tables_of(story, number) + reckoning.void_tables(story, number)),
            reckoning.terms(stage.plan, story.seed).scheme,
        )
        for number, stage in sorted(story.stages.items())
    )
    return writing.tables_csv(stages, reckoning.disqualified(story))


class Facts:
    """What the ledger leaves to the rows: when tables were played, and what stand-ins are called now."""

    def __init__(self, tournament: Tournament) -> None:
        times = tournament.tables.values_list("number", "started_at", "ended_at")
        self.times = {number: (started, ended) for number, started, ended in times}
        helped = Sitting.objects.filter(table__tournament=tournament, stand_in__isnull=False)
        names = helped.values_list("table__number", "entrant__number", "stand_in__handle")
        self.names = {(table, entrant): handle for table, entrant, handle in names}

    def added(self, tables: Iterable[results.Table]) -> list[results.Table]:
        return [self._added(table) for table in tables]

    def _added(self, table: results.Table) -> results.Table:
        started, finished = self.times.get(table.number, (None, None))
        seats = tuple(
            msgspec.structs.replace(seat, stand_in=self.names.get((table.number, int(seat.entrant)), ""))
            for seat in table.seats
        )
        return msgspec.structs.replace(table, seats=seats, started=started, finished=finished)


def credits(tournament: Tournament, number: int) -> dict[str, Fraction]:
    """What those have earned in a stage who stood in for others, by name: it is in nobody's standings."""
    if not Sitting.objects.filter(table__tournament=tournament, stand_in__isnull=False).exists():
        return {}
    story = told(tournament)
    stage = story.stages.get(number)  # none of one that was left out
    tables = Facts(tournament).added(reckoning.tables_of(story, number))
    return results.credited(tables, reckoning.terms(stage.plan, story.seed).scheme) if stage else {}


# --- tables of two


def is_of_two(tournament: Tournament, stage: StageRow) -> bool:
    """Have all tables of the stage two seats? Those that do not count are in no such file."""
    here = tournament.tables.exclude(state=Table.State.VOID)
    is_ladder = stage.plan.format == "ladder"
    here = here.filter(round__isnull=True) if is_ladder else here.filter(round__stage=stage)
    return set(here.order_by().values_list("size", flat=True).distinct()) == {2}


def trf(tournament: Tournament, row: StageRow) -> str:
    """A stage for programs of chess clubs."""
    story = told(tournament)
    stage = story.stages[row.number]
    players = _players(tournament, story, stage)
    rounds = _rounds(story, stage, Facts(tournament))
    return trfs.report(_head(tournament, row), players, rounds, reckoning.disqualified(story))


def _head(tournament: Tournament, row: StageRow) -> trfs.Head:
    """Without those who help: no page names them, either."""
    with translation.override("en"):  # as in any file, there is one language
        times = paces.short(naming.pace_of(row.plan))
    return trfs.Head(
        title=trfs.plain(tournament.title) or tournament.slug,
        kind=TRF_KINDS[row.plan.format],
        starts=row.started_at,
        ends=row.ended_at,
        arbiter=tournament.owner.handle if tournament.owner else "",
        times=times,
        zone=ZoneInfo(tournament.time_zone),
    )


def _players(tournament: Tournament, story: Story, stage: Stage) -> list[trfs.Player]:
    """By number, as in the other files: the order of the seeds would tell who meets whom."""
    ratings = dict(tournament.entrants.values_list("number", "rating"))
    ranks = _ranks(story, stage)
    return [
        trfs.Player(number, story.people[number].name, ranks.get(number), _rating(ratings.get(number)))
        for number in sorted(stage.field)
    ]


def _ranks(story: Story, stage: Stage) -> dict[int, int]:
    """Of several groups there is one order, in which they would go on."""
    if len(stage.groups) > 1:
        order = reckoning.order(story, stage.number)
        return {number: rank for rank, number in enumerate(order, 1)}
    return {int(row.entrant): row.rank for row in reckoning.rows(story, stage.number)}


def _rating(strength: float | None) -> int | None:
    """What was sure of somebody at the start; of a new one nothing is."""
    return (round(strength) or None) if strength and strength > 0 else None


def _in_order(table: results.Table, seats: Sequence[int]) -> results.Table:
    """Whoever began first, whatever the order in which it was ruled."""
    return msgspec.structs.replace(
        table, seats=tuple(sorted(table.seats, key=lambda seat: seats.index(int(seat.entrant))))
    )


def _rounds(story: Story, stage: Stage, facts: Facts) -> list[trfs.Round]:
    counted = facts.added(reckoning.tables_of(story, stage.number))
    tables = [_in_order(table, story.tables[table.number].seats) for table in counted]
    numbers = sorted({*stage.rounds, *(table.round for table in tables)})  # tables of a ladder are of none
    return [
        _round(
            story,
            stage,
            stage.rounds.get(number) or Round(number),
            tuple(table for table in tables if table.round == number),
        )
        for number in numbers
    ]


def _round(story: Story, stage: Stage, drawn: Round, tables: tuple[results.Table, ...]) -> trfs.Round:
    """Who has no table in it is told when it is closed."""
    if not drawn.is_closed:
        return trfs.Round(tables)
    seated = {who for one in story.of_stage(stage.number) if one.round == drawn.number for who in one.seats}
    byes = [who for who in drawn.byes if who in stage.field and who not in seated]
    absent = [who for who in stage.field if who not in seated and who not in byes]
    return trfs.Round(tables, tuple(byes), tuple(absent), "U" if stage.plan.format == "knock_out" else "H")


# --- all of it


def written(tournament: Tournament) -> str:
    """Everything that the standings come from, and the standings."""
    story, facts = told(tournament), Facts(tournament)
    event = Event(
        title=tournament.title,
        game=tournament.ruleset,
        settings=_settings(tournament),
        entrants=tuple(reckoning.entrants(story, sorted(story.people))),
        sections=tuple(
            section for stage in story.stages.values() for section in _sections(story, stage, facts)
        ),
        rulings=tuple(map(_ruling, public_rulings(tournament))),
    )
    return archive.written(event).decode()


def _settings(tournament: Tournament) -> dict[str, Any]:
    return {
        "seed": tournament.seed,
        "event": msgspec.to_builtins(tournament.plan),
        "stages": [msgspec.to_builtins(stage.plan) for stage in tournament.stages.all()],
        "starts": tournament.starts_at.isoformat() if tournament.starts_at else None,
    }


def _sections(story: Story, stage: Stage, facts: Facts) -> list[Section]:
    """What has standings of its own: a group, or the whole stage; with the tables that do not count."""
    groups = range(1, len(stage.groups) + 1) if len(stage.groups) > 1 else [0]
    return [_section(story, stage, group, facts) for group in groups]


def _section(story: Story, stage: Stage, group: int, facts: Facts) -> Section:
    found = reckoning.section_of(story, stage, group)
    tables = [*found.tables, *reckoning.void_tables(story, stage.number, group or None)]
    tables.sort(key=lambda table: table.number)
    return msgspec.structs.replace(found, tables=tuple(facts.added(tables)))


def public_rulings(tournament: Tournament) -> QuerySet[Ruling]:
    """What is in force or was; a warning is between two, a proposal may come to nothing, and how a table has
    ended may have to wait."""
    known = tournament.rulings.filter(state__in=[Ruling.State.IN_FORCE, Ruling.State.REVERSED])
    known = known.exclude(kind=Ruling.Kind.WARNING).exclude(of__kind=Ruling.Kind.WARNING)
    if secret := veiling.veiled_rounds(tournament):
        known = known.exclude(table__round__in=secret)
    return known.select_related("table", "entrant", "of")


def _ruling(ruling: Ruling) -> dict[str, Any]:
    """What was ruled and why; who has ruled stands in the ledger, for those who run the event."""
    return {
        "kind": ruling.kind,
        "state": ruling.state,
        "table": ruling.table.number if ruling.table else None,
        "entrant": ruling.entrant.number if ruling.entrant else None,
        "reason": ruling.reason,
        "at": ruling.at.isoformat(),
    }


# --- checking a file

MOST_SEATS = 20  # of a table: no game of ours has as many
MOST_ENTRANTS = 2000
MOST_RESULTS = 200_000  # seats at all tables
MOST_ROWS = 20_000  # of all standings
MOST_ROUNDS = 100
MOST_MOVES = 10_000  # of a ladder


class Checked(NamedTuple):
    """What became of a file that somebody has brought."""

    title: str = ""
    sections: tuple[tuple[str, int, int], ...] = ()  # name, entrants, tables
    trouble: str = ""


class OutlineTable(msgspec.Struct):
    seats: list[msgspec.Raw] = []


class OutlineSection(msgspec.Struct):
    entrants: list[msgspec.Raw] = []
    tables: list[OutlineTable] = []
    rounds: list[list[msgspec.Raw]] = []
    moves: list[msgspec.Raw] = []

    def is_sane(self) -> bool:
        people = [len(self.entrants), *map(len, self.rounds)]
        seats = [len(table.seats) for table in self.tables]
        return (
            max(people) <= MOST_ENTRANTS
            and max(seats, default=0) <= MOST_SEATS
            and len(self.rounds) <= MOST_ROUNDS
            and len(self.moves) <= MOST_MOVES
        )


class Outline(msgspec.Struct):
    """Of a file only how large it is."""

    entrants: list[msgspec.Raw] = []
    sections: list[OutlineSection] = []

    def is_sane(self) -> bool:
        results = sum(len(table.seats) for section in self.sections for table in section.tables)
        rows = len(self.entrants) + sum(len(section.entrants) for section in self.sections)
        return (
            len(self.entrants) <= MOST_ENTRANTS
            and results <= MOST_RESULTS
            and rows <= MOST_ROWS
            and all(section.is_sane() for section in self.sections)
        )


def _must_be_sane(data: bytes) -> None:
    """A stranger could write a file over which we sit for hours: what no event of ours has is not read."""
    try:
        found = msgspec.json.decode(data, type=Outline)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return  # what is wrong with it is told by whoever reads it
    if not found.is_sane():
        raise Unfit(mark("This is larger than any tournament of this house."))


def checked(data: bytes, tongue: Tongue = ENGLISH) -> Checked:
    """Reckon the standings of this file anew. They are right, or it is said what is not."""
    try:
        _must_be_sane(data)
        event = archive.read(data)
    except Unfit as error:
        return Checked(trouble=error.sentence.say(tongue))
    sections = ((one.name, len(one.entrants), len(one.tables)) for one in event.sections)
    return Checked(event.title, tuple(sections))
