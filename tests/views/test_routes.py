"""Who gets what answer where: a table of every route and every kind of visitor.

A route that is not in the table fails the first test, so nobody adds a page without saying who may see it.
Somebody who may not see a table gets the answer of a table that does not exist.
"""

from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from accounts.models import User
from games.models import ChatMessage, Game, GameLogEntry, Invitation, Seat, Vote
from games.tournaments.models import Entrant, LedgerEntry, Tournament
from tests.helpers.routes import FORMS, FORMS_ALONE, ODD, TABLE, asked, routes
from tests.helpers.tables import awaited, play_on, table

pytestmark = pytest.mark.django_db

VISITORS = ("stranger", "outsider", "guest", "player", "host")
FRAMED = "tournament_embed"  # the one page that may stand in others


def test_every_route_is_in_the_table():
    assert set(routes(get_resolver().url_patterns)) == set(TABLE)


@pytest.mark.parametrize("place", range(len(VISITORS)), ids=VISITORS)
def test_the_answers_are_those_of_the_table(scene, place):
    client = scene.clients[VISITORS[place]]
    given = {name: asked(scene, client, name).status_code for name in TABLE}
    wanted = {name: answers[place] for name, (_method, _where, answers) in TABLE.items()}
    assert given == wanted


def test_what_belongs_to_a_running_game_is_not_there_before_it(scene):
    patterns = routes(get_resolver().url_patterns)
    played = {name for name, (_method, where, _answers) in TABLE.items() if where == "running"} - {"table"}
    played = {name for name in played if patterns[name].startswith("g/")}
    for visitor in VISITORS:
        for name in played:
            method = TABLE[name][0]
            response = getattr(scene.clients[visitor], method)(scene.address(name, "waiting"), ODD)
            assert response.status_code in (302, 403, 404), (visitor, name)


def test_odd_input_gets_an_answer_in_words(scene):
    for visitor in VISITORS:
        for name in FORMS:
            response = scene.clients[visitor].post(scene.address(name, TABLE[name][1]), ODD)
            assert response.status_code < 500, (visitor, name)


def test_no_form_is_taken_without_its_token(scene):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = scene.clients["host"].cookies
    assert {name: asked(scene, strict, name).status_code for name in FORMS} == dict.fromkeys(FORMS, 403)


# what is answered before anybody asks whether it is a form
SOONER = {
    "change_language": 403,  # it does not come from a page of ours
    "change_theme": 403,
    "dev_inbox_reply": 404,  # the post room is closed
}


def test_who_opens_the_address_of_a_form_is_led_to_the_page_that_has_it(scene):
    host = scene.clients["host"]
    given = {name: asked(scene, host, name, "get") for name in FORMS_ALONE}
    assert {name: answer.status_code for name, answer in given.items()} == (
        dict.fromkeys(FORMS_ALONE, 302) | SOONER
    )
    for name in FORMS_ALONE - set(SOONER):
        assert host.get(given[name].headers["Location"]).status_code in (200, 404), name
        assert host.put(scene.address(name, TABLE[name][1])).status_code == 405, name


def test_nothing_is_changed_by_looking(scene):
    before = snapshot()
    for name, (_method, where, _answers) in TABLE.items():
        for method in ("get", "head", "options"):
            getattr(scene.clients["host"], method)(scene.address(name, where))
    assert snapshot() == before


def snapshot() -> list[Any]:
    models = (Game, Seat, Invitation, GameLogEntry, ChatMessage, Vote, User, Tournament, Entrant, LedgerEntry)
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_a_table_that_one_may_not_see_looks_like_one_that_is_not_there(scene):
    hidden, missing = scene.address("table", "running"), reverse("table", args=["nosuchtable"])
    pages = [scene.clients["outsider"].get(address) for address in (hidden, missing)]
    assert [page.status_code for page in pages] == [404, 404]
    shown, nothing = (page.content.decode() for page in pages)
    assert shown.replace(hidden, missing) == nothing  # the switches at its foot lead back to where one is


def test_a_pass_opens_nothing_after_the_seat_was_given_on(scene):
    game = scene.tables["running"]
    Seat.objects.filter(game=game).update(key="another")
    assert scene.clients["guest"].get(scene.address("table", "running")).status_code == 404


def test_a_watched_game_shows_strangers_no_form_and_takes_no_move():
    game = table(4, visibility=Game.Visibility.ALWAYS)
    play_on(game, 5)
    page = Client().get(f"/g/{game.key}/")
    assert page.status_code == 200
    assert b'name="decision"' not in page.content
    sent = {"decision": awaited(game).decision, "line": "gold", "key": "k"}
    assert Client().post(f"/g/{game.key}/move/", sent).status_code == 403


def test_every_page_has_its_guards(scene):
    for name in TABLE:
        response = asked(scene, scene.clients["host"], name)
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers.get("X-Frame-Options") == (None if name == FRAMED else "DENY")
        assert response.headers["Referrer-Policy"] in ("same-origin", "strict-origin")
