"""Pages behind the links in tournament emails: one action of one entrant, without signing in.

Opening a link changes nothing; the button on the page does, and pressing it twice has the same effect as
once. When there is nothing left to decide, the page shows the current state. A link never gives access to the
account or to any other action.
"""

from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from accounts import server_time
from accounts.models import User
from accounts.preferences.display_preferences import use_reader_locale
from accounts.preferences.mail_preferences import NONE, NOW
from accounts.rate_limits import limit_rate
from games.links.tokens import BadToken, ExpiredToken, fits_user
from games.play.errors import NotPossible, PlayError
from games.tournaments.director import ladder
from games.tournaments.display import format_stage_name
from games.tournaments.entries import answers, questions, registration, sitting_out
from games.tournaments.mail import links, sections
from games.tournaments.mail.links import (
    APPEAL,
    DISPUTE,
    ENTRANT_ACTION,
    ROLE,
    SIT_OUT,
    TOURNAMENT_UNSUBSCRIBE,
    WITHDRAW,
    EntrantActionLink,
    RoleLink,
    TournamentUnsubscribeLink,
)
from games.tournaments.mail.outbox import MAIL_PREFERENCE
from games.tournaments.models import Dispute, Entrant, Role, Stage, TableSeat, TournamentTable
from games.tournaments.rulings import disputes
from games.tournaments.staff import roles
from games.views.links.base import hash_token, protect_token, render_closed_link
from games.views.links.unsubscribe import AGAIN, KIND, set_mail_preferences

YES = "yes"
TEMPLATE_FOLDER = "tournaments/links"


@csrf_exempt  # one-click unsubscribing by a mail program sends no cookies; other actions are checked below
@protect_token
@require_http_methods(["GET", "HEAD", "POST"])
def open_tournament_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open any link of a tournament email: unsubscribe, decline a role, or an action of an entrant."""
    with suppress(BadToken):
        return _open_unsubscribe_link(request, TOURNAMENT_UNSUBSCRIBE.read(token))
    with suppress(BadToken):
        return _open_role_link(request, ROLE.read(token))
    return _open_action_link(request, token)


def _render_revoked_link(request: HttpRequest) -> HttpResponse:
    return render_closed_link(
        request, 410, _("This link no longer works. There is a newer one in your latest email.")
    )


def _find_entrant(opened: EntrantActionLink | TournamentUnsubscribeLink) -> Entrant | None:
    """Find the entrant of a link. None if the link was revoked or the account is closed."""
    found = Entrant.objects.select_related("user", "tournament").filter(pk=opened.entrant_id).first()
    if (
        found is None
        or found.user is None
        or not found.user.is_active
        or not links.matches_entrant(opened, found)
    ):
        return None
    return found


# --- actions of an entrant


@csrf_protect
@limit_rate("tournament_link", "60/m/ip,20/m/key", key=hash_token)
def _open_action_link(request: HttpRequest, token: str) -> HttpResponse:
    try:
        matter = ENTRANT_ACTION.read(token)
    except ExpiredToken:
        return render_closed_link(
            request, 410, _("This link has expired. There is a newer one in your latest email.")
        )
    except BadToken:
        return render_closed_link(request, 404, _("This link is not valid. Part of it may be missing."))
    entrant = _find_entrant(matter)
    if entrant is None or entrant.user is None:
        return _render_revoked_link(request)
    with use_reader_locale(entrant.user, request):
        return EntrantActionPage(request, matter, entrant).respond()


class EntrantActionPage:
    """One request to the page of an entrant's action."""

    def __init__(self, request: HttpRequest, matter: EntrantActionLink, entrant: Entrant) -> None:
        self.request, self.link = request, matter
        self.entrant, self.tournament, self.user = entrant, entrant.tournament, entrant.user

    def respond(self) -> HttpResponse:
        if self.request.method != "POST":
            return self._render_form() if self._is_open() else self._render_status()
        try:
            sentence = self._run_action()
        except PlayError as error:
            return self._render_refusal(str(error))
        return self._render_status(done=sentence)

    # --- deciding

    def _run_action(self) -> str:
        what, sent = self.link.action, self.request.POST
        if what == WITHDRAW:
            if sent.get("sure") != YES:  # a link scanner may press buttons, but ticks no box
                raise NotPossible(_("Nothing has changed. If you want to leave, please tick the box first."))
            registration.withdraw_entrant(self.entrant.pk, self.user)
            return _("You have withdrawn.")
        if what == DISPUTE:
            number = sent.get("table", "")
            table = int(number) if number.isdecimal() and len(number) < 10 else None
            dispute = disputes.open_dispute(self.entrant.pk, table, sent.get("text", ""))
            return _("The referees have it as dispute %(number)d.") % {"number": dispute.number}
        if what == APPEAL and (found := self._find_dispute()) is not None:
            disputes.appeal_dispute(found.pk, self.entrant.pk, sent.get("text", ""))
            return _("Another referee will look at it again.")
        yes = sent.get("answer", YES) == YES
        about, seats = self.link.about, sent.get("seats", "")
        return answers.answer_question(self.entrant, what, about, yes=yes, by=self.user, seats=seats)

    def _find_dispute(self) -> Dispute | None:
        return self.entrant.disputes.filter(number=self.link.about).first()

    # --- showing

    def _is_open(self) -> bool:
        """Is there anything left to decide with this link?"""
        what = self.link.action
        if what == WITHDRAW:
            return not self.entrant.is_out and not self.tournament.is_over
        if what == DISPUTE:
            return True
        if what == APPEAL:
            dispute = self._find_dispute()
            return dispute is not None and dispute.state == Dispute.State.RULED
        return self._find_question() is not None

    def _find_question(self) -> questions.EntrantQuestion | None:
        if self.link.action == SIT_OUT:
            asked_round = sitting_out.find_asked_round(self.entrant)
            is_open = asked_round is not None and asked_round[0] == self.link.about
            return questions.EntrantQuestion("sit_out", about=self.link.about) if is_open else None
        asked = questions.list_questions(self.entrant, server_time.now())
        wanted = (self.link.action, self.link.about)
        return next((one for one in asked if (one.kind, one.about) == wanted), None)

    def _render_form(self, *, status: int = 200, **more: Any) -> HttpResponse:
        what = self.link.action if self.link.action in (WITHDRAW, DISPUTE, APPEAL) else "question"
        return self._render_page(f"{what}.html", status=status, **more)

    def _render_refusal(self, sentence: str) -> HttpResponse:
        """Show the error above the form with the text already written, or above the current state."""
        sent = self.request.POST
        is_written = self.link.action in (WITHDRAW, DISPUTE, APPEAL) or bool(sent.get("seats"))
        if is_written and self._is_open():
            kept = {"text": sent.get("text", ""), "seats": sent.get("seats", "")}
            return self._render_form(status=409, error=sentence, **kept)
        return self._render_status(status=409, error=sentence)

    def _render_status(self, *, status: int = 200, **more: Any) -> HttpResponse:
        self.entrant = Entrant.objects.select_related("user", "tournament").get(pk=self.entrant.pk)
        return self._render_page("status.html", status=status, **more)

    def _render_page(self, template: str, *, status: int, **more: Any) -> HttpResponse:
        page = {
            "tournament": self.entrant.tournament,
            "entrant": self.entrant,
            "matter": self.link,
            "standing": sections.describe_status(self.entrant, server_time.now()),
            **self._build_action_context(),
            **more,
        }
        return render(self.request, f"{TEMPLATE_FOLDER}/{template}", page, status=status)

    def _build_action_context(self) -> dict[str, Any]:
        """Build the part of the context that depends on the action."""
        match self.link.action:
            case "dispute":
                begun = TournamentTable.objects.filter(seats__entrant=self.entrant)
                return {"tables": begun.exclude(state=TournamentTable.State.PLANNED).order_by("-number")}
            case "appeal":
                return {"ticket": self._find_dispute()}
            case "stage":
                stage = Stage.objects.filter(tournament=self.tournament, number=self.link.about).first()
                return {"question": self._find_question(), "stage": format_stage_name(stage) if stage else ""}
            case "challenge":
                return {"question": self._find_question(), **self._build_challenge_context()}
        # one wrong tap must not cost a place: withdrawing is confirmed on a page of its own
        return {"question": self._find_question(), "withdraw": links.build_action_url(self.entrant, WITHDRAW)}

    def _build_challenge_context(self) -> dict[str, Any]:
        """Name the opponents, and tell whether declining is free because of an avoidance."""
        here = TableSeat.objects.filter(
            table__tournament=self.tournament, table__number=self.link.about, table__round=None
        )
        seats = list(here.select_related("entrant").order_by("seat"))
        own = next((one for one in seats if one.entrant_id == self.entrant.pk), None)
        others = [one.entrant.name for one in seats if one != own]
        return {"names": ", ".join(others), "is_free": own is not None and ladder.avoids_opponent(own)}


# --- roles


@csrf_protect
@limit_rate("tournament_link", "60/m/ip")
def _open_role_link(request: HttpRequest, named: RoleLink) -> HttpResponse:
    """Let somebody who was appointed to the staff decline. A link for an earlier role does not work."""
    wanted = Role.objects.filter(pk=named.role_id, user=named.user_id, kind=named.kind)
    role = wanted.select_related("tournament", "user").first()
    user = User.objects.filter(pk=named.user_id, is_active=True).first()
    if user is None or not fits_user(named.user_digest, user):
        return _render_revoked_link(request)
    with use_reader_locale(user, request):
        if role is None:
            return render_closed_link(
                request, 410, _("You no longer have this role, so there is nothing to decide.")
            )
        return _decline_role(request, role) if request.method == "POST" else _render_role(request, role)


def _render_role(request: HttpRequest, role: Role, *, status: int = 200, **more: Any) -> HttpResponse:
    return render(
        request,
        f"{TEMPLATE_FOLDER}/role.html",
        {"tournament": role.tournament, "role": role, **more},
        status=status,
    )


def _decline_role(request: HttpRequest, role: Role) -> HttpResponse:
    try:
        if request.POST.get("sure") != YES:
            raise NotPossible(
                _("Nothing has changed. If you do not want to help, please tick the box first.")
            )
        roles.decline_role(role)
    except PlayError as error:
        return _render_role(request, role, status=409, error=str(error))
    return _render_role(request, role, done=True)


# --- unsubscribing


@limit_rate(
    "tournament_unsubscribe", "300/m/ip"
)  # a large mail provider unsubscribes for many readers from one address
def _open_unsubscribe_link(request: HttpRequest, opened: TournamentUnsubscribeLink) -> HttpResponse:
    """Unsubscribe from the emails of this tournament with one click.

    The page also offers to unsubscribe from all tournaments, and to subscribe again.
    """
    entrant = _find_entrant(opened) if opened.entrant_id else None
    user = User.objects.filter(pk=opened.user_id, is_active=True).first()
    if user is None or not (entrant if opened.entrant_id else fits_user(opened.user_digest, user)):
        return _render_revoked_link(request)
    with use_reader_locale(user, request):
        done = (
            _change_mail_preference(user, entrant, request.POST.get("what", ""))
            if request.method == "POST"
            else ""
        )
        tournament = entrant.tournament if entrant else None
        return render(
            request,
            f"{TEMPLATE_FOLDER}/unsubscribe.html",
            {"tournament": tournament, "entrant": entrant, "done": done},
        )


def _change_mail_preference(user: User, entrant: Entrant | None, what: str) -> str:
    if entrant is None or what == KIND:
        set_mail_preferences(user, [MAIL_PREFERENCE], NOW if what == AGAIN else NONE)
        return AGAIN if what == AGAIN else KIND
    Entrant.objects.filter(pk=entrant.pk).update(is_unsubscribed=what != AGAIN)
    return AGAIN if what == AGAIN else "tournament"
