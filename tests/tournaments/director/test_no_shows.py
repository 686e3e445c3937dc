"""Who never came, who leaves one table after the other, and the seats of those who are out."""

from datetime import timedelta
from threading import Event

import msgspec
import pytest

from accounts import server_time
from games.models import Game, GameNotice, Seat
from games.play import referee, replacements
from games.play.errors import NotPossible
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
    Entrant,
    Ruling,
    Tournament,
    TournamentNotice,
    TournamentTable,
)
from games.tournaments.rulings import rulings
from games.tournaments.settings import StageSettings
from games.tournaments.standings import from_state
from tests.helpers.absent_players import replaced
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.tables import awaited, fallback, move
from tests.helpers.threads import at_once
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.factories import BanFactory, EntrantFactory
from tests.helpers.tournaments.ledger import list_entries, write_ledger
from tests.helpers.tournaments.people import appoint, entrant, person, told
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import play, start, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

State = Entrant.State
AN_HOUR = timedelta(hours=1)
THREE_DAYS = 72 * AN_HOUR


def step(tournament, what=no_shows.handle_no_shows):
    with write_ledger(tournament) as transaction:
        return what(transaction)


def begun(*stages, moved=(), **settings):
    """A table has begun; these places have made a move, and the next one is asked."""
    tournament = TournamentBuilder(*(stages or (SWISS, FINAL)), **settings).drawn().build()
    game = start(tournament).game
    for _place in moved:
        seat = awaited(game)
        move(seat, fallback(seat))
    return tournament


def seats(tournament, number):
    found = table(tournament, number).seats.select_related("entrant").order_by("seat")
    return [one.entrant.number for one in found]


def state(tournament, number):
    return entrant(tournament, number).state


# --- those who never came


def test_without_a_move_in_three_days_the_table_is_made_again_one_smaller(clock):
    tournament = begun()
    clock.shift(THREE_DAYS)
    assert step(tournament)
    assert table(tournament).state == TournamentTable.State.VOID
    assert table(tournament).game.state == Game.State.ABANDONED
    assert state(tournament, 1) == State.WITHDRAWN
    assert told(tournament, TournamentNotice.Kind.OUT) == {person(tournament, 1).pk}
    assert seats(tournament, 3) == [2, 3, 4]
    assert table(tournament, 3).state == TournamentTable.State.PLANNED
    assert told(tournament, TournamentNotice.Kind.NEWS) == {
        person(tournament, number).pk for number in (2, 3, 4)
    }
    assert not step(tournament)


def test_the_ledger_tells_of_the_new_table(clock):
    tournament = begun()
    clock.shift(THREE_DAYS)
    step(tournament)
    assert list_entries(tournament, "remade") == [{"table": 1, "new": 3, "seats": [2, 3, 4]}]
    state = load_state(tournament)
    assert (state.tables[1].state, state.tables[1].counts) == ("void", False)
    assert (state.tables[3].state, state.tables[3].seats) == ("planned", (2, 3, 4))
    assert state.stages[1].rounds[1].tables == [3, 2]


def test_a_moment_before_that_nothing_happens(clock):
    tournament = begun()
    clock.shift(THREE_DAYS - timedelta(seconds=1))
    assert not step(tournament)


def test_whoever_has_moved_once_was_there(clock):
    tournament = begun(moved=[0, 1, 2, 3])
    clock.shift(10 * THREE_DAYS)
    assert not step(tournament)


def test_whoever_was_asked_late_has_as_long_as_the_others(clock):
    tournament = begun()
    clock.shift(THREE_DAYS - AN_HOUR)
    first = awaited(table(tournament).game)
    move(first, fallback(first))
    clock.shift(2 * AN_HOUR)
    assert not step(tournament)
    clock.shift(THREE_DAYS)
    assert step(tournament)
    assert (state(tournament, 1), state(tournament, 2)) == (State.ACTIVE, State.WITHDRAWN)


def test_a_pause_of_the_table_is_no_absence(clock):
    tournament = begun()
    referee.decide_matter(table(tournament).game.pk, "pause", None)
    clock.shift(THREE_DAYS)
    referee.decide_matter(table(tournament).game.pk, "resume", None)
    assert not step(tournament)


def test_where_a_bot_had_to_take_over_before_the_first_move_nobody_came(clock):
    tournament = begun()
    replaced(table(tournament).game)
    assert not step(tournament)  # not before the time is up
    clock.shift(THREE_DAYS)
    assert step(tournament)
    assert state(tournament, 1) == State.WITHDRAWN


def test_a_tournament_may_wait_for_ever(clock):
    tournament = begun(no_show_hours=0)
    clock.shift(10 * THREE_DAYS)
    assert not step(tournament)


# --- a table that must not be smaller

OF_FOUR = msgspec.structs.replace(SWISS, least=4)


def waiting(tournament, number, **fields):
    queued_at = tournament.created_at + number * AN_HOUR
    return EntrantFactory(
        tournament=tournament, number=number, state=State.WAITING, queued_at=queued_at, **fields
    )


def test_a_table_that_must_not_be_smaller_gets_the_next_of_the_waiting_list(clock):
    tournament = begun(OF_FOUR, FINAL)
    for number in (9, 10):
        waiting(tournament, number)
    clock.shift(THREE_DAYS)
    step(tournament)
    assert seats(tournament, 3) == [9, 2, 3, 4]
    assert (state(tournament, 9), state(tournament, 10)) == (State.ACTIVE, State.WAITING)
    assert 9 in load_state(tournament).stages[1].field
    assert person(tournament, 9).pk in told(tournament, TournamentNotice.Kind.ENTERED)


def test_whoever_may_not_sit_with_somebody_there_is_passed_over(clock):
    tournament = begun(OF_FOUR, FINAL)
    for number in (9, 10):
        waiting(tournament, number)
    Avoidance.objects.create(entrant=entrant(tournament, 2), other=entrant(tournament, 9))
    clock.shift(THREE_DAYS)
    step(tournament)
    assert seats(tournament, 3) == [10, 2, 3, 4]


def test_if_nobody_waits_a_bot_has_the_seat_and_counts_for_nobody(clock):
    tournament = begun(OF_FOUR, FINAL)
    clock.shift(THREE_DAYS)
    step(tournament)
    assert seats(tournament, 3) == [1, 2, 3, 4]
    director.run_due_steps(tournament.pk)
    assert [seat.bot for seat in table(tournament, 3).game.seats.order_by("place")] == [
        DEFAULT_BOT,
        "",
        "",
        "",
    ]


def test_the_director_makes_the_table_again_and_begins_it(clock):
    tournament = begun()
    clock.shift(THREE_DAYS)
    director.run_due_steps(tournament.pk)
    assert table(tournament, 3).state == TournamentTable.State.STARTED
    assert director.run_due_steps(tournament.pk) == 0
    assert [seat.user_id for seat in table(tournament, 3).game.seats.order_by("place")] == [
        person(tournament, number).pk for number in (2, 3, 4)
    ]


def test_a_final_that_is_made_again_is_still_one_table(clock):
    tournament = TournamentBuilder(FINAL).drawn((1, 2, 3, 4)).build()
    start(tournament)
    clock.shift(THREE_DAYS)
    director.run_due_steps(tournament.pk)
    play(tournament, 2, 30, 26, 22)
    director.run_due_steps(tournament.pk)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    assert from_state.compute_final_order(load_state(tournament))[:3] == [2, 3, 4]


def test_the_file_of_a_knock_out_has_the_table_to_which_somebody_did_not_come(clock):
    """Who is there as one of those who never were in a round."""
    tournament = begun(FINAL)
    clock.shift(THREE_DAYS)
    assert step(tournament)
    tournament = Tournament.objects.get(pk=tournament.pk)
    file = files.render_json(tournament).encode()
    assert verify.verify_file(file).error == ""
    [section] = json_file.load_tournament(file).sections
    assert {one.status for one in section.tables} == {"void"}
    standings = [row.entrant for row in json_file.load_tournament(file).rows(section)]
    assert standings == [row.entrant for row in from_state.compute_standing_rows(load_state(tournament), 1)]


# --- the waiting list comes first, and all tables are treated alike


def test_whoever_waits_gets_the_place_before_the_table_is_made_smaller(clock):
    tournament = begun()
    waiting(tournament, 9)
    clock.shift(THREE_DAYS)
    step(tournament)
    assert seats(tournament, 3) == [9, 2, 3, 4]
    assert list_entries(tournament, "joined") == [{"entrant": 9, "stage": 1, "instead": 1}]


LEAGUE = StageSettings(format="league", size=4, least=3, most=4, group=5, cap=4, seeding="manual")


def league_begun(clock, *waiting_numbers):
    """A league of five at tables of four runs; the first entrant has come to none of their four tables."""
    tournament = (
        TournamentBuilder(LEAGUE, check_in_hours=0, least=5).entrants(5).seeded().started().directed().build()
    )
    for number in waiting_numbers:
        waiting(tournament, number)
    for one in tournament.tables.filter(state=TournamentTable.State.STARTED):
        for _place in range(8):
            seat = awaited(one.game)
            if seat is None or seat.user_id == person(tournament, 1).pk:
                break
            move(seat, fallback(seat))
    clock.shift(THREE_DAYS)
    director.run_due_steps(tournament.pk)
    return Tournament.objects.get(pk=tournament.pk)


def tables_that_count(tournament):
    found = load_state(tournament).tables.values()
    return [one for one in found if one.state != "void"]


def test_all_tables_of_somebody_who_never_came_are_treated_alike(clock):
    tournament = league_begun(clock)
    tables = tables_that_count(tournament)
    assert sorted(len(one.seats) for one in tables) == [3, 3, 3, 3, 4]
    assert not any(1 in one.seats for one in tables)
    assert not Seat.objects.filter(game__state=Game.State.RUNNING).exclude(bot="").exists()


def test_whoever_waits_plays_all_tables_of_somebody_who_never_came(clock):
    tournament = league_begun(clock, 6)
    tables = tables_that_count(tournament)
    assert [len(one.seats) for one in tables] == [4] * 5
    assert sum(6 in one.seats for one in tables) == 4
    state = load_state(tournament)
    assert (sorted(state.stages[1].groups[0]), state.stages[1].substitutes) == ([2, 3, 4, 5, 6], {1: 6})
    assert tournament.tables.filter(seats__entrant__number=1).exclude(state="void").count() == 0


def test_a_place_that_becomes_free_later_is_offered_to_whoever_waits(clock):
    tournament = begun(msgspec.structs.replace(SWISS, rounds=4), FINAL)
    for number in (9, 10):
        waiting(tournament, number)
    Tournament.objects.filter(pk=tournament.pk).update(
        settings_data=msgspec.json.encode(msgspec.structs.replace(tournament.settings, most=8)).decode()
    )
    registration.withdraw_entrant(entrant(tournament, 3).pk, person(tournament, 3))
    director.run_due_steps(tournament.pk)
    assert (state(tournament, 9), state(tournament, 10)) == (State.OFFERED, State.WAITING)
    assert told(tournament, TournamentNotice.Kind.PLACE) == {person(tournament, 9).pk}
    with pytest.raises(NotPossible, match=messages.ALL_PLACES_TAKEN.pattern):
        registration.register_entrant(tournament.pk, UserFactory())
    registration.decline_place(entrant(tournament, 9).pk, person(tournament, 9))
    director.run_due_steps(tournament.pk)
    registration.take_place(entrant(tournament, 10).pk, person(tournament, 10))
    assert state(tournament, 10) == State.ACTIVE
    assert 10 in load_state(tournament).stages[1].field


@pytest.mark.django_db(transaction=True)
def test_two_directors_at_once_make_it_again_once(clock):
    tournament = begun()
    clock.shift(THREE_DAYS)
    assert sorted(at_once(lambda: step(tournament), lambda: step(tournament))) == [False, True]
    assert tournament.tables.count() == 3


@pytest.mark.django_db(transaction=True)
def test_whoever_moves_while_the_director_looks_has_come(clock, monkeypatch):
    """On SQLite nobody moves meanwhile: whoever is out then has not moved, and the move is refused."""
    tournament = begun()
    seat = awaited(table(tournament).game)
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
    _stepped, made = at_once(lambda: step(tournament), moves)
    assert (state(tournament, 1) == State.ACTIVE) == (not isinstance(made, Exception))


# --- those who leave


def left(tournament, number, *, kind="bot"):
    """At this table the first seat was finished by somebody else."""
    with write_ledger(tournament) as transaction:
        first, *others = transaction.state.tables[number].seats
        transaction.append_entry("started", table=number)
        transaction.append_entry(
            "finished",
            table=number,
            seats=[VerdictLine(first, "9", kind=kind, left=True), *(VerdictLine(one, "8") for one in others)],
        )
    TournamentTable.objects.filter(tournament=tournament, number=number).update(
        state=TournamentTable.State.FINISHED
    )


TWICE = ((1, 2, 3, 4), (1, 5, 6, 7))


def two_tables():
    """The first entrant sits at both."""
    tournament = TournamentBuilder(SWISS, FINAL).drawn((1, 2, 3, 4), (5, 6, 7, 8)).build()
    seat = table(tournament, 2).seats.get(seat=0)
    seat.entrant = entrant(tournament, 1)
    seat.save()
    with write_ledger(tournament) as transaction:
        tables = [{"table": number, "seats": seats} for number, seats in enumerate(TWICE, 1)]
        transaction.append_entry("drawn", stage=1, round=1, tables=tables, byes=[])
    return tournament


def started_and_moved(tournament):
    """The second table runs, and its first seat has made a move."""
    game = start(tournament, 2).game
    seat = awaited(game)
    move(seat, fallback(seat))
    return game


def test_whoever_leaves_two_tables_to_others_is_out():
    tournament = two_tables()
    left(tournament, 1)
    assert not step(tournament, no_shows.remove_leavers)
    left(tournament, 2, kind="stand_in")
    assert step(tournament, no_shows.remove_leavers)
    assert state(tournament, 1) == State.WITHDRAWN
    assert told(tournament, TournamentNotice.Kind.OUT) == {person(tournament, 1).pk}
    assert list_entries(tournament, "withdrew") == [{"entrant": 1, "why": "left"}]
    assert not step(tournament, no_shows.remove_leavers)


def test_a_table_that_a_bot_plays_at_the_moment_counts():
    tournament = two_tables()
    left(tournament, 1)
    game = started_and_moved(tournament)
    replaced(game, game.seats.get(place=0))
    assert step(tournament, no_shows.remove_leavers)
    assert state(tournament, 1) == State.WITHDRAWN


def test_whoever_has_not_even_come_is_not_a_leaver_but_waited_for():
    tournament = two_tables()
    for number in (1, 2):
        game = start(tournament, number).game
        replaced(game, game.seats.get(place=0))
    assert not step(tournament, no_shows.remove_leavers)


def test_whoever_comes_back_in_time_is_not_out():
    tournament = two_tables()
    left(tournament, 1)
    game = started_and_moved(tournament)
    seat = replaced(game, game.seats.get(place=0))
    Seat.objects.filter(pk=seat.pk).update(bot="")
    assert not step(tournament, no_shows.remove_leavers)


def test_a_game_lost_by_a_ruling_is_not_left():
    tournament = two_tables()
    left(tournament, 1)
    left(tournament, 2, kind="self")
    assert not step(tournament, no_shows.remove_leavers)


def test_whoever_was_taken_in_again_by_the_referees_stays():
    tournament = two_tables()
    left(tournament, 1)
    left(tournament, 2)
    step(tournament, no_shows.remove_leavers)
    made = rulings.propose_ruling(
        tournament.pk, tournament.owner, Ruling.Kind.REINSTATE, entrant_number=1, reason="Was in hospital."
    )
    if made.state == Ruling.State.PROPOSED:
        rulings.sign_ruling(made.pk, appoint(tournament))
    assert not step(tournament, no_shows.remove_leavers)
    assert state(tournament, 1) == State.ACTIVE


# --- those who are out


def test_a_bot_plays_on_for_whoever_is_out():
    tournament = begun()
    registration.withdraw_entrant(entrant(tournament, 3).pk, person(tournament, 3))
    assert step(tournament, no_shows.replace_removed_players)
    assert not step(tournament, no_shows.replace_removed_players)
    seat = table(tournament).game.seats.get(place=2)
    assert (seat.user, seat.bot) == (None, DEFAULT_BOT)
    assert table(tournament).game.state == Game.State.RUNNING


def test_whoever_withdraws_has_left_the_games_that_run():
    """Or one would withdraw whenever a game goes badly, and enter the next tournament all the same."""
    tournament = two_tables()
    start(tournament, 1)
    start(tournament, 2)
    user = person(tournament, 1)
    other = TournamentBuilder(reliability=80).build()
    assert registration.list_ineligibility_reasons(other, user) == []
    registration.withdraw_entrant(entrant(tournament, 1).pk, user)
    director.run_due_steps(tournament.pk)
    figures = reliability.compute_reliability(user)
    assert (figures.finished, figures.left_games, figures.running) == (0, 2, 0)
    assert "0 %" in registration.list_ineligibility_reasons(other, user)[0]


@pytest.mark.parametrize("how", ["disqualified", "by the organizer", "left to bots"])
def test_whom_the_house_sends_away_has_left_nothing_by_that(how):
    tournament = begun(msgspec.structs.replace(SWISS, go_on=1), FINAL)
    ahead = from_state.list_qualifiers(load_state(tournament), 1)  # by lot: nothing is played yet
    number = next(one for one in (1, 2, 3, 4) if one not in ahead)
    if how == "disqualified":
        made = rulings.propose_ruling(
            tournament.pk, tournament.owner, "disqualify", entrant_number=number, reason="Rude."
        )
        assert made.state == Ruling.State.IN_FORCE
    elif how == "by the organizer":
        registration.withdraw_entrant(entrant(tournament, number).pk, tournament.owner)
    else:
        with write_ledger(tournament) as transaction:
            no_shows._remove_entrant(transaction, entrant(tournament, number), no_shows.REMOVED_AS_LEAVER)
    assert step(tournament, no_shows.replace_removed_players)
    assert reliability.compute_reliability(person(tournament, number)).left_games == 0


def test_somebody_may_stand_in_for_whoever_is_out():
    tournament = begun()
    volunteer = UserFactory(is_stand_in=True)
    registration.withdraw_entrant(entrant(tournament, 3).pk, person(tournament, 3))
    step(tournament, no_shows.replace_removed_players)
    seat = table(tournament).game.seats.get(place=2)
    assert replacements.list_offered_seats(volunteer) == [seat]
    assert GameNotice.objects.filter(user=volunteer, kind=GameNotice.Kind.STAND_IN).count() == 1
    replacements.take_over_seat(seat.game_id, seat.pk, volunteer, by_user(volunteer))
    assert not step(tournament, no_shows.replace_removed_players)
    assert table(tournament).game.seats.get(place=2).user == volunteer


def test_whoever_offers_to_stand_in_later_is_asked_once():
    tournament = begun()
    Game.objects.update(only_candidates=True)
    registration.withdraw_entrant(entrant(tournament, 3).pk, person(tournament, 3))
    step(tournament, no_shows.replace_removed_players)
    seat = table(tournament).game.seats.get(place=2)
    volunteer, banned = UserFactory(is_stand_in=True), UserFactory(is_stand_in=True)
    now = server_time.now()
    BanFactory(user=banned, until=now + timedelta(days=1))
    assert replacements.list_offered_seats(volunteer) == []
    director.run_due_steps(tournament.pk)
    director.run_due_steps(tournament.pk)
    assert replacements.list_offered_seats(volunteer) == [seat]
    notices = GameNotice.objects.filter(kind=GameNotice.Kind.STAND_IN).values_list("user", flat=True)
    assert list(notices) == [volunteer.pk]


def test_the_director_clears_all_seats_of_somebody_who_is_disqualified():
    tournament = begun()
    made = rulings.propose_ruling(
        tournament.pk, tournament.owner, Ruling.Kind.DISQUALIFY, entrant_number=3, reason="Two accounts."
    )
    rulings.sign_ruling(made.pk, appoint(tournament))
    director.run_due_steps(tournament.pk)
    assert [seat.bot for seat in table(tournament).game.seats.order_by("place")] == ["", "", DEFAULT_BOT, ""]
