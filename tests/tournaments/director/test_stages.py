"""From stage to stage: who goes on, who says no, who moves up, and what a late ruling changes."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db.transaction import atomic

from accounts import server_time
from games.play.errors import NotNow
from games.tournaments.director import director, stages
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.ledger.transaction import TournamentTransaction, load_state
from games.tournaments.models import Qualifier, Stage, Tournament, TournamentNotice
from games.tournaments.settings import StageSettings
from games.tournaments.setup import lifecycle
from games.tournaments.standings.tie_breaks import HEATS
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.score_sheets import CARDS, HEATS_BY_POINTS, PLACE
from tests.helpers.tournaments.tables import play

pytestmark = pytest.mark.django_db

SWISS = StageSettings(format="swiss", size=4, least=3, most=4, rounds=1, go_on=4)
FINAL = StageSettings(format="knock_out", size=4, least=3, most=4, check_in_hours=48)
State = Qualifier.State


def ended(final: StageSettings = FINAL) -> Tournament:
    """One round is played: 1, 5, then 2, 6 are the best."""
    made = TournamentBuilder(SWISS, final).drawn((1, 2, 3, 4), (5, 6, 7, 8)).build()
    play(made, 1, 30, 25, 20, 15)
    play(made, 2, 29, 24, 19, 14)
    director.run_due_steps(made.pk)
    return made


def states(made: Tournament) -> dict[int, str]:
    rows = Qualifier.objects.filter(stage__tournament=made).select_related("entrant")
    return {row.entrant.number: row.state for row in rows}


def answer(made: Tournament, number: int, *, comes: bool) -> None:
    entrant = made.entrants.get(number=number)
    stages.answer_qualification(made.pk, entrant.pk, 2, comes=comes, by=entrant.user)


# --- S18: heats, the best three of up to five

PEOPLE = dict(enumerate(CARDS, 1))
EXTRAS = (8, 9, 10)  # sit with each of them, and leave every game to a stand-in


def heats(made: Tournament) -> Iterator[tuple[int, list[VerdictLine]]]:
    """Every heat of everybody, with the places and scores of the card."""
    cards = [(who, *heat) for who, name in PEOPLE.items() for heat in zip(*CARDS[name], strict=True)]
    for table, (who, points, score) in enumerate(cards, 1):
        others = [place for place in range(1, 5) if place != PLACE[points]]
        stood_in = [
            VerdictLine(extra, "100" if place == 1 else str(score), place, "stand_in", left=True)
            for extra, place in zip(EXTRAS, others, strict=True)
        ]
        yield table, [VerdictLine(who, str(score), PLACE[points]), *stood_in]


@pytest.mark.parametrize("tie_breaks", [HEATS, HEATS_BY_POINTS])
def test_the_best_of_the_heats_go_on_and_an_alternate_comes_in(tie_breaks):
    plan = StageSettings(format="heats", size=4, rounds=5, best=3, go_on=4, tie_breaks=tie_breaks)
    tables = [(who, *EXTRAS) for who, name in PEOPLE.items() for _heat in CARDS[name][0]]
    made = TournamentBuilder(plan, FINAL, games_lost=0).drawn(*tables).build()
    with write_ledger(made) as transaction:
        for number, lines in heats(made):
            transaction.append_entry("finished", table=number, seats=lines)
        for number in EXTRAS:
            transaction.append_entry("withdrew", entrant=number)
    made.tables.update(state="finished")
    director.run_due_steps(made.pk)
    offered = [PEOPLE[number] for number, state in states(made).items() if state == State.OFFERED]
    assert offered == [*("Ann", "Eve"), *(("Dee", "Bob") if tie_breaks == HEATS else ("Bob", "Dee"))]
    answer(made, next(number for number, name in PEOPLE.items() if name == "Eve"), comes=False)
    director.run_due_steps(made.pk)
    assert {PEOPLE[number] for number, state in states(made).items() if state == State.OFFERED} == {
        "Ann",
        "Dee",
        "Bob",
        "Fay",
    }


# --- whether they come


def test_those_who_go_on_are_asked_whether_they_come():
    made = ended()
    assert [number for number, state in states(made).items() if state == State.OFFERED] == [1, 5, 2, 6]
    assert TournamentNotice.objects.filter(kind=TournamentNotice.Kind.THROUGH).count() == 4
    assert made.stages.get(number=2).state == Stage.State.PLANNED


def test_without_a_question_the_next_stage_begins_at_once():
    made = ended(StageSettings(format="knock_out", size=4, least=3, most=4))
    assert made.stages.get(number=2).state == Stage.State.RUNNING
    assert load_state(made).stages[2].field == [1, 5, 2, 6]


@pytest.mark.parametrize("out", ["withdrawn", "disqualified"])
def test_whoever_is_out_does_not_answer(out):
    made = ended()
    made.entrants.filter(number=5).update(state=out)
    with pytest.raises(NotNow, match=messages.PLACE_IS_GONE.pattern):
        answer(made, 5, comes=True)


def test_an_answer_after_the_time_is_too_late():
    """Also if no sweep has come by since."""
    made = ended()
    Qualifier.objects.filter(entrant__number=5).update(answer_until=server_time.now() - timedelta(seconds=1))
    with pytest.raises(NotNow, match=messages.PLACE_IS_GONE.pattern):
        answer(made, 5, comes=True)


def test_nobody_answers_in_a_tournament_that_is_called_off():
    made = ended()
    lifecycle.cancel_tournament(made.pk, made.owner, "Rain")
    with pytest.raises(NotNow):
        answer(made, 5, comes=True)


def test_whoever_declines_is_replaced_by_the_next_in_line():
    made = ended()
    answer(made, 5, comes=False)
    director.run_due_steps(made.pk)
    assert states(made)[5] == State.DECLINED
    assert states(made)[3] == State.OFFERED
    assert TournamentNotice.objects.filter(kind=TournamentNotice.Kind.ALTERNATE).count() == 1


def test_whoever_does_not_answer_in_time_is_replaced_too():
    made = ended()
    for number in (1, 2, 6):
        answer(made, number, comes=True)
    late = Qualifier.objects.get(entrant__number=5).answer_until + timedelta(minutes=1)
    director.run_due_steps(made.pk, late)
    assert states(made)[5] == State.DECLINED
    answer(made, 3, comes=True)
    director.run_due_steps(made.pk, late)
    assert set(load_state(made).stages[2].field) == {1, 2, 3, 6}


def test_the_same_answer_twice_is_one():
    made = ended()
    answer(made, 1, comes=True)
    length = Tournament.objects.get(pk=made.pk).ledger_length
    answer(made, 1, comes=True)
    assert Tournament.objects.get(pk=made.pk).ledger_length == length


def test_somebody_in_line_is_not_asked_yet():
    made = ended()
    with pytest.raises(NotNow):
        answer(made, 8, comes=True)


def test_whoever_has_declined_cannot_come_back():
    made = ended()
    answer(made, 1, comes=False)
    with pytest.raises(NotNow):
        answer(made, 1, comes=True)


def test_a_ruling_after_the_end_of_the_stage_changes_who_goes_on():
    made = ended()
    with atomic():
        lines = [VerdictLine(1, "30"), VerdictLine(2, "10"), VerdictLine(3, "20"), VerdictLine(4, "15")]
        TournamentTransaction(made.pk).append_entry("ruled", table=1, ruling=1, seats=lines)
    director.run_due_steps(made.pk)
    assert states(made)[2] == State.ALTERNATE
    assert states(made)[3] == State.OFFERED
    assert set(load_state(made).stages[1].advancing) == {1, 5, 3, 6}
    assert director.run_due_steps(made.pk) == 0


def test_the_tournament_ends_with_its_last_stage_and_everybody_is_told_once():
    made = ended(StageSettings(format="knock_out", size=4, least=3, most=4))
    [table] = made.tables.filter(round__stage__number=2)
    play(made, table.number, 30, 20, 10, 5)
    director.run_due_steps(made.pk)
    assert Tournament.objects.get(pk=made.pk).state == Tournament.State.FINISHED
    assert (
        TournamentNotice.objects.filter(kind=TournamentNotice.Kind.ENDED, entrant__isnull=False).count() == 8
    )
    director.run_due_steps(made.pk)
    assert (
        TournamentNotice.objects.filter(kind=TournamentNotice.Kind.ENDED, entrant__isnull=False).count() == 8
    )
