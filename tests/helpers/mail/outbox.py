"""Emails out, for tests: what leaves now, to whom, and what all of them keep."""

import re
from datetime import datetime, timedelta

from django.core import mail
from django.utils import timezone

from games import tasks
from games.mail.outgoing import game_outbox
from games.models import Game, GameNotice, Seat
from games.play.lobby import tables
from tests.helpers.factories import UserFactory
from tests.helpers.mail.emails import MOST_BYTES, flat, html_of, words_of
from tests.helpers.tables import awaited, fallback, move

Kind, Status = GameNotice.Kind, GameNotice.Status


def sent(user) -> list:
    """What has come to this person."""
    return [email for email in mail.outbox if email.to == [user.email]]


def reasons(user) -> list[str]:
    return [email.extra_headers["X-Citadels-Kind"] for email in sent(user)]


def parts(email) -> tuple[str, str]:
    """Text and HTML, as they are read."""
    return flat(email.body), words_of(html_of(email))


def post(now: datetime | None = None) -> None:
    mail.outbox.clear()
    game_outbox.send_due_notices(now)


def nothing_waits(game: Game | None = None) -> None:
    """As if everybody had read all emails up to here."""
    notices = GameNotice.objects.filter(game=game) if game else GameNotice.objects.all()
    notices.update(status=Status.SENT, sent_at=timezone.now())


def everything_now(*people) -> None:
    for user in people:
        user.mail_preferences = dict.fromkeys(["talk", "gazette", "orders", "alone", "reminder"], "now")
        user.save()


def hours_left(seat: Seat, hours: float) -> None:
    """As if this seat had been asked so long ago, and its alarm rang now."""
    due, gone = timezone.now() + timedelta(hours=hours), seat.game.pace.hours
    Seat.objects.filter(pk=seat.pk).update(asked_at=due - gone, due_at=due, alarm_at=timezone.now())


def reminded(*games: Game) -> None:
    for game in games:
        hours_left(awaited(game), 5)
    tasks.handle_due_alarms()


def hosted(ann, *names: str, **wish) -> list[Game]:
    """Tables of this person, who is asked at each of them."""
    games = []
    for name in names:
        game = tables.open_table(ann, tables.NewTable(name, "citadels", {}, 2, is_open=True, **wish))
        tables.join_table(game.pk, UserFactory())
        while awaited(game).user != ann:
            move(awaited(game), fallback(awaited(game)))
        games.append(game)
    return games


def keeps_the_promises(email, game: Game, user) -> None:
    html, message = html_of(email), email.message()
    assert "prefers-color-scheme: dark" in html
    assert 'style="' in html
    assert not re.search(r"<(img|script|link|iframe)|url\(|@import", html)
    assert len(html.encode()) < MOST_BYTES
    assert max(len(line) for line in email.body.splitlines() if "://" not in line) <= 72
    assert "{{" not in email.body + html
    assert "{%" not in email.body + html
    assert message["X-Citadels-Kind"] in {*Kind.values}
    assert message["List-Id"].startswith(f"<{game.key}.games.")
    assert message["References"] == message["In-Reply-To"]
    assert message["Content-Language"] == user.language
