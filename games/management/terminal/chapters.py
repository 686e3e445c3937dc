"""The rule book, chapter by chapter: enough Markdown for a terminal."""

import re
from collections.abc import Iterator

from games.rules.core.lexicon import plain

from .screen import Screen

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


def chapter_named(titles: list[str], text: str) -> str | None:
    """The chapter that is meant by its number or by a part of its title."""
    if text.isascii() and text.isdigit() and len(text) < 4:
        return titles[int(text) - 1] if 0 < int(text) <= len(titles) else None
    return next((title for title in titles if plain(text) in plain(title)), None)


def show(screen: Screen, title: str, lines: list[str]) -> None:
    screen.title(title)
    for block in _blocks(lines):
        if heading := SUBHEADING.fullmatch(block):
            screen.title(heading[1])
        elif entry := ENTRY.match(block):
            screen.say(_plain(block), " " * (2 + len(entry[1])), first="  ")
        elif block.startswith("|"):
            screen.say(" | ".join(cell for cell in map(_plain, block.split("|")) if cell), "    ", first="  ")
        else:
            screen.say(_plain(block))


def _blocks(lines: list[str]) -> Iterator[str]:
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


def _plain(text: str) -> str:
    """The text without its marks."""
    return text.replace("**", "").replace("`", "").replace("\\", "").strip()
