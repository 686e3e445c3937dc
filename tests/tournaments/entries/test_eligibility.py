"""Who may enter a tournament, and whom its organizers take in."""

from datetime import timedelta

import pytest

from games.models import Game
from games.play.errors import NotAllowed, NotPossible
from games.tournaments.entries import registration
from games.tournaments.models import Entrant, TournamentNotice
from tests.helpers.factories import GameLogEntryFactory, GameRowFactory, SeatFactory, UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import LONG_BEFORE, START
from tests.helpers.tournaments.factories import RatingFactory
from tests.helpers.tournaments.people import (
    checking_in,
    fresh,
    list_notice_kinds,
    promote_waiting,
    register_entrants,
    states,
    those,
)

pytestmark = pytest.mark.django_db

State, Kind = Entrant.State, TournamentNotice.Kind


# --- who may enter


def test_a_newcomer_may_enter():
    assert registration.list_ineligibility_reasons(TournamentBuilder().build(), UserFactory()) == []


def test_guests_and_those_out_of_reach_may_not():
    cup = TournamentBuilder().build()
    guest = UserFactory(is_guest=True)
    lost = UserFactory(unreachable_since=LONG_BEFORE)
    assert messages.SIGN_UP_TO_ENTER in registration.list_ineligibility_reasons(cup, guest)[0]
    assert messages.EMAILS_BOUNCE in registration.list_ineligibility_reasons(cup, lost)[0]
    for user in (guest, lost):
        with pytest.raises(registration.NotEligible) as refused:
            registration.register_entrant(cup.pk, user)
        assert refused.value.reasons == registration.list_ineligibility_reasons(cup, user)
    assert registration.list_ineligibility_reasons(TournamentBuilder(signed_up=False).build(), guest) == []


def finished_games(user, number: int) -> None:
    for place in range(number):
        over = LONG_BEFORE + timedelta(days=place)
        game = GameRowFactory(created_at=LONG_BEFORE, state=Game.State.OVER, ended_at=over)
        seat_two(game, user)


def seat_two(game: Game, user) -> None:
    """A game counts if two people have played it."""
    for place, one in enumerate((user, UserFactory())):
        SeatFactory(game=game, user=one, place=place)


def left_games(user, number: int) -> None:
    for _ in range(number):
        game = GameRowFactory(created_at=LONG_BEFORE, state=Game.State.RUNNING)
        seat_two(game, UserFactory())
        GameLogEntryFactory(game=game, kind="seat", text="Ann bot", by=user, how="clock", at=LONG_BEFORE)


def test_whoever_leaves_games_may_not_enter_until_enough_are_finished():
    cup, ann = TournamentBuilder(reliability=80).build(), UserFactory()
    left_games(ann, 1)
    finished_games(ann, 3)
    assert "75 %" in registration.list_ineligibility_reasons(cup, ann)[0]
    finished_games(ann, 1)
    assert registration.list_ineligibility_reasons(cup, ann) == []


def test_only_the_last_twenty_games_count():
    cup, ann = TournamentBuilder(reliability=100).build(), UserFactory()
    left_games(ann, 1)
    finished_games(ann, 19)
    assert registration.list_ineligibility_reasons(cup, ann)
    finished_games(ann, 1)
    assert registration.list_ineligibility_reasons(cup, ann) == []


def test_finished_games_may_be_asked_for():
    cup, ann = TournamentBuilder(finished=2).build(), UserFactory()
    finished_games(ann, 1)
    [reason] = registration.list_ineligibility_reasons(cup, ann)
    assert reason == messages.TOO_FEW_FINISHED_GAMES.fill(n=2, found=1)
    finished_games(ann, 1)
    assert registration.list_ineligibility_reasons(cup, ann) == []


@pytest.mark.parametrize(
    ("band", "mu", "says"),
    [
        ({"rating_from": 10}, 19.6, messages.RATING_IS_TOO_LOW.fill(asked=10, found=9)),
        ({"rating_from": 10}, 20.0, ""),
        ({"rating_to": 10}, 20.4, messages.RATING_IS_TOO_HIGH.fill(asked=10, found=11)),
        ({"rating_to": 10}, 20.0, ""),
    ],
)
def test_a_rating_band(band, mu, says):
    cup, ann = TournamentBuilder(**band).build(), UserFactory()
    RatingFactory(user=ann, mu=mu, sigma=10 / 3)
    found = " ".join(registration.list_ineligibility_reasons(cup, ann))
    assert (says in found) if says else found == ""


def test_the_disqualified_do_not_come_again():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1)
    Entrant.objects.filter(pk=ann.pk).update(state=State.DISQUALIFIED)
    with pytest.raises(registration.NotEligible, match="disqualified"):
        registration.register_entrant(cup.pk, ann.user)


def test_only_the_invited_enter_what_is_for_the_invited():
    cup, ann = TournamentBuilder(invited_only=True).build(), UserFactory()
    for key in ("", "wrong"):
        with pytest.raises(NotAllowed):
            registration.register_entrant(cup.pk, ann, join_key=key)
    assert registration.register_entrant(cup.pk, ann, join_key=cup.join_key).state == State.ENTERED


# --- the organizer takes people in


def test_with_approval_people_wait_for_the_organizer():
    cup = TournamentBuilder(approval=True, most=1).build()
    ann, bob = register_entrants(cup, 2)
    assert states(cup) == {1: State.PENDING, 2: State.PENDING}
    assert list_notice_kinds(ann) == [Kind.WAITING]
    for _ in range(2):
        registration.approve_entrant(cup.pk, cup.owner, bob.pk, LONG_BEFORE)
    assert list_notice_kinds(bob) == [Kind.WAITING, Kind.ENTERED]
    assert registration.approve_entrant(cup.pk, cup.owner, ann.pk, LONG_BEFORE).state == State.WAITING


def test_whoever_was_refused_does_not_come_again_by_themselves():
    cup = TournamentBuilder(approval=True).build()
    [ann] = register_entrants(cup, 1)
    for _ in range(2):
        registration.refuse_entrant(cup.pk, cup.owner, ann.pk, "It is for beginners.", LONG_BEFORE)
    assert list_notice_kinds(ann) == [Kind.WAITING, Kind.REFUSED]
    assert "beginners" not in "".join(cup.ledger_entries.values_list("data", flat=True))
    with pytest.raises(NotPossible):
        registration.register_entrant(cup.pk, ann.user)
    registration.approve_entrant(cup.pk, cup.owner, ann.pk, LONG_BEFORE)
    assert fresh(ann).state == State.ENTERED


def test_only_directors_decide_who_comes_in():
    cup = TournamentBuilder(approval=True).build()
    [ann] = register_entrants(cup, 1)
    for act in (registration.approve_entrant, registration.refuse_entrant):
        with pytest.raises(NotAllowed):
            act(cup.pk, ann.user, ann.pk)
    with pytest.raises(NotAllowed):
        registration.add_bots(cup.pk, ann.user, 4)


def test_nobody_is_decided_about_by_the_organizer_of_something_else():
    cup, other = TournamentBuilder(approval=True).build(), TournamentBuilder(approval=True).build()
    [ann] = register_entrants(cup, 1)
    with pytest.raises(NotPossible):
        registration.approve_entrant(other.pk, other.owner, ann.pk)


def test_bots_fill_up_and_make_room_for_people():
    cup = TournamentBuilder(most=4).entrants(1).build()
    assert registration.add_bots(cup.pk, cup.owner, 9, LONG_BEFORE) == 3
    assert registration.add_bots(cup.pk, cup.owner, 3, LONG_BEFORE) == 0
    assert those(cup, State.CHECKED) == [2, 3, 4]
    bob = registration.register_entrant(cup.pk, UserFactory(), now=LONG_BEFORE)
    assert bob.state == State.ENTERED
    assert those(cup, State.WITHDRAWN) == [4]
    checking_in(cup)
    promote_waiting(cup, START)
    assert those(cup, State.CHECKED) == [2, 3]  # bots are always there
    assert not TournamentNotice.objects.filter(entrant__bot="rule_based").exists()
