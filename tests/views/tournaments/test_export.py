"""A tournament as files, and the page that checks one."""

import csv
import json
import re
from collections.abc import Sequence

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models import Game, Seat
from games.tournaments.director import director
from games.tournaments.export import files, json_file, verify
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.models import Entrant, LedgerEntry, TableSeat, Tournament
from games.tournaments.rulings import rulings
from games.tournaments.settings import StageSettings
from games.tournaments.standings.points import PointScheme, list_place_points
from games.views.tournaments import export
from games.views.tournaments.facts import format_points
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder, build_played_round
from tests.helpers.tournaments.finished_games import finish, list_running_tables
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.pages import address
from tests.helpers.tournaments.people import appoint
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import play

pytestmark = pytest.mark.django_db


def rows(tournament: Tournament, name: str) -> list[dict[str, str]]:
    page = Client().get(address(tournament, name))
    assert page["Content-Disposition"].startswith('attachment; filename="')
    return list(csv.DictReader(page.content.decode().splitlines()))


def checked(data: bytes) -> str:
    page = Client().post("/tournaments/check/", {"file": SimpleUploadedFile("cup.json", data)})
    assert page.status_code == 200
    return page.content.decode()


def test_the_standings_as_csv_have_all_tie_breaks():
    found = rows(build_played_round(), "standings.csv")
    assert [row["rank"] for row in found] == [str(rank) for rank in range(1, 9)]
    assert found[0]["points"] == "10.0000"
    assert found[2]["name"] == "P2"
    assert found[2]["relw"] == "0.8333"
    assert re.search(messages.CLOSER_TO_WINNERS.pattern, found[2]["tie_reason"])


def test_the_tables_as_csv_have_status_and_times():
    found = (
        TournamentBuilder(
            StageSettings(format="league", size=4, least=3, most=4, group=7),
            least=7,
            most=7,
            check_in_hours=0,
        )
        .entrants(7)
        .started()
        .directed()
        .games_finished()
        .build()
    )
    results = rows(found, "tables.csv")
    assert len(results) % 4 == 0
    assert results
    assert {row["status"] for row in results} == {"finished"}
    assert all(row["started"] and row["finished"] for row in results)


def test_who_stood_in_is_named_in_the_file_by_the_name_they_have_now():
    found = (
        TournamentBuilder(
            StageSettings(format="swiss", size=4, least=3, most=4, rounds=1), least=4, check_in_hours=0
        )
        .entrants(4)
        .started()
        .directed()
        .build()
    )
    [table] = list_running_tables(found)
    assert table.game is not None
    helper = UserFactory(handle="Helper")
    Seat.objects.filter(game=table.game, place=0).update(user=helper)
    finish(table.game)
    director.run_due_steps(found.pk)
    assert TableSeat.objects.get(table=table, seat=0).stand_in == helper
    result = json.loads(Client().get(address(found, "tournament.json")).content)
    seats = result["sections"][0]["tables"][0]["seats"]
    [helped] = [seat for seat in seats if seat["kind"] == "stand_in"]
    assert (helped["stand_in"], helped["points"]["shown"]) == ("Helper", "0.0000")
    earned = format_points(list_place_points(PointScheme(), 4)[helped["place"] - 1])
    assert f"<li>Helper: {earned}</li>" in Client().get(address(found, "standings/")).content.decode()
    assert Game.objects.get(pk=table.game.pk).state == Game.State.OVER


def test_a_name_that_looks_like_a_formula_is_harmless_in_a_spreadsheet():
    found = build_played_round()
    evil = '=HYPERLINK("http://x")'
    Entrant.objects.filter(tournament=found, number=1).update(name=evil)
    entry = found.ledger_entries.get(kind="entered", data__contains='"entrant":1,')
    LedgerEntry.objects.filter(pk=entry.pk).update(data=json.dumps({"entrant": 1, "name": evil}))
    names = [row["name"] for row in rows(found, "standings.csv")]
    assert f"'{evil}" in names
    assert evil not in names


def test_the_file_of_everything_is_checked_to_the_last_digit():
    found = build_played_round()
    data = Client().get(address(found, "tournament.json")).content
    assert messages.STANDINGS_FOLLOW in checked(data)
    assert "8 entrants, 2 tables" in checked(data)
    result = json.loads(data)
    result["sections"][0]["tables"][0]["seats"][0]["score"] = "1"
    assert re.search(messages.STANDINGS_DO_NOT_FOLLOW.pattern, checked(json.dumps(result).encode()))


def test_a_ruling_shows_in_the_file_as_the_state_of_its_table():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    play(found, 1, 30, 25, 20, 10)
    play(found, 2, 30, 25, 20, 10)
    result = json.loads(Client().get(address(found, "tournament.json")).content)
    assert [table["status"] for table in result["sections"][0]["tables"]] == ["finished", "finished"]


def test_tables_that_do_not_count_are_in_the_files_and_change_nothing():
    """One was played and ruled out, of another somebody never came."""
    found = TournamentBuilder(SWISS, FINAL).drawn((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)).build()
    play(found, 1, 30, 25, 20, 10)
    play(found, 2, 31, 26, 21, 11)
    with write_ledger(found) as transaction:
        transaction.append_entry("started", table=3)
        transaction.append_entry("remade", table=3, new=4, seats=[9, 10, 11])
        transaction.append_entry("started", table=4)
    before = verify.verify_file(files.render_json(found).encode()).error
    rulings.propose_ruling(found.pk, found.owner, "void", table_number=2, reason="The house was on fire.")
    second = appoint(found)
    for one in found.rulings.filter(state="proposed"):
        rulings.sign_ruling(one.pk, second)
    assert not any(row["score"] for row in rows(found, "tables.csv"))  # the round is not over
    play(found, 4, 12, 13, 14)
    data = Client().get(address(found, "tournament.json")).content
    tables = json.loads(data)["sections"][0]["tables"]
    assert [(one["number"], one["status"]) for one in tables] == [
        (1, "finished"),
        (2, "void"),
        (3, "void"),
        (4, "finished"),
    ]
    assert [one["score"] for one in tables[1]["seats"]] == ["31/1", "26/1", "21/1", "11/1"]
    assert [one["entrant"] for one in tables[2]["seats"]] == [9, 10, 11, 12]
    assert before == ""
    assert messages.STANDINGS_FOLLOW in checked(data)
    void = [row for row in rows(found, "tables.csv") if row["status"] == "void"]
    assert [row["score"] for row in void] == ["31", "26", "21", "11", "", "", "", ""]
    assert not any(row["points"] or row["place"] for row in void)


def test_people_of_a_round_that_runs_stand_in_the_file_by_number():
    found = (
        TournamentBuilder(
            StageSettings(format="knock_out", size=4, least=3, most=4, anonymous=True),
            least=8,
            check_in_hours=0,
        )
        .entrants(12)
        .started()
        .directed()
        .build()
    )
    result = json.loads(Client().get(address(found, "tournament.json")).content)
    [section] = result["sections"]
    assert section["entrants"] == sorted(section["entrants"])
    assert section["tables"] == []


# --- tables of two

DUELS = StageSettings(format="swiss", size=2, least=2, most=2, rounds=3)


def duels() -> Tournament:
    """Four people; the first round is over, and of the second one table of two."""
    found = TournamentBuilder(DUELS).drawn((1, 2), (3, 4)).build()
    play(found, 1, 30, 25)
    play(found, 2, 20, 20)
    with write_ledger(found) as transaction:
        transaction.append_entry("closed", stage=1, round=1)
        tables = [{"table": 3, "seats": [2, 1]}, {"table": 4, "seats": [4, 3]}]
        transaction.append_entry("drawn", stage=1, round=2, tables=tables, byes=[])
        transaction.append_entry("started", table=3)
        transaction.append_entry("started", table=4)
        transaction.append_entry(
            "finished", table=3, seats=[VerdictLine(1, "9"), VerdictLine(2, "9")]
        )  # in any order
    return found


def finish_duels(found: Tournament) -> None:
    """Number 4 has left and is out: in the third round there is nobody for number 2."""
    with write_ledger(found) as transaction:
        lines = [VerdictLine(4, "30", kind="bot", left=True), VerdictLine(3, "1")]
        transaction.append_entry("finished", table=4, seats=lines)
        transaction.append_entry("closed", stage=1, round=2)
        transaction.append_entry("withdrew", entrant=4)
        transaction.append_entry("drawn", stage=1, round=3, tables=[{"table": 5, "seats": [1, 3]}], byes=[2])
        transaction.append_entry("started", table=5)
        transaction.append_entry("finished", table=5, seats=[VerdictLine(1, "10"), VerdictLine(3, "20")])
        transaction.append_entry("closed", stage=1, round=3)


def trf(found: Tournament) -> list[str]:
    """The lines of the players, from their points on."""
    page = Client().get(address(found, "tournament.trf"))
    assert page["Content-Disposition"] == f'attachment; filename="{found.slug}.trf"'
    assert page["Content-Type"] == "text/plain; charset=utf-8"
    assert "no-store" in page["Cache-Control"]
    lines = page.content.decode().split("\r\n")
    return [line[80:] for line in lines if line.startswith("001 ")]


def test_tables_of_two_as_chess_programs_read_them():
    found = duels()
    finish_duels(found)
    assert trf(found) == [
        " 1.5    2     2 w 1     2 b =     3 w 0",
        " 1.0    3     1 b 0     1 w =  0000 - H",
        " 2.5    1     4 w =     4 b +     1 b 1",
        " 0.5    4     3 b =     3 w -  0000 - Z",
    ]
    head = Client().get(address(found, "tournament.trf")).content.decode()
    assert head.startswith("012 Autumn Cup\r\n042 ")
    assert f"\r\n092 Individual: Swiss-System\r\n102 {found.owner}\r\n122 a day per decision" in head
    assert "tournament.trf?stage=1" in Client().get(address(found, "standings/")).content.decode()


def test_a_round_that_is_played_is_not_in_that_file_either():
    assert trf(duels()) == [
        " 1.0    1     2 w 1",
        " 0.0    4     1 b 0",
        " 0.5    3     4 w =",  # by lot
        " 0.5    2     3 b =",
    ]


def test_what_does_not_count_is_not_in_that_file():
    found = duels()
    finish_duels(found)
    with write_ledger(found) as transaction:
        transaction.append_entry("ruled", table=1, ruling=1, void=True)
    assert trf(found)[:2] == [
        " 0.5    3               2 b =     3 w 0",
        " 1.0    2               1 w =  0000 - H",
    ]


def test_larger_tables_are_not_for_chess_programs():
    found = build_played_round()
    assert Client().get(address(found, "tournament.trf")).status_code == 404
    assert "tournament.trf" not in Client().get(address(found, "standings/")).content.decode()


def test_a_ladder_of_two_has_as_many_rounds_as_it_takes():
    found = TournamentBuilder(StageSettings(format="ladder", size=2, least=2, most=2)).drawn((1, 2)).build()
    found.tables.update(round=None)
    with write_ledger(found) as transaction:
        for number, seats in ((2, [2, 1]), (3, [1, 2])):
            transaction.append_entry("challenged", stage=1, table=number, seats=seats)
            transaction.append_entry("started", table=number)
            transaction.append_entry(
                "finished", table=number, seats=[VerdictLine(seats[0], "5"), VerdictLine(seats[1], "4")]
            )
        transaction.append_entry("withdrew", entrant=2)
    assert trf(found) == [" 1.0    1     2 b 0     2 w 1", " 1.0          1 w 1     1 b 0"]


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff\xfe", b'{"sections": 7}', b"[" * 100_000])
def test_what_is_no_file_of_ours_gets_a_sentence(data):
    page = Client().post("/tournaments/check/", {"file": SimpleUploadedFile("x.json", data)})
    assert page.status_code in (200, 422)
    assert 'class="error"' in page.content.decode()


def test_a_file_that_no_tournament_of_ours_could_be_is_not_reckoned():
    data = Client().get(address(build_played_round(), "tournament.json")).content
    result = json.loads(data)
    seat = result["sections"][0]["tables"][0]["seats"][0]
    result["sections"][0]["tables"][0]["seats"] = [seat] * 30
    assert messages.LARGER_THAN_ANY in checked(json.dumps(result).encode())


def scored(*tables: Sequence[object], system: str = "SHARE") -> bytes:
    """A file as ours, with tables that have these scores."""
    result = json.loads(Client().get(address(build_played_round(), "tournament.json")).content)
    section = result["sections"][0]
    section["terms"]["points"] = system
    first = section["tables"][0]
    section["tables"] = [
        {
            **first,
            "number": number,
            "seats": [
                {**seat, "score": str(score)} for seat, score in zip(first["seats"], scores, strict=True)
            ],
        }
        for number, scores in enumerate(tables, 1)
    ]
    return json.dumps(result).encode()


def test_numbers_that_would_keep_us_busy_for_hours_are_not_reckoned_with(monkeypatch):
    assert messages.UNREADABLE_NUMBER in checked(scored(("9" * 30, 1, 2, 3)))
    assert messages.UNREADABLE_NUMBER in checked(scored(("1/" + "7" * 30, 1, 2, 3)))
    monkeypatch.setattr(json_file, "MAX_COMMON_DENOMINATOR", 100)
    assert messages.NUMBERS_TOO_LONG in checked(scored((50, 30, 20, 3)))


def test_a_number_that_becomes_too_long_to_be_written_is_told_in_a_sentence():
    """It was a page of the server's own."""
    tables = [[10**18 + 10 * number + seat for seat in range(4)] for number in range(300)]
    assert messages.UNREADABLE_NUMBER in checked(scored(*tables, system="WIN"))


def test_what_is_too_long_is_not_even_read(monkeypatch):
    monkeypatch.setattr(export, "LARGEST_UPLOAD", 100)
    page = Client().post("/tournaments/check/", {"file": SimpleUploadedFile("x.json", b"x" * 200)})
    assert page.status_code == 413


def test_the_page_that_checks_wants_a_token_of_ours():
    data = {"file": SimpleUploadedFile("x.json", b"{}")}
    assert Client(enforce_csrf_checks=True).post("/tournaments/check/", data).status_code == 403
    assert Client().get("/tournaments/check/").status_code == 200
    assert Client().post("/tournaments/check/", {}).status_code == 422
