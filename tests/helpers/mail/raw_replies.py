"""Replies as programs write them, for tests of the reader."""

from games.mail.parsing.reply import Reply, parse_reply

ANN = "ann@example.org"


def raw_email(text: str = "end\n", kind: str = "text/plain; charset=utf-8", **headers: str) -> bytes:
    """An email of Ann's. Headers are written with `_` for `-`; an empty one is left out."""
    named = {"From": f"Ann <{ANN}>", "Content_Type": kind} | headers
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in named.items() if value]
    return "\n".join([*lines, "", text]).encode()


def heard(raw: bytes, *, envelope_sender: str = ANN, **options) -> Reply:
    return parse_reply(raw, envelope_sender=envelope_sender, **options)


def lines(text: str, kind: str = "text/plain; charset=utf-8") -> list[str]:
    return list(heard(raw_email(text, kind)).lines)
