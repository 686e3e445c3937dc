"""Where there is no choice, nobody has to answer: a turn ends by itself, a hidden answer comes later."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from games.models import Game, GameLogEntry, GameNotice, Seat
from games.play import moves, orders, referee
from games.play.deadlines import alarms
from games.play.transaction.origin import How, by_server, by_user
from games.queries import deadline_text
from games.queries.game_view import GameView
from games.queries.log import list_entries_since
from games.rules import registry
from games.rules.core.orders import FORCED
from tests.helpers.factories import UserFactory
from tests.helpers.tables import awaited, move, position, table, written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

RULES = registry.get("citadels")
DEFAULTS = list(RULES.orders.defaults)
BROKE = {
    "called": "king",
    "{0}": {"characters": ["king"], "gold": 0, "orders": DEFAULTS},
    "{1}": {"characters": ["bishop"]},
    "{2}": {"characters": ["merchant"]},
}
# Bob builds under a warrant of Ann's; whether it is signed is her secret
BLANK = {
    "called": "architect",
    "gathered": True,
    "warrants": {"signed": "king", "blank": ["architect", "bishop"]},
    "{0}": {"characters": ["magistrate"], "orders": DEFAULTS},
    "{1}": {"characters": ["architect"], "gold": 5, "hand": ["tavern", "castle"]},
    "{2}": {"characters": ["king"]},
}
SIGNED = BLANK | {"warrants": {"signed": "architect", "blank": ["king", "bishop"]}}


def list_how(game: Game) -> list[tuple[str, str]]:
    entries = GameLogEntry.objects.filter(game=game, kind=GameLogEntry.Kind.MOVE).order_by("number")
    return list(entries.values_list("text", "how"))


def build_under_warrant(page) -> Seat:
    """Let somebody build under a warrant; return the Magistrate's seat, which is asked."""
    game = table(3)
    written(game, page)
    builder = awaited(game)
    move(builder, "build tavern")
    return awaited(game)


# --- the end of a turn


def test_everybody_has_the_default_orders_from_the_start():
    game = table(3, default_orders=True)
    assert all(RULES.orders.lines(position(game), seat.name) == DEFAULTS for seat in game.seats.all())


def test_a_turn_ends_by_itself_when_nothing_else_is_possible():
    game = table(3)
    written(game, BROKE)
    king = awaited(game)
    move(king, "gold")
    assert list_how(game) == [("gold", How.FORM), ("end", How.FORCED)]
    assert awaited(game).name != king.name


def test_a_turn_in_which_something_is_possible_waits():
    game = table(3)
    written(game, BROKE | {"{0}": BROKE["{0}"] | {"hand": ["tavern"]}})
    king = awaited(game)
    move(king, "gold")
    assert awaited(game).name == king.name


def test_who_cancels_the_order_is_asked():
    game = table(3)
    written(game, BROKE)
    king = awaited(game)
    orders.file_order(game.pk, king.name, "cancel end", by_user(king.user))
    move(king, "gold")
    assert awaited(game).name == king.name


def test_a_whole_turn_may_say_end_although_it_would_end_by_itself():
    game = table(3)
    written(game, BROKE)
    king = awaited(game)
    done = moves.play_moves(game.pk, king.name, ["gold", "end"], by_user(king.user), decision=king.decision)
    assert (done.moves, done.trouble) == (("gold", "end"), "")
    assert list_how(game) == [("gold", How.FORM), ("end", How.FORM)]


def test_what_is_wrong_in_a_turn_is_told_of_the_line_itself():
    """The turn has ended by itself, but the reader wants to know about the castle."""
    game = table(3)
    written(game, BROKE)
    king = awaited(game)
    done = moves.play_moves(
        game.pk, king.name, ["gold", "build castle"], by_user(king.user), decision=king.decision
    )
    alone = read_trouble_after_gathering("build castle")
    assert (done.moves, done.trouble) == (("gold",), alone)


def read_trouble_after_gathering(line: str) -> str:
    """What the rules say to this line after gathering, where nobody has default orders."""
    game = table(3)
    written(game, BROKE | {"{0}": BROKE["{0}"] | {"orders": []}})
    king = awaited(game)
    return moves.play_moves(
        game.pk, king.name, ["gold", line], by_user(king.user), decision=king.decision
    ).trouble


def test_orders_that_wait_for_the_deadline_do_not_keep_a_turn_open():
    game = table(3)
    written(game, BROKE)
    Seat.objects.filter(game=game).update(time_out="orders")
    king = awaited(game)
    move(king, "gold")
    assert awaited(game).name != king.name


def test_others_read_the_same_log_as_if_the_end_had_been_typed():
    def read(has_order: bool) -> list[str]:
        game = table(3)
        page = BROKE if has_order else BROKE | {"{0}": BROKE["{0}"] | {"orders": []}}
        written(game, page)
        king, before = awaited(game), game.log_length
        move(king, "gold")
        if not has_order:
            move(king, "end")
        game.refresh_from_db()
        names = [seat.name for seat in game.seats.all()]
        view = GameView(game, list(game.seats.all()), None, "en")
        sentences = [line for entry in list_entries_since(view, before) for line in entry.sentences]
        return [_without_names(line, names) for line in sentences]

    assert read(has_order=True) == read(has_order=False)


def _without_names(line: str, names: list[str]) -> str:
    for place, name in enumerate(names):
        line = line.replace(name, f"P{place}")
    return line


def test_the_end_of_a_turn_is_no_email_to_its_owner():
    game = table(3)
    written(game, BROKE)
    king = awaited(game)
    move(king, "gold")
    assert not GameNotice.objects.filter(game=game, user=king.user, kind=GameNotice.Kind.ORDERS).exists()


def test_who_takes_a_seat_over_has_the_default_orders():
    game = table(3)
    seat = game.seats.first()
    orders.file_order(game.pk, seat.name, "prefer king", by_user(seat.user))
    referee.replace_player(game.pk, seat.pk, UserFactory(is_staff=True), person=UserFactory())
    assert RULES.orders.lines(position(game), seat.name) == DEFAULTS


# --- an answer that hides something


def test_a_forced_answer_is_given_after_a_while_and_not_by_email(clock):
    magistrate = build_under_warrant(BLANK)
    assert magistrate.answer_at is not None
    assert magistrate.asked_at <= magistrate.answer_at
    assert not GameNotice.objects.filter(user=magistrate.user, kind=GameNotice.Kind.YOUR_TURN).exists()
    clock.move_to(magistrate.answer_at + timedelta(seconds=1))
    alarms.handle_due_alarms()
    assert list_how(magistrate.game)[-1] == ("decline", How.FORCED)


def test_a_real_choice_waits_for_its_player(clock):
    magistrate = build_under_warrant(SIGNED)
    assert magistrate.answer_at is None
    assert GameNotice.objects.filter(user=magistrate.user, kind=GameNotice.Kind.YOUR_TURN).exists()


def test_a_forced_answer_comes_within_a_quarter_of_the_time_and_never_twice_the_same():
    asked = [build_under_warrant(BLANK) for _ in range(4)]
    waits = [(seat.answer_at - seat.asked_at) / (seat.due_at - seat.asked_at) for seat in asked]
    assert all(0 <= wait <= 0.25 for wait in waits)
    assert len(set(waits)) > 1


def test_the_player_may_answer_first(clock):
    magistrate = build_under_warrant(BLANK)
    move(magistrate, "decline")
    magistrate.refresh_from_db()
    assert magistrate.answer_at is None
    assert list_how(magistrate.game)[-1] == ("decline", How.FORM)


def test_who_wants_to_be_asked_is_asked(clock):
    game = table(3)
    written(game, BLANK)
    magistrate = game.seats.first()
    orders.file_order(game.pk, magistrate.name, "cancel forced", by_user(magistrate.user))
    move(awaited(game), "build tavern")
    asked = awaited(game)
    assert asked.answer_at is None
    assert GameNotice.objects.filter(user=asked.user, kind=GameNotice.Kind.YOUR_TURN).exists()


def test_cancelling_while_the_answer_is_under_way_keeps_it_open(clock):
    magistrate = build_under_warrant(BLANK)
    orders.file_order(magistrate.game_id, magistrate.name, "cancel forced", by_user(magistrate.user))
    clock.move_to(magistrate.answer_at + timedelta(seconds=1))
    alarms.handle_due_alarms()
    magistrate.refresh_from_db()
    assert magistrate.decision is not None
    assert magistrate.alarm_at > magistrate.asked_at


def test_somebody_alone_with_bots_never_waits_for_what_is_forced():
    game = table(1, bots=2)
    written(game, BLANK)
    person = game.seats.get(user__isnull=False)
    own = {seat.name: place for place, seat in enumerate(game.seats.all())}[person.name]
    page = {key: value for key, value in BLANK.items() if not key.startswith("{")}
    others = [place for place in range(3) if place != own]
    page[f"{{{own}}}"] = BLANK["{0}"]
    page[f"{{{others[0]}}}"], page[f"{{{others[1]}}}"] = BLANK["{1}"], BLANK["{2}"]
    written(game, page)
    builder = awaited(game)
    moves.play_moves(game.pk, builder.name, ["build tavern"], by_server(How.BOT), decision=builder.decision)
    assert ("decline", How.FORCED) in list_how(game)


def test_the_page_says_why_one_is_asked(clock):
    magistrate = build_under_warrant(BLANK)
    plain = build_under_warrant(SIGNED)
    told = [deadline_text.describe_deadline(seat.game, seat) for seat in (magistrate, plain)]
    assert told[0] != told[1]


def test_what_nobody_chose_does_not_show_that_somebody_is_there(clock):
    """Missed deadlines in a row go on being counted."""
    magistrate = build_under_warrant(BLANK)
    Seat.objects.filter(pk=magistrate.pk).update(misses_in_a_row=1)
    clock.move_to(magistrate.answer_at + timedelta(seconds=1))
    alarms.handle_due_alarms()
    magistrate.refresh_from_db()
    assert magistrate.misses_in_a_row == 1


def test_cancelling_takes_the_promised_answer_back(clock):
    magistrate = build_under_warrant(BLANK)
    orders.file_order(magistrate.game_id, magistrate.name, "cancel forced", by_user(magistrate.user))
    magistrate.refresh_from_db()
    assert (magistrate.answer_at, magistrate.decision is None) == (None, False)


def test_a_forced_answer_does_not_come_at_the_moment_a_pause_ends(clock):
    """Everybody would see that there was no choice."""
    magistrate = build_under_warrant(BLANK)
    staff = UserFactory(is_staff=True)
    referee.decide_matter(magistrate.game_id, "pause", staff)
    clock.move_to(magistrate.answer_at + timedelta(days=3))
    referee.decide_matter(magistrate.game_id, "resume", staff)
    magistrate.refresh_from_db()
    assert magistrate.answer_at > magistrate.asked_at + timedelta(days=3)
    assert magistrate.alarm_at <= magistrate.answer_at


def test_a_forced_answer_is_nobodys_doing():
    game = table(3)
    written(game, BROKE)
    move(awaited(game), "gold")
    assert GameLogEntry.objects.get(game=game, text="end").by is None


def test_no_reminder_comes_for_a_forced_answer(clock):
    magistrate = build_under_warrant(BLANK)
    clock.move_to(magistrate.answer_at - timedelta(seconds=1))
    Seat.objects.filter(pk=magistrate.pk).update(alarm_at=magistrate.asked_at)
    alarms.handle_due_alarms()
    assert not GameNotice.objects.filter(user=magistrate.user, kind=GameNotice.Kind.REMINDER).exists()


# --- in a game in which several are asked at once


def put_dominion_turn(page: dict, kingdom: Sequence[str] = ("militia", "moat")) -> Game:
    game = table(3, ruleset="dominion", options={"set": "victory_dance"})
    rest = {f"{{{place}}}": {"hand": ["copper"] * 3, "orders": DEFAULTS} for place in range(3)}
    written(game, {"turn": "{0}", **rest, **page}, kingdom=[*kingdom])
    return game


def test_whoever_cannot_react_is_answered_for_and_gets_no_email(clock):
    holder = {"hand": ["moat", "copper", "copper"], "orders": DEFAULTS}
    game = put_dominion_turn({"{0}": {"hand": ["militia"]}, "{2}": holder})
    move(awaited(game), "play militia")
    _attacker, other, holder_seat = game.seats.all()
    assert (other.answer_at is None, holder_seat.answer_at is None) == (False, True)
    written_to = GameNotice.objects.filter(game=game, kind=GameNotice.Kind.YOUR_TURN).values_list(
        "user", flat=True
    )
    assert {*written_to} & {other.user_id, holder_seat.user_id} == {holder_seat.user_id}
    clock.move_to(other.answer_at + timedelta(seconds=1))
    alarms.handle_due_alarms()
    assert list_how(game)[-1] == ("decline", How.FORCED)


def test_a_turn_of_dominion_ends_by_itself_after_the_last_buy():
    game = put_dominion_turn({"phase": "buy", "coins": 3})
    move(awaited(game), "buy silver")
    assert list_how(game) == [("buy silver", How.FORM), ("end", How.FORCED)]


# --- in one's own turn


@pytest.mark.parametrize(
    ("hand", "kingdom", "answered"),
    [
        (["remodel", "copper", "copper"], ["remodel"], ["trash copper"]),
        (["remodel", "copper", "estate"], ["remodel"], []),
        (["trading_post", "copper", "copper"], ["trading_post"], ["trash copper copper"]),
        # what a card draws first nobody else may guess
        (["upgrade", "copper", "copper"], ["upgrade"], []),
        (["courtyard", "copper", "copper"], ["courtyard"], []),
    ],
)
def test_the_only_answer_comes_at_once_where_a_whole_turn_would_have_been_as_fast(
    clock, hand, kingdom, answered
):
    game = put_dominion_turn({"{0}": {"hand": hand, "deck": ["copper"] * 5, "orders": [FORCED]}}, kingdom)
    move(awaited(game), f"play {hand[0]}")
    assert [text for text, how in list_how(game) if how == How.FORCED] == answered
    assert (awaited(game).answer_at is None) == (kingdom[0] not in ("upgrade", "courtyard"))


def test_a_gain_without_a_choice_is_made_at_once(clock):
    game = put_dominion_turn(
        {
            "{0}": {"hand": ["upgrade", "silver", "copper"], "deck": ["copper"], "orders": [FORCED]},
            "supply": {"upgrade": 0},
        },
        ["upgrade", "militia"],
    )
    player = awaited(game)
    move(player, "play upgrade")
    move(awaited(game), "trash silver")
    assert list_how(game)[-1] == ("gain militia", How.FORCED)
