"""Render the Markdown subset of our rule books as HTML.

A book becomes chapters, and a chapter a list of elements: paragraphs, titles, lists and tables.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.rules.core import markdown

TEXT, TITLE, LIST, STEPS, TABLE = "text", "title", "list", "steps", "table"
INLINE_MARKUP = re.compile(r"(\*\*.+?\*\*|`.+?`)")
BACKSLASH_ESCAPE = re.compile(r"\\(.)")


class MarkdownElement(NamedTuple):
    """Paragraphs, a title, a list or a table; a row is a paragraph, a list item or a row of cells."""

    kind: str
    rows: list[list[SafeString]]


class Chapter(NamedTuple):
    """A chapter with its elements. Links use the number, which is the same in all languages."""

    number: int
    title: str
    parts: list[MarkdownElement]


def build_chapters(text: str) -> list[Chapter]:
    """Split a rule book into numbered chapters."""
    found = markdown.split_chapters(text).items()
    return [Chapter(n, title, list(build_elements(lines))) for n, (title, lines) in enumerate(found, 1)]


def build_elements(lines: Sequence[str]) -> Iterator[MarkdownElement]:
    """Group adjacent blocks of the same kind: all items of a list, all rows of a table."""
    for kind, together in groupby(markdown.split_blocks(lines), _find_block_kind):
        yield MarkdownElement(
            kind, [[render_inline(cell) for cell in _split_block(kind, block)] for block in together]
        )


def _find_block_kind(block: str) -> str:
    if block.startswith("#"):
        return TITLE
    if block.startswith("|"):
        return TABLE
    if not markdown.LIST_ITEM.match(block):
        return TEXT
    return LIST if block.startswith("-") else STEPS


def _split_block(kind: str, block: str) -> list[str]:
    if kind == TABLE:
        return markdown.split_cells(block)
    return [block if kind == TEXT else markdown.LIST_ITEM.sub("", block.lstrip("# "), count=1)]


def render_inline(text: str) -> SafeString:
    """Render bold and code spans as tags and escape everything else."""
    return format_html_join("", "{}", ((_render_piece(piece),) for piece in INLINE_MARKUP.split(text)))


def _render_piece(piece: str) -> SafeString | str:
    if INLINE_MARKUP.fullmatch(piece):
        form, text = ("<b>{}</b>", piece[2:-2]) if piece.startswith("*") else ("<code>{}</code>", piece[1:-1])
        return format_html(form, _remove_backslashes(text))
    return _remove_backslashes(piece)


def _remove_backslashes(text: str) -> str:
    return BACKSLASH_ESCAPE.sub(r"\1", text)
