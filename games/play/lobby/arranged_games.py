"""Games arranged by an organizer, such as a tournament: seats are given, and play starts without a lobby.

Players cannot change what was arranged: they cannot give their seats away, and the organizer decides who may
stand in for them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts import server_time
from accounts.models import User
from games.bots.arena import BOTS
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import PRESETS, Pace
from games.models import Game, Seat, StandInCandidate
from games.models.game import dump_pace_json, dump_patience_json
from games.play.errors import NotPossible
from games.play.lobby import tables
from games.play.transaction.origin import How, Origin


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """Everything needed to start an arranged game."""

    key: str  # the same key again returns the same game
    name: str
    ruleset: str
    seats: Sequence[int | str]  # clockwise, the first one begins: a user id, or the name of a bot
    bot_names: Mapping[int, str] = {}  # by place, from 0; other bots get one of the usual names
    options: Mapping[str, Any] = {}
    pace: Pace = PRESETS["daily"]
    patience: MissedDeadlinePolicy = MissedDeadlinePolicy()
    visibility: str = Game.Visibility.AFTERWARDS
    host_id: int | None = None  # may watch, and grant more time
    has_fixed_players: bool = True
    has_fixed_pace: bool = True
    only_candidates: bool = False
    is_anonymous: bool = False
    players_informed: bool = False  # its players have already had an email about it

    def __post_init__(self) -> None:
        if not self.key:
            raise ValueError("an arranged game needs a key, or it would begin twice")


def find_arranged_game(key: str) -> Game | None:
    """Return the game that was arranged under this key, if any."""
    return Game.objects.exclude(arrangement_key="").filter(arrangement_key=key).first()


# --- the start


@transaction.atomic
def start_arranged_game(wanted: Arrangement) -> Game:
    """Create the game, seat everybody and deal.

    Idempotent: the same key again, after a crash or from another process, returns the same game."""
    if earlier := find_arranged_game(wanted.key):
        return earlier
    try:
        with transaction.atomic():
            game = _seat_and_deal(wanted, _load_players(wanted))
            game.refresh_from_db()
            return game
    except IntegrityError:
        if earlier := find_arranged_game(wanted.key):  # another process was faster
            return earlier
        raise


def start_new_game(wanted: Arrangement, people: Mapping[int, User], welcome: Iterable[int] = ()) -> Game:
    """Start a game that was surely not started before, with few queries, for an organizer who starts many.

    `people` are the users who play; `welcome` may take a free seat. The returned row is as it was before the
    first decision."""
    game = _seat_and_deal(wanted, _require_players(wanted, people))
    StandInCandidate.objects.bulk_create(
        StandInCandidate(game=game, user_id=user_id, is_welcome=True) for user_id in welcome
    )
    return game


def _seat_and_deal(wanted: Arrangement, people: Mapping[int, User]) -> Game:
    game = _build_game(wanted)
    seats = _build_seats(game, wanted, people)
    names = [seat.name for seat in seats]
    game.seed = tables.find_seed_for_first_seat(game, names)
    tables.mark_as_started(game, game.created_at)
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    origin = Origin(How.REFEREE, "start", game.created_at)
    tables.deal_to_seats(game, names, origin, informed=people if wanted.players_informed else ())
    return game


def _build_seats(game: Game, wanted: Arrangement, people: Mapping[int, User]) -> list[Seat]:
    taken: dict[int, str] = {}
    seats = []
    for number, who in enumerate(wanted.seats, start=1):
        if isinstance(who, str):
            called = wanted.bot_names.get(number - 1, "")
            seat = tables.build_bot_seat(game, taken, game.created_at, who, called)
        else:
            alias = f"Seat-{number}" if wanted.is_anonymous else ""  # no user can have such a handle
            seat = tables.build_seat(game, taken, people[who], game.created_at, alias)
        seat.bank_seconds = tables.compute_first_bank(game)
        taken[seat.place] = seat.name.lower()
        seats.append(seat)
    return seats


def _load_players(wanted: Arrangement) -> dict[int, User]:
    """Load the users who are to play."""
    ids = [who for who in wanted.seats if not isinstance(who, str)]
    return _require_players(wanted, User.objects.filter(is_active=True).in_bulk(ids))


def _require_players(wanted: Arrangement, found: Mapping[int, User]) -> dict[int, User]:
    """Check that all people and bots exist and nobody is named twice; return who plays."""
    ids = [who for who in wanted.seats if not isinstance(who, str)]
    if len(set(ids)) < len(ids):
        raise NotPossible(_("Nobody can sit at a table twice."))
    if missing := [str(one) for one in ids if one not in found]:
        raise NotPossible(_("There is no such person: %(ids)s") % {"ids": ", ".join(missing)})
    if unknown := [who for who in wanted.seats if isinstance(who, str) and who not in BOTS]:
        raise NotPossible(_("There is no such bot: %(names)s") % {"names": ", ".join(unknown)})
    return {one: found[one] for one in ids}


def _build_game(wanted: Arrangement) -> Game:
    return Game(
        arrangement_key=wanted.key,
        name=wanted.name,
        ruleset=wanted.ruleset,
        options=tables.resolve_options(wanted.ruleset, len(wanted.seats), wanted.options),
        size=len(wanted.seats),
        pace_data=dump_pace_json(wanted.pace),
        patience_data=dump_patience_json(tables.limit_patience(wanted.ruleset, wanted.patience)),
        creator_id=wanted.host_id,
        visibility=wanted.visibility,
        has_fixed_players=wanted.has_fixed_players,
        has_fixed_pace=wanted.has_fixed_pace,
        only_candidates=wanted.only_candidates,
        is_anonymous=wanted.is_anonymous,
        created_at=server_time.now(),
    )


# --- who may stand in


@transaction.atomic
def set_candidates(game_id: int, *, welcome: Iterable[int] = (), unwelcome: Iterable[int] = ()) -> None:
    """Replace the list of people who may, and who must not, take a free seat of this game.

    Somebody on both lists is unwelcome."""
    Game.objects.select_for_update().only("pk").get(pk=game_id)
    named = dict.fromkeys(welcome, True) | dict.fromkeys(unwelcome, False)
    StandInCandidate.objects.filter(game=game_id).delete()
    StandInCandidate.objects.bulk_create(
        StandInCandidate(game_id=game_id, user_id=user_id, is_welcome=is_welcome)
        for user_id, is_welcome in named.items()
    )


def exclude_candidate(user_id: int, game_ids: Iterable[int]) -> None:
    """Bar this candidate from the free seats of these games."""
    StandInCandidate.objects.filter(user=user_id, game__in=list(game_ids)).update(is_welcome=False)


# --- who may watch


def set_visibility(game_ids: Iterable[int], visibility: str) -> None:
    """Change who may watch these games."""
    Game.objects.filter(pk__in=list(game_ids)).update(visibility=visibility)
