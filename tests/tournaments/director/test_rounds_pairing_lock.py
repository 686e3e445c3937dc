"""A pairing is computed once, however many runs of the director find that it is due."""

import pytest
from django.core.cache import cache

from games.tournaments.director import director
from games.tournaments.models import Round
from games.tournaments.pairing import next_round
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import play

pytestmark = pytest.mark.django_db


def is_paired(tournament, number):
    return Round.objects.filter(stage__tournament=tournament, number=number).exists()


@pytest.fixture
def meanwhile(monkeypatch):
    """Let something happen while the first pairing is being computed; return the pairings that were found."""
    pair_next_rounds, found = next_round.pair_next_rounds, []

    def watch(happen):
        happenings = iter([happen])

        def pair_watched(*args):
            found.append(pair_next_rounds(*args))
            next(happenings, lambda: None)()
            return found[-1]

        monkeypatch.setattr(next_round, "pair_next_rounds", pair_watched)
        return found

    return watch


@pytest.fixture
def due():
    """The first round is played, and the second is not paired yet."""
    scores = (30, 26, 22, 18)
    return TournamentBuilder(SWISS, FINAL).drawn().round_played(scores, scores).build()


def test_two_runs_at_the_same_time_compute_one_pairing(due, meanwhile):
    found = meanwhile(lambda: director.run_due_steps(due.pk))
    director.run_due_steps(due.pk)
    assert is_paired(due, 2)
    assert len(list(filter(None, found))) == 1


def test_without_the_lock_each_run_computes_it(due, meanwhile, monkeypatch):
    monkeypatch.setattr(cache, "add", lambda *_: True)
    found = meanwhile(lambda: director.run_due_steps(due.pk))
    director.run_due_steps(due.pk)
    assert len(list(filter(None, found))) == 2


def test_a_result_that_comes_in_while_another_run_looks_is_not_missed(meanwhile):
    """The run that collects it leaves the pairing to the other, which has read the ledger before."""
    tournament = TournamentBuilder(SWISS, FINAL).drawn().round_played((30, 26, 22, 18)).build()

    def end_round():
        play(tournament, 2, 30, 26, 22, 18)
        director.run_due_steps(tournament.pk)
        assert not is_paired(tournament, 2)

    meanwhile(end_round)
    director.run_due_steps(tournament.pk)
    assert is_paired(tournament, 2)


def test_a_pairing_that_fails_does_not_hold_up_the_next_run(due, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(next_round, "pair_next_rounds", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            director.run_due_steps(due.pk)
    director.run_due_steps(due.pk)
    assert is_paired(due, 2)
