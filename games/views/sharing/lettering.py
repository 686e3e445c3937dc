"""Letters in a picture: Source Serif, which comes as a package, so nothing is looked for on the machine.

It has Latin, Greek and Cyrillic letters. What it has not, such as another script, is left out.
"""

import unicodedata
from functools import cache

from font_source_serif_pro import font_files_ttf
from PIL import ImageDraw, ImageFont

Point = tuple[float, float]

MISSING = "\uffff"  # no font has it: what is drawn in its place


@cache
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_files_ttf["SourceSerifProBold" if bold else "SourceSerifPro"], size)


def drawable(text: str) -> str:
    """As much of a text as can be drawn, in composed letters."""
    whole = unicodedata.normalize("NFC", text).replace("\u00ad", "")  # a soft hyphen is never seen here
    return " ".join("".join(filter(_is_drawn, whole)).split())


@cache
def _is_drawn(letter: str) -> bool:
    return letter.isspace() or (letter.isprintable() and _ink(letter) != _ink(MISSING))


@cache
def _ink(letter: str) -> bytes:
    return bytes(font(40).getmask(letter))


class Line:
    """A line of text of a certain size."""

    def __init__(self, text: str, size: int, *, bold: bool = False, apart: float = 0) -> None:
        self.text = drawable(text)
        self.font, self.apart = font(size, bold=bold), apart * size

    @property
    def width(self) -> float:
        return self.font.getlength(self.text) + self.apart * max(0, len(self.text) - 1)

    def draw(self, canvas: ImageDraw.ImageDraw, at: Point, ink: str, *, anchor: str = "l") -> None:
        """On a base line, from the left (`l`), to the right (`r`) or around the middle (`m`)."""
        left = at[0] - {"l": 0.0, "m": self.width / 2, "r": self.width}[anchor]
        if not self.apart:
            canvas.text((left, at[1]), self.text, ink, self.font, "ls")
            return
        for place, letter in enumerate(self.text):
            before = self.font.getlength(self.text[:place]) + self.apart * place
            canvas.text((left + before, at[1]), letter, ink, self.font, "ls")


def fitted(text: str, sizes: range, width: float, *, bold: bool = False) -> Line:
    """The largest line that fits; the smallest is cut off where it must be."""
    for size in sizes:
        line = Line(text, size, bold=bold)
        if line.width <= width:
            return line
    whole = line.text
    while whole and line.width > width:
        whole = whole[:-1]
        line = Line(f"{whole.rstrip()}…", sizes[-1], bold=bold)
    return line


def wrapped(text: str, size: int, width: float, most: int) -> list[Line]:
    """In words, on at most so many lines; what is left over is cut off."""
    rows: list[str] = []
    for word in drawable(text).split():
        if rows and Line(f"{rows[-1]} {word}", size).width <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    if len(rows) > most:
        rows[most - 1 :] = [" ".join(rows[most - 1 :])]
    return [fitted(row, range(size, size - 1, -1), width) for row in rows]
