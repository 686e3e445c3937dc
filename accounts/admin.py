from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin_lookups import OfferedLookupsOnly
from accounts.models import FormerHandle, User
from accounts.revocation import revoke_everything


class FormerHandleInline(admin.TabularInline):
    model = FormerHandle
    extra = 0
    can_delete = False
    readonly_fields = ["handle", "until"]

    def has_add_permission(self, request, obj=None) -> bool:
        return False


@admin.register(User)
class UserAdmin(OfferedLookupsOnly, DjangoUserAdmin):
    ordering = ["handle"]
    list_display = [
        "handle",
        "display_name",
        "email",
        "language",
        "time_zone",
        "is_guest",
        "is_staff",
        "is_active",
    ]
    list_filter = ["language", "is_guest", "is_staff", "is_active"]
    search_fields = ["handle", "display_name", "email"]
    readonly_fields = ["date_joined", "last_login", "closed_at", "is_guest"]
    inlines = [FormerHandleInline]
    fieldsets = [
        (None, {"fields": ["handle", "display_name", "email", "password"]}),
        (_("Emails"), {"fields": ["language", "time_zone", "mail_preferences"]}),
        (
            _("Hours"),
            {
                "fields": [
                    "quiet_from",
                    "quiet_until",
                    "holds_email",
                    "free_days",
                    "reminder",
                    "time_out",
                    "is_stand_in",
                ]
            },
        ),
        (
            _("Permissions"),
            {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]},
        ),
        (_("Dates"), {"fields": ["date_joined", "last_login", "is_guest", "closed_at"]}),
    ]
    add_fieldsets = [(None, {"fields": ["handle", "email", "usable_password", "password1", "password2"]})]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """A new address is one, whoever sets it: what lies in the old mailbox is void."""
        former = User.objects.get(pk=obj.pk).email if change else obj.email
        super().save_model(request, obj, form, change)
        if obj.email != former:
            revoke_everything(obj, [former])

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Accounts are closed instead, so that games continue and stay readable."""
        return False
