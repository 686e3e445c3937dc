"""What the links of letters about events open: one matter of one entrant, without signing in.

Looking changes nothing; a button decides, and the same button twice is the same as once. A link whose matter
is settled shows how things stand now. It opens nothing else: no account, no other matter.
"""

from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from accounts.letters import NONE, NOW
from accounts.limits import limited
from accounts.models import User
from accounts.switches import as_read_by
from games.links import tokens
from games.play import times
from games.play.errors import DoorError, NotPossible
from games.tournaments import answering, enrolling, helping, laddering, links, passages, questions, tickets
from games.tournaments.links import APPEAL, DISPUTE, WITHDRAW, Letters, Matter, Named
from games.tournaments.models import Entrant, Role, Sitting, Stage, Table, Ticket
from games.tournaments.naming import stage_name
from games.tournaments.outbox import WISH
from games.views.token_pages import closed_page, counted_by, token_page
from games.views.unsubscribe import AGAIN, KIND, change_wish

YES = "yes"
PAGES = "tournaments/link"


@csrf_exempt  # a mail program that unsubscribes has no cookies of ours; what decides is checked in `_open`
@token_page
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    with suppress(tokens.BadToken):
        return _letters(request, links.read_letters(token))
    with suppress(tokens.BadToken):
        return _help(request, links.read_role(token))
    return _open(request, token)


def _out_of_use(request: HttpRequest) -> HttpResponse:
    return closed_page(request, 410, _("This link is out of use. Your newest letter has another."))


def _found(opened: Matter | Letters) -> Entrant | None:
    """The entrant of the link, if it is still in the same hands."""
    found = Entrant.objects.select_related("user", "tournament").filter(pk=opened.entrant_id).first()
    if found is None or found.user is None or not found.user.is_active or not links.fits(opened, found):
        return None
    return found


# --- a matter


@csrf_protect
@limited("event_link", "60/m/ip,20/m/key", key=counted_by)
def _open(request: HttpRequest, token: str) -> HttpResponse:
    try:
        matter = links.read_matter(token)
    except tokens.Expired:
        return closed_page(request, 410, _("This link has become too old. Your newest letter has another."))
    except tokens.BadToken:
        return closed_page(request, 404, _("This is no link of ours. A part of it may be missing."))
    entrant = _found(matter)
    if entrant is None or entrant.user is None:
        return _out_of_use(request)
    with as_read_by(entrant.user, request):
        return Visit(request, matter, entrant).answer()


class Visit:
    """Somebody with a link of ours."""

    def __init__(self, request: HttpRequest, matter: Matter, entrant: Entrant) -> None:
        self.request, self.matter = request, matter
        self.entrant, self.event, self.user = entrant, entrant.tournament, entrant.user

    def answer(self) -> HttpResponse:
        if self.request.method != "POST":
            return self._asks() if self._is_open() else self._stands()
        try:
            sentence = self._decide()
        except DoorError as error:
            return self._refused(str(error))
        return self._stands(done=sentence)

    # --- deciding

    def _decide(self) -> str:
        what, sent = self.matter.what, self.request.POST
        if what == WITHDRAW:
            if sent.get("sure") != YES:  # what opens links and presses buttons by itself ticks no box
                raise NotPossible(_("Nothing has changed. If you want to leave, please tick the box first."))
            enrolling.withdraw(self.entrant.pk, self.user)
            return _("You have withdrawn.")
        if what == DISPUTE:
            number = sent.get("table", "")
            table = int(number) if number.isdecimal() and len(number) < 10 else None
            ticket = tickets.open_ticket(self.entrant.pk, table, sent.get("text", ""))
            return _("The referees have it, as dispute %(number)d.") % {"number": ticket.number}
        if what == APPEAL and (found := self._ticket()) is not None:
            tickets.appeal(found.pk, self.entrant.pk, sent.get("text", ""))
            return _("Another referee looks at it again.")
        yes = sent.get("answer", YES) == YES
        about, seats = self.matter.about, sent.get("seats", "")
        return answering.answer(self.entrant, what, about, yes=yes, by=self.user, seats=seats)

    def _ticket(self) -> Ticket | None:
        return self.entrant.tickets.filter(number=self.matter.about).first()

    # --- showing

    def _is_open(self) -> bool:
        """Is there anything to decide about this matter now?"""
        what = self.matter.what
        if what == WITHDRAW:
            return not self.entrant.is_out and not self.event.is_over
        if what == DISPUTE:
            return True
        if what == APPEAL:
            ticket = self._ticket()
            return ticket is not None and ticket.state == Ticket.State.RULED
        return self._question() is not None

    def _question(self) -> questions.Question | None:
        asked = questions.asked(self.entrant, times.now())
        wanted = (self.matter.what, self.matter.about)
        return next((one for one in asked if (one.what, one.about) == wanted), None)

    def _asks(self, *, status: int = 200, **more: Any) -> HttpResponse:
        what = self.matter.what if self.matter.what in (WITHDRAW, DISPUTE, APPEAL) else "question"
        return self._page(f"{what}.html", status=status, **more)

    def _refused(self, sentence: str) -> HttpResponse:
        """The form again with what was written, or how things stand."""
        sent = self.request.POST
        is_written = self.matter.what in (WITHDRAW, DISPUTE, APPEAL) or bool(sent.get("seats"))
        if is_written and self._is_open():
            kept = {"text": sent.get("text", ""), "seats": sent.get("seats", "")}
            return self._asks(status=409, trouble=sentence, **kept)
        return self._stands(status=409, trouble=sentence)

    def _stands(self, *, status: int = 200, **more: Any) -> HttpResponse:
        self.entrant = Entrant.objects.select_related("user", "tournament").get(pk=self.entrant.pk)
        return self._page("standing.html", status=status, **more)

    def _page(self, template: str, *, status: int, **more: Any) -> HttpResponse:
        page = {
            "event": self.entrant.tournament,
            "entrant": self.entrant,
            "matter": self.matter,
            "standing": passages.status(self.entrant, times.now()),
            **self._about(),
            **more,
        }
        return render(self.request, f"{PAGES}/{template}", page, status=status)

    def _about(self) -> dict[str, Any]:
        """What the page of this matter needs to say what it is about."""
        match self.matter.what:
            case "dispute":
                begun = Table.objects.filter(sittings__entrant=self.entrant)
                return {"tables": begun.exclude(state=Table.State.PLANNED).order_by("-number")}
            case "appeal":
                return {"ticket": self._ticket()}
            case "stage":
                stage = Stage.objects.filter(tournament=self.event, number=self.matter.about).first()
                return {"question": self._question(), "stage": stage_name(stage) if stage else ""}
            case "challenge":
                return {"question": self._question(), **self._challenge()}
        # a slip of the thumb must not cost a place: who cannot play is asked once more on another page
        return {"question": self._question(), "withdraw": links.matter(self.entrant, WITHDRAW)}

    def _challenge(self) -> dict[str, Any]:
        """With whom, and whether to decline costs anything."""
        here = Sitting.objects.filter(
            table__tournament=self.event, table__number=self.matter.about, table__round=None
        )
        seats = list(here.select_related("entrant").order_by("seat"))
        own = next((one for one in seats if one.entrant_id == self.entrant.pk), None)
        others = [one.entrant.name for one in seats if one != own]
        return {"names": ", ".join(others), "is_free": own is not None and laddering.avoids(own)}


# --- helping


@csrf_protect
@limited("event_link", "60/m/ip")
def _help(request: HttpRequest, named: Named) -> HttpResponse:
    """Somebody was named to help, and may decline. An older link opens nothing about a newer role."""
    wanted = Role.objects.filter(pk=named.role_id, user=named.user_id, kind=named.kind)
    role = wanted.select_related("tournament", "user").first()
    user = User.objects.filter(pk=named.user_id, is_active=True).first()
    if user is None:
        return _out_of_use(request)
    with as_read_by(user, request):
        if role is None:
            return closed_page(
                request, 410, _("You do not have this role any more: there is nothing to decide.")
            )
        return _declined(request, role) if request.method == "POST" else _helps(request, role)


def _helps(request: HttpRequest, role: Role, *, status: int = 200, **more: Any) -> HttpResponse:
    return render(
        request, f"{PAGES}/role.html", {"event": role.tournament, "role": role, **more}, status=status
    )


def _declined(request: HttpRequest, role: Role) -> HttpResponse:
    try:
        if request.POST.get("sure") != YES:
            raise NotPossible(
                _("Nothing has changed. If you do not want to help, please tick the box first.")
            )
        helping.decline(role)
    except DoorError as error:
        return _helps(request, role, status=409, trouble=str(error))
    return _helps(request, role, done=True)


# --- no more letters


@limited("event_letters", "300/m/ip")  # one machine clicks for many readers of a large mail provider
def _letters(request: HttpRequest, opened: Letters) -> HttpResponse:
    """By one click about this event; on the page also about all events, and the way back."""
    entrant = _found(opened) if opened.entrant_id else None
    user = User.objects.filter(pk=opened.user_id, is_active=True).first()
    if user is None or (opened.entrant_id and entrant is None):
        return _out_of_use(request)
    with as_read_by(user, request):
        done = _changed(user, entrant, request.POST.get("what", "")) if request.method == "POST" else ""
        event = entrant.tournament if entrant else None
        return render(request, f"{PAGES}/letters.html", {"event": event, "entrant": entrant, "done": done})


def _changed(user: User, entrant: Entrant | None, what: str) -> str:
    if entrant is None or what == KIND:
        change_wish(user, [WISH], NOW if what == AGAIN else NONE)
        return AGAIN if what == AGAIN else KIND
    Entrant.objects.filter(pk=entrant.pk).update(is_silent=what != AGAIN)
    return AGAIN if what == AGAIN else "event"
