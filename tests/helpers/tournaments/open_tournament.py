"""Events for tests of whoever enters them: opened, with an organizer, and people to enter."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from django.db.transaction import atomic

from accounts.models import User
from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Role, Stage, Tournament
from games.tournaments.settings import StageSettings, TournamentSettings
from tests.helpers.factories import UserFactory

START = datetime(2027, 3, 1, 18, tzinfo=UTC)
LONG_BEFORE = START - timedelta(days=30)
State = Tournament.State


def hours_before(hours: float) -> datetime:
    return START - timedelta(hours=hours)


def event(*stages: StageSettings, state: str = State.OPEN, **plan: Any) -> Tournament:
    """An event that people may enter, with its organizer."""
    owner = UserFactory()
    made = Tournament.objects.create(
        slug=f"cup-{owner.pk}",
        title="Autumn Cup",
        ruleset="citadels",
        owner=owner,
        settings_data=msgspec.json.encode(TournamentSettings(**plan)).decode(),
        seed="demo-2027",
        state=state,
        created_at=LONG_BEFORE,
        starts_at=START,
    )
    Role.objects.create(tournament=made, user=owner, kind=Role.Kind.OWNER)
    for number, stage in enumerate(stages or [StageSettings()], 1):
        Stage.objects.create(
            tournament=made, number=number, settings_data=msgspec.json.encode(stage).decode()
        )
    with booked(made, LONG_BEFORE) as transaction:
        transaction.append_entry("opened", seed=made.seed)
    return Tournament.objects.get(pk=made.pk)


class booked:  # noqa: N801 (it reads like a verb)
    """The book of an event, open until the end of the block."""

    def __init__(self, tournament: Tournament, now: datetime = LONG_BEFORE, by: Any = None) -> None:
        self.arguments = (tournament.pk, by, now)
        self.transaction = atomic()

    def __enter__(self) -> TournamentTransaction:
        self.transaction.__enter__()
        return TournamentTransaction(*self.arguments)

    def __exit__(self, *trouble: Any) -> None:
        self.transaction.__exit__(*trouble)


def entered(tournament: Tournament, number: int, now: datetime = LONG_BEFORE) -> list[Entrant]:
    """So many people have entered, one after the other."""
    return [registration.register_entrant(tournament.pk, UserFactory(), now=now) for _ in range(number)]


def states(tournament: Tournament) -> dict[int, str]:
    """What each entrant is, by number."""
    return dict(tournament.entrants.values_list("number", "state"))


def those(tournament: Tournament, *wanted: str) -> list[int]:
    return [number for number, state in sorted(states(tournament).items()) if state in wanted]


def signed_up(number: int) -> list[User]:
    return [UserFactory() for _ in range(number)]
