"""A reply from a seat: the position that its lines act on, and the moves among them.

Consecutive moves are one turn: they are played until one fails, and the moves below a failed one are not
tried. A move may be written as the number of an option in the email that is answered. Nothing is guessed.
"""

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from django.utils.translation import gettext as _

from accounts import server_time
from accounts.models import User
from games.links.tokens import LinkedSeat
from games.mail import registry
from games.mail.content.move_options import OptionList
from games.mail.incoming.commands import ReplyContext, ReplyLine
from games.models import Game, IncomingMail, Seat
from games.models.game import load_game_and_seats
from games.play import moves
from games.play.errors import NotAllowed, NotNow, PlayError, Stale, describe_error
from games.play.moves import MoveResult
from games.play.transaction.origin import How, Origin
from games.queries.game_view import GameView
from games.rules.core.errors import RulesError

OPTION_NUMBER = re.compile(r"#?(\d{1,3})[.)]?")

AnySeat = TypeVar("AnySeat", bound=LinkedSeat)


class GameReply(ReplyContext):
    """The lines of one reply from one seat."""

    def __init__(self, seat: Seat, email: IncomingMail, decision: int | None, language: str) -> None:
        super().__init__()
        self.seat, self.email, self.language = seat, email, language
        # while the seat has these, the reply may act for it
        self.user_id, self.seat_key = seat.user_id, seat.key
        self.decision = decision  # the question that the email answers; None if it names none
        self.turn: list[ReplyLine] = []  # moves collected for one turn
        self.has_stopped = False  # a move failed: those below it are not tried
        self.requests = 0
        self.reload()
        self.first_entry = self.game_view.game.log_length
        self.list_options()

    # --- the seat

    def reload(self) -> None:
        game, seats = load_game_and_seats(self.seat.game_id)
        self.seat = next(seat for seat in seats if seat.pk == self.seat.pk)
        self.game_view = GameView(game, seats, self.seat, self.language)

    def reload_decision(self) -> None:
        """Load the game after a move: further lines of the email answer the question that is open now."""
        self.reload()
        self.decision = self.seat.decision

    def list_options(self) -> None:
        """Keep the lines of the options by their numbers in the email; a form has a number but no line."""
        is_asked = self.game_view.offers and self._is_current()
        self.options = OptionList(self.game_view, self.seat).list_lines() if is_asked else {}

    def find_own_seat(self, seats: Iterable[AnySeat]) -> AnySeat | None:
        """Return the seat if its player and pass are unchanged: it may be handed over in the meantime."""
        wanted = (self.seat.pk, self.seat_key, self.user_id)
        return next((seat for seat in seats if (seat.pk, seat.key, seat.user_id) == wanted), None)

    def require_own_seat(self, seats: Iterable[Seat]) -> Seat:
        """Return the seat; raise NotAllowed if it has changed hands meanwhile."""
        seat = self.find_own_seat(seats)
        if seat is None:
            raise NotAllowed(_("Somebody else sits there now."))
        return seat

    def require_user(self) -> User:
        """Return the player of the seat; raise NotAllowed if the seat has changed hands meanwhile."""
        self.reload()
        user = self.require_own_seat([self.seat]).user
        if user is None:
            raise NotAllowed(_("Somebody else sits there now."))
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
                return texts[:place], [handled]
        return texts, []

    def before_command(self) -> None:
        self.play_turn()

    def after_lines(self) -> None:
        self.play_turn()

    def play_turn(self) -> None:
        """Play the collected moves as one turn, as far as they go."""
        turn, self.turn = self.turn, []
        made, error = ((), "") if self.has_stopped else self._make_moves(turn)
        for line, move in zip(turn, made, strict=False):
            line.is_done = self.has_acted = True
            line.sentence = _("Played: %(move)s") % {"move": self.translate_lines(move)}
        for line in turn[len(made) :]:
            line.sentence = error or _("Not played, because a line above it was not.")
            self.has_stopped, error = True, ""

    def _make_moves(self, turn: list[ReplyLine]) -> tuple[Sequence[str], str]:
        """Return the moves that were made, and why it went no further."""
        lines, problem = self._resolve_numbers(turn)
        if not lines:
            return (), problem
        try:
            played = self._submit_moves(lines)
        except (PlayError, RulesError) as error:
            return (), describe_error(error)
        return played.moves, played.trouble or problem

    def _resolve_numbers(self, turn: list[ReplyLine]) -> tuple[list[str], str]:
        """Replace option numbers by their moves, up to one without an option; say what is wrong with it."""
        lines: list[str] = []
        for line in turn:
            number = OPTION_NUMBER.fullmatch(line.text)
            # the play service refuses a number from an old email: the question has changed since
            if number is None or not self._is_current():
                lines.append(line.text)
                continue
            option, error = self._resolve_option(int(number[1]))
            if error:
                return lines, error
            lines.append(option)
        return lines, ""

    def _resolve_option(self, number: int) -> tuple[str, str]:
        """Return the move of this option, or why there is none."""
        if number not in self.options:
            return "", _("There is no option %(number)d in the letter.") % {"number": number}
        if not (line := self.options[number]):
            text = _("Option %(number)d needs more than its number: please write the line.")
            return "", text % {"number": number}
        return line, ""

    def _is_current(self) -> bool:
        return self.decision is None or self.decision == self.seat.decision

    def _submit_moves(self, lines: list[str]) -> MoveResult:
        self.reload()
        if self.game_view.game.state == Game.State.OPEN:
            raise NotNow(_("The game has not begun."))
        if self.seat.bot:
            raise NotNow(_("A bot plays for you at the moment. To play yourself again, write “back” first."))
        decision = self.decision if self.decision is not None else self._find_decision_asked_before()
        played = moves.play_moves(
            self.game_view.game.pk,
            self.find_own_seat,
            lines,
            self.new_origin(),
            decision=decision or 0,
            language=self.language,
        )
        self.reload_decision()
        return played

    def _find_decision_asked_before(self) -> int | None:
        """Return the question that was open when the email arrived; raise Stale if there was none."""
        if self.seat.asked_at is None:
            raise Stale(_("You are not asked anything at the moment."))
        if self.seat.asked_at > self.email.received_at:
            raise Stale(_("You were asked only after this letter had come."))
        return self.seat.decision
