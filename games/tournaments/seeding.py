"""In which order the entrants of an event are seeded."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.play.errors import NotPossible
from games.tournaments import rating, reckoning
from games.tournaments.book import DIRECTING, Book, open_book, story_of
from games.tournaments.models import Entrant, Tournament
from games.tournaments.pairing.lots import lot
from games.tournaments.standings.ratings import NEW

State = Entrant.State
NOBODY = 1_000_000  # behind everybody who has a place


def seeds(book: Book) -> list[Entrant]:
    """Everybody who plays, the first of them seeded first. Their seed and rating are filled in, not saved."""
    there = book.entrants(*_playing(book))
    strengths = rating.strengths([one.user_id for one in there if one.user_id], book.tournament.ruleset)
    for one in there:
        one.rating = strengths.get(one.user_id or 0, NEW).ordinal
    ordered = sorted(there, key=_key(book))
    for place, one in enumerate(ordered, 1):
        one.seed = place
    return ordered


def _playing(book: Book) -> list[str]:
    """As long as people check in, only those who have: the others may not come."""
    is_asked = book.tournament.state == Tournament.State.CHECK_IN
    return [State.CHECKED, State.ACTIVE] if is_asked else [State.ENTERED, State.CHECKED, State.ACTIVE]


def _key(book: Book) -> Callable[[Entrant], tuple[Any, ...]]:
    """What decides, and then the lot."""
    seeding = book.stages[0].plan.seeding if book.stages else "random"
    decides: dict[str, Callable[[Entrant], Any]] = {
        "rating": lambda one: -(one.rating or 0),
        "manual": lambda one: one.seed or NOBODY,
        "previous": _by_season(book.tournament) if seeding == "previous" else lambda one: 0,
    }
    first = decides.get(seeding, lambda one: 0)
    return lambda one: (first(one), drawn(book.tournament, one), one.number)


def drawn(tournament: Tournament, entrant: Entrant) -> str:
    """Another lot than the one that parts equals in the standings: one piece of luck is enough."""
    return lot(tournament.seed, f"seed|{entrant.number}")


def _by_season(tournament: Tournament) -> Callable[[Entrant], tuple[int, float]]:
    """By the place in the season before; whoever was not there comes after, by rating."""
    before = tournament.previous
    if before is None:
        return lambda one: (NOBODY, -(one.rating or 0))
    people = dict(before.entrants.exclude(user=None).values_list("number", "user"))
    order = reckoning.final_order(story_of(before))
    places = {people[number]: place for place, number in enumerate(order) if number in people}
    return lambda one: (places.get(one.user_id or 0, NOBODY), -(one.rating or 0))


@transaction.atomic
def seed_by_hand(tournament_id: int, organizer: Any, numbers: Sequence[int]) -> None:
    """The organizer's own order: these first, in this order, then the others by lot."""
    book = open_book(tournament_id, organizer, DIRECTING)
    book.must_be(Tournament.State.DRAFT, Tournament.State.OPEN, Tournament.State.CHECK_IN)
    known = {one.number: one for one in book.entrants()}
    if len(set(numbers)) < len(numbers) or not set(numbers) <= set(known):
        raise NotPossible(_("Each entrant can be in the list once, and nobody else."))
    for one in known.values():
        one.seed = None
    for place, number in enumerate(numbers, 1):
        known[number].seed = place
    Entrant.objects.bulk_update(known.values(), ["seed"])
    book.write("seeded", numbers=list(numbers))
