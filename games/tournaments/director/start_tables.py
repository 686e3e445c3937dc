"""Start tables as soon as all their players are below their table caps, in order."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Q, prefetch_related_objects
from django.db.transaction import atomic

from accounts.models import User
from games.models import Game
from games.play import replacements
from games.play.lobby import arranged_games
from games.play.lobby.arranged_games import Arrangement
from games.play.lobby.tables import DEFAULT_BOT
from games.tournaments import display
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Round, Stage, TableSeat, TournamentTable
from games.tournaments.pairing import start_order
from games.tournaments.results import hidden_results
from games.tournaments.settings import FIXED_SCHEDULE_FORMATS
from games.tournaments.staff import bans

LONGEST_NAME = 60
MOST_VOLUNTEERS = 100
BATCH_SIZE = 32  # tables per transaction, because the tournament is locked meanwhile


def start_next_tables(transaction: TournamentTransaction) -> bool:
    """Start the next tables that may start. Game and table row share a transaction, so none starts twice."""
    stage = transaction.running_stage
    if stage is None:
        return False
    tables = _list_startable_tables(transaction, stage)[:BATCH_SIZE]
    if tables:
        prefetch_related_objects(tables, "seats__entrant__user")
        welcome = _list_volunteers(transaction)
        with transaction.appending_entries():
            for table in tables:
                start_table(transaction, stage, table, welcome)
    return bool(tables)


def _list_startable_tables(transaction: TournamentTransaction, stage: Stage) -> list[TournamentTable]:
    """List published tables and accepted challenges in order, as far as table caps allow."""
    published = Q(round__in=stage.rounds.exclude(state=Round.State.DRAFTED)) | Q(round=None)
    planned = transaction.tournament.tables.filter(
        published, state=TournamentTable.State.PLANNED, hold=TournamentTable.Hold.NONE
    )
    planned = planned.exclude(seats__has_agreed=False)
    waiting = list(planned.select_related("round").order_by("round__number", "number"))
    if not waiting:
        return []
    seated = _map_tables_to_entrants(transaction)
    running = transaction.tournament.tables.filter(state=TournamentTable.State.STARTED).values_list(
        "pk", flat=True
    )
    may = start_order.find_ready_tables(
        [seated[table.pk] for table in waiting],
        [seated[pk] for pk in running],
        stage.settings.cap,
        load_table_caps(transaction),
    )
    return [waiting[place] for place in may]


def _map_tables_to_entrants(transaction: TournamentTransaction) -> dict[int, tuple[int, ...]]:
    """Map the ids of open tables to their entrants' numbers, with one query."""
    open_tables = [TournamentTable.State.PLANNED, TournamentTable.State.STARTED]
    sittings = TableSeat.objects.filter(
        table__tournament=transaction.tournament, table__state__in=open_tables
    )
    found: dict[int, tuple[int, ...]] = defaultdict(tuple)
    for table, number in sittings.order_by("table", "seat").values_list("table_id", "entrant__number"):
        found[table] += (number,)
    return found


def load_table_caps(transaction: TournamentTransaction) -> dict[int, int]:
    """Map entrants to their own table cap, where they set one."""
    wished = transaction.tournament.entrants.filter(cap__isnull=False).values_list("number", "cap")
    return {number: cap for number, cap in wished if cap is not None}


# --- A table and its game


def start_table(
    transaction: TournamentTransaction,
    stage: Stage,
    table: TournamentTable,
    welcome: Sequence[int] | None = None,
) -> Game | None:
    """Start the game of a table in the seat order of the pairing; the first seat begins.

    An entrant who has left is dropped from the table, or replaced by a bot if it would get too small.
    """
    prefetch_related_objects([table], "seats__entrant__user")
    sittings = _select_present_seats(stage, sorted(table.seats.all(), key=lambda one: one.seat))
    if len(sittings) < table.size:
        _close_gaps(table, sittings)
    welcome = _list_volunteers(transaction) if welcome is None else welcome
    people = {one.entrant.user.pk: one.entrant.user for one in sittings if one.entrant.user is not None}
    wanted = _build_arrangement(transaction, stage, table, sittings)
    game = arranged_games.start_new_game(wanted, people, welcome)
    table.game, table.state, table.started_at = game, TournamentTable.State.STARTED, transaction.now
    table.size, table.deadline = len(sittings), _compute_deadline(transaction, stage, table)
    table.save(update_fields=["game", "state", "started_at", "size", "deadline"])
    transaction.append_entry(
        "started",
        table=table.number,
        game=game.key,
        seats=[sitting.entrant.number for sitting in sittings],
    )
    return game


def _compute_deadline(
    transaction: TournamentTransaction, stage: Stage, table: TournamentTable
) -> datetime | None:
    """Return the round's deadline; a challenge, or a table starting late, gets the length of a round."""
    own = transaction.now + timedelta(days=stage.settings.round_days)
    round_ = table.round
    if round_ is None or round_.deadline is None:
        return own
    is_late = stage.settings.format in FIXED_SCHEDULE_FORMATS or round_.opens_at != table.planned_at
    return max(own, round_.deadline) if is_late else round_.deadline


def _select_present_seats(stage: Stage, sittings: list[TableSeat]) -> list[TableSeat]:
    """Return the seats of those who are still in, if they are enough for a table, else all."""
    there = [sitting for sitting in sittings if not sitting.entrant.is_out]
    return there if len(there) >= stage.settings.least else sittings


def _close_gaps(table: TournamentTable, sittings: list[TableSeat]) -> None:
    """Delete the other seats and renumber these. Numbers only decrease, in order, so they never collide."""
    table.seats.exclude(pk__in=[sitting.pk for sitting in sittings]).delete()
    for place, sitting in enumerate(sittings):
        if sitting.seat != place:
            sitting.seat = place
            sitting.save(update_fields=["seat"])


def _build_arrangement(
    transaction: TournamentTransaction, stage: Stage, table: TournamentTable, sittings: list[TableSeat]
) -> Arrangement:
    plan, tournament = stage.settings, transaction.tournament
    ending = f" · {table.number}"
    return Arrangement(
        key=f"tournament/{tournament.pk}/{table.number}",
        name=tournament.title[: LONGEST_NAME - len(ending)] + ending,
        ruleset=tournament.ruleset,
        seats=[_choose_player(sitting.entrant) for sitting in sittings],
        bot_names={} if plan.anonymous else _collect_bot_names(sittings),
        options=plan.options,
        pace=display.load_pace(plan),
        patience=display.load_patience(tournament.settings, plan),
        visibility=hidden_results.choose_watching(plan),
        only_candidates=True,
        is_anonymous=plan.anonymous,
        players_informed=table.round is not None,  # the notice about the round announces it
    )


def _choose_player(entrant: Entrant) -> int | str:
    if entrant.bot or entrant.is_out or entrant.user is None or not entrant.user.is_active:
        return entrant.bot or DEFAULT_BOT
    return entrant.user.pk


def _collect_bot_names(sittings: list[TableSeat]) -> dict[int, str]:
    """Map seats to the names under which bots entered, so that they match the standings."""
    return {place: one.entrant.name for place, one in enumerate(sittings) if one.entrant.bot}


@atomic
def admit_volunteers(tournament_id: int, now: datetime) -> int:
    """Let users who now offer to stand in take seats that look for a player. Return how many are new."""
    looking = Q(game__state=Game.State.RUNNING, game__seats__offered_at__isnull=False)
    tables = TournamentTable.objects.filter(looking, tournament=tournament_id).order_by("number").distinct()
    games = list(tables.values_list("game_id", flat=True))
    if not games:
        return 0
    ready = _list_volunteers(TournamentTransaction(tournament_id, now=now))
    return sum(replacements.add_candidates(game_id, ready) for game_id in games)


def _list_volunteers(transaction: TournamentTransaction) -> list[int]:
    """List users who offer to stand in, do not play in this tournament, and are not banned."""
    playing = transaction.tournament.entrants.filter(user__isnull=False).values("user_id")
    ready = User.objects.filter(is_stand_in=True, is_active=True, is_guest=False)
    ready = ready.exclude(
        pk__in=bans.find_active_bans(transaction.tournament, transaction.now).values("user")
    )
    return list(ready.exclude(pk__in=playing).order_by("pk").values_list("pk", flat=True)[:MOST_VOLUNTEERS])
