"""A reply is obeyed line by line and answered."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.mail import addresses
from games.mail.content.move_options import OptionList
from games.mail.incoming import inbox, processor
from games.models import ChatMessage, Game, GameLogEntry, GameNotice, Seat
from games.play import moves as play_moves
from games.queries.game_view import GameView
from games.rules import registry
from tests.helpers.mail.inbox import last_email, post, reply, written
from tests.helpers.mail.reply_game import game as game
from tests.helpers.mail.reply_game import moves
from tests.helpers.mail.reply_game import seat as seat
from tests.helpers.tables import awaited, move, position, table

pytestmark = pytest.mark.django_db


# --- moves


def test_a_line_is_a_move(game, seat):
    email = post(reply(seat, "gold"))
    assert (email.status, moves(game)) == ("answered", ["gold"])
    assert "Played: gold" in last_email()
    assert "WHAT HAPPENED" in last_email()
    assert "You take 2 gold." in last_email()


def test_several_lines_are_a_turn(game, seat):
    post(reply(seat, "gold", "build market", "end"))
    assert moves(game) == ["gold", "build market", "end"]
    assert len(mail.outbox) == 1


def test_a_number_is_the_option_of_that_number(game, seat):
    post(reply(seat, "1."))
    assert len(moves(game)) == 1


def test_in_the_draft_a_number_is_a_rank():
    game = table(3)
    seat = awaited(game)
    options = OptionList(GameView(game, list(game.seats.all()), seat, "en"), seat).list_options()
    ranks = {option.line.split()[1]: option.number for option in options}
    slug, rank = max(ranks.items(), key=lambda one: one[1])
    assert rank > len(options)
    post(reply(seat, str(rank)))
    assert moves(game) == [f"pick {slug}"]


def test_a_number_that_the_email_does_not_have_is_refused(game, seat):
    post(reply(seat, "99"))
    assert moves(game) == []
    assert "There is no option 99 in the letter." in last_email()


def test_what_stands_below_a_line_that_was_not_played_is_not_played(game, seat):
    post(reply(seat, "gold", "build cathedral", "end"))
    assert moves(game) == ["gold"]
    assert "Not played, because a line above it was not." in last_email()


def test_nothing_is_played_if_the_first_line_cannot_be(game, seat):
    post(reply(seat, "bild palace", "end"))
    assert moves(game) == []
    assert "What we understood" in mail.outbox[-1].body or "WHAT WE UNDERSTOOD" in mail.outbox[-1].body


def test_politeness_is_no_move(game, seat):
    post(reply(seat, "Hello everybody,", "gold", "Thanks, Ann"))
    assert moves(game) == ["gold"]
    assert "Thanks" not in last_email()


@pytest.mark.parametrize(("language", "line"), [("hu", "arany"), ("hr", "zlato"), ("hu", "gold")])
def test_moves_are_understood_in_the_language_of_the_player(game, seat, language, line):
    seat.user.language = language
    seat.user.save()
    post(reply(seat, line))
    assert moves(game) == ["gold"]


@pytest.mark.drill(29, "two replies with two moves")
def test_an_answer_to_a_question_that_is_decided_is_not_played(game, seat):
    old = reply(seat, "end")
    move(seat, "gold")
    post(old)
    assert moves(game) == []
    assert "moved on" in last_email()


def test_a_email_that_names_no_question_answers_the_one_that_is_open(game, seat):
    to = addresses.build_reply_address(seat)
    post(written(to, seat.user.email, "gold"))
    assert moves(game) == ["gold"]


def test_but_not_one_that_was_asked_after_it_came(game, seat):
    email = inbox.store_email(
        written(addresses.build_reply_address(seat), seat.user.email, "gold"),
        recipient=addresses.build_reply_address(seat),
        sender=seat.user.email,
    )
    Seat.objects.filter(pk=seat.pk).update(asked_at=timezone.now() + timedelta(minutes=1))
    processor.process_email(email)
    assert moves(game) == []


def test_the_answer_holds_what_may_be_done_now_and_no_other_email_comes(game, seat):
    post(reply(seat, "gold"))
    assert "build market" in last_email()
    assert not GameNotice.objects.filter(
        user=seat.user, kind=GameNotice.Kind.YOUR_TURN, number=game.log_length + 1
    ).exists()
    assert mail.outbox[-1].to == [seat.user.email]
    headers = mail.outbox[-1].message()
    assert headers["Auto-Submitted"] == "auto-replied"
    assert headers["In-Reply-To"].endswith("@mail.example.org>")
    assert headers["Reply-To"] == addresses.build_reply_address(seat, awaited(game).decision)


def test_both_parts_of_the_answer_tell_the_same(game, seat):
    post(reply(seat, "gold", "nonsense"))
    [html] = [part.content for part in mail.outbox[-1].alternatives]
    for sentence in ("Played: gold", "nonsense"):
        assert sentence in html
        assert sentence in mail.outbox[-1].body


# --- other words


def test_undo_takes_the_last_move_back(game, seat):
    post(reply(seat, "gold", "undo"))
    game.refresh_from_db()
    assert "Taken back." in last_email()
    assert position(game).players[seat.name].gold == 3


def test_say_goes_to_the_table(game, seat):
    post(reply(seat, "say Small houses, Bence?", "gold"))
    assert ChatMessage.objects.get().text == "Small houses, Bence?"
    assert moves(game) == ["gold"]


def test_say_works_when_the_question_is_decided(game, seat):
    post(reply(seat, "say still here", decision=1))
    assert ChatMessage.objects.get().text == "still here"


def test_help_explains_what_may_be_written(seat):
    post(reply(seat, "help"))
    assert "cancel plan" in last_email()


def test_an_empty_email_is_answered_with_help(seat):
    post(reply(seat))
    assert "no line in your letter" in last_email()
    assert "cancel plan" in last_email()


def test_status_shows_the_table_to_somebody_who_is_not_asked(game, seat):
    other = game.seats.exclude(pk=seat.pk).first()
    post(reply(other, "status"))
    assert "keep" in last_email().lower()


def test_orders_are_filed_in_the_position_and_seen_by_nobody_else(game, seat):
    other = game.seats.exclude(pk=seat.pk).first()
    before = Game.objects.get(pk=game.pk)
    post(reply(other, "prefer architect merchant", "plan gold", "plan build docks or build harbor"))
    rules, now = registry.get("citadels"), position(game)
    filed = ["prefer architect merchant", "gold", "build docks or build harbor"]
    assert rules.orders.lines(now, other.name) == filed
    after = Game.objects.get(pk=game.pk)
    assert (before.log_length, before.changed_at, before.page_version) == (
        after.log_length,
        after.changed_at,
        after.page_version,
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("always gold", "Whenever you gather, you take gold."),
        (
            "prefer architect merchant",
            "In the draft you pick the first of these that is there: Architect, Merchant.",
        ),
        ("plan build docks or build harbor", "Build Docks, or else build Harbor."),
    ],
)
def test_an_order_is_confirmed_exactly_and_in_words(game, seat, line, words):
    other = game.seats.exclude(pk=seat.pk).first()
    post(reply(other, line))
    assert f"Your order stands: {line}. {words}" in " ".join(last_email().split())


def test_orders_are_cancelled(game, seat):
    other = game.seats.exclude(pk=seat.pk).first()
    post(reply(other, "prefer architect merchant"))
    post(reply(other, "cancel prefer architect merchant"))
    assert registry.get("citadels").orders.lines(position(game), other.name) == []
    assert "Cancelled: prefer architect merchant." in last_email()


def test_an_order_that_fits_what_is_asked_answers_at_once(game, seat):
    post(reply(seat, "plan gold"))
    assert "answered at once: gold" in last_email()
    assert GameLogEntry.objects.get(game=game, how=GameLogEntry.How.ORDER).text == "gold"


def test_a_plan_that_cannot_be_carried_out_now_says_why(game, seat):
    post(reply(seat, "plan build cathedral"))
    assert registry.get("citadels").orders.lines(position(game), seat.name) == []
    assert "cathedral" in last_email().lower()


def test_a_reply_moves_only_its_own_game(game, seat):
    before = play_moves.GameLogEntry.objects.count()
    post(reply(seat, "gold"))
    assert play_moves.GameLogEntry.objects.count() == before + 1


def test_a_long_word_to_the_table_is_not_cut(game, seat):
    post(reply(seat, "say " + "so much to tell " * 40))
    assert len(ChatMessage.objects.get().text) > 600


@pytest.mark.parametrize("line", ["plan blah blah", "plan build dragons or build market", "plan gold; sing"])
def test_a_plan_with_an_unknown_word_is_refused_at_once(game, seat, line):
    other = game.seats.exclude(pk=seat.pk).first()
    post(reply(other, line))
    assert registry.get("citadels").orders.lines(position(game), other.name) == []
    assert "does not know" in last_email()


def test_a_wish_for_time_does_not_stop_the_moves(game, seat):
    post(reply(seat, "vacation next week", "gold"))
    assert moves(game) == ["gold"]
