"""A reply from a seat: the position that its lines act on, and the moves among them.

Consecutive moves are one turn: they are played until one fails, and the moves below a failed one are not
tried. What is a move and what is chatter is told apart in `typed_moves.py`.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import takewhile
from typing import TypeVar, cast

import msgspec
from django.utils.translation import gettext as _

from accounts import server_time
from accounts.models import User
from games.links.tokens import LinkedSeat
from games.mail import registry
from games.mail.content.move_options import OptionList
from games.mail.incoming.commands import ReplyContext
from games.mail.incoming.typed_moves import ChosenTwice, TypedMoves, TypedOptions
from games.mail.reply_outcome import ReplyLine
from games.models import Game, IncomingMail, Seat
from games.models.game import load_game_and_seats
from games.play import moves
from games.play.errors import NotAllowed, NotNow, NotPossible, PlayError, Stale, describe_error
from games.play.moves import MoveResult
from games.play.transaction.origin import How, Origin
from games.queries.game_view import GameView
from games.rules.core.errors import RulesError

AnySeat = TypeVar("AnySeat", bound=LinkedSeat)


class TurnLine(msgspec.Struct):
    """A line with moves, or one that looks like a move and has a problem."""

    line: ReplyLine
    moves: list[str]
    problem: str = ""


class GameReply(ReplyContext):
    """The lines of one reply from one seat."""

    def __init__(self, seat: Seat, email: IncomingMail, decision: int | None, language: str) -> None:
        super().__init__()
        self.game_id, self.email, self.language = seat.game_id, email, language
        # while the seat has these, the reply may act for it
        self.seat_id, self.user_id, self.seat_key = seat.pk, seat.user_id, seat.key
        self.decision = decision  # the question that the email answers; None if it names none
        self.answers_open_question = False  # whatever it is: a line above has answered the one of the email
        self.turn: list[TurnLine] = []  # moves collected for one turn
        self.has_stopped = False  # a move failed: those below it are not tried
        self.requests = 0
        self.first_entry = self.game_view.game.log_length
        self.list_options()

    # --- the seat

    @cached_property
    def game_view(self) -> GameView:
        """The game as the seat sees it, loaded when a line needs it."""
        game, seats = load_game_and_seats(self.game_id)
        return GameView(game, seats, next(one for one in seats if one.pk == self.seat_id), self.language)

    @property
    def seat(self) -> Seat:
        return cast(Seat, self.game_view.seat)

    def forget_game(self) -> None:
        """Load the game again when it is needed next, because it may have changed."""
        self.__dict__.pop("game_view", None)

    def expect_next_question(self) -> None:
        """After a move: further lines of the email answer the question that is open then."""
        self.forget_game()
        self.answers_open_question = True

    def list_options(self) -> None:
        """Keep the options of the email, as long as its question is open."""
        is_asked = self.game_view.offers and self._is_current()
        self.options = TypedOptions(OptionList(self.game_view, self.seat) if is_asked else None)

    def find_own_seat(self, seats: Iterable[AnySeat]) -> AnySeat | None:
        """Return the seat if its player and pass are unchanged: it may be handed over in the meantime."""
        wanted = (self.seat_id, self.seat_key, self.user_id)
        return next((seat for seat in seats if (seat.pk, seat.key, seat.user_id) == wanted), None)

    def require_own_seat(self, seats: Iterable[Seat]) -> Seat:
        """Return the seat; raise NotAllowed if it has changed hands meanwhile."""
        seat = self.find_own_seat(seats)
        if seat is None:
            raise NotAllowed(_("Somebody else has that seat now."))
        return seat

    def require_user(self) -> User:
        """Return the player of the seat; raise NotAllowed if the seat has changed hands meanwhile."""
        self.forget_game()
        user = self.require_own_seat([self.seat]).user
        if user is None:
            raise NotAllowed(_("Somebody else has that seat now."))
        return user

    def new_origin(self) -> Origin:
        """Give each request of an email a key of its own, so that no retry does the same thing twice."""
        self.requests += 1
        return Origin(How.REPLY, f"reply/{self.email.pk}/{self.requests}", server_time.now(), self.user_id)

    def translate_lines(self, *lines: str) -> str:
        """Return lines of the notation in the reader's language."""
        return ", ".join(
            map(self.game_view.rules.vocabulary.writer(self.game_view.position, self.language), lines)
        )

    # --- the lines

    def split_lines(self, texts: Sequence[str]) -> tuple[Sequence[str], list[ReplyLine]]:
        """Let other apps handle their lines first: a tournament must be locked before any of its tables."""
        for place in range(len(texts)):
            if (handled := registry.handle_table_lines(self.seat, texts[place:])) is not None:
                self.has_acted = handled.is_done
                self.forget_game()
                return texts[:place], [handled]
        return texts, []

    def before_command(self) -> None:
        self.play_turn()

    def after_command(self) -> None:
        self.forget_game()

    def after_lines(self) -> None:
        self.play_turn()

    def read_move_line(self, line: ReplyLine) -> None:
        """Collect the moves of a line for the turn that they belong to; skip chatter."""
        typed = TypedMoves(self.game_view, self.options, is_current=self._is_current())
        above = [move for turn_line in self.turn for move in turn_line.moves]
        try:
            found = typed.read_line(line.text, above)
        except NotPossible as problem:
            self.turn.append(TurnLine(line, [], describe_error(problem)))
            if isinstance(problem, ChosenTwice):
                self.turn[0].problem = describe_error(problem)
            return
        if found:
            self.turn.append(TurnLine(line, found))
        elif typed.repeats_end(line.text, above):
            line.sentence = _("The turn above ends this way anyway.")
        else:
            line.sentence = _("We found no move in this line and skipped it.")

    def play_turn(self) -> None:
        """Play the collected moves as one turn, as far as they go."""
        turn, self.turn = self.turn, []
        made, error = ((), "") if self.has_stopped else self._make_moves(turn)
        has_moved = bool(made)
        for typed in turn:
            played, made = made[: len(typed.moves)], made[len(typed.moves) :]
            is_whole = len(played) == len(typed.moves) and not typed.problem
            typed.line.is_done = bool(played)
            typed.line.sentence = self._describe_moves(played, "" if is_whole else error)
            if not is_whole:
                self.has_stopped, error = True, ""
        if has_moved:
            self.has_acted = True
            self.expect_next_question()

    def _describe_moves(self, played: Sequence[str], problem: str) -> str:
        """Say which moves of a line were played, and why not all of them."""
        if not played:
            return problem or _("Not played, because a line above it could not be played.")
        sentence = _("Played: %(move)s") % {"move": self.translate_lines(*played)}
        return f"{sentence}. {problem}" if problem else sentence

    def _make_moves(self, turn: list[TurnLine]) -> tuple[Sequence[str], str]:
        """Return the moves that were made, and why it went no further."""
        problem = next((typed.problem for typed in turn if typed.problem), "")
        ready = list(takewhile(lambda typed: not typed.problem, turn))
        if not ready:
            return (), problem
        try:
            played = self._submit_moves([move for typed in ready for move in typed.moves])
        except (PlayError, RulesError) as error:
            return (), describe_error(error)
        return played.moves, played.trouble or problem

    def _is_current(self) -> bool:
        return self.answers_open_question or self.decision in (None, self.seat.decision)

    def _submit_moves(self, lines: list[str]) -> MoveResult:
        if self.game_view.game.state == Game.State.OPEN:
            raise NotNow(_("The game has not begun."))
        if self.seat.bot:
            raise NotNow(_("A bot is playing for you at the moment. To play yourself, write “back” first."))
        decision = self.seat.decision if self.answers_open_question else self.decision
        if decision is None:
            decision = self._find_decision_asked_before()
        return moves.play_moves(
            self.game_id,
            self.find_own_seat,
            lines,
            self.new_origin(),
            decision=decision or 0,
            language=self.language,
        )

    def _find_decision_asked_before(self) -> int | None:
        """Return the question that was open when the email arrived; raise Stale if there was none."""
        if self.seat.asked_at is None:
            raise Stale(_("You are not being asked anything at the moment."))
        if self.seat.asked_at > self.email.received_at:
            raise Stale(_("You were asked only after this email arrived."))
        return self.seat.decision
