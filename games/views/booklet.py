"""The rule book for a page: chapters, and what stands in them, with its marks made into tags."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.rules.core import book

TEXT, TITLE, LIST, STEPS, TABLE = "text", "title", "list", "steps", "table"
MARKED = re.compile(r"(\*\*.+?\*\*|`.+?`)")
ESCAPED = re.compile(r"\\(.)")


class Part(NamedTuple):
    """Paragraphs, a title, a list or a table; each row is a paragraph, an entry or a row of cells."""

    kind: str
    rows: list[list[SafeString]]


class Chapter(NamedTuple):
    """A number that is the same in all languages, for links; the title; what stands below it."""

    number: int
    title: str
    parts: list[Part]


def chapters(text: str) -> list[Chapter]:
    found = book.chapters(text).items()
    return [Chapter(n, title, list(parts(lines))) for n, (title, lines) in enumerate(found, 1)]


def parts(lines: Sequence[str]) -> Iterator[Part]:
    """What belongs together as one part: all entries of a list, all rows of a table."""
    for kind, together in groupby(book.blocks(lines), _kind):
        yield Part(kind, [[tagged(cell) for cell in _cells(kind, block)] for block in together])


def _kind(block: str) -> str:
    if block.startswith("#"):
        return TITLE
    if block.startswith("|"):
        return TABLE
    if not book.ENTRY.match(block):
        return TEXT
    return LIST if block.startswith("-") else STEPS


def _cells(kind: str, block: str) -> list[str]:
    if kind == TABLE:
        return book.cells(block)
    return [block if kind == TEXT else book.ENTRY.sub("", block.lstrip("# "), count=1)]


def tagged(text: str) -> SafeString:
    """The text with bold words and words to type; everything else in it is text."""
    return format_html_join("", "{}", ((_tag(piece),) for piece in MARKED.split(text)))


def _tag(piece: str) -> SafeString | str:
    if MARKED.fullmatch(piece):
        form, words = (
            ("<b>{}</b>", piece[2:-2]) if piece.startswith("*") else ("<code>{}</code>", piece[1:-1])
        )
        return format_html(form, _bare(words))
    return _bare(piece)


def _bare(text: str) -> str:
    return ESCAPED.sub(r"\1", text)
