"""Checks an exported tournament file: recomputes its standings and compares them."""

from typing import NamedTuple

import msgspec

from games.rules.core.translation import ENGLISH, Translator, mark
from games.tournaments.export import json_file
from games.tournaments.standings.messages import InvalidTournamentData

MOST_SEATS = 20  # per table; no game here has as many

MOST_ENTRANTS = 2000

MOST_RESULTS = 200_000  # seats of all tables

MOST_ROWS = 20_000  # of all standings together

MOST_ROUNDS = 100

MOST_MOVES = 10_000  # of a ladder


class FileCheck(NamedTuple):
    """The outcome of verifying an uploaded file."""

    title: str = ""
    sections: tuple[tuple[str, int, int], ...] = ()  # name, number of entrants, number of tables
    error: str = ""


class TableOutline(msgspec.Struct):
    """A table of an uploaded file, parsed only as far as needed to count its seats."""

    seats: list[msgspec.Raw] = []


class SectionOutline(msgspec.Struct):
    """A section of an uploaded file, parsed only as far as needed to measure its size."""

    entrants: list[msgspec.Raw] = []
    tables: list[TableOutline] = []
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


class FileOutline(msgspec.Struct):
    """An uploaded file, parsed only as far as needed to measure its size."""

    entrants: list[msgspec.Raw] = []
    sections: list[SectionOutline] = []

    def is_sane(self) -> bool:
        results = sum(len(table.seats) for section in self.sections for table in section.tables)
        rows = len(self.entrants) + sum(len(section.entrants) for section in self.sections)
        return (
            len(self.entrants) <= MOST_ENTRANTS
            and results <= MOST_RESULTS
            and rows <= MOST_ROWS
            and all(section.is_sane() for section in self.sections)
        )


def _require_sane_size(data: bytes) -> None:
    """Reject files larger than any real tournament: a crafted one could keep the server busy for hours."""
    try:
        found = msgspec.json.decode(data, type=FileOutline)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return  # invalid content is reported by the full parser
    if not found.is_sane():
        raise InvalidTournamentData(mark("This is larger than any tournament on this site."))


def verify_file(data: bytes, tongue: Translator = ENGLISH) -> FileCheck:
    """Recompute the standings of an uploaded file and report whether they are correct."""
    try:
        _require_sane_size(data)
        export = json_file.load_tournament(data)
    except InvalidTournamentData as error:
        return FileCheck(error=error.sentence.say(tongue))
    sections = ((one.name, len(one.entrants), len(one.tables)) for one in export.sections)
    return FileCheck(export.title, tuple(sections))
