"""Context processor: the tables that wait for the visitor, for the title, icon and links of every page."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.views.waiting_tables import list_waiting_tables


def tables_waiting(request: HttpRequest) -> dict[str, object]:
    """Provide `waiting_tables` and their number, `tables_waiting`; read once, if a page uses them."""
    waiting = SimpleLazyObject(lambda: list_waiting_tables(request))
    return {"waiting_tables": waiting, "tables_waiting": SimpleLazyObject(lambda: len(waiting))}
