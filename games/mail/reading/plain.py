"""Bytes and signs of strangers as plain text."""

import re
import unicodedata
from collections.abc import Callable
from typing import ParamSpec, TypeVar

CHARSETS = re.compile(r"(?:utf|us-ascii|ascii|iso|latin|windows|cp|koi8|mac|gb|big5|shift|euc)[\w.:-]*")
USUAL = "windows-1250"  # of programs that say nothing, where our players live
LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\u2028\u2029]")
UNSEEN = {"Cc", "Cf", "Cs"}  # controls, zero-width signs, halves of signs: databases choke on some of them

Given = ParamSpec("Given")
Result = TypeVar("Result")


def safely(
    otherwise: Result, call: Callable[Given, Result], *args: Given.args, **options: Given.kwargs
) -> Result:
    """The mail library stumbles over broken letters in more ways than it names."""
    try:
        return call(*args, **options)
    except Exception:
        return otherwise


def decoded(content: bytes, charset: str) -> str:
    """As its charset says, if that can be true. Only known kinds: some of Python's codecs are no charsets."""
    for name in (charset, "utf-8"):
        if CHARSETS.fullmatch(name.lower()):
            try:
                return content.decode(name)
            except (LookupError, ValueError):
                continue
    return content.decode(USUAL, "replace")


def tidy(text: str) -> str:
    """The same text with one kind of line end, one kind of space and no sign that nobody sees."""
    spaced = re.sub(r"[^\S\n]", " ", LINE_ENDS.sub("\n", text))
    return "".join(sign for sign in spaced if sign == "\n" or unicodedata.category(sign) not in UNSEEN)
