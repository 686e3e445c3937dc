"""A whole turn in one form and one send: at the table, behind a link, refused, twice, too late."""

import pytest
from django.test import Client

from games.models import Seat
from games.play import seats
from games.play.lobby import tables
from games.play.lobby.tables import NewTable
from games.queries.game_view import GameView
from games.rules import registry
from games.rules.core.capabilities.whole_turn import STOP
from games.rules.core.notation import Move
from games.views.table import moves
from games.views.table.turn_form import TURN_FIELD, build_turn_form
from tests.helpers.factories import UserFactory
from tests.helpers.messages.moves import CHOICE_DOES_NOT_FIT
from tests.helpers.messages.replies import GAME_HAS_MOVED_ON
from tests.helpers.messages.table import WHOLE_TURN_AT_ONCE
from tests.helpers.messages.votes import COME_BACK_FIRST
from tests.helpers.move_links import link
from tests.helpers.pages import HTMX, client_of, forms, sent_as_it_is, turn_form, url
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.tables import awaited, move, position, table, written

pytestmark = pytest.mark.django_db

HAND, CITY = ["watchtower", "market", "harbor"], ["tavern", "castle"]


def seat_merchant(gold: int) -> Seat:
    """A Merchant on turn, with much to do."""
    game = table(3)
    own = {"characters": ["merchant"], "gold": gold, "hand": HAND, "city": CITY}
    written(game, {"called": "merchant", "{0}": own})
    return awaited(game)


@pytest.fixture
def seat() -> Seat:
    return seat_merchant(gold=3)


@pytest.fixture
def client(seat) -> Client:
    return client_of(seat.user)


def fill(page: bytes, **chosen: object) -> dict[str, object]:
    """The form as it is preset, with these parts filled in otherwise."""
    parts = {f"part-{key}": value for key, value in chosen.items()}
    return {**sent_as_it_is(turn_form(page)), **parts}


def send(client: Client, seat: Seat, sent: dict[str, object], **headers: str):
    return client.post(url(seat.game, "move"), sent, headers=headers)


def open_table(client: Client, seat: Seat) -> bytes:
    return client.get(url(seat.game)).content


def played(seat: Seat) -> list[str]:
    return list(seat.game.log_entries.filter(kind="move").order_by("number").values_list("text", flat=True))


def test_a_turn_is_one_send(client, seat):
    sent = fill(open_table(client, seat), build="build market")
    assert send(client, seat, sent).status_code == 303
    assert played(seat) == ["gold", "bonus", "build market", "income", "end"]


def test_what_one_ends_with_stands_beside_each_build_and_beside_send(client, seat):
    page = open_table(client, seat).decode()
    for sum_of_row in ("7 gold", "6 gold", "4 gold"):
        assert sum_of_row in page
    assert WHOLE_TURN_AT_ONCE in page


def test_the_same_form_twice_is_one_turn(client, seat):
    sent = fill(open_table(client, seat), build="build market")
    assert send(client, seat, sent).status_code == 303
    before = played(seat)
    assert send(client, seat, sent).status_code == 303
    assert played(seat) == before


def test_a_form_of_an_older_question_is_answered_with_what_happened(client, seat):
    sent = fill(open_table(client, seat))
    move(seat, "gold")
    answer = send(client, seat, sent)
    assert answer.status_code == 409
    assert GAME_HAS_MOVED_ON in answer.content.decode()
    assert played(seat) == ["gold"]


def test_a_form_from_before_a_bot_took_over_says_so_and_plays_nothing(client, seat):
    sent = fill(open_table(client, seat))
    seats.give_to_bot(seat.game_id, seat.pk, seat.user)
    answer = send(client, seat, sent)
    assert COME_BACK_FIRST in answer.content.decode()
    assert played(seat) == []


def test_a_single_move_from_before_a_bot_took_over_ends_its_play(client, seat):
    seats.give_to_bot(seat.game_id, seat.pk, seat.user)
    send(client, seat, {"decision": str(seat.decision), "line": "gold", "key": "k"})
    seat.refresh_from_db()
    assert (seat.bot, played(seat)) == ("", ["gold"])


def test_looking_is_limited(client, seat, monkeypatch):
    monkeypatch.setattr(moves, "PREVIEW_RATE", "2/m/key")
    sent = fill(open_table(client, seat)) | {"look": "live"}
    assert [send(client, seat, sent).status_code for _ in range(3)] == [200, 200, 429]


def test_what_does_not_work_comes_back_as_it_was_filled_in_and_nothing_is_played():
    seat = seat_merchant(gold=0)
    client = client_of(seat.user)
    answer = send(client, seat, fill(open_table(client, seat), build="build harbor", collect=[]))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert CHOICE_DOES_NOT_FIT.is_in(page, choice="Harbor for 4")
    assert page.index('role="alert"') > page.index('value="build harbor"')
    fields = turn_form(answer.content)["fields"]
    assert fields["part-build"].chosen == ["build harbor"]
    assert fields["part-collect"].chosen == []
    assert played(seat) == []


@pytest.mark.parametrize(
    "parts", [{"build": "build palace"}, {"gather": "nonsense"}, {"then": ["end", "open"]}]
)
def test_what_was_never_offered_is_refused(client, seat, parts):
    assert send(client, seat, fill(open_table(client, seat), **parts)).status_code == 422
    assert played(seat) == []


def test_the_form_comes_back_with_the_rest_after_cards_are_drawn(client, seat):
    sent = fill(open_table(client, seat), gather="cards", build="build market")
    assert send(client, seat, sent).status_code == 303
    assert played(seat) == ["cards"]
    asked = awaited(seat.game)
    card = next(value for value in _offered(client, asked))
    move(asked, card)
    rest = turn_form(open_table(client, asked))["fields"]
    assert "part-gather" not in rest
    assert {"part-collect", "part-build", "part-then"} <= {*rest}


def _offered(client: Client, seat: Seat) -> list[str]:
    page = open_table(client, seat)
    return [
        value for form in forms(page) if "move" in form["fields"] for value in form["fields"]["move"].values
    ]


def test_what_holds_for_every_target_is_said_once():
    game = table(3)
    written(game, {"called": "assassin", "{0}": {"characters": ["assassin"]}})
    seat = awaited(game)
    form = build_turn_form(GameView(game, list(game.seats.all()), seat, "en"))
    assert form
    [part] = [one for one in form.fieldsets if one.name == "part-power"]
    notes = {row.choice.note for row in part.rows if row.choice.moves}
    assert notes == {part.shared_note}
    page = open_table(client_of(seat.user), seat).decode()
    assert f": {part.shared_note}</small>" in page
    assert f"<small>{part.shared_note}</small>" not in page


def seat_magistrate() -> Seat:
    """A Magistrate on turn, who may build a Market."""
    game = table(3)
    own = {"characters": ["magistrate"], "gold": 3, "hand": ["market"]}
    written(game, {"called": "magistrate", "{0}": own}, edition="2016")
    return awaited(game)


def list_targets(page: bytes) -> list[str]:
    return [*turn_form(page)["fields"]["part-power.signed"].values]


def test_a_turn_with_marks_is_one_send():
    seat = seat_magistrate()
    client = client_of(seat.user)
    page = open_table(client, seat)
    first, second, third = list_targets(page)[:3]
    marks = {"power.signed": second, "power.blank": [first, third]}
    assert send(client, seat, fill(page, build="build market", **marks)).status_code == 303
    assert f"warrant {second} {first} {third}" in played(seat)
    assert played(seat)[-1] == "end"


def test_marks_need_not_be_set():
    seat = seat_magistrate()
    client = client_of(seat.user)
    assert send(client, seat, fill(open_table(client, seat), power="none")).status_code == 303
    assert played(seat) == ["gold", "end"]


def test_marks_that_are_missing_or_set_twice_come_back_as_they_were_filled_in():
    seat = seat_magistrate()
    client = client_of(seat.user)
    page = open_table(client, seat)
    first, second = list_targets(page)[:2]
    for blank in ([], [second], [first, second]):
        marks = {"power.signed": first, "power.blank": blank}
        answer = send(client, seat, fill(page, build="build market", **marks))
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
        fields = turn_form(answer.content)["fields"]
        assert fields["part-power.signed"].chosen == [first]
        assert fields["part-power.blank"].chosen == blank
        assert fields["part-build"].chosen == ["build market"]
    assert played(seat) == []


def test_looking_at_marks_says_where_they_would_lie():
    seat = seat_magistrate()
    client = client_of(seat.user)
    page = open_table(client, seat)
    first, second, third = list_targets(page)[:3]
    sent = fill(page, **{"power.signed": first, "power.blank": [second, third]})
    answer = send(client, seat, {**sent, "look": "live"}, **HTMX)
    rules, now = registry.get(seat.game.ruleset), position(seat.game)
    line = rules.read(now, seat.name, f"warrant {first} {second} {third}")
    assert rules.label(now, seat.name, line) in answer.content.decode()


def test_marks_that_are_asked_again_after_something_else_are_not_told_beside_send(monkeypatch):
    seat = seat_magistrate()
    client = client_of(seat.user)
    page = open_table(client, seat)
    first, second, third = list_targets(page)[:3]
    sent = fill(page, **{"power.signed": first, "power.blank": [second, third]})
    rules = registry.get(seat.game.ruleset)
    told = rules.label(position(seat.game), seat.name, Move("warrant", (first, second, third)))

    def look() -> str:
        return send(client, seat, {**sent, "look": "live"}, **HTMX).content.decode()

    assert told in look()
    monkeypatch.setattr(rules.whole_turn, "list_sequences", lambda *_: [[Move("gold"), STOP]])
    assert told not in look()


def test_looking_first_shows_what_would_come_of_it_and_plays_nothing(client, seat):
    sent = fill(open_table(client, seat), build="build harbor")
    page = send(client, seat, {**sent, "look": "1"})
    assert page.status_code == 200
    assert turn_form(page.content)["fields"]["part-build"].chosen == ["build harbor"]
    assert played(seat) == []


def test_the_script_gets_only_what_changes(client, seat):
    sent = fill(open_table(client, seat), gather="cards")
    page = send(client, seat, {**sent, "look": "live"}, **HTMX)
    assert page.status_code == 200
    assert b"<form" not in page.content
    assert b'hx-swap-oob="true"' in page.content
    assert "no-store" in page["Cache-Control"] or "private" in page["Cache-Control"]


def test_the_script_gets_nothing_for_an_older_question(client, seat):
    sent = fill(open_table(client, seat))
    move(seat, "gold")
    assert send(client, seat, {**sent, "look": "live"}, **HTMX).status_code == 204


def test_nobody_else_can_look_at_a_turn_or_play_it(client, seat):
    sent = fill(open_table(client, seat))
    other = seat.game.seats.exclude(pk=seat.pk).select_related("user").first()
    for stranger in (client_of(other.user), Client()):
        for more in ({}, {"look": "live"}, {"look": "1"}):
            answer = send(stranger, seat, {**sent, **more})
            assert not any(TURN_FIELD in form["fields"] for form in forms(answer.content))
            assert b"Harbor for" not in answer.content
    assert played(seat) == []


def test_a_turn_is_one_send_behind_a_link(seat):
    client = Client()
    page = client.get(link(seat)).content
    form = turn_form(page)
    answer = client.post(form["action"], fill(page, build="build market"))
    assert answer.status_code == 200
    assert played(seat)[:5] == ["gold", "bonus", "build market", "income", "end"]
    before = played(seat)
    assert client.post(form["action"], fill(page, build="build market")).status_code == 200
    assert played(seat) == before


def test_a_refused_turn_behind_a_link_comes_back_as_it_was_filled_in(seat):
    client = Client()
    page = client.get(link(seat)).content
    answer = client.post(turn_form(page)["action"], fill(page, build="build palace"))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert played(seat) == []


def test_a_game_without_such_a_form_is_played_move_by_move(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, PEBBLES.slug, PEBBLES)
    game = tables.open_table(UserFactory(), NewTable("A game", PEBBLES.slug, {}, 2, is_open=True))
    tables.join_table(game.pk, UserFactory())
    seat = awaited(game)
    client = client_of(seat.user)
    assert not any(TURN_FIELD in form["fields"] for form in forms(open_table(client, seat)))
    answer = send(client, seat, {"decision": seat.decision, "key": "k", TURN_FIELD: "1"})
    assert answer.status_code == 422
    assert b'role="alert"' in answer.content
