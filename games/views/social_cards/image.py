"""The picture of a social card: 1200 by 630, drawn twice as large and scaled down for smooth edges."""

from collections.abc import Sequence
from io import BytesIO
from math import cos, pi, sin

from PIL import Image, ImageDraw

from games.rules.core.capabilities.presentation import Tile, TileLook
from games.views.social_cards.content import CardPlace, SeatTableau, SocialCard
from games.views.social_cards.typography import TextLine, fit_line, wrap_text

WIDTH, HEIGHT = 1200, 630
SCALE = 2  # factor by which it is drawn larger
MARGIN = 56
GROUND_LINE = 520  # y of the line on which tiles stand
COURSE_HEIGHT, BASE_HEIGHT, TOP_HEIGHT = (
    19,
    56,
    22,
)  # of a step of a tile's height, its base and its top
MAX_TILE_WIDTH = 99  # of a tile
PLAN_HEIGHT, PLAN_SIDE, PLAN_GAP = (
    208,
    3,
    6,
)  # of a plan: its height, the least rows and columns, between rows
FEW_ENTRIES = 4  # up to so many seats have name and points side by side, and so many places have high rows
ROW_HEIGHT, LOW_ROW_HEIGHT = 62, 48  # heights of a line of the standings
LIST_RIGHT = 700  # standings are to the left of it, the decoration to the right
MAX_TILES_BESIDE = 6
STAR_SIZE = 34  # of the mark of the leader

# the colours of tokens.css, light theme
PAPER, INK, SOFT, RULE = "#f4efe2", "#1c2632", "#4d5661", "#cbc0a6"
GILT_LINE, GILT = "#755200", "#f5e3ae"
STAR_OUTLINE = [  # ten corners, outer and inner by turns, as fractions of its size
    (0.5 + radius * sin(pi * corner / 5), 0.5 - radius * cos(pi * corner / 5))
    for corner, radius in enumerate([0.5, 0.2] * 5)
]
DEFAULT_LOOK = TileLook(INK, "#e9e1cd", [(0, 1), (0, 0.6), (1, 0.6), (1, 1)])  # a flat top


def render_png(card: SocialCard) -> bytes:
    """Render the card as a PNG file."""
    sheet = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), PAPER)
    CardCanvas(ImageDraw.Draw(sheet)).draw_card(card)
    small = sheet.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.quantize(256, Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()


class CardCanvas:
    """A canvas with the coordinates of the final picture."""

    def __init__(self, canvas: ImageDraw.ImageDraw) -> None:
        self.canvas = canvas

    def draw_card(self, card: SocialCard) -> None:
        self._draw_masthead(card.site_name)
        below = self._draw_title(card.title)
        for line in wrap_text(card.subtitle, 30 * SCALE, (WIDTH - 2 * MARGIN) * SCALE, 2):
            self._draw_text(line, MARGIN, below, SOFT)
            below += 40
        if card.places:
            self._draw_standings(card.places)
            self._draw_decoration(card.tableaus)
        elif card.tableaus:
            self._draw_tableaus(card.tableaus)

    def _draw_text(self, line: TextLine, x: float, y: float, ink: str, anchor: str = "l") -> None:
        line.draw(self.canvas, (x * SCALE, y * SCALE), ink, anchor=anchor)

    def _draw_rule(self, left: float, y: float, right: float, thick: float, ink: str = INK) -> None:
        self.canvas.rectangle((left * SCALE, y * SCALE, right * SCALE, (y + thick) * SCALE - 1), ink)

    def _draw_masthead(self, site_name: str) -> None:
        name = TextLine(site_name.upper(), 21 * SCALE, bold=True, letter_spacing=0.16)
        self._draw_text(name, MARGIN, 66, INK)
        self._draw_rule(MARGIN, 84, WIDTH - MARGIN, 2)
        self._draw_rule(MARGIN, 89, WIDTH - MARGIN, 2)

    def _draw_title(self, title: str) -> float:
        """Write the title on one line, or on two if it is long; return the y of the next line."""
        room = (WIDTH - 2 * MARGIN) * SCALE
        line = fit_line(title, range(68 * SCALE, 47 * SCALE, -4), room)
        if not line.text.endswith("…"):
            self._draw_text(line, MARGIN, 170, INK)
            return 222
        for number, part in enumerate(wrap_text(title, 48 * SCALE, room, 2)):
            self._draw_text(part, MARGIN, 150 + 54 * number, INK)
        return 248

    # --- what the seats have built

    def _draw_tableaus(self, tableaus: Sequence[SeatTableau]) -> None:
        """Draw what each seat has built side by side, with its owner and points."""
        gap = 24 if len(tableaus) < 6 else 14
        room = (WIDTH - 2 * MARGIN - gap * (len(tableaus) - 1)) / len(tableaus)
        most = max(8, *(len(tableau.tiles) for tableau in tableaus))
        width = min(MAX_TILE_WIDTH, room / most)
        for number, tableau in enumerate(tableaus):
            left = MARGIN + number * (room + gap)
            self._draw_rule(left, GROUND_LINE, left + room, 3)
            if any(tile.place for tile in tableau.tiles):
                self._draw_plan(tableau.tiles, left, room)
            else:
                for place, tile in enumerate(tableau.tiles):
                    self._draw_tile(tile, left + place * width, width, GROUND_LINE)
            self._draw_owner(tableau, left, room, below=len(tableaus) > FEW_ENTRIES)

    def _draw_plan(self, tiles: Sequence[Tile], left: float, room: float) -> None:
        """Draw tiles at their places, the last row on the ground line."""
        placed = [(*tile.place, tile) for tile in tiles if tile.place]
        columns = 1 + max(column for column, _row, _tile in placed)
        rows = 1 + max(row for _column, row, _tile in placed)
        width = min(MAX_TILE_WIDTH, room / max(columns, PLAN_SIDE))
        step = min(width, PLAN_HEIGHT / max(rows, PLAN_SIDE))
        for column, row, tile in placed:
            ground = GROUND_LINE - step * (rows - 1 - row)
            self._draw_tile(tile, left + column * width, width, ground, wall=step - TOP_HEIGHT - PLAN_GAP)

    def _draw_tile(
        self, tile: Tile, left: float, width: float, ground: float, *, wall: float | None = None
    ) -> None:
        """Draw a building as high as its courses, or with a wall of this height."""
        look = tile.look or DEFAULT_LOOK
        wall = BASE_HEIGHT + COURSE_HEIGHT * tile.height if wall is None else wall
        step = min(COURSE_HEIGHT, wall / (tile.height + 1))
        top = ground - wall
        right = left + width - max(2.0, width / 12)
        peak = [(left + x * (right - left), top - TOP_HEIGHT + y * TOP_HEIGHT) for x, y in look.top]
        outline = [*peak, (right, ground), (left, ground)]
        points = [(x * SCALE, y * SCALE) for x, y in outline]
        self.canvas.polygon(points, look.face)
        for course in range(tile.height):
            height = ground - step * (course + 1)
            self._draw_rule(left, height, right, 0.5, look.line)
        self.canvas.line([*points, points[0]], look.line, 2 * SCALE, "curve")

    def _draw_owner(self, tableau: SeatTableau, left: float, room: float, *, below: bool) -> None:
        worth = TextLine(tableau.points, 30 * SCALE, bold=True)
        fits = room * SCALE - (0 if below else worth.width + 14 * SCALE)
        name = fit_line(tableau.name, range(28 * SCALE, 15 * SCALE, -2), fits, bold=True)
        self._draw_text(name, left, 556, INK)
        if below:
            self._draw_text(worth, left, 594, INK)
        else:
            self._draw_text(worth, left + room, 556, INK, "r")

    # --- standings

    def _draw_standings(self, places: Sequence[CardPlace]) -> None:
        """Write the standings at the left, down to the bottom, with a star for the leader."""
        step = ROW_HEIGHT if len(places) < FEW_ENTRIES + 1 else LOW_ROW_HEIGHT
        last = HEIGHT - MARGIN + 12
        for number, place in enumerate(places):
            row, is_first = last - step * (len(places) - 1 - number), number == 0
            self._draw_rule(
                MARGIN, row - step + 14, LIST_RIGHT, 2 if is_first else 1, INK if is_first else RULE
            )
            self._draw_text(TextLine(place.place, 32 * SCALE, bold=True), MARGIN, row, INK)
            room = (LIST_RIGHT - MARGIN - 64 - 120 - (STAR_SIZE + 14) * is_first) * SCALE
            name = fit_line(place.name, range(32 * SCALE, 21 * SCALE, -2), room, bold=is_first)
            self._draw_text(name, MARGIN + 64, row, INK)
            self._draw_text(TextLine(place.points, 32 * SCALE, bold=True), LIST_RIGHT, row, INK, "r")
            if is_first:
                self._draw_star(MARGIN + 64 + name.width / SCALE + 14, row - 2)

    def _draw_star(self, left: float, foot: float) -> None:
        points = [(left + x * STAR_SIZE, foot - STAR_SIZE * (1 - y)) for x, y in STAR_OUTLINE]
        outline = [(x * SCALE, y * SCALE) for x, y in points]
        self.canvas.polygon(outline, GILT)
        self.canvas.line([*outline, outline[0]], GILT_LINE, 3 * SCALE, "curve")

    def _draw_decoration(self, tableaus: Sequence[SeatTableau]) -> None:
        """Draw some tiles as decoration beside the standings, on their bottom line."""
        left, ground = LIST_RIGHT + 56, HEIGHT - MARGIN + 12
        width = (WIDTH - MARGIN - left) / MAX_TILES_BESIDE
        tiles = [tile for tableau in tableaus for tile in tableau.tiles][:MAX_TILES_BESIDE]
        for place, tile in enumerate(tiles):
            self._draw_tile(tile, left + place * width, width, ground)
        self._draw_rule(left, ground, WIDTH - MARGIN, 3)
