"""Text in pictures, in Source Serif. The font is a Python package, so no system font is needed.

It has Latin, Greek and Cyrillic characters; all others are left out.
"""

import unicodedata
from functools import cache

from font_source_serif_pro import font_files_ttf
from PIL import ImageDraw, ImageFont

Point = tuple[float, float]

MISSING_GLYPH = "\uffff"  # in no font: it is drawn as the placeholder for missing characters


@cache
def load_font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_files_ttf["SourceSerifProBold" if bold else "SourceSerifPro"], size)


def strip_undrawable(text: str) -> str:
    """Normalize a text to composed characters and drop those that the font lacks."""
    whole = unicodedata.normalize("NFC", text).replace("\u00ad", "")  # soft hyphens are never shown here
    return " ".join("".join(filter(_is_drawable, whole)).split())


@cache
def _is_drawable(letter: str) -> bool:
    return letter.isspace() or (
        letter.isprintable() and _render_glyph(letter) != _render_glyph(MISSING_GLYPH)
    )


@cache
def _render_glyph(letter: str) -> bytes:
    return bytes(load_font(40).getmask(letter))


class TextLine:
    """One line of text in a certain size; `letter_spacing` is extra space in parts of that size."""

    def __init__(self, text: str, size: int, *, bold: bool = False, letter_spacing: float = 0) -> None:
        self.text = strip_undrawable(text)
        self.font, self.letter_spacing = load_font(size, bold=bold), letter_spacing * size

    @property
    def width(self) -> float:
        return self.font.getlength(self.text) + self.letter_spacing * max(0, len(self.text) - 1)

    def draw(self, canvas: ImageDraw.ImageDraw, at: Point, ink: str, *, anchor: str = "l") -> None:
        """Draw on a baseline, starting at the point (`l`), ending there (`r`) or centred on it (`m`)."""
        left = at[0] - {"l": 0.0, "m": self.width / 2, "r": self.width}[anchor]
        if not self.letter_spacing:
            canvas.text((left, at[1]), self.text, ink, self.font, "ls")
            return
        for place, letter in enumerate(self.text):
            before = self.font.getlength(self.text[:place]) + self.letter_spacing * place
            canvas.text((left + before, at[1]), letter, ink, self.font, "ls")


def fit_line(text: str, sizes: range, width: float, *, bold: bool = False) -> TextLine:
    """Return the line in the largest size that fits; in the smallest it is truncated if needed."""
    for size in sizes:
        line = TextLine(text, size, bold=bold)
        if line.width <= width:
            return line
    whole = line.text
    while whole and line.width > width:
        whole = whole[:-1]
        line = TextLine(f"{whole.rstrip()}…", sizes[-1], bold=bold)
    return line


def wrap_text(text: str, size: int, width: float, most: int) -> list[TextLine]:
    """Wrap a text at its words on at most so many lines; truncate the last one if needed."""
    rows: list[str] = []
    for word in strip_undrawable(text).split():
        if rows and TextLine(f"{rows[-1]} {word}", size).width <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    if len(rows) > most:
        rows[most - 1 :] = [" ".join(rows[most - 1 :])]
    return [fit_line(row, range(size, size - 1, -1), width) for row in rows]
