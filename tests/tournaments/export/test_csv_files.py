"""Standings and tables for spreadsheets."""

import csv
import io
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.export.csv_files import (
    STANDINGS_COLUMNS,
    TABLE_COLUMNS,
    escape_formula,
    format_standings_csv,
    format_tables_csv,
)
from games.tournaments.standings.ranking import RankedEntrant, rank_entrants
from games.tournaments.standings.results import Bye, FinishedSeat, FinishedTable
from games.tournaments.standings.scoring_terms import ScoringTerms
from games.tournaments.standings.tie_breaks import LEAGUE
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments import score_sheets
from tests.helpers.tournaments.score_sheets import TEN, patiently, ranked, table

TERMS = ScoringTerms(scheme=TEN)


def read(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_line_of_the_standings():
    text = format_standings_csv(ranked(score_sheets.LEAGUE, *LEAGUE, seed="demo"), {"A": "Ann"})
    assert text.splitlines()[0] == ",".join(STANDINGS_COLUMNS)
    first = read(text)[0]
    assert len(first.pop("lot")) == 64
    assert first == {
        "rank": "1",
        "entrant": "A",
        "name": "Ann",
        "state": "active",
        "games": "4",
        "byes": "0",
        "points": "24.0000",
        "wins": "2.0000",
        "seconds": "0.0000",
        "thirds": "1.0000",
        "opp": "4.8333",
        "sb": "2.6562",
        "relw": "0.7950",
        "share": "0.2561",
        "tie_reason": messages.MORE_WINS.fill(better=2, worse="1.5"),
    }


def test_a_bye_has_a_line_with_its_points():
    byes = [Bye("A", 2), Bye("B", 1, Fraction(5, 2))]
    lines = read(format_tables_csv([("1", [], TERMS, byes)]))
    found = [(one["round"], one["status"], one["entrant"], one["points"]) for one in lines]
    assert found == [("1", "bye", "B", "2.5000"), ("2", "bye", "A", "5.0000")]


def test_a_line_of_the_tables():
    at = datetime(2027, 3, 1, 12, tzinfo=UTC)
    one = table("A25 B20 C20 D12", 7, round=2, started=at, kinds={"C": "stand_in"})
    lines = read(format_tables_csv([("Heats", [one], TERMS, [])]))
    assert list(lines[0]) == list(TABLE_COLUMNS)
    assert list(lines[1].values()) == [
        *("Heats", "2", "7", "4", "finished", "2", "B", "self", "20", "2", "1", "4.5000"),
        *("2027-03-01T12:00:00+00:00", ""),
    ]
    assert [line["points"] for line in lines] == ["10.0000", "4.5000", "0.0000", "1.0000"]


def test_tables_are_written_in_their_order_whoever_was_first():
    played = [table("A1 B2", 3, round=2), table("A1 B2", 2, round=1), table("A1 B2", 1, round=2)]
    lines = read(format_tables_csv([("", played, TERMS, [])]))
    assert [line["table"] for line in lines[::2]] == ["2", "1", "3"]


def test_a_void_table_has_scores_and_nothing_else():
    lines = read(format_tables_csv([("", [table("A1 B2", status="void")], TERMS, [])]))
    assert [(line["score"], line["place"], line["tied"], line["points"]) for line in lines] == [
        ("1", "", "", ""),
        ("2", "", "", ""),
    ]


def test_of_who_is_disqualified_nothing_stands():
    lines = read(format_tables_csv([("", [table("A9 B2")], TERMS, [])], out=frozenset("A")))
    assert [(line["place"], line["points"]) for line in lines] == [("2", "0.0000"), ("1", "9.0000")]


@pytest.mark.parametrize(
    "name", ["=1+1", "+1+1", "-2+3", "@SUM(A1)", " =1", "\t=1", "\r=1", "＝1+1", "\u200b=1", "-", "=", "\n@x"]
)
def test_a_name_is_never_a_formula(name):
    assert escape_formula(name) == f"'{name}"
    text = format_standings_csv(rank_entrants([], [], [RankedEntrant(1, name)], ScoringTerms()), {1: name})
    assert read(text)[0]["name"] == f"'{name}"


@pytest.mark.parametrize("cell", ["-5", "-5.0000", "12", "Ann", "Jean-Luc", "a=b", "", "'", 0, -3])
def test_numbers_and_plain_names_stay_as_they_are(cell):
    assert escape_formula(cell) == str(cell)


@patiently
@given(st.text(max_size=8))
def test_whatever_a_name_is_it_stays_in_its_cell(name):
    text = format_standings_csv(ranked("A5 B4", "PTS"), {"A": name, "B": name})
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert [len(row) for row in rows] == [len(STANDINGS_COLUMNS)] * 3
    assert rows[1][2].removeprefix("'") == name.removeprefix("'")


def test_a_score_below_nothing_stays_a_number():
    lines = read(
        format_tables_csv(
            [("", [FinishedTable(1, (FinishedSeat("A", -5), FinishedSeat("B", 2)))], TERMS, [])]
        )
    )
    assert lines[0]["score"] == "-5"
