"""What people have won: the first places of events that are over, and that they never missed a deadline.

Badges are read from the copies of each event, so that they follow its rulings. Whoever has no page of their
own has none, and an event that is not in the public list gives none.
"""

from typing import NamedTuple

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.tournaments.models import Entrant, Tournament
from games.tournaments.models.entrant import OUT

PLACES = {
    1: gettext_lazy("1st of %(all)d"),
    2: gettext_lazy("2nd of %(all)d"),
    3: gettext_lazy("3rd of %(all)d"),
}
PLACES_IN = {
    1: gettext_lazy("1st of %(all)d in %(event)s"),
    2: gettext_lazy("2nd of %(all)d in %(event)s"),
    3: gettext_lazy("3rd of %(all)d in %(event)s"),
}


class Badge(NamedTuple):
    """One of them."""

    title: str
    slug: str
    place: int  # 0: for being punctual
    of: int

    @property
    def short(self) -> str:
        """Where the event is known."""
        return str(PLACES[self.place]) % {"all": self.of} if self.place else _("Punctual")

    @property
    def words(self) -> str:
        about = {"all": self.of, "event": self.title}
        return (str(PLACES_IN[self.place]) if self.place else _("Punctual in %(event)s")) % about


def of_person(user: User) -> list[Badge]:
    """All of them, the newest first."""
    return _told(Entrant.objects.filter(user=user))


def of_entrant(entrant: Entrant) -> list[Badge]:
    """Of one event."""
    return _told(Entrant.objects.filter(pk=entrant.pk))


def _told(entrants: QuerySet[Entrant]) -> list[Badge]:
    found = _honoured(entrants).annotate(of=_entrants()).order_by("-tournament__ended_at", "-pk")
    rows = found.values_list("tournament__title", "tournament__slug", "place", "is_punctual", "of")
    return [
        Badge(title, slug, won, of)
        for title, slug, place, is_punctual, of in rows
        for won in (*((place,) if place in PLACES else ()), *((0,) if is_punctual else ()))
    ]


def _honoured(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    known = Q(bot="", user__is_active=True, user__is_guest=False)
    over = Q(tournament__state=Tournament.State.FINISHED, tournament__is_listed=True)
    won = Q(place__in=PLACES) | Q(is_punctual=True)
    return entrants.filter(known, over, won).exclude(state__in=OUT)


def _entrants() -> Subquery:
    """How many have a place there."""
    placed = Entrant.objects.filter(tournament=OuterRef("tournament"), place__isnull=False).order_by()
    return Subquery(placed.values("tournament").annotate(all=Count(F("pk"))).values("all"))
