"""Links of emails, for tests: a game with an open decision, and what its links show."""

from games.links import kinds
from games.links.tokens import Token
from games.models import Game, GameLogEntry, GameNotice, Seat


def link(seat: Seat, line: str = "", *, turn: int = 0) -> str:
    seat.refresh_from_db()
    return f"/t/{kinds.TURN.sign(kinds.TurnLink.for_seat(seat, line, turn=turn))}/"


def text(response) -> str:
    return " ".join(response.content.decode().split())


def snapshot() -> list:
    return [list(model.objects.order_by("pk").values()) for model in (Game, Seat, GameLogEntry, GameNotice)]


SOME_TURN = kinds.TurnLink(1, b"x", 1)

SPOILT = {
    "forged": lambda token: f"{token[:-6]}AAAAAA",
    "with another content": lambda token: (
        f"{kinds.TURN.sign(kinds.TurnLink.for_seat(Seat(pk=1))).split(':')[0]}:{token.split(':', 1)[1]}"
    ),
    "cut": lambda token: token[:-8],
    "cut to a third": lambda token: token[: len(token) // 3],
    "without its signature": lambda token: token.rpartition(":")[0],
    "in small letters": str.lower,
    "nonsense": lambda _token: "nonsense",
    "of signs that no token has": lambda _token: "%%%",
    "for another purpose": lambda _token: Token(
        kinds.INVITATION.purpose, kinds.TurnLink, kinds.LINK_LASTS
    ).sign(SOME_TURN),
    "of the older kind": lambda _token: Token("games.turn.v0", kinds.TurnLink, kinds.LINK_LASTS).sign(
        SOME_TURN
    ),
}
