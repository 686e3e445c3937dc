"""Standings and tables as CSV, for spreadsheets and for people who reckon after us."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime

from games.rules.core.speech import ENGLISH, Tongue
from games.tournaments.standings.exact import short, shown
from games.tournaments.standings.points import Scheme
from games.tournaments.standings.ranking import Row
from games.tournaments.standings.results import Outcome, Seat, Table, Who, judged

STANDINGS = (
    "rank",
    "entrant",
    "name",
    "state",
    "games",
    "byes",
    "points",
    "wins",
    "seconds",
    "thirds",
    "opp",
    "sb",
    "relw",
    "share",
    "lot",
    "tie_reason",
)
NUMBERS = STANDINGS[
    STANDINGS.index("points") : STANDINGS.index("lot")
]  # exact ones, shown with four decimals
TABLES = (
    "stage",
    "round",
    "table",
    "size",
    "status",
    "seat",
    "entrant",
    "kind",
    "score",
    "place",
    "tied",
    "points",
    "started",
    "finished",
)
FORMULA = ("=", "+", "-", "@")  # how one begins

Cells = Sequence[object]


def standings_csv(rows: Iterable[Row], names: Mapping[Who, str], tongue: Tongue = ENGLISH) -> str:
    """One line for each entrant, the reason why they are above the next one last."""
    return _csv(STANDINGS, (_standing(row, names.get(row.entrant, ""), tongue) for row in rows))


def _standing(row: Row, name: str, tongue: Tongue) -> Cells:
    numbers = [shown(getattr(row, field)) for field in NUMBERS]
    reason = row.reason.say(tongue) if row.reason else ""
    return [row.rank, row.entrant, name, row.state, row.games, row.byes, *numbers, row.lot, reason]


def tables_csv(
    stages: Iterable[tuple[str, Sequence[Table], Scheme]], out: AbstractSet[Who] = frozenset()
) -> str:
    """One line for each seat. Of who is out (disqualified) nothing stands."""
    lines = (
        line
        for stage, tables, scheme in stages
        for table in sorted(tables, key=lambda table: (table.round, table.number))
        for line in _seats(stage, table, judged(table, scheme, out))
    )
    return _csv(TABLES, lines)


def _seats(stage: str, table: Table, outcomes: Sequence[Outcome]) -> Iterator[Cells]:
    """A table that does not count has scores, but neither places nor points."""
    about = [stage, table.round, table.number, len(table.seats), table.status]
    times = [_instant(table.started), _instant(table.finished)]
    for number, seat in enumerate(table.seats, 1):
        yield [
            *about,
            number,
            *_seat(seat),
            *(_outcome(outcomes[number - 1]) if outcomes else ("",) * 3),
            *times,
        ]


def _seat(seat: Seat) -> Cells:
    return [seat.entrant, seat.kind, "" if seat.score is None else short(seat.score)]


def _outcome(outcome: Outcome) -> Cells:
    return [outcome.place, int(outcome.tied), shown(outcome.points)]


def _instant(at: datetime | None) -> str:
    return at.isoformat() if at else ""


def _csv(head: Sequence[str], lines: Iterable[Cells]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([harmless(cell) for cell in line] for line in lines)
    return text.getvalue()


def harmless(cell: object) -> str:
    """What no spreadsheet takes for a formula, not even behind blanks or in wide letters."""
    text = str(cell)
    bare = "".join(letter for letter in unicodedata.normalize("NFKC", text) if letter.isprintable()).lstrip()
    is_number = text.removeprefix("-").replace(".", "", 1).isdecimal()
    return f"'{text}" if bare.startswith(FORMULA) and not is_number else text
