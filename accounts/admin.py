from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    ordering = ["handle"]
    list_display = ["handle", "email", "language", "time_zone", "is_staff", "is_active"]
    list_filter = ["language", "is_staff", "is_active"]
    search_fields = ["handle", "email"]
    readonly_fields = ["date_joined", "last_login"]
    fieldsets = [
        (None, {"fields": ["handle", "email", "password"]}),
        (_("Letters"), {"fields": ["language", "time_zone"]}),
        (
            _("Permissions"),
            {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]},
        ),
        (_("Dates"), {"fields": ["date_joined", "last_login"]}),
    ]
    add_fieldsets = [(None, {"fields": ["handle", "email", "usable_password", "password1", "password2"]})]
