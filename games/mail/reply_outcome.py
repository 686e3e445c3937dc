"""What a reply has led to, from the reader of its lines to the email that answers it."""

from datetime import datetime

import msgspec


class ReplyLine(msgspec.Struct):
    """A line of a reply, and what became of it."""

    text: str
    sentence: str = ""
    is_done: bool = False


class ReplyRefusal:
    """Reasons for which a reply is not acted on."""

    FOREIGN = "foreign"  # the sender's address is not the player's
    UNPROVEN = "unproven"  # DKIM, SPF or DMARC did not pass
    GUARDED = "guarded"  # the links of this seat are revoked until its player signs in


NOTHING_DONE = "idle"  # no line led to an action


class ReplyOutcome(msgspec.Struct):
    """What a reply has led to; stored with the incoming email until it is answered."""

    lines: list[ReplyLine] = []
    reason: str = ""  # a refusal, or NOTHING_DONE
    first_entry: int = 0  # the last log entry before it
    wants_help: bool = False
    wants_rules: bool = False
    is_truncated: bool = False  # the email was longer than we read
    unreadable_reason: str = ""  # why nothing of it could be read: encrypted or sealed
    silent_until: datetime | None = None  # it is the last answer of its kind before that moment
