"""Facts about a table as labels and values, for lists, previews and invitations."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.models import Game, Invitation, Seat
from games.queries import pace_text
from games.queries.table_summary import (
    count_bots,
    describe_expected_length,
    describe_rules,
    leaves_one_person,
)
from games.rules.core.setup_options import SetupDescription


def list_facts(game: Game, bots: int | None = None) -> list[tuple[str, str]]:
    """List all facts about a table that are not rules; `bots` is for a preview that is not stored."""
    return [
        (_("Seats"), str(game.size)),
        (_("Pace"), _describe_pace_briefly(game, bots)),
        *(_list_length_facts(game, bots) if not game.has_begun else []),
        *(_list_start_facts(game) if not game.has_begun else []),
        (_("Who may watch"), game.get_visibility_display()),
        *(_list_expiry_facts(game) if game.state == Game.State.OPEN else []),
    ]


def _describe_pace_briefly(game: Game, bots: int | None) -> str:
    seated = count_bots(game) if bots is None else bots
    if not game.has_begun and leaves_one_person(game.size, seated):
        return _("no deadlines")
    return pace_text.describe_pace_briefly(game.pace)


def _list_length_facts(game: Game, bots: int | None) -> Iterator[tuple[str, str]]:
    if sentence := describe_expected_length(game, bots):
        yield _("Length"), sentence


def describe_pace(game: Game) -> list[str]:
    """Describe the time settings that one should know before joining."""
    return pace_text.describe_pace(game.pace, game.patience)


def _list_start_facts(game: Game) -> Iterator[tuple[str, str]]:
    yield _("Who may join"), _("everybody") if game.is_open else _("only those who were invited")
    full, word = _("as soon as all seats are taken"), _("when the host starts it")
    yield _("Start"), full if game.starts_when_full else word


def _list_expiry_facts(game: Game) -> Iterator[tuple[str, str]]:
    if game.expires_at:
        yield _("Open until"), date_format(localtime(game.expires_at), "DATE_FORMAT")


class TableListing(NamedTuple):
    """A table in a list, with its seats and the visitor's own."""

    game: Game
    rules: SetupDescription
    seats: list[Seat]
    own_seat: Seat | None = None

    @property
    def free_count(self) -> int:
        return self.game.size - len(self.seats)

    @property
    def free_places(self) -> range:
        return range(self.free_count)

    @property
    def facts(self) -> list[tuple[str, str]]:
        return list_facts(self.game)

    @property
    def pace(self) -> list[str]:
        return describe_pace(self.game)


def build_listing(game: Game, mine: Any = None) -> TableListing:
    return TableListing(game, describe_rules(game), list(game.seats.all()), mine)


def find_inviter_name(invitation: Invitation) -> str:
    """Return the name of the inviter, or "Somebody" if the account was closed since."""
    return invitation.invited_by.name if invitation.invited_by else _("Somebody")


def list_seat_names(seats: Iterable[Seat], but: Seat | None = None) -> list[str]:
    return [seat.shown_name for seat in seats if seat != but]
