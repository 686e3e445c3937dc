"""Steps in a real browser. Each ends only when the page is the one after it, however slow the machine is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

from django.conf import settings
from playwright.sync_api import Locator, Page, Request, Route, expect

from games.models import Game
from tests.helpers.messages.links import CHOOSE_NEXT_STEP
from tests.helpers.messages.pages import ADD_AND_GO_ON, SEND
from tests.helpers.pages import BACKEND

SINGLE_STEP = ".decision-form:not(.turn-form)"  # the form for one move, beside that for a whole turn
PATIENCE = 60_000  # milliseconds; a slow machine is no failure
# from the click to the last handler of the new part, one of these is somewhere on the page
BUSY = ".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"
# playwright would look again after a tenth of a second, and games are long
SETTLED = """(busy) => new Promise((done) => {
  const look = (tries) => (tries && document.querySelector(busy) ? setTimeout(look, 5, tries - 1) : done());
  look(1000);
})"""


# fonts have come, whatever measures the page has measured it, and nothing moves any more
DRAWN = """async () => {
  const nextFrame = () => new Promise(requestAnimationFrame);
  await document.fonts.ready;
  await nextFrame();
  await nextFrame();
  await Promise.allSettled(document.getAnimations().map((each) => each.finished));
}"""


def go(link: Locator) -> None:
    """Press what leads to another page, and wait until it is there as a whole."""
    with link.page.expect_navigation():
        link.click()


def swap(button: Locator) -> None:
    """Press what htmx sends, and wait until the answer is in its place."""
    with button.page.expect_response(lambda response: is_post(response.request)):
        button.click()
    settled(button.page)


def look(page: Page) -> None:
    """Let the time pass after which a page asks for news by itself, and wait until it shows them."""
    with page.expect_response("**/news/**"):
        page.evaluate("dispatchEvent(new Event('tick'))")
    settled(page)


def settled(page: Page) -> None:
    """A form that is not settled yet would be sent as if there were no script."""
    page.evaluate(SETTLED, BUSY)
    expect(page.locator(BUSY)).to_have_count(0)


def wait_until_drawn(page: Page) -> None:
    """A page is loaded before it is drawn for the first time; on a busy machine, long before."""
    page.evaluate(DRAWN)


def is_post(request: Request) -> bool:
    return request.method == "POST"


def spot(button: Locator) -> tuple[float, float]:
    """Where the mouse finds it; while a page is on its way, playwright would wait for that first."""
    button.scroll_into_view_if_needed()
    button.element_handle().wait_for_element_state("stable")
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def watched(page: Page) -> Page:
    """Loaded anew, so that its requests can be held: an open page may let the next one pass unseen."""
    page.route("**/nothing-there", lambda route: route.abort())
    page.reload()
    return page


@contextmanager
def unanswered(page: Page) -> Iterator[None]:
    """A `watched` page gets no answer before the end; then the server hears also of what it has given up."""
    held: list[Route] = []
    is_over = False

    def hold(route: Route) -> None:
        release(route) if is_over else held.append(route)

    page.route("**", hold)
    yield
    is_over = True
    for route in held:
        release(route)


@contextmanager
def late_answer(page: Page, address: str) -> Iterator[None]:
    """A `watched` page that asks by itself is answered by the server now, and hears of it only in the end."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(address, hold, times=1)
    with page.expect_request(address):
        page.evaluate("dispatchEvent(new Event('tick'))")
    while not held:
        page.evaluate("'the browser has sent it, and we hear of it in a moment'")
    [route] = held
    answer = route.fetch(timeout=PATIENCE)
    yield
    with page.expect_event("requestfinished", lambda request: request == route.request):
        route.fulfill(response=answer)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def release(route: Route) -> None:
    route.fetch(timeout=PATIENCE) if route.request.failure else route.continue_()


# --- at a table, or behind a link


def choose(page: Page, *lines: str) -> None:
    """Tap the row of a move; write it where it is one of many ways to fill something in, or a turn."""
    show_single_steps(page)
    row = page.locator(f'input[name="move"][value="{lines[0]}"]')
    if len(lines) == 1 and row.count() and row.is_visible():
        row.check()
    else:
        write(page, *lines)


def show_single_steps(page: Page) -> None:
    """Where a whole turn is one form, unfold the one for a single step."""
    if page.locator("#steps:not([open])").count():
        page.locator("#steps > summary").click()


def write(page: Page, *lines: str) -> None:
    show_single_steps(page)
    page.locator("details.write > summary").click()
    page.locator("#line").fill("\n".join(lines))


def send(page: Page) -> Locator:
    """The button that sends; without styles that of a single step stands below that of a whole turn."""
    return page.get_by_role("button", name=SEND, exact=True).last


def compose(page: Page, press: Callable[[Locator], None]) -> None:
    """Gold and the castle, one after the other; nothing is sent yet."""
    choose(page, "gold")
    press(page.get_by_role("button", name=CHOOSE_NEXT_STEP))
    choose(page, "build castle")
    press(page.get_by_role("button", name=ADD_AND_GO_ON))
    expect(page.locator(".plan li")).to_have_count(2)
    expect(page.locator(".after")).to_contain_text("3 of")


def cookie(user, base: str) -> dict[str, str]:
    """What the browser of somebody who is signed in holds."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session["_auth_user_id"] = str(user.pk)
    session["_auth_user_backend"] = BACKEND
    session["_auth_user_hash"] = user.get_session_auth_hash()
    session.create()
    return {"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": base}


def address(game: Game, more: str = "") -> str:
    return f"/g/{game.key}/{more}"
