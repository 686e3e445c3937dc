"""Two worlds that differ only in what a reader cannot know give the same pages, byte for byte.

In the other world hands, deck, characters and seed are others, and so is what the journal keeps of the
secrets of the other seats. Only the tokens of the forms are left out of the comparison.
"""

import pytest
import time_machine
from django.test import Client

from games.models import Game, Seat
from games.rules import registry
from tests.helpers.pages import HTMX, client_of, url
from tests.helpers.secrets import ONE_TIME, SET_UPS, put_other_world, restore
from tests.helpers.tables import advice, awaited, list_awaited, move, play_on, position, table

pytestmark = pytest.mark.django_db


def bare(response) -> bytes:
    assert response.status_code == 200
    return ONE_TIME.sub(b"", response.content)


def pages(client: Client, game: Game, asked: Seat, reader: Seat | None) -> list[bytes]:
    """All that a reader can look at while the game runs."""
    table_page = client.get(url(game))
    found = [
        table_page,
        client.get(url(game), headers=HTMX),
        client.get(url(game, "log")),
        client.get(url(game, "news", "1-0"), headers=HTMX),
    ]
    if reader == asked:
        first = table_page.context["groups"][0]
        lines = [row.value for row in first.rows if not row.value.startswith("@")]
        found += [client.get(url(game, "turn"), {"then": [line]}) for line in lines[:3]]
    return [bare(page) for page in found]


@pytest.mark.one_database
@pytest.mark.drill(31, "no page tells what its reader cannot know")
@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
def test_no_page_tells_two_worlds_apart(set_up):
    ruleset, people, options = set_up
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False):
        game = table(people, ruleset=ruleset, options=options, visibility="always")
        seats = list(game.seats.select_related("user"))
        clients = {seat.name: client_of(seat.user) for seat in seats}
        for number in range(6):
            play_on(game, 13, advice)
            game.refresh_from_db()
            if game.state != Game.State.RUNNING:
                break
            compare(game, seats, clients, number)


def compare(game: Game, seats: list[Seat], clients: dict[str, Client], number: int) -> None:
    asked = list_awaited(game)[0]
    before = {"position": game.position, "seed": game.seed}
    journal = {
        entry.pk: (entry.text, entry.events, entry.position_before) for entry in game.log_entries.all()
    }
    watching = pages(Client(), game, asked, None)
    for reader in seats:
        here = pages(clients[reader.name], game, asked, reader)
        put_other_world(game, reader.name, number)
        assert pages(clients[reader.name], game, asked, reader) == here
        assert pages(Client(), game, asked, None) == watching
        restore(game, before, journal)


def test_the_worlds_do_differ():
    """The comparison would be empty if the other world were the same one."""
    game = table(4)
    play_on(game, 20, advice)
    before, seat = position(game), game.seats.first()
    put_other_world(game, seat.name, 1)
    assert position(game).players != before.players
    rules = registry.get(game.ruleset)
    assert rules.view(position(game), seat.name) == rules.view(before, seat.name)


def test_neither_the_seed_nor_a_position_is_on_any_page():
    game = table(3, visibility="always")
    play_on(game, 30, advice)
    game.refresh_from_db()
    asked = awaited(game)
    for seat in game.seats.select_related("user"):
        for page in pages(client_of(seat.user), game, asked, seat):
            assert game.seed.encode() not in page
            assert b"character_deck" not in page


def look(client: Client, game: Game, asked: Seat, line: str) -> bytes:
    return client.post(url(game, "move"), {"decision": asked.decision, "line": line, "look": "1"}).content


def test_what_was_refused_tells_nothing_of_other_hands():
    """The sentence of a refusal is made with the position at hand: it must not depend on what is hidden."""
    game = table(4)
    play_on(game, 25, advice)
    asked = awaited(game)
    client, rows = client_of(asked.user), []
    lines = ["build palace", "destroy nobody palace", "pick king", "murder thief", "keep tavern", "end now"]
    for world in range(3):
        rows.append([ONE_TIME.sub(b"", look(client, game, asked, line)) for line in lines])
        put_other_world(game, asked.name, world)
    assert rows[0] == rows[1] == rows[2]
    move(asked, advice(asked))
