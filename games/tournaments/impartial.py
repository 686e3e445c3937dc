"""Who may rule: nobody about themselves, and nobody where they sit."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.play.errors import NotYours
from games.tournaments.book import RULING
from games.tournaments.models import Entrant, Role, Sitting, Table, Tournament


def must_not_be_party(user: Any, *, tables: Iterable[Table] = (), entrants: Iterable[Entrant] = ()) -> None:
    if any(one.user_id == user.pk for one in entrants):
        raise NotYours(_("This is about you: somebody else must rule."))
    if is_seated(user, tables):
        raise NotYours(_("You sit at this table: somebody else must rule."))


def is_seated(user: Any, tables: Iterable[Table]) -> bool:
    """Does this person play at one of these tables, or has begun or stood in there?"""
    return Table.objects.filter(own(user), pk__in=[table.pk for table in tables]).exists()


def may_look(user: Any, game: Game) -> bool:
    """A referee who does not play in the event looks at its tables that are over, before others may."""
    if not user.is_authenticated or not game.arranged or game.state != Game.State.OVER:
        return False
    event = Tournament.objects.filter(tables__game=game, roles__user=user, roles__kind__in=RULING)
    return event.exclude(entrants__user=user).exists()


def hosts(game_id: int) -> list[int]:
    """Who runs the event of this game and has no part in the table: they may grant somebody more time."""
    roles = Role.objects.filter(tournament__tables__game=game_id, kind__in=RULING, user__is_active=True)
    seats = Seat.objects.filter(Q(user=OuterRef("user")) | Q(namesake=OuterRef("user")), game=game_id)
    sittings = Sitting.objects.filter(
        Q(entrant__user=OuterRef("user")) | Q(stand_in=OuterRef("user")), table__game=game_id
    )
    found = roles.exclude(Exists(seats)).exclude(Exists(sittings))
    return list(found.order_by("user").values_list("user", flat=True).distinct())


def own(user: Any) -> Q:
    """Of tables: those at which this person plays, has begun or stood in."""
    sittings = Sitting.objects.filter(Q(entrant__user=user) | Q(stand_in=user), table=OuterRef("pk"))
    seats = Seat.objects.filter(Q(user=user) | Q(namesake=user), game=OuterRef("game"))
    return Q(Exists(sittings)) | Q(Exists(seats))
