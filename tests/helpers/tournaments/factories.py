"""Rows of tournaments for tests, one by one, of which nothing is written in the ledger.

A whole tournament, with its ledger, is told by `tests.helpers.tournaments.builder.TournamentBuilder`.
"""

from typing import Any

import factory
import msgspec
from factory import LazyAttribute, SelfAttribute, SubFactory
from factory.django import DjangoModelFactory

from games.tournaments.models import (
    Ban,
    Dispute,
    Entrant,
    Qualifier,
    Rating,
    Role,
    Round,
    Ruling,
    Stage,
    TableSeat,
    Tournament,
    TournamentNotice,
    TournamentTable,
)
from games.tournaments.settings import StageSettings, TournamentSettings
from tests.helpers.factories import Now, UserFactory
from tests.helpers.tournaments.dates import LONG_BEFORE, START


def encode(data: Any) -> str:
    return msgspec.json.encode(data).decode()


class RoleFactory(DjangoModelFactory):
    class Meta:
        model = Role

    user = SubFactory(UserFactory)
    kind = Role.Kind.REFEREE


class TournamentFactory(DjangoModelFactory):
    """A tournament that people may enter, and its owner, but none of its stages."""

    class Meta:
        model = Tournament
        skip_postgeneration_save = True

    class Params:
        settings = TournamentSettings()

    owner = SubFactory(UserFactory)
    slug = LazyAttribute(lambda tournament: f"cup-{tournament.owner.pk}")
    title = "Autumn Cup"
    ruleset = "citadels"
    settings_data = LazyAttribute(lambda tournament: encode(tournament.settings))
    seed = "demo-2027"
    state = Tournament.State.OPEN
    created_at = LONG_BEFORE
    starts_at = START
    role = factory.RelatedFactory(
        RoleFactory, "tournament", user=SelfAttribute("..owner"), kind=Role.Kind.OWNER
    )


class StageFactory(DjangoModelFactory):
    class Meta:
        model = Stage

    class Params:
        settings = StageSettings()

    tournament = SubFactory(TournamentFactory)
    number = LazyAttribute(lambda stage: stage.tournament.stages.count() + 1)
    settings_data = LazyAttribute(lambda stage: encode(stage.settings))


class EntrantFactory(DjangoModelFactory):
    """Somebody who plays, or was meant to."""

    class Meta:
        model = Entrant

    tournament = SubFactory(TournamentFactory)
    number = LazyAttribute(lambda entrant: entrant.tournament.entrants.count() + 1)
    user = SubFactory(UserFactory)
    name = LazyAttribute(lambda entrant: f"P{entrant.number}")
    state = Entrant.State.ACTIVE
    queued_at = Now


class QualifierFactory(DjangoModelFactory):
    """A place in a later stage, which is offered."""

    class Meta:
        model = Qualifier

    rank = 1
    state = Qualifier.State.OFFERED


class RoundFactory(DjangoModelFactory):
    class Meta:
        model = Round

    number = LazyAttribute(lambda round_: round_.stage.rounds.count() + 1)
    state = Round.State.PUBLISHED


class TableSeatFactory(DjangoModelFactory):
    class Meta:
        model = TableSeat

    seat = LazyAttribute(lambda seat: seat.table.seats.count())


class TournamentTableFactory(DjangoModelFactory):
    """A table that is drawn, at which these entrants sit; with a game it has started."""

    class Meta:
        model = TournamentTable
        skip_postgeneration_save = True

    tournament = SelfAttribute("round.stage.tournament")
    round = None
    number = LazyAttribute(lambda table: table.tournament.tables.count() + 1)
    size = 4
    planned_at = Now
    game = None
    state = LazyAttribute(
        lambda table: TournamentTable.State.STARTED if table.game else TournamentTable.State.PLANNED
    )

    @factory.post_generation
    def entrants(self, _create, entrants, **agreed):
        for entrant in entrants or ():
            TableSeatFactory(table=self, entrant=entrant, **agreed)


class RulingFactory(DjangoModelFactory):
    class Meta:
        model = Ruling

    state = Ruling.State.IN_FORCE
    reason = "It had to be."
    at = Now


class DisputeFactory(DjangoModelFactory):
    class Meta:
        model = Dispute

    claimant = None
    tournament = SelfAttribute("claimant.tournament")
    number = LazyAttribute(lambda dispute: dispute.tournament.disputes.count() + 1)
    text = "He looked."
    at = Now


class BanFactory(DjangoModelFactory):
    class Meta:
        model = Ban

    user = SubFactory(UserFactory)
    reason = "Rude."
    at = Now


class RatingFactory(DjangoModelFactory):
    class Meta:
        model = Rating

    user = SubFactory(UserFactory)
    ruleset = "citadels"
    sigma = 1
    changed_at = Now


class TournamentNoticeFactory(DjangoModelFactory):
    """A notice to an entrant, about the last entry of the ledger."""

    class Meta:
        model = TournamentNotice

    entrant = None
    tournament = SelfAttribute("entrant.tournament")
    user = SelfAttribute("entrant.user")
    number = SelfAttribute("tournament.ledger_length")
    created_at = Now
