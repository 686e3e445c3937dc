"""At the last table whoever stood higher chooses first: with the answer whether they come, or by a reply."""

import msgspec
import pytest

from games.play.errors import NotNow, NotPossible
from games.tournaments.director import director, stages
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Qualifier, Stage, Tournament
from games.tournaments.settings import StageSettings, TournamentSettings
from games.tournaments.setup import validation
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import ONE_ROUND
from tests.helpers.tournaments.tables import play

pytestmark = pytest.mark.django_db

FINAL = StageSettings(format="knock_out", size=4, least=3, most=4, check_in_hours=72, choose_seats=True)


def changed(plan: StageSettings, **fields: object) -> StageSettings:
    return msgspec.structs.replace(plan, **fields)


@pytest.fixture
def final() -> Tournament:
    """The first stage is over; 1, 5, 2 and 6 are asked whether they come, in this order."""
    made = TournamentBuilder(changed(ONE_ROUND, tie_breaks=("PTS", "RELW", "LOT")), FINAL).drawn().build()
    play(made, 1, 40, 39, 10, 10)
    play(made, 2, 40, 30, 10, 10)
    director.run_due_steps(made.pk)
    ranked = Qualifier.objects.filter(state="offered").order_by("rank")
    places = list(ranked.values_list("entrant__number", flat=True))
    assert (set(places[:2]), places[2:]) == ({1, 5}, [2, 6])
    return made


def key(made: Tournament, number: int) -> int:
    return made.entrants.get(number=number).pk


def comes(made: Tournament, number: int, seats: str = "") -> None:
    stages.answer_qualification(made.pk, key(made, number), 2, comes=True, seats=seats)


def seats(made: Tournament) -> tuple[int, ...]:
    """Of the last table, once all have answered."""
    director.run_due_steps(made.pk)
    [table] = load_state(made).list_stage_tables(2)
    return table.seats


def test_the_best_has_what_they_want_most_and_the_next_the_best_of_the_rest(final):
    first, second = Qualifier.objects.order_by("rank").values_list("entrant__number", flat=True)[:2]
    comes(final, 2, "3, 4, 1")
    comes(final, first, "3")
    comes(final, second, "3 2")
    comes(final, 6, "2 3")
    assert seats(final) == (6, second, first, 2)


def test_whoever_chooses_nothing_has_what_is_left(final):
    comes(final, 2, "1")
    for number in (1, 5, 6):
        comes(final, number)
    found = seats(final)
    assert (found[0], set(found)) == (2, {1, 2, 5, 6})


def test_the_same_click_twice_is_one_even_if_the_table_begins_between(final):
    for number in (1, 5, 6):
        comes(final, number)
    comes(final, 2, "1")
    director.run_due_steps(final.pk)
    comes(final, 2, "1")
    with pytest.raises(NotNow, match=messages.NOT_ASKED_ABOUT_SEATS.pattern):
        comes(final, 2, "2")
    assert seats(final)[0] == 2


def test_what_was_said_last_holds_until_the_table_begins(final):
    comes(final, 2, "1")
    two = final.entrants.get(number=2)
    stages.choose_seats(two.pk, two.user, "4")
    comes(final, 2, "2")
    for number in (1, 5, 6):
        comes(final, number)
    assert seats(final)[1] == 2
    with pytest.raises(NotNow, match=messages.NOT_ASKED_ABOUT_SEATS.pattern):
        stages.choose_seats(two.pk, two.user, "1")


@pytest.mark.parametrize("words", ["5", "0", "2 2", "the window", "1 2 3 4 5"])
def test_what_is_no_seat_is_refused_and_nothing_is_answered(final, words):
    with pytest.raises(NotPossible, match="from 1 to 4"):
        comes(final, 2, words)
    assert Qualifier.objects.get(entrant__number=2).state == Qualifier.State.OFFERED


def test_nobody_else_chooses(final):
    three = final.entrants.get(number=3)  # next in line
    with pytest.raises(NotNow, match=messages.NOT_ASKED_ABOUT_SEATS.pattern):
        stages.choose_seats(three.pk, three.user, "1")


def test_where_seats_are_drawn_nobody_chooses():
    made = TournamentBuilder(ONE_ROUND, changed(FINAL, choose_seats=False)).drawn().build()
    for number in (1, 2):
        play(made, number, 40, 30, 20, 10)
    director.run_due_steps(made.pk)
    with pytest.raises(NotNow, match=messages.NOT_ASKED_ABOUT_SEATS.pattern):
        comes(made, 1, "1")


def test_wishes_are_nobodys_business_before_the_table_is_drawn(final):
    comes(final, 2, "4 3")
    assert not final.ledger_entries.filter(data__contains="seats", kind="comes").exists()
    for number in (1, 5, 6):
        comes(final, number)
    director.run_due_steps(final.pk)
    assert load_state(final).stages[2].seat_preferences == {2: [3, 2]}
    assert final.stages.get(number=2).state == Stage.State.RUNNING


@pytest.mark.parametrize(
    ("fields", "field"),
    [({}, ""), ({"check_in_hours": 0}, "check_in_hours"), ({"size": 3, "most": 3}, "choose_seats")],
)
def test_seats_are_chosen_at_one_table_by_people_who_are_asked(fields, field):
    heats = StageSettings(format="heats", go_on=4)
    found = validation.find_problems(
        "citadels", TournamentSettings(least=8), [heats, changed(FINAL, **fields)]
    )
    assert [one.field for one in found if one.field in ("check_in_hours", "choose_seats")] == [
        name for name in (field,) if name
    ]
