"""Lines of a reply that are about time: more of it, leave, coming back."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts.models import User
from games.clock.pace import Pace
from games.clock.patience import Patience
from games.mail.obeying import WORDS
from games.models import Extension, Game, Move, Notice, Seat
from games.play import extending, time_outs
from games.play.origin import from_person
from games.rules import registry
from tests.mail.post import last_letter, post, reply
from tests.noon import clock as clock
from tests.play.tables import awaited, fallback, move, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    patience = Patience(excused=0, in_a_row=1)
    return table(3, pace=Pace(hours=timedelta(hours=48)), patience=patience)


@pytest.fixture
def seat(game: Game) -> Seat:
    return awaited(game)


@pytest.fixture
def other(seat: Seat) -> Seat:
    return seat.game.seats.exclude(pk=seat.pk).select_related("user", "game").first()


def speaks(seat: Seat, language: str) -> None:
    User.objects.filter(pk=seat.user_id).update(language=language)
    seat.user.refresh_from_db()


def replaced(clock, seat: Seat) -> None:
    """A bot plays for this seat."""
    clock.move_to(seat.final_at + timedelta(seconds=1))
    assert time_outs.strike(seat.game_id, seat.pk, seat.decision) == "replaced"


# --- more time


@pytest.mark.parametrize(
    ("language", "line"),
    [
        *(("en", line) for line in ("extend 24", "Extend 24 hours", "EXTEND 24h.", "extend: 24")),
        *(("hu", line) for line in ("hosszabbítás 24", "hosszabbítás 24 óra", "extend 24")),
        *(("hr", line) for line in ("produži 24", "produljenje 24 sata")),
    ],
)
def test_a_line_asks_for_more_time_and_is_answered_with_what_was_understood(seat, language, line):
    speaks(seat, language)
    letter = post(reply(seat, line))
    assert letter.status == "answered"
    assert (Extension.objects.get().seat, Extension.objects.get().hours) == (seat, 24)
    if language == "en":
        assert "You have asked the table for 24 hours more." in last_letter()


@pytest.mark.parametrize("line", ["extend", "extend a lot", "extend 1 2", "extend -3", "extend 3 days"])
def test_hours_that_are_no_number_are_asked_for_again(seat, line):
    post(reply(seat, line))
    assert not Extension.objects.exists()
    assert "Please write a number" in last_letter()


def test_what_the_table_does_not_allow_is_answered_in_words(seat):
    post(reply(seat, "extend 999"))
    assert "1 to 48 hours" in last_letter()


def test_the_same_letter_twice_is_one_wish(seat):
    raw = reply(seat, "extend 24")
    post(raw)
    post(reply(seat, "extend 24"))
    assert Extension.objects.count() == 1


def wish_of(seat: Seat, hours: int = 24) -> Extension:
    wish = extending.ask(seat.game_id, seat.name, hours, from_person(seat.user))
    mail.outbox.clear()
    return wish


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "yes"), ("en", "Grant"), ("en", "grant {name}"), ("hu", "igen"), ("hu", "engedem"), ("hr", "da")],
)
def test_a_word_grants_what_somebody_else_has_asked_for(seat, other, language, line):
    speaks(other, language)
    wish = wish_of(seat)
    post(reply(other, line.format(name=seat.name)))
    wish.refresh_from_db()
    assert wish.granted_by == other.user
    assert Move.objects.get(kind=Move.Kind.EXTEND).how == Move.How.REPLY
    if language == "en":
        assert f"{seat.name} has 24 hours more." in last_letter()


def test_nobody_grants_it_to_himself(seat):
    wish = wish_of(seat)
    post(reply(seat, "grant"))
    wish.refresh_from_db()
    assert wish.granted_at is None


def test_yes_without_a_wish_is_no_move_and_nothing_is_guessed(seat):
    post(reply(seat, "yes"))
    assert not Move.objects.filter(kind=Move.Kind.MOVE).exists()


def test_it_is_not_granted_once_it_is_decided(seat, other):
    wish = wish_of(seat)
    move(seat, fallback(seat))
    post(reply(other, "grant"))
    wish.refresh_from_db()
    assert wish.granted_at is None


def test_somebody_else_named_is_somebody_else_meant(seat, other):
    wish = wish_of(seat)
    post(reply(other, "grant nobody"))
    wish.refresh_from_db()
    assert wish.granted_at is None


# --- leave


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "leave 2026-12-20 2026-12-24"),
        ("en", "Vacation 2026-12-20, 2026-12-24."),
        ("hu", "szabadság 2026-12-20 2026-12-24"),
        ("hr", "odmor 2026-12-20 2026-12-24"),
    ],
)
def test_leave_is_booked_with_its_last_day(seat, language, line):
    speaks(seat, language)
    post(reply(seat, line))
    seat.user.refresh_from_db()
    assert seat.user.leave == [["2026-12-20", "2026-12-25"]]
    if language == "en":
        assert "both days included" in last_letter()


def test_one_day_alone_is_a_day_of_leave(seat):
    post(reply(seat, "leave 2026-12-20"))
    seat.user.refresh_from_db()
    assert seat.user.leave == [["2026-12-20", "2026-12-21"]]


@pytest.mark.parametrize("line", ["leave", "leave tomorrow", "leave 2026-13-20 2026-13-24", "leave 1 2 3"])
def test_days_that_cannot_be_read_are_asked_for_again(seat, line):
    post(reply(seat, line))
    seat.user.refresh_from_db()
    assert seat.user.leave == []
    assert "as in “leave 2026-12-20 2027-01-03”" in last_letter()


def test_what_cannot_be_booked_is_answered_in_words(seat):
    post(reply(seat, "leave 2026-01-01 2026-01-05"))
    assert "Leave begins today or later." in last_letter()


# --- coming back


@pytest.mark.parametrize(("language", "line"), [("en", "Back"), ("hu", "visszajöttem"), ("hr", "natrag")])
def test_an_absent_player_comes_back_by_a_word(clock, seat, language, line):
    speaks(seat, language)
    replaced(clock, seat)
    letter = post(reply(seat, line))
    assert letter.status == "answered"
    seat.refresh_from_db()
    assert (seat.bot, seat.offered_at) == ("", None)
    if language == "en":
        assert "Welcome back" in last_letter()


def test_nothing_is_played_for_an_absent_player_before_the_word(clock, game, seat):
    replaced(clock, seat)
    Seat.objects.filter(game=game).update(bot="thumb")
    before = Move.objects.count()
    post(reply(seat, "gold"))
    assert Move.objects.count() == before
    assert "A bot plays for you at the moment." in last_letter()
    assert "YOUR OPTIONS" not in mail.outbox[-1].body


def test_whoever_comes_back_may_play_in_the_same_letter(clock, game, seat):
    replaced(clock, seat)
    while awaited(game) != seat:
        one = awaited(game)
        move(one, fallback(one))
    line = str(registry.get(game.ruleset).fallback(_position(game), seat.name))
    post(reply(seat, "back", line))
    assert Move.objects.filter(seat=seat, how=Move.How.REPLY, kind=Move.Kind.MOVE).count() == 1


def _position(game: Game):
    game.refresh_from_db()
    return registry.get(game.ruleset).load(game.position)


def test_back_is_no_trouble_for_somebody_who_is_there(seat):
    post(reply(seat, "back"))
    assert "You play yourself already." in last_letter()


def test_a_seat_that_was_given_on_is_nobodys_to_come_back_to(clock, seat):
    replaced(clock, seat)
    raw = reply(seat, "back")
    Seat.objects.filter(pk=seat.pk).update(user=None)
    letter = post(raw)
    assert letter.status == "ignored"


# --- the words


def test_help_tells_all_of_it(seat):
    post(reply(seat, "help"))
    for word in ("extend 24:", "grant:", "leave 2026-12-20 2027-01-03:", "back:"):
        assert word in last_letter()


def test_no_word_means_two_things_and_none_begins_a_move(seat):
    spellings = [word for words in WORDS.values() for word in words]
    assert len(spellings) == len(set(spellings))
    rules = registry.get("citadels")
    verbs = {rules.lexicon.name(verb, language) for verb in VERBS for language in ("en", "hu", "hr")}
    assert not {verb.lower() for verb in verbs} & set(spellings)


VERBS = ("gold", "cards", "build", "end", "pick", "murder", "rob", "destroy")


def test_a_grant_by_mail_is_one_entry_and_one_notice_to_whoever_asked(seat, other):
    wish_of(seat)
    post(reply(other, "grant"))
    assert Notice.objects.filter(user=seat.user, kind=Notice.Kind.CHANGES).count() == 1
    assert Move.objects.filter(kind=Move.Kind.EXTEND).count() == 1
