"""For the operator: all but the secrets of the players can be read, and games change by the door.

Positions, seeds, events and passes are not shown: an operator may sit at a table too.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from games.admin.read_only import ReadOnly
from games.mail import incoming, settling
from games.models import Game, Incoming, Invitation, Message, Move, Notice, Outage, Report, Seat
from games.models.move import LONGEST_REASON
from games.play import lobby, referee, talk, votes
from games.play.errors import DoorError
from games.rules.core.errors import RulesError
from games.tournaments.models import Letter


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ["place", "name", "user", "bot", "decision", "asked_at", "due_at"]
    extra = 0


class InvitationInline(ReadOnly, admin.TabularInline):
    model = Invitation
    fk_name = "game"
    fields = ["address", "state", "seat", "times_sent", "posted", "sent_at", "answered_at"]
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "key", "ruleset", "state", "size", "creator", "length", "changed_at"]
    list_filter = ["state", "ruleset"]
    search_fields = ["name", "key", "seats__name", "seats__user__handle"]
    date_hierarchy = "created_at"
    list_select_related = ["creator"]
    exclude = ["seed", "position"]
    inlines = [SeatInline, InvitationInline]

    def get_urls(self) -> list[URLPattern]:
        rule = self.admin_site.admin_view(self.referee)
        return [path("<int:pk>/referee/", rule, name="games_game_referee"), *super().get_urls()]

    def referee(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Pause, go on, extend, replace a player, take moves back, abort."""
        if not request.user.has_perm("games.referee"):
            self.message_user(request, _("You may look, but not rule."), messages.ERROR)
            return HttpResponseRedirect(reverse("admin:games_game_change", args=[pk]))
        game = get_object_or_404(Game, pk=pk)
        form = Ruling(request.POST or None, game=game)
        if form.is_valid() and self._ruled(request, form):
            return HttpResponseRedirect(request.path)
        context = {**self.admin_site.each_context(request), "title": _("Referee"), "game": game, "form": form}
        context |= {
            "opts": self.opts,
            "journal": game.moves.select_related("seat", "by").order_by("-number")[:30],
        }
        return render(request, "admin/games/game/referee.html", context)

    def _ruled(self, request: HttpRequest, form: "Ruling") -> bool:
        try:
            form.rule(request.user)
        except (DoorError, RulesError) as error:
            form.add_error(None, str(error))
            return False
        self.message_user(request, _("Done, and written in the journal."))
        return True


class Ruling(forms.Form):
    """What a referee may do, and with what."""

    PAUSE, RESUME, ABANDON = votes.Matter.PAUSE, votes.Matter.RESUME, votes.Matter.ABANDON
    EXTEND, REPLACE, BOT, TAKE_BACK = "extend", "replace", "bot", "take_back"
    ACTS = [
        (PAUSE, _("Pause the game")),
        (RESUME, _("Let it go on")),
        (EXTEND, _("Give more time: hours")),
        (REPLACE, _("Put a person on a seat: seat and handle")),
        (BOT, _("Put a bot on a seat: seat")),
        (TAKE_BACK, _("Take back from this move on: number in the journal")),
        (ABANDON, _("Abort the game")),
    ]
    act = forms.ChoiceField(label=_("What"), choices=ACTS)
    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=24 * 60, required=False)
    seat = forms.ModelChoiceField(label=_("Seat"), queryset=Seat.objects.none(), required=False)
    handle = forms.CharField(label=_("Handle"), max_length=24, required=False)
    number = forms.IntegerField(label=_("Number"), min_value=1, required=False)
    reason = forms.CharField(label=_("Reason, for all to read"), max_length=LONGEST_REASON, required=False)

    NEEDS = {EXTEND: ["hours"], REPLACE: ["seat", "handle"], BOT: ["seat"], TAKE_BACK: ["number"]}

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["seat"].queryset = game.seats.all()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in self.NEEDS.get(data.get("act", ""), []):
            if not data.get(name):
                self.add_error(name, _("This is needed."))
        if data.get("act") == self.REPLACE and data.get("handle"):
            data["person"] = (
                get_user_model().objects.filter(handle__lower=data["handle"].lower(), is_active=True).first()
            )
            if data["person"] is None:
                self.add_error("handle", _("Nobody is called like this."))
        return data

    def rule(self, user: Any) -> None:
        data, game_id, reason = self.cleaned_data, self.game.pk, self.cleaned_data["reason"]
        match data["act"]:
            case self.EXTEND:
                referee.extend(game_id, data["hours"], user, reason=reason)
            case self.REPLACE:
                referee.replace(game_id, data["seat"].pk, user, person=data["person"], reason=reason)
            case self.BOT:
                referee.replace(game_id, data["seat"].pk, user, bot=lobby.BOT, reason=reason)
            case self.TAKE_BACK:
                referee.take_back(game_id, data["number"], user, reason=reason)
            case matter:
                referee.decide(game_id, matter, user, reason=reason)


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    """The journal. What was picked in secret is a player's own until the game is over."""

    list_display = ["game", "number", "kind", "seat", "how", "by", "at", "taken_back"]
    list_filter = ["kind", "how"]
    search_fields = ["game__key", "game__name"]
    list_select_related = ["game", "seat", "by"]
    exclude = ["events", "before", "text"]


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin):
    """The outbox. What was given up can be tried again once the reason is mended."""

    list_display = ["game", "user", "kind", "number", "status", "tries", "next_try_at", "error"]
    list_filter = ["status", "kind"]
    search_fields = ["game__key", "user__handle"]
    list_select_related = ["game", "user"]
    actions = ["try_again"]

    @admin.action(description=_("Try again to send what was given up"), permissions=["referee"])
    def try_again(self, request: HttpRequest, notices: Any) -> None:
        self.message_user(request, _("%(n)d will be tried again.") % {"n": settling.try_again(notices)})

    def has_referee_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.referee")


@admin.register(Outage)
class OutageAdmin(ReadOnly, admin.ModelAdmin):
    """When the house stood still, and how many deadlines that has moved."""

    list_display = ["start", "end", "moved"]
    date_hierarchy = "start"


@admin.register(Letter)
class LetterAdmin(ReadOnly, admin.ModelAdmin):
    """The outbox of tournaments."""

    list_display = ["tournament", "user", "kind", "number", "status", "tries", "next_try_at", "error"]
    list_filter = ["status", "kind"]
    search_fields = ["tournament__slug", "user__handle"]
    list_select_related = ["tournament", "user"]
    actions = ["try_again"]

    @admin.action(description=_("Try again to send what was given up"), permissions=["referee"])
    def try_again(self, request: HttpRequest, letters: Any) -> None:
        self.message_user(request, _("%(n)d will be tried again.") % {"n": settling.try_again(letters)})

    def has_referee_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.referee")


@admin.register(Incoming)
class IncomingAdmin(ReadOnly, admin.ModelAdmin):
    """Letters that came in. What is in them is the player's own, and so is the key in their address."""

    list_display = ["__str__", "why", "seat", "invitation", "received_at", "answered_at", "tries"]
    list_filter = ["status"]
    search_fields = ["sender"]
    list_select_related = ["seat", "invitation__game"]
    exclude = ["key", "recipient", "raw", "outcome"]
    date_hierarchy = "received_at"
    actions = ["try_again"]

    @admin.action(description=_("Try again to read or answer what was given up"), permissions=["referee"])
    def try_again(self, request: HttpRequest, letters: Any) -> None:
        self.message_user(request, _("%(n)d will be tried again.") % {"n": incoming.try_again(letters)})

    def has_referee_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.referee")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["game", "address", "state", "times_sent", "posted", "sent_at"]
    list_filter = ["state"]
    search_fields = ["game__key", "address"]
    list_select_related = ["game"]


@admin.register(Message)
class MessageAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["game", "name", "text", "at", "is_hidden"]
    list_filter = ["is_hidden"]
    search_fields = ["game__key", "name", "text"]
    list_select_related = ["game"]


@admin.register(Report)
class ReportAdmin(ReadOnly, admin.ModelAdmin):
    """What players have reported. Hide the message, or let it stand: both settle the report."""

    list_display = ["message", "by", "reason", "at", "settled_at"]
    list_filter = ["settled_at"]
    list_select_related = ["message", "by"]
    actions = ["hide", "let_stand"]

    @admin.action(description=_("Hide the messages"), permissions=["referee"])
    def hide(self, request: HttpRequest, reports: Any) -> None:
        for report in reports:
            talk.hide(report.message)

    @admin.action(description=_("Let the messages stand"), permissions=["referee"])
    def let_stand(self, request: HttpRequest, reports: Any) -> None:
        for report in reports:
            talk.hide(report.message, hidden=False)

    def has_referee_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.referee")
