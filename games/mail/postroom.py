"""The post room: where letters stay while there is no mail server, so that a newcomer can read them.

Each letter is a file as a mail server would get it. A page of ours shows them as a mail program would, and
answers them like one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage as Parsed
from email.parser import BytesParser
from email.policy import SMTP, default
from email.utils import getaddresses, make_msgid
from pathlib import Path
from secrets import token_hex

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.translation import gettext as _

SHOWN = 200  # the newest; a laptop that plays for years should still open the page
NAME = re.compile(r"\d{8}T\d{12}-[0-9a-f]{8}")


class EmailBackend(BaseEmailBackend):
    """Django's way to send, into a folder. A letter is written aside and then renamed: never seen half."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder().mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{token_hex(4)}"  # sorts by time
            draft = folder() / f"{name}.draft"
            draft.write_bytes(message.message().as_bytes())
            draft.rename(folder() / f"{name}.eml")
        return len(email_messages)


@dataclass(frozen=True)
class Letter:
    """A letter as it was posted."""

    name: str
    path: Path
    parsed: Parsed

    @property
    def source(self) -> str:
        return self.path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")

    @property
    def posted(self) -> datetime:
        return datetime.strptime(self.name.split("-")[0], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC)

    @property
    def subject(self) -> str:
        return str(self.parsed["Subject"] or "")

    @property
    def sender(self) -> str:
        return str(self.parsed["From"] or "")

    @property
    def addresses(self) -> list[str]:
        """To whom, in lower case."""
        fields = [str(field) for field in self.parsed.get_all("To", [])]
        return [address.lower() for _name, address in getaddresses(fields)]

    @property
    def reader(self) -> str:
        """Who reads it, and would answer it."""
        return next(iter(self.addresses), "")

    @property
    def reply_to(self) -> str:
        """Where an answer goes; empty where none is wanted."""
        fields = [str(field) for field in self.parsed.get_all("Reply-To", [])]
        return next((address for _name, address in getaddresses(fields) if address), "")

    @property
    def thread(self) -> list[str]:
        """The letters before it, and itself: what the answer refers to."""
        fields = [str(self.parsed[name] or "") for name in ("References", "Message-ID")]
        return " ".join(fields).split()

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.parsed.items()]

    @property
    def text(self) -> str:
        return self.body("plain")

    @property
    def html(self) -> str:
        return self.body("html")

    def body(self, kind: str) -> str:
        part = self.parsed.get_body(preferencelist=(kind,))
        return str(part.get_content()) if part else ""


def reply(letter: Letter, words: str) -> bytes:
    """The answer as a mail program would send it: the words above, the letter quoted below."""
    answer = Parsed(policy=SMTP)
    answer["From"] = letter.reader
    answer["To"] = letter.reply_to
    answer["Subject"] = re.sub(r"^(re: *)?", "Re: ", letter.subject, count=1, flags=re.IGNORECASE)
    answer["Date"] = datetime.now(UTC)
    answer["Message-ID"] = make_msgid("postroom", letter.reader.rpartition("@")[2])
    answer["In-Reply-To"] = letter.thread[-1] if letter.thread else ""
    answer["References"] = " ".join(letter.thread)
    answer.set_content("\n".join([*words.splitlines(), "", _quoted(letter)]))
    return answer.as_bytes()


def _quoted(letter: Letter) -> str:
    about = {"when": f"{letter.posted:%Y-%m-%d %H:%M}", "who": letter.sender}
    lines = [_("On %(when)s, %(who)s wrote:") % about, *letter.text.splitlines()]
    return "\n> ".join(lines) + "\n"


def folder() -> Path:
    return Path(settings.POSTROOM_DIR)


def open_letter(path: Path) -> Letter:
    with path.open("rb") as file:
        return Letter(path.stem, path, BytesParser(policy=default).parse(file))


def letters(address: str = "") -> list[Letter]:
    """The newest letters first; those to this address, if one is given."""
    newest = sorted(folder().glob("*.eml"), reverse=True)[:SHOWN]
    found = [open_letter(path) for path in newest if NAME.fullmatch(path.stem)]
    return [letter for letter in found if not address or address.lower() in letter.addresses]


def letter(name: str) -> Letter | None:
    """One letter. The name is checked before it becomes a path."""
    path = folder() / f"{name}.eml"
    return open_letter(path) if NAME.fullmatch(name) and path.is_file() else None
