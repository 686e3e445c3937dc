"""Which fields the address of an admin list may ask for: what the page itself offers as a filter.

Django would take any field of the row, also one that no page shows: `?text__startswith=pick` tells by the
number of rows found what the hidden text is.
"""

from typing import Any, ClassVar

from django.http import HttpRequest


class OfferedLookupsOnly:
    """Mixin for an admin whose rows have fields that operators do not see."""

    list_filter: ClassVar[Any]
    date_hierarchy: ClassVar[Any]

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup.partition("__")[0] in {*self.list_filter, self.date_hierarchy, "id"}
