"""Pages of a tournament, read and pressed as a person does without a script."""

import re
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client

from games.tournaments.models import Tournament
from tests.helpers.pages import client_of


def address(tournament: Tournament, page: str = "") -> str:
    return f"/tournaments/{tournament.slug}/{page}"


def text(tournament: Tournament, page: str = "", user: Any = None) -> str:
    """What somebody reads there, without its marks."""
    client = client_of(user) if user else Client()
    found = client.get(address(tournament, page))
    assert found.status_code == 200, (page, found.status_code)
    return plain(found.content)


def plain(content: bytes) -> str:
    bare = re.sub(r"<[^>]+>", " ", content.decode())
    return re.sub(r"\s+", " ", bare)


def press(user: Any, tournament: Tournament, page: str, **sent: Any) -> list[str]:
    """Press a button there; returns what the page says about it. If it cannot be, the form may stay."""
    answer = client_of(user).post(address(tournament, page), sent)
    assert answer.status_code in (302, 422), (page, sent, answer.status_code)
    return [str(message) for message in get_messages(answer.wsgi_request)]


def status(user: Any, tournament: Tournament, page: str, **sent: Any) -> int:
    client = client_of(user) if user else Client()
    where = address(tournament, page)
    return (client.post(where, sent) if sent else client.get(where)).status_code
