"""A decision that is made by the link of a letter, without signing in.

The link opens one decision of one seat, as long as that decision is open. Looking changes nothing: the page
shows the table and the move, and a button plays it. It is no pass: it gives no seat away, opens no account,
and shows no hidden card once the decision is made.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import languages
from accounts.limits import allowed, limited, too_many
from games.links import tokens
from games.links.tokens import Turn
from games.mail import outbox
from games.models import Game, Move, Seat
from games.play import consequence, service, times, views_of
from games.play.errors import DoorError, NotPossible, NotYours, reason_of
from games.play.origin import How, Origin, content_of
from games.play.views_of import Sight
from games.rules.core.ahead import Ahead
from games.rules.core.errors import RulesError
from games.views.composing import ahead_of, form_of, lines_sent, one_more
from games.views.decision import OPEN
from games.views.numbers import whole
from games.views.showing import parts_of
from games.views.token_pages import closed_page, counted_by, holder, out_of_use, seat_page, token_page
from games.views.visitor import own_seat


@token_page
@limited("link", "60/m/ip,20/m/key", key=counted_by)
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    def show(request: HttpRequest, turn: Turn, seat: Seat) -> HttpResponse:
        return Visit(request, turn, seat).answer(_is_old(token))

    # one that is too old still knows to whom a fresh one may be sent
    return seat_page(request, token, partial(tokens.read_turn, lasts=None), show)


def _is_old(token: str) -> bool:
    try:
        tokens.read_turn(token)
    except tokens.Expired:
        return True
    return False


class Visit:
    """Somebody with a link of ours."""

    def __init__(self, request: HttpRequest, turn: Turn, seat: Seat) -> None:
        self.request = request
        self.turn = turn
        self.seat_id, self.game_id = seat.pk, seat.game_id
        self.look()

    def look(self) -> None:
        """The table as it stands now, out of one statement."""
        game, seats = views_of.seated(self.game_id)
        seat = next(one for one in seats if one.pk == self.seat_id)
        self.game, self.seat = game, seat
        self.sight = Sight(game, seats, seat, languages.spoken())

    @property
    def is_open(self) -> bool:
        return bool(self.sight.offers) and self.seat.decision == self.turn.decision

    def answer(self, is_old: bool) -> HttpResponse:
        if "fresh" in self.request.POST:
            return self.send_fresh()
        if is_old:
            return self.closed(410, _("This link has become too old."))
        if self.request.method != "POST":
            return self.look_ahead()
        return self.plan() if "plan" in self.request.POST else self.play()

    # --- looking

    def show(self, *, status: int = 200, trouble: str = "", ahead: Ahead[Any] | None = None) -> HttpResponse:
        if not self.is_open:
            return self.done() or self.overtaken()
        page = {**self.page(), "trouble": trouble, "whole": tokens.turn(self.seat)}
        page |= self.one_answer() if self.turn.line else self.form(self.sent, ahead)
        return render(self.request, "games/link/turn.html", page, status=status)

    def page(self) -> dict[str, Any]:
        """The table as this seat sees it."""
        return {
            "game": self.game,
            "seat": self.seat,
            "page": self.sight.page,
            "parts": parts_of(self.game.ruleset),
            "turn": self.turn,
            "moved": consequence.moved(self.game, self.seat),
            "consequence": consequence.sentence(self.game, self.seat),
        }

    @property
    def sent(self) -> QueryDict | None:
        """What was chosen; a letter may lead straight to one form, by the number of its offer."""
        if self.request.method == "POST":
            return self.request.POST
        opened = whole(self.request.GET.get("open", ""))
        return None if opened is None else QueryDict(f"move={OPEN}{opened}")

    def form(self, chosen: QueryDict | None = None, ahead: Ahead[Any] | None = None) -> dict[str, Any]:
        """All that may be done now, or behind a plan."""
        lines = [one.line for one in ahead.planned] if ahead else []
        return {**form_of(self.sight, chosen, ahead), "shorter": self.address(lines[:-1])}

    def address(self, lines: Sequence[str] = ()) -> str:
        """This decision, with a plan: the plan is nothing but its address."""
        link = reverse("by_link", args=[tokens.turn(self.seat)])
        return f"{link}?{urlencode({'then': lines}, doseq=True)}" if lines else link

    def one_answer(self) -> dict[str, Any]:
        """The move of the link in words, and the way on to the rest of the turn."""
        go_on = self.address([self.turn.line]) if self.sight.is_on_turn() else ""
        return {"label": self.label(), "go_on": go_on}

    def label(self) -> str:
        """The move in words, with what follows from it."""
        rules, position, name = self.sight.rules, self.sight.position, self.seat.name
        try:
            move = rules.read(position, name, self.turn.line, "en")
        except RulesError:
            return self.turn.line
        return rules.label(position, name, move, self.sight.language) or self.turn.line

    # --- composing

    def look_ahead(self) -> HttpResponse:
        """What may be done, after the lines that are in the address."""
        if not self.is_open or not (lines := self.request.GET.getlist("then")):
            return self.show()
        ahead, trouble = ahead_of(self.sight, lines)
        return self.show(ahead=ahead, trouble=trouble)

    def plan(self) -> HttpResponse:
        """Put what was chosen behind the plan; nothing is played or stored."""
        if not self.is_open:
            return self.show()
        ahead, trouble = one_more(self.sight, self.request.POST)
        if trouble:
            return self.show(status=422, trouble=trouble, ahead=ahead)
        return redirect(self.address([one.line for one in ahead.planned]))

    # --- playing

    def play(self) -> HttpResponse:
        """The same again is the same move: its key is made of what it says."""
        try:
            lines = [self.turn.line] if self.turn.line else lines_sent(self.request.POST, lambda: self.sight)
            mine, origin = partial(holder, self.turn), self.origin(lines)
            language, decision = self.sight.language, self.turn.decision
            played = service.play(self.game_id, mine, lines, origin, decision=decision, language=language)
        except (RulesError, NotPossible) as error:
            return self.refused(reason_of(error))
        except NotYours:  # given on, or taken out of use, a moment ago
            return out_of_use(self.request, Seat.objects.get(pk=self.seat_id))
        except DoorError:
            self.look()
            return (self.done() if self.turn.line else None) or self.overtaken()
        self.look()
        return self.played(played)

    def refused(self, trouble: str) -> HttpResponse:
        """The page as it was filled in, with the reason."""
        lines = self.request.POST.getlist("then")
        ahead = ahead_of(self.sight, lines)[0] if lines and self.is_open else None
        return self.show(status=422, trouble=trouble, ahead=ahead)

    def origin(self, lines: Sequence[str]) -> Origin:
        key = f"link/{self.seat_id}/{self.turn.decision}/{content_of(lines)}"
        return Origin(How.LINK, key, times.now(), self.seat.user_id)

    # --- what the page says then

    def played(self, played: service.Played) -> HttpResponse:
        first = Move.objects.get(game_id=self.game_id, number=played.number)
        if first.taken_back:
            return self.overtaken()
        return self.success(first, played.trouble, goes_on=True)

    def done(self) -> HttpResponse | None:
        """It was decided before, by this link or at the table: what was played is shown again."""
        answer = Move.objects.standing().filter(seat_id=self.seat_id, decision=self.turn.decision).first()
        if answer is None or self.turn.line not in ("", answer.text):
            return None
        return self.success(answer)

    def success(self, first: Move, trouble: str = "", *, goes_on: bool = False) -> HttpResponse:
        """What was played and what followed; to whoever has just played it, the next question at once."""
        last = self.last_of(first)
        # an old letter may lie open somewhere: secrets are for whoever has just played, or is signed in
        is_own = goes_on or own_seat(self.request, [self.seat]) is not None
        own = views_of.since(self.sight if is_own else self.open_sight, first.number - 1, until=last)
        page = {"game": self.game, "seat": self.seat, "page": self.open_sight.page, "trouble": trouble}
        page["told"] = [*own, *views_of.since(self.open_sight, last)]
        if goes_on and self.sight.offers and self.seat.decision == last:
            page |= {**self.page(), **self.form(), "next": tokens.turn(self.seat)}
        return render(self.request, "games/link/played.html", page)

    def last_of(self, first: Move) -> int:
        """The last move of this request: the question that it has led to may be answered, no later one."""
        same = Move.objects.filter(game_id=self.game_id, seat_id=self.seat_id, key__startswith=first.key)
        return same.order_by("-number").values_list("number", flat=True)[0]

    @property
    def open_sight(self) -> Sight:
        """The table as everybody may see it."""
        return Sight(self.game, self.sight.seats, None, self.sight.language)

    def overtaken(self) -> HttpResponse:
        """What has changed since, and what can be done now."""
        is_own = own_seat(self.request, [self.seat]) is not None
        missed = views_of.since(self.sight if is_own else self.open_sight, self.turn.decision)
        return self.closed(409, self.why(), missed=missed, is_own=is_own)

    def why(self) -> str:
        if self.game.state == Game.State.PAUSED:
            return _("The game is paused. The link works again when it goes on.")
        if self.game.state != Game.State.RUNNING:
            return _("This game is not running any more.")
        return _("This has been decided already: the game has moved on since the letter was written.")

    def closed(self, status: int, sentence: str, **more: Any) -> HttpResponse:
        can_have_fresh = bool(self.sight.offers)
        page = {"game": self.game, "seat": self.seat, "can_have_fresh": can_have_fresh, **more}
        return closed_page(self.request, status, sentence, **page)

    # --- a fresh link

    def send_fresh(self) -> HttpResponse:
        """To the address that we know, whoever asks."""
        if not self.sight.offers:
            return self.overtaken()
        if not allowed(self.request, "fresh_link", "3/10m/key,10/d/key", key=str(self.seat_id)):
            return too_many(self.request)
        outbox.send_again(self.seat, self.seat.user)
        return closed_page(
            self.request,
            200,
            _("A letter with fresh links is on its way to the address of this seat."),
            game=self.game,
            is_sent=True,
        )
