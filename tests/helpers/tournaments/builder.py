"""Tournaments for tests, told as a story: who enters, how it begins, what has been played."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Self

from games.tournaments.director import director, stages
from games.tournaments.entries import registration
from games.tournaments.models import Role, Tournament
from games.tournaments.settings import StageSettings, TournamentSettings
from games.tournaments.setup import lifecycle
from tests.helpers.factories import UserFactory
from tests.helpers.tournaments import bulk_rows
from tests.helpers.tournaments.dates import LONG_BEFORE
from tests.helpers.tournaments.factories import RoleFactory, StageFactory, TournamentFactory
from tests.helpers.tournaments.finished_games import (
    finish,
    finish_all,
    finish_tournament,
    list_running_tables,
    play_out,
)
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import draw_round, play, refresh_standings

TABLES = ((1, 2, 3, 4), (5, 6, 7, 8))


class TournamentBuilder:
    """A tournament that people may enter, and step by step more of it.

    `TournamentBuilder(SWISS, FINAL, **AT_ONCE).entrants(8).started().directed().build()` is played for real:
    the director has drawn the first round, and its games run.
    `TournamentBuilder(SWISS, FINAL).drawn().build()` has a draw of its own, P1 to P4 at table 1, and no
    games. Each step is done when it is told.
    """

    def __init__(
        self,
        *plan: StageSettings,
        state: str = Tournament.State.OPEN,
        ruleset: str = "citadels",
        **settings: Any,
    ) -> None:
        self.tournament: Tournament = TournamentFactory(
            settings=TournamentSettings(**settings), state=state, ruleset=ruleset
        )
        for stage in plan or [StageSettings()]:
            StageFactory(tournament=self.tournament, settings=stage)
        with write_ledger(self.tournament, LONG_BEFORE) as transaction:
            transaction.append_entry("opened", seed=self.tournament.seed)

    def build(self) -> Tournament:
        return Tournament.objects.get(pk=self.tournament.pk)

    # --- people

    def staff(self, user: Any, kind: str = Role.Kind.DIRECTOR) -> Self:
        """Somebody helps to run it."""
        RoleFactory(tournament=self.tournament, user=user, kind=kind)
        return self

    def entrants(self, *people: Any, now: datetime = LONG_BEFORE) -> Self:
        """These people have entered, one after the other: so many, or these users."""
        users = [UserFactory() for _ in range(people[0])] if isinstance(people[0], int) else people
        for user in users:
            registration.register_entrant(self.tournament.pk, user, now=now)
        return self

    def bots(self, total: int) -> Self:
        """Bots have filled it up until so many are there."""
        registration.add_bots(self.tournament.pk, self.tournament.owner, total)
        return self

    def seeded(self) -> Self:
        """The organizer has seeded them by hand, in the order in which they have entered."""
        numbers = range(1, self.tournament.entrants.count() + 1)
        registration.seed_by_hand(self.tournament.pk, self.tournament.owner, numbers)
        return self

    # --- played for real

    def started(self) -> Self:
        """The organizer has begun it; the director has not come by yet."""
        lifecycle.begin_tournament_now(self.tournament.pk, self.tournament.owner)
        return self

    def directed(self, now: datetime | None = None) -> Self:
        """The director has done what is due: drawn rounds, begun games, counted those that are over."""
        director.run_due_steps(self.tournament.pk, now)
        return self

    def games_finished(self) -> Self:
        """Bots have played the games that run, and the director has counted them."""
        finish_all(self.tournament)
        return self

    def one_game_finished(self) -> Self:
        """Bots have played the first of the games that run, and the director has counted it."""
        finish(list_running_tables(self.tournament)[0].game)
        return self.directed()

    def played_out(self) -> Self:
        """It is over; its games have ended with the scores of the fixture `scored`."""
        play_out(self.tournament)
        return self

    def finished(self) -> Self:
        """It is over, and bots have played all of it."""
        finish_tournament(self.tournament)
        return self

    # --- with a draw and scores that a test chooses, and no games

    def drawn(self, *tables: Sequence[int]) -> Self:
        """These tables of the first round are published; P1 is the name of entrant 1."""
        draw_round(self.tournament, *(tables or TABLES))
        return self

    def round_played(self, *scores: Sequence[int]) -> Self:
        """Table 1 has ended with the first of these scores, and so on, and the standings are known."""
        for number, points in enumerate(scores, 1):
            play(self.tournament, number, *points)
        refresh_standings(self.tournament)
        return self

    def ended(self) -> Self:
        """Its first stage is over, and with it the tournament."""
        with write_ledger(self.tournament) as transaction:
            stages.end_stage(transaction, self.tournament.stages.get(number=1))
            stages.end_tournament(transaction)
        return self

    def crowded(self, people: int, rounds: int) -> Self:
        """So many people have played so many rounds, made of bulk rows; another round runs."""
        bulk_rows.play_rounds(self.tournament, people, rounds)
        return self


def build_played_round() -> Tournament:
    """P1 and P6 win; P2 and P5 are level in everything until P2 turns out closer to the winner."""
    story = TournamentBuilder(SWISS, FINAL).drawn()
    return story.round_played((30, 25, 20, 10), (25, 40, 20, 10)).build()
