"""Show the rule book by chapters, with as much Markdown as a terminal needs."""

from games.management.terminal.screen import Screen
from games.rules.core.lexicon import normalize_text
from games.rules.core.markdown import LIST_ITEM, SUBHEADING, split_blocks, split_cells, strip_marks


def find_chapter(titles: list[str], text: str) -> str | None:
    """Find a chapter by its number or by a part of its title."""
    if text.isascii() and text.isdigit() and len(text) < 4:
        return titles[int(text) - 1] if 0 < int(text) <= len(titles) else None
    return next((title for title in titles if normalize_text(text) in normalize_text(title)), None)


def show_chapter(screen: Screen, title: str, lines: list[str]) -> None:
    screen.title(title)
    for block in split_blocks(lines):
        if heading := SUBHEADING.fullmatch(block):
            screen.title(heading[1])
        elif entry := LIST_ITEM.match(block):
            screen.say(strip_marks(block), " " * (2 + len(entry[1])), first="  ")
        elif block.startswith("|"):
            screen.say(
                " | ".join(cell for cell in map(strip_marks, split_cells(block)) if cell),
                "    ",
                first="  ",
            )
        else:
            screen.say(strip_marks(block))
