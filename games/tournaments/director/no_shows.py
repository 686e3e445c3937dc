"""No-shows and leavers: what happens to them and to their tables.

An entrant who has not made a single move although the table waited long enough is a no-show. All tables to
which they did not come are made again: with the first who waits for a place, else without them. Who leaves
too many tables is removed from the tournament. And whoever is out, for whatever reason, is replaced by a bot
at all running tables; finished games stand.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.models import Game, GameLogEntry, Seat
from games.play import referee, replacements
from games.play.lobby.tables import DEFAULT_BOT
from games.play.seats import leave_running_game
from games.play.transaction.locked_game import BY_PLAYER
from games.statistics import game_result
from games.tournaments.entries import avoidances, late_entry, registration, waiting_list
from games.tournaments.ledger import lookups
from games.tournaments.ledger.state import REMOVED_AS_NO_SHOW
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Ruling, Stage, TableSeat, TournamentNotice, TournamentTable
from games.tournaments.pairing.avoidances import AvoidanceMap
from games.tournaments.results import standings_cache
from games.tournaments.settings import FIXED_SCHEDULE_FORMATS

REMOVED_AS_LEAVER = "left"  # why an entrant was removed


def _find_live_seats(transaction: TournamentTransaction) -> QuerySet[Seat]:
    """Find the seats of the tournament's running and paused games."""
    tables = transaction.tournament.tables.filter(
        state=TournamentTable.State.STARTED, hold=TournamentTable.Hold.NONE
    )
    live = [Game.State.RUNNING, Game.State.PAUSED]
    seats = Seat.objects.filter(game__tournament_table__in=tables, game__state__in=live)
    return seats.select_related("game").defer("game__position").order_by("game_id", "place")


def _remove_entrant(transaction: TournamentTransaction, entrant: Entrant, why: str) -> None:
    entry = waiting_list.vacate_place(transaction, entrant, why)
    transaction.notify(TournamentNotice.Kind.OUT, [entrant], entry, why=why)


# --- No-shows


def handle_no_shows(transaction: TournamentTransaction) -> bool:
    """Remake the next table with a no-show. Return whether there was one."""
    for table in _list_tables(transaction, _list_silent_seats(transaction)):
        lookups.lock_game(table)
        if missing := _list_missing_entrants(transaction, table):
            _remake_table(transaction, table, missing)
            return True
    return False


def _list_silent_seats(transaction: TournamentTransaction, **of: Any) -> list[Seat]:
    """Preselect the seats without a move of their own that may have been awaited too long.

    Where somebody has not come to one table, nobody waits for them at the others.
    """
    time = timedelta(hours=transaction.tournament.settings.no_show_hours)
    if not time:
        return []
    gone = _list_users_who_never_came(transaction)
    since = Q(game__tournament_table__started_at__lte=transaction.now - time) | Q(user__in=gone)
    here = _find_live_seats(transaction).filter(user=F("original_user"), game__state=Game.State.RUNNING, **of)
    found = here.filter(~_build_has_moved_filter(), since)
    return [
        seat
        for seat in found
        if seat.bot or seat.user_id in gone or _compute_longest_wait(transaction, seat) >= time
    ]


def _list_users_who_never_came(transaction: TournamentTransaction) -> list[int]:
    """List the users who were removed because they did not come to a table."""
    numbers = [one.number for one in transaction.state.entrants.values() if one.never_came and one.is_out]
    found = transaction.tournament.entrants.filter(number__in=numbers, user__isnull=False)
    return list(found.values_list("user_id", flat=True)) if numbers else []


def _build_has_moved_filter() -> Exists:
    """Build a filter for seats whose original player has made at least one move."""
    own = GameLogEntry.objects.filter(seat=OuterRef("pk"), by=OuterRef("original_user"), how__in=BY_PLAYER)
    return Exists(own)


def _compute_longest_wait(transaction: TournamentTransaction, seat: Seat) -> timedelta:
    """Return an upper bound of a seat's waiting time: quiet hours, leave and pauses are not deducted."""
    now_open = transaction.now - seat.asked_at if seat.asked_at else timedelta(0)
    return timedelta(seconds=seat.waited_seconds) + now_open


def _list_tables(transaction: TournamentTransaction, seats: Sequence[Seat]) -> list[TournamentTable]:
    games = {seat.game_id for seat in seats}
    found = transaction.tournament.tables.filter(game__in=games).select_related("round__stage", "game")
    return list(found.order_by("number"))


def _list_missing_entrants(transaction: TournamentTransaction, table: TournamentTable) -> list[Entrant]:
    """List no-shows: a bot took over before their first move, or the time for it has run out."""
    silent = {seat.pk for seat in _list_silent_seats(transaction, game=table.game_id)}
    time = timedelta(hours=transaction.tournament.settings.no_show_hours)
    seated = {one.seat: one.entrant for one in table.seats.select_related("entrant__user")}
    lines = game_result.compute_game_result(table.game_id or 0, now=transaction.now).seats
    return [
        seated[line.number]
        for line in lines
        if line.seat_id in silent
        and (
            (seated[line.number].is_in and (line.played_by == "bot" or line.waiting_time >= time))
            or _never_came(transaction, seated[line.number])
        )
    ]


def _never_came(transaction: TournamentTransaction, entrant: Entrant) -> bool:
    """Tell whether an entrant was removed because they did not come to another table."""
    return entrant.is_out and transaction.state.entrants[entrant.number].never_came


def _format_reason(table: TournamentTable, missing: Sequence[Entrant]) -> str:
    """Format the reason, without names if the stage is anonymous."""
    if table.round is not None and table.round.stage.settings.anonymous:
        return _("Somebody did not show up. The table has been redrawn.")
    names = ", ".join(one.name for one in missing)
    return _("%(names)s did not show up. The table has been redrawn.") % {"names": names}


def _remake_table(
    transaction: TournamentTransaction, table: TournamentTable, missing: Sequence[Entrant]
) -> None:
    """End the game, remove the no-shows, and create a smaller table, or one with their seats filled."""
    referee.end_game(
        table.game_id or 0, None, reason=_format_reason(table, missing), key=f"no-show/{table.pk}"
    )
    for one in missing:
        if one.is_in:
            _remove_entrant(transaction, one, REMOVED_AS_NO_SHOW)
            _find_substitute(transaction, table, one)
    before = [one.entrant for one in table.seats.select_related("entrant__user").order_by("seat")]
    seats = _choose_new_seats(transaction, table, before)
    anew = (
        {"new": _create_table(transaction, table, seats).number, "seats": [one.number for one in seats]}
        if seats
        else {}
    )
    entry = transaction.append_entry("remade", table=table.number, **anew)
    standings_cache.sync_tables(transaction, [table.number])
    transaction.notify(TournamentNotice.Kind.NEWS, [one for one in seats or before if not one.is_out], entry)


def _choose_new_seats(
    transaction: TournamentTransaction, table: TournamentTable, before: Sequence[Entrant]
) -> Sequence[Entrant]:
    """Choose the entrants of the new table, in the same order.

    If the table would get too small, a bot plays for the no-show. A challenge with too few players left is
    not remade, since nobody challenged a bot.
    """
    stage = table.round.stage if table.round else transaction.running_stage
    after = _fill_seats(transaction, stage, before) if table.round else before
    there = [one for one in after if not one.is_out]
    if stage is None or len(there) >= stage.settings.least:
        return there
    return after if table.round else []


def _fill_seats(
    transaction: TournamentTransaction, stage: Stage | None, before: Sequence[Entrant]
) -> list[Entrant]:
    """Give the seats of those who never came to their substitutes."""
    found = transaction.state.stages[stage.number].substitutes if stage else {}
    numbers = [found.get(one.number, one.number) for one in before]
    people = {one.number: one for one in transaction.tournament.entrants.filter(number__in=numbers)}
    return [people[number] for number in numbers]


def _find_substitute(transaction: TournamentTransaction, table: TournamentTable, missing: Entrant) -> None:
    """Give the place of somebody who never came to the first who waits and may sit at all their tables."""
    stage = table.round.stage if table.round else None
    if stage is None or not _may_be_replaced(transaction, stage, table, missing):
        return
    beside = _list_opponents(transaction, stage, missing)
    apart: AvoidanceMap[int] = {}
    for one in waiting_list.list_waiting_entrants(transaction):
        apart = apart or avoidances.load_avoidances(transaction.tournament)
        if beside & set(apart.get(one.number, ())) or waiting_list.remove_if_ineligible(transaction, one):
            continue
        registration.join_running_stage(transaction, one, stage, instead=missing)
        TableSeat.objects.filter(
            entrant=missing, table__round__stage=stage, table__state=TournamentTable.State.PLANNED
        ).update(entrant=one)
        return


def _may_be_replaced(
    transaction: TournamentTransaction, stage: Stage, table: TournamentTable, missing: Entrant
) -> bool:
    """Tell whether somebody who waits may still play instead: in the first stage, if they miss no round.

    While people may enter late, they may miss some."""
    if stage.number != transaction.stages[0].number or table.round is None:
        return False
    played = any(
        missing.number in one.seats and one.counts
        for one in transaction.state.list_stage_tables(stage.number)
    )
    if played and stage.settings.format in FIXED_SCHEDULE_FORMATS:
        return False
    if table.round.number == 1 or stage.settings.format in FIXED_SCHEDULE_FORMATS:
        return True
    return late_entry.find_late_entry_stage(transaction.tournament) is not None


def _list_opponents(transaction: TournamentTransaction, stage: Stage, missing: Entrant) -> set[int]:
    """List everybody who sits at a table with an entrant that is not over, and their group."""
    ledger_stage = transaction.state.stages[stage.number]
    tables = transaction.state.list_stage_tables(stage.number)
    found = {
        one for table in tables if not table.verdicts and missing.number in table.seats for one in table.seats
    }
    if len(ledger_stage.groups) > 1:
        found |= {one for group in ledger_stage.groups if missing.number in group for one in group}
    return found - {missing.number}


def _create_table(
    transaction: TournamentTransaction, old: TournamentTable, seats: Sequence[Entrant]
) -> TournamentTable:
    new = TournamentTable.objects.create(
        tournament=transaction.tournament,
        round=old.round,
        number=transaction.next_number(transaction.tournament.tables),
        group=old.group,
        size=len(seats),
        planned_at=transaction.now,
    )
    TableSeat.objects.bulk_create(
        TableSeat(table=new, seat=place, entrant=entrant) for place, entrant in enumerate(seats)
    )
    return new


# --- Leavers


def remove_leavers(transaction: TournamentTransaction) -> bool:
    """Remove entrants who left too many tables, except those the referees reinstated."""
    most = transaction.tournament.settings.games_lost
    if not most:
        return False
    lost = _count_left_tables(transaction) + _count_tables_left_now(transaction)
    forgiven = transaction.tournament.rulings.filter(kind=Ruling.Kind.REINSTATE, state=Ruling.State.IN_FORCE)
    kept = set(forgiven.values_list("entrant_id", flat=True))
    playing = transaction.entrants(Entrant.State.ACTIVE) if lost else []
    gone = [one for one in playing if lost[one.number] >= most and one.pk not in kept]
    for one in gone:
        _remove_entrant(transaction, one, REMOVED_AS_LEAVER)
    return bool(gone)


def _count_left_tables(transaction: TournamentTransaction) -> Counter[int]:
    """Count finished tables that somebody else, or a bot, played to the end for the entrant."""
    lost: Counter[int] = Counter()
    for table in transaction.state.tables.values():
        if table.counts and table.verdict is not None:
            lost.update(line.entrant for line in table.verdict.lines if line.left and line.kind != "self")
    return lost


def _count_tables_left_now(transaction: TournamentTransaction) -> Counter[int]:
    """Count running tables at which somebody else, or a bot, currently plays for the entrant."""
    elsewhere = ~Q(bot="") | Q(user=None) | ~Q(user=F("original_user"))
    left = (
        _find_live_seats(transaction)
        .filter(_build_has_moved_filter(), elsewhere)
        .values_list("original_user_id", flat=True)
    )
    numbers = dict(
        transaction.tournament.entrants.filter(user__isnull=False).values_list("user_id", "number")
    )
    return Counter(numbers[user] for user in left if user in numbers)


# --- Seats of entrants who are out


def replace_removed_players(transaction: TournamentTransaction) -> bool:
    """Give the next seat of an entrant who is out to a bot, and offer it to stand-ins.

    Return whether there was one.
    """
    out = transaction.tournament.entrants.filter(
        state__in=[Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED]
    )
    seats = _find_live_seats(transaction).filter(user__in=out.filter(user__isnull=False).values("user_id"))
    if gone := _list_users_who_never_came(transaction):  # their tables are made again, also after a pause
        seats = seats.exclude(~_build_has_moved_filter(), user__in=gone)
    seat = seats.first()
    if seat is None:
        return False
    is_new = _vacate_seat(seat, by_will=_has_withdrawn(transaction, out.get(user=seat.user_id)))
    if is_new:
        replacements.offer_to_stand_ins(seat.game_id, seat.pk)
    return is_new


def _vacate_seat(seat: Seat, *, by_will: bool) -> bool:
    """Replace the player by a bot. It counts as leaving a game only if they withdrew by themselves."""
    how: dict[str, Any] = {"bot": DEFAULT_BOT, "reason": _("This player is out of the tournament.")}
    how["key"] = f"out/{seat.pk}/{seat.game.log_length}"
    if by_will:
        return leave_running_game(seat.game_id, seat.pk, seat.user, **how)
    return referee.replace_player(seat.game_id, seat.pk, None, **how)


def _has_withdrawn(transaction: TournamentTransaction, entrant: Entrant) -> bool:
    """Tell whether the entrant withdrew by themselves, not by an organizer, a ruling or the rules."""
    if entrant.state != Entrant.State.WITHDRAWN:
        return False
    about = f'"entrant":{entrant.number},'
    last = (
        transaction.tournament.ledger_entries.filter(kind="withdrew", data__contains=about)
        .order_by("number")
        .last()
    )
    return last is not None and f'"why":"{registration.WITHDRAWN_BY_ENTRANT}"' in last.data
