"""Making and undoing moves. The `Origin` says who asks and through which channel."""

from collections.abc import Sequence
from datetime import timedelta

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import GameLogEntry
from games.play import replacements
from games.play.deadlines import seat_clock, unreachable
from games.play.deadlines.seat_clock import ClockSnapshot
from games.play.errors import NotPossible, Stale
from games.play.transaction import sql
from games.play.transaction.locked_game import LockedGame, SeatSelector
from games.play.transaction.origin import Origin
from games.play.transaction.rows import SeatRow
from games.rules.core.errors import RulesError
from games.rules.core.notation import Move
from games.rules.core.undo import keep_orders

MIN_TIME_LEFT = timedelta(minutes=5)  # needed after an undo to decide again


class MoveResult(msgspec.Struct, frozen=True):
    """The result of a request to move or undo."""

    number: int  # of the log entry, of the first if there are several
    last_number: int | None = None  # of the seat's last entry, orders included; None for a repeated request
    moves: tuple[str, ...] = ()
    trouble: str = ""  # why the rest of a whole turn was not played
    is_repeated: bool = False  # the same request was carried out before


@transaction.atomic
def play_moves(
    game: int | str,
    seat: SeatSelector,
    lines: Sequence[str],
    origin: Origin,
    *,
    decision: int,
    language: str = "en",
) -> MoveResult:
    """Make a move, or several of one turn. Every move goes through here, whoever makes it.

    `decision` is the number of the decision that the first line answers. The other lines follow as long as
    they are legal; at the first that is not, `trouble` says why, and the moves made so far stand. Callers may
    wrap it in a transaction of their own: an email is read, carried out and marked as done in one.
    """
    locked_game = LockedGame(game, origin)
    seat_row = locked_game.seat(seat)
    if locked_game.game.repeated_number is not None:
        return MoveResult(locked_game.game.repeated_number, is_repeated=True)
    locked_game.require_running()
    _require_open_decision(seat_row, decision)
    if seat_row.bot and locked_game.origin.user_id is not None:  # the player is back before the bot moves
        replacements.end_absence(locked_game, seat_row)
    move = locked_game.rules.read(locked_game.position, seat_row.name, lines[0], language)
    moves, problem = [locked_game.play_move(seat_row, move, origin.how)], ""
    try:
        for line in lines[1:]:
            move = _read_next_line(locked_game, seat_row, line, language)
            moves.append(locked_game.play_move(seat_row, move, origin.how))
    except RulesError as error:
        problem = error.message_in(language)
    locked_game.fire_orders()
    locked_game.save()
    unreachable.retry_address_after_move(seat_row, origin)
    last = max(entry.number for entry in locked_game.entries if entry.seat_id == seat_row.pk)
    return MoveResult(moves[0].number, last, tuple(entry.text for entry in moves), problem)


def _read_next_line(locked_game: LockedGame, seat: SeatRow, line: str, language: str) -> Move:
    """Read the next line of a turn; if it does not fit, let orders answer what is asked before it.

    Orders wait as long as lines fit: one that ends the turn would leave nothing for the line “end”."""
    rules, position = locked_game.rules, locked_game.position
    try:
        return rules.read(position, seat.name, line, language)
    except RulesError as error:
        if not locked_game.fire_orders():
            raise
        try:
            return rules.read(position, seat.name, line, language)
        except RulesError:
            raise error from None


def _require_open_decision(seat: SeatRow, decision: int) -> None:
    if seat.decision is None:
        raise Stale(_("You are not being asked anything at the moment: this has already been decided."))
    if seat.decision != decision:
        raise Stale(_("The game has moved on since you were asked this. Here is how things stand now."))


@transaction.atomic
def undo_last_move(game: int | str, seat: SeatSelector, origin: Origin) -> MoveResult:
    """Undo the seat's own last move, if it revealed nothing to anybody."""
    locked_game = LockedGame(game, origin)
    seat_row = locked_game.seat(seat)
    if locked_game.game.repeated_number is not None:
        return MoveResult(locked_game.game.repeated_number, is_repeated=True)
    locked_game.require_running()
    if seat_row.bot:
        raise NotPossible(_("A bot is playing for you at the moment. Come back first."))
    if not locked_game.game.undoable_moves:
        raise NotPossible(_("This cannot be undone: the last move revealed something, or ended a turn."))
    last = sql.load_undoable_move(locked_game.game)
    if last.seat_id != seat_row.pk:
        raise NotPossible(_("Only the player who made the last move can undo it."))
    since = seat_clock.take_snapshot(seat_row, origin.now)
    restore_position(locked_game, last.position_before, last.number, seat_row)
    _restore_question(locked_game, seat_row, last.clock, since)
    locked_game.game.undoable_moves -= 1
    locked_game.save()
    number = locked_game.game.log_length
    return MoveResult(number, number, (f"undo {last.number}",))


def _restore_question(
    locked_game: LockedGame, seat_row: SeatRow, clock: str, since: ClockSnapshot | None
) -> None:
    """Restore the clock of the undone decision.

    Refuses if hardly any time would be left, because the clock would then decide for the player at once."""
    before = msgspec.json.decode(clock or "null", type=ClockSnapshot | None)
    if before is None or since is None:
        return
    now = locked_game.origin.now
    seat_clock.restore_clock(locked_game.game, seat_row, before, since, now)
    if (
        seat_row.stopped_at is None
        and seat_row.final_at is not None
        and seat_row.final_at - now < MIN_TIME_LEFT
    ):
        raise NotPossible(_("It is too late to undo: the time for that decision is over."))
    # do not count the waiting time of this decision twice
    seat_row.waited_seconds -= int(
        seat_clock.compute_waiting_time(
            locked_game.game, seat_row, seat_row.waiting_preferences, now
        ).total_seconds()
    )


def restore_position(locked_game: LockedGame, before: str, number: int, seat: SeatRow | None) -> None:
    """Return the game to the position before the move of this number, and record the undo in the log."""
    undone = locked_game.position
    locked_game.position = locked_game.rules.load(before)
    keep_orders(locked_game.rules, locked_game.position, undone)
    locked_game.undone_number = number
    locked_game.add_log_row(GameLogEntry.Kind.UNDO, f"undo {number}", seat=seat)
    locked_game.refresh_decisions({})
