"""Lines of a reply that are about time: more of it, leave, coming back."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts.models import User
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import Pace
from games.mail.incoming.game_commands import GAME_COMMANDS
from games.mail.incoming.vote_commands import find_vote_matters
from games.mail.reply_outcome import NOTHING_DONE
from games.models import ExtensionRequest, Game, GameLogEntry, GameNotice, Seat, Vote
from games.play import votes
from games.play.deadlines import alarms, extensions
from games.play.transaction.origin import by_user
from games.rules import registry
from games.rules.core import orders
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.messages import play, replies
from tests.helpers.messages.clock import HAS_HOURS_MORE, MAY_ASK_FOR_HOURS
from tests.helpers.messages.lobby import YOU_PLAY_ALREADY
from tests.helpers.messages.orders import NO_ORDER_STANDS
from tests.helpers.messages.people import LEAVE_IN_THE_PAST
from tests.helpers.messages.rules import PLAN_BUILDS_BEFORE_GATHERING
from tests.helpers.messages.votes import (
    AGAINST_IT_ARE,
    IT_TAKES_VOTES,
    NO_SUCH_VOTE,
    VOTES_SO_FAR,
    WOULD_LIKE_TO_PAUSE,
)
from tests.helpers.tables import awaited, fallback, move, position, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.fixture
def game() -> Game:
    patience = MissedDeadlinePolicy(excused=0, in_a_row=1)
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
    assert alarms.handle_alarm(seat.game_id, seat.pk, seat.decision) == "replaced"


# --- more time


@pytest.mark.parametrize(
    ("language", "line"),
    [
        *(("en", line) for line in ("extend 24", "Extend 24 hours", "EXTEND 24h.", "extend: 24")),
        *(("hu", line) for line in ("hosszabbítás 24", "hosszabbítás 24 óra", "extend 24")),
        *(("hu", line) for line in ("hosszabbítást kérek 24", "hosszabbitast kerek 24 orat")),
        *(("hr", line) for line in ("produži 24", "produlji 24", "produljenje 24 sata")),
    ],
)
def test_a_line_asks_for_more_time_and_is_answered_with_what_was_understood(seat, language, line):
    speaks(seat, language)
    email = post(reply(seat, line))
    assert email.status == "answered"
    assert (ExtensionRequest.objects.get().seat, ExtensionRequest.objects.get().hours) == (seat, 24)
    if language == "en":
        assert replies.ASKED_FOR_HOURS.fill(n=24) in last_email()


@pytest.mark.parametrize("line", ["extend", "extend a lot", "extend 1 2", "extend -3", "extend 3 days"])
def test_hours_that_are_no_number_are_asked_for_again(seat, line):
    post(reply(seat, line))
    assert not ExtensionRequest.objects.exists()
    assert replies.HOW_MANY_HOURS.is_in(last_email())


@pytest.mark.parametrize("hours", ["0", "49", "999", "99999", "999999999"])
def test_what_the_table_does_not_allow_is_answered_in_words(seat, hours):
    post(reply(seat, f"extend {hours}"))
    assert not ExtensionRequest.objects.exists()
    assert MAY_ASK_FOR_HOURS.fill(n=48) in last_email()


def test_the_hints_name_hours_that_the_table_allows():
    asked = awaited(table(3, pace=Pace(hours=timedelta(hours=8))))
    post(reply(asked, "extend"))
    assert replies.HOW_MANY_HOURS.fill(hours=8) in last_email()
    post(reply(asked, "help"))
    assert replies.HELP_EXTEND.fill(hours=8) in last_email()
    assert "extend 24" not in last_email()


def test_the_same_email_twice_is_one_wish(seat):
    raw = reply(seat, "extend 24")
    post(raw)
    post(reply(seat, "extend 24"))
    assert ExtensionRequest.objects.count() == 1


def wish_of(seat: Seat, hours: int = 24) -> ExtensionRequest:
    extension = extensions.request_extension(seat.game_id, seat.name, hours, by_user(seat.user))
    mail.outbox.clear()
    return extension


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "yes"), ("en", "Grant"), ("en", "grant {name}"), ("hu", "igen"), ("hu", "engedem"), ("hr", "da")],
)
def test_a_word_grants_what_somebody_else_has_asked_for(seat, other, language, line):
    speaks(other, language)
    extension = wish_of(seat)
    post(reply(other, line.format(name=seat.name)))
    extension.refresh_from_db()
    assert extension.granted_by == other.user
    assert GameLogEntry.objects.get(kind=GameLogEntry.Kind.EXTEND).how == GameLogEntry.How.REPLY
    if language == "en":
        assert HAS_HOURS_MORE.fill(name=seat.name, n=24) in last_email()


@pytest.mark.parametrize("is_anonymous", [False, True])
def test_a_player_is_named_by_the_own_name_unless_an_alias_hides_it(seat, other, is_anonymous):
    User.objects.filter(pk=seat.user_id).update(display_name="Émilie")
    Seat.objects.filter(pk=seat.pk).update(name="Seat-9")
    Game.objects.filter(pk=seat.game_id).update(is_anonymous=is_anonymous)
    extension = extensions.request_extension(seat.game_id, "Seat-9", 24, by_user(seat.user))
    post(reply(other, "grant Émilie"))
    extension.refresh_from_db()
    assert (extension.granted_at is None) == is_anonymous


def test_nobody_grants_it_to_himself(seat):
    extension = wish_of(seat)
    post(reply(seat, "grant"))
    extension.refresh_from_db()
    assert extension.granted_at is None


def test_yes_without_a_wish_is_no_move_and_nothing_is_guessed(seat):
    post(reply(seat, "yes"))
    assert not GameLogEntry.objects.filter(kind=GameLogEntry.Kind.MOVE).exists()


def test_it_is_not_granted_once_it_is_decided(seat, other):
    extension = wish_of(seat)
    move(seat, fallback(seat))
    post(reply(other, "grant"))
    extension.refresh_from_db()
    assert extension.granted_at is None


def test_somebody_else_named_is_somebody_else_meant(seat, other):
    extension = wish_of(seat)
    post(reply(other, "grant nobody"))
    extension.refresh_from_db()
    assert extension.granted_at is None


# --- leave


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "leave 2026-12-20 2026-12-24"),
        ("en", "Vacation 2026-12-20, 2026-12-24."),
        ("hu", "szabadság 2026-12-20 2026-12-24"),
        ("hu", "Szabadságon leszek 2026-12-20 2026-12-24"),
        ("hr", "odsutnost 2026-12-20 2026-12-24"),
        ("hr", "odmor 2026-12-20 2026-12-24"),
        ("en", "LEAVE 2026-12-20..24"),
        ("en", "vacation 20 December to 24 December"),
        ("en", "holidays: 20-24 Dec"),
        ("hu", "szabadság december 20-tól 24-ig"),
        ("hu", "szabadsagon leszek december 20-tol 24-ig"),
        ("hr", "odsutan sam od 20. prosinca do 24. prosinca"),
        ("hr", "odmor od 20. prosinca do 24. prosinca"),
        ("hr", "odmor 20.12.-24.12."),
    ],
)
def test_leave_is_booked_with_its_last_day(seat, language, line):
    speaks(seat, language)
    post(reply(seat, line))
    seat.user.refresh_from_db()
    assert seat.user.leave == [["2026-12-20", "2026-12-25"]]
    assert DAYS[language] in last_email()


CHRISTMAS = {"first": "Sunday, 20 December 2026", "last": "Thursday, 24 December 2026"}
DAYS = {
    "en": replies.LEAVE_BOOKED.fill(**CHRISTMAS),
    "hu": "2026. december 20., vasárnap",
    "hr": "nedjelja, 20. prosinca 2026.",
}


def test_one_day_alone_is_a_day_of_leave(seat):
    post(reply(seat, "leave 2026-12-20"))
    seat.user.refresh_from_db()
    assert seat.user.leave == [["2026-12-20", "2026-12-21"]]


@pytest.mark.parametrize("line", ["leave", "leave tomorrow", "leave 2026-13-20 2026-13-24", "leave 1 2 3"])
def test_days_that_cannot_be_read_are_asked_for_again(seat, line):
    post(reply(seat, line))
    seat.user.refresh_from_db()
    assert seat.user.leave == []
    assert replies.WHICH_DAYS in last_email()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "leave cancel"),
        ("en", "Vacation withdraw"),
        ("en", "leave cancel 20 December"),
        ("en", "leave cancel 2026-12-22"),
        ("hu", "szabadság törlöm"),
        ("hr", "odmor poništi"),
        ("hr", "odsutnost opozovi"),
    ],
)
def test_leave_is_taken_back_by_a_word(seat, language, line):
    speaks(seat, language)
    post(reply(seat, "leave 2026-12-20 2026-12-24"))
    post(reply(seat, line))
    seat.user.refresh_from_db()
    assert seat.user.leave == []
    if language == "en":
        days = replies.FROM_DAY_TO_DAY.fill(**CHRISTMAS)
        assert replies.LEAVE_TAKEN_BACK.fill(days=days) in last_email()


def test_of_several_bookings_a_day_must_say_which(seat):
    post(reply(seat, "leave 2026-12-20", "leave 2026-12-30 2026-12-31"))
    post(reply(seat, "leave cancel"))
    first = replies.ON_DAY.fill(day="Sunday, 20 December 2026")
    second = replies.FROM_DAY_TO_DAY.fill(
        first="Wednesday, 30 December 2026", last="Thursday, 31 December 2026"
    )
    assert replies.SEVERAL_BOOKINGS.fill(days=f"{first}, {second}") in last_email()
    post(reply(seat, "leave cancel 30 December"))
    seat.user.refresh_from_db()
    assert seat.user.leave == [["2026-12-20", "2026-12-21"]]


@pytest.mark.parametrize("line", ["leave cancel", "leave cancel 24 December"])
def test_what_was_not_booked_cannot_be_taken_back(seat, line):
    post(reply(seat, line))
    assert replies.NO_BOOKING in last_email()


def test_a_word_that_is_no_day_takes_nothing_back(seat):
    post(reply(seat, "leave 2026-12-20"))
    post(reply(seat, "leave cancel everything"))
    seat.user.refresh_from_db()
    assert seat.user.leave == [["2026-12-20", "2026-12-21"]]
    assert replies.WHICH_DAYS in last_email()


def test_what_cannot_be_booked_is_answered_in_words(seat):
    post(reply(seat, "leave 2026-01-01 2026-01-05"))
    assert LEAVE_IN_THE_PAST in last_email()


# --- coming back


@pytest.mark.parametrize(("language", "line"), [("en", "Back"), ("hu", "visszajöttem"), ("hr", "natrag")])
def test_an_absent_player_comes_back_by_a_word(clock, seat, language, line):
    speaks(seat, language)
    replaced(clock, seat)
    email = post(reply(seat, line))
    assert email.status == "answered"
    seat.refresh_from_db()
    assert (seat.bot, seat.offered_at) == ("", None)
    if language == "en":
        assert replies.WELCOME_BACK in last_email()


def test_nothing_is_played_for_an_absent_player_before_the_word(clock, game, seat):
    replaced(clock, seat)
    Seat.objects.filter(game=game).update(bot="rule_based")
    before = GameLogEntry.objects.count()
    post(reply(seat, "gold"))
    assert GameLogEntry.objects.count() == before
    assert replies.BOT_PLAYS_FOR_YOU in last_email()
    assert not replies.YOUR_OPTIONS.is_in(last_email())


def test_whoever_comes_back_may_play_in_the_same_email(clock, game, seat):
    replaced(clock, seat)
    while awaited(game) != seat:
        one = awaited(game)
        move(one, fallback(one))
    line = str(registry.get(game.ruleset).fallback(_position(game), seat.name))
    post(reply(seat, "back", line))
    assert (
        GameLogEntry.objects.filter(
            seat=seat, how=GameLogEntry.How.REPLY, kind=GameLogEntry.Kind.MOVE
        ).count()
        == 1
    )


def _position(game: Game):
    game.refresh_from_db()
    return registry.get(game.ruleset).load(game.position)


def test_back_is_no_trouble_for_somebody_who_is_there(seat):
    post(reply(seat, "back"))
    assert YOU_PLAY_ALREADY in last_email()


def test_a_seat_that_was_given_on_is_nobodys_to_come_back_to(clock, seat):
    replaced(clock, seat)
    raw = reply(seat, "back")
    Seat.objects.filter(pk=seat.pk).update(user=None)
    email = post(raw)
    assert email.status == "ignored"


# --- the words


@pytest.mark.parametrize(
    ("line", "matter"),
    [
        *((f"szavazok a {word}", "pause") for word in ("szünetre", "szunetre")),
        *((f"szavazok a {word}", "resume") for word in ("folytatásra", "folytatasra")),
        *((f"szavazok a {word}", "abandon") for word in ("feladásra", "feladasra")),
        ("glasam za stanku", "pause"),
        ("glasam: stanka", "pause"),
        ("glasam za nastavak", "resume"),
        ("glasam za prekid", "abandon"),
    ],
)
def test_what_is_voted_on_may_be_said_in_a_sentence(line, matter):
    command, text = GAME_COMMANDS.find_command(line)
    assert (command.key, find_vote_matters(text.rest)) == ("vote", [matter])


def test_help_tells_all_of_it(seat):
    post(reply(seat, "help"))
    for word in ("extend 24:", "grant:", "leave 2026-12-20 2027-01-03:", "leave cancel:", "back:", "orders:"):
        assert word in last_email()
    for word in ("vote pause, vote resume, vote abandon:", "agree and object:"):
        assert word in last_email()


def test_no_command_begins_a_move(seat):
    rules = registry.get("citadels")
    verbs = {rules.lexicon.name(verb, language) for verb in VERBS for language in ("en", "hu", "hr")}
    assert not {verb.lower() for verb in verbs} & set(GAME_COMMANDS.words)


VERBS = ("gold", "cards", "build", "end", "pick", "murder", "rob", "destroy")


def test_a_grant_by_mail_is_one_entry_and_one_notice_to_whoever_asked(seat, other):
    wish_of(seat)
    post(reply(other, "grant"))
    assert GameNotice.objects.filter(user=seat.user, kind=GameNotice.Kind.CHANGES).count() == 1
    assert GameLogEntry.objects.filter(kind=GameLogEntry.Kind.EXTEND).count() == 1


# --- orders that stand


def test_all_orders_that_stand_are_told(seat, other):
    post(reply(other, "orders"))
    assert NO_ORDER_STANDS in last_email()
    post(reply(other, "always gold", "plan build market or build tavern"))
    before = GameLogEntry.objects.count()
    email = post(reply(other, "Orders"))
    assert email.status == "answered"
    answer = last_email()
    assert "always gold." in answer
    assert "plan build market or build tavern." in answer
    assert GameLogEntry.objects.count() == before


def test_a_plan_that_is_sure_to_stop_is_filed_with_a_word_of_warning(other):
    post(reply(other, "plan build market"))
    assert replies.ORDER_STANDS.fill(order="plan build market.") in last_email()
    assert PLAN_BUILDS_BEFORE_GATHERING in last_email()
    post(reply(other, "cancel plan", "plan gold", "plan build market"))
    assert PLAN_BUILDS_BEFORE_GATHERING not in last_email()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "cancel all"),
        ("hu", "visszavon terv"),
        ("hu", "töröl mindent"),
        ("hr", "poništi plan"),
        ("hr", "opozovi sve"),
    ],
)
def test_an_order_is_taken_back_in_all_languages(other, language, line):
    """Some of these words alone would take a move back."""
    speaks(other, language)
    post(reply(other, "plan build market"))
    post(reply(other, line))
    assert not orders.list_plan_lines(registry.get("citadels"), position(other.game), other.name)


@pytest.mark.parametrize(
    ("language", "word", "result"),
    [
        ("hu", "utasítások", "mindig arany. Amikor gyűjtesz"),
        ("hr", "upute", "uvijek zlato. Kad god prikupljate"),
    ],
)
def test_orders_are_asked_for_and_told_in_all_languages(seat, language, word, result):
    speaks(seat, language)
    post(reply(seat, "always gold"))
    post(reply(seat, word))
    assert result in last_email()


def test_nobody_else_learns_of_an_order(seat, other):
    post(reply(other, "always gold"))
    post(reply(seat, "orders"))
    assert NO_ORDER_STANDS in last_email()


# --- votes


def test_a_vote_is_opened_joined_and_decided_by_mail(game, seat):
    ann, bob, _cid = game.seats.select_related("user", "game")
    post(reply(ann, "vote pause"))
    standing = f"{WOULD_LIKE_TO_PAUSE.fill(names=ann.name)} {IT_TAKES_VOTES.fill(n=2)}"
    assert replies.VOTE_COUNTS.is_in(last_email(), standing=standing)
    post(reply(bob, "agree"))
    assert play.GAME_PAUSED in last_email()
    game.refresh_from_db()
    assert game.state == Game.State.PAUSED
    post(reply(ann, "vote resume"))
    post(reply(bob, "Agree!"))
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


@pytest.mark.parametrize(
    ("language", "line", "is_for"),
    [
        ("en", "agree", True),
        ("en", "yes", True),
        ("en", "agree pause", True),
        ("en", "object", False),
        ("en", "Object to the pause", False),
        ("hu", "egyetértek", True),
        ("hu", "igen", True),
        ("hu", "ellenzem", False),
        ("hr", "slažem se", True),
        ("hr", "da", True),
        ("hr", "protivim se", False),
    ],
)
def test_a_word_is_for_it_or_against_it(language, line, is_for):
    ann, bob, *_ = table(5).seats.select_related("user", "game")
    speaks(bob, language)
    votes.cast_vote(ann.game_id, ann.name, "pause", by_user(ann.user))
    email = post(reply(bob, line))
    assert email.status == "answered"
    assert Vote.objects.get(seat=bob).is_for is is_for


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Agree, it was close"),
        ("en", "Agree to the pause, but only if we go on tomorrow"),
        ("en", "Object of the week: a very long pipe"),
        ("hu", "Egyetértek, szoros volt"),
        ("hr", "Slažem se, bilo je tijesno"),
    ],
)
def test_what_may_be_a_vote_is_asked_about_and_not_counted(language, line):
    ann, bob, *_ = table(5).seats.select_related("user", "game")
    speaks(bob, language)
    votes.cast_vote(ann.game_id, ann.name, "pause", by_user(ann.user))
    email = post(reply(bob, line))
    assert not Vote.objects.filter(seat=bob).exists()
    assert email.ignore_reason == NOTHING_DONE
    assert (replies.UNSURE_VOTE in last_email()) == (language == "en")


@pytest.mark.parametrize("line", ["Yes, it was close", "Igen, szoros volt", "Da, bilo je tijesno"])
def test_yes_to_something_else_is_no_vote(line):
    ann, bob, *_ = table(5).seats.select_related("user", "game")
    votes.cast_vote(ann.game_id, ann.name, "pause", by_user(ann.user))
    post(reply(bob, line))
    assert not Vote.objects.filter(seat=bob).exists()


def test_without_a_vote_agreement_is_only_talk(seat):
    post(reply(seat, "Agree, it was close"))
    assert replies.NO_MOVE_IN_LINE in last_email()


def test_an_objection_is_answered_with_where_the_vote_stands(game):
    ann, bob, _cid = game.seats.select_related("user", "game")
    votes.cast_vote(game.pk, ann.name, "pause", by_user(ann.user))
    post(reply(bob, "object"))
    so_far = VOTES_SO_FAR.fill(takes=IT_TAKES_VOTES.fill(n=2), votes=1)
    assert f"{so_far} {AGAINST_IT_ARE.fill(names=bob.name)}" in last_email()


def test_without_a_vote_there_is_nothing_to_agree_to(seat):
    for word in ("agree", "object", "agree abandon"):
        post(reply(seat, word))
        assert replies.NO_SUCH_VOTE in last_email()
    post(reply(seat, "vote"))
    assert replies.VOTE_ON_WHAT in last_email()
    post(reply(seat, "vote resume"))
    assert NO_SUCH_VOTE in last_email()


def test_of_several_votes_one_must_be_named():
    ann, bob, *_ = table(5).seats.select_related("user", "game")
    for matter in ("pause", "abandon"):
        votes.cast_vote(ann.game_id, ann.name, matter, by_user(ann.user))
    post(reply(bob, "agree"))
    assert replies.WHICH_VOTE in last_email()
    post(reply(bob, "agree abandon"))
    assert Vote.objects.get(seat=bob).matter == "abandon"


def test_yes_to_two_questions_at_once_is_asked_back(seat, other):
    extension = wish_of(seat)
    votes.cast_vote(seat.game_id, seat.name, "pause", by_user(seat.user))
    post(reply(other, "yes"))
    assert replies.TIME_OR_VOTE in last_email()
    extension.refresh_from_db()
    assert extension.granted_at is None
    assert not Vote.objects.filter(seat=other).exists()
    post(reply(other, "grant"))
    extension.refresh_from_db()
    assert extension.granted_at is not None
