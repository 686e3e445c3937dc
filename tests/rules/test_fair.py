"""A game of one module and one file of words is played on pages, by mail and by bots."""

import inspect
import io
from pathlib import Path

import pytest
from django.core.management import call_command

from games.mail.content import game_email
from games.mail.content.game_update import GameUpdate
from games.models import Game, GameNotice, Seat
from games.play import bot_moves
from games.play.lobby import tables
from games.play.lobby.tutorial import start_tutorial
from games.rules import registry
from games.rules.core import orders
from games.rules.core.errors import BadOptions, NotUnderstood
from tests.helpers.factories import UserFactory
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.pages import client_of, decision_form, sent_as_it_is, url
from tests.helpers.rulesets import fair
from tests.helpers.rulesets.fair import FAIR
from tests.helpers.tables import advice, position


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, "fair", FAIR)


@pytest.fixture
def game(db) -> Game:
    game = tables.open_table(UserFactory(), tables.NewTable("Meadow", "fair", {}, 2, is_open=True))
    tables.join_table(game.pk, UserFactory())
    game.refresh_from_db()
    return game


def first(game: Game) -> Seat:
    return game.seats.select_related("user", "game").first()


def page(seat: Seat) -> str:
    return client_of(seat.user).get(url(seat.game)).content.decode()


def bids(game: Game) -> dict[str, str]:
    return position(game).bids


def test_it_is_short():
    assert len(inspect.getsource(fair).splitlines()) <= 200
    assert [path.name for path in (Path(fair.__file__).parent / "fair_texts").iterdir()] == ["en.toml"]


# --- on pages


def test_the_page_asks_and_takes_a_bid(game):
    seat = first(game)
    form = decision_form(client_of(seat.user).get(url(game)).content)
    assert "What do you bid for" in page(seat)
    answer = client_of(seat.user).post(url(game, "move"), sent_as_it_is(form) | {"move": ["bid fox"]})
    assert answer.status_code == 303
    assert bids(game) == {seat.name: "fox"}
    assert "You bid the Fox." in page(seat)
    other = game.seats.last()
    assert f"{seat.name} has bid." in page(other)
    assert "the Fox." not in page(other)


def test_orders_are_filed_on_their_page_and_answer(game):
    seat = first(game)
    orders_page = client_of(seat.user).get(url(game, "orders")).content.decode()
    assert "Bid my strongest" in orders_page
    assert "of strength at most" in orders_page
    now = position(game)
    assert orders.file_order(FAIR, now, seat.name, "always strongest up to 3") == "always highest upto 3"
    (fired,) = orders.fire(FAIR, now)
    assert str(fired.move) == "bid wolf"
    with pytest.raises(NotUnderstood, match="always lowest, always highest"):
        orders.file_order(FAIR, now, seat.name, "always sometimes")


def test_a_question_that_cannot_come_up_any_more_has_no_form():
    class LastOrders(fair.FairOrders):
        notes = {"bid": "All seats bid at once."}

        def comes_up(self, position, kind):
            return kind == "bid" and bool(position.prizes)

    position, _ = FAIR.new(["Ann", "Bob"], {}, "")
    [form] = LastOrders(FAIR).forms(position, "Ann")
    assert (form.label, form.help) == ("When a prize lies open", "All seats bid at once.")
    position.prizes = []
    assert LastOrders(FAIR).forms(position, "Ann") == ()


def test_a_first_game_explains_what_it_is_about(db):
    seat = start_tutorial(UserFactory(), "fair")
    bot_moves.play_bot_moves(seat.game_id)
    assert "Win prizes with animals that nobody else bids." in page(seat)


# --- by mail


def test_the_email_asks_and_a_reply_is_obeyed(game):
    seat = first(game)
    notice = GameNotice(
        pk=7, game=game, user=seat.user, seat=seat, kind=GameNotice.Kind.YOUR_TURN, number=seat.decision
    )
    email = game_email.build_game_email(seat.user, [GameUpdate([notice])])
    assert "What do you bid for" in email.body
    assert "You hold: Mouse, Fox, Wolf, Bear and Lion." in email.body
    assert post(reply(seat, "bid grizzly")).status == "answered"
    assert bids(game) == {seat.name: "bear"}
    assert "You bid the Bear." in last_email()


def test_orders_can_be_filed_by_reply(game):
    seat = first(game)
    post(reply(seat, "bid mouse", "always lowest"))
    assert FAIR.orders.lines(position(game), seat.name) == ["always lowest"]


# --- by bots


def test_bots_play_it_to_its_end(db):
    new = tables.NewTable("Meadow", "fair", {}, 3, is_open=True, bots=2)
    game = tables.open_table(UserFactory(), new)
    while game.state == Game.State.RUNNING:
        bot_moves.play_bot_moves(game.pk)
        for seat in game.seats.filter(decision__isnull=False, bot="").select_related("user", "game"):
            assert post(reply(seat, advice(seat))).status == "answered"
        game.refresh_from_db()
    assert game.state == Game.State.OVER
    (verdict,) = FAIR.presentation.verdict(position(game))
    assert verdict in page(game.seats.select_related("user", "game").get(bot=""))


def test_the_fuzzer_finds_nothing(settings, tmp_path):
    settings.VAR_DIR, out = tmp_path, io.StringIO()
    call_command("fuzz", "--game", "fair", "--games", "20", stdout=out)
    assert "no failure" in out.getvalue()


def test_a_game_without_options_refuses_them():
    with pytest.raises(BadOptions, match="for 2 to 4 players"):
        FAIR.setup.clean(5, {}, "")
    with pytest.raises(BadOptions, match="no option “edition”"):
        FAIR.setup.clean(2, {"edition": "2016"}, "")


# --- the result


WON = {"en": "Ann wins with 1 point.", "hu": "Ann győz 1 ponttal.", "hr": "Ann pobjeđuje: 1 bod."}
SHARED = {
    "en": "Ann, Bob and Cleo share the victory with 2 points each.",
    "hu": "Megosztott győzelem fejenként 2 ponttal: Ann, Bob és Cleo.",
    "hr": "Pobjedu dijele Ann, Bob i Cleo, svatko ima 2 boda.",
}


@pytest.mark.parametrize("language", ["en", "hu", "hr"])
def test_one_winner_wins_and_several_share_the_victory(language):
    fair_game, _ = FAIR.new(["Ann", "Bob", "Cleo"], {}, "")
    fair_game.won["Ann"] = 1
    assert FAIR.presentation.verdict(fair_game, language) == [WON[language]]
    fair_game.won = dict.fromkeys(fair_game.seats, 2)
    assert FAIR.presentation.verdict(fair_game, language) == [SHARED[language]]
