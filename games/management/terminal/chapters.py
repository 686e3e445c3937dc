"""The rule book, chapter by chapter: enough Markdown for a terminal."""

from games.rules.core.book import ENTRY, SUBHEADING, blocks, cells
from games.rules.core.lexicon import plain

from .screen import Screen


def chapter_named(titles: list[str], text: str) -> str | None:
    """The chapter that is meant by its number or by a part of its title."""
    if text.isascii() and text.isdigit() and len(text) < 4:
        return titles[int(text) - 1] if 0 < int(text) <= len(titles) else None
    return next((title for title in titles if plain(text) in plain(title)), None)


def show(screen: Screen, title: str, lines: list[str]) -> None:
    screen.title(title)
    for block in blocks(lines):
        if heading := SUBHEADING.fullmatch(block):
            screen.title(heading[1])
        elif entry := ENTRY.match(block):
            screen.say(_plain(block), " " * (2 + len(entry[1])), first="  ")
        elif block.startswith("|"):
            screen.say(" | ".join(cell for cell in map(_plain, cells(block)) if cell), "    ", first="  ")
        else:
            screen.say(_plain(block))


def _plain(text: str) -> str:
    """The text without its marks."""
    return text.replace("**", "").replace("`", "").replace("\\", "").strip()
