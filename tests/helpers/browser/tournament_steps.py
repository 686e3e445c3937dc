"""Tournaments in a browser, for tests."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from games.tournaments.models import Tournament
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import AT_ONCE, FINAL, SWISS

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)

TWO_ROUNDS = msgspec.structs.replace(SWISS, rounds=2)


def second_round(host: Any) -> Tournament:
    """A Swiss whose second round runs, with one table over; the host runs it."""
    begun = TournamentBuilder(TWO_ROUNDS, FINAL, **AT_ONCE).staff(host).entrants(9).started().directed()
    return begun.games_finished().one_game_finished().build()
