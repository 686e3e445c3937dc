"""Who spares whom, out of the journals of finished games: a sign for referees, who look closer.

Only what everybody at the table has seen, or sees once it is over, is looked at: who has turned against whom.
Left out, and why:

- From which network or device somebody plays, and at which hours: we would have to keep for months, about
  everybody, what nobody has agreed to; and flats, schools and libraries share networks. Households are
  declared when people enter, and never drawn together.
- Addresses of the same kind, and new accounts with one friend: that is what somebody looks like whom a friend
  has brought along.
- Gifts: of those a game with them would have to tell, as it does of hostile actions (`Ruleset.hostile`).
"""

from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet

from games.models import Game, Move
from games.play.table import BY_PLAYER
from games.rules import registry
from games.rules.core.events import Event, read_events
from games.tournaments.book import RULING, must_be_one_of
from games.tournaments.models import Table, Tournament
from games.tournaments.standings.signals import Flag, Hostility, flags

KEPT = timedelta(days=7)  # what was found in a game that is over
Blow = tuple[int, int]  # from seat to seat, both counted from 0


def flagged(tournament: Tournament, user: Any) -> tuple[Flag, ...]:
    """The pairs that stick out, for somebody who rules; what concerns the reader is for the others."""
    must_be_one_of(tournament, user, RULING)
    own = set(tournament.entrants.filter(user=user).values_list("number", flat=True))
    return tuple(flag for flag in flags(hostilities(tournament)) if not {flag.by, flag.spared} & own)


def hostilities(tournament: Tournament) -> list[Hostility]:
    """Every hostile action of the event in which a person has turned against another entrant."""
    found: list[Hostility] = []
    for table in _closed(tournament):
        seated = {one.seat: one.entrant.number for one in table.sittings.all()}
        here = tuple(seated.values())
        if table.game is not None:
            found += (Hostility(seated[by], seated[against], here) for by, against in _blows(table.game))
    return found


def _closed(tournament: Tournament) -> QuerySet[Table]:
    games = tournament.tables.filter(game__state__in=[Game.State.OVER, Game.State.ABANDONED])
    found = games.select_related("game").defer("game__position")
    return found.prefetch_related("sittings__entrant").order_by("number")


def _blows(game: Game) -> list[Blow]:
    """Of one game. It is over, so what was found once holds."""
    key = f"blows:{game.pk}"
    if (kept := cache.get(key)) is None:
        kept = _found(game)
        cache.set(key, kept, KEPT.total_seconds())
    return [tuple(pair) for pair in kept]


def _found(game: Game) -> list[Blow]:
    places = dict(game.seats.values_list("name", "place"))
    told: list[Event] = []
    by_hand: list[str] = []  # of each event: the seat whose own player has brought it about
    moves = Move.objects.filter(game=game, taken_back=False).order_by("number")
    fields = ("events", "how", "seat__name", "by_id", "seat__namesake_id")
    for events, how, seat, user, entrant in moves.values_list(*fields):
        here = read_events(events)
        told += here
        by_hand += [seat if how in BY_PLAYER and user == entrant else ""] * len(here)
    blows = registry.get(game.ruleset).hostile(told)
    return [(places[one.by], places[one.against]) for one in blows if by_hand[one.place] == one.by]
