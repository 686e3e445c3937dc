"""What links show once their decision is made: what everybody at the table may see, and nothing more."""

import re

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from games.links import kinds, tokens
from games.models import ExtensionRequest, Game, GameLogEntry, Seat, Vote
from tests.helpers.messages.mail import PLAYED, YOUR_HAND
from tests.helpers.messages.rules import YOU_DRAW
from tests.helpers.move_links import link, text
from tests.helpers.pages import client_of
from tests.helpers.secrets import ONE_TIME, put_other_world
from tests.helpers.tables import advice, awaited, play_on

pytestmark = pytest.mark.django_db

START = "2026-11-16 12:00:00Z"


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(START, tick=False) as found:
        yield found


def ask_again(game: Game, seat: Seat) -> None:
    """Play on until this seat is asked something new."""
    while awaited(game).pk == seat.pk:
        play_on(game, 1, advice)
    while awaited(game).pk != seat.pk:
        play_on(game, 1, advice)


def draw_by_link(seat: Seat) -> tuple[str, Client]:
    """A link whose answer draws cards, after a browser has played it."""
    address, browser = link(seat, "cards"), Client()
    browser.get(address)
    assert re.search(YOU_DRAW.pattern, text(browser.post(address)))
    return address, browser


@pytest.mark.parametrize("is_same_browser", [True, False])
def test_the_button_of_an_old_link_shows_no_card_again(game, clock, is_same_browser):
    seat = awaited(game)
    address, browser = draw_by_link(seat)
    ask_again(game, seat)
    clock.shift(3600)
    page = (browser if is_same_browser else Client()).post(address)
    assert PLAYED in text(page)
    assert not re.search(YOU_DRAW.pattern, text(page))
    assert YOUR_HAND not in text(page)


def test_a_second_click_in_the_same_browser_goes_on_and_one_in_another_does_not(game):
    seat = awaited(game)
    address, browser = draw_by_link(seat)
    assert b'name="move"' in browser.post(address).content
    stranger = Client()
    stranger.get(link(seat))
    page = stranger.post(address)
    assert PLAYED in text(page)
    assert b'name="move"' not in page.content
    assert not re.search(YOU_DRAW.pattern, text(page))


def test_whoever_is_signed_in_as_the_player_reads_it_again(game, clock):
    seat = awaited(game)
    address, _browser = draw_by_link(seat)
    ask_again(game, seat)
    clock.shift(3600)
    assert re.search(YOU_DRAW.pattern, text(client_of(seat.user).post(address)))


def build_seat_links(seat: Seat) -> dict[str, str]:
    """A link of each kind that a seat gets in its emails, by its purpose."""
    others = [one for one in seat.game.seats.select_related("user") if one.pk != seat.pk]
    seat.refresh_from_db()
    wanted = ExtensionRequest.objects.create(seat=others[0], decision=0, hours=5, asked_at=seat.asked_at)
    vote = Vote.objects.create(game=seat.game, seat=others[0], matter="pause", is_for=True, at=seat.asked_at)
    signed = {
        kinds.TURN: ("t", kinds.TurnLink.for_seat(seat, "cards")),
        kinds.ORDERS: ("o", kinds.OrdersLink.for_seat(seat, seat.game.log_length)),
        kinds.SEAT_RETURN: ("b", kinds.SeatReturnLink.for_seat(seat)),
        kinds.REMATCH: ("a", kinds.RematchLink.for_seat(seat)),
        kinds.EXTENSION: ("x", kinds.ExtensionLink.for_user(wanted.pk, seat.user, seat)),
        kinds.VOTE: ("v", kinds.VoteLink.for_seat(seat, vote.pk)),
        kinds.NOT_ME: ("n", kinds.NotMeLink.for_seat(seat)),
        kinds.UNSUBSCRIBE: ("u", kinds.GameUnsubscribeLink.for_seat(seat, "your_turn")),
    }
    return {kind.purpose: f"/{route}/{kind.sign(content)}/" for kind, (route, content) in signed.items()}


def read_as_stranger(address: str, form: dict[str, str]) -> list[bytes]:
    """What a browser without our cookies sees at a link and behind its button, which is then undone."""
    client = Client()
    seen = [client.get(address)]
    with transaction.atomic():
        seen.append(client.post(address, form, follow=True))
        transaction.set_rollback(True)
    return [ONE_TIME.sub(b"", page.content) for page in seen]


def put_world_of_other_cards(game: Game, reader: Seat) -> None:
    """Another world for this reader, in which the moves that are open to all stay as they were."""
    texts = dict(game.log_entries.values_list("pk", "text"))
    put_other_world(game, reader.name, 1)
    for pk, words in texts.items():
        GameLogEntry.objects.filter(pk=pk).update(text=words)


def test_no_kind_of_link_tells_two_worlds_apart_once_its_decision_is_made(game, clock):
    seat = awaited(game)
    links = build_seat_links(seat)
    assert {purpose for purpose, kind in kinds_of_seats()} == links.keys()
    Client().post(links[kinds.TURN.purpose])
    ask_again(game, seat)
    clock.shift(3600)
    forms = [{}, {"do": "write", "order": "always gold"}, {"look": "1"}, {"plan": "1"}]
    before = {purpose: [read_as_stranger(at, form) for form in forms] for purpose, at in links.items()}
    put_world_of_other_cards(game, next(one for one in game.seats.all() if one.pk != seat.pk))
    after = {purpose: [read_as_stranger(at, form) for form in forms] for purpose, at in links.items()}
    assert [purpose for purpose in links if before[purpose] != after[purpose]] == []


def kinds_of_seats():
    """The kinds of tokens that belong to a seat, with their purposes."""
    return [
        (purpose, kind)
        for purpose, kind in tokens.KINDS.items()
        if purpose.startswith("games.") and "seat_id" in kind.content_type._fields
    ]
