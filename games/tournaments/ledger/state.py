"""The ledger of a tournament as plain data, and the state folded from it.

Every number on a page is computed from these entries: who registered, who was paired with whom, how each
table ended, what was ruled. The entries alone determine the standings.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from fractions import Fraction
from typing import Any, Literal

import msgspec

from games.tournaments.settings import StageSettings
from games.tournaments.standings.sections import LadderChange

REMOVED_AS_NO_SHOW = "no_show"  # why an entrant was withdrawn

PlayedBy = Literal["self", "stand_in", "bot"]
TableStatus = Literal["planned", "started", "finished", "adjudicated", "void"]


class VerdictLine(msgspec.Struct, frozen=True):
    """How a table ended for one seat. Stored in ledger entries and rulings."""

    entrant: int
    score: str = "0"  # exact: an integer or a fraction
    place: int = 0  # as the game says; 0: decided by score
    kind: PlayedBy = "self"
    left: bool = False  # did not finish the game, or lost it by a ruling

    @property
    def exact_score(self) -> Fraction:
        return Fraction(self.score)


class TableVerdict(msgspec.Struct, frozen=True):
    """One result of a table, as played or by a ruling."""

    lines: tuple[VerdictLine, ...]
    ruling: int = 0  # id of the ruling; 0: as played
    void: bool = False


class LedgerEntrant(msgspec.Struct):
    """An entrant as the ledger knows them."""

    number: int
    name: str
    state: str = "entered"
    since: int = 0  # number of the stage they joined late; 0: from the start
    never_came: bool = False  # was removed because they did not come to a table

    @property
    def is_out(self) -> bool:
        return self.state in ("withdrawn", "disqualified")


class LedgerTable(msgspec.Struct):
    """A table as the ledger knows it, with all its results; the last one counts."""

    number: int
    stage: int
    round: int
    seats: tuple[int, ...]  # entrants in seat order
    group: int = 0
    state: TableStatus = "planned"
    verdicts: list[TableVerdict] = []
    at: str = ""  # when it ended, in ISO format

    @property
    def verdict(self) -> TableVerdict | None:
        """The result that counts: the latest one."""
        return self.verdicts[-1] if self.verdicts else None

    @property
    def counts(self) -> bool:
        return self.verdict is not None and not self.verdict.void


class LedgerRound(msgspec.Struct):
    """A round as the ledger knows it."""

    number: int
    tables: list[int] = []
    byes: list[int] = []
    sat_out: list[int] = []  # at their own wish
    is_closed: bool = False


class LedgerStage(msgspec.Struct):
    """A stage as the ledger knows it."""

    number: int
    settings: StageSettings
    field: list[int]  # entrants, by seed
    groups: list[list[int]] = []  # of a league or pyramid
    tiers: list[int] = []  # the tier of each group
    rounds: dict[int, LedgerRound] = {}
    heat_limits: dict[int, int] = {}  # heats an entrant wants, if fewer than all
    seat_preferences: dict[int, list[int]] = {}  # preferred seats from 0, best first
    moves: list[LadderChange] = []  # changes of places on a ladder
    missed: dict[int, list[int]] = {}  # rounds before a late entrant came
    sit_out_requests: dict[int, list[int]] = {}  # for a round, who would like to sit out
    substitutes: dict[int, int] = {}  # who plays for somebody who never came
    is_over: bool = False
    advancing: list[int] = []


class TournamentState(msgspec.Struct):
    """The state of a tournament, computed from its ledger."""

    seed: str = ""
    entrants: dict[int, LedgerEntrant] = {}
    stages: dict[int, LedgerStage] = {}
    tables: dict[int, LedgerTable] = {}
    is_over: bool = False
    length: int = 0

    @property
    def ladders(self) -> list[LedgerStage]:
        return [stage for stage in self.stages.values() if stage.settings.format == "ladder"]

    def list_stage_tables(self, number: int) -> list[LedgerTable]:
        return [table for table in self.tables.values() if table.stage == number]


class EntryData(msgspec.Struct, frozen=True):
    """A ledger entry as plain data."""

    kind: str
    data: Mapping[str, Any]
    number: int = 0
    at: str = ""


def build_state(entries: Iterable[EntryData]) -> TournamentState:
    """Build the state by applying all ledger entries in order."""
    return apply_entries(TournamentState(), entries)


def apply_entries(state: TournamentState, entries: Iterable[EntryData]) -> TournamentState:
    """Fold further ledger entries into the state, which changes and is returned."""
    for entry in entries:
        state.length = max(state.length, entry.number)
        if (read := ENTRY_HANDLERS.get(entry.kind)) is not None:  # other kinds do not change the state
            read(state, entry)
    return state


def preview_state(state: TournamentState, *entries: EntryData) -> TournamentState:
    """Return the state after these additional entries; the given state is not changed."""
    return apply_entries(deepcopy(state), entries)


# --- Entrants


def _apply_opened(state: TournamentState, entry: EntryData) -> None:
    state.seed = entry.data["seed"]


def _apply_entered(state: TournamentState, entry: EntryData) -> None:
    number = entry.data["entrant"]
    state.entrants[number] = LedgerEntrant(number, entry.data["name"], since=entry.data.get("stage", 0))


def _build_status_handler(state: str) -> Any:
    """Return a handler that sets an entrant's state and records leaving or returning on ladders."""

    def read(tournament_state: TournamentState, entry: EntryData) -> None:
        person = tournament_state.entrants[entry.data["entrant"]]
        was_out, person.state = person.is_out, state
        person.never_came = entry.data.get("why") == REMOVED_AS_NO_SHOW
        for stage in tournament_state.ladders if was_out != person.is_out else ():
            stage.moves.append(LadderChange("left" if person.is_out else "back", person.number))

    return read


# --- Stages and rounds


def _apply_stage(state: TournamentState, entry: EntryData) -> None:
    data = entry.data
    plan = msgspec.convert(data["plan"], StageSettings)
    stage = LedgerStage(
        data["stage"], plan, list(data["field"]), data.get("groups", []), data.get("tiers", [])
    )
    stage.heat_limits = {int(number): heats for number, heats in data.get("heat_limits", {}).items()}
    stage.seat_preferences = {int(number): places for number, places in data.get("seats", {}).items()}
    if plan.format == "ladder":
        stage.moves = [LadderChange("joined", number) for number in stage.field]
    state.stages[stage.number] = stage


def _apply_joined(state: TournamentState, entry: EntryData) -> None:
    """Add an entrant to a running stage."""
    stage, number = state.stages[entry.data["stage"]], entry.data["entrant"]
    if number not in stage.field:  # an entrant who returns is in the field already
        stage.field.append(number)
    if "missed" in entry.data:
        stage.missed[number] = list(entry.data["missed"])
    if "instead" in entry.data:
        _replace_entrant(state, stage, entry.data["instead"], number)
    if stage.settings.format == "ladder":
        stage.moves.append(LadderChange("joined", number))


def _replace_entrant(state: TournamentState, stage: LedgerStage, old: int, new: int) -> None:
    """Let somebody play for an entrant who never came: in their group, and at what is not played yet."""

    def changed(entrants: Iterable[int]) -> list[int]:
        return [new if entrant == old else entrant for entrant in entrants]

    stage.substitutes[old] = new
    stage.groups = [changed(group) for group in stage.groups]
    for drawn in stage.rounds.values():
        drawn.byes = drawn.byes if drawn.is_closed else changed(drawn.byes)
    for table in state.list_stage_tables(stage.number):
        if table.state == "planned":
            table.seats = tuple(changed(table.seats))


def _apply_drawn(state: TournamentState, entry: EntryData) -> None:
    """Record a pairing; tables of an earlier pairing of the same round are replaced."""
    data = entry.data
    stage = state.stages[data["stage"]]
    before = stage.rounds.get(data["round"])
    for number in before.tables if before else []:
        state.tables.pop(number, None)
    here = [
        LedgerTable(table["table"], stage.number, data["round"], tuple(table["seats"]), table.get("group", 0))
        for table in data["tables"]
    ]
    state.tables |= {table.number: table for table in here}
    stage.rounds[data["round"]] = LedgerRound(
        data["round"],
        [table.number for table in here],
        list(data.get("byes", [])),
        list(data.get("sat_out", [])),
    )


def _apply_sits_out(state: TournamentState, entry: EntryData) -> None:
    requests = state.stages[entry.data["stage"]].sit_out_requests.setdefault(entry.data["round"], [])
    requests.append(entry.data["entrant"])


def _apply_sits_in(state: TournamentState, entry: EntryData) -> None:
    """Take back the wish to sit out."""
    requests = state.stages[entry.data["stage"]].sit_out_requests.get(entry.data["round"], [])
    requests[:] = [one for one in requests if one != entry.data["entrant"]]


def _apply_started(state: TournamentState, entry: EntryData) -> None:
    table = state.tables[entry.data["table"]]
    table.seats = tuple(entry.data.get("seats", table.seats))  # an entrant may have left since the pairing
    table.state = "started"


def _apply_remade(state: TournamentState, entry: EntryData) -> None:
    """Void a table with a no-show and put the new table into its round; a challenge may have no new one."""
    old = state.tables[entry.data["table"]]
    old.verdicts.append(TableVerdict((), void=True))
    old.state, old.at = "void", entry.at
    if "new" not in entry.data:
        return
    new = LedgerTable(entry.data["new"], old.stage, old.round, tuple(entry.data["seats"]), old.group)
    state.tables[new.number] = new
    if (here := state.stages[old.stage].rounds.get(old.round)) is not None:
        here.tables = [new.number if number == old.number else number for number in here.tables]


def _apply_finished(state: TournamentState, entry: EntryData) -> None:
    table = state.tables[entry.data["table"]]
    lines = tuple(msgspec.convert(line, VerdictLine) for line in entry.data["seats"])
    table.verdicts.insert(0, TableVerdict(lines))  # below any ruling: a ruling overrides what was played
    table.state, table.at = ("finished" if len(table.verdicts) == 1 else "adjudicated"), entry.at
    _record_ladder_table(state, table)


def _apply_closed(state: TournamentState, entry: EntryData) -> None:
    state.stages[entry.data["stage"]].rounds[entry.data["round"]].is_closed = True


def _apply_stage_over(state: TournamentState, entry: EntryData) -> None:
    stage = state.stages[entry.data["stage"]]
    stage.is_over, stage.advancing = True, list(entry.data.get("through", []))


def _apply_requalified(state: TournamentState, entry: EntryData) -> None:
    """Update who advances, after a ruling changed a finished stage before the next one began."""
    state.stages[entry.data["stage"]].advancing = list(entry.data["through"])


def _apply_challenged(state: TournamentState, entry: EntryData) -> None:
    """Add a table of a ladder; it belongs to no round."""
    table = LedgerTable(entry.data["table"], entry.data["stage"], 0, tuple(entry.data["seats"]))
    state.tables[table.number] = table


def _apply_struck(state: TournamentState, entry: EntryData) -> None:
    """Remove the table of a challenge that was declined."""
    state.tables.pop(entry.data["table"], None)


def _apply_reordered(state: TournamentState, entry: EntryData) -> None:
    """Record that an entrant declined too often and so lost to the challenger."""
    move = LadderChange("declined", entry.data["declined"], challenger=entry.data["challenger"])
    state.stages[entry.data["stage"]].moves.append(move)


def _record_ladder_table(state: TournamentState, table: LedgerTable) -> None:
    """Let a finished table change the places of a ladder, once; rulings change its effect, not its time."""
    stage = state.stages[table.stage]
    move = LadderChange("table", table=table.number)
    if stage.settings.format == "ladder" and move not in stage.moves:
        stage.moves.append(move)


def _apply_ended(state: TournamentState, entry: EntryData) -> None:
    state.is_over = True


# --- Rulings


def _apply_ruled(state: TournamentState, entry: EntryData) -> None:
    table = state.tables[entry.data["table"]]
    lines = tuple(msgspec.convert(line, VerdictLine) for line in entry.data.get("seats", []))
    table.verdicts.append(TableVerdict(lines, entry.data["ruling"], entry.data.get("void", False)))
    table.state = "void" if entry.data.get("void") else "adjudicated"
    table.at = table.at or entry.at
    _record_ladder_table(state, table)


def _apply_reversed(state: TournamentState, entry: EntryData) -> None:
    """Remove the result of a reversed ruling; the one before it counts again."""
    for table in state.tables.values():
        kept = [verdict for verdict in table.verdicts if verdict.ruling != entry.data["ruling"]]
        if len(kept) < len(table.verdicts):
            table.verdicts = kept
            table.state = _compute_status(kept)


def _compute_status(verdicts: list[TableVerdict]) -> TableStatus:
    """Compute the status of a table from its remaining results."""
    if not verdicts:
        return "started"
    if verdicts[-1].void:
        return "void"
    return "adjudicated" if verdicts[-1].ruling else "finished"


ENTRY_HANDLERS = {
    "opened": _apply_opened,
    "entered": _apply_entered,
    "checked": _build_status_handler("checked"),
    "active": _build_status_handler("active"),
    "withdrew": _build_status_handler("withdrawn"),
    "disqualified": _build_status_handler("disqualified"),
    "reinstated": _build_status_handler("active"),
    "stage": _apply_stage,
    "joined": _apply_joined,
    "drawn": _apply_drawn,
    "sits_out": _apply_sits_out,
    "sits_in": _apply_sits_in,
    "started": _apply_started,
    "remade": _apply_remade,
    "finished": _apply_finished,
    "ruled": _apply_ruled,
    "reversed": _apply_reversed,
    "closed": _apply_closed,
    "stage_over": _apply_stage_over,
    "requalified": _apply_requalified,
    "challenged": _apply_challenged,
    "struck": _apply_struck,
    "reordered": _apply_reordered,
    "ended": _apply_ended,
    "called_off": _apply_ended,
}
