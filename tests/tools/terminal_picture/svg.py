"""Draw a terminal as an SVG in the colours of the site, light and dark, without external resources.

Fonts differ from machine to machine, so every piece of text has a fixed width: columns line up everywhere.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

import msgspec

from games.management.terminal.screen import BOLD, DIM, PROMPT, RESET, WIDEST

SIZE, COLUMN, ROW = 15, 9, 21  # font size, column width and line height
MARGIN = 40
WIDTH = MARGIN + WIDEST * COLUMN + MARGIN
HEAD_HEIGHT = 62  # the site's name and the double rule
SHEET_MARGIN = 12  # distance of the open question's sheet from the edge of the picture
QUESTION_GAP = 8  # gap above the question
STRIPE_HEIGHT = (
    7  # height of the airmail edge; a red and a blue stripe every 58, so that it ends as it begins
)

ANSI_CODE = re.compile(r"(\x1b\[\d+m)")
CLASS_BY_CODE = {BOLD: "bold", DIM: "dim", RESET: ""}
TEXT_PIECE = re.compile(r"\S+(?: \S+)*")  # text without a gap; more than one space is a gap
CSS_TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
DARK_MODE = "prefers-color-scheme: dark"

# CSS selector → the token of its colour
FILL_TOKENS = {
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


class DesignTokens(msgspec.Struct, frozen=True):
    """The design tokens of tokens.css, light and dark."""

    day: Mapping[str, str]
    night: Mapping[str, str]


def load_tokens(path: Path) -> DesignTokens:
    day, _, night = path.read_text("utf-8").partition(DARK_MODE)
    return DesignTokens(_parse_tokens(day), _parse_tokens(night))


def _parse_tokens(css: str) -> dict[str, str]:
    return {name: " ".join(value.split()) for name, value in CSS_TOKEN.findall(css)}


def draw_terminal(rows: Sequence[str], command: str, tokens: DesignTokens) -> str:
    """Draw a window with these rows; the last paragraph is the open question."""
    asked = max(place for place, row in enumerate(rows) if not row) + 1
    question = " ".join(" ".join(ANSI_CODE.sub("", row).split()) for row in rows[asked:-1])
    lines = [HEAD_HEIGHT + ROW * (place + 1) + QUESTION_GAP * (place >= asked) for place in range(len(rows))]
    height = lines[-1] + 2 * QUESTION_GAP + SHEET_MARGIN
    parts = [
        _format_start_tag(height),
        '<title id="title">A game of Citadels in a terminal</title>',
        f'<desc id="question">{escape(question)}</desc>',
        f"<style>\n{_format_style(tokens)}\n</style>",
        *_draw_paper(height),
        *_draw_masthead(command),
        *_draw_sheet(lines[asked], lines[-1]),
        *(text for row, y in zip(rows, lines, strict=True) for text in _draw_row(row, y)),
        _draw_cursor(lines[-1]),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _format_start_tag(height: int) -> str:
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title question">'


def _format_style(tokens: DesignTokens) -> str:
    day, night = _format_fills(tokens.day), _format_fills(tokens.night)
    return "\n".join(
        (
            f"text {{ font: {SIZE}px {tokens.day['mono']} }}",
            ".bold { font-weight: 700 }",
            f".house {{ font: 700 {SIZE}px {tokens.day['serif']}; letter-spacing: {tokens.day['caps']} }}",
            day,
            f"@media ({DARK_MODE}) {{\n{night}\n}}",
        )
    )


def _format_fills(colours: Mapping[str, str]) -> str:
    return "\n".join(f"{what} {{ fill: {colours[token]} }}" for what, token in FILL_TOKENS.items())


# --- the background


def _draw_paper(height: int) -> Iterator[str]:
    yield _draw_box("rule", 0, 0, WIDTH, height)
    yield _draw_box("paper", 1, 1, WIDTH - 2, height - 2)


def _draw_masthead(command: str) -> Iterator[str]:
    yield f'<text class="house" x="{MARGIN}" y="32">CITADELS BY POST</text>'
    yield f'<text class="dim" x="{WIDTH - MARGIN}" y="32" text-anchor="end">{escape(command)}</text>'
    for top in (44, 47):
        yield _draw_box("ink", MARGIN, top, WIDTH - 2 * MARGIN, 1)


def _draw_sheet(first: int, last: int) -> Iterator[str]:
    """Draw a sheet with the airmail edge behind the open question."""
    width, top = WIDTH - 2 * SHEET_MARGIN, first - SIZE - QUESTION_GAP - STRIPE_HEIGHT
    height = last + 2 * QUESTION_GAP - top
    yield (
        f'<pattern id="airmail" x="{SHEET_MARGIN}" y="{top}" width="58" height="{STRIPE_HEIGHT}"'
        ' patternUnits="userSpaceOnUse">'
        f'<path class="red" d="M0 {STRIPE_HEIGHT}l5 -{STRIPE_HEIGHT}h17l-5 {STRIPE_HEIGHT}z"/>'
        f'<path class="blue" d="M29 {STRIPE_HEIGHT}l5 -{STRIPE_HEIGHT}h17l-5 {STRIPE_HEIGHT}z"/></pattern>'
    )
    yield _draw_box("rule", SHEET_MARGIN - 1, top - 1, width + 2, height + 2)
    yield _draw_box("leaf", SHEET_MARGIN, top, width, height)
    size = f'width="{width}" height="{STRIPE_HEIGHT}"'
    yield f'<rect x="{SHEET_MARGIN}" y="{top}" {size} fill="url(#airmail)"/>'


def _draw_cursor(y: int) -> str:
    return _draw_box("ink", MARGIN + len(PROMPT) * COLUMN, y - SIZE + 2, COLUMN, SIZE + 2)


def _draw_box(paint: str, x: int, y: int, width: int, height: int) -> str:
    return f'<rect class="{paint}" x="{x}" y="{y}" width="{width}" height="{height}"/>'


# --- the text


def _draw_row(row: str, y: int) -> Iterator[str]:
    for style, column, text in _split_pieces(row):
        paint = f' class="{style}"' if style else ""
        yield (
            f'<text{paint} x="{MARGIN + column * COLUMN}" y="{y}" textLength="{len(text) * COLUMN}">'
            f"{escape(text, quote=False)}</text>"
        )


def _split_pieces(row: str) -> Iterator[tuple[str, int, str]]:
    """Split a row at its gaps and yield style, column and text of each piece."""
    style, column = ("typed" if row.startswith(PROMPT) else ""), 0
    for part in ANSI_CODE.split(row):
        if part in CLASS_BY_CODE:
            style = CLASS_BY_CODE[part]
            continue
        for piece in TEXT_PIECE.finditer(part):
            yield style, column + piece.start(), piece[0]
        column += len(part)
