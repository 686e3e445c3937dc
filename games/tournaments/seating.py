"""Tables begin: as soon as all who sit there have fewer tables than they may, the earlier ones first."""

from collections import defaultdict
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.models import Game
from games.play import absence, arranging
from games.play.arranging import Arrangement
from games.play.lobby import BOT
from games.tournaments import banning, naming, veiling
from games.tournaments.book import Book
from games.tournaments.models import Entrant, Round, Sitting, Stage, Table
from games.tournaments.pairing import starting
from games.tournaments.plan import IN_ONE_GO

LONGEST_NAME = 60
MOST_VOLUNTEERS = 100
AT_ONCE = 10  # tables of one transaction: nobody else can change the event meanwhile


def start_next(book: Book) -> bool:
    """Begin the first tables that may begin. A game and its row come in one transaction: never twice."""
    stage = book.stage
    if stage is None:
        return False
    tables = _startable(book, stage)[:AT_ONCE]
    for table in tables:
        begin(book, stage, table)
    return bool(tables)


def _startable(book: Book, stage: Stage) -> list[Table]:
    """Planned tables of published rounds, and of a ladder those that all have agreed to, in order, as far as
    the caps allow."""
    published = Q(round__in=stage.rounds.exclude(state=Round.State.DRAFTED)) | Q(round=None)
    planned = book.tournament.tables.filter(published, state=Table.State.PLANNED, hold=Table.Hold.NONE)
    planned = planned.exclude(sittings__has_agreed=False)
    waiting = list(planned.select_related("round").order_by("round__number", "number"))
    if not waiting:
        return []
    seated = _seated(book)
    running = book.tournament.tables.filter(state=Table.State.STARTED).values_list("pk", flat=True)
    may = starting.ready(
        [seated[table.pk] for table in waiting],
        [seated[pk] for pk in running],
        stage.plan.cap,
        caps(book),
    )
    return [waiting[place] for place in may]


def _seated(book: Book) -> dict[int, tuple[int, ...]]:
    """Who sits at the tables that run or wait, in one statement."""
    open_tables = [Table.State.PLANNED, Table.State.STARTED]
    sittings = Sitting.objects.filter(table__tournament=book.tournament, table__state__in=open_tables)
    found: dict[int, tuple[int, ...]] = defaultdict(tuple)
    for table, number in sittings.order_by("table", "seat").values_list("table_id", "entrant__number"):
        found[table] += (number,)
    return found


def caps(book: Book) -> dict[int, int]:
    """What single entrants have wished for."""
    wished = book.tournament.entrants.filter(cap__isnull=False).values_list("number", "cap")
    return {number: cap for number, cap in wished if cap is not None}


# --- a table and its game


def begin(book: Book, stage: Stage, table: Table) -> Game | None:
    """The game begins in the seat order that was drawn; the first seat begins.

    Whoever has left since is not waited for: the table is one smaller, or a bot sits there."""
    sittings = _present(stage, list(table.sittings.select_related("entrant__user").order_by("seat")))
    if len(sittings) < table.size:
        _close_up(table, sittings)
    game = arranging.begin(_arrangement(book, stage, table, sittings))
    arranging.name_candidates(game.pk, welcome=_volunteers(book))
    table.game, table.state, table.started_at = game, Table.State.STARTED, book.now
    table.size, table.deadline = len(sittings), _deadline(book, stage, table)
    table.save(update_fields=["game", "state", "started_at", "size", "deadline"])
    book.write(
        "started",
        table=table.number,
        game=game.key,
        seats=[sitting.entrant.number for sitting in sittings],
    )
    return game


def _deadline(book: Book, stage: Stage, table: Table) -> datetime | None:
    """That of its round; a table that could not begin with it, and a challenge, has as long as a round."""
    own = book.now + timedelta(days=stage.plan.round_days)
    round_ = table.round
    if round_ is None or round_.deadline is None:
        return own
    is_late = stage.plan.format in IN_ONE_GO or round_.opens_at != table.planned_at
    return max(own, round_.deadline) if is_late else round_.deadline


def _present(stage: Stage, sittings: list[Sitting]) -> list[Sitting]:
    """Those who still play, as long as that makes a table; otherwise all, and bots for the others."""
    there = [sitting for sitting in sittings if not sitting.entrant.is_out]
    return there if len(there) >= stage.plan.least else sittings


def _close_up(table: Table, sittings: list[Sitting]) -> None:
    """The others move up. Two steps are not needed: places only get smaller, in order."""
    table.sittings.exclude(pk__in=[sitting.pk for sitting in sittings]).delete()
    for place, sitting in enumerate(sittings):
        if sitting.seat != place:
            sitting.seat = place
            sitting.save(update_fields=["seat"])


def _arrangement(book: Book, stage: Stage, table: Table, sittings: list[Sitting]) -> Arrangement:
    plan, event = stage.plan, book.tournament
    ending = f" · {table.number}"
    return Arrangement(
        key=f"tournament/{event.pk}/{table.number}",
        name=event.title[: LONGEST_NAME - len(ending)] + ending,
        ruleset=event.ruleset,
        seats=[_player(sitting.entrant) for sitting in sittings],
        bot_names={} if plan.anonymous else _bot_names(sittings),
        options=plan.options,
        pace=naming.pace_of(plan),
        patience=naming.patience_of(event.plan, plan),
        watching=veiling.watching(plan),
        only_candidates=True,
        is_anonymous=plan.anonymous,
        is_told=table.round is not None,  # in the letter about the tables of the round
    )


def _player(entrant: Entrant) -> int | str:
    if entrant.bot or entrant.is_out or entrant.user is None or not entrant.user.is_active:
        return entrant.bot or BOT
    return entrant.user.pk


def _bot_names(sittings: list[Sitting]) -> dict[int, str]:
    """Bots that have entered are called at a table as in the standings."""
    return {place: one.entrant.name for place, one in enumerate(sittings) if one.entrant.bot}


@transaction.atomic
def welcome_volunteers(tournament_id: int, now: datetime) -> int:
    """Whoever offers to stand in later may take a seat that looks for a player already. How many are new?"""
    looking = Q(game__state=Game.State.RUNNING, game__seats__offered_at__isnull=False)
    tables = Table.objects.filter(looking, tournament=tournament_id).order_by("number").distinct()
    games = list(tables.values_list("game_id", flat=True))
    if not games:
        return 0
    ready = _volunteers(Book(tournament_id, now=now))
    return sum(absence.welcome(game_id, ready) for game_id in games)


def _volunteers(book: Book) -> list[int]:
    """Who may stand in: people who have offered it and do not play in the event themselves."""
    playing = book.tournament.entrants.filter(user__isnull=False).values("user_id")
    ready = User.objects.filter(stands_in=True, is_active=True, is_guest=False)
    ready = ready.exclude(pk__in=banning.in_force(book.tournament, book.now).values("user"))
    return list(ready.exclude(pk__in=playing).order_by("pk").values_list("pk", flat=True)[:MOST_VOLUNTEERS])
