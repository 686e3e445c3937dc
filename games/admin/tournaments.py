"""Tournaments in the admin: who runs them, who takes part, what was ruled. Only site-wide bans are editable.

Passes, reply keys, households, private blocks and what a ruling changed in scores are not shown, because an
operator may be playing, too.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts import server_time
from accounts.admin_lookups import OfferedLookupsOnly
from games.admin.base import ReadOnlyAdmin
from games.tournaments.models import Ban, Entrant, Role, Ruling, Stage, Tournament


class StageInline(ReadOnlyAdmin, admin.TabularInline):
    model = Stage
    fields = ["number", "state", "started_at", "deadline", "ended_at"]
    extra = 0


class RoleInline(ReadOnlyAdmin, admin.TabularInline):
    model = Role
    fields = ["user", "kind"]
    extra = 0


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    list_display = ["title", "slug", "ruleset", "state", "owner", "is_listed", "starts_at", "ended_at"]
    list_filter = ["state", "ruleset", "is_listed"]
    search_fields = ["title", "slug", "owner__handle"]
    date_hierarchy = "created_at"
    list_select_related = ["owner"]
    exclude = ["join_key"]
    inlines = [StageInline, RoleInline]


@admin.register(Entrant)
class EntrantAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    list_display = ["name", "tournament", "number", "user", "bot", "state", "queued_at", "place"]
    list_filter = ["state"]
    search_fields = ["name", "user__handle", "tournament__title", "tournament__slug"]
    list_select_related = ["tournament", "user"]
    exclude = ["key", "reply_key", "household"]


@admin.register(Role)
class RoleAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    list_display = ["user", "kind", "tournament"]
    list_filter = ["kind"]
    search_fields = ["user__handle", "tournament__title", "tournament__slug"]
    list_select_related = ["tournament", "user"]


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    list_display = ["tournament", "kind", "state", "entrant", "by", "second_by", "is_automatic", "at"]
    list_filter = ["kind", "state"]
    search_fields = ["tournament__title", "tournament__slug", "entrant__name", "reason"]
    date_hierarchy = "at"
    list_select_related = ["tournament", "entrant", "by", "second_by"]
    exclude = ["before", "after"]


@admin.register(Ban)
class BanAdmin(OfferedLookupsOnly, admin.ModelAdmin):
    """Site-wide bans are added and edited here. Other bans belong to rulings, and end with them."""

    list_display = ["user", "organizer", "until", "reason", "by", "at"]
    search_fields = ["user__handle", "organizer__handle", "reason"]
    list_select_related = ["user", "organizer", "by"]
    fields = ["user", "until", "reason"]
    autocomplete_fields = ["user"]

    def get_readonly_fields(self, request: HttpRequest, obj: Ban | None = None) -> list[str]:
        return ["user"] if obj else []

    def has_change_permission(self, request: HttpRequest, obj: Ban | None = None) -> bool:
        return super().has_change_permission(request, obj) and (obj is None or obj.ruling_id is None)

    def has_delete_permission(self, request: HttpRequest, obj: Ban | None = None) -> bool:
        return super().has_delete_permission(request, obj) and (obj is None or obj.ruling_id is None)

    def save_model(self, request: HttpRequest, obj: Ban, form: Any, change: bool) -> None:
        if not change:
            obj.by, obj.at = request.user, server_time.now()  # type: ignore[assignment] # staff are people
        super().save_model(request, obj, form, change)
