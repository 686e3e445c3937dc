"""The ladder: challenges, answers, and places that change."""

from datetime import timedelta

import msgspec
import pytest

from accounts import server_time
from games.models import Game, Seat
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.lobby.tables import DEFAULT_BOT
from games.tournaments.director import director, ladder, pauses
from games.tournaments.entries import preferences, questions, registration
from games.tournaments.export import files, json_file, verify
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Entrant, Stage, Tournament, TournamentNotice, TournamentTable
from games.tournaments.rulings import rulings
from games.tournaments.settings import StageSettings
from games.tournaments.setup import lifecycle
from games.tournaments.standings import from_state
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import LONG_BEFORE
from tests.helpers.tournaments.finished_games import end_games
from tests.helpers.tournaments.people import appoint
from tests.helpers.tournaments.stages import AT_ONCE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

LADDER = StageSettings(format="ladder", size=3, least=3, most=4, reach=3, cap=2, seeding="manual")


@pytest.fixture
def made() -> Tournament:
    """Six people, in the order of their numbers."""
    return TournamentBuilder(LADDER, **AT_ONCE).entrants(6).seeded().started().build()


def user(made: Tournament, number: int):
    return made.entrants.get(number=number).user


def answer(made: Tournament, number: int, table: TournamentTable, *, yes: bool) -> None:
    ladder.answer_challenge(made.pk, made.entrants.get(number=number).pk, table.number, yes=yes)


def order(made: Tournament) -> list[int]:
    return from_state.compute_ladder(load_state(made), 1)


def test_a_table_begins_when_everybody_has_agreed(made):
    table = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    assert TournamentNotice.objects.filter(kind=TournamentNotice.Kind.CHALLENGE).count() == 2
    answer(made, 3, table, yes=True)
    assert Game.objects.count() == 0
    answer(made, 4, table, yes=True)
    assert Game.objects.count() == 1
    answer(made, 4, table, yes=True)
    assert Game.objects.count() == 1


def test_places_change_by_how_the_table_ends(made, scored):
    scored(lambda game, seat: 20 + seat)
    table = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    for number in (3, 4):
        answer(made, number, table, yes=True)
    seats = load_state(made).tables[table.number].seats
    end_games()
    director.run_due_steps(made.pk)
    assert order(made) == [1, 2, *reversed(seats), 6]
    assert director.run_due_steps(made.pk) == 0


def test_the_same_challenge_twice_is_one(made):
    first = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    assert ladder.challenge_entrants(made.pk, user(made, 5), [4, 3]) == first
    assert made.tables.count() == 1


@pytest.mark.parametrize(
    ("opponents", "words"),
    [
        ([1, 2], "3 places"),
        ([4], "3 to 4 seats"),
        ([], "choose"),
        ([4, 4], "once"),
        ([4, 99], messages.NOT_ON_THE_LADDER.pattern),
    ],
)
def test_what_may_not_be_is_refused_with_the_reason(made, opponents, words):
    with pytest.raises(NotPossible, match=words):
        ladder.challenge_entrants(made.pk, user(made, 6), opponents)


def test_a_stranger_challenges_nobody(made):
    with pytest.raises(NotAllowed):
        ladder.challenge_entrants(made.pk, UserFactory(), [1, 2])


def test_nobody_gets_more_tables_than_the_cap(made):
    ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    ladder.challenge_entrants(made.pk, user(made, 6), [3, 5])
    with pytest.raises(NotPossible, match=messages.CHALLENGED_HAVE_ENOUGH_TABLES.pattern):
        ladder.challenge_entrants(made.pk, user(made, 2), [1, 3])


def test_ten_challenges_a_day_are_enough(made, monkeypatch):
    """Whoever takes each one back would write to the others as often as they like."""
    monkeypatch.setattr(ladder, "MOST_CHALLENGES_A_DAY", 2)
    for _ in range(2):
        answer(made, 5, ladder.challenge_entrants(made.pk, user(made, 5), [3, 4]), yes=False)
    with pytest.raises(NotNow, match="tomorrow"):
        ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    ladder.challenge_entrants(made.pk, user(made, 4), [2, 3])


def test_declining_once_costs_nothing_and_twice_counts_as_lost(made):
    first = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    answer(made, 3, first, yes=False)
    assert order(made) == [1, 2, 3, 4, 5, 6]
    assert TournamentTable.objects.get(pk=first.pk).state == TournamentTable.State.VOID
    notices = TournamentNotice.objects.filter(tournament=made, kind=TournamentNotice.Kind.NEWS).values_list(
        "entrant__number", flat=True
    )
    assert sorted(notices) == [4, 5]
    second = ladder.challenge_entrants(made.pk, user(made, 6), [3, 4])
    answer(made, 3, second, yes=False)
    assert order(made) == [1, 2, 6, 4, 5, 3]
    with pytest.raises(NotNow):
        answer(made, 3, second, yes=True)


def test_silence_is_a_refusal(made):
    table = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    answer(made, 4, table, yes=True)
    director.run_due_steps(made.pk, server_time.now() + timedelta(hours=ladder.ANSWER_HOURS, minutes=1))
    assert TournamentTable.objects.get(pk=table.pk).state == TournamentTable.State.VOID
    assert Entrant.objects.get(tournament=made, number=3).declined_in_a_row == 1
    assert Entrant.objects.get(tournament=made, number=4).declined_in_a_row == 0


@pytest.mark.parametrize("leaver", [3, 5])
def test_of_a_challenge_with_somebody_who_has_left_nothing_comes(made, leaver):
    """Neither do the others play with a bot instead, nor have they declined."""
    table = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    answer(made, 4, table, yes=True)
    registration.withdraw_entrant(made.entrants.get(number=leaver).pk, user(made, leaver))
    with pytest.raises(NotNow, match=messages.CHALLENGE_WITHOUT_EVERYBODY.pattern):
        answer(made, 3, table, yes=True)
    director.run_due_steps(made.pk)
    table.refresh_from_db()
    assert (table.state, Game.objects.count()) == (TournamentTable.State.VOID, 0)
    assert not made.entrants.filter(declined_in_a_row__gt=0).exists()


def test_whoever_leaves_is_off_the_ladder(made):
    registration.withdraw_entrant(made.entrants.get(number=2).pk, user(made, 2))
    director.run_due_steps(made.pk)
    assert order(made) == [1, 3, 4, 5, 6]


def ended(made: Tournament, *numbers: int) -> TournamentTable:
    """These have played: the last one has challenged, and who sat last has won."""
    *opponents, challenger = numbers
    table = ladder.challenge_entrants(made.pk, user(made, challenger), opponents)
    for number in opponents:
        answer(made, number, table, yes=True)
    end_games()
    director.run_due_steps(made.pk)
    return table


def test_a_ruling_moves_people_and_taking_it_back_moves_them_again(made, scored):
    scored(lambda game, seat: 20 + seat)
    first, second = ended(made, 3, 4, 5), ended(made, 4, 5, 6)
    played = order(made)
    referee, other = UserFactory(), UserFactory()
    for person in (referee, other):
        appoint(made, user=person)
    void = rulings.propose_ruling(
        made.pk, referee, "void", table_number=first.number, reason="The wrong cards."
    )
    assert void.state == "in_force"  # the first place stays what it is
    only_second = load_state(made).tables[second.number].seats
    assert order(made) == [1, 2, 3, *reversed(only_second)]
    assert [row.entrant for row in from_state.compute_standing_rows(load_state(made), 1)] == order(made)
    rulings.reverse_ruling(void.pk, referee, "They were right after all.")
    assert order(made) == played
    assert director.run_due_steps(made.pk) == 0


@pytest.mark.parametrize("kind", ["void", "result", "loss"])
def test_of_a_challenge_that_was_declined_there_is_nothing_to_rule(made, kind):
    table = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    answer(made, 3, table, yes=False)
    with pytest.raises(NotNow, match=messages.TABLE_HAS_NOT_BEGUN.pattern):
        rulings.propose_ruling(
            made.pk, made.owner, kind, table_number=table.number, entrant_number=4, reason="Why?"
        )


def test_whoever_lets_the_time_run_out_goes_to_the_bottom_and_the_file_tells_the_same(made, scored):
    scored(lambda game, seat: 20 + seat)
    table = ladder.challenge_entrants(made.pk, user(made, 4), [2, 3])
    for number in (2, 3):
        answer(made, number, table, yes=True)
    Seat.objects.filter(game__tournament_table=table, user=user(made, 3)).update(bot=DEFAULT_BOT)
    end_games()
    director.run_due_steps(made.pk)
    two, four = sorted((2, 4), key=load_state(made).tables[table.number].seats.index, reverse=True)
    assert order(made) == [1, two, four, 5, 6, 3]
    file = files.render_json(made).encode()
    assert verify.verify_file(file).error == ""
    [section] = json_file.load_tournament(file).sections
    assert [row.entrant for row in json_file.load_tournament(file).rows(section)] == order(made)


def test_where_somebody_does_not_come_the_others_play_on_at_a_table_that_begins(clock, made):
    table = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4, 6])
    for number in (3, 4, 6):
        answer(made, number, table, yes=True)
    clock.shift(timedelta(hours=72))
    director.run_due_steps(made.pk)
    assert TournamentTable.objects.get(pk=table.pk).state == TournamentTable.State.VOID
    [new] = made.tables.exclude(pk=table.pk)
    assert (new.state, new.size) == (TournamentTable.State.STARTED, 3)
    assert len(order(made)) == 5


def test_where_too_few_are_left_no_table_comes_of_it_and_nobody_sits_with_a_bot(clock, made):
    table = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    for number in (3, 4):
        answer(made, number, table, yes=True)
    clock.shift(timedelta(hours=72))
    director.run_due_steps(made.pk)
    [table] = made.tables.all()
    assert (table.state, len(order(made))) == (TournamentTable.State.VOID, 5)
    notices = TournamentNotice.objects.filter(tournament=made, kind=TournamentNotice.Kind.NEWS)
    assert sorted(notices.values_list("entrant__number", flat=True)) == sorted({3, 4, 5} & set(order(made)))
    assert director.run_due_steps(made.pk) == 0


def test_nobody_is_challenged_to_more_tables_than_they_wish_for():
    found = TournamentBuilder(
        msgspec.structs.replace(LADDER, cap=4), least=2, most=20, check_in_hours=0
    ).build()
    people = [registration.register_entrant(found.pk, UserFactory(), now=LONG_BEFORE) for _ in range(6)]
    registration.seed_by_hand(found.pk, found.owner, [1, 2, 3, 4, 5, 6])
    lifecycle.begin_tournament_now(found.pk, found.owner)
    preferences.change_preferences(people[2].pk, people[2].user, cap=2)
    ladder.challenge_entrants(found.pk, user(found, 5), [3, 4])
    ladder.challenge_entrants(found.pk, user(found, 6), [3, 4])
    with pytest.raises(NotPossible, match=messages.CHALLENGED_HAVE_ENOUGH_TABLES.pattern):
        ladder.challenge_entrants(found.pk, user(found, 2), [1, 3])
    ladder.challenge_entrants(found.pk, user(found, 2), [1, 4])


def test_a_household_is_not_challenged_to_one_table(made):
    made.entrants.filter(number__in=[3, 5]).update(household="Mill Lane 4")
    with pytest.raises(NotPossible, match=messages.KEPT_APART.pattern):
        ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    with pytest.raises(NotPossible, match=messages.KEPT_APART.pattern):
        ladder.challenge_entrants(made.pk, user(made, 6), [3, 5])
    ladder.challenge_entrants(made.pk, user(made, 5), [2, 4])


def test_whoever_avoids_somebody_declines_for_nothing_and_nobody_learns_why(made):
    three, five = made.entrants.get(number=3), made.entrants.get(number=5)
    preferences.add_avoidance(three.pk, five.pk, three.user)
    for _ in range(3):
        answer(made, 3, ladder.challenge_entrants(made.pk, user(made, 5), [3, 4]), yes=False)
    assert order(made) == [1, 2, 3, 4, 5, 6]
    assert made.entrants.get(number=3).declined_in_a_row == 0
    for challenger, other in ((4, 2), (6, 4)):  # with whom they could sit
        answer(made, 3, ladder.challenge_entrants(made.pk, user(made, challenger), [3, other]), yes=False)
    assert order(made) == [1, 2, 6, 4, 5, 3]


def test_to_take_a_challenge_back_is_not_to_decline(made):
    for _ in range(2):
        answer(made, 5, ladder.challenge_entrants(made.pk, user(made, 5), [3, 4]), yes=False)
    assert made.entrants.get(number=5).declined_in_a_row == 0
    assert not made.ledger_entries.filter(kind="reordered").exists()


def test_a_challenge_that_is_paused_does_not_lapse(clock, made):
    table = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    pauses.pause(made.pk, made.owner, table_number=table.number, reason="Snow")
    clock.shift(timedelta(hours=ladder.ANSWER_HOURS + 1))
    director.run_due_steps(made.pk)
    assert TournamentTable.objects.get(pk=table.pk).state == TournamentTable.State.PLANNED
    pauses.resume(made.pk, made.owner, table_number=table.number)
    director.run_due_steps(made.pk)
    for number in (3, 4):
        answer(made, number, table, yes=True)
    assert TournamentTable.objects.get(pk=table.pk).state == TournamentTable.State.STARTED


def test_a_latecomer_begins_at_the_bottom(made):
    late = registration.register_entrant(made.pk, UserFactory())
    assert order(made)[-1] == late.number


def test_no_table_stays_paused_when_the_ladder_ends(made):
    """Its players could not go on by themselves: only those who have arranged it pause it."""
    table = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    for number in (3, 4):
        answer(made, number, table, yes=True)
    pauses.pause(made.pk, made.owner, table_number=table.number, reason="Snow")
    director.run_due_steps(made.pk)
    assert Game.objects.get().state == Game.State.PAUSED
    lifecycle.end_ladder(made.pk, made.owner)
    director.run_due_steps(made.pk)
    assert Tournament.objects.get(pk=made.pk).state == Tournament.State.FINISHED
    assert Game.objects.get().state == Game.State.RUNNING


def test_it_ends_when_its_organizer_says_so(made):
    table = ladder.challenge_entrants(made.pk, user(made, 5), [3, 4])
    lifecycle.end_ladder(made.pk, made.owner)
    director.run_due_steps(made.pk)
    assert not questions.list_questions(made.entrants.get(number=3), server_time.now())
    assert TournamentTable.objects.get(pk=table.pk).state == TournamentTable.State.VOID
    assert Tournament.objects.get(pk=made.pk).state == Tournament.State.FINISHED
    assert made.stages.get(number=1).state == Stage.State.FINISHED
