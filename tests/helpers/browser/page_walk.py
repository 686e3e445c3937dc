"""A walk through the house with somebody who looks for barriers on every page: see `test_every_page.py`."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.test.signals import template_rendered
from django.urls import reverse
from playwright.sync_api import Page, Response

from tests.helpers.browser import barriers

TEMPLATES = Path(settings.BASE_DIR, "templates")
APART = {"mail", "email", "admin", "django"}  # emails, and what Django's own pages and fields are filled with
# what is folded away is read too
UNFOLD = "for (const one of document.querySelectorAll('details')) one.open = true"


def sheets_like(pattern: str) -> set[str]:
    """The templates of whole pages whose names are like this."""
    found = (sheet.relative_to(TEMPLATES) for sheet in TEMPLATES.glob(f"{pattern}.html"))
    return {str(name) for name in found if name.name[0] != "_" and not APART & set(name.parts)}


class Walk:
    """One browser, in which one visitor after the other looks at pages; what they find is kept."""

    def __init__(self, page: Page, base: str) -> None:
        self.page, self.base = page, base
        self.seen: set[str] = set()
        self.used: set[str] = set()
        self.found: list[str] = []

    def look(self, visitor: Client, route: str, *words: Any, status: int = 200, **asked: str) -> None:
        """This visitor opens the page of this route, and no other."""
        address = reverse(route, args=words)
        self._become(visitor)
        self._open(f"{address}?{urlencode(asked)}" if asked else address, status)
        self.seen.add(route)
        self.examine(route)

    def get_lost(self, visitor: Client, address: str) -> None:
        """There is no such page, and this visitor reads that."""
        self._become(visitor)
        self._open(address, 404)
        self.examine("no such page")

    def _open(self, address: str, status: int) -> Response:
        """A page that the browser shows under the address that was asked for."""
        with laid_open(address, self.used):
            answer = self.page.goto(address)
        assert answer is not None
        kind = answer.headers["content-type"].partition(";")[0]
        shown = self.page.url.removeprefix(self.base)
        assert (shown, answer.status, kind) == (address, status, "text/html")
        return answer

    def _become(self, visitor: Client) -> None:
        context = self.page.context
        context.clear_cookies()
        held = {name: morsel.value for name, morsel in visitor.cookies.items()}
        context.add_cookies([{"name": name, "value": held[name], "url": self.base} for name in held])

    def lay_out(self, where: str, html: str, *but: str, sheets: Iterable[str] = ()) -> None:
        """What is hard to come by, or lets no script in: made elsewhere, by these templates."""
        self.page.route(
            f"**/{where}", lambda route: route.fulfill(body=html, content_type="text/html"), times=1
        )
        answer = self._open(f"/{where}", 200)
        assert answer.text() == html  # a page of the server's own would say something else
        self.used |= set(sheets)
        self.examine(where, *but)

    def lay_out_answer(self, where: str, answer: Any) -> None:
        """What a form was answered with: it has no address under which it could be opened."""
        sheets = {template.name or "" for template in answer.templates}
        self.lay_out(where, answer.content.decode(), sheets=sheets)

    def examine(self, name: str, *but: str) -> None:
        self.page.evaluate(UNFOLD)
        self.found += [f"{name} {self.page.url}\n{line}" for line in barriers.found(self.page, *but)]


class Room(NamedTuple):
    """A part of the house: the routes and the templates that it promises to show, and the walk through it."""

    routes: frozenset[str]
    sheets: frozenset[str]
    walk: Callable[..., None]


ROOMS: dict[str, Room] = {}


def room(routes: str, sheets: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A walk that shows the pages of these routes, by the templates that are called like this."""

    def kept(walk: Callable[..., None]) -> Callable[..., None]:
        own = frozenset(name for each in sheets.split() for name in sheets_like(each))
        ROOMS[walk.__name__] = Room(frozenset(routes.split()), own, walk)
        return walk

    return kept


@contextmanager
def laid_open(address: str, used: set[str]) -> Iterator[None]:
    """Put there the names of all templates that the page of this address, and nothing else, is made with."""

    def note(template: Template, context: Context, **_more: Any) -> None:
        request = context.get("request")
        if request is not None and request.get_full_path() == address:
            used.add(template.name or "")

    template_rendered.connect(note)
    try:
        yield
    finally:
        template_rendered.disconnect(note)
