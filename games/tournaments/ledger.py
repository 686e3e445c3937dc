"""The ledger of an event as plain data, and the story that it tells.

Every number on a page is reckoned from these entries: who entered, who was drawn against whom, how each table
ended, what was ruled. Whoever has the entries has the standings.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from fractions import Fraction
from typing import Any, Literal

import msgspec

from games.tournaments.plan import StagePlan
from games.tournaments.standings.sections import Move

Kind = Literal["self", "stand_in", "bot"]
TableState = Literal["planned", "started", "finished", "adjudicated", "void"]


class Line(msgspec.Struct, frozen=True):
    """How a table ended for one seat."""

    entrant: int
    score: str = "0"  # exact: an integer or a fraction
    place: int = 0  # as the game says; 0: by score
    kind: Kind = "self"
    left: bool = False  # did not finish it, or has lost it by a ruling

    @property
    def exactly(self) -> Fraction:
        return Fraction(self.score)


class Verdict(msgspec.Struct, frozen=True):
    """A way in which a table ended: played, or ruled."""

    lines: tuple[Line, ...]
    ruling: int = 0  # 0: as it was played
    void: bool = False


class Person(msgspec.Struct):
    """An entrant."""

    number: int
    name: str
    state: str = "entered"
    since: int = 0  # the stage in which they came in

    @property
    def is_out(self) -> bool:
        return self.state in ("withdrawn", "disqualified")


class Table(msgspec.Struct):
    number: int
    stage: int
    round: int
    seats: tuple[int, ...]  # entrants, the one who begins first
    group: int = 0
    state: TableState = "planned"
    verdicts: list[Verdict] = []
    at: str = ""  # when it ended

    @property
    def verdict(self) -> Verdict | None:
        """How it ended, by what was ruled last."""
        return self.verdicts[-1] if self.verdicts else None

    @property
    def counts(self) -> bool:
        return self.verdict is not None and not self.verdict.void


class Round(msgspec.Struct):
    number: int
    tables: list[int] = []
    byes: list[int] = []
    is_closed: bool = False


class Stage(msgspec.Struct):
    number: int
    plan: StagePlan
    field: list[int]  # entrants, by seed
    groups: list[list[int]] = []  # of a league or a pyramid
    tiers: list[int] = []  # the division of each group
    rounds: dict[int, Round] = {}
    wishes: dict[int, int] = {}  # how many heats somebody wants, if not all
    seats: dict[int, list[int]] = {}  # which somebody would like, from 0, the favourite first
    moves: list[Move] = []  # what has changed places, of a ladder
    is_over: bool = False
    through: list[int] = []


class Story(msgspec.Struct):
    """All that the ledger tells."""

    seed: str = ""
    people: dict[int, Person] = {}
    stages: dict[int, Stage] = {}
    tables: dict[int, Table] = {}
    is_over: bool = False
    length: int = 0

    @property
    def ladders(self) -> list[Stage]:
        return [stage for stage in self.stages.values() if stage.plan.format == "ladder"]

    def of_stage(self, number: int) -> list[Table]:
        return [table for table in self.tables.values() if table.stage == number]


class Entry(msgspec.Struct, frozen=True):
    kind: str
    data: Mapping[str, Any]
    number: int = 0
    at: str = ""


def told(entries: Iterable[Entry]) -> Story:
    """Read the ledger from its first entry on."""
    story = Story()
    for entry in entries:
        story.length = max(story.length, entry.number)
        if (read := READ.get(entry.kind)) is not None:  # the others are for people
            read(story, entry)
    return story


def foretold(story: Story, *entries: Entry) -> Story:
    """What it would tell if these were written, too. The story itself stays as it is."""
    other = deepcopy(story)
    for entry in entries:
        if (read := READ.get(entry.kind)) is not None:
            read(other, entry)
    return other


# --- people


def _opened(story: Story, entry: Entry) -> None:
    story.seed = entry.data["seed"]


def _entered(story: Story, entry: Entry) -> None:
    number = entry.data["entrant"]
    story.people[number] = Person(number, entry.data["name"], since=entry.data.get("stage", 0))


def _stands(state: str) -> Any:
    def read(story: Story, entry: Entry) -> None:
        person = story.people[entry.data["entrant"]]
        was_out, person.state = person.is_out, state
        for stage in story.ladders if was_out != person.is_out else ():
            stage.moves.append(Move("left" if person.is_out else "back", person.number))

    return read


# --- stages and rounds


def _stage(story: Story, entry: Entry) -> None:
    data = entry.data
    plan = msgspec.convert(data["plan"], StagePlan)
    stage = Stage(data["stage"], plan, list(data["field"]), data.get("groups", []), data.get("tiers", []))
    stage.wishes = {int(number): heats for number, heats in data.get("wishes", {}).items()}
    stage.seats = {int(number): places for number, places in data.get("seats", {}).items()}
    if plan.format == "ladder":
        stage.moves = [Move("joined", number) for number in stage.field]
    story.stages[stage.number] = stage


def _joined(story: Story, entry: Entry) -> None:
    """Somebody comes into a stage that runs."""
    stage, number = story.stages[entry.data["stage"]], entry.data["entrant"]
    if number not in stage.field:  # whoever comes again is in it already
        stage.field.append(number)
    if stage.plan.format == "ladder":
        stage.moves.append(Move("joined", number))


def _drawn(story: Story, entry: Entry) -> None:
    """A round, drawn or drawn anew; tables of an earlier draw that have not started are gone."""
    data = entry.data
    stage = story.stages[data["stage"]]
    before = stage.rounds.get(data["round"])
    for number in before.tables if before else []:
        story.tables.pop(number, None)
    here = [
        Table(table["table"], stage.number, data["round"], tuple(table["seats"]), table.get("group", 0))
        for table in data["tables"]
    ]
    story.tables |= {table.number: table for table in here}
    stage.rounds[data["round"]] = Round(
        data["round"], [table.number for table in here], list(data.get("byes", []))
    )


def _started(story: Story, entry: Entry) -> None:
    table = story.tables[entry.data["table"]]
    table.seats = tuple(entry.data.get("seats", table.seats))  # somebody may be gone by then
    table.state = "started"


def _remade(story: Story, entry: Entry) -> None:
    """Somebody never came: the table does not count, and another one takes its place in the round; of a
    challenge for which too few are left there is none."""
    old = story.tables[entry.data["table"]]
    old.verdicts.append(Verdict((), void=True))
    old.state, old.at = "void", entry.at
    if "new" not in entry.data:
        return
    new = Table(entry.data["new"], old.stage, old.round, tuple(entry.data["seats"]), old.group)
    story.tables[new.number] = new
    if (here := story.stages[old.stage].rounds.get(old.round)) is not None:
        here.tables = [new.number if number == old.number else number for number in here.tables]


def _finished(story: Story, entry: Entry) -> None:
    table = story.tables[entry.data["table"]]
    lines = tuple(msgspec.convert(line, Line) for line in entry.data["seats"])
    table.verdicts.insert(0, Verdict(lines))  # what is ruled stands above what is played
    table.state, table.at = ("finished" if len(table.verdicts) == 1 else "adjudicated"), entry.at
    _count(story, table)


def _closed(story: Story, entry: Entry) -> None:
    story.stages[entry.data["stage"]].rounds[entry.data["round"]].is_closed = True


def _stage_over(story: Story, entry: Entry) -> None:
    stage = story.stages[entry.data["stage"]]
    stage.is_over, stage.through = True, list(entry.data.get("through", []))


def _requalified(story: Story, entry: Entry) -> None:
    """A ruling has changed a stage that was over, before the next one began."""
    story.stages[entry.data["stage"]].through = list(entry.data["through"])


def _challenged(story: Story, entry: Entry) -> None:
    """A table of a ladder: it belongs to no round."""
    table = Table(entry.data["table"], entry.data["stage"], 0, tuple(entry.data["seats"]))
    story.tables[table.number] = table


def _struck(story: Story, entry: Entry) -> None:
    """Somebody has declined: there is no such table."""
    story.tables.pop(entry.data["table"], None)


def _reordered(story: Story, entry: Entry) -> None:
    """Somebody has declined too often, and has lost to the challenger."""
    move = Move("declined", entry.data["declined"], challenger=entry.data["challenger"])
    story.stages[entry.data["stage"]].moves.append(move)


def _count(story: Story, table: Table) -> None:
    """A table moves people on a ladder when it ends, once; what is ruled later changes how it moved them."""
    stage = story.stages[table.stage]
    move = Move("table", table=table.number)
    if stage.plan.format == "ladder" and move not in stage.moves:
        stage.moves.append(move)


def _ended(story: Story, entry: Entry) -> None:
    story.is_over = True


# --- rulings


def _ruled(story: Story, entry: Entry) -> None:
    table = story.tables[entry.data["table"]]
    lines = tuple(msgspec.convert(line, Line) for line in entry.data.get("seats", []))
    table.verdicts.append(Verdict(lines, entry.data["ruling"], entry.data.get("void", False)))
    table.state = "void" if entry.data.get("void") else "adjudicated"
    table.at = table.at or entry.at
    _count(story, table)


def _reversed(story: Story, entry: Entry) -> None:
    """A ruling is taken back: what was there before it counts again."""
    for table in story.tables.values():
        kept = [verdict for verdict in table.verdicts if verdict.ruling != entry.data["ruling"]]
        if len(kept) < len(table.verdicts):
            table.verdicts = kept
            table.state = _state_after(kept)


def _state_after(verdicts: list[Verdict]) -> TableState:
    if not verdicts:
        return "started"
    if verdicts[-1].void:
        return "void"
    return "adjudicated" if verdicts[-1].ruling else "finished"


READ = {
    "opened": _opened,
    "entered": _entered,
    "checked": _stands("checked"),
    "active": _stands("active"),
    "withdrew": _stands("withdrawn"),
    "disqualified": _stands("disqualified"),
    "reinstated": _stands("active"),
    "stage": _stage,
    "joined": _joined,
    "drawn": _drawn,
    "started": _started,
    "remade": _remade,
    "finished": _finished,
    "ruled": _ruled,
    "reversed": _reversed,
    "closed": _closed,
    "stage_over": _stage_over,
    "requalified": _requalified,
    "challenged": _challenged,
    "struck": _struck,
    "reordered": _reordered,
    "ended": _ended,
    "called_off": _ended,
}
