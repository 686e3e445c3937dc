"""What an entrant may wish for: fewer tables at a time, not to sit with somebody, how many heats."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.errors import NotPossible, NotYours
from games.rules.core.errors import printable
from games.tournaments.book import Book
from games.tournaments.models import Block, Entrant

FEWEST_TABLES = 2  # at a time: with one alone a season has no end
MOST_TABLES = 50
MOST_HEATS = 50
MOST_BLOCKS = 3
LONGEST_HOUSEHOLD = 40


def checked(*, household: str, cap: int | None, heats: int | None) -> dict[str, Any]:
    """These wishes as fields of an entrant, if they can be fulfilled."""
    if cap is not None and not FEWEST_TABLES <= cap <= MOST_TABLES:
        raise NotPossible(
            _("You can have %(least)d tables at a time or more, but not fewer.") % {"least": FEWEST_TABLES}
        )
    if heats is not None and not 1 <= heats <= MOST_HEATS:
        raise NotPossible(_("You can play in one heat or more."))
    home = printable(" ".join(household.split()), LONGEST_HOUSEHOLD)
    return {"household": home, "cap": cap, "heats": heats}


@transaction.atomic
def change_wishes(
    entrant_id: int, by: Any, *, household: str = "", cap: int | None = None, heats: int | None = None
) -> Entrant:
    """Other wishes from now on. Tables that have begun go on."""
    fields = checked(household=household, cap=cap, heats=heats)
    entrant = _own(entrant_id, by)
    Entrant.objects.filter(pk=entrant.pk).update(**fields)
    entrant.refresh_from_db()
    return entrant


def _own(entrant_id: int, by: Any) -> Entrant:
    """Under the lock of the event: a draw that is made at this moment has these wishes or those."""
    found = Entrant.objects.filter(pk=entrant_id, user=by).exclude(user=None).first()
    if found is None:
        raise NotYours(_("This is somebody else's place."))
    Book(found.tournament_id)
    found.refresh_from_db()
    return found


# --- private blocks: no entry of the ledger, for nobody may learn of them


@transaction.atomic
def block(entrant_id: int, other_id: int, by: Any) -> None:
    """Not at one table with this person, in any draw to come."""
    entrant = _own(entrant_id, by)
    other = Entrant.objects.filter(tournament=entrant.tournament_id, pk=other_id).first()
    if other is None or other.pk == entrant.pk or other.bot:
        raise NotPossible(_("Please choose somebody else who takes part."))
    if entrant.blocks.filter(other=other).exists():
        return
    if entrant.blocks.count() >= MOST_BLOCKS:
        words = ngettext(
            "You can avoid one person.", "You can avoid %(n)d people. Take one back first.", MOST_BLOCKS
        )
        raise NotPossible(words % {"n": MOST_BLOCKS})
    Block.objects.create(entrant=entrant, other=other)


@transaction.atomic
def unblock(entrant_id: int, other_id: int, by: Any) -> None:
    _own(entrant_id, by).blocks.filter(other=other_id).delete()
