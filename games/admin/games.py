"""Games in the admin: everything but the players' secrets is readable, and changes go through the play
service.

Positions, seeds, events and passes are not shown, because an operator may be playing, too.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin
from games.mail.incoming import processor
from games.mail.outgoing import queue
from games.models import (
    ChatMessage,
    Game,
    GameLogEntry,
    GameNotice,
    IncomingMail,
    Invitation,
    JoinLink,
    MessageReport,
    Outage,
    Seat,
)
from games.models.log_entry import MAX_REASON_LENGTH
from games.play import chat, referee, votes
from games.play.errors import PlayError
from games.play.lobby import tables
from games.rules.core.errors import RulesError
from games.statistics import tallies
from games.tournaments.models import TournamentNotice


class SeatInline(ReadOnlyAdmin, admin.TabularInline):
    model = Seat
    fields = ["place", "name", "user", "bot", "decision", "asked_at", "due_at"]
    extra = 0


class InvitationInline(ReadOnlyAdmin, admin.TabularInline):
    model = Invitation
    fk_name = "game"
    fields = ["address", "state", "seat", "times_sent", "status", "invited_at", "answered_at"]
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    list_display = ["name", "key", "ruleset", "state", "size", "creator", "log_length", "changed_at"]
    list_filter = ["state", "ruleset"]
    search_fields = ["name", "key", "seats__name", "seats__user__handle"]
    date_hierarchy = "created_at"
    list_select_related = ["creator"]
    exclude = ["seed", "position"]
    inlines = [SeatInline, InvitationInline]

    def get_urls(self) -> list[URLPattern]:
        rule = self.admin_site.admin_view(self.show_referee_page)
        return [path("<int:pk>/referee/", rule, name="games_game_referee"), *super().get_urls()]

    def show_referee_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show and process the referee form: pause, resume, extend, replace a player, undo moves, abort."""
        if not request.user.has_perm("games.referee"):
            self.message_user(request, _("You may look, but not make rulings."), messages.ERROR)
            return HttpResponseRedirect(reverse("admin:games_game_change", args=[pk]))
        game = get_object_or_404(Game, pk=pk)
        form = RefereeForm(request.POST or None, game=game)
        if form.is_valid() and self._apply_ruling(request, form):
            return HttpResponseRedirect(request.path)
        context = {**self.admin_site.each_context(request), "title": _("Referee"), "game": game, "form": form}
        context |= {
            "opts": self.opts,
            "journal": game.log_entries.select_related("seat", "by").order_by("-number")[:30],
        }
        return render(request, "admin/games/game/referee.html", context)

    def _apply_ruling(self, request: HttpRequest, form: "RefereeForm") -> bool:
        try:
            form.apply_ruling(request.user)
        except (PlayError, RulesError) as error:
            form.add_error(None, str(error))
            return False
        self.message_user(request, _("Done, and recorded in the log."))
        return True


class RefereeForm(forms.Form):
    """The form of a referee's ruling on a game."""

    PAUSE, RESUME, ABANDON = votes.Matter.PAUSE, votes.Matter.RESUME, votes.Matter.ABANDON
    EXTEND, REPLACE, BOT, TAKE_BACK = "extend", "replace", "bot", "take_back"
    ACTS = [
        (PAUSE, _("Pause the game")),
        (RESUME, _("Resume the game")),
        (EXTEND, _("Give more time: hours")),
        (REPLACE, _("Put a person on a seat: seat and handle")),
        (BOT, _("Put a bot on a seat: seat")),
        (TAKE_BACK, _("Undo from this move on: its number in the log")),
        (ABANDON, _("Abort the game")),
    ]
    act = forms.ChoiceField(label=_("What"), choices=ACTS)
    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=24 * 60, required=False)
    seat = forms.ModelChoiceField(label=_("Seat"), queryset=Seat.objects.none(), required=False)
    handle = forms.CharField(label=_("Handle"), max_length=24, required=False)
    number = forms.IntegerField(label=_("Number"), min_value=1, required=False)
    reason = forms.CharField(
        label=_("Reason (everybody can read it)"), max_length=MAX_REASON_LENGTH, required=False
    )

    NEEDS = {EXTEND: ["hours"], REPLACE: ["seat", "handle"], BOT: ["seat"], TAKE_BACK: ["number"]}

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["seat"].queryset = game.seats.all()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in self.NEEDS.get(data.get("act", ""), []):
            if not data.get(name):
                self.add_error(name, _("This field is required."))
        if data.get("act") == self.REPLACE and data.get("handle"):
            data["person"] = (
                get_user_model().objects.filter(handle__lower=data["handle"].lower(), is_active=True).first()
            )
            if data["person"] is None:
                self.add_error("handle", _("There is nobody with this name."))
        return data

    @transaction.atomic
    def apply_ruling(self, user: Any) -> None:
        data, game_id, reason = self.cleaned_data, self.game.pk, self.cleaned_data["reason"]
        match data["act"]:
            case self.EXTEND:
                referee.extend_deadlines(game_id, data["hours"], user, reason=reason)
            case self.REPLACE:
                referee.replace_player(game_id, data["seat"].pk, user, person=data["person"], reason=reason)
            case self.BOT:
                referee.replace_player(game_id, data["seat"].pk, user, bot=tables.DEFAULT_BOT, reason=reason)
            case self.TAKE_BACK:
                referee.take_back_moves(game_id, data["number"], user, reason=reason)
                tallies.uncount_game(game_id)
            case matter:
                referee.decide_matter(game_id, matter, user, reason=reason)


@admin.register(GameLogEntry)
class MoveAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """The game log. Texts of moves are hidden: secret choices belong to the player until the game is over.

    So is how a move came about, and by whom: an order, or the only answer, would tell what the seat holds."""

    list_display = ["game", "number", "kind", "seat", "ruled_by", "at", "taken_back"]
    list_filter = ["kind"]
    search_fields = ["game__key", "game__name"]
    list_select_related = ["game", "seat", "by"]
    exclude = ["events", "position_before", "text", "key", "clock", "how", "by"]
    readonly_fields = ["ruled_by"]

    @admin.display(description=_("by"))
    def ruled_by(self, entry: GameLogEntry) -> Any:
        return None if entry.kind == GameLogEntry.Kind.MOVE else entry.by


class QueuedMailAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Rows that are sent by email. Parked ones can be retried once the cause is fixed."""

    actions = ["retry_parked"]

    @admin.action(description=_("Retry outgoing emails that were given up"), permissions=["referee"])
    def retry_parked(self, request: HttpRequest, rows: Any) -> None:
        self.message_user(request, _("Trying %(n)d again.") % {"n": queue.retry_parked(rows)})

    def has_referee_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.referee")


@admin.register(GameNotice)
class GameNoticeAdmin(QueuedMailAdmin):
    """The outbox of games."""

    list_display = ["game", "user", "kind", "number", "status", "tries", "next_try_at", "error"]
    list_filter = ["status", "kind"]
    search_fields = ["game__key", "user__handle"]
    list_select_related = ["game", "user"]


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Outages of the server, and how many deadlines each of them moved."""

    list_display = ["start", "end", "moved_deadlines"]
    date_hierarchy = "start"


@admin.register(TournamentNotice)
class TournamentNoticeAdmin(QueuedMailAdmin):
    """The outbox of tournaments."""

    list_display = ["tournament", "user", "kind", "number", "status", "tries", "next_try_at", "error"]
    list_filter = ["status", "kind"]
    search_fields = ["tournament__slug", "user__handle"]
    list_select_related = ["tournament", "user"]


@admin.register(IncomingMail)
class IncomingMailAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Incoming emails. Their content, and the keys in their addresses, are private to the player."""

    list_display = ["__str__", "ignore_reason", "seat", "invitation", "received_at", "answered_at", "tries"]
    list_filter = ["status"]
    search_fields = ["sender"]
    list_select_related = ["seat", "invitation__game"]
    exclude = ["key", "recipient", "raw", "outcome"]
    date_hierarchy = "received_at"
    actions = ["retry_parked"]

    @admin.action(description=_("Retry incoming emails that were given up"), permissions=["referee"])
    def retry_parked(self, request: HttpRequest, queryset: Any) -> None:
        self.message_user(request, _("Trying %(n)d again.") % {"n": processor.retry_parked(queryset)})

    def has_referee_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.referee")


@admin.register(Invitation)
class InvitationAdmin(QueuedMailAdmin):
    """Invitations by email, with the state of their email and of their answer."""

    list_display = ["game", "address", "state", "times_sent", "status", "tries", "error", "invited_at"]
    list_filter = ["state", "status"]
    search_fields = ["game__key", "address"]
    list_select_related = ["game"]


@admin.register(ChatMessage)
class MessageAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    list_display = ["game", "name", "text", "at", "is_hidden"]
    list_filter = ["is_hidden"]
    search_fields = ["game__key", "name", "text"]
    list_select_related = ["game"]


@admin.register(MessageReport)
class ReportAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Reports of chat messages by players. Hiding a message and keeping it both settle its reports."""

    list_display = ["message", "by", "reason", "at", "settled_at"]
    list_filter = ["settled_at"]
    list_select_related = ["message", "by"]
    actions = ["hide_messages", "keep_messages"]

    @admin.action(description=_("Hide the messages"), permissions=["referee"])
    def hide_messages(self, request: HttpRequest, reports: Any) -> None:
        for report in reports:
            chat.hide_message(report.message)

    @admin.action(description=_("Keep the messages"), permissions=["referee"])
    def keep_messages(self, request: HttpRequest, reports: Any) -> None:
        for report in reports:
            chat.hide_message(report.message, hidden=False)

    def has_referee_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.referee")


@admin.register(JoinLink)
class JoinLinkAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Invitation links of tables. What opens a table is signed and stored nowhere."""

    list_display = ["game", "max_uses", "created_at", "expires_at", "revoked_at"]
    search_fields = ["game__key"]
    list_select_related = ["game"]
