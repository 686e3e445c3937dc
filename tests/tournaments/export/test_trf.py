"""Tables of two in the columns that programs of chess clubs read."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.tournaments.export.trf import TrfHeader, TrfPlayer, TrfRound, convert_to_ascii, format_report
from games.tournaments.standings.results import FinishedSeat, FinishedTable
from tests.helpers.tournaments.score_sheets import table

START = datetime(2027, 3, 1, 18, tzinfo=UTC)
CUP = TrfHeader(
    title="Őszi Kupa – 2027",
    kind="Individual: Swiss-System",
    starts=START,
    ends=START + timedelta(days=60),
    arbiter="Ann",
    deputies=("Ben", "Cili"),
    times="24 hours for a decision",
)
FOUR = (
    TrfPlayer("A", "Árvíztűrő Đuro", 1, 27),
    TrfPlayer("B", "Bob", 2),
    TrfPlayer("C", "Иван", 2),
    TrfPlayer("D", "D" * 40, 4),
)
COLUMNS = {  # as the standard has them
    "number": (5, 8),
    "sex": (10, 10),
    "title": (11, 13),
    "name": (15, 47),
    "rating": (49, 52),
    "federation": (54, 56),
    "fide": (58, 68),
    "birth": (70, 79),
    "points": (81, 84),
    "rank": (86, 89),
}


def in_round(number: int, *sheets: str, **about) -> tuple[FinishedTable, ...]:
    started = START + timedelta(days=30 * (number - 1))
    return tuple(
        table(sheet, 10 * number + at, started=started, **about) for at, sheet in enumerate(sheets, 1)
    )


ROUNDS = (
    TrfRound(in_round(1, "A30 B25", "C20 D20")),
    TrfRound(in_round(2, "B22 A22") + in_round(2, "D30 C1", lost={"D": "left"})),  # and D is out
    TrfRound(in_round(3, "A10 C20"), byes=("B",), absent=("D",)),
)


def cut(line: str) -> dict[str, str]:
    return {name: line[first - 1 : last] for name, (first, last) in COLUMNS.items()}


def games(line: str) -> list[tuple[str, str, str]]:
    """Opponent, colour and result: columns 92–95, 97 and 99, then ten further on."""
    starts = range(91, len(line), 10)
    return [(line[at : at + 4], line[at + 5], line[at + 7]) for at in starts]


def players(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("001 ")]


def results(*rounds: TrfRound, out: frozenset = frozenset()) -> list[str]:
    """What stands in the rounds of each of the four, and their points."""
    lines = players(format_report(CUP, FOUR, rounds, out))
    return ["".join(game[2] for game in games(line)) + cut(line)["points"] for line in lines]


def test_four_people_in_three_rounds_to_the_column():
    assert format_report(CUP, FOUR, ROUNDS) == "".join(
        f"{line}\r\n"
        for line in (
            "012 Oszi Kupa - 2027",
            "042 2027/03/01",
            "052 2027/04/30",
            "062 4",
            "072 1",
            "092 Individual: Swiss-System",
            "102 Ann",
            "112 Ben",
            "112 Cili",
            "122 24 hours for a decision",
            "132" + " " * 88 + "27/03/01  27/03/31  27/04/30",
            f"001    1      {'Arvizturo Duro':33}   27{'':28} 1.5    1     2 w 1     2 b =     3 w 0",
            f"001    2      {'Bob':33}     {'':28} 1.0    2     1 b 0     1 w =  0000 - H",
            f"001    3      {'Entrant C':33}     {'':28} 2.5    2     4 w =     4 b +     1 b 1",
            f"001    4      {'D' * 33}     {'':28} 0.5    4     3 b =     3 w -  0000 - Z",
        )
    )


def test_each_thing_stands_in_the_columns_of_the_standard():
    first, _, _, last = players(format_report(CUP, FOUR, ROUNDS))
    assert cut(first) == {
        "number": "   1",
        "sex": " ",
        "title": "   ",
        "name": f"{'Arvizturo Duro':33}",
        "rating": "  27",
        "federation": "   ",
        "fide": " " * 11,
        "birth": " " * 10,
        "points": " 1.5",
        "rank": "   1",
    }
    assert games(first) == [("   2", "w", "1"), ("   2", "b", "="), ("   3", "w", "0")]
    assert games(last)[2] == ("0000", "-", "Z")


def test_every_line_is_of_plain_emails_and_ends_with_a_return():
    lines = format_report(CUP, FOUR, ROUNDS).split("\n")
    assert lines.pop() == ""
    assert all(line.isascii() and line.endswith("\r") for line in lines)


def test_a_stand_in_has_played_but_whoever_left_gets_nothing():
    one = TrfRound((table("A30 B25", kinds={"A": "stand_in"}),))
    assert results(one)[:2] == ["0 0.0", "0 0.0"]
    other = TrfRound((table("A20 B25", kinds={"A": "stand_in"}),))
    assert results(other)[:2] == ["0 0.0", "1 1.0"]


def test_of_who_is_disqualified_every_game_is_forfeited():
    assert results(TrfRound((table("A30 B25"),)), out=frozenset("A"))[:2] == ["- 0.0", "+ 1.0"]


def test_two_bots_at_the_end_of_a_table_have_both_lost():
    one = table("A30 B25", kinds={"A": "bot", "B": "bot"})
    assert results(TrfRound((one,)))[:2] == ["- 0.0", "- 0.0"]


def test_who_is_let_through_in_a_knock_out_has_a_whole_point():
    assert results(TrfRound((table("A30 B25"),), byes=("C",), bye="U"))[2] == "U 1.0"


def test_places_of_the_game_count_before_the_scores():
    one = FinishedTable(1, (FinishedSeat("A", 20, place=2), FinishedSeat("B", 20, place=1)))
    assert results(TrfRound((one,)))[:2] == ["0 0.0", "1 1.0"]


def test_a_round_with_several_tables_for_one_becomes_several():
    league = TrfRound(in_round(1, "A1 B2", "C1 D2", "A1 C2", "B1 D2", "D1 A2", "C1 B2"))
    assert results(league) == ["001 1.0", "101 2.0", "010 1.0", "110 2.0"]


def test_what_is_not_told_is_blank_and_at_the_end_nothing():
    assert results(TrfRound(), ROUNDS[2], TrfRound()) == [" 0 0.0", " H 0.5", " 1 1.0", " Z 0.0"]
    assert results(TrfRound()) == [" 0.0"] * 4
    assert "132" not in {line[:3] for line in format_report(CUP, FOUR, []).splitlines()}


def test_days_are_those_of_the_tournament():
    late = datetime(2027, 3, 1, 23, 30, tzinfo=UTC)
    head = TrfHeader(title="Cup", starts=late, zone=ZoneInfo("Europe/Budapest"))
    assert format_report(head, [], []) == "012 Cup\r\n042 2027/03/02\r\n062 0\r\n072 0\r\n"


def test_a_larger_table_is_no_such_game():
    with pytest.raises(ValueError, match="3 seats"):
        results(TrfRound((table("A1 B2 C3"),)))


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("Žužana Čolić", "Zuzana Colic"),
        ("Łukasz Øst", "Lukasz Ost"),
        ("a\r\n001  x", "a 001 x"),
        ("東京", ""),
    ],
)
def test_names_in_plain_emails(name, result):
    assert convert_to_ascii(name) == result
