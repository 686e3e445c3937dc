"""A reply is obeyed line by line, answered once, and never twice done."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import override_settings
from django.utils import timezone

from games.mail import addresses, incoming, letterbox, outbox, posting
from games.mail.obeying import Reader
from games.mail.options import Listing
from games.models import Game, Incoming, Invitation, Message, Move, Notice, Seat
from games.play import inviting, lobby, seats, service
from games.play.lobby import Wish
from games.play.origin import How, Origin, fresh_key
from games.play.views_of import Sight
from games.rules import registry
from tests.accounts.factories import UserFactory
from tests.mail.post import answer_to, last_letter, post, reply, written
from tests.play.tables import awaited, move, position, table
from tests.play.tables import written as put_down

pytestmark = pytest.mark.django_db

TURN = {
    "round": 4,
    "called": "merchant",
    "begun": True,
    "gathered": False,
    "{0}": {
        "characters": ["merchant"],
        "hand": ["tavern", "market", "palace"],
        "gold": 3,
        "city": ["temple"],
    },
    "{1}": {"characters": ["king"], "hand": ["harbor"], "gold": 6, "city": ["keep"]},
    "{2}": {"characters": ["bishop"], "hand": ["docks"], "gold": 2, "city": []},
}


@pytest.fixture
def game() -> Game:
    game = table(3)
    put_down(game, TURN)
    return game


@pytest.fixture
def seat(game: Game) -> Seat:
    return awaited(game)


def moves(game: Game) -> list[str]:
    own = Move.objects.filter(game=game, kind=Move.Kind.MOVE, how=Move.How.REPLY)
    return list(own.order_by("number").values_list("text", flat=True))


# --- moves


def test_a_line_is_a_move(game, seat):
    letter = post(reply(seat, "gold"))
    assert (letter.status, moves(game)) == ("answered", ["gold"])
    assert "Played: gold" in last_letter()
    assert "WHAT HAPPENED" in last_letter()
    assert "You take 2 gold." in last_letter()


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
    options = Listing(Sight(game, list(game.seats.all()), seat, "en"), seat).options()
    ranks = {option.line.split()[1]: option.number for option in options}
    slug, rank = max(ranks.items(), key=lambda one: one[1])
    assert rank > len(options)
    post(reply(seat, str(rank)))
    assert moves(game) == [f"pick {slug}"]


def test_a_number_that_the_letter_does_not_have_is_refused(game, seat):
    post(reply(seat, "99"))
    assert moves(game) == []
    assert "There is no option 99 in the letter." in last_letter()


def test_what_stands_below_a_line_that_was_not_played_is_not_played(game, seat):
    post(reply(seat, "gold", "build cathedral", "end"))
    assert moves(game) == ["gold"]
    assert "Not played, because a line above it was not." in last_letter()


def test_nothing_is_played_if_the_first_line_cannot_be(game, seat):
    post(reply(seat, "bild palace", "end"))
    assert moves(game) == []
    assert "What we understood" in mail.outbox[-1].body or "WHAT WE UNDERSTOOD" in mail.outbox[-1].body


def test_politeness_is_no_move(game, seat):
    post(reply(seat, "Hello everybody,", "gold", "Thanks, Ann"))
    assert moves(game) == ["gold"]
    assert "Thanks" not in last_letter()


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
    assert "moved on" in last_letter()


def test_a_letter_that_names_no_question_answers_the_one_that_is_open(game, seat):
    to = addresses.reply_to(seat)
    post(written(to, seat.user.email, "gold"))
    assert moves(game) == ["gold"]


def test_but_not_one_that_was_asked_after_it_came(game, seat):
    letter = letterbox.take(
        written(addresses.reply_to(seat), seat.user.email, "gold"),
        recipient=addresses.reply_to(seat),
        sender=seat.user.email,
    )
    Seat.objects.filter(pk=seat.pk).update(asked_at=timezone.now() + timedelta(minutes=1))
    incoming.read(letter)
    assert moves(game) == []


def test_the_answer_holds_what_may_be_done_now_and_no_other_letter_comes(game, seat):
    post(reply(seat, "gold"))
    assert "build market" in last_letter()
    assert not Notice.objects.filter(
        user=seat.user, kind=Notice.Kind.YOUR_TURN, number=game.length + 1
    ).exists()
    assert mail.outbox[-1].to == [seat.user.email]
    headers = mail.outbox[-1].message()
    assert headers["Auto-Submitted"] == "auto-replied"
    assert headers["In-Reply-To"].endswith("@mail.example.org>")
    assert headers["Reply-To"] == addresses.reply_to(seat, awaited(game).decision)


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
    assert "Taken back." in last_letter()
    assert position(game).players[seat.name].gold == 3


def test_say_goes_to_the_table(game, seat):
    post(reply(seat, "say Small houses, Bence?", "gold"))
    assert Message.objects.get().text == "Small houses, Bence?"
    assert moves(game) == ["gold"]


def test_say_works_when_the_question_is_decided(game, seat):
    post(reply(seat, "say still here", decision=1))
    assert Message.objects.get().text == "still here"


def test_help_explains_what_may_be_written(seat):
    post(reply(seat, "help"))
    assert "cancel plan" in last_letter()


def test_an_empty_letter_is_answered_with_help(seat):
    post(reply(seat))
    assert "no line in your letter" in last_letter()
    assert "cancel plan" in last_letter()


def test_status_shows_the_table_to_somebody_who_is_not_asked(game, seat):
    other = game.seats.exclude(pk=seat.pk).first()
    post(reply(other, "status"))
    assert "keep" in last_letter().lower()


def test_orders_are_filed_in_the_position_and_seen_by_nobody_else(game, seat):
    other = game.seats.exclude(pk=seat.pk).first()
    before = Game.objects.get(pk=game.pk)
    post(reply(other, "prefer architect merchant", "plan gold", "plan build docks or build harbor"))
    rules, now = registry.get("citadels"), position(game)
    filed = ["prefer architect merchant", "gold", "build docks or build harbor"]
    assert rules.orders(now, other.name) == filed
    after = Game.objects.get(pk=game.pk)
    assert (before.length, before.changed_at, before.said) == (after.length, after.changed_at, after.said)


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
    assert f"Your order stands: {line}. {words}" in " ".join(last_letter().split())


def test_orders_are_cancelled(game, seat):
    other = game.seats.exclude(pk=seat.pk).first()
    post(reply(other, "prefer architect merchant"))
    post(reply(other, "cancel prefer architect merchant"))
    assert registry.get("citadels").orders(position(game), other.name) == []
    assert "Cancelled: prefer architect merchant." in last_letter()


def test_an_order_that_fits_what_is_asked_answers_at_once(game, seat):
    post(reply(seat, "plan gold"))
    assert "answered at once: gold" in last_letter()
    assert Move.objects.get(game=game, how=Move.How.ORDER).text == "gold"


def test_a_plan_that_cannot_be_carried_out_now_says_why(game, seat):
    post(reply(seat, "plan build cathedral"))
    assert registry.get("citadels").orders(position(game), seat.name) == []
    assert "cathedral" in last_letter().lower()


# --- whose letter it is


@pytest.mark.drill(29, "right key, wrong sender")
def test_a_stranger_cannot_play_with_the_key_alone(game, seat):
    letter = post(reply(seat, "gold", From="mallory@example.com"))
    assert (moves(game), letter.why) == ([], "foreign")
    assert mail.outbox[-1].to == [seat.user.email]
    assert "not yours" in last_letter()
    assert "mallory" not in mail.outbox[-1].message().as_string()


def test_the_player_is_warned_of_strangers_only_a_few_times(seat):
    for _ in range(5):
        post(reply(seat, "gold", From="mallory@example.com"))
    assert len(mail.outbox) == incoming.MOST_WARNINGS


@override_settings(AUTHSERV_ID="mx.example.org")
def test_a_letter_for_which_its_server_does_not_vouch_is_not_obeyed(game, seat):
    post(reply(seat, "gold", Authentication_Results="mx.example.org; dmarc=fail"))
    assert moves(game) == []
    assert "vouch" in last_letter()


def test_a_guarded_seat_listens_to_no_letter(game, seat):
    Seat.objects.filter(pk=seat.pk).update(is_guarded=True)
    post(reply(seat, "gold"))
    assert moves(game) == []
    assert "/t/" not in mail.outbox[-1].body


def test_the_address_of_a_seat_that_was_given_on_leads_nowhere(game, seat):
    raw, to = reply(seat, "gold"), addresses.reply_to(seat, seat.decision)
    Seat.objects.filter(pk=seat.pk).update(post_key="x" * 20)
    assert letterbox.take(raw, recipient=to, sender=seat.user.email) is None


@pytest.mark.drill(19, "machines are not answered")
@pytest.mark.parametrize(
    "headers", [{"Auto-Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"X-Loop": "yes"}]
)
def test_machines_are_neither_obeyed_nor_answered(game, seat, headers):
    letter = post(reply(seat, "gold", **headers))
    assert (letter.status, moves(game), mail.outbox) == ("ignored", [], [])


@pytest.mark.drill(19, "two vacations that do not say so")
def test_two_machines_do_not_talk_through_us_for_ever(game, seat, monkeypatch):
    monkeypatch.setattr(incoming, "MOST_ANSWERS", 3)
    for _ in range(5):
        post(reply(seat, "I am away until Monday."))
    assert len(mail.outbox) == 3
    post(reply(seat, "gold"))
    assert len(mail.outbox) == 4


# --- once


def test_the_same_letter_twice_is_read_once(game, seat):
    raw = reply(seat, "gold")
    assert post(raw).pk == post(raw).pk
    assert moves(game) == ["gold"]
    assert len(mail.outbox) == 1


def test_two_workers_read_a_letter_once(game, seat):
    to = addresses.reply_to(seat, seat.decision)
    letter = letterbox.take(reply(seat, "gold"), recipient=to, sender="x")
    again = Incoming.objects.get(pk=letter.pk)
    incoming.read(letter)
    incoming.read(again)
    assert (moves(game), Incoming.objects.get().status) == (["gold"], "read")


def test_what_could_not_be_answered_is_answered_later_and_not_played_again(game, seat, monkeypatch):
    def down(self, message):
        raise posting.PostIsDown

    with monkeypatch.context() as patch:
        patch.setattr(posting.Post, "send", down)
        letter = post(reply(seat, "gold"))
    assert (letter.status, moves(game), mail.outbox) == ("read", ["gold"], [])
    incoming.read_due(timezone.now() + timedelta(hours=1))
    letter.refresh_from_db()
    assert (letter.status, moves(game), len(mail.outbox)) == ("answered", ["gold"], 1)


@pytest.mark.drill(14, "a letter that breaks the reader is parked")
def test_a_letter_that_breaks_the_reader_is_given_up_after_some_tries(game, seat, monkeypatch):
    def broken(self, lines):
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("games.mail.obeying.Reader.read", broken)
        letter = post(reply(seat, "gold"))
        for hours in range(1, 100, 7):
            incoming.read_due(timezone.now() + timedelta(hours=hours))
    letter.refresh_from_db()
    assert (letter.status, letter.error) == ("parked", "RuntimeError")
    incoming.try_again(Incoming.objects.all())
    incoming.read_due()
    assert moves(game) == ["gold"]


def test_old_letters_are_thrown_away(game, seat):
    post(reply(seat, "gold"))
    assert incoming.forget_old(timezone.now() + timedelta(days=29)) == 0
    assert incoming.forget_old(timezone.now() + timedelta(days=31)) == 1
    assert not Incoming.objects.exists()


def test_a_letter_may_end_all_letters_about_a_table(seat):
    to = addresses.stop(seat)
    post(written(to, seat.user.email, ""))
    seat.refresh_from_db()
    assert seat.is_silent
    assert mail.outbox == []


# --- invitations


@pytest.fixture
def invitation() -> Invitation:
    host = UserFactory()
    game = lobby.open_table(host, Wish(name="New", ruleset="citadels", options={}, size=3))
    [found] = inviting.invite(game.pk, host, ["eve@example.org"])
    return found


def test_yes_takes_a_seat_without_a_visit(invitation):
    post(answer_to(invitation, "yes Eve"))
    seat = invitation.game.seats.get(name="Eve")
    assert seat.user.email == "eve@example.org"
    assert "You sit at the table as Eve." in last_letter()


def test_yes_without_a_name_takes_one_like_the_address(invitation):
    post(answer_to(invitation, "igen"))
    assert invitation.game.seats.filter(name="eve").exists()


def test_a_name_that_cannot_be_had_is_answered_with_the_reason(invitation):
    post(answer_to(invitation, f"yes {invitation.invited_by.handle}"))
    invitation.refresh_from_db()
    assert invitation.state == "sent"
    assert "taken" in last_letter()


def test_no_declines_with_a_word(invitation):
    post(answer_to(invitation, "no Not this month, sorry"))
    invitation.refresh_from_db()
    assert (invitation.state, invitation.word) == ("declined", "Not this month, sorry")


def test_anything_else_is_asked_again(invitation):
    post(answer_to(invitation, "maybe"))
    invitation.refresh_from_db()
    assert invitation.state == "sent"
    assert "yes" in last_letter()


def test_a_stranger_cannot_accept(invitation):
    post(answer_to(invitation, "yes Eve", From="mallory@example.com"))
    assert invitation.game.seats.count() == 1
    assert mail.outbox == []


def test_a_reply_moves_only_its_own_game(game, seat):
    before = service.Move.objects.count()
    post(reply(seat, "gold"))
    assert service.Move.objects.count() == before + 1


# --- when the seat goes to somebody else


def given_on(seat: Seat) -> None:
    origin = Origin(How.FORM, fresh_key(), timezone.now(), seat.user_id)
    seats.change_player(seat.game_id, seat.pk, origin, user=UserFactory())


def test_an_answer_goes_to_whoever_wrote_or_to_nobody(game, seat):
    to = addresses.reply_to(seat, seat.decision)
    letter = letterbox.take(reply(seat, "say my secret plan"), recipient=to, sender=seat.user.email)
    incoming.read(letter)
    given_on(seat)
    incoming.read_due()
    letter.refresh_from_db()
    assert (letter.status, letter.error, mail.outbox) == ("ignored", "too late", [])


@pytest.mark.parametrize("line", ["gold", "say hello", "plan gold", "undo"])
def test_a_seat_that_is_given_on_while_a_letter_is_read_does_nothing(game, seat, line):
    letter = Incoming(pk=1, received_at=timezone.now())
    reader = Reader(seat, letter, seat.decision, "en")
    given_on(seat)
    entries = Move.objects.count()
    [told] = reader.read([line])
    assert not told.is_done
    assert (Move.objects.count(), Message.objects.count()) == (entries, 0)


def test_letters_are_obeyed_while_none_can_leave(game, seat, monkeypatch):
    def down(self, message):
        raise posting.PostIsDown

    monkeypatch.setattr(posting.Post, "send", down)
    other = game.seats.exclude(pk=seat.pk).first()
    for _ in range(3):
        raw = reply(other, "help")
        letterbox.take(raw, recipient=addresses.reply_to(other), sender=other.user.email)
    post(reply(seat, "gold"))
    assert moves(game) == ["gold"]


def test_if_the_answer_cannot_be_sent_a_letter_of_the_game_asks(game, seat, monkeypatch):
    Notice.objects.all().delete()
    monkeypatch.setattr(posting.Post, "send", lambda self, message: 1 / 0)
    letter = post(reply(seat, "gold"))
    for hours in range(1, 100, 7):
        incoming.read_due(timezone.now() + timedelta(hours=hours))
    letter.refresh_from_db()
    assert letter.status == "parked"
    assert Notice.objects.get(user=seat.user).kind == "your_turn"


def test_a_long_word_to_the_table_is_not_cut(game, seat):
    post(reply(seat, "say " + "so much to tell " * 40))
    assert len(Message.objects.get().text) > 600


@override_settings(AUTHSERV_ID="mx.example.org")
def test_a_letter_at_which_nobody_has_looked_is_not_obeyed(game, seat):
    post(reply(seat, "gold"))
    assert moves(game) == []


@pytest.mark.parametrize("lines", [("Hi Ann,", "yes Eve"), ("Yes please",)])
def test_an_invitation_is_answered_politely(invitation, lines):
    post(answer_to(invitation, *lines))
    assert invitation.game.seats.filter(name__iexact="eve").exists()


def test_yes_with_a_comma_names_nobody(invitation):
    post(answer_to(invitation, "Yes, gladly", "say hello"))
    assert invitation.game.seats.filter(name="eve").exists()
    assert "Only “yes” or “no” is read here." in last_letter()


def test_whoever_fills_the_table_by_a_reply_gets_one_letter(invitation):
    lobby.join(invitation.game_id, UserFactory(), invited=True)
    post(answer_to(invitation, "yes Eve"))
    outbox.send_due()
    assert [letter.to for letter in mail.outbox].count(["eve@example.org"]) == 1


def test_a_newcomer_has_the_clock_of_the_host(invitation):
    invitation.invited_by.time_zone = "Europe/Zagreb"
    invitation.invited_by.save()
    post(answer_to(invitation, "yes Eve"))
    assert invitation.game.seats.get(name="Eve").user.time_zone == "Europe/Zagreb"


@pytest.mark.parametrize("line", ["plan blah blah", "plan build dragons or build market", "plan gold; sing"])
def test_a_plan_with_an_unknown_word_is_refused_at_once(game, seat, line):
    other = game.seats.exclude(pk=seat.pk).first()
    post(reply(other, line))
    assert registry.get("citadels").orders(position(game), other.name) == []
    assert "does not know" in last_letter()


def test_a_wish_for_time_does_not_stop_the_moves(game, seat):
    post(reply(seat, "vacation next week", "gold"))
    assert moves(game) == ["gold"]
