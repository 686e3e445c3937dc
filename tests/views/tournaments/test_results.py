"""Rounds, standings with reasons, who met whom, the bracket and cards; and who may know who sits where."""

import html
import re
from fractions import Fraction

import msgspec
import pytest
from django.test import Client
from django.utils import translation

from games.tournaments.director import director
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.models import (
    CachedStanding,
    Entrant,
    Round,
    Stage,
    TableSeat,
    Tournament,
    TournamentTable,
)
from games.tournaments.results import standings_cache
from games.tournaments.settings import StageSettings
from games.tournaments.setup import lifecycle
from games.views.tournaments import facts
from tests.helpers.messages import tournaments as messages
from tests.helpers.pages import client_of
from tests.helpers.tournaments.builder import TournamentBuilder, build_played_round
from tests.helpers.tournaments.finished_games import finish_all
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.pages import address, status, text
from tests.helpers.tournaments.people import appoint, entrant, person, register_entrants
from tests.helpers.tournaments.stages import AT_ONCE, FINAL, SWISS
from tests.helpers.tournaments.tables import play, refresh_standings, start, table

pytestmark = pytest.mark.django_db

HIDDEN = msgspec.structs.replace(SWISS, anonymous=True)
KNOCK_OUT = StageSettings(format="knock_out", size=4, least=3, most=4)


# --- standings


def test_standings_tell_why_somebody_is_above_the_next():
    page = text(build_played_round(), "standings/")
    assert "Level with P5 on points; closer to the winners" in page
    assert messages.MORE_POINTS.fill(better=10, worse=6) in page
    assert "Level with P1 on points; by lot" in page
    assert messages.WHEN_PEOPLE_ARE_LEVEL in page


def test_equal_scores_that_the_game_parts_are_not_said_to_share():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    with write_ledger(found) as transaction:
        transaction.append_entry("started", table=1)
        scores = ((1, "30", 1), (2, "23", 2), (3, "23", 3), (4, "10", 4))
        transaction.append_entry(
            "finished", table=1, seats=[VerdictLine(who, score, place) for who, score, place in scores]
        )
        standings_cache.sync_tables(transaction, [1])
    play(found, 2, 25, 40, 20, 10)
    page = text(refresh_standings(found), "standings/")
    assert "P2 23 6 P3 23 3" in page
    assert (
        "Score, then the points for the place: 10, 6, 3, 1. Players who share a place share its points"
        in page
    )
    assert "equal scores count as two places where the game’s own rules separate them" in page


def test_points_that_are_a_part_of_the_scores_have_no_places_to_share():
    assert facts.describe_score_columns(msgspec.structs.replace(SWISS, points="RELW")) == (
        "Score, then points: your percentage of the winner’s score."
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1 point", "2 points", "5½ points"]),
        ("hu", ["1 pont", "2 pont", "5½ pont"]),
        ("hr", ["1 bod", "2 boda", "5½ boda"]),
    ],
)
def test_points_have_the_word_that_goes_with_them(language, said):
    with translation.override(language):
        assert [facts.format_points(value) for value in (Fraction(1), Fraction(2), Fraction(11, 2))] == said


def test_between_people_without_a_result_the_lot_is_told_once_others_have_one():
    found = TournamentBuilder(msgspec.structs.replace(SWISS, hides_results=False, go_on=0)).drawn().build()
    play(found, 1, 30, 25, 20, 10)
    page = text(refresh_standings(found), "standings/")
    assert page.count("by lot (") == 3  # between the four who have not played
    assert text(found, "embed/").count("by lot (") == 3


def test_before_the_first_result_no_lots_are_read_out():
    found = refresh_standings(TournamentBuilder(SWISS, FINAL).drawn().build())
    page = text(found, "standings/")
    assert messages.ROUND_IS_PLAYED.fill(rounds=1) in page
    assert "by lot" not in page
    assert messages.ALL_WITH_REASONS not in text(found)


def test_only_a_figure_that_parted_equals_is_shaded():
    content = Client().get(address(build_played_round(), "standings/")).content.decode()
    assert "&lt;iframe src=" in content  # what to paste into one's own page
    rows = dict(re.findall(r">(P\d)</a>(.*?)</tr>", content, re.DOTALL))
    assert rows["P2"].count("decided") == rows["P5"].count("decided") == 1
    assert re.search(r'decided" data-l="% of winner">83.3<', rows["P2"])
    assert "decided" not in rows["P1"] + rows["P6"]  # a lot is no figure
    assert 'class="n pts decided"' not in content


@pytest.mark.parametrize("language", ["hu", "hr"])
def test_figures_and_reasons_have_the_comma_of_the_reader(language):
    content = (
        Client(headers={"accept-language": language})
        .get(address(build_played_round(), "standings/"))
        .content.decode()
    )
    assert ">83,3<" in content
    assert not re.search(
        r">[^<]*[0-9]\.[0-9][^<]*<", content.partition("<tbody>")[2].partition("</tbody>")[0]
    )


def test_the_line_is_drawn_below_those_who_go_on():
    content = Client().get(address(build_played_round(), "standings/")).content.decode()
    cut = re.search(r'<tr class=" cut">\s*<td class="place">(\d+)</td>', content)
    assert cut is not None
    assert cut.group(1) == "4"


def test_the_line_counts_only_those_who_can_go_on():
    found = TournamentBuilder(msgspec.structs.replace(SWISS, go_on=4), FINAL).drawn()
    tournament = found.round_played((30, 25, 20, 10), (25, 40, 20, 10)).build()
    leader = standings_cache.parse_standings(CachedStanding.objects.get(stage__number=1).data)[0].rows[0]
    Entrant.objects.filter(tournament=tournament, number=leader.entrant).update(state="withdrawn")
    with write_ledger(tournament) as transaction:
        transaction.append_entry("withdrew", entrant=leader.entrant)
    refresh_standings(tournament)
    content = Client().get(address(tournament, "standings/")).content.decode()
    cut = re.search(r'<tr class=" cut">\s*<td class="place">(\d+)</td>', content)
    assert cut is not None
    assert cut.group(1) == "5"


def test_the_readers_own_row_is_marked_but_not_in_a_frame():
    found = build_played_round()
    player = person(found, 1)
    assert '<tr class="me' in client_of(player).get(address(found, "standings/")).content.decode()
    assert '<tr class="me' not in client_of(player).get(address(found, "embed/")).content.decode()


def test_before_a_stage_has_begun_there_are_no_results(ann):
    found = TournamentBuilder().build()
    for page in ("rounds/", "standings/", "who-met-whom/", "bracket/", "rulings/", "standings.csv"):
        assert status(None, found, page) == 404, page
    assert status(None, build_played_round(), "standings/?stage=7") == 404
    assert status(None, build_played_round(), "rounds/?round=7") == 404
    assert status(None, build_played_round(), "standings/?page=zero&stage=1") == 200


# --- a frame for other pages


def test_the_frame_may_stand_anywhere_and_brings_nothing_along():
    found = build_played_round()
    page = client_of(person(found, 1)).get(address(found, "embed/"))
    policy = page["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "script-src 'none'" in policy
    assert "X-Frame-Options" not in page
    assert not page.cookies
    for unwanted in ("<form", "<script", "csrf", "Sign out"):
        assert unwanted not in page.content.decode()


def test_every_other_page_may_not_be_framed():
    found = build_played_round()
    for where in ("", "standings/", "rounds/", "rules/", "entrants/", "rulings/"):
        page = Client().get(address(found, where))
        assert "frame-ancestors 'none'" in page["Content-Security-Policy"], where
        assert page["X-Frame-Options"] == "DENY", where


# --- rounds


def test_a_drawn_round_is_for_nobody_before_it_is_published():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    Round.objects.update(state=Round.State.DRAFTED)
    assert found.owner is not None
    for user in (None, person(found, 1), found.owner):
        assert messages.NO_ROUND_YET in text(found, "rounds/", user)
        assert "Table 1" not in text(found, "entrants/1/", user)
        assert (
            " 1 "
            not in text(found, "who-met-whom/", user).split("Who sat where")[1].split("Citadels")[0][200:]
        )
    assert "P1" in text(found, "staff/rounds/", found.owner)


def test_a_table_is_a_link_only_for_who_may_look():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    game = start(found, 1).game
    assert game is not None
    way = f"/g/{game.key}/"
    for user, may in (
        (None, False),
        (person(found, 1), True),
        (person(found, 5), False),
        (found.owner, False),
    ):
        client = client_of(user) if user else Client()
        assert (way in client.get(address(found, "rounds/")).content.decode()) is may
    type(game).objects.filter(pk=game.pk).update(state="over")
    assert way in Client().get(address(found, "rounds/")).content.decode()


def test_byes_are_named():
    found = TournamentBuilder(SWISS, FINAL).drawn((1, 2, 3, 4)).build()
    with write_ledger(found) as transaction:
        transaction.append_entry("entered", entrant=9, name="P9")
        tables = [{"table": 1, "seats": [1, 2, 3, 4]}]
        transaction.append_entry("drawn", stage=1, round=1, tables=tables, byes=[4])
    assert messages.WITHOUT_TABLE.fill(names="P4") in text(found, "rounds/")


# --- anonymous tables


def hidden() -> Tournament:
    found = TournamentBuilder(HIDDEN).drawn().build()
    start(found, 1, is_anonymous=True)
    play(found, 2, 25, 40, 20, 10)
    return refresh_standings(found)


def test_names_of_a_running_anonymous_table_are_nowhere():
    found = hidden()
    assert found.owner is not None
    referee = appoint(found, user=person(found, 5))
    names = re.compile(r"\bP[1-4]\b")
    for user in (None, person(found, 6), referee, found.owner):
        page = text(found, "rounds/", user)
        assert "Seat 1" in page
        assert not names.search(page)
        assert "P6" in page  # that table is over
    for number in (1, 2, 3, 4):
        assert "Table 1" not in text(found, f"entrants/{number}/", found.owner)
    assert "Table 2" in text(found, "entrants/5/")


def test_everybody_knows_their_own_seat_and_no_other():
    found = hidden()
    page = text(found, "rounds/", person(found, 2))
    assert "P2" in page
    assert not re.search(r"\bP[134]\b", page)
    assert "Table 1" in text(found, "entrants/2/", person(found, 2))


def test_the_cross_table_counts_anonymous_tables_when_they_are_over():
    found = hidden()
    content = Client().get(address(found, "who-met-whom/")).content.decode()
    met = content[: content.index('id="sat"')]
    assert met.count('class="met-1"') == 12  # six pairs, twice
    play(found, 1, 30, 25, 20, 10)
    TournamentTable.objects.filter(tournament=found, number=1).update(state=TournamentTable.State.FINISHED)
    content = Client().get(address(found, "who-met-whom/")).content.decode()
    assert content[: content.index('id="sat"')].count('class="met-1"') == 24


def test_the_ledger_does_not_tell_an_organizer_who_plays_who_sits_where():
    found = hidden()
    referee = appoint(found, user=person(found, 5))
    page = text(found, "staff/ledger/", referee)
    assert "A round is drawn" in page
    assert "seats" not in page


# --- points from table to table


def test_a_league_has_a_chart_with_the_readers_line():
    league = StageSettings(format="league", size=4, least=3, most=4, group=7, cap=4)
    found = TournamentBuilder(league, least=7, check_in_hours=0).build()
    people = register_entrants(found, 7)
    assert found.owner is not None
    lifecycle.begin_tournament_now(found.pk, found.owner)
    director.run_due_steps(found.pk)
    assert messages.POINTS_CHART not in text(found, "standings/")
    finish_all(found)
    page = client_of(people[0].user).get(address(found, "standings/")).content.decode()
    assert messages.POINTS_CHART in page
    assert page.count("<polyline") == 7
    assert len(re.findall(r'<polyline class="curve dash-\d me"', page)) == 1


# --- the bracket


@pytest.fixture
def knocked_out() -> Tournament:
    return (
        TournamentBuilder(KNOCK_OUT, least=8, most=16, check_in_hours=0)
        .entrants(16)
        .started()
        .directed()
        .build()
    )


def test_the_bracket_says_who_goes_where(knocked_out):
    finish_all(knocked_out)
    page = text(knocked_out, "bracket/")
    assert page.count(messages.TO_THE_FINAL) == 4
    assert "Final" in page
    for seat in TableSeat.objects.filter(table__tournament=knocked_out).exclude(score=""):
        TableSeat.objects.filter(pk=seat.pk).update(score=str(40 - (seat.place or 0)))
    assert messages.WHAT_WAS_CLOSE not in text(knocked_out, "bracket/")
    first = knocked_out.tables.get(number=1).seats
    first.update(score="22")
    one, other = (first.get(place=place).entrant.name for place in (1, 2))
    close = f"Table 1: {one} and {other} both had 22. By the game’s own tie-break {one} comes first."
    assert close in text(knocked_out, "bracket/")
    finish_all(knocked_out)
    found = Tournament.objects.get(pk=knocked_out.pk)
    assert found.state == Tournament.State.FINISHED
    [winner, *_level] = found.tables.get(round__number=2).seats.filter(place=1)
    page = text(found, "standings/")
    assert page.index(winner.entrant.name) < page.index("Before")
    assert "has won" in text(found, "bracket/")


def test_the_bracket_tells_what_has_parted_the_best_of_the_others():
    found = (
        TournamentBuilder(KNOCK_OUT, least=8, most=16, check_in_hours=0)
        .entrants(12)
        .started()
        .directed()
        .games_finished()
        .build()
    )
    first = TableSeat.objects.filter(table__tournament=found, table__round__number=1)
    final = TableSeat.objects.filter(table__tournament=found, table__round__number=2).values("entrant")
    first.update(score="20")
    first.filter(place=1).update(score="40")
    card = first.exclude(place=1).get(entrant__in=final)
    first.filter(pk=card.pk).update(score="30", place=2)
    page = text(found, "bracket/")
    assert f"{card.entrant.name} advances as one of the best runners-up, ahead of " in page
    assert messages.CLOSER_TO_WINNERS.fill(better="0.75", worse="0.5") in html.unescape(page)


def test_lines_lead_from_each_table_to_the_next_and_the_readers_is_thick(knocked_out):
    finish_all(knocked_out)
    final = knocked_out.tables.get(round__number=2)
    drawn = Client().get(address(knocked_out, "bracket/")).content.decode()
    paths = re.findall(r'<path d="M0 ([\d.]+)C50 [\d.]+ 50 ([\d.]+) 100', drawn)
    assert paths == [("12.5", "50.0"), ("37.5", "50.0"), ("62.5", "50.0"), ("87.5", "50.0")]
    assert drawn.count(f'<a href="#b{final.number}">to the final</a>') == 4
    one = final.seats.first()
    assert one is not None
    own = client_of(one.entrant.user).get(address(knocked_out, "bracket/")).content.decode()
    assert own.count('<path class="me"') == 1


def test_the_bracket_marks_whose_seat_a_bot_has_played_on(knocked_out):
    finish_all(knocked_out)
    TableSeat.objects.filter(table__number=1, place=3).update(kind="bot")
    assert text(knocked_out, "bracket/").count("a bot took over") == 1


def test_in_a_bracket_of_anonymous_tables_nobody_sees_who_meets(knocked_out):
    plan = msgspec.structs.replace(KNOCK_OUT, anonymous=True)
    Stage.objects.filter(tournament=knocked_out).update(settings_data=msgspec.json.encode(plan).decode())
    finish_all(knocked_out)
    page = text(knocked_out, "bracket/")
    assert "Seat 1" in page
    assert messages.TO_THE_FINAL not in page
    assert 'class="paths"' not in Client().get(address(knocked_out, "bracket/")).content.decode()


# --- cards


def test_a_card_has_tables_seats_opponents_and_the_place():
    found = build_played_round()
    page = text(found, "entrants/6/")
    assert "Table 2" in page
    assert "Seat 2, place 1" in page
    assert "with 10 points" in page
    assert "P5 once" in page
    assert status(None, found, "entrants/99/") == 404


def test_who_left_is_listed_as_out_only_if_they_have_played():
    found = build_played_round()
    for number in (1, 2):
        type(entrant(found, number)).objects.filter(pk=entrant(found, number).pk).update(state="withdrawn")
    table(found, 1).seats.filter(entrant__number=2).delete()
    page = text(found, "entrants/")
    assert "P1 : withdrawn" in page
    assert "P2 : withdrawn" not in page


# --- groups and divisions


def test_groups_of_a_pyramid_are_counted_in_each_division():
    found = (
        TournamentBuilder(StageSettings(format="pyramid", size=2, least=2, most=2, group=3), **AT_ONCE)
        .bots(9)
        .started()
        .directed()
        .build()
    )
    for page in (text(found, "rounds/"), text(found, "standings/")):
        named = set(re.findall(r"Division \d(?:, group \d)?", page))
        assert named == {"Division 1", "Division 2, group 1", "Division 2, group 2"}
    assert re.search(r"Table \d+ · Division \d", text(found, "entrants/1/"))
    names = [one["name"] for one in Client().get(address(found, "tournament.json")).json()["sections"]]
    assert names == ["1, division 1, group 1", "1, division 2, group 1", "1, division 2, group 2"]


def test_groups_of_a_league_have_numbers_and_a_single_one_has_none():
    league = StageSettings(format="league", size=3, least=3, most=3, group=7)
    found = TournamentBuilder(league, **AT_ONCE).bots(14).started().directed().build()
    assert {"Group 1", "Group 2"} == set(re.findall(r"Group \d", text(found, "rounds/")))
    one = TournamentBuilder(league, **AT_ONCE).bots(7).started().directed().build()
    assert "Group" not in text(one, "rounds/")
