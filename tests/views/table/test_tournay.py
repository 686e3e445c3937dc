"""The templates of Tournay, drawn for every seat and for onlookers through whole games."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.rules.core.rng import Rng
from games.rules.tournay.position import TournayGame
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.random_games import play_moments
from tests.helpers.tournay.positions import ANN, BOB, CLEO, load_middle, load_turn

PARTS = ("board", "facts", "purse", "header", "tabs", "plan_result", "replay_step", "summary", "legend")
IN_EMAILS = ("mail/_board.html", "mail/_styles.html")
SET_UPS = [(2, {}, "en"), (3, {"mode": "advanced"}, "hu"), (4, {}, "hr")]
CELL = re.compile(r'data-cell="(\w\d)"')


def draw(page: dict[str, Any], *templates: str) -> str:
    """These templates, by default all that a page and an email draw."""
    context = {"page": {**page, "names": {}}, "acting": ANN, "said": ["…"], "section": {"context": {}}}
    wanted = templates or (*(f"_{part}.html" for part in PARTS), *IN_EMAILS)
    return "\n".join(render_to_string(f"games/tournay/{name}", context) for name in wanted)


def draw_table(position: TournayGame, seat: str | None, *templates: str, language: str = "en") -> str:
    with translation.override(language):
        return draw(TOURNAY.presentation.page(position, seat, language), *templates)


@pytest.mark.parametrize(("seats", "options", "language"), SET_UPS)
def test_every_table_of_a_game_can_be_drawn_for_everybody(seats, options, language):
    drawn = 0
    for moment in play_moments(TOURNAY, f"drawn {language}", seats, options):
        if moment.number % 41 == 0:
            for seat in (*moment.position.seats, None):
                drawn += bool(draw_table(moment.position, seat, language=language))
            with translation.override(language):
                assert draw(TOURNAY.presentation.open_page(moment.position, language))
    assert drawn > seats
    assert "is-winner" in draw_table(moment.position, None)


@pytest.mark.parametrize(("seats", "options", "language"), SET_UPS)
def test_nothing_hidden_is_on_a_page(seats, options, language):
    """Two worlds that a seat cannot tell apart are drawn alike."""
    for moment in play_moments(TOURNAY, "hidden", seats, options):
        if moment.number % 61 == 0:
            for seat in moment.position.seats:
                other = TOURNAY.deal_again(moment.position, seat, Rng(f"other {moment.number}"))
                tables = [draw_table(one, seat, language=language) for one in (moment.position, other)]
                assert tables[0] == tables[1]


def test_the_own_plan_has_every_cell_once_and_lies_before_the_others():
    page = draw_table(load_middle(), ANN, "_board.html")
    own, _, rest = page.partition('id="events"')
    assert CELL.findall(own) == ["b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"]
    assert "d5" in CELL.findall(rest)
    assert own.index('class="holdings"') < own.index('class="town')


def test_a_state_of_a_card_is_a_word_and_not_only_a_pattern():
    page = draw_table(load_middle(), ANN, "_board.html")
    own = page.partition('id="events"')[0]
    for state, count in (("is-busy", 1), ("is-damaged", 1), ("has-under", 1)):
        assert own.count(state) == count
    assert own.count('class="state') == 2


def test_an_onlooker_sees_all_districts_and_no_hand():
    page = draw_table(load_middle(), None, "_board.html")
    assert 'id="yours"' not in page
    assert page.count('class="neighbour') == 3


def test_every_card_and_event_on_the_board_opens_to_its_text():
    page = draw_table(load_middle(), ANN, "_board.html")
    for card in ("hospital", "great_market", "land_office", "saint_jacques", "norman_attack", "robbers"):
        assert f'href="/rules/tournay/cards/{card}/"' in page


def test_an_email_has_every_district_and_the_own_hand():
    email = draw_table(load_middle(), ANN, "mail/_board.html").replace("\u00ad", "")
    for name in ("Great Market", "Stronghold", "Dean", "Cloth Hall", "Pilgrimage", "Land Office"):
        assert name in email
    assert not {"Captain", "Abbess", "Toll House"} & set(re.findall(r"[A-Z][a-z]+(?: [A-Z][a-z]+)?", email))


def test_at_the_end_the_winner_stands_first():
    page = draw_table(load_middle(step="over"), CLEO, "_board.html")
    assert page.index("is-winner") < page.index(f"<bdi>{BOB}</bdi>") < page.index(f"<bdi>{ANN}</bdi>")


def test_the_first_card_has_its_space():
    page = draw_table(load_turn({"hand": ["market"]}), ANN, "_board.html")
    assert CELL.findall(page.partition('id="events"')[0]) == ["c3"]
