"""Execute the lines of a reply from a seat, and say what became of each.

A line is a command (`say`, `undo`, `help`, `status`, `orders`; about time `extend`, `grant`, `leave`, `back`;
about the game itself `vote`, `agree`, `object`), an order (`prefer …`, `always …`, `plan …`, `cancel …`), the
number of an option, or a move. Consecutive moves are one turn: they are played until one fails, and the moves
below a failed one are not tried. Nothing is guessed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import server_time
from accounts.models import User
from games.links.tokens import LinkedSeat
from games.mail import registry
from games.mail.content.move_options import OptionList
from games.mail.incoming import leave_command
from games.mail.incoming.commands import ReplyLine
from games.mail.incoming.vocabulary import YES_WORDS, find_command, find_vote_matters, strip_pleasantries
from games.models import ExtensionRequest, Game, IncomingMail, Seat, Vote
from games.models.game import load_game_and_seats
from games.play import chat, moves, replacements, votes
from games.play.deadlines import extensions
from games.play.errors import NotAllowed, NotNow, NotPossible, PlayError, Stale, describe_error
from games.play.moves import MoveResult
from games.play.orders import file_order
from games.play.transaction.origin import How, Origin
from games.queries import log
from games.queries.game_view import GameView
from games.queries.votes import list_vote_statuses
from games.rules.core import orders
from games.rules.core.errors import RulesError
from games.rules.core.lexicon import normalize_text

OPTION_NUMBER = re.compile(r"#?(\d{1,3})[.)]?")
HOURS_PATTERN = re.compile(r"(?:kérek\s+|kerek\s+|molim\s+)?(\d{1,9})\s*([^\W\d]*)\.?", re.IGNORECASE)
HOUR_UNITS = {"", "h", "hour", "hours", "ora", "oraval", "orat", "sat", "sata", "sati"}


AnySeat = TypeVar("AnySeat", bound=LinkedSeat)


class GameCommandReader:
    """Execute the lines of one reply from one seat, inside the transaction of its email."""

    def __init__(self, seat: Seat, email: IncomingMail, decision: int | None, language: str) -> None:
        self.seat, self.email, self.language = seat, email, language
        self.user_id, self.seat_key = (
            seat.user_id,
            seat.key,
        )  # while the seat has these, the reply may act for it
        self.decision = decision  # the question that the email answers; None if it names none
        self.wants_help = False
        self.turn: list[ReplyLine] = []  # moves collected for one turn
        self.has_stopped = False  # a move failed: those below it are not tried
        self.requests = 0
        self.has_acted = False  # something was played, said or filed
        self.reload()
        self.start = self.game_view.game.log_length
        self.options = self._list_options()

    def reload(self) -> None:
        game, seats = load_game_and_seats(self.seat.game_id)
        self.seat = next(seat for seat in seats if seat.pk == self.seat.pk)
        self.game_view = GameView(game, seats, self.seat, self.language)

    def _list_options(self) -> dict[int, str]:
        """Return the lines of the options by their numbers in the email; a form has a number but no line."""
        if not self.game_view.offers or not self._is_current():
            return {}
        return OptionList(self.game_view, self.seat).list_lines()

    def execute(self, lines: Iterable[str]) -> list[ReplyLine]:
        """Execute all lines and return what became of each.

        Commands of other apps come first: a tournament must be locked before any of its tables.
        """
        texts = list(strip_pleasantries(lines))
        found = [ReplyLine(text) for text in texts]
        for place in range(len(texts)):
            if (elsewhere := registry.handle_table_lines(self.seat, texts[place:])) is not None:
                found[place:] = [elsewhere]
                self.has_acted = elsewhere.is_done
                break
        for line in found:
            if not line.sentence:
                self._handle_line(line)
        self._play_turn()
        return found

    def _handle_line(self, line: ReplyLine) -> None:
        word, _space, rest = line.text.partition(" ")
        match find_command(word):
            case "say":
                self._run_action(line, lambda: self._post_message(rest))
            case "help":
                self.wants_help, line.is_done = True, True
                line.sentence = _("What you may write is explained below.")
            case "status":
                line.is_done, line.sentence = True, _("The table as it stands is below.")
            case "orders":
                self._play_turn()
                line.is_done, line.sentence = True, self._describe_orders()
            case _ if act := self._find_action(word, rest, line.text):
                self._play_turn()
                self._run_action(line, act)
            case _:
                self.turn.append(line)

    def _find_action(self, word: str, rest: str, text: str) -> Callable[[], str] | None:
        """Return what this line does at once, after the moves above it; None if it is a move itself."""
        acts: dict[str, Callable[[], str]] = {
            "undo": self._undo_move,
            "extend": partial(self._ask_for_time, rest),
            "leave": partial(self._book_leave, rest),
            "back": self._return_to_seat,
            **{how: partial(self._cast_vote, how, rest) for how in ("vote", "agree", "object")},
        }
        meant = find_command(word)
        if meant in acts and not (
            meant == "undo" and rest and self.game_view.rules.lexicon.has_spelling(word)
        ):
            return acts[meant]  # “poništi” alone undoes a move; “poništi plan” is an order of the game
        if meant == "grant":
            return self._find_consent(word, rest)
        return partial(self._file_order, text) if orders.is_order(self.game_view.rules, text) else None

    def _find_consent(self, word: str, rest: str) -> Callable[[], str] | None:
        """Read “yes” as consent to more time or to an open vote; with neither open it is a move."""
        requests, is_open = (
            self._find_extension_requests(rest),
            normalize_text(word) in YES_WORDS and bool(self._find_open_votes(rest)),
        )
        if requests:
            return partial(self._grant_time, requests, is_plain=not is_open)
        return partial(self._cast_vote, "agree", rest) if is_open else None

    # --- moves

    def _play_turn(self) -> None:
        """Play the collected moves as one turn, as far as they go."""
        turn, self.turn = self.turn, []
        made, error = ((), "") if self.has_stopped else self._make_moves(turn)
        for line, move in zip(turn, made, strict=False):
            line.is_done = self.has_acted = True
            line.sentence = _("Played: %(move)s") % {"move": self._translate_lines(move)}
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
            self._find_own_seat,
            lines,
            self._new_origin(),
            decision=decision or 0,
            language=self.language,
        )
        self.reload()
        self.decision = self.seat.decision  # further lines of the email answer the question that is open now
        return played

    def _find_decision_asked_before(self) -> int | None:
        """Return the question that was open when the email arrived; raise Stale if there was none."""
        if self.seat.asked_at is None:
            raise Stale(_("You are not asked anything at the moment."))
        if self.seat.asked_at > self.email.received_at:
            raise Stale(_("You were asked only after this letter had come."))
        return self.seat.decision

    def _undo_move(self) -> str:
        moves.undo_last_move(self.game_view.game.pk, self._find_own_seat, self._new_origin())
        self.reload()
        self.decision = self.seat.decision
        return _("Taken back.")

    # --- the rest

    def _post_message(self, text: str) -> str:
        own = Seat.objects.select_for_update(no_key=True).filter(pk=self.seat.pk)
        if self._find_own_seat(own) is None:
            raise NotAllowed(_("Somebody else sits there now."))
        chat.post_message(self.game_view.game, self.seat, text, key=self._new_origin().key)
        return _("Said at the table.")

    def _file_order(self, text: str) -> str:
        filed = file_order(
            self.game_view.game.pk, self._find_own_seat, text, self._new_origin(), language=self.language
        )
        self.reload()
        self.decision = self.seat.decision if filed.moves else self.decision
        texts = [self._describe_filed_order(filed.line)]
        if filed.moves:
            texts.append(
                _("It has answered at once: %(moves)s") % {"moves": self._translate_lines(*filed.moves)} + "."
            )
        elif filed.line.startswith(f"{orders.PLAN} ") and not filed.stop_reason:
            texts.append(self._find_plan_doubt())
        return " ".join(filter(None, [*texts, filed.stop_reason]))

    def _find_plan_doubt(self) -> str:
        """Return why the plan, in the current position, is sure to stop."""
        rules, position = self.game_view.rules, self.game_view.position
        plan = orders.list_plan_lines(rules, position, self.seat.name)
        return rules.plan_doubt(position, self.seat.name, plan, self.language)

    def _describe_filed_order(self, line: str) -> str:
        """Say exactly which order was filed or cancelled, and in words what it will do."""
        if line.startswith("cancelled"):
            return (
                _("Cancelled: %(order)s")
                % {"order": self._translate_lines(*line.partition(": ")[2].split(", "))}
                + "."
            )
        return _("Your order stands: %(order)s") % {"order": self._explain_order(line)}

    def _explain_order(self, line: str) -> str:
        """Return an order in the reader's words, and its meaning where that says more."""
        kept = line.removeprefix(f"{orders.PLAN} ")
        text = self.game_view.rules.order_text(self.game_view.position, self.seat.name, kept, self.language)
        return f"{self._translate_lines(line)}. {text}" if text != kept else f"{self._translate_lines(line)}."

    def _translate_lines(self, *lines: str) -> str:
        """Return lines of the notation in the reader's language."""
        return ", ".join(map(self.game_view.rules.writer(self.game_view.position, self.language), lines))

    def _describe_orders(self) -> str:
        """Describe all standing orders, the plan last."""
        if not self.game_view.game.has_begun:
            return _("The game has not begun.")
        rules, position = self.game_view.rules, self.game_view.position
        lines = list(rules.orders(position, self.seat.name)) if rules.knows_orders else []
        standing = [line for line in lines if rules.kind_of_order(line)]
        plan = [f"{orders.PLAN} {line}" for line in lines if not rules.kind_of_order(line)]
        if not lines:
            return _("No order stands: you are asked about everything.")
        return " ".join(self._explain_order(line) for line in (*standing, *plan))

    # --- time

    def _ask_for_time(self, rest: str) -> str:
        found = HOURS_PATTERN.fullmatch(rest.strip())
        if found is None or normalize_text(found[2]) not in HOUR_UNITS:
            usual = extensions.compute_default_hours(self.game_view.game.pace)
            raise NotPossible(
                _("How many hours? Please write a number, as in “extend %(hours)d”.") % {"hours": usual}
            )
        extension = extensions.request_extension(
            self.game_view.game.pk, self._find_own_seat, int(found[1]), self._new_origin()
        )
        text = ngettext(
            "You have asked the table for one hour more. The clock runs on until somebody grants it.",
            "You have asked the table for %(n)d hours more. The clock runs on until somebody grants it.",
            extension.hours,
        )
        return text % {"n": extension.hours}

    def _find_extension_requests(self, rest: str) -> list[ExtensionRequest]:
        """Find open requests for more time; the text after the command may name one seat and nothing else."""
        name = normalize_text(rest)
        requests = extensions.list_open_requests(self.game_view.game.pk, self.user_id)
        return [extension for extension in requests if name in ("", normalize_text(extension.seat.name))]

    def _grant_time(self, requests: list[ExtensionRequest], *, is_plain: bool) -> str:
        if not is_plain:
            raise NotPossible(
                _("Somebody asks for more time, and there is a vote: please write “grant” or “agree”.")
            )
        if len(requests) > 1:
            names = ", ".join(extension_request.seat.name for extension_request in requests)
            raise NotPossible(
                _("Several have asked for more time: %(names)s. Please write whom you mean.")
                % {"names": names}
            )
        [extension] = requests
        extensions.grant(extension.pk, self._find_own_seat, self._new_origin())
        text = ngettext("%(name)s has one hour more.", "%(name)s has %(n)d hours more.", extension.hours)
        return text % {"name": extension.seat.name, "n": extension.hours}

    def _book_leave(self, rest: str) -> str:
        return leave_command.execute_leave_command(self._require_user(), rest, self.game_view.rules)

    def _require_user(self) -> User:
        """Return the player of the seat; raise NotAllowed if the seat has changed hands meanwhile."""
        self.reload()
        if self._find_own_seat([self.seat]) is None or self.seat.user is None:
            raise NotAllowed(_("Somebody else sits there now."))
        return self.seat.user

    # --- votes

    def _cast_vote(self, how: str, rest: str) -> str:
        matter = self._find_matter(how, rest)
        if how == "object":
            votes.vote_against(self.game_view.game.pk, self._find_own_seat, matter, self._new_origin())
        elif votes.cast_vote(self.game_view.game.pk, self._find_own_seat, matter, self._new_origin()):
            self.reload()
            return log.CHANGE_SENTENCES[votes.LOG_KINDS[Vote.Matter(matter)]]()
        self.reload()
        standing = next(one for one in list_vote_statuses(self.game_view) if one.matter == matter)
        return _("Your vote counts. %(standing)s") % {"standing": standing.sentence}

    def _find_matter(self, how: str, rest: str) -> str:
        """Return the matter to vote on: the one that is named, or the only open vote."""
        found = find_vote_matters(rest) if how == "vote" else self._find_open_votes(rest)
        if how == "vote" and len(found) != 1:
            raise NotPossible(_("On what? Please write “vote pause”, “vote resume” or “vote abandon”."))
        if not found:
            raise NotPossible(_("There is no such vote at this table at the moment."))
        if len(found) > 1:
            raise NotPossible(_("Several votes are open: please write which you mean, as in “agree pause”."))
        return found[0]

    def _find_open_votes(self, rest: str) -> list[str]:
        """Return the matters with an open vote; only those named after the command, if any are."""
        named = find_vote_matters(rest)
        opened = [one.matter for one in list_vote_statuses(self.game_view) if one.is_open]
        return [matter for matter in opened if matter in named or not named]

    def _return_to_seat(self) -> str:
        is_back = replacements.return_to_seat(self.game_view.game.pk, self._find_own_seat, self._new_origin())
        self.reload()
        self.decision = self.seat.decision
        self.options = self._list_options()
        return _("Welcome back: you play yourself again.") if is_back else _("You play yourself already.")

    def _run_action(self, line: ReplyLine, do: Callable[[], str]) -> None:
        try:
            line.sentence = do()
            line.is_done = self.has_acted = True
        except (PlayError, RulesError) as error:
            line.sentence = describe_error(error)

    def _find_own_seat(self, seats: Iterable[AnySeat]) -> AnySeat | None:
        """Return the seat if its player and pass are unchanged: it may be handed over in the meantime."""
        wanted = (self.seat.pk, self.seat_key, self.user_id)
        return next((seat for seat in seats if (seat.pk, seat.key, seat.user_id) == wanted), None)

    def _new_origin(self) -> Origin:
        """Give each request of an email a key of its own, so that no retry does the same thing twice."""
        self.requests += 1
        return Origin(How.REPLY, f"reply/{self.email.pk}/{self.requests}", server_time.now(), self.user_id)
