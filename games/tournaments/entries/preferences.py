"""Preferences of an entrant: household, tables at a time, number of heats, and whom to avoid."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.errors import NotAllowed, NotPossible
from games.rules.core.errors import make_printable
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Avoidance, Entrant

FEWEST_TABLES = 2  # at a time: with only one, a tournament would take too long
MOST_TABLES = 50
MOST_HEATS = 50
MOST_AVOIDANCES = 3
LONGEST_HOUSEHOLD = 40


def check_preferences(
    *, household: str, cap: int | None, heats: int | None, sits_out_on_leave: bool = False
) -> dict[str, Any]:
    """Check preferences and return them as fields of an entrant."""
    if cap is not None and not FEWEST_TABLES <= cap <= MOST_TABLES:
        raise NotPossible(
            _("You can play %(least)d tables at a time or more, but not fewer.") % {"least": FEWEST_TABLES}
        )
    if heats is not None and not 1 <= heats <= MOST_HEATS:
        raise NotPossible(_("You can play in one heat or more."))
    home = make_printable(" ".join(household.split()), LONGEST_HOUSEHOLD)
    return {"household": home, "cap": cap, "heats": heats, "sits_out_on_leave": sits_out_on_leave}


@transaction.atomic
def change_preferences(
    entrant_id: int,
    by: Any,
    *,
    household: str = "",
    cap: int | None = None,
    heats: int | None = None,
    sits_out_on_leave: bool = False,
) -> Entrant:
    """Change an entrant's preferences. Tables that have started are not affected."""
    fields = check_preferences(household=household, cap=cap, heats=heats, sits_out_on_leave=sits_out_on_leave)
    entrant = _lock_own_entrant(entrant_id, by)
    Entrant.objects.filter(pk=entrant.pk).update(**fields)
    entrant.refresh_from_db()
    return entrant


def _lock_own_entrant(entrant_id: int, by: Any) -> Entrant:
    """Load the user's own entrant under the tournament lock, against concurrent pairings."""
    found = Entrant.objects.filter(pk=entrant_id, user=by).exclude(user=None).first()
    if found is None:
        raise NotAllowed(_("This place is somebody else’s."))
    TournamentTransaction(found.tournament_id)
    found.refresh_from_db()
    return found


# --- Private avoidances: not recorded in the ledger, because nobody else may learn of them


@transaction.atomic
def add_avoidance(entrant_id: int, other_id: int, by: Any) -> None:
    """Avoid another entrant in all future pairings."""
    entrant = _lock_own_entrant(entrant_id, by)
    other = Entrant.objects.filter(tournament=entrant.tournament_id, pk=other_id).first()
    if other is None or other.pk == entrant.pk or other.bot:
        raise NotPossible(_("Please choose somebody else who is taking part."))
    if entrant.avoidances.filter(other=other).exists():
        return
    if entrant.avoidances.count() >= MOST_AVOIDANCES:
        text = ngettext(
            "You can avoid one person.",
            "You can avoid %(n)d people. Please remove one first.",
            MOST_AVOIDANCES,
        )
        raise NotPossible(text % {"n": MOST_AVOIDANCES})
    Avoidance.objects.create(entrant=entrant, other=other)


@transaction.atomic
def remove_avoidance(entrant_id: int, other_id: int, by: Any) -> None:
    _lock_own_entrant(entrant_id, by).avoidances.filter(other=other_id).delete()
