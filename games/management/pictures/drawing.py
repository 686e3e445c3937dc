"""A terminal as an SVG: our paper and ink by day and by night, and nothing from elsewhere.

Fonts differ from machine to machine, so every piece of text is told how wide it has to be: the
columns stand wherever it is looked at.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

import msgspec

from games.management.terminal.screen import BOLD, DIM, PROMPT, RESET, WIDEST

SIZE, COLUMN, ROW = 15, 9, 21  # of the letters, from one to the next, from line to line
MARGIN = 40
WIDTH = MARGIN + WIDEST * COLUMN + MARGIN
HEAD = 62  # the house's name and the double rule
SHEET = 12  # how far the sheet of the open question stands off the edge of the picture
AIR = 8  # between the question and what stands above it
STRIPES = 7  # the airmail edge, high; a red one and a blue one every 58, so that it ends as it begins

CODE = re.compile(r"(\x1b\[\d+m)")
STYLE = {BOLD: "bold", DIM: "dim", RESET: ""}
PIECE = re.compile(r"\S+(?: \S+)*")  # what stands together; more than one space is a gap
TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
NIGHT = "prefers-color-scheme: dark"

# what is painted → the token of its colour
PAINT = {
    "text": "ink",
    ".dim": "ink-soft",
    ".typed": "link",
    ".ink": "ink",
    ".paper": "paper",
    ".leaf": "leaf",
    ".rule": "rule",
    ".red": "air-red",
    ".blue": "air-blue",
}


class Tokens(msgspec.Struct, frozen=True):
    """The decisions of tokens.css, by day and by night."""

    day: Mapping[str, str]
    night: Mapping[str, str]


def tokens_in(path: Path) -> Tokens:
    day, _, night = path.read_text("utf-8").partition(NIGHT)
    return Tokens(_tokens(day), _tokens(night))


def _tokens(css: str) -> dict[str, str]:
    return {name: " ".join(value.split()) for name, value in TOKEN.findall(css)}


def draw(rows: Sequence[str], command: str, tokens: Tokens) -> str:
    """The picture of a window with these rows; the last paragraph is what waits for an answer."""
    asked = max(place for place, row in enumerate(rows) if not row) + 1
    question = " ".join(" ".join(CODE.sub("", row).split()) for row in rows[asked:-1])
    lines = [HEAD + ROW * (place + 1) + AIR * (place >= asked) for place in range(len(rows))]
    height = lines[-1] + 2 * AIR + SHEET
    parts = [
        _opening(height),
        '<title id="title">A game of Citadels in a terminal</title>',
        f'<desc id="question">{escape(question)}</desc>',
        f"<style>\n{_style(tokens)}\n</style>",
        *_paper(height),
        *_masthead(command),
        *_sheet(lines[asked], lines[-1]),
        *(text for row, y in zip(rows, lines, strict=True) for text in _row(row, y)),
        _cursor(lines[-1]),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _opening(height: int) -> str:
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title question">'


def _style(tokens: Tokens) -> str:
    day, night = _painted(tokens.day), _painted(tokens.night)
    return "\n".join(
        (
            f"text {{ font: {SIZE}px {tokens.day['mono']} }}",
            ".bold { font-weight: 700 }",
            f".house {{ font: 700 {SIZE}px {tokens.day['serif']}; letter-spacing: {tokens.day['caps']} }}",
            day,
            f"@media ({NIGHT}) {{\n{night}\n}}",
        )
    )


def _painted(colours: Mapping[str, str]) -> str:
    return "\n".join(f"{what} {{ fill: {colours[token]} }}" for what, token in PAINT.items())


# --- what is behind the text


def _paper(height: int) -> Iterator[str]:
    yield _box("rule", 0, 0, WIDTH, height)
    yield _box("paper", 1, 1, WIDTH - 2, height - 2)


def _masthead(command: str) -> Iterator[str]:
    yield f'<text class="house" x="{MARGIN}" y="32">CITADELS BY POST</text>'
    yield f'<text class="dim" x="{WIDTH - MARGIN}" y="32" text-anchor="end">{escape(command)}</text>'
    for top in (44, 47):
        yield _box("ink", MARGIN, top, WIDTH - 2 * MARGIN, 1)


def _sheet(first: int, last: int) -> Iterator[str]:
    """The open question lies on a sheet with the airmail edge: this waits for you."""
    width, top = WIDTH - 2 * SHEET, first - SIZE - AIR - STRIPES
    height = last + 2 * AIR - top
    yield (
        f'<pattern id="airmail" x="{SHEET}" y="{top}" width="58" height="{STRIPES}"'
        ' patternUnits="userSpaceOnUse">'
        f'<path class="red" d="M0 {STRIPES}l5 -{STRIPES}h17l-5 {STRIPES}z"/>'
        f'<path class="blue" d="M29 {STRIPES}l5 -{STRIPES}h17l-5 {STRIPES}z"/></pattern>'
    )
    yield _box("rule", SHEET - 1, top - 1, width + 2, height + 2)
    yield _box("leaf", SHEET, top, width, height)
    yield f'<rect x="{SHEET}" y="{top}" width="{width}" height="{STRIPES}" fill="url(#airmail)"/>'


def _cursor(y: int) -> str:
    return _box("ink", MARGIN + len(PROMPT) * COLUMN, y - SIZE + 2, COLUMN, SIZE + 2)


def _box(paint: str, x: int, y: int, width: int, height: int) -> str:
    return f'<rect class="{paint}" x="{x}" y="{y}" width="{width}" height="{height}"/>'


# --- the text


def _row(row: str, y: int) -> Iterator[str]:
    for style, column, text in _pieces(row):
        paint = f' class="{style}"' if style else ""
        yield (
            f'<text{paint} x="{MARGIN + column * COLUMN}" y="{y}" textLength="{len(text) * COLUMN}">'
            f"{escape(text, quote=False)}</text>"
        )


def _pieces(row: str) -> Iterator[tuple[str, int, str]]:
    """Style, column and text of everything in this row that stands together."""
    style, column = ("typed" if row.startswith(PROMPT) else ""), 0
    for part in CODE.split(row):
        if part in STYLE:
            style = STYLE[part]
            continue
        for piece in PIECE.finditer(part):
            yield style, column + piece.start(), piece[0]
        column += len(part)
