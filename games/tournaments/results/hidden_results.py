"""Hidden results: how other tables of a round ended is secret while the round is played.

Players must not know what they need or whom they could help. So pages, files and emails leave out the results
of a round until its last table is over; only somebody who has finished all their own tables of the round may
look at finished ones. Referees see everything in the ledger.
"""

from collections.abc import Set as AbstractSet

import msgspec
from django.db.models import Exists, OuterRef, Q

from games.models import Game
from games.play.lobby import arranged_games
from games.tournaments.ledger import state
from games.tournaments.ledger.state import TournamentState
from games.tournaments.models import Round, Stage, Tournament, TournamentTable
from games.tournaments.models.table import DONE_STATES
from games.tournaments.settings import StageSettings

FORMATS_WITH_ROUNDS = ("pods", "swiss", "knock_out", "heats")  # in a league all tables form one long round


def hides_results(plan: StageSettings) -> bool:
    """Tell whether a stage hides results until a round is over.

    By default formats with rounds do, unless everybody may watch the games. A ladder never does.
    """
    if plan.format == "ladder":
        return False
    if plan.hides_results is None:
        return plan.format in FORMATS_WITH_ROUNDS and plan.visibility != Game.Visibility.ALWAYS
    return plan.hides_results


# --- State


def build_public_state(state: TournamentState) -> TournamentState:
    """Return the state the public may see: tables with hidden results appear as still being played."""
    secret = find_hidden_tables(state)
    if not secret:
        return state
    tables = {number: _hide_result(one) if number in secret else one for number, one in state.tables.items()}
    return msgspec.structs.replace(state, tables=tables)


def find_hidden_tables(state: TournamentState) -> AbstractSet[int]:
    """Find the tables whose results are hidden, void ones included."""
    if state.is_over:
        return frozenset()
    stages = (stage for stage in state.stages.values() if hides_results(stage.settings))
    return {
        number
        for stage in stages
        for drawn in stage.rounds.values()
        if not drawn.is_closed and _is_being_played(state, drawn)
        for number in drawn.tables
        if any(one.lines for one in state.tables[number].verdicts)
    }


def _is_being_played(state: TournamentState, drawn: state.LedgerRound) -> bool:
    return any(state.tables[number].verdict is None for number in drawn.tables)


def _hide_result(table: state.LedgerTable) -> state.LedgerTable:
    if not table.counts:  # that it is void is public, the scores are not
        return msgspec.structs.replace(table, verdicts=[state.TableVerdict((), void=True)])
    return msgspec.structs.replace(table, verdicts=[], state="started", at="")


# --- Rows


def find_hidden_rounds(tournament: Tournament) -> set[int]:
    """Find the ids of rounds being played whose results are hidden."""
    stages = [
        one.pk
        for one in tournament.stages.all()
        if one.state == Stage.State.RUNNING and hides_results(one.settings)
    ]
    if not stages or tournament.is_over:
        return set()
    open_ = TournamentTable.objects.filter(round=OuterRef("pk")).exclude(state__in=DONE_STATES)
    played = Round.objects.filter(Exists(open_), stage__in=stages, state=Round.State.PUBLISHED)
    return set(played.values_list("pk", flat=True))


def is_round_hidden(tournament: Tournament, stage: Stage, row: Round, left: int) -> bool:
    """Tell whether the results of one round are hidden, given how many of its tables are unfinished."""
    is_played = bool(left) and row.state == Round.State.PUBLISHED and not tournament.is_over
    return is_played and stage.state == Stage.State.RUNNING and hides_results(stage.settings)


# --- Games

# ratings and statistics skip these games, because they would reveal a hidden result
HIDDEN_GAMES = Q(
    visibility=Game.Visibility.NOBODY,
    tournament_table__round__state=Round.State.PUBLISHED,
    tournament_table__tournament__state__in=[Tournament.State.RUNNING, Tournament.State.PAUSED],
)


def choose_watching(plan: StageSettings) -> str:
    """Return who may watch a new table: nobody, as long as its result will be hidden."""
    return Game.Visibility.NOBODY if hides_results(plan) else plan.visibility


def reveal_round(row: Round) -> None:
    """Open the games of a finished round to the spectators the stage allows."""
    if hides_results(row.stage.settings):
        games = row.tables.filter(game__isnull=False).values_list("game", flat=True)
        arranged_games.set_visibility(
            [game for game in games if game is not None], row.stage.settings.visibility
        )


def reveal_all_rounds(tournament: Tournament) -> None:
    """Open all games of a cancelled tournament."""
    for row in Round.objects.filter(stage__tournament=tournament).select_related("stage"):
        reveal_round(row)
