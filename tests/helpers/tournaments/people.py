"""What entrants and those who run a tournament do, for tests, and what is written of them."""

from datetime import datetime

from accounts.models import User
from games.tournaments.entries import registration
from games.tournaments.models import Entrant, Role, Tournament, TournamentNotice
from tests.helpers.factories import UserFactory
from tests.helpers.tournaments.dates import LONG_BEFORE, hours_before
from tests.helpers.tournaments.factories import RoleFactory
from tests.helpers.tournaments.ledger import write_ledger

WHEN_IT_OPENS, WHILE_CHECKING_IN = hours_before(72), hours_before(60)


def register_entrants(tournament: Tournament, number: int, now: datetime = LONG_BEFORE) -> list[Entrant]:
    """So many people have entered, one after the other."""
    return [registration.register_entrant(tournament.pk, UserFactory(), now=now) for _ in range(number)]


def checking_in(tournament: Tournament, now: datetime = WHEN_IT_OPENS) -> None:
    """Whoever has a place is asked."""
    with write_ledger(tournament, now) as transaction:
        registration.begin_check_in(transaction)


def check_in(entrant: Entrant, now: datetime = WHILE_CHECKING_IN) -> Entrant:
    return registration.check_in(entrant.pk, entrant.user, now)


def withdraw(entrant: Entrant, now: datetime = LONG_BEFORE) -> Entrant:
    return registration.withdraw_entrant(entrant.pk, entrant.user, now)


def promote_waiting(tournament: Tournament, now: datetime) -> bool:
    """What the director does about places at this moment."""
    with write_ledger(tournament, now) as transaction:
        return registration.promote_waiting_entrants(transaction)


# --- who they are


def appoint(tournament: Tournament, kind: str = Role.Kind.REFEREE, user: User | None = None) -> User:
    """Somebody helps to run it."""
    return RoleFactory(tournament=tournament, kind=kind, user=user or UserFactory()).user


def entrant(tournament: Tournament, number: int) -> Entrant:
    return tournament.entrants.select_related("user").get(number=number)


def person(tournament: Tournament, number: int) -> User:
    found = entrant(tournament, number).user
    assert found is not None
    return found


# --- what is written


def fresh(entrant: Entrant) -> Entrant:
    return Entrant.objects.select_related("user", "tournament").get(pk=entrant.pk)


def list_notice_kinds(entrant: Entrant) -> list[str]:
    """The kinds of all emails to them."""
    return list(
        TournamentNotice.objects.filter(entrant=entrant).order_by("pk").values_list("kind", flat=True)
    )


def states(tournament: Tournament) -> dict[int, str]:
    """What each entrant is, by number."""
    return dict(tournament.entrants.values_list("number", "state"))


def those(tournament: Tournament, *wanted: str) -> list[int]:
    return [number for number, state in sorted(states(tournament).items()) if state in wanted]


def told(tournament: Tournament, kind: str) -> set[int]:
    """The people to whom an email of this kind goes."""
    return set(
        TournamentNotice.objects.filter(tournament=tournament, kind=kind).values_list("user_id", flat=True)
    )


def count_notices(tournament: Tournament, kind: str) -> int:
    return TournamentNotice.objects.filter(tournament=tournament, kind=kind).count()
