"""Key pages look as they looked: small grey pictures, compared loosely, so that other fonts are no failure.

What is caught is a page whose order, columns, colours or drawings have gone. This is no part of `make test`,
but of `make pictures-check`. After a change that was meant: `NEW_SNAPSHOTS=1 make pictures-check`, and a look
at what git then shows.
"""

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import Page

from tests.helpers.browser.steps import address, cookie, wait_until_drawn
from tests.helpers.factories import UserFactory
from tests.helpers.played_games import played
from tests.helpers.tables import awaited

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.pictures]

FOLDER = Path(__file__).parent / "snapshots"
SIZES = {"phone": (360, 1600), "desk": (1440, 1200)}
SMALL = {"phone": (45, 200), "desk": (144, 120)}  # a pixel is what a line of text is high
LOOSE = 7  # of 255, on the average of all pixels
LOOKS = [("phone", "light"), ("desk", "dark")]


def take_picture(page: Page) -> bytes:
    """What is seen when the fonts have come and nothing moves any more: twice the same picture."""
    before = b""
    for _ in range(20):
        wait_until_drawn(page)
        now = page.screenshot(animations="disabled")
        if now == before:
            return now
        before = now
    raise AssertionError("something on the page never stands still")


def small(page: Page, size: str) -> Image.Image:
    """As seen from far away: no email can be read, and every block is where it is."""
    whole = Image.open(io.BytesIO(take_picture(page))).convert("L")
    return whole.resize(SMALL[size], Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(1))


def difference(one: Image.Image, other: Image.Image) -> float:
    mean: float = ImageStat.Stat(ImageChops.difference(one, other)).mean[0]
    return mean


def compare(page: Page, name: str, where: str) -> list[str]:
    """What looks otherwise; with NEW_SNAPSHOTS the pictures are taken anew."""
    found = []
    for size, scheme in LOOKS:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(where)
        now, path = small(page, size), FOLDER / f"{name}-{size}-{scheme}.png"
        if os.environ.get("NEW_SNAPSHOTS"):
            now.save(path, optimize=True)
        apart = difference(now, Image.open(path))
        found += [f"{path.name}: {apart:.1f}"] if apart > LOOSE else []
    return found


def test_key_pages_look_as_they_looked(page: Page, live_server):
    UserFactory.reset_sequence(500)  # the same names, and so the same cards
    game = played(4, 95, name="Danube evenings")
    over = played(3, name="Sava evenings")
    seen = []
    for name, where in {
        "front": "/",
        "rules": "/rules/citadels/",
        "ending": f"{address(over)}end/",
    }.items():
        seen += compare(page, name, where)
    page.context.add_cookies([cookie(awaited(game).user, live_server.url)])
    for name, where in {"table": address(game), "games": "/games/"}.items():
        seen += compare(page, name, where)
    assert not seen


def test_another_page_is_told_apart():
    """What is compared could fail: no two of the pictures are alike."""
    for size, scheme in LOOKS:
        pictures = [Image.open(path) for path in sorted(FOLDER.glob(f"*-{size}-{scheme}.png"))]
        assert all(
            difference(one, other) > LOOSE
            for place, one in enumerate(pictures)
            for other in pictures[place + 1 :]
        )
