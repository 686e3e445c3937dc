"""Who never came, who leaves one table after the other, and the seats of those who are out."""

from datetime import timedelta
from threading import Event

import msgspec
import pytest

from accounts import server_time
from games.models import Game, GameNotice, Seat
from games.play import referee, replacements
from games.play.lobby.tables import DEFAULT_BOT
from games.play.transaction.origin import by_user
from games.statistics import reliability
from games.tournaments.director import director, no_shows
from games.tournaments.entries import registration
from games.tournaments.export import files, json_file, verify
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import (
    Avoidance,
    Ban,
    Entrant,
    Ruling,
    Tournament,
    TournamentNotice,
    TournamentTable,
)
from games.tournaments.rulings import rulings
from games.tournaments.standings import from_state
from tests.helpers.absent_players import replaced
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import clock  # noqa: F401 (a day that stands still)
from tests.helpers.tables import awaited, fallback, move
from tests.helpers.threads import at_once
from tests.helpers.tournaments.open_tournament import event as opened
from tests.helpers.tournaments.running_tournament import (
    FINAL,
    SWISS,
    booked,
    cup,
    entrant,
    entries,
    helper,
    person,
    play,
    start,
    table,
    told,
)

pytestmark = pytest.mark.django_db

State = Entrant.State
AN_HOUR = timedelta(hours=1)
THREE_DAYS = 72 * AN_HOUR


def step(event, what=no_shows.handle_no_shows):
    with booked(event) as transaction:
        return what(transaction)


def begun(*, moved=(), **plan):
    """A table has begun; these places have made a move, and the next one is asked."""
    tournament = cup(**plan)
    game = start(tournament).game
    for _place in moved:
        seat = awaited(game)
        move(seat, fallback(seat))
    return tournament


def seats(event, number):
    found = table(event, number).seats.select_related("entrant").order_by("seat")
    return [one.entrant.number for one in found]


def state(event, number):
    return entrant(event, number).state


# --- those who never came


def test_without_a_move_in_three_days_the_table_is_made_again_one_smaller(clock):  # noqa: F811
    event = begun()
    clock.shift(THREE_DAYS)
    assert step(event)
    assert table(event).state == TournamentTable.State.VOID
    assert table(event).game.state == Game.State.ABANDONED
    assert state(event, 1) == State.WITHDRAWN
    assert told(event, TournamentNotice.Kind.OUT) == {person(event, 1).pk}
    assert seats(event, 3) == [2, 3, 4]
    assert table(event, 3).state == TournamentTable.State.PLANNED
    assert told(event, TournamentNotice.Kind.NEWS) == {person(event, number).pk for number in (2, 3, 4)}
    assert not step(event)


def test_the_ledger_tells_of_the_new_table(clock):  # noqa: F811
    event = begun()
    clock.shift(THREE_DAYS)
    step(event)
    assert entries(event, "remade") == [{"table": 1, "new": 3, "seats": [2, 3, 4]}]
    state = load_state(event)
    assert (state.tables[1].state, state.tables[1].counts) == ("void", False)
    assert (state.tables[3].state, state.tables[3].seats) == ("planned", (2, 3, 4))
    assert state.stages[1].rounds[1].tables == [3, 2]


def test_a_moment_before_that_nothing_happens(clock):  # noqa: F811
    event = begun()
    clock.shift(THREE_DAYS - timedelta(seconds=1))
    assert not step(event)


def test_whoever_has_moved_once_was_there(clock):  # noqa: F811
    event = begun(moved=[0, 1, 2, 3])
    clock.shift(10 * THREE_DAYS)
    assert not step(event)


def test_whoever_was_asked_late_has_as_long_as_the_others(clock):  # noqa: F811
    event = begun()
    clock.shift(THREE_DAYS - AN_HOUR)
    first = awaited(table(event).game)
    move(first, fallback(first))
    clock.shift(2 * AN_HOUR)
    assert not step(event)
    clock.shift(THREE_DAYS)
    assert step(event)
    assert (state(event, 1), state(event, 2)) == (State.ACTIVE, State.WITHDRAWN)


def test_a_pause_of_the_table_is_no_absence(clock):  # noqa: F811
    event = begun()
    referee.decide_matter(table(event).game.pk, "pause", None)
    clock.shift(THREE_DAYS)
    referee.decide_matter(table(event).game.pk, "resume", None)
    assert not step(event)


def test_where_a_bot_had_to_take_over_before_the_first_move_nobody_came(clock):  # noqa: F811
    event = begun()
    replaced(table(event).game)
    assert not step(event)  # not before the time is up
    clock.shift(THREE_DAYS)
    assert step(event)
    assert state(event, 1) == State.WITHDRAWN


def test_an_event_may_wait_for_ever(clock):  # noqa: F811
    event = begun(no_show_hours=0)
    clock.shift(10 * THREE_DAYS)
    assert not step(event)


# --- a table that must not be smaller

OF_FOUR = msgspec.structs.replace(SWISS, least=4)


def waiting(event, number, **fields):
    return Entrant.objects.create(
        tournament=event,
        number=number,
        user=UserFactory(),
        name=f"W{number}",
        state=State.WAITING,
        queued_at=event.created_at + number * AN_HOUR,
        **fields,
    )


def test_a_table_that_must_not_be_smaller_gets_the_next_of_the_waiting_list(clock):  # noqa: F811
    event = begun(stages=[OF_FOUR, FINAL])
    for number in (9, 10):
        waiting(event, number)
    clock.shift(THREE_DAYS)
    step(event)
    assert seats(event, 3) == [9, 2, 3, 4]
    assert (state(event, 9), state(event, 10)) == (State.ACTIVE, State.WAITING)
    assert 9 in load_state(event).stages[1].field
    assert person(event, 9).pk in told(event, TournamentNotice.Kind.ENTERED)


def test_whoever_may_not_sit_with_somebody_there_is_passed_over(clock):  # noqa: F811
    event = begun(stages=[OF_FOUR, FINAL])
    for number in (9, 10):
        waiting(event, number)
    Avoidance.objects.create(entrant=entrant(event, 2), other=entrant(event, 9))
    clock.shift(THREE_DAYS)
    step(event)
    assert seats(event, 3) == [10, 2, 3, 4]


def test_if_nobody_waits_a_bot_has_the_seat_and_counts_for_nobody(clock):  # noqa: F811
    event = begun(stages=[OF_FOUR, FINAL])
    clock.shift(THREE_DAYS)
    step(event)
    assert seats(event, 3) == [1, 2, 3, 4]
    director.run_due_steps(event.pk)
    assert [seat.bot for seat in table(event, 3).game.seats.order_by("place")] == [DEFAULT_BOT, "", "", ""]


def test_the_director_makes_the_table_again_and_begins_it(clock):  # noqa: F811
    event = begun()
    clock.shift(THREE_DAYS)
    director.run_due_steps(event.pk)
    assert table(event, 3).state == TournamentTable.State.STARTED
    assert director.run_due_steps(event.pk) == 0
    assert [seat.user_id for seat in table(event, 3).game.seats.order_by("place")] == [
        person(event, number).pk for number in (2, 3, 4)
    ]


def test_a_final_that_is_made_again_is_still_one_table(clock):  # noqa: F811
    tournament = cup((1, 2, 3, 4), stages=[FINAL])
    start(tournament)
    clock.shift(THREE_DAYS)
    director.run_due_steps(tournament.pk)
    play(tournament, 2, 30, 26, 22)
    director.run_due_steps(tournament.pk)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    assert from_state.compute_final_order(load_state(tournament))[:3] == [2, 3, 4]


def test_the_file_of_a_knock_out_has_the_table_to_which_somebody_did_not_come(clock):  # noqa: F811
    """Who is there as one of those who never were in a round."""
    event = begun(stages=(FINAL,))
    clock.shift(THREE_DAYS)
    assert step(event)
    event = Tournament.objects.get(pk=event.pk)
    file = files.render_json(event).encode()
    assert verify.verify_file(file).error == ""
    [section] = json_file.load_tournament(file).sections
    assert {one.status for one in section.tables} == {"void"}
    standings = [row.entrant for row in json_file.load_tournament(file).rows(section)]
    assert standings == [row.entrant for row in from_state.compute_standing_rows(load_state(event), 1)]


@pytest.mark.django_db(transaction=True)
def test_two_directors_at_once_make_it_again_once(clock):  # noqa: F811
    event = begun()
    clock.shift(THREE_DAYS)
    assert sorted(at_once(lambda: step(event), lambda: step(event))) == [False, True]
    assert event.tables.count() == 3


@pytest.mark.django_db(transaction=True)
def test_whoever_moves_while_the_director_looks_has_come(clock, monkeypatch):  # noqa: F811
    """On SQLite nobody moves meanwhile: whoever is out then has not moved, and the move is refused."""
    event = begun()
    seat = awaited(table(event).game)
    line = fallback(seat)
    clock.shift(THREE_DAYS)
    has_looked, has_moved, tables = Event(), Event(), no_shows._list_tables

    def when_they_have_moved(*args):
        has_looked.set()
        has_moved.wait(3)
        return tables(*args)

    def moves():
        assert has_looked.wait(20)
        made = move(seat, line)
        has_moved.set()
        return made

    monkeypatch.setattr(no_shows, "_list_tables", when_they_have_moved)
    _stepped, made = at_once(lambda: step(event), moves)
    assert (state(event, 1) == State.ACTIVE) == (not isinstance(made, Exception))


# --- those who leave


def left(event, number, *, kind="bot"):
    """At this table the first seat was finished by somebody else."""
    with booked(event) as transaction:
        first, *others = transaction.state.tables[number].seats
        transaction.append_entry("started", table=number)
        transaction.append_entry(
            "finished",
            table=number,
            seats=[VerdictLine(first, "9", kind=kind, left=True), *(VerdictLine(one, "8") for one in others)],
        )
    TournamentTable.objects.filter(tournament=event, number=number).update(
        state=TournamentTable.State.FINISHED
    )


TWICE = ((1, 2, 3, 4), (1, 5, 6, 7))


def two_tables():
    """The first entrant sits at both."""
    tournament = cup((1, 2, 3, 4), (5, 6, 7, 8))
    seat = table(tournament, 2).seats.get(seat=0)
    seat.entrant = entrant(tournament, 1)
    seat.save()
    with booked(tournament) as transaction:
        tables = [{"table": number, "seats": seats} for number, seats in enumerate(TWICE, 1)]
        transaction.append_entry("drawn", stage=1, round=1, tables=tables, byes=[])
    return tournament


def started_and_moved(event):
    """The second table runs, and its first seat has made a move."""
    game = start(event, 2).game
    seat = awaited(game)
    move(seat, fallback(seat))
    return game


def test_whoever_leaves_two_tables_to_others_is_out():
    event = two_tables()
    left(event, 1)
    assert not step(event, no_shows.remove_leavers)
    left(event, 2, kind="stand_in")
    assert step(event, no_shows.remove_leavers)
    assert state(event, 1) == State.WITHDRAWN
    assert told(event, TournamentNotice.Kind.OUT) == {person(event, 1).pk}
    assert entries(event, "withdrew") == [{"entrant": 1, "why": "left"}]
    assert not step(event, no_shows.remove_leavers)


def test_a_table_that_a_bot_plays_at_the_moment_counts():
    event = two_tables()
    left(event, 1)
    game = started_and_moved(event)
    replaced(game, game.seats.get(place=0))
    assert step(event, no_shows.remove_leavers)
    assert state(event, 1) == State.WITHDRAWN


def test_whoever_has_not_even_come_is_not_a_leaver_but_waited_for():
    event = two_tables()
    for number in (1, 2):
        game = start(event, number).game
        replaced(game, game.seats.get(place=0))
    assert not step(event, no_shows.remove_leavers)


def test_whoever_comes_back_in_time_is_not_out():
    event = two_tables()
    left(event, 1)
    game = started_and_moved(event)
    seat = replaced(game, game.seats.get(place=0))
    Seat.objects.filter(pk=seat.pk).update(bot="")
    assert not step(event, no_shows.remove_leavers)


def test_a_game_lost_by_a_ruling_is_not_left():
    event = two_tables()
    left(event, 1)
    left(event, 2, kind="self")
    assert not step(event, no_shows.remove_leavers)


def test_whoever_was_taken_in_again_by_the_referees_stays():
    event = two_tables()
    left(event, 1)
    left(event, 2)
    step(event, no_shows.remove_leavers)
    made = rulings.propose_ruling(
        event.pk, event.owner, Ruling.Kind.REINSTATE, entrant_number=1, reason="Was in hospital."
    )
    if made.state == Ruling.State.PROPOSED:
        rulings.sign_ruling(made.pk, helper(event))
    assert not step(event, no_shows.remove_leavers)
    assert state(event, 1) == State.ACTIVE


# --- those who are out


def test_a_bot_plays_on_for_whoever_is_out():
    event = begun()
    registration.withdraw_entrant(entrant(event, 3).pk, person(event, 3))
    assert step(event, no_shows.replace_removed_players)
    assert not step(event, no_shows.replace_removed_players)
    seat = table(event).game.seats.get(place=2)
    assert (seat.user, seat.bot) == (None, DEFAULT_BOT)
    assert table(event).game.state == Game.State.RUNNING


def test_whoever_withdraws_has_left_the_games_that_run():
    """Or one would withdraw whenever a game goes badly, and enter the next event as if nothing had been."""
    event = two_tables()
    start(event, 1)
    start(event, 2)
    user = person(event, 1)
    other = opened(reliability=80)
    assert registration.list_ineligibility_reasons(other, user) == []
    registration.withdraw_entrant(entrant(event, 1).pk, user)
    director.run_due_steps(event.pk)
    figures = reliability.compute_reliability(user)
    assert (figures.finished, figures.left_games, figures.running) == (0, 2, 0)
    assert "0 %" in registration.list_ineligibility_reasons(other, user)[0]


@pytest.mark.parametrize("how", ["disqualified", "by the organizer", "left to bots"])
def test_whom_the_house_sends_away_has_left_nothing_by_that(how):
    event = begun(stages=(msgspec.structs.replace(SWISS, go_on=1), FINAL))
    ahead = from_state.list_qualifiers(load_state(event), 1)  # by lot: nothing is played yet
    number = next(one for one in (1, 2, 3, 4) if one not in ahead)
    if how == "disqualified":
        made = rulings.propose_ruling(
            event.pk, event.owner, "disqualify", entrant_number=number, reason="Rude."
        )
        assert made.state == Ruling.State.IN_FORCE
    elif how == "by the organizer":
        registration.withdraw_entrant(entrant(event, number).pk, event.owner)
    else:
        with booked(event) as transaction:
            no_shows._remove_entrant(transaction, entrant(event, number), no_shows.REMOVED_AS_LEAVER)
    assert step(event, no_shows.replace_removed_players)
    assert reliability.compute_reliability(person(event, number)).left_games == 0


def test_somebody_may_stand_in_for_whoever_is_out():
    event = begun()
    volunteer = UserFactory(is_stand_in=True)
    registration.withdraw_entrant(entrant(event, 3).pk, person(event, 3))
    step(event, no_shows.replace_removed_players)
    seat = table(event).game.seats.get(place=2)
    assert replacements.list_offered_seats(volunteer) == [seat]
    assert GameNotice.objects.filter(user=volunteer, kind=GameNotice.Kind.STAND_IN).count() == 1
    replacements.take_over_seat(seat.game_id, seat.pk, volunteer, by_user(volunteer))
    assert not step(event, no_shows.replace_removed_players)
    assert table(event).game.seats.get(place=2).user == volunteer


def test_whoever_offers_to_stand_in_later_is_asked_once():
    event = begun()
    Game.objects.update(only_candidates=True)
    registration.withdraw_entrant(entrant(event, 3).pk, person(event, 3))
    step(event, no_shows.replace_removed_players)
    seat = table(event).game.seats.get(place=2)
    volunteer, banned = UserFactory(is_stand_in=True), UserFactory(is_stand_in=True)
    now = server_time.now()
    Ban.objects.create(user=banned, until=now + timedelta(days=1), reason="Rude.", at=now)
    assert replacements.list_offered_seats(volunteer) == []
    director.run_due_steps(event.pk)
    director.run_due_steps(event.pk)
    assert replacements.list_offered_seats(volunteer) == [seat]
    notices = GameNotice.objects.filter(kind=GameNotice.Kind.STAND_IN).values_list("user", flat=True)
    assert list(notices) == [volunteer.pk]


def test_the_director_clears_all_seats_of_somebody_who_is_disqualified():
    event = begun()
    made = rulings.propose_ruling(
        event.pk, event.owner, Ruling.Kind.DISQUALIFY, entrant_number=3, reason="Two accounts."
    )
    rulings.sign_ruling(made.pk, helper(event))
    director.run_due_steps(event.pk)
    assert [seat.bot for seat in table(event).game.seats.order_by("place")] == ["", "", DEFAULT_BOT, ""]
