"""What a page says about a table, as labels and values."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.models import Game, Invitation, Seat
from games.play import paces
from games.play.describing import described, expected
from games.rules.core.setup import Described


def facts(game: Game, bots: int | None = None) -> list[tuple[str, str]]:
    """Everything about the table that is not in the rules; of one that is not stored, with its bots."""
    return [
        (_("Seats"), str(game.size)),
        (_("Pace"), paces.short(game.pace)),
        *(_length(game, bots) if not game.has_begun else []),
        *(_before_the_start(game) if not game.has_begun else []),
        (_("Who may watch"), game.get_watching_display()),
        *(_last_day(game) if game.state == Game.State.OPEN else []),
    ]


def _length(game: Game, bots: int | None) -> Iterator[tuple[str, str]]:
    if sentence := expected(game, bots):
        yield _("How long"), sentence


def pace(game: Game) -> list[str]:
    """All that one should know of a table's time before joining."""
    return paces.sentences(game.pace, game.patience)


def _before_the_start(game: Game) -> Iterator[tuple[str, str]]:
    yield _("Who may join"), _("everybody") if game.is_open else _("only those who were invited")
    full, word = _("as soon as all seats are taken"), _("when the creator says so")
    yield _("Beginning"), full if game.starts_when_full else word


def _last_day(game: Game) -> Iterator[tuple[str, str]]:
    if game.expires_at:
        yield _("Waits until"), date_format(localtime(game.expires_at), "DATE_FORMAT")


class Listed(NamedTuple):
    """A table in a list."""

    game: Game
    rules: Described
    seats: list[Seat]
    mine: Seat | None = None

    @property
    def free(self) -> int:
        return self.game.size - len(self.seats)

    @property
    def places(self) -> range:
        return range(self.free)

    @property
    def facts(self) -> list[tuple[str, str]]:
        return facts(self.game)

    @property
    def pace(self) -> list[str]:
        return pace(self.game)


def listed(game: Game, mine: Any = None) -> Listed:
    return Listed(game, described(game), list(game.seats.all()), mine)


def host(invitation: Invitation) -> str:
    """Who invites; an account may have been closed since."""
    return invitation.invited_by.handle if invitation.invited_by else _("Somebody")


def names(seats: Iterable[Seat], but: Seat | None = None) -> list[str]:
    return [seat.name for seat in seats if seat != but]
