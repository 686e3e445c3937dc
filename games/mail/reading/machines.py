"""Was this letter written by a machine? Then nothing in it is obeyed, and nobody answers it (RFC 3834).

One sign is enough, as long as people's programs never send it. `X-Auto-Response-Suppress` is none: Outlook
writes it on letters of people, too.
"""

import re
from collections.abc import Collection

from games.mail.reading.headers import Headers, first, readable

MACHINES = {"mailer-daemon", "mail-daemon", "mdaemon", "postmaster", "daemon"}
DEAF = {"no-reply", "noreply", "no_reply", "donotreply", "do-not-reply", "do_not_reply"}
PRECEDENCE = {"bulk", "junk", "list", "auto_reply"}
RESPONDERS = ("x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponder")
# at the beginning only: whoever answers a game of this name writes “Re: Out of office (Citadels)”
AWAY = re.compile(
    r"\W*(?:out of (?:the )?office|auto(?:matic)?[- ]?(?:reply|response)|vacation reply|on vacation"
    r"|undeliverable|undelivered mail|delivery status notification|mail delivery failed|returned mail"
    r"|automatikus válasz|automata válasz|házon kívül|irodán kívül|szabadságon|kézbesíthetetlen"
    r"|automatski odgovor|odsutan|odsutna|odsutnost|nisam u uredu|izvan ureda|na godišnjem)(?!\w)",
    re.IGNORECASE,
)


def why_automatic(headers: Headers, sender: str, envelope_sender: str, own: Collection[str]) -> str:
    """What tells that nobody wrote this; nothing, if somebody did."""
    return (
        _by_headers(headers)
        or _by_address(headers, sender, envelope_sender.strip().strip("<>").lower(), own)
        or ("auto-reply subject" if AWAY.match(readable(first(headers, "subject"))) else "")
    )


def _by_headers(headers: Headers) -> str:
    words = [_word(value) for value in headers.get("auto-submitted", [])]
    if any(word not in ("", "no") for word in words):
        return "auto-submitted"
    if any(_word(value).replace("-", "_") in PRECEDENCE for value in headers.get("precedence", [])):
        return "precedence"
    if "list-id" in headers:
        return "list"
    if any(_word(value) not in ("", "no") for name in RESPONDERS for value in headers.get(name, [])):
        return "auto-reply header"
    if first(headers, "content-type").lower().startswith("multipart/report"):
        return "report"
    return "loop" if "x-loop" in headers else ""


def _word(value: str) -> str:
    """The first word of a header, without a comment or parameters behind it."""
    return re.split(r"[\s;(]", value, maxsplit=1)[0].lower()


def _by_address(headers: Headers, sender: str, envelope_sender: str, own: Collection[str]) -> str:
    if not envelope_sender or any(value == "<>" for value in headers.get("return-path", [])):
        return "null sender"
    writers = {sender, envelope_sender}
    names = {writer.partition("@")[0] for writer in writers}
    if names & MACHINES or "x-failed-recipients" in headers:
        return "mailer daemon"
    if names & DEAF:
        return "no-reply sender"
    return "own address" if writers & {address.lower() for address in own} else ""
