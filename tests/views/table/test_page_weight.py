"""A table page is light enough for a slow phone: all that comes with the first look, compressed."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from citadels.static import strip_comments
from tests.helpers.pages import client_of, url
from tests.helpers.tables import advice, awaited, play_on, table

pytestmark = pytest.mark.django_db

MOST = 58_000
LINKED = re.compile(rb'(?:href|src)="/static/([^"#]+)')


def compressed(name: str) -> int:
    """How many bytes of this file are sent."""
    return len(gzip.compress(strip_comments(name, Path(finders.find(name)).read_bytes())))


def test_a_table_page_weighs_less_than_58_kilobytes():
    game = table(5)
    play_on(game, 130, advice)
    page = client_of(awaited(game).user).get(url(game), headers={"accept-encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    linked = {name.decode() for name in LINKED.findall(gzip.decompress(page.content))}
    assert {"img/emblems.svg", "img/citadels/emblems.svg", "css/table.css"} <= linked
    pictures = [one for one in linked if one.endswith(".png") or "manifest" in one]  # for the home screen
    weight = len(page.content) + sum(compressed(one) for one in linked if one not in pictures)
    assert not [one for one in linked if "dominion" in one]
    assert weight < MOST, weight
