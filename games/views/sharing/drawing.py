"""The picture of a share card: 1200 by 630, drawn twice as large and made smaller, for smooth edges."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from games.rules.core.ruleset import House, Look
from games.views.sharing.cards import Card, Place, Street
from games.views.sharing.lettering import Line, fitted, wrapped

WIDTH, HEIGHT = 1200, 630
FINE = 2  # how much larger it is drawn
MARGIN = 56
GROUND = 520  # where the streets stand
COURSE, BASE, ROOF = 19, 56, 22  # a stone of a wall, what every house has below them, and above
WIDEST = 99  # of a house
FEW = 4  # streets below which name and worth stand side by side; places that have high rows
ROW, LOW_ROW = 62, 48  # of a place
LIST_ENDS = 700  # places are at the left of it, a street at the right
HOUSES_BESIDE = 6
CROWN = 38  # its width

# the colours of tokens.css by day
PAPER, LEAF, INK, SOFT, RULE = "#f4efe2", "#fdfbf5", "#1c2632", "#4d5661", "#cbc0a6"
GOLD, GILT = "#755200", "#f5e3ae"
CROWN_OUTLINE = [(0, 1), (0, 0.15), (0.27, 0.55), (0.5, 0), (0.73, 0.55), (1, 0.15), (1, 1)]
PLAIN = Look(INK, "#e9e1cd", [(0, 1), (0, 0.6), (1, 0.6), (1, 1)])  # a flat roof


def picture(card: Card) -> bytes:
    """The card as a PNG."""
    sheet = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), PAPER)
    Sheet(ImageDraw.Draw(sheet)).draw(card)
    small = sheet.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.quantize(256, Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()


class Sheet:
    """A canvas that is measured as the picture will be."""

    def __init__(self, canvas: ImageDraw.ImageDraw) -> None:
        self.canvas = canvas

    def draw(self, card: Card) -> None:
        self._masthead(card.house)
        below = self._title(card.title)
        for line in wrapped(card.line, 30 * FINE, (WIDTH - 2 * MARGIN) * FINE, 2):
            self._write(line, MARGIN, below, SOFT)
            below += 40
        if card.places:
            self._places(card.places)
            self._beside(card.streets)
        elif card.streets:
            self._streets(card.streets)

    def _write(self, line: Line, x: float, y: float, ink: str, anchor: str = "l") -> None:
        line.draw(self.canvas, (x * FINE, y * FINE), ink, anchor=anchor)

    def _rule(self, left: float, y: float, right: float, thick: float, ink: str = INK) -> None:
        self.canvas.rectangle((left * FINE, y * FINE, right * FINE, (y + thick) * FINE - 1), ink)

    def _masthead(self, house: str) -> None:
        self._write(Line(house.upper(), 21 * FINE, bold=True, apart=0.16), MARGIN, 66, INK)
        self._rule(MARGIN, 84, WIDTH - MARGIN, 2)
        self._rule(MARGIN, 89, WIDTH - MARGIN, 2)

    def _title(self, title: str) -> float:
        """On one line if it can be, on two if it must; where the next line stands is returned."""
        room = (WIDTH - 2 * MARGIN) * FINE
        line = fitted(title, range(68 * FINE, 47 * FINE, -4), room)
        if not line.text.endswith("…"):
            self._write(line, MARGIN, 170, INK)
            return 222
        for number, part in enumerate(wrapped(title, 48 * FINE, room, 2)):
            self._write(part, MARGIN, 150 + 54 * number, INK)
        return 248

    # --- streets

    def _streets(self, streets: Sequence[Street]) -> None:
        """Side by side on one ground line, each with its owner and what it is worth."""
        gap = 24 if len(streets) < 6 else 14
        room = (WIDTH - 2 * MARGIN - gap * (len(streets) - 1)) / len(streets)
        most = max(8, *(len(street.houses) for street in streets))
        width = min(WIDEST, room / most)
        for number, street in enumerate(streets):
            left = MARGIN + number * (room + gap)
            self._rule(left, GROUND, left + room, 3)
            for place, house in enumerate(street.houses):
                self._house(house, left + place * width, width, GROUND)
            self._owner(street, left, room, below=len(streets) > FEW)

    def _house(self, house: House, left: float, width: float, ground: float) -> None:
        look = house.look or PLAIN
        top = ground - BASE - COURSE * house.height
        right = left + width - max(2.0, width / 12)
        peak = [(left + x * (right - left), top - ROOF + y * ROOF) for x, y in look.roof]
        outline = [*peak, (right, ground), (left, ground)]
        points = [(x * FINE, y * FINE) for x, y in outline]
        self.canvas.polygon(points, look.wall)
        for course in range(house.height):
            height = ground - COURSE * (course + 1)
            self._rule(left, height, right, 0.5, look.line)
        self.canvas.line([*points, points[0]], look.line, 2 * FINE, "curve")

    def _owner(self, street: Street, left: float, room: float, *, below: bool) -> None:
        worth = Line(street.worth, 30 * FINE, bold=True)
        fits = room * FINE - (0 if below else worth.width + 14 * FINE)
        name = fitted(street.name, range(28 * FINE, 15 * FINE, -2), fits, bold=True)
        self._write(name, left, 556, INK)
        if below:
            self._write(worth, left, 594, INK)
        else:
            self._write(worth, left + room, 556, INK, "r")

    # --- standings

    def _places(self, places: Sequence[Place]) -> None:
        """At the left, down to the foot; who is ahead wears the crown."""
        step = ROW if len(places) < FEW + 1 else LOW_ROW
        last = HEIGHT - MARGIN + 12
        for number, place in enumerate(places):
            row, is_first = last - step * (len(places) - 1 - number), number == 0
            self._rule(MARGIN, row - step + 14, LIST_ENDS, 2 if is_first else 1, INK if is_first else RULE)
            self._write(Line(place.place, 32 * FINE, bold=True), MARGIN, row, INK)
            room = (LIST_ENDS - MARGIN - 64 - 120 - (CROWN + 14) * is_first) * FINE
            name = fitted(place.name, range(32 * FINE, 21 * FINE, -2), room, bold=is_first)
            self._write(name, MARGIN + 64, row, INK)
            self._write(Line(place.worth, 32 * FINE, bold=True), LIST_ENDS, row, INK, "r")
            if is_first:
                self._crown(MARGIN + 64 + name.width / FINE + 14, row - 2)

    def _crown(self, left: float, foot: float) -> None:
        points = [(left + x * CROWN, foot - 28 + y * 28) for x, y in CROWN_OUTLINE]
        outline = [(x * FINE, y * FINE) for x, y in points]
        self.canvas.polygon(outline, GILT)
        self.canvas.line([*outline, outline[0]], GOLD, 3 * FINE, "curve")
        self._rule(left, foot - 8, left + CROWN, 2, GOLD)

    def _beside(self, streets: Sequence[Street]) -> None:
        """A street for decoration, on the line where the list ends."""
        left, ground = LIST_ENDS + 56, HEIGHT - MARGIN + 12
        width = (WIDTH - MARGIN - left) / HOUSES_BESIDE
        houses = [house for street in streets for house in street.houses][:HOUSES_BESIDE]
        for place, house in enumerate(houses):
            self._house(house, left + place * width, width, ground)
        self._rule(left, ground, WIDTH - MARGIN, 3)
