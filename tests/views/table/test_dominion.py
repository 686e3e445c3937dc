"""A table of Dominion on its pages: in the own turn, for whoever is attacked, to onlookers, at the end."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from games.models import Game, Seat
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.dominion.questions import KINGDOM, ask, list_questions, react_to
from tests.helpers.messages import dominion as messages
from tests.helpers.messages.moves import TOO_MANY_PLACES
from tests.helpers.pages import client_of, sent_as_it_is, turn_form, url
from tests.helpers.tables import list_awaited, move, position, table, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return table(4, ruleset="dominion", options={"set": "victory_dance"}, visibility="always")


def open_page(game: Game, number: int, *parts: str) -> str:
    seat = game.seats.select_related("user").all()[number]
    response = client_of(seat.user).get(url(game, *parts))
    assert response.status_code == 200
    return response.content.decode()


def test_whoever_is_on_turn_sees_hand_supply_and_what_is_left(game):
    ask(game, next(list_questions()))
    page = open_page(game, 0)
    assert 'id="yours"' in page
    assert page.count('class="sheet-card') == 6
    assert page.count('<li class="pile ') == len(position(game).supply)
    assert "is-can" in page


def test_every_card_on_the_page_opens_to_its_text(game):
    ask(game, next(list_questions()))
    page = open_page(game, 0)
    for card in ("bridge", "province", "village"):
        assert f'href="/rules/dominion/cards/{card}/"' in page


def test_whoever_is_attacked_reads_what_it_would_do_beside_the_choices(game):
    ask(game, react_to("torturer"))
    page = open_page(game, 1)
    assert messages.TORTURER_ON_YOU in page
    assert 'value="reveal moat"' in page
    assert 'value="decline"' in page


def test_an_onlooker_sees_no_hand(game):
    ask(game, next(list_questions()))
    page = Client().get(url(game)).content.decode()
    assert 'id="yours"' not in page
    assert page.count('class="rival"') == 4


def test_a_turn_is_composed_step_by_step_with_its_sums(game):
    ask(game, next(list_questions()))
    seat = list_awaited(game)[0]
    page = client_of(seat.user).get(url(game, "turn"), {"then": ["treasures"]}).content.decode()
    assert "<b>6</b> coins" in page


@pytest.fixture
def seat(game) -> Seat:
    """Somebody on turn who holds two Actions that lead on, and may buy twice."""
    others = {f"{{{number}}}": {"hand": ["copper"] * 5, "deck": ["copper"] * 5} for number in (1, 2, 3)}
    own = {"hand": ["great_hall", "bridge", "silver", "silver", "estate"], "deck": ["estate"] * 5}
    written(game, {"turn": "{0}", "{0}": own, **others})
    return list_awaited(game)[0]


def post_turn(seat: Seat, more: dict[str, str], **parts: list[str]) -> HttpResponse:
    """Send the form as it is preset, with these values in the places of its parts."""
    client = client_of(seat.user)
    sent = sent_as_it_is(turn_form(client.get(url(seat.game)).content)) | more
    for key, values in parts.items():
        sent |= {f"part-{key}-{place}": value for place, value in enumerate(values, 1)}
    return client.post(url(seat.game, "move"), sent)


def list_played(seat: Seat) -> list[str]:
    return list(seat.game.log_entries.filter(kind="move").order_by("number").values_list("text", flat=True))


def test_a_whole_turn_is_one_send_without_a_script(seat):
    actions, buys = ["play great_hall", "play bridge"], ["buy silver", "buy estate"]
    assert post_turn(seat, {"part-then": "end"}, actions=actions, buys=buys).status_code == 303
    assert list_played(seat)[:6] == [*actions, "treasures", *buys, "end"]


def test_a_place_is_described_by_what_its_row_says_of_the_card_and_of_the_sum(seat):
    page = client_of(seat.user).get(url(seat.game)).content.decode()
    ids = [
        re.search(f'value="{value}"[^>]*aria-describedby="([^"]+)"', page)
        for value in ("play bridge", "buy estate")
    ]
    bridge, estate = ([*found[1].split()] if found else [] for found in ids)
    said = [re.search(f'id="{id_}"[^>]*>(.*?)</s', page, re.DOTALL) for id_ in (*bridge, *estate)]
    assert [bool(one and one[1]) for one in said] == [True, True]


def test_nothing_is_played_of_a_turn_that_does_not_work_and_every_place_is_kept(seat):
    actions, buys = ["play bridge", "play great_hall"], ["none", "buy copper"]
    answer = post_turn(seat, {"part-then": "end"}, actions=actions, buys=buys)
    assert answer.status_code == 422
    fields = turn_form(answer.content)["fields"]
    assert [fields[f"part-actions-{place}"].chosen for place in (1, 2)] == [[one] for one in actions]
    assert [fields[f"part-buys-{place}"].chosen for place in (1, 2)] == [[one] for one in buys]
    assert list_played(seat) == []


def test_more_places_than_the_form_has_are_refused(seat):
    answer = post_turn(seat, {"part-then": "end"}, buys=["buy copper", "none", "buy copper"])
    assert answer.status_code == 422
    assert TOO_MANY_PLACES.is_in(answer.content.decode())
    assert list_played(seat) == []


def test_looking_at_a_turn_says_what_is_left_and_plays_nothing(seat):
    actions = ["play great_hall", "play bridge"]
    answer = post_turn(seat, {"part-then": "end", "look": "1"}, actions=actions, buys=["buy estate", "none"])
    assert messages.AT_LEAST_COINS.is_in(answer.content.decode(), n=4)
    assert list_played(seat) == []


def test_the_form_comes_back_with_the_drawn_cards(seat):
    assert post_turn(seat, {}, actions=["play great_hall", "none"]).status_code == 303
    assert list_played(seat) == ["play great_hall"]
    fields = turn_form(client_of(seat.user).get(url(seat.game)).content)["fields"]
    assert "play great_hall" not in fields["part-actions"].values
    assert fields["part-then"].values == ["end", "open"]


def test_what_may_be_bought_step_by_step_is_one_open_list(seat):
    rich = {"turn": "{0}", "phase": "buy", "coins": 11, "{0}": {"hand": ["estate"]}}
    written(seat.game, rich, kingdom=KINGDOM)
    page = client_of(seat.user).get(url(seat.game)).content.decode()
    steps = page[page.index('id="steps"') :]
    assert steps.count('name="move"') > 10
    assert "<summary" not in steps[: steps.index('value="buy curse"')].split("</summary>", 1)[1]


def finish(game: Game) -> None:
    """Buy the last Province and end the turn: the game is over, by moves that can be replayed."""
    written(
        game, {"phase": "buy", "coins": 8, "supply": {"province": 1}, "{0}": {"deck": ["copper", "duke"]}}
    )
    move(list_awaited(game)[0], "buy province", "end")
    game.refresh_from_db()
    assert game.state == Game.State.OVER


def test_at_the_end_every_deck_is_open(game):
    finish(game)
    page = open_page(game, 1)
    assert messages.DECKS_OPENED in page
    assert page.count('<article class="deck') == 4
    assert 'class="plate is-victory"' in page


def test_the_end_and_the_replay_show_decks_and_charts():
    game = table(2, ruleset="dominion", options={"set": "first_game"})
    while game.state == Game.State.RUNNING:
        seat = list_awaited(game)[0]
        lines = [str(next(offer.moves())) for offer in DOMINION.offers(position(game), seat.name)]
        wanted = ("treasures", "buy province", "buy gold", "buy silver", "buy duchy", "end", "decline")
        move(seat, next((line for line in wanted if line in lines), lines[-1]))
        game.refresh_from_db()
    final = open_page(game, 0, "end")
    assert messages.COINS_IN_TREASURES in final
    assert final.count('<article class="deck') == 2
    step = open_page(game, 0, "replay", "20")
    assert step.count('<article class="row') == 2
    assert 'class="holds"' in step
