"""Four people who never see the site play a game from the invitation to the final score.

Emails leave by SMTP to a listener that is their four mail programs; what they write comes in by LMTP through
`manage.py postmaster`, which is a process of its own.
"""

import re
import smtplib
from collections.abc import Iterator
from email import message_from_bytes, message_from_string
from email.message import EmailMessage
from email.policy import default

import pytest
from django.test import override_settings

from games.mail.incoming import processor
from games.mail.outgoing import game_outbox, invitation_outbox
from games.models import ChatMessage, Game, GameLogEntry, GameNotice, IncomingMail, Seat
from games.play.lobby import invitations, tables
from games.play.lobby.tables import NewTable
from tests.helpers.factories import UserFactory
from tests.helpers.mail.processes import start
from tests.helpers.mail.smtp_server import Server, mail_server
from tests.helpers.messages.mail import FIRST_ANSWER_PART, ONE_ANSWER
from tests.helpers.tables import advice
from tests.helpers.time_limits import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.processes]

SMTP = "games.mail.outgoing.smtp.LimitedSmtpBackend"


@pytest.fixture
def server() -> Iterator[Server]:
    with mail_server() as server:
        host, port = server.server_address[:2]
        with override_settings(EMAIL_BACKEND=SMTP, EMAIL_HOST=host, EMAIL_PORT=port):
            yield server


@pytest.fixture
def door(server: Server, root) -> Iterator[int]:
    """The port at which emails come in."""
    process = start(["manage.py", "postmaster", "--port", "0"], server, cwd=root)
    try:
        yield int(process.stdout.readline().rpartition(":")[2])
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0
        process.stdout.close()


class Programs:
    """The mail programs of all of them: what has come and was not read yet, and how they write."""

    def __init__(self, server: Server, door: int) -> None:
        self.server, self.door = server, door
        self.read = 0
        self.written = 0

    def new(self) -> list[EmailMessage]:
        emails = self.server.emails[self.read :]
        found = [message_from_bytes(text.encode(), policy=default) for text in emails]
        self.read += len(found)
        return found

    def reply(self, email: EmailMessage, *lines: str) -> None:
        """Above the quoted email, as most people do."""
        self.written += 1
        answer = EmailMessage()
        answer["From"], answer["To"] = email["To"], email["Reply-To"]
        answer["Subject"] = f"Re: {email['Subject']}"
        answer["Message-ID"] = f"<{self.written}@phone.example.org>"
        answer["In-Reply-To"] = email["Message-ID"]
        quoted = "\n".join(f"> {line}" for line in text_of(email).splitlines())
        answer.set_content("\n".join([*lines, "", "On Monday, the house wrote:", quoted, ""]))
        with smtplib.LMTP("127.0.0.1", self.door) as lmtp:
            lmtp.send_message(answer, from_addr=str(email["To"]))


def text_of(email: EmailMessage) -> str:
    return str(email.get_body(("plain",)).get_content())


def numbers(email: EmailMessage) -> dict[str, str]:
    """The options of the email: the line of each, and its number."""
    found = re.findall(r"^ *(\d+)\. .*\n(?: {5}.*\n)*? {5}(\S.*)\n {5}http", text_of(email), re.MULTILINE)
    return {line: number for number, line in found}


def choose(email: EmailMessage, line: str) -> str:
    """What to reply: the example or the first number where whole turns are offered, or else this move."""
    text = " ".join(text_of(email).split())
    if example := re.search(FIRST_ANSWER_PART.pattern, text):
        return re.findall("“(.+?)”", example[0])[-1]
    return "1" if ONE_ANSWER.is_in(text) else numbers(email).get(line, line)


def carry() -> None:
    """What the worker does: read what came, write what is due."""
    processor.process_due_mail()
    game_outbox.send_due_notices()


def test_a_whole_game_by_mail_alone(server, door):
    programs = Programs(server, door)
    host = UserFactory(email="host@example.org")
    new_table = NewTable(name="By post", ruleset="citadels", options={}, size=4)
    game = tables.open_table(host, new_table)
    invitations.invite_people(game.pk, host, [f"{name}@example.org" for name in ("eve", "flora", "gus")])
    invitation_outbox.send_due_invitations()
    for message in programs.new():
        programs.reply(message, f"yes {str(message['To']).partition('@')[0].title()}")
    carry()
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING

    talked = False
    while game.state == Game.State.RUNNING:  # every turn by the number of a whole one
        game_outbox.send_due_notices()
        asked = [message for message in programs.new() if is_open(message)]
        assert asked, "somebody is asked, and no letter says so"
        for message in asked:
            chosen = choose(message, advice(seat_of(message)))
            programs.reply(message, chosen, *([] if talked else ["say Good evening, everybody"]))
            talked = True
        processor.process_due_mail()
        game.refresh_from_db()

    game_outbox.send_due_notices()
    last = {str(message["To"]): message for message in programs.new()}
    assert len(last) == 4
    assert all(
        message["X-Citadels-Kind"] == "over" and "points" in text_of(message) for message in last.values()
    )
    assert {email["In-Reply-To"] for email in last.values()} == {f"<game-{game.key}@127.0.0.1>"}
    assert_nothing_was_lost(game, programs)


def is_open(email: EmailMessage) -> bool:
    """Does this email put a question that nobody has answered yet?"""
    seat = seat_of(email) if "+" in str(email["Reply-To"]) else None
    is_asked = ONE_ANSWER.is_in(text_of(email)) or bool(numbers(email))
    return bool(seat and is_asked and str(email["Reply-To"]).partition("@")[0].endswith(f"-{seat.decision}"))


def seat_of(email: EmailMessage) -> Seat:
    return Seat.objects.select_related("game", "user").get(user__email=str(email["To"]))


def assert_nothing_was_lost(game: Game, programs: Programs) -> None:
    emails = IncomingMail.objects.all()
    assert emails.count() == programs.written
    assert set(emails.values_list("status", flat=True)) == {IncomingMail.Status.ANSWERED}
    names = [message_from_string(text)["Message-ID"] for text in programs.server.emails]
    assert len(names) == len(set(names))
    moves = GameLogEntry.objects.filter(game=game, kind=GameLogEntry.Kind.MOVE)
    assert set(moves.values_list("how", flat=True)) - {GameLogEntry.How.FORCED} == {GameLogEntry.How.REPLY}
    assert not GameNotice.objects.filter(status__in=["waiting", "parked"], kind="your_turn").exists()
    assert ChatMessage.objects.get().text == "Good evening, everybody"
