"""Seed order of the entrants."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.transaction import atomic
from django.utils.translation import gettext as _

from games.play.errors import NotPossible
from games.tournaments.ledger.transaction import TournamentTransaction, load_state, open_transaction
from games.tournaments.models import Entrant, Tournament
from games.tournaments.pairing.lots import compute_lot
from games.tournaments.results import player_ratings
from games.tournaments.staff.permissions import DIRECTOR_ROLES
from games.tournaments.standings import from_state
from games.tournaments.standings.ratings import NEW_PLAYER

State = Entrant.State
UNPLACED = 1_000_000  # sorts behind everybody who has a place


def compute_seed_order(transaction: TournamentTransaction) -> list[Entrant]:
    """Return all players in seed order, with seed and rating set but not saved."""
    there = transaction.entrants(*_list_playing_states(transaction))
    strengths = player_ratings.load_strengths(
        [one.user_id for one in there if one.user_id], transaction.tournament.ruleset
    )
    for one in there:
        one.rating = strengths.get(one.user_id or 0, NEW_PLAYER).ordinal
    ordered = sorted(there, key=_build_sort_key(transaction))
    for place, one in enumerate(ordered, 1):
        one.seed = place
    return ordered


def _list_playing_states(transaction: TournamentTransaction) -> list[str]:
    """Return the states of those who will play: during the check-in only those who checked in."""
    is_asked = transaction.tournament.state == Tournament.State.CHECK_IN
    return [State.CHECKED, State.ACTIVE] if is_asked else [State.ENTERED, State.CHECKED, State.ACTIVE]


def _build_sort_key(transaction: TournamentTransaction) -> Callable[[Entrant], tuple[Any, ...]]:
    """Build the sort key: the seeding method of the first stage, then a lot."""
    seeding = transaction.stages[0].settings.seeding if transaction.stages else "random"
    decides: dict[str, Callable[[Entrant], Any]] = {
        "rating": lambda one: -(one.rating or 0),
        "manual": lambda one: one.seed or UNPLACED,
        "previous": _build_season_key(transaction.tournament) if seeding == "previous" else lambda one: 0,
    }
    first = decides.get(seeding, lambda one: 0)
    return lambda one: (first(one), draw_seed_lot(transaction.tournament, one), one.number)


def draw_seed_lot(tournament: Tournament, entrant: Entrant) -> str:
    """Draw the lot for seeding; it differs from the one that breaks ties in the standings."""
    return compute_lot(tournament.seed, f"seed|{entrant.number}")


def _build_season_key(tournament: Tournament) -> Callable[[Entrant], tuple[int, float]]:
    """Build a key by the final place in the previous season; everybody else follows by rating."""
    before = tournament.previous
    if before is None:
        return lambda one: (UNPLACED, -(one.rating or 0))
    people = dict(before.entrants.exclude(user=None).values_list("number", "user"))
    order = from_state.compute_final_order(load_state(before))
    places = {people[number]: place for place, number in enumerate(order) if number in people}
    return lambda one: (places.get(one.user_id or 0, UNPLACED), -(one.rating or 0))


@atomic
def seed_by_hand(tournament_id: int, organizer: Any, numbers: Sequence[int]) -> None:
    """Save the organizer's own order: these entrants first, then the others by lot."""
    transaction = open_transaction(tournament_id, organizer, DIRECTOR_ROLES)
    transaction.require_state(Tournament.State.DRAFT, Tournament.State.OPEN, Tournament.State.CHECK_IN)
    known = {one.number: one for one in transaction.entrants()}
    if len(set(numbers)) < len(numbers) or not set(numbers) <= set(known):
        raise NotPossible(_("Each entrant has to be in the list exactly once, and nobody else."))
    for one in known.values():
        one.seed = None
    for place, number in enumerate(numbers, 1):
        known[number].seed = place
    Entrant.objects.bulk_update(known.values(), ["seed"])
    transaction.append_entry("seeded", numbers=list(numbers))
