"""Other apps that write to people and are answered: what the post has to know of them.

An app registers itself when it is ready. What comes to its addresses (`<kind>+<key>@`) is brought to it, and
its letters have a return path like all others.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.core.mail import EmailMessage
from django.db.models import Model

from games.mail.addresses import ROWS, Address
from games.mail.reading.replies import Reply
from games.models import Incoming, Seat

if TYPE_CHECKING:
    from games.mail.answers import Outcome
    from games.mail.obeying import Line


class Correspondence(NamedTuple):
    """What one app writes, and what becomes of the answers."""

    rows: type[Model]  # its letters; they have `user`, `status` and `sent_at`, as notices have
    leads_somewhere: Callable[[str], bool]  # is there anybody with this key?
    obey: "Callable[[Incoming, Address, Reply], Outcome | str]"  # a word, if nothing is to be answered
    answer: "Callable[[Incoming, Outcome], EmailMessage | None]"
    # lines to one of its tables which it takes for itself, as one, if the first of them is meant for it
    from_table: "Callable[[Seat, Sequence[str]], Line | None]"


_registered: dict[str, Correspondence] = {}


def register(kind: str, mark: str, correspondence: Correspondence) -> None:
    """Letters to addresses of this kind are its own; the mark stands for its rows in return paths.

    Registering twice changes nothing."""
    _registered[kind] = correspondence
    ROWS[mark] = correspondence.rows


def of(address: Address | None) -> Correspondence | None:
    return _registered.get(address.kind) if address else None


def from_table(seat: Seat, texts: Sequence[str]) -> "Line | None":
    """What an app has done with lines that were written to a table; None if they are for the table itself."""
    return next(filter(None, (one.from_table(seat, texts) for one in _registered.values())), None)


def rows() -> list[type[Model]]:
    """Where the letters of all these apps stand."""
    return [one.rows for one in _registered.values()]
