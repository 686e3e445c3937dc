"""What entrants do before an event begins, for tests, and what is written of it."""

from datetime import datetime

from games.tournaments.entries import registration
from games.tournaments.models import Entrant, Tournament, TournamentNotice
from tests.helpers.tournaments.open_tournament import LONG_BEFORE, booked, hours_before

WHEN_IT_OPENS, WHILE_CHECKING_IN = hours_before(72), hours_before(60)


def checking_in(tournament: Tournament, now: datetime = WHEN_IT_OPENS) -> None:
    """Whoever has a place is asked."""
    with booked(tournament, now) as transaction:
        registration.begin_check_in(transaction)


def check_in(entrant: Entrant, now: datetime = WHILE_CHECKING_IN) -> Entrant:
    return registration.check_in(entrant.pk, entrant.user, now)


def withdraw(entrant: Entrant, now: datetime = LONG_BEFORE) -> Entrant:
    return registration.withdraw_entrant(entrant.pk, entrant.user, now)


def directed(tournament: Tournament, now: datetime) -> bool:
    """What the director does about places at this moment."""
    with booked(tournament, now) as transaction:
        return registration.promote_waiting_entrants(transaction)


# --- what is written


def fresh(entrant: Entrant) -> Entrant:
    return Entrant.objects.select_related("user", "tournament").get(pk=entrant.pk)


def list_notice_kinds(entrant: Entrant) -> list[str]:
    """The kinds of all emails to them."""
    return list(
        TournamentNotice.objects.filter(entrant=entrant).order_by("pk").values_list("kind", flat=True)
    )


def entries(tournament: Tournament) -> list[str]:
    """The kinds of all that stands in its book."""
    return list(tournament.ledger_entries.order_by("number").values_list("kind", flat=True))
