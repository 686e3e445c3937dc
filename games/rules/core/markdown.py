"""The small subset of Markdown that our rule books use: chapters, paragraphs, lists, tables.

A book is prose in files, one for each part and language, with tables filled in from the data of the game;
pages read it again chapter by chapter."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from string import Template

from .translation import LANGUAGES

HEADING = re.compile(r"## (.+)")
SUBHEADING = re.compile(r"#+ (.+)")
LIST_ITEM = re.compile(r"(- |\d+\. )")
TABLE_SEPARATOR = re.compile(r"[|\s:-]+")  # the rule below the head of a table, or an empty line

TableRows = Iterable[Iterable[object]]  # cells, shown as they are


def choose_book_language(language: str) -> str:
    """The language that a book is written in for this reader: English if there is no other."""
    return language if language in LANGUAGES else "en"


def render_book(folder: Path, parts: Iterable[str], language: str, tables: Mapping[str, TableRows]) -> str:
    """Join the parts (`<part>.<language>.md`) and put each table in the place that `$name` marks."""
    texts = [(folder / f"{part}.{language}.md").read_text("utf-8") for part in parts]
    rows = {name: "\n".join(map(_format_row, table)) for name, table in tables.items()}
    return Template("\n".join(texts)).substitute(rows)


def _format_row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def split_chapters(book: str) -> dict[str, list[str]]:
    """Split a rule book into chapters: title → lines, in the order of the book."""
    found: dict[str, list[str]] = {}
    title = ""
    for line in book.splitlines():
        if heading := HEADING.fullmatch(line):
            title = heading[1]
            found[title] = []
        elif title:
            found[title].append(line)
    return found


def extract_introduction(book: str) -> list[str]:
    """The lines before the first chapter, without the title of the book."""
    before = re.split(r"^## ", book, maxsplit=1, flags=re.MULTILINE)[0]
    return [line for line in before.splitlines() if not line.startswith("# ")]


def split_blocks(lines: Sequence[str]) -> Iterator[str]:
    """Join wrapped lines, so that each paragraph, list item and table row is one line."""
    block = ""
    for line in lines:
        begins = not line or line.startswith(("|", "#")) or LIST_ITEM.match(line)
        if begins and block:
            yield block
            block = ""
        if not TABLE_SEPARATOR.fullmatch(line):
            block = f"{block} {line.strip()}".strip()
    if block:
        yield block


def split_cells(row: str) -> list[str]:
    """The texts of the cells in a table row."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def strip_marks(text: str) -> str:
    """Remove the marks of bold text and of code from a text."""
    return text.replace("**", "").replace("`", "").replace("\\", "").strip()
