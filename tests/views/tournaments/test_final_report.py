"""What a finished tournament shows of itself: its report, badges on cards and on the pages of people."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.models import Seat
from games.tournaments.models import Entrant, Stage, TableSeat, Tournament
from games.tournaments.results import standings_cache
from games.tournaments.standings import from_state
from tests.helpers.messages import tournaments as messages
from tests.helpers.pages import client_of
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.factories import EntrantFactory, TournamentFactory
from tests.helpers.tournaments.finished_games import finish_tournament
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.pages import address, plain, text
from tests.helpers.tournaments.people import entrant, person
from tests.helpers.tournaments.stages import AT_ONCE, FINAL, ONE_ROUND, POD, SWISS

pytestmark = pytest.mark.django_db


def by_place(tournament: Tournament, place: int) -> Entrant:
    return tournament.entrants.select_related("user").get(place=place)


def page_of(entrant: Entrant) -> str:
    assert entrant.user is not None
    return plain(Client().get(f"/people/{entrant.user.handle}/").content)


def test_the_home_page_tells_how_it_ended(django_assert_max_num_queries):
    made = TournamentBuilder(ONE_ROUND, FINAL, **AT_ONCE).entrants(7).bots(8).started().directed().build()
    assert messages.HOW_IT_ENDED not in text(made)
    Seat.objects.filter(user__in=[person(made, number) for number in (1, 2, 3)]).update(missed_count=1)
    made = finish_tournament(made)
    Tournament.objects.filter(pk=made.pk).update(ended_at=made.frozen_at + timedelta(days=62, hours=3))
    client = client_of(person(made, 1))
    client.get(address(made))
    with django_assert_max_num_queries(12):
        content = client.get(address(made)).content.decode()
    report = re.search(r'<section class="report".*?</section>', content, re.DOTALL)
    assert report is not None
    rows = re.findall(r"<tr class.*?</tr>", report[0], re.DOTALL)
    assert [re.search(r'"place">(\d)', row)[1] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    for place, row in enumerate(rows, 1):
        assert f">{by_place(made, place).name}</a>" in row
    assert re.search(r"Before \S+: a better place \(1 vs 2\)", rows[0])
    assert '"n pts">1<' in rows[0]  # the only round of the final
    assert '"n pts"><' in rows[4]  # of the final, in which they were not
    assert "Swiss tables: place " in rows[4]
    sentence = plain(report[0].encode())
    assert "Entrants 8 " in sentence
    assert "Tables 3 played" in sentence
    assert "Duration 63 days" in sentence
    starts = TableSeat.objects.filter(entrant__tournament=made, entrant__bot="").count()
    assert f"Player starts {starts} " in sentence
    assert "Standings</h2>" not in content  # the first of them are told already


def test_the_punctual_are_named_by_name_and_counted():
    made = finish_tournament(TournamentBuilder(POD, **AT_ONCE).entrants(7).started().directed().build())
    names = sorted(made.entrants.values_list("name", flat=True), key=str.lower)
    assert re.search(rf"Most punctual {names[0]} , {names[1]} , {names[2]} and 4 more", text(made))
    Entrant.objects.filter(tournament=made).exclude(name=names[1]).update(is_punctual=False)
    assert re.search(rf"Most punctual {names[1]} played all", text(made))


def test_badges_stand_on_the_card_and_on_the_page_of_the_person():
    made = TournamentBuilder(POD).drawn((1, 2, 3, 4)).round_played((30, 26, 22, 18)).ended().build()
    assert "Badges 1st of 4 " in text(made, "entrants/1/")
    assert "Badges" not in text(made, "entrants/4/")
    assert "Badges 1st of 4 in Autumn Cup" in page_of(entrant(made, 1))
    assert "Badges" not in page_of(entrant(made, 4))
    handle = person(made, 2).handle
    assert (
        f'<a href="{address(made)}">2nd of 4 in Autumn Cup</a>'
        in Client().get(f"/people/{handle}/").content.decode()
    )
    assert "Your place 4 of 4" in plain(client_of(person(made, 4)).get(address(made)).content)
    Tournament.objects.filter(pk=made.pk).update(is_listed=False)
    assert "Badges" not in text(made, "entrants/1/") + page_of(entrant(made, 1))
    assert messages.HOW_IT_ENDED in text(made)


def test_ten_badges_are_listed_and_the_others_counted():
    made = TournamentBuilder(POD).drawn((1, 2, 3, 4)).round_played((30, 26, 22, 18)).ended().build()
    ann = person(made, 1)
    for number in range(11):
        yesterday = made.ended_at - timedelta(days=1)
        other = TournamentFactory(title=f"Old Cup {number}", state="finished", ended_at=yesterday)
        EntrantFactory(tournament=other, user=ann, place=3)
    page = page_of(entrant(made, 1))
    assert page.count("3rd of 1 in Old Cup") == 9
    assert "and 2 more" in page


def test_the_report_of_a_thousand_asks_no_more_than_twelve_times(django_assert_max_num_queries):
    made = TournamentBuilder(SWISS).crowded(1000, rounds=2).build()
    Stage.objects.filter(tournament=made).update(state=Stage.State.FINISHED)
    with write_ledger(made) as transaction:
        transaction.update_tournament(state=Tournament.State.FINISHED, ended_at=transaction.now)
        standings_cache.refresh_standings(transaction)
        order = from_state.compute_final_order(transaction.state)
    made.entrants.update(is_punctual=True)
    for client in (Client(), client_of(entrant(made, order[0]).user)):
        client.get(address(made))
        with django_assert_max_num_queries(12):
            page = plain(client.get(address(made)).content)
        assert "and 997 more" in page
        with django_assert_max_num_queries(12):
            assert "1st of 1000" in plain(client.get(address(made, f"entrants/{order[0]}/")).content)
