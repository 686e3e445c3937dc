"""Pages of a long list: every row once, whatever its time, and whatever the cursor says."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from games.queries.keyset import load_page
from tests.helpers.factories import GameRowFactory

pytestmark = pytest.mark.django_db


def test_every_row_is_on_one_page_even_if_many_have_the_same_time():
    now = timezone.now()
    for number in range(7):
        GameRowFactory(ended_at=now - timedelta(hours=number // 3))
    seen, cursor = [], ""
    while True:
        page = load_page(Game.objects.all(), "ended_at", cursor, 2)
        seen += page.rows
        cursor = page.older
        if not cursor:
            break
    assert seen == sorted(Game.objects.all(), key=lambda game: (game.ended_at, game.pk), reverse=True)


@pytest.mark.parametrize(
    "cursor", ["", "x", "1", "-", "1-", "9" * 18 + "-1", "9" * 40 + "-1", "1-2-3", "١-١"]
)
def test_a_cursor_of_nonsense_is_the_first_page_or_harmless(cursor):
    game = GameRowFactory(ended_at=timezone.now())
    assert load_page(Game.objects.all(), "ended_at", cursor, 5).rows in ([game], [])


def test_a_page_knows_whether_it_is_the_first():
    GameRowFactory.create_batch(2, ended_at=timezone.now())
    page = load_page(Game.objects.all(), "ended_at", "", 1)
    assert page.is_first
    assert not load_page(Game.objects.all(), "ended_at", page.older, 1).is_first
