"""Missed deadlines: the server answers for a player whose time has run out."""

from games.clock.missed_deadline_policy import TimeoutAnswer, count_miss, has_missed_too_many
from games.models import Game, GameLogEntry, GameNotice
from games.play import bot_moves, replacements
from games.play.deadlines import seat_clock
from games.play.lobby.tables import DEFAULT_BOT
from games.play.transaction import notices
from games.play.transaction.locked_game import LockedGame
from games.play.transaction.rows import LogRow, SeatRow
from games.rules.core.notation import Move

MAX_MOVES_PER_TIME_OUT = 50  # moves that are made for a seat before its clock runs again


def handle_missed_deadline(locked_game: LockedGame, seat: SeatRow) -> str:
    """Record the miss, answer for the seat until somebody else is asked, notify its player, and put a bot on
    the seat if there were too many misses."""
    entry = _record_miss(locked_game, seat)
    is_enough = has_missed_too_many(seat_clock.get_misses(seat), seat_clock.get_patience(locked_game.game))
    locked_game.out_of_time.add(seat.name)
    answered: list[str] = []
    for _ in range(MAX_MOVES_PER_TIME_OUT):
        answered.append(_answer_for_seat(locked_game, seat))
        if not _must_play_on(locked_game, seat):
            break
    entry.text = " ".join([entry.text, *dict.fromkeys(answered)])  # tells the player what answered for them
    seat.bank_seconds = 0  # no time is saved by not answering
    if seat.decision is not None:
        locked_game.newly_asked.add(seat.name)
    notices.add_notice(locked_game, seat, GameNotice.Kind.MISSED)
    if is_enough and locked_game.game.state == Game.State.RUNNING:
        replacements.replace_with_bot(locked_game, seat)
        return "replaced"
    locked_game.changed_clocks.add(seat.pk)
    locked_game.save()
    return "missed"


def _must_play_on(locked_game: LockedGame, seat: SeatRow) -> bool:
    """Is only this seat asked, and was nobody else since the time-out?

    If all others answer by orders, the seat may be asked in the next round already; that is a new decision
    with time of its own."""
    is_asked = locked_game.game.state == Game.State.RUNNING and locked_game.rules.awaits(
        locked_game.position
    ) == [seat.name]
    return is_asked and seat.name in locked_game.out_of_time


def _record_miss(locked_game: LockedGame, seat: SeatRow) -> LogRow:
    after = count_miss(seat_clock.get_misses(seat), seat_clock.get_patience(locked_game.game))
    word = "excused" if after.excused > seat.excused_count else "missed"
    entry = locked_game.add_log_row(GameLogEntry.Kind.MISSED, f"{word} {seat.name}", seat=seat)
    entry.by_id = seat.user_id  # the person it is about; the clock did it
    seat.excused_count, seat.missed_count, seat.misses_in_a_row = after.excused, after.counted, after.in_a_row
    return entry


def _answer_for_seat(locked_game: LockedGame, seat: SeatRow) -> TimeoutAnswer:
    """Answer once for the seat: by orders held for this moment, a bot or the minimal move. Returns which."""
    wanted = locked_game.get_time_out_answer(seat)
    fired = locked_game.fire_orders() if wanted == "orders" else []
    if any(one.seat == seat.name and one.move is not None for one in fired):
        return "orders"
    locked_game.move(seat, _choose_move(locked_game, seat))
    return "bot" if wanted == "bot" else "minimal"


def _choose_move(locked_game: LockedGame, seat: SeatRow) -> Move:
    if locked_game.get_time_out_answer(seat) == "bot":
        return bot_moves.choose_move(
            locked_game.rules, locked_game.position, seat.name, bot=DEFAULT_BOT, decision=seat.decision
        )
    return locked_game.rules.fallback(locked_game.position, seat.name)
