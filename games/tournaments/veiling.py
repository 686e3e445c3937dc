"""What is not told yet: how other tables of a round have ended, as long as it is played.

Whoever still plays must not know what they need, or whom they could help. So neither pages nor files nor
letters have the results of a round before its last table is over; only whoever has played all of their own
tables of it may look at those that have ended. The referees know them from the ledger.
"""

from collections.abc import Set as AbstractSet

import msgspec
from django.db.models import Exists, OuterRef, Q

from games.models import Game
from games.play import arranging
from games.tournaments import ledger
from games.tournaments.ledger import Story
from games.tournaments.models import Round, Stage, Table, Tournament
from games.tournaments.models.table import DONE
from games.tournaments.plan import StagePlan

IN_ROUNDS = ("pods", "swiss", "knock_out", "heats")  # in a league all tables are one long round


def hides(plan: StagePlan) -> bool:
    """Are the results of a round told when it is over? A ladder has none; and what everybody may watch is no
    secret, unless the organizer says so."""
    if plan.format == "ladder":
        return False
    if plan.hides_results is None:
        return plan.format in IN_ROUNDS and plan.watching != Game.Watching.ALWAYS
    return plan.hides_results


# --- of the story


def public(story: Story) -> Story:
    """What everybody may know: as if the tables that are not told yet were still played."""
    secret = veiled(story)
    if not secret:
        return story
    tables = {number: _covered(one) if number in secret else one for number, one in story.tables.items()}
    return msgspec.structs.replace(story, tables=tables)


def veiled(story: Story) -> AbstractSet[int]:
    """The tables whose results are not told yet, be it that they do not count."""
    if story.is_over:
        return frozenset()
    stages = (stage for stage in story.stages.values() if hides(stage.plan))
    return {
        number
        for stage in stages
        for drawn in stage.rounds.values()
        if not drawn.is_closed and _is_played(story, drawn)
        for number in drawn.tables
        if any(one.lines for one in story.tables[number].verdicts)
    }


def _is_played(story: Story, drawn: ledger.Round) -> bool:
    return any(story.tables[number].verdict is None for number in drawn.tables)


def _covered(table: ledger.Table) -> ledger.Table:
    if not table.counts:  # that much is told, but not what was played
        return msgspec.structs.replace(table, verdicts=[ledger.Verdict((), void=True)])
    return msgspec.structs.replace(table, verdicts=[], state="started", at="")


# --- of the rows


def veiled_rounds(tournament: Tournament) -> set[int]:
    """The rounds that are played, and of which nothing is told."""
    stages = [
        one.pk for one in tournament.stages.all() if one.state == Stage.State.RUNNING and hides(one.plan)
    ]
    if not stages or tournament.is_over:
        return set()
    open_ = Table.objects.filter(round=OuterRef("pk")).exclude(state__in=DONE)
    played = Round.objects.filter(Exists(open_), stage__in=stages, state=Round.State.PUBLISHED)
    return set(played.values_list("pk", flat=True))


def is_kept(tournament: Tournament, stage: Stage, row: Round, left: int) -> bool:
    """The same of one round of which so many tables are not over."""
    is_played = bool(left) and row.state == Round.State.PUBLISHED and not tournament.is_over
    return is_played and stage.state == Stage.State.RUNNING and hides(stage.plan)


# --- of the games

# a rating or a sum would tell how a table has ended whose result is kept until its round is over
SECRET = Q(
    watching=Game.Watching.NOBODY,
    tournament_table__round__state=Round.State.PUBLISHED,
    tournament_table__tournament__state__in=[Tournament.State.RUNNING, Tournament.State.PAUSED],
)


def watching(plan: StagePlan) -> str:
    """Who may watch a table that begins: nobody, as long as its result is a secret."""
    return Game.Watching.NOBODY if hides(plan) else plan.watching


def lift(row: Round) -> None:
    """The round is over: its tables are as open to others as the stage wants it."""
    if hides(row.stage.plan):
        games = row.tables.filter(game__isnull=False).values_list("game", flat=True)
        arranging.let_watch([game for game in games if game is not None], row.stage.plan.watching)


def lift_all(tournament: Tournament) -> None:
    """The event is called off: there is nothing left to keep."""
    for row in Round.objects.filter(stage__tournament=tournament).select_related("stage"):
        lift(row)
