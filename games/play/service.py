"""Moves: made and taken back. Who asks, and how it came, is the `Origin`."""

from collections.abc import Sequence
from datetime import timedelta

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Move
from games.play import absence, clocks, reach, store
from games.play.clocks import Kept
from games.play.errors import NotPossible, Stale
from games.play.origin import Origin
from games.play.store import SeatRow
from games.play.table import Table, Wanted
from games.rules.core.errors import RulesError
from games.rules.core.undo import keep_orders

A_MOMENT = timedelta(minutes=5)  # to decide anew


class Played(msgspec.Struct, frozen=True):
    """What became of a request."""

    number: int  # of the entry in the journal
    moves: tuple[str, ...] = ()
    trouble: str = ""  # why the rest of a whole turn was not played
    repeated: bool = False  # the same request had been done before


@transaction.atomic
def play(
    game: int | str,
    seat: Wanted,
    lines: Sequence[str],
    origin: Origin,
    *,
    decision: int,
    language: str = "en",
) -> Played:
    """Make a move, or several of one turn. This is how a game changes, whoever asks and however it came.

    `decision` is the number of the question that the first line answers. The rest follows as far as it
    is legal and the same seat is asked; where it stops, `trouble` says why, and what was made stands.
    A transaction around it is the caller's: a letter is read, obeyed and marked as done in one.
    """
    table = Table(game, origin)
    chair = table.seat(seat)
    if table.game.earlier is not None:
        return Played(table.game.earlier, repeated=True)
    table.must_run()
    _must_be_open(chair, decision)
    if chair.bot and origin.user_id is not None:  # a person moves before the bot does
        absence.end(table, chair)
    first = table.move(chair, table.rules.read(table.position, chair.name, lines[0], language))
    moves, trouble = [first.text], ""
    for line in lines[1:]:
        try:
            move = table.rules.read(table.position, chair.name, line, language)
            moves.append(table.move(chair, move).text)
        except RulesError as error:
            trouble = error.told(language)
            break
    table.save()
    reach.has_moved(chair, origin)
    return Played(first.number, tuple(moves), trouble)


def _must_be_open(seat: SeatRow, decision: int) -> None:
    if seat.decision is None:
        raise Stale(_("You are not asked anything at the moment: this has been decided already."))
    if seat.decision != decision:
        raise Stale(_("The game has moved on since you were asked this. Here is how it stands now."))


@transaction.atomic
def undo(game: int | str, seat: Wanted, origin: Origin) -> Played:
    """Take back the own last move, if nobody has learnt anything from it."""
    table = Table(game, origin)
    chair = table.seat(seat)
    if table.game.earlier is not None:
        return Played(table.game.earlier, repeated=True)
    table.must_run()
    if chair.bot:
        raise NotPossible(_("A bot plays for you at the moment. Come back first."))
    if not table.game.undoable:
        raise NotPossible(_("Nothing can be taken back: the last move showed something, or ended a turn."))
    last = store.move_to_take_back(table.game)
    if last.seat_id != chair.pk:
        raise NotPossible(_("Only who made the last move may take it back."))
    since = clocks.kept(chair, origin.now)
    put_back(table, last.before, last.number, chair)
    _ask_as_before(table, chair, last.clock, since)
    table.game.undoable -= 1
    table.save()
    return Played(table.game.length, (f"undo {last.number}",))


def _ask_as_before(table: Table, chair: SeatRow, clock: str, since: Kept | None) -> None:
    """With what is left of the time. If that is nothing the clock would decide at once: better the move
    stands."""
    before = msgspec.json.decode(clock or "null", type=Kept | None)
    if before is None or since is None:
        return
    now = table.origin.now
    clocks.asked_again(table.game, chair, before, since, now)
    if chair.stopped_at is None and chair.final_at is not None and chair.final_at - now < A_MOMENT:
        raise NotPossible(_("It is too late to take it back: the time for that decision is over."))
    # the table has waited for one decision and not for two
    chair.waited -= int(clocks.waiting(table.game, chair, chair.habits, now).total_seconds())


def put_back(table: Table, before: str, number: int, seat: SeatRow | None) -> None:
    """Stand again as before the move of this number."""
    undone = table.position
    table.position = table.rules.load(before)
    keep_orders(table.rules, table.position, undone)
    table.undone = number
    table.enter(Move.Kind.UNDO, f"undo {number}", seat=seat)
    table.ask_anew({})
