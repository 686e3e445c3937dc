"""The question first: on opening, the question, three choices and Send are in view, at every table.

With POSITIONS=file what is measured is added to this file, a line for each question, language and size: name,
language, width, and where the question, the first choice, the third choice and Send begin and end."""

import csv
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page

from games.models import Game
from games.play import bot_moves
from games.play.lobby import tables, tutorial
from games.play.lobby.tables import NewTable
from games.rules import registry
from games.rules.citadels.characters.card import RANK
from games.rules.citadels.districts.cards import EDITIONS
from games.rules.citadels.ruleset import CITADELS
from games.rules.dominion.ruleset import DOMINION
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.browser.steps import cookie, wait_until_drawn
from tests.helpers.citadels.questions import list_questions, turn
from tests.helpers.dominion import questions as dominion_questions
from tests.helpers.factories import UserFactory
from tests.helpers.pages import client_of, url
from tests.helpers.rulesets.fair import FAIR
from tests.helpers.rulesets.market_day import MARKET_DAY
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.tables import awaited, fallback, move, position, table, written
from tests.helpers.tournay import questions as tournay_questions

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = [code for code, _name in settings.LANGUAGES]
LONGEST = "hu"  # the language with the longest words
SIZES = ((360, 740), (1440, 900))

# A choice is what can be ticked, selected or unfolded, as large as its label; to write a move is none.
# Whatever is larger than its frame and lets somebody move it scrolls in itself.
LOOK = """(html) => {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  document.documentElement.lang = fresh.documentElement.lang;
  document.body.replaceWith(fresh.body);
  scrollTo(0, 0);
  const box = (one) => (one.labels?.[0] ?? one).getBoundingClientRect();
  const TOLD = "input:not([type=hidden]), select, summary";
  const all = [...document.querySelectorAll(`.decision-form :is(${TOLD})`)];
  const choices = all.filter((one) => one.checkVisibility() && !one.closest(".write")).slice(0, 3);
  const bar = box(document.querySelector(".sendbar"));
  const faults = [];
  const expectSeen = (name, { top, bottom }, limit) => {
    if (top < 0 || bottom > limit + 0.5) faults.push(`${name} from ${top} to ${bottom}, of ${limit}`);
  };
  expectSeen("question", box(document.getElementById("decide")), innerHeight);
  if (!choices.length) return { faults: ["no choice"], places: [] };
  choices.forEach((one, place) => expectSeen(`choice ${place + 1}`, box(one), bar.top));
  expectSeen("Send", bar, innerHeight);
  const line = document.querySelector(".topline").getBoundingClientRect();
  if (line.height > 64) faults.push(`the head is ${line.height} high`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("it scrolls sideways");
  for (const one of document.querySelectorAll("body *")) {
    const { overflowX, overflowY } = getComputedStyle(one);
    const isLarger = one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
    if (isLarger && /auto|scroll/.test(overflowX + overflowY) && one.checkVisibility())
      faults.push(`${one.localName}.${one.className} scrolls in itself`);
  }
  const places = [box(document.getElementById("decide")), box(choices[0]), box(choices.at(-1)), bar];
  return { faults, places: places.flatMap(({ top, bottom }) => [Math.round(top), Math.round(bottom)]) };
}"""


@pytest.fixture
def open_windows(new_context, live_server) -> Callable[..., list[Page]]:
    """A phone and a desk with a table of a game on them. They get the body of one page after the other, since
    loading hundreds of pages would take minutes."""

    def open_on(game: Game) -> list[Page]:
        seat = awaited(game)
        opened = []
        for width, height in SIZES:
            context = new_context(viewport={"width": width, "height": height}, has_touch=width < height)
            context.add_cookies([cookie(seat.user, live_server.url)])
            opened.append(context.new_page())
            opened[-1].goto(url(game))
            wait_until_drawn(opened[-1])
        return opened

    return open_on


@pytest.fixture
def windows(open_windows) -> list[Page]:
    return open_windows(table(4))


def note_places(*row: Any) -> None:
    """Add a line to the file with the positions, if one is wanted."""
    if name := os.environ.get("POSITIONS"):
        with Path(name).open("a", newline="") as file:
            csv.writer(file).writerow(row)


def list_faults(
    windows: list[Page], game: Game, name: str, languages: Sequence[str] = LANGUAGES
) -> Iterator[str]:
    """What is out of view when whoever is asked opens the table, in these languages and at every size."""
    seat = game.seats.select_related("user").filter(decision__isnull=False).first()
    client = client_of(seat.user)
    for language in languages:
        seat.user.language = language
        seat.user.save()
        html = client.get(url(game)).content.decode()
        for window in windows:
            width, seen = window.viewport_size["width"], window.evaluate(LOOK, html)
            note_places(name, language, width, *seen["places"])
            yield from (f"{name}, {language}, {width}: {fault}" for fault in seen["faults"])


def test_every_question_of_citadels_is_in_view_on_opening(windows):
    seated = {number: table(number) for number in (2, 4, 8)}
    reached, faults = set(), []
    for asked in list_questions():
        game = seated[asked.seats]
        written(game, asked.page, edition=asked.edition)
        reached.add(position(game).agenda[-1][0].name)
        faults += list_faults(windows, game, f"{asked.step} of {asked.seats}, {asked.edition}")
    assert reached == set(CITADELS.steps.asks)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_turn_of_every_character_is_in_view_on_opening(windows, edition):
    game, faults = table(4), []
    for character in RANK[edition]:
        written(game, turn(character, edition), edition=edition)
        faults += list_faults(windows, game, f"{character}, {edition}", [LONGEST])
    assert not faults, "\n".join(faults)


def test_every_question_of_dominion_is_in_view_on_opening(open_windows):
    """Each in one language, the one with the longest words; the turn itself in every one."""
    game, reached, faults = table(4, ruleset="dominion"), set(), []
    windows = open_windows(game)
    for asked in dominion_questions.list_questions():
        dominion_questions.ask(game, asked)
        reached |= {step.name for step in position(game).agenda[-1]}
        languages = LANGUAGES if asked.step == "main" else [LONGEST]
        faults += list_faults(windows, game, asked.step, languages)
    assert reached == set(DOMINION.steps.asks)
    assert not faults, "\n".join(faults)


def test_every_question_of_tournay_is_in_view_on_opening(open_windows):
    """Each in one language, the one with the longest words; the turn itself in every one."""
    game, reached, faults = table(4, ruleset="tournay"), set(), []
    windows = open_windows(game)
    for asked in tournay_questions.list_questions():
        tournay_questions.ask(game, asked)
        reached |= {step.name for step in position(game).agenda[-1]}
        languages = LANGUAGES if asked.step == "turn" else [LONGEST]
        faults += list_faults(windows, game, asked.step, languages)
    assert reached == set(TOURNAY.steps.asks)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("rules", [FAIR, MARKET_DAY, PEBBLES], ids=lambda rules: rules.slug)
def test_every_question_of_a_game_without_drawings_is_in_view_on_opening(windows, rules, monkeypatch):
    monkeypatch.setitem(registry.RULESETS, rules.slug, rules)
    game = tables.open_table(UserFactory(), NewTable("A game", rules.slug, {}, 3, is_open=True))
    for _ in range(2):
        tables.join_table(game.pk, UserFactory())
    reached, faults = set(), []
    while reached != set(rules.steps.asks):
        game.refresh_from_db()
        seat = game.seats.select_related("user", "game").filter(decision__isnull=False).first()
        step = next(one.name for one in position(game).agenda[-1] if one.seat == seat.name)
        if step not in reached:
            faults += list_faults(windows, game, step)
        reached.add(step)
        move(seat, fallback(seat))
    assert not faults, "\n".join(faults)


def test_the_first_question_of_a_first_game_is_in_view_on_opening(windows):
    game = tutorial.start_tutorial(UserFactory(), "citadels").game
    bot_moves.play_bot_moves(game.pk)
    assert not list(list_faults(windows, game, "first question"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stranger_sees_how_to_begin_on_opening_the_front_page(new_context, language):
    for width, height in SIZES:
        page = new_context(viewport={"width": width, "height": height}, locale=language).new_page()
        page.goto("/")
        wait_until_drawn(page)
        button = page.locator(
            f'form[action="{reverse("start_tutorial", args=["citadels"])}"] button'
        ).bounding_box()
        assert button
        assert button["y"] + button["height"] <= height, f"{language}, {width}: {button}"
