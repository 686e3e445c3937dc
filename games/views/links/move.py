"""Make a decision through the link in an email, without signing in.

The link opens one decision of one seat for as long as that decision is open. A GET changes nothing: the page
shows the table and the move, and a button plays it. The link is not a pass: it cannot give the seat away or
open the account, and it shows no hidden card once the decision is made. Only the browser that has just made
it sees what it has drawn and the question after it, also if the button was pressed twice.
"""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import server_time
from accounts.preferences import languages
from accounts.rate_limits import is_allowed, limit_rate, respond_too_many
from games.links.kinds import TURN, TurnLink
from games.mail.outgoing import game_outbox
from games.models import Game, GameLogEntry, Seat
from games.models.game import load_game_and_seats
from games.play import moves
from games.play.errors import NotNow, NotPossible, Stale, describe_error
from games.play.transaction.origin import DOUBLE_CLICK_WINDOW, How, Origin, digest_lines
from games.queries import deadline_text, log
from games.queries.game_view import GameView
from games.rules.core.errors import RulesError
from games.rules.core.turns.preview import TurnPreview
from games.views.access import find_own_seat
from games.views.links.base import (
    find_linked_seat,
    hash_token,
    open_seat_link,
    protect_token,
    render_closed_link,
)
from games.views.params import parse_whole_number
from games.views.table.context import list_part_templates
from games.views.table.move_form import OFFER_PREFIX
from games.views.table.turn_composer import build_form_context, extend_plan, preview_lines, read_sent_lines
from games.views.table.turn_form import build_turn_data, is_turn_form, list_choices


@protect_token
@limit_rate("link", "60/m/ip,20/m/key", key=hash_token)
@require_http_methods(["GET", "HEAD", "POST"])
def play_by_link(request: HttpRequest, token: str) -> HttpResponse:
    # an expired link still tells which seat may be sent a new one
    return open_seat_link(
        request, token, TURN, _answer_turn_link, show_expired=partial(_answer_turn_link, is_old=True)
    )


def _answer_turn_link(
    request: HttpRequest, turn: TurnLink, seat: Seat, *, is_old: bool = False
) -> HttpResponse:
    return TurnLinkHandler(request, turn, seat).respond(is_old)


class TurnLinkHandler:
    """Answers one request for the link of a turn."""

    def __init__(self, request: HttpRequest, turn: TurnLink, seat: Seat) -> None:
        self.request = request
        self.turn = turn
        self.seat_id, self.game_id, self.user_id = seat.pk, seat.game_id, seat.user_id
        self.language = languages.get_current_language()

    @cached_property
    def game_view(self) -> GameView:
        """The game as the seat sees it, loaded when it is needed, with one query so that all fits."""
        game, seats = load_game_and_seats(self.game_id)
        return GameView(game, seats, next(one for one in seats if one.pk == self.seat_id), self.language)

    def forget_game(self) -> None:
        """Load the game again when it is needed next, because it may have changed."""
        self.__dict__.pop("game_view", None)

    @property
    def game(self) -> Game:
        return self.game_view.game

    @property
    def seat(self) -> Seat:
        return cast(Seat, self.game_view.seat)

    @property
    def is_open(self) -> bool:
        return bool(self.game_view.offers) and self.seat.decision == self.turn.decision

    def respond(self, is_old: bool) -> HttpResponse:
        if "fresh" in self.request.POST:
            return self.send_new_links()
        if is_old:
            return self.render_closed(410, _("This link has expired."))
        if self.request.method != "POST":
            return self.show_planned_turn()
        if "look" in self.request.POST:
            return self.show_decision()
        return self.extend_plan() if "plan" in self.request.POST else self.play_moves()

    # --- showing the decision

    def show_decision(
        self, *, status: int = 200, error: str = "", ahead: TurnPreview[Any] | None = None
    ) -> HttpResponse:
        if not self.is_open:
            return self.show_earlier_move() or self.show_outdated()
        place = "turn_error" if is_turn_form(self.request.POST) else "error"  # a whole turn has its own
        page = {**self.build_context(), place: error, "whole": TURN.sign(TurnLink.for_seat(self.seat))}
        page |= (
            self.build_single_move_context()
            if self.turn.line
            else self.build_form_context(self.submitted_form, ahead)
        )
        return render(self.request, "games/links/play_move.html", page, status=status)

    def build_context(self) -> dict[str, Any]:
        """Build the context that shows the table as this seat sees it."""
        return {
            "game": self.game,
            "seat": self.seat,
            "page": self.game_view.page,
            "parts": list_part_templates(self.game.ruleset),
            "turn": self.turn,
            "moved": deadline_text.describe_deadline_shifts(self.game, self.seat),
            "consequence": deadline_text.describe_deadline(self.game, self.seat),
        }

    @property
    def submitted_form(self) -> QueryDict | None:
        """The submitted form; the link of an email may fill it in.

        A link to a whole turn chooses that turn, and `?open=<number>` opens the fields of one offer."""
        if self.request.method == "POST":
            return self.request.POST
        if self.turn.turn:
            return self.fill_in_turn()
        opened = parse_whole_number(self.request.GET.get("open", ""))
        return None if opened is None else QueryDict(f"move={OFFER_PREFIX}{opened}")

    def fill_in_turn(self) -> QueryDict | None:
        """The form with the whole turn of the link; None if there is no such turn any more."""
        suggestions, number = self.game_view.suggest_turns(), self.turn.turn
        if number > len(suggestions.turns):
            return None
        return build_turn_data(suggestions.parts, suggestions.turns[number - 1].values)

    def build_form_context(
        self, chosen: QueryDict | None = None, ahead: TurnPreview[Any] | None = None
    ) -> dict[str, Any]:
        """Build the move form for the position now, or after the planned lines."""
        lines = [one.line for one in ahead.lines] if ahead else []
        return {**build_form_context(self.game_view, chosen, ahead), "shorter": self.build_url(lines[:-1])}

    def build_url(self, lines: Sequence[str] = ()) -> str:
        """Return the link to this decision with a plan; the plan is only stored in the URL."""
        link = reverse("play_by_link", args=[TURN.sign(TurnLink.for_seat(self.seat))])
        return f"{link}?{urlencode({'then': lines}, doseq=True)}" if lines else link

    def build_single_move_context(self) -> dict[str, Any]:
        """Build the context for a link with one move: its label, and a link to plan the rest of the turn."""
        go_on = self.build_url([self.turn.line]) if self.game_view.is_on_turn() else ""
        return {"label": self.describe_move(), "go_on": go_on}

    def describe_move(self) -> str:
        """Describe the move of the link and its effects in the reader's language."""
        rules, position, name = self.game_view.rules, self.game_view.position, self.seat.name
        try:
            move = rules.read(position, name, self.turn.line, "en")
        except RulesError:
            return self.turn.line
        return rules.label(position, name, move, self.game_view.language) or self.turn.line

    # --- planning a turn

    def show_planned_turn(self) -> HttpResponse:
        """Show the form for what may follow the lines planned in the URL."""
        if not self.is_open or not (lines := self.request.GET.getlist("then")):
            return self.show_decision()
        ahead, error = preview_lines(self.game_view, lines)
        return self.show_decision(ahead=ahead, error=error)

    def extend_plan(self) -> HttpResponse:
        """Append the choice to the plan and redirect to its URL; nothing is played or stored."""
        if not self.is_open:
            return self.show_decision()
        ahead, error = extend_plan(self.game_view, self.request.POST)
        if error:
            return self.show_decision(status=422, error=error, ahead=ahead)
        return redirect(self.build_url([one.line for one in ahead.lines]))

    # --- playing

    def play_moves(self) -> HttpResponse:
        """Play the submitted moves. The request key is a hash of the lines, so a repeated POST plays once."""
        try:
            lines = (
                [self.turn.line]
                if self.turn.line
                else read_sent_lines(self.request.POST, lambda: self.game_view, self.turn.decision)
            )
            mine, origin = partial(find_linked_seat, self.turn), self.build_origin(lines)
            decision, language = self.turn.decision, self.language
            played = moves.play_moves(self.game_id, mine, lines, origin, decision=decision, language=language)
        except (RulesError, NotPossible) as error:
            return self.show_refusal(describe_error(error))
        except (NotNow, Stale):
            self.forget_game()
            return (self.show_earlier_move() if self.turn.line else None) or self.show_outdated()
        self.forget_game()
        return self.show_result(played)

    def show_refusal(self, error: str) -> HttpResponse:
        """Show the form as it was filled in, with the reason why it was refused."""
        lines = self.request.POST.getlist("then")
        ahead = preview_lines(self.game_view, lines)[0] if lines and self.is_open else None
        return self.show_decision(status=422, error=error, ahead=ahead)

    def build_origin(self, lines: Sequence[str]) -> Origin:
        """The key of the request is bound to the browser: another one that sends the same is another request,
        which finds the decision made."""
        what = list_choices(self.request.POST) if is_turn_form(self.request.POST) else lines
        key = f"link/{self.seat_id}/{self.turn.decision}/{digest_lines([self.browser, *what])}"
        return Origin(How.LINK, key, server_time.now(), self.user_id)

    @property
    def browser(self) -> str:
        """The secret by which the browser's forms are protected; empty if it has none."""
        return self.request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")

    # --- results

    def show_result(self, played: moves.MoveResult) -> HttpResponse:
        if played.last_number is None:
            return self.show_repeated_request(played.number)
        return self.render_played(played.number, played.last_number, played.trouble, goes_on=True)

    def show_repeated_request(self, number: int) -> HttpResponse:
        """Show the moves of this request again, unless they were undone meanwhile.

        A second click is answered like the first; later the link is as good as one that somebody found."""
        first = GameLogEntry.objects.get(game_id=self.game_id, number=number)
        if first.taken_back:
            return self.show_outdated()
        is_second_click = bool(self.browser) and server_time.now() - first.at < DOUBLE_CLICK_WINDOW
        return self.render_played(number, self.find_last_number(first), goes_on=is_second_click)

    def show_earlier_move(self) -> HttpResponse | None:
        """Show the move again if this decision was made before, by this link or at the table; else None."""
        answer = (
            GameLogEntry.objects.not_undone()
            .filter(seat_id=self.seat_id, decision=self.turn.decision)
            .first()
        )
        if answer is None or self.turn.line not in ("", answer.text):
            return None
        return self.render_played(answer.number, self.find_last_number(answer))

    def render_played(self, first: int, last: int, error: str = "", *, goes_on: bool = False) -> HttpResponse:
        """Show what was played and what followed, and to somebody who has just played the next question."""
        # an old email may be read by others: secrets are only for who has just played or is signed in
        is_own = goes_on or find_own_seat(self.request, [self.seat]) is not None
        own_view = self.game_view if is_own else self.game_view.public_view
        entries = log.list_entries_since(own_view, first - 1, until=last)
        if self.game.log_length > last:
            entries += log.list_entries_since(self.game_view.public_view, last)
        page = {"game": self.game, "seat": self.seat, "error": error, "log_entries": entries}
        page["is_own"] = find_own_seat(self.request, [self.seat]) is not None
        if goes_on and self.game_view.offers and self.seat.decision == last:
            page |= {
                **self.build_context(),
                **self.build_form_context(),
                "next": TURN.sign(TurnLink.for_seat(self.seat)),
            }
        else:
            page["page"] = self.game_view.public_view.page
        return render(self.request, "games/links/move_played.html", page)

    def find_last_number(self, first: GameLogEntry) -> int:
        """Return the number of the last move of this request: only the question after it may be answered."""
        same = GameLogEntry.objects.filter(
            game_id=self.game_id, seat_id=self.seat_id, key__startswith=first.key
        )
        return same.order_by("-number").values_list("number", flat=True)[0]

    def show_outdated(self) -> HttpResponse:
        """Say that the decision is closed, and list what has happened since."""
        is_own = find_own_seat(self.request, [self.seat]) is not None
        view = self.game_view if is_own else self.game_view.public_view
        missed = log.list_entries_since(view, self.turn.decision)
        return self.render_closed(409, self.explain_closed(), missed=missed, is_own=is_own)

    def explain_closed(self) -> str:
        """Explain why the link cannot be used now."""
        if self.game.state == Game.State.PAUSED:
            return _("The game is paused. The link works again when it resumes.")
        if self.game.state != Game.State.RUNNING:
            return _("This game is no longer running.")
        return _("This has already been decided: the game has moved on since the email was sent.")

    def render_closed(self, status: int, sentence: str, **more: Any) -> HttpResponse:
        can_have_fresh = bool(self.game_view.offers)
        page = {"game": self.game, "seat": self.seat, "can_have_fresh": can_have_fresh, **more}
        return render_closed_link(self.request, status, sentence, **page)

    # --- a new link

    def send_new_links(self) -> HttpResponse:
        """Email new links to the address of the seat, whoever asks for them."""
        if not self.game_view.offers:
            return self.show_outdated()
        if not is_allowed(self.request, "new_link", "3/10m/key,10/d/key", key=str(self.seat_id)):
            return respond_too_many(self.request)
        game_outbox.resend_turn_email(self.seat, self.seat.user)
        return render_closed_link(
            self.request,
            200,
            _("An email with fresh links is on its way to this seat’s address."),
            game=self.game,
            is_sent=True,
        )
