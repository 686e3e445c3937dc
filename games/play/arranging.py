"""Games that somebody arranges: who sits where is given, and play begins at once, without a lobby.

What was arranged the players do not change: they cannot give their seats away, and whoever has arranged it
says who may stand in for them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.bots.arena import BOTS
from games.clock.pace import PRESETS, Pace
from games.clock.patience import Patience
from games.models import Candidate, Game
from games.models.game import written_pace, written_patience
from games.play import lobby, times
from games.play.errors import NotPossible
from games.play.origin import How, Origin


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """A game as whoever arranges it wants it."""

    key: str  # the same key again is the same game
    name: str
    ruleset: str
    seats: Sequence[int | str]  # clockwise, the first begins: the number of a person, or the name of a bot
    bot_names: Mapping[int, str] = {}  # by place from 0; whoever has none is called as bots are at tables
    options: Mapping[str, Any] = {}
    pace: Pace = PRESETS["daily"]
    patience: Patience = Patience()
    watching: str = Game.Watching.AFTERWARDS
    host_id: int | None = None  # who may watch, and grant more time
    keeps_players: bool = True
    keeps_pace: bool = True
    only_candidates: bool = False
    is_anonymous: bool = False
    is_told: bool = False  # its players have had a letter about it

    def __post_init__(self) -> None:
        if not self.key:
            raise ValueError("an arranged game needs a key, or it would begin twice")


def find(key: str) -> Game | None:
    """What was arranged under this key."""
    return Game.objects.exclude(arranged="").filter(arranged=key).first()


# --- the start


@transaction.atomic
def begin(wanted: Arrangement) -> Game:
    """Seat them all and deal. Whoever has died in between, or asks twice, gets the same game."""
    if earlier := find(wanted.key):
        return earlier
    try:
        with transaction.atomic():
            return _begin(wanted)
    except IntegrityError:
        if earlier := find(wanted.key):  # somebody else was faster
            return earlier
        raise


def _begin(wanted: Arrangement) -> Game:
    people = _people(wanted)
    game = _written(wanted)
    for number, who in enumerate(wanted.seats, start=1):
        if isinstance(who, str):
            lobby.seat_bot(game, game.created_at, who, wanted.bot_names.get(number - 1, ""))
        else:
            alias = f"Seat-{number}" if wanted.is_anonymous else ""  # nobody can have it as a handle
            lobby.sit_down(game, people[who], game.created_at, alias)
    names = [seat.name for seat in game.seats.all()]
    game.seed = lobby.seed_for_the_first(game, names)
    origin = Origin(How.REFEREE, "start", game.created_at)
    lobby.deal(game, names, origin, informed=people if wanted.is_told else ())
    return game


def _people(wanted: Arrangement) -> dict[int, User]:
    """Everybody who is to sit there, if all of them can."""
    ids = [who for who in wanted.seats if not isinstance(who, str)]
    found = User.objects.filter(is_active=True).in_bulk(ids)
    if len(set(ids)) < len(ids):
        raise NotPossible(_("Nobody sits at a table twice."))
    if missing := [str(one) for one in ids if one not in found]:
        raise NotPossible(_("There is no such person: %(ids)s") % {"ids": ", ".join(missing)})
    if unknown := [who for who in wanted.seats if isinstance(who, str) and who not in BOTS]:
        raise NotPossible(_("There is no such bot: %(names)s") % {"names": ", ".join(unknown)})
    return found


def _written(wanted: Arrangement) -> Game:
    return Game.objects.create(
        arranged=wanted.key,
        name=wanted.name,
        ruleset=wanted.ruleset,
        options=lobby.settled(wanted.ruleset, len(wanted.seats), wanted.options),
        size=len(wanted.seats),
        pace_data=written_pace(wanted.pace),
        patience_data=written_patience(wanted.patience),
        creator_id=wanted.host_id,
        watching=wanted.watching,
        keeps_players=wanted.keeps_players,
        keeps_pace=wanted.keeps_pace,
        only_candidates=wanted.only_candidates,
        is_anonymous=wanted.is_anonymous,
        created_at=times.now(),
    )


# --- who may stand in


@transaction.atomic
def name_candidates(game_id: int, *, welcome: Iterable[int] = (), unwelcome: Iterable[int] = ()) -> None:
    """Say who may take a free seat of this game, and who must not; what was said before counts no more.

    Of somebody who is both, only that counts that keeps them away."""
    Game.objects.select_for_update().only("pk").get(pk=game_id)
    named = dict.fromkeys(welcome, True) | dict.fromkeys(unwelcome, False)
    Candidate.objects.filter(game=game_id).delete()
    Candidate.objects.bulk_create(
        Candidate(game_id=game_id, user_id=user_id, is_welcome=is_welcome)
        for user_id, is_welcome in named.items()
    )


def no_longer_welcome(user_id: int, game_ids: Iterable[int]) -> None:
    """This person may take no free seat of these games any more."""
    Candidate.objects.filter(user=user_id, game__in=list(game_ids)).update(is_welcome=False)


# --- who may watch


def let_watch(game_ids: Iterable[int], watching: str) -> None:
    """From now on these games are open to others like this."""
    Game.objects.filter(pk__in=list(game_ids)).update(watching=watching)
