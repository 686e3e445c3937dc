"""Links of emails, for tests: a game with an open decision, and what its links show."""

import pytest

from games.links import tokens
from games.models import Game, GameLogEntry, GameNotice, Seat
from tests.play.tables import advice, awaited, move, table


@pytest.fixture
def game() -> Game:
    """Somebody is on turn, and can take gold or cards."""
    game = table(3, visibility="nobody")
    while advice(seat := awaited(game)) != "gold":
        move(seat, advice(seat))
    game.refresh_from_db()
    return game


def link(seat: Seat, line: str = "") -> str:
    seat.refresh_from_db()
    return f"/t/{tokens.sign_turn_token(seat, line)}/"


def text(response) -> str:
    return " ".join(response.content.decode().split())


def snapshot() -> list:
    return [list(model.objects.order_by("pk").values()) for model in (Game, Seat, GameLogEntry, GameNotice)]


SPOILT = {
    "forged": lambda token: f"{token[:-6]}AAAAAA",
    "with another content": lambda token: (
        f"{tokens.sign_turn_token(Seat(pk=1)).split(':')[0]}:{token.split(':', 1)[1]}"
    ),
    "cut": lambda token: token[:-8],
    "cut to a third": lambda token: token[: len(token) // 3],
    "without its signature": lambda token: token.rpartition(":")[0],
    "in small letters": str.lower,
    "nonsense": lambda _token: "nonsense",
    "of signs that no token has": lambda _token: "%%%",
    "for another purpose": lambda _token: tokens.sign_token(tokens.INVITATION, [1, "x", 1, ""]),
    "of the older kind": lambda _token: tokens.sign_token("games.turn.v0", [1, "x", 1, ""]),
}
