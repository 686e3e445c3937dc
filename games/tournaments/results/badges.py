"""Badges on profiles: the first three places of finished tournaments, and never having missed a deadline.

Badges are read from the cached final places, so they follow later rulings. Guests, closed accounts and
tournaments outside the public list get none.
"""

from typing import NamedTuple

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.tournaments.models import Entrant, Tournament
from games.tournaments.models.entrant import OUT_STATES

PLACE_LABELS = {
    1: gettext_lazy("1st of %(all)d"),
    2: gettext_lazy("2nd of %(all)d"),
    3: gettext_lazy("3rd of %(all)d"),
}
PLACE_LABELS_WITH_TITLE = {
    1: gettext_lazy("1st of %(all)d in %(event)s"),
    2: gettext_lazy("2nd of %(all)d in %(event)s"),
    3: gettext_lazy("3rd of %(all)d in %(event)s"),
}


class Badge(NamedTuple):
    """One badge of one tournament."""

    title: str
    slug: str
    place: int  # 0: the badge for punctuality
    entrant_count: int

    @property
    def label(self) -> str:
        """The label where the tournament is clear from the context."""
        return str(PLACE_LABELS[self.place]) % {"all": self.entrant_count} if self.place else _("Punctual")

    @property
    def label_with_title(self) -> str:
        """The label with the title of the tournament."""
        about = {"all": self.entrant_count, "event": self.title}
        return (
            str(PLACE_LABELS_WITH_TITLE[self.place]) if self.place else _("Punctual in %(event)s")
        ) % about


def list_user_badges(user: User) -> list[Badge]:
    """List all badges of a user, newest first."""
    return _build_badges(Entrant.objects.filter(user=user))


def list_entrant_badges(entrant: Entrant) -> list[Badge]:
    """List the badges an entrant got in their tournament."""
    return _build_badges(Entrant.objects.filter(pk=entrant.pk))


def _build_badges(entrants: QuerySet[Entrant]) -> list[Badge]:
    found = (
        _filter_badge_winners(entrants)
        .annotate(of=_count_entrants())
        .order_by("-tournament__ended_at", "-pk")
    )
    rows = found.values_list("tournament__title", "tournament__slug", "place", "is_punctual", "of")
    return [
        Badge(title, slug, won, of)
        for title, slug, place, is_punctual, of in rows
        for won in (*((place,) if place in PLACE_LABELS else ()), *((0,) if is_punctual else ()))
    ]


def _filter_badge_winners(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    known = Q(bot="", user__is_active=True, user__is_guest=False)
    over = Q(tournament__state=Tournament.State.FINISHED, tournament__is_listed=True)
    won = Q(place__in=PLACE_LABELS) | Q(is_punctual=True)
    return entrants.filter(known, over, won).exclude(state__in=OUT_STATES)


def _count_entrants() -> Subquery:
    """Build a subquery that counts the entrants with a final place in the same tournament."""
    placed = Entrant.objects.filter(tournament=OuterRef("tournament"), place__isnull=False).order_by()
    return Subquery(placed.values("tournament").annotate(all=Count(F("pk"))).values("all"))
