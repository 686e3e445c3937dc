"""The development inbox: an email backend that keeps emails in a folder while there is no mail server.

Each email is a file, exactly as a mail server would get it. A page shows them like a mail program, and can
reply to them.
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

MAX_SHOWN = 200  # the newest; the page must stay usable after years of play
EMAIL_NAME = re.compile(r"\d{8}T\d{12}-[0-9a-f]{8}")


class EmailBackend(BaseEmailBackend):
    """Django email backend that writes into a folder; files are renamed into place, so none is partial."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        get_inbox_folder().mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{token_hex(4)}"  # sorts by time
            draft = get_inbox_folder() / f"{name}.draft"
            draft.write_bytes(message.message().as_bytes())
            draft.rename(get_inbox_folder() / f"{name}.eml")
        return len(email_messages)


@dataclass(frozen=True)
class StoredEmail:
    """An email as it was sent."""

    name: str
    path: Path
    message: Parsed

    @property
    def source(self) -> str:
        return self.path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")

    @property
    def sent_at(self) -> datetime:
        return datetime.strptime(self.name.split("-")[0], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC)

    @property
    def subject(self) -> str:
        return str(self.message["Subject"] or "")

    @property
    def sender(self) -> str:
        return str(self.message["From"] or "")

    @property
    def addresses(self) -> list[str]:
        """Return the recipients, in lower case."""
        fields = [str(field) for field in self.message.get_all("To", [])]
        return [address.lower() for _name, address in getaddresses(fields)]

    @property
    def recipient(self) -> str:
        """Return the first recipient, who would reply."""
        return next(iter(self.addresses), "")

    @property
    def reply_to(self) -> str:
        """Return the address for replies; empty if none are expected."""
        fields = [str(field) for field in self.message.get_all("Reply-To", [])]
        return next((address for _name, address in getaddresses(fields) if address), "")

    @property
    def thread(self) -> list[str]:
        """Return the Message-IDs of the earlier emails and of this one, for the References of a reply."""
        fields = [str(self.message[name] or "") for name in ("References", "Message-ID")]
        return " ".join(fields).split()

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.message.items()]

    @property
    def text(self) -> str:
        return self.get_body_part("plain")

    @property
    def html(self) -> str:
        return self.get_body_part("html")

    def get_body_part(self, kind: str) -> str:
        part = self.message.get_body(preferencelist=(kind,))
        return str(part.get_content()) if part else ""


def build_reply(email: StoredEmail, text: str) -> bytes:
    """Build a reply as a mail program would: the words above, the email quoted below."""
    answer = Parsed(policy=SMTP)
    answer["From"] = email.recipient
    answer["To"] = email.reply_to
    answer["Subject"] = re.sub(r"^(re: *)?", "Re: ", email.subject, count=1, flags=re.IGNORECASE)
    answer["Date"] = datetime.now(UTC)
    answer["Message-ID"] = make_msgid("dev-inbox", email.recipient.rpartition("@")[2])
    answer["In-Reply-To"] = email.thread[-1] if email.thread else ""
    answer["References"] = " ".join(email.thread)
    answer.set_content("\n".join([*text.splitlines(), "", _quote_email(email)]))
    return answer.as_bytes()


def _quote_email(email: StoredEmail) -> str:
    about = {"when": f"{email.sent_at:%Y-%m-%d %H:%M}", "who": email.sender}
    lines = [_("On %(when)s, %(who)s wrote:") % about, *email.text.splitlines()]
    return "\n> ".join(lines) + "\n"


def get_inbox_folder() -> Path:
    return Path(settings.DEV_INBOX_DIR)


def load_email(path: Path) -> StoredEmail:
    with path.open("rb") as file:
        return StoredEmail(path.stem, path, BytesParser(policy=default).parse(file))


def list_emails(address: str = "") -> list[StoredEmail]:
    """List the newest emails first; only those to this address, if one is given."""
    newest = sorted(get_inbox_folder().glob("*.eml"), reverse=True)[:MAX_SHOWN]
    found = [load_email(path) for path in newest if EMAIL_NAME.fullmatch(path.stem)]
    return [email for email in found if not address or address.lower() in email.addresses]


def find_email(name: str) -> StoredEmail | None:
    """Find one email by name. The name is validated before it becomes a path."""
    path = get_inbox_folder() / f"{name}.eml"
    return load_email(path) if EMAIL_NAME.fullmatch(name) and path.is_file() else None
