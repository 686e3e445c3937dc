"""Deciding on the page: one move, a whole turn, in vain, twice, too late."""

import re

import pytest
from django.test import Client

from games.models import Game
from games.play import votes
from games.play.transaction.origin import by_user
from tests.helpers.factories import UserFactory
from tests.helpers.messages.links import HAPPENED_MEANWHILE
from tests.helpers.messages.pages import (
    AND_THEN,
    CHOOSE_FIRST,
    CHOSEN_AND_WRITTEN_DIFFER,
    NEXT_STEP_UNKNOWN,
    PREVIEW_HEADING,
)
from tests.helpers.messages.play import GAME_PAUSED
from tests.helpers.messages.rules import (
    BUILD_FOR,
    BUILT,
    GAME_WAITS_FOR,
    MURDERED,
    ROBS,
    TAKE_GOLD,
    YOU_HAVE_DRAWN,
    YOU_TAKE_GOLD,
)
from tests.helpers.messages.table import (
    DECIDED_MEANWHILE,
    GAME_IS_NOT_RUNNING,
    NO_SEAT_HERE,
    NOTHING_TO_TAKE_BACK,
    TURN_ENDS_HERE,
    TURN_STOPPED_AT,
)
from tests.helpers.pages import HTMX, client_of, decision_form, forms, sent_as_it_is, url
from tests.helpers.tables import awaited, fallback, move, play_on, table, written

pytestmark = pytest.mark.django_db

KING = {"called": "king", "{0}": {"characters": ["king"], "gold": 3, "hand": ["tavern", "castle"]}}


def kings_turn() -> tuple[Game, object]:
    game = table(3)
    written(game, KING)
    return game, awaited(game)


def send(client: Client, game: Game, decision: object, **more: object):
    headers = more.pop("headers", {})
    return client.post(url(game, "move"), {"decision": decision, "key": "k", **more}, headers=headers)


def text(response) -> str:
    return response.content.decode()


def played(game: Game) -> list[str]:
    return list(game.log_entries.filter(kind="move").values_list("text", flat=True))


# --- one move


def test_a_chosen_move_is_played_and_leads_back_to_the_table():
    game, seat = kings_turn()
    answer = send(client_of(seat.user), game, seat.decision, move="gold")
    assert (answer.status_code, answer.url) == (303, url(game))
    assert played(game) == ["gold"]


def test_a_written_line_is_read_like_in_a_email():
    game, seat = kings_turn()
    assert send(client_of(seat.user), game, seat.decision, line="  Take GOLD ").status_code in (303, 422)
    assert send(client_of(seat.user), game, seat.decision, line="Gold!", key="2").status_code in (303, 409)
    assert played(game) == ["gold"]


def test_htmx_gets_the_table_at_once():
    game, seat = kings_turn()
    answer = send(client_of(seat.user), game, seat.decision, move="gold", headers=HTMX)
    assert answer.status_code == 200
    assert text(answer).lstrip().startswith("<title>")
    assert "<html" not in text(answer)
    assert "Tavern for 1" in text(answer)
    assert "4 gold" in text(answer)


def test_the_same_form_twice_is_one_move():
    game, seat = kings_turn()
    client = client_of(seat.user)
    assert send(client, game, seat.decision, move="gold").status_code == 303
    assert send(client, game, seat.decision, move="gold").status_code == 303
    assert played(game) == ["gold"]


def test_a_move_loads_only_what_it_needs(django_assert_max_num_queries):
    game, seat = kings_turn()
    client = client_of(seat.user)
    with django_assert_max_num_queries(14):  # SQLite writes line by line, and counts savepoints
        send(client, game, seat.decision, move="gold")


# --- what cannot be


def test_nothing_chosen_is_asked_for():
    game, seat = kings_turn()
    answer = send(client_of(seat.user), game, seat.decision)
    assert answer.status_code == 422
    assert CHOOSE_FIRST in text(answer)


def test_what_the_rules_refuse_comes_back_with_the_reason_and_what_was_written():
    game, seat = kings_turn()
    answer = send(client_of(seat.user), game, seat.decision, line="build castle")
    assert answer.status_code == 422
    assert 'role="alert"' in text(answer)
    assert 'value="build castle"' in text(answer)
    assert played(game) == []


@pytest.mark.parametrize("how", [{}, {"look": "1"}, {"plan": "1"}, {"then": "gold", "move": "end"}])
def test_one_thing_chosen_and_another_written_are_both_given_back(how):
    game, seat = kings_turn()
    sent = {"move": "cards", "line": "gold" if "then" not in how else "build castle", **how}
    answer = send(client_of(seat.user), game, seat.decision, **sent)
    assert answer.status_code == 422
    assert CHOSEN_AND_WRITTEN_DIFFER in text(answer)
    assert decision_form(answer.content)["fields"]["move"].chosen == [sent["move"]]
    assert f'value="{sent["line"]}"' in text(answer)
    assert played(game) == []


def test_the_same_chosen_and_written_is_one_move():
    game, seat = kings_turn()
    assert send(client_of(seat.user), game, seat.decision, move="gold", line="Gold!").status_code == 303
    assert played(game) == ["gold"]


@pytest.mark.parametrize("line", ["<script>", "x" * 5000, "\x00", "@0", "@", "🏰", "end\nend\nend", "build"])
def test_no_line_breaks_the_page(line):
    game, seat = kings_turn()
    client = client_of(seat.user)
    for how in ({"line": line}, {"move": line}, {"move": line, "look": "1"}, {"move": line, "plan": "1"}):
        assert send(client, game, seat.decision, **how).status_code in (200, 302, 303, 409, 422)


@pytest.mark.parametrize("decision", ["", "x", "-1", "9" * 30])
def test_a_form_without_its_number_answers_nothing(decision):
    game, seat = kings_turn()
    assert send(client_of(seat.user), game, decision, move="gold").status_code == 409
    assert played(game) == []


# --- too late


def test_somebody_moved_meanwhile_shows_what_happened_and_the_question_now():
    game = table(3)
    first = awaited(game)
    move(first, fallback(first))
    second = awaited(game)
    answer = send(client_of(first.user), game, first.decision, move="pick king")
    assert answer.status_code == 409
    assert HAPPENED_MEANWHILE in text(answer)
    assert GAME_WAITS_FOR.fill(seats=second.name) in text(answer)


def test_a_stale_form_of_the_same_turn_shows_the_present_form():
    game, seat = kings_turn()
    client = client_of(seat.user)
    send(client, game, seat.decision, move="gold")
    answer = send(client, game, seat.decision, move="cards", key="other")
    assert answer.status_code == 409
    assert YOU_TAKE_GOLD.fill(gold=2) in text(answer)
    seat.refresh_from_db()
    assert decision_form(answer.content)["fields"]["decision"].chosen == [str(seat.decision)]


def test_who_is_not_asked_is_told_so():
    game, seat = kings_turn()
    other = game.seats.exclude(pk=seat.pk).select_related("user").first()
    answer = send(client_of(other.user), game, seat.decision, move="gold")
    assert answer.status_code == 409
    assert DECIDED_MEANWHILE in text(answer)
    assert GAME_WAITS_FOR.fill(seats=seat.name) in text(answer)


def test_a_paused_game_takes_no_move():
    game, seat = kings_turn()
    for one in game.seats.select_related("user")[:2]:
        votes.cast_vote(game.pk, one.name, "pause", by_user(one.user))
    answer = send(client_of(seat.user), game, seat.decision, move="gold")
    assert answer.status_code == 409
    assert GAME_PAUSED in text(answer)


def test_a_game_that_is_over_takes_no_move():
    game, seat = kings_turn()
    Game.objects.filter(pk=game.pk).update(state="abandoned")
    answer = send(client_of(seat.user), game, seat.decision, move="gold")
    assert answer.status_code == 409
    assert GAME_IS_NOT_RUNNING in text(answer)


# --- since the own last move

TURNS = {
    "called": "assassin",
    "{0}": {"characters": ["king"], "gold": 3, "hand": ["tavern", "castle"]},
    "{1}": {"characters": ["thief"], "gold": 4, "hand": ["market"]},
    "{2}": {"characters": ["assassin"]},
}


def test_a_question_tells_what_the_others_did_since_the_own_last_move():
    game = table(3)
    written(game, TURNS)
    king, thief, assassin = game.seats.select_related("user", "game")
    client, others = client_of(king.user), client_of(assassin.user)
    assert "Since your last turn" not in text(others.get(url(game)))
    move(assassin, "murder warlord", "gold", "end")
    move(thief, "rob merchant", "gold", "build market", "end")
    page = text(client.get(url(game)))
    sentence = page.partition('<details class="missed" id="since" open>')[2].partition("</details>")[0]
    assert MURDERED.fill(characters="Warlord") in sentence  # a position of a test has not told of the call
    assert (
        f"<b>Thief: {thief.name}</b> {ROBS.fill(characters='Merchant')}, {BUILT.fill(card='Market')}"
        in sentence
    )
    assert "King" not in sentence
    assert "Since your last turn" not in text(others.get(url(game)))  # who is asked nothing reads the record
    king.refresh_from_db()
    answer = send(client, game, king.decision, move="gold", headers=HTMX)
    assert "Since your last turn" not in text(answer)


# --- somebody else


def test_an_onlooker_cannot_move():
    game = table(3, visibility="always")
    seat = awaited(game)
    for client in (Client(), client_of(UserFactory())):
        answer = send(client, game, seat.decision, line=fallback(seat))
        assert answer.status_code == 403
        assert NO_SEAT_HERE in text(answer)
    assert played(game) == []


def test_a_stranger_learns_nothing_by_trying():
    game = table(3, visibility="nobody")
    seat = awaited(game)
    stranger = client_of(UserFactory())
    assert send(stranger, game, seat.decision, line=fallback(seat)).status_code == 404
    for name in ("undo", "chat", "vote"):
        assert stranger.post(url(game, name), {"matter": "pause", "text": "hello"}).status_code == 404


def test_a_move_cannot_be_made_by_a_link():
    game, seat = kings_turn()
    answer = client_of(seat.user).get(url(game, "move"), {"move": "gold"})
    assert answer.headers["Location"] == url(game)
    assert awaited(game).decision == seat.decision


# --- a whole turn


def test_a_turn_is_composed_step_by_step_and_sent_at_once():
    game, seat = kings_turn()
    client = client_of(seat.user)
    page = client.post(
        url(game, "move"), {"decision": seat.decision, "move": "gold", "plan": "1"}, follow=True
    )
    assert TAKE_GOLD.fill(gold=2, left=5) in text(page)
    assert AND_THEN in text(page)
    assert played(game) == []
    form = decision_form(page.content)
    page = client.post(
        form["action"], {**sent_as_it_is(form), "move": "build castle", "plan": "1"}, follow=True
    )
    assert BUILD_FOR.fill(card="Castle", gold=4, left=1) in text(page)
    assert PREVIEW_HEADING in text(page)
    form = decision_form(page.content)
    assert client.post(form["action"], {**sent_as_it_is(form), "move": "end"}).status_code == 303
    assert played(game) == ["gold", "build castle", "end"]


def test_a_plan_that_ends_the_turn_can_only_be_sent():
    game, seat = kings_turn()
    client = client_of(seat.user)
    page = client.get(url(game, "turn"), {"then": ["gold", "end"]})
    assert TURN_ENDS_HERE in text(page)
    assert 'type="radio"' not in text(page)
    assert client.post(url(game, "move"), sent_as_it_is(decision_form(page.content))).status_code == 303
    assert played(game) == ["gold", "end"]


def test_behind_a_draw_nothing_is_shown_and_the_rest_is_written():
    game, seat = kings_turn()
    page = text(client_of(seat.user).get(url(game, "turn"), {"then": ["cards"]}))
    assert NEXT_STEP_UNKNOWN in page
    assert not re.search(YOU_HAVE_DRAWN.pattern, page)


def test_where_a_turn_stops_is_told_with_the_reason():
    game, seat = kings_turn()
    client = client_of(seat.user)
    answer = client.post(
        url(game, "move"),
        {"decision": seat.decision, "key": "k", "then": ["gold", "build palace", "end"]},
        follow=True,
    )
    assert played(game) == ["gold"]
    assert re.search(TURN_STOPPED_AT.fill(moves="gold", line="build palace", why=".+"), text(answer))


def test_a_plan_that_is_wrong_from_the_start_says_so():
    game, seat = kings_turn()
    page = text(client_of(seat.user).get(url(game, "turn"), {"then": ["build palace"]}))
    assert 'role="alert"' in page


def test_the_last_line_of_a_plan_can_be_taken_away():
    game, seat = kings_turn()
    page = text(client_of(seat.user).get(url(game, "turn"), {"then": ["gold", "end"]}))
    assert f'href="{url(game, "turn")}?then=gold"' in page


def test_fields_at_the_end_of_a_plan_belong_to_the_plan():
    game = table(3)
    hand = ["tavern", "market", "docks", "castle"]
    written(game, {"called": "magician", "{0}": {"characters": ["magician"], "hand": hand}})
    seat = awaited(game)
    client = client_of(seat.user)
    form = decision_form(client.get(url(game, "turn"), {"then": ["gold"]}).content)
    chosen = next(value for value in form["fields"]["move"].values if value.startswith("@"))
    sent = {**sent_as_it_is(form), "move": chosen, f"{chosen[1:]}.cards": ["docks"]}
    assert client.post(form["action"], sent).status_code == 303
    assert played(game) == ["gold", "redraw docks"]


# --- taking back


def test_only_the_last_mover_may_take_back():
    game, seat = kings_turn()
    client = client_of(seat.user)
    send(client, game, seat.decision, move="gold")
    other = game.seats.exclude(pk=seat.pk).select_related("user").first()
    assert client_of(other.user).post(url(game, "undo"), {"key": "u"}).status_code == 409
    assert client.post(url(game, "undo"), {"key": "u"}).status_code == 303
    assert list(game.log_entries.filter(taken_back=True).values_list("text", flat=True)) == ["gold"]


def test_what_cannot_be_taken_back_says_why():
    game = table(3)
    play_on(game, 1)
    seat = game.seats.select_related("user").first()
    answer = client_of(seat.user).post(url(game, "undo"), {"key": "u"})
    assert answer.status_code == 409
    assert NOTHING_TO_TAKE_BACK in text(answer)


def test_every_form_of_the_page_has_its_address():
    game, seat = kings_turn()
    page = client_of(seat.user).get(url(game)).content
    assert all(form["action"].startswith(url(game)) for form in forms(page))
