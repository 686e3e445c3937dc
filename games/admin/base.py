"""Base class of the admin pages."""

from typing import Any

from django.http import HttpRequest

from accounts.admin_lookups import OfferedLookupsOnly


class ReadOnlyAdmin(OfferedLookupsOnly):
    """Mixin for rows that operators may read but that only the play service writes."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
