"""Decode bytes from outside, and remove invisible characters."""

import re
import unicodedata
from collections.abc import Callable
from typing import ParamSpec, TypeVar

KNOWN_CHARSETS = re.compile(r"(?:utf|us-ascii|ascii|iso|latin|windows|cp|koi8|mac|gb|big5|shift|euc)[\w.:-]*")
FALLBACK_CHARSET = "windows-1250"  # for programs that declare none, in our players' region
LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\u2028\u2029]")
INVISIBLE_CATEGORIES = {
    "Cc",
    "Cf",
    "Cs",
}  # controls, zero-width characters, surrogates: databases reject some of them

Params = ParamSpec("Params")
Result = TypeVar("Result")


def call_safely(
    otherwise: Result, call: Callable[Params, Result], *args: Params.args, **options: Params.kwargs
) -> Result:
    """Call a function of the mail library, which fails on broken emails in undocumented ways; return a
    default then.
    """
    try:
        return call(*args, **options)
    except Exception:
        return otherwise


def decode_bytes(content: bytes, charset: str) -> str:
    """Decode by the declared charset if it is a known one: some of Python's codecs are no charsets."""
    for name in (charset, "utf-8"):
        if KNOWN_CHARSETS.fullmatch(name.lower()):
            try:
                return content.decode(name)
            except (LookupError, ValueError):
                continue
    return content.decode(FALLBACK_CHARSET, "replace")


def clean_text(text: str) -> str:
    """Normalise line ends and spaces, and remove invisible characters."""
    spaced = re.sub(r"[^\S\n]", " ", LINE_ENDS.sub("\n", text))
    return "".join(
        sign for sign in spaced if sign == "\n" or unicodedata.category(sign) not in INVISIBLE_CATEGORIES
    )
