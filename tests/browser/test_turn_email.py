"""The email that asks for a turn, as a phone shows it."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page

from games.models import Game, Seat
from tests.helpers.mail.emails import email_to, html_of
from tests.helpers.mail.reply_game import TURN
from tests.helpers.tables import awaited, table, written

LONG_HAND = {
    "turn": "{0}",
    "{0}": {
        "hand": ["nobles", "festival", "masquerade", "silver", "gold"],
        "deck": ["witch", "copper", "silver"],
        "discard": ["province", "estate", "copper", "gold"],
        "turns": 9,
    },
    "{1}": {"hand": ["copper", "silver"], "deck": ["copper"], "turns": 9},
    "{2}": {"hand": ["copper", "estate"], "deck": ["copper"], "turns": 9},
}
pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 360, "height": 640}
LONGEST_MOMENT = {  # in words, as a deadline
    "en": datetime(2027, 9, 29, 20, tzinfo=UTC),
    "hu": datetime(2027, 9, 30, 20, tzinfo=UTC),
    "hr": datetime(2027, 11, 29, 20, tzinfo=UTC),
}
ONE_LINE = 32  # px, of the deadline with its borders
# Three options are on the first screen: 640 px less what a mail program has above an email, about 170.
MOST_ABOVE = {"question": 45, "hand": 160, "first option": 270, "third option": 470}

MEASURE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const options = [...document.querySelectorAll(".opt")];
  const due = box(document.querySelector(".due"));
  const places = {
    "question": box(document.querySelector("h1")).top,
    "hand": box(document.querySelector(".nb")).top,
    "first option": box(options[0]).top,
    "third option": box(options[2]).bottom,
  };
  const width = document.documentElement.scrollWidth;
  return { places, due: due.height, width };
}"""


def set_up_citadels() -> Game:
    game = table(3, name="Danube nights")
    written(game, {**TURN, "{0}": {**TURN["{0}"], "hand": ["tavern", "market", "docks", "palace"]}})
    return game


def set_up_dominion() -> Game:
    """Three Actions and what they bring."""
    game = table(3, ruleset="dominion", name="Danube nights")
    written(game, LONG_HAND, set="underlings")
    return game


@pytest.mark.parametrize("language", LONGEST_MOMENT)
@pytest.mark.parametrize("set_up", [set_up_citadels, set_up_dominion])
def test_question_deadline_hand_and_three_options_are_on_the_first_screen_of_a_phone(
    page: Page, set_up, language
):
    page.set_viewport_size(PHONE)
    page.set_content(html_of(write_email(set_up(), language)))
    seen = page.evaluate(MEASURE)
    assert {name for name, place in seen["places"].items() if place > MOST_ABOVE[name]} == set(), seen
    assert seen["due"] <= ONE_LINE
    assert seen["width"] == PHONE["width"]


def write_email(game: Game, language: str):
    """The email to whoever is asked, in this language and with the longest deadline in words."""
    seat = awaited(game)
    Seat.objects.filter(pk=seat.pk).update(due_at=LONGEST_MOMENT[language])
    seat.user.language, seat.user.time_zone = language, "Europe/Zagreb"
    seat.user.save()
    return email_to(seat)
