"""The pictures in the docs are what the product shows today, and they tell no secrets."""

import os
import re
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from games.management.terminal.screen import WIDEST
from games.rules.citadels.ruleset import CITADELS
from tests.tools.terminal_picture.__main__ import draw_picture
from tests.tools.terminal_picture.position import (
    ROWS,
    MomentNotFound,
    TerminalMoment,
    capture_moment,
    crop_to_window,
)
from tests.tools.terminal_picture.svg import ANSI_CODE, draw_terminal, load_tokens

FOLDER = "docs/pictures"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def taken() -> TerminalMoment:
    return capture_moment()


@pytest.fixture(scope="module")
def shown(taken) -> str:
    """The window as plain text."""
    return ANSI_CODE.sub("", "\n".join(taken.rows))


@pytest.fixture(scope="module")
def tokens(root):
    return load_tokens(root / "static/css/tokens.css")


@pytest.fixture(scope="module")
def picture(root):
    return parsed((root / FOLDER / "terminal.svg").read_text("utf-8"))


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314, it is our own


def test_the_picture_in_docs_is_what_make_docs_writes(root):
    assert (root / FOLDER / "terminal.svg").read_text("utf-8") == draw_picture(), "run: make docs"


# --- the moment


def test_who_types_the_same_moves_at_make_play_sees_the_same(root, taken, shown):
    typed = "".join(f"{play.move}\n" for play in taken.game.plays if play.seat == taken.game.me)
    done = subprocess.run(
        [sys.executable, "manage.py", "play", "--seed", taken.game.seed],
        cwd=root,
        env={**os.environ, "COLUMNS": str(WIDEST)},
        input=typed.encode(),
        capture_output=True,
        timeout=60,
    )
    assert shown in done.stdout.decode()


def test_it_is_the_middle_of_a_game_and_there_is_something_to_build(taken, shown):
    assert not taken.game.over
    assert min(len(player.city) for player in taken.game.position.players.values()) > 0
    assert "THE TABLE" in shown
    assert shown.rpartition("\n\n")[2].count("  build ") >= 2


def test_no_hidden_card_of_another_seat_is_named(taken, shown):
    players = taken.game.position.players
    mine = players[taken.game.me]
    rivals = [player for seat, player in players.items() if seat != taken.game.me]
    on_the_table = {card for player in players.values() for card in player.city}
    hidden = {card for player in rivals for card in player.hand} - on_the_table - {*mine.hand}
    assert hidden
    for card in hidden:
        assert CITADELS.lexicon.name(card, "en", "2016") not in shown, card


def test_no_hidden_character_is_named_beside_its_seat(taken, shown):
    hidden = [
        (seat, CITADELS.lexicon.name(character, "en", "2016"))
        for seat, player in taken.game.position.players.items()
        for character in {*player.characters} - {*player.revealed}
    ]
    assert hidden
    rows = [line for line in shown.splitlines() if " or " not in line]  # what may be is worked out, not seen
    for seat, character in hidden:
        assert not [line for line in rows if seat in line and character in line]


def test_a_seed_without_such_a_moment_is_told(monkeypatch):
    monkeypatch.setattr("tests.tools.terminal_picture.position.ROUND", 1000)
    with pytest.raises(MomentNotFound, match="choose another seed"):
        capture_moment()


def test_a_window_begins_with_a_whole_paragraph():
    fits = [*["one"] * (ROWS - 3), "", "two", "> "]
    assert crop_to_window(fits) == fits
    assert crop_to_window(["one", *fits]) == ["two", "> "]
    assert crop_to_window(["zero", "", *fits]) == fits


# --- the drawing


def test_all_of_the_window_is_in_the_picture(picture, shown):
    drawn = "".join(text.text for text in picture.iter(f"{SVG}text"))
    for line in shown.splitlines():
        assert "".join(line.split()) in "".join(drawn.split())


def test_everything_lies_inside_and_nothing_on_top_of_each_other(picture):
    ends: dict[str, float] = {}
    for text in picture.iter(f"{SVG}text"):
        if "textLength" in text.attrib:
            assert float(text.get("x")) >= ends.get(text.get("y"), 0)
            ends[text.get("y")] = float(text.get("x")) + float(text.get("textLength"))
    assert max(ends.values()) < float(picture.get("width"))
    assert max(map(float, ends)) < float(picture.get("height"))


def test_who_cannot_see_it_is_told_the_question(picture):
    assert picture.get("role") == "img"
    labels = {picture.find(f"{SVG}{tag}").get("id") for tag in ("title", "desc")}
    assert labels == {*picture.get("aria-labelledby").split()}
    assert picture.find(f"{SVG}desc").text.startswith("Your turn: ")


def test_nothing_is_fetched_from_elsewhere(root):
    source = (root / FOLDER / "terminal.svg").read_text("utf-8")
    assert re.findall(r"https?:[^\"]*", source) == ["http://www.w3.org/2000/svg"]
    assert re.findall(r"url\(.", source) == ["url(#"]
    for word in ("@import", "@font-face", "href", "<script", "<image"):
        assert word not in source


def test_it_has_a_day_and_a_night(picture, tokens):
    day, night = picture.find(f"{SVG}style").text.split("@media (prefers-color-scheme: dark)")
    for token in ("ink", "paper", "leaf", "air-red"):
        assert f"fill: {tokens.day[token]} }}" in day
        assert f"fill: {tokens.night[token]} }}" in night
    assert tokens.day["paper"] != tokens.night["paper"]


def test_what_looks_like_a_tag_is_only_text(tokens):
    drawn = draw_terminal(["<b> & “so on”", "", "> "], "make play", tokens)
    assert "<b> & “so on”" in [text.text for text in parsed(drawn).iter(f"{SVG}text")]
