"""A rule book in chapters: as much Markdown as the books of our games are written in."""

import re
from collections.abc import Iterator, Sequence

HEADING = re.compile(r"## (.+)")
SUBHEADING = re.compile(r"#+ (.+)")
ENTRY = re.compile(r"(- |\d+\. )")
LINE_BETWEEN = re.compile(r"[|\s:-]+")  # under the head of a table


def chapters(book: str) -> dict[str, list[str]]:
    """Title → lines, in the order of the book."""
    found: dict[str, list[str]] = {}
    title = ""
    for line in book.splitlines():
        if heading := HEADING.fullmatch(line):
            title = heading[1]
            found[title] = []
        elif title:
            found[title].append(line)
    return found


def opening(book: str) -> list[str]:
    """The lines before the first chapter, without the title."""
    before = re.split(r"^## ", book, maxsplit=1, flags=re.MULTILINE)[0]
    return [line for line in before.splitlines() if not line.startswith("# ")]


def blocks(lines: Sequence[str]) -> Iterator[str]:
    """Paragraphs, entries of lists and rows of tables, each on one line."""
    block = ""
    for line in lines:
        begins = not line or line.startswith(("|", "#")) or ENTRY.match(line)
        if begins and block:
            yield block
            block = ""
        if not LINE_BETWEEN.fullmatch(line):
            block = f"{block} {line.strip()}".strip()
    if block:
        yield block


def cells(row: str) -> list[str]:
    """What stands in a row of a table."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
