"""Emails as they are read, for tests: text, HTML, links."""

import re
from email import message_from_string
from email.message import EmailMessage
from email.policy import default
from html import unescape

from django.test import override_settings

from games.mail.content import game_email
from games.mail.content.game_update import GameUpdate
from games.models import Game, GameNotice, Seat
from tests.helpers.mail.smtp_server import Server
from tests.helpers.messages import mail as messages
from tests.helpers.messages import rules

MOST_BYTES = 80_000  # some programs cut off what is longer, and the last links with it


def email_to(seat: Seat, kind: str = GameNotice.Kind.YOUR_TURN):
    """The email that this seat would get now."""
    seat = Seat.objects.select_related("user", "game").get(pk=seat.pk)
    notice = GameNotice(
        pk=7,
        game=seat.game,
        user=seat.user,
        seat=seat,
        kind=kind,
        number=seat.decision or seat.game.log_length,
    )
    return game_email.build_game_email(seat.user, [GameUpdate([notice])])


def html_of(email) -> str:
    return email.alternatives[0].content


def flat(text: str) -> str:
    return " ".join(text.split())


def words_of(html: str) -> str:
    """What is to be read of a page, without its tags."""
    body = re.sub(r"</?(b|span|a)\b[^>]*>", "", html.partition("</head>")[2])
    return flat(unescape(re.sub(r"<[^>]+>", " ", body)))


def links(text: str) -> list[str]:
    return re.findall(r"https?://\S+?/t/[^\s\"<]+", text)


def tells_what_only_the_reader_knows(part: str) -> bool:
    """Has the text or the HTML part of an email the section about the reader's own cards?"""
    return rules.WHAT_ONLY_YOU_KNOW.is_in(part) or messages.WHAT_ONLY_YOU_KNOW.is_in(part)


def bare(email) -> bytes:
    """As it goes over the wire; only the mark between the parts is by chance."""
    email.extra_headers.setdefault("Date", "now")
    return re.sub(rb"=+\d{10,}=+", b"", email.message().as_bytes())


def posting_to(server: Server) -> override_settings:
    host, port = server.server_address
    smtp = "games.mail.outgoing.smtp.LimitedSmtpBackend"
    return override_settings(EMAIL_BACKEND=smtp, EMAIL_HOST=host, EMAIL_PORT=port)


def newest(raw: list[str], address: str) -> EmailMessage:
    """The last email in this person's box."""
    found = (message_from_string(one, policy=default) for one in reversed(raw))
    return next(email for email in found if email["To"] == address)


def email_for(seat: Seat, kind: str):
    """The email of this kind that the seat's player would get now."""
    game = Game.objects.get(pk=seat.game_id)
    notice = GameNotice(pk=7, game=game, user=seat.user, seat=seat, kind=kind, number=game.log_length)
    return game_email.build_game_email(seat.user, [GameUpdate([notice])])
