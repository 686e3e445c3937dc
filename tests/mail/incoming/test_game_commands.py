"""A reply is obeyed line by line and answered."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.mail_headers import get_site_domain
from games.mail import addresses
from games.mail.content.move_options import OptionList
from games.mail.incoming import inbox, processor
from games.models import ChatMessage, Game, GameLogEntry, GameNotice, Seat
from games.play import moves as play_moves
from games.queries.game_view import GameView
from games.rules import registry
from tests.helpers.mail.inbox import last_email, post, reply, written
from tests.helpers.mail.reply_game import moves
from tests.helpers.messages import replies, rules
from tests.helpers.messages.orders import ORDER_ANSWERED_AT_ONCE
from tests.helpers.messages.rules import ORDER_GATHER_GOLD, UNKNOWN_WORD, YOU_TAKE_GOLD
from tests.helpers.tables import awaited, move, position, table

pytestmark = pytest.mark.django_db


# --- moves


def test_a_line_is_a_move(game, seat):
    email = post(reply(seat, "gold"))
    assert (email.status, moves(game)) == ("answered", ["gold"])
    assert replies.PLAYED.fill(move="gold") in last_email()
    assert replies.WHAT_HAPPENED.is_in(last_email())
    assert YOU_TAKE_GOLD.fill(gold=2) in last_email()


def test_several_lines_are_a_turn(game, seat):
    post(reply(seat, "gold", "build market", "end"))
    assert moves(game) == ["gold", "build market", "end"]
    assert len(mail.outbox) == 1


def test_lines_below_a_move_answer_the_question_that_it_has_led_to(game, seat):
    post(reply(seat, "gold", "undo", "gold", "orders", "build market", "end"))
    assert moves(game) == ["gold", "gold", "build market", "end"]
    assert len(mail.outbox) == 1


def test_a_number_is_the_option_of_that_number(game, seat):
    post(reply(seat, "6."))
    assert moves(game) == ["cards"]


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
    assert replies.NO_SUCH_OPTION.fill(number=99) in last_email()


def test_what_stands_below_a_line_that_was_not_played_is_not_played(game, seat):
    post(reply(seat, "gold", "build cathedral", "end"))
    assert moves(game) == ["gold"]
    assert replies.LINE_ABOVE_NOT_PLAYED in last_email()


def test_nothing_is_played_if_the_first_line_cannot_be(game, seat):
    post(reply(seat, "bild palace", "end"))
    assert moves(game) == []
    assert replies.WHAT_WE_UNDERSTOOD.is_in(last_email())


def test_several_moves_in_one_line_are_a_turn(game, seat):
    post(reply(seat, "Hi all, gold please, then build market and end"))
    assert moves(game) == ["gold", "build market", "end"]
    assert replies.PLAYED.fill(move="gold, build market, end") in last_email()


def test_a_line_that_stops_in_the_middle_says_what_was_played(game, seat):
    post(reply(seat, "gold, build cathedral", "end"))
    assert moves(game) == ["gold"]
    assert f"{replies.PLAYED.fill(move='gold')}. " in last_email()
    assert replies.LINE_ABOVE_NOT_PLAYED in last_email()


def test_chatter_is_skipped_and_stops_nothing(game, seat):
    post(reply(seat, "What a round, Bob, I nearly fell off my chair", "gold"))
    assert moves(game) == ["gold"]
    assert replies.NO_MOVE_IN_LINE in last_email()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("gold?", replies.IS_QUESTION),
        ("gold if Bob is no thief", replies.IS_IN_DOUBT),
        ("2. gold", replies.OTHER_OPTION),
        ("Bob told me to go for it, gold", replies.NOT_SURE),
    ],
)
def test_what_only_sounds_like_a_move_is_asked_about_and_stops_the_lines_below(game, seat, line, answer):
    post(reply(seat, line, "gold"))
    assert moves(game) == []
    assert answer.is_in(last_email())


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
    assert replies.GAME_HAS_MOVED_ON in last_email()


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
    root = f"<turns-{game.key}@{get_site_domain()}>"
    assert headers["References"].split() == [root, headers["In-Reply-To"]]
    assert headers["Reply-To"] == addresses.build_reply_address(seat, awaited(game).decision)


def test_both_parts_of_the_answer_tell_the_same(game, seat):
    post(reply(seat, "gold", "nonsense"))
    [html] = [part.content for part in mail.outbox[-1].alternatives]
    for sentence in (replies.PLAYED.fill(move="gold"), "nonsense"):
        assert sentence in html
        assert sentence in mail.outbox[-1].body


# --- other words


def test_undo_takes_the_last_move_back(game, seat):
    post(reply(seat, "gold", "undo"))
    game.refresh_from_db()
    assert replies.TAKEN_BACK in last_email()
    assert position(game).players[seat.name].gold == 3


def test_say_goes_to_the_table(game, seat):
    post(reply(seat, "say Small houses, Bence?", "gold"))
    assert ChatMessage.objects.get().text == "Small houses, Bence?"
    assert moves(game) == ["gold"]


@pytest.mark.parametrize("goodbye", ["Talk soon!", "Talk to you on Monday, Ann", "See you"])
def test_a_goodbye_is_no_message_to_the_table(game, seat, goodbye):
    post(reply(seat, "gold", goodbye))
    post(reply(seat, goodbye))
    assert not ChatMessage.objects.exists()
    assert moves(game) == ["gold"]


def test_say_works_when_the_question_is_decided(game, seat):
    post(reply(seat, "say still here", decision=1))
    assert ChatMessage.objects.get().text == "still here"


def test_help_explains_what_may_be_written(seat):
    post(reply(seat, "help"))
    assert "cancel plan" in last_email()


def test_an_empty_email_is_answered_with_help(seat):
    post(reply(seat))
    assert replies.NOTHING_TO_READ in last_email()
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
    ("line", "meaning"),
    [
        ("always gold", ORDER_GATHER_GOLD),
        ("prefer architect merchant", rules.PREFER.fill(names="Architect, Merchant")),
        (
            "plan build docks or build harbor",
            f"{rules.OR_ELSE.fill(first='Build Docks', other='build Harbor')}.",
        ),
    ],
)
def test_an_order_is_confirmed_exactly_and_in_words(game, seat, line, meaning):
    other = game.seats.exclude(pk=seat.pk).first()
    post(reply(other, line))
    assert replies.ORDER_STANDS.fill(order=f"{line}. {meaning}") in last_email()


def test_orders_are_cancelled(game, seat):
    other = game.seats.exclude(pk=seat.pk).first()
    post(reply(other, "prefer architect merchant"))
    post(reply(other, "cancel prefer architect merchant"))
    assert registry.get("citadels").orders.lines(position(game), other.name) == []
    assert replies.ORDER_CANCELLED.fill(order="prefer architect merchant.") in last_email()


def test_an_order_that_fits_what_is_asked_answers_at_once(game, seat):
    post(reply(seat, "plan gold"))
    assert ORDER_ANSWERED_AT_ONCE.fill(moves="gold") in last_email()
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
    assert UNKNOWN_WORD.is_in(last_email())


def test_a_wish_for_time_does_not_stop_the_moves(game, seat):
    post(reply(seat, "vacation next week", "gold"))
    assert moves(game) == ["gold"]
