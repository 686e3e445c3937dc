"""Detect automatic emails. Their content is not acted on, and they are not answered (RFC 3834).

One sign is enough, provided that people's mail programs never send it. `X-Auto-Response-Suppress` is no sign:
Outlook adds it to emails of people, too.
"""

import re
from collections.abc import Collection

from games.mail.parsing.headers import Headers, decode_header_text, get_first

DAEMON_NAMES = {"mailer-daemon", "mail-daemon", "mdaemon", "postmaster", "daemon"}
NO_REPLY_NAMES = {"no-reply", "noreply", "no_reply", "donotreply", "do-not-reply", "do_not_reply"}
BULK_PRECEDENCES = {"bulk", "junk", "list", "auto_reply"}
AUTO_REPLY_HEADERS = ("x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponder")
# at the beginning only: a reply about a game of this name has the subject “Re: Out of office (Citadels)”
AUTO_REPLY_SUBJECT = re.compile(
    r"\W*(?:out of (?:the )?office|auto(?:matic)?[- ]?(?:reply|response)|vacation reply|on vacation"
    r"|undeliverable|undelivered mail|delivery status notification|mail delivery failed|returned mail"
    r"|automatikus válasz|automata válasz|házon kívül|irodán kívül|szabadságon|kézbesíthetetlen"
    r"|automatski odgovor|odsutan|odsutna|odsutnost|nisam u uredu|izvan ureda|na godišnjem)(?!\w)",
    re.IGNORECASE,
)


def detect_auto_reply(headers: Headers, sender: str, envelope_sender: str, own: Collection[str]) -> str:
    """Return the sign that no person wrote this email; empty if a person did."""
    return (
        _detect_by_headers(headers)
        or _detect_by_address(headers, sender, envelope_sender.strip().strip("<>").lower(), own)
        or (
            "auto-reply subject"
            if AUTO_REPLY_SUBJECT.match(decode_header_text(get_first(headers, "subject")))
            else ""
        )
    )


def _detect_by_headers(headers: Headers) -> str:
    words = [_first_word(value) for value in headers.get("auto-submitted", [])]
    if any(word not in ("", "no") for word in words):
        return "auto-submitted"
    if any(
        _first_word(value).replace("-", "_") in BULK_PRECEDENCES for value in headers.get("precedence", [])
    ):
        return "precedence"
    if "list-id" in headers:
        return "list"
    if any(
        _first_word(value) not in ("", "no") for name in AUTO_REPLY_HEADERS for value in headers.get(name, [])
    ):
        return "auto-reply header"
    if get_first(headers, "content-type").lower().startswith("multipart/report"):
        return "report"
    return "loop" if "x-loop" in headers else ""


def _first_word(value: str) -> str:
    """Return the first word of a header, without a comment or parameters after it."""
    return re.split(r"[\s;(]", value, maxsplit=1)[0].lower()


def _detect_by_address(headers: Headers, sender: str, envelope_sender: str, own: Collection[str]) -> str:
    if not envelope_sender or any(value == "<>" for value in headers.get("return-path", [])):
        return "null sender"
    writers = {sender, envelope_sender}
    names = {writer.partition("@")[0] for writer in writers}
    if names & DAEMON_NAMES or "x-failed-recipients" in headers:
        return "mailer daemon"
    if names & NO_REPLY_NAMES:
        return "no-reply sender"
    return "own address" if writers & {address.lower() for address in own} else ""
