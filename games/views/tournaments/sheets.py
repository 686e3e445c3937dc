"""Standings as pages show them: rows with what has parted people, and why somebody is above the next."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tournaments import copies
from games.tournaments.models import Stage, Standing
from games.tournaments.naming import group_names
from games.tournaments.pairing.pyramid import DOWN
from games.tournaments.plan import StagePlan
from games.tournaments.reckoning import Section
from games.tournaments.standings import exact
from games.tournaments.standings.ranking import Row
from games.tournaments.standings.tie_breaks import USUAL, TieBreak, explained
from games.views.tournaments.event import Event
from games.views.tournaments.told import as_read, figure, voice

TOP = 8  # rows of the standings on the home page
ON_A_PAGE = 100  # rows of the standings
COLUMNS: dict[TieBreak, object] = {
    "PTS": gettext_lazy("Points"),
    "WINS": gettext_lazy("1st"),
    "2NDS": gettext_lazy("2nd"),
    "3RDS": gettext_lazy("3rd"),
    "OPP": gettext_lazy("Opponents"),
    "SB": gettext_lazy("Beaten"),
    "RELW": gettext_lazy("% of winner"),
    "SHARE": gettext_lazy("% of table"),
    "SHARE_N": gettext_lazy("Share × seats"),
    "PLACE": gettext_lazy("Mean place"),
}
PERCENT = ("RELW", "SHARE")
COUNTS = ("PTS", "WINS", "2NDS", "3RDS")


class Cell(NamedTuple):
    text: str
    label: str
    decided: bool


class Line(NamedTuple):
    """A row of the standings as the page shows it."""

    rank: int
    number: int
    name: str
    points: str
    cells: list[Cell]
    why: str
    state: str
    move: str  # up or down, of a pyramid
    is_cut: bool
    is_mine: bool


class Sheet(NamedTuple):
    """A table of standings, or a part of it."""

    title: str
    columns: list[str]
    lines: list[Line]


class Piece(NamedTuple):
    """Some rows of a section."""

    section: Section
    start: int
    end: int

    @property
    def size(self) -> int:
        return min(self.end, len(self.section.rows)) - self.start


def sections_of(stage: Stage) -> list[Section]:
    found = Standing.objects.filter(stage=stage).first()
    return copies.decoded(found.data) if found else []


def pages_of(sections: Sequence[Section]) -> list[list[Piece]]:
    """About a hundred rows each; a group that fits is not torn apart."""
    pages: list[list[Piece]] = [[]]
    for section in sections:
        for start in range(0, max(len(section.rows), 1), ON_A_PAGE):
            piece = Piece(section, start, start + ON_A_PAGE)
            if pages[-1] and sum(one.size for one in pages[-1]) + piece.size > ON_A_PAGE:
                pages.append([])
            pages[-1].append(piece)
    return pages


def page_of(sections: Sequence[Section], number: str | None) -> Page:
    return Paginator(pages_of(sections), 1).get_page(number)


def page_with(sections: Sequence[Section], entrant: int) -> int:
    """On which page somebody stands; 0: on none."""
    for number, page in enumerate(pages_of(sections), 1):
        if any(row.entrant == entrant for one in page for row in one.section.rows[one.start : one.end]):
            return number
    return 0


def top_pieces(sections: Sequence[Section], own: int) -> list[Piece]:
    """The first of the first group, and of the reader's."""
    found = [one for one in sections[1:] if any(row.entrant == own for row in one.rows)]
    return [Piece(section, 0, TOP) for section in [*sections[:1], *found]]


def sheets(
    event: Event,
    stage: Stage,
    sections: Sequence[Section],
    pieces: Sequence[Piece],
    *,
    own: int | None = None,
) -> list[Sheet]:
    """Parts of the standings of a stage in words."""
    if own is None:
        own = event.mine.number if event.mine else 0
    groups = Counter(section.tier for section in sections)
    names = group_names([section.tier for section in sections])
    teller = Teller(event, stage, groups, own)
    return [
        Sheet(
            names[piece.section.group - 1] if len(sections) > 1 else "",
            [str(COLUMNS[one]) for one in teller.columns],
            teller.lines(piece),
        )
        for piece in pieces
    ]


class Teller:
    """Writes the rows of one stage."""

    def __init__(self, event: Event, stage: Stage, groups: Counter[int], own: int) -> None:
        self.names, self.plan, self.groups, self.own = event.names, stage.plan, groups, own
        self.order = _tie_breaks(stage.plan)
        is_ladder = stage.plan.format == "ladder"  # there places speak for themselves
        self.columns = [] if is_ladder else [one for one in self.order if one in COLUMNS and one != "PTS"]
        self.cut = stage.plan.go_on if groups.total() == 1 else 0

    def lines(self, piece: Piece) -> list[Line]:
        """Before anybody has a result, the page says once that it is all by lot."""
        says_why = self.plan.format != "ladder" and not is_untouched([piece.section])
        places = range(piece.start, piece.start + piece.size)
        return [self._line(piece.section, place, says_why=says_why) for place in places]

    def _line(self, section: Section, place: int, *, says_why: bool) -> Line:
        row, number = section.rows[place], int(section.rows[place].entrant)
        decided = self._decided(section.rows, place)
        cells = [
            Cell(in_column(one, row.value(one)), str(COLUMNS[one]), one in decided) for one in self.columns
        ]
        return Line(
            row.rank,
            number,
            self.names.get(number, ""),
            figure(row.points),
            cells,
            self._why(section.rows, place) if says_why else "",
            row.state,
            self._move(section, place),
            place + 1 == self.cut,
            number == self.own,
        )

    def _decided(self, rows: Sequence[Row], place: int) -> set[TieBreak | None]:
        """What has parted this row from its neighbours, who were level before that."""
        reasons = (rows[one].reason for one in (place - 1, place) if one >= 0)
        return {one.tie_break for one in reasons if one} - {self.order[0]}

    def _why(self, rows: Sequence[Row], place: int) -> str:
        """Why somebody is above the next one; on a ladder places speak for themselves."""
        if place + 1 >= len(rows) or (reason := rows[place].reason) is None:
            return ""
        words = {
            "name": self.names.get(int(rows[place + 1].entrant), ""),
            "reason": reason.say(voice()),
            "first": explained(self.order[0])[0].say(voice()),
        }
        if reason.tie_break in (None, self.order[0]):
            return _("Before %(name)s: %(reason)s.") % words
        return _("Level with %(name)s on %(first)s; %(reason)s.") % words

    def _move(self, section: Section, place: int) -> str:
        """Of a pyramid. Fewer go down than two of each group, if fewer come up from below."""
        if self.plan.format != "pyramid":
            return ""
        if place == 0 and section.tier > 1:
            return _("▲ moves up")
        if place < len(section.rows) - DOWN or not self.groups[section.tier + 1]:
            return ""
        is_full = self.groups[section.tier + 1] >= DOWN * self.groups[section.tier]
        return _("▼ moves down") if is_full else _("▼ perhaps moves down")


def _tie_breaks(plan: StagePlan) -> tuple[TieBreak, ...]:
    return plan.tie_breaks or USUAL[plan.format]  # type: ignore[return-value]


def in_column(tie_break: TieBreak, value: Fraction | str | None) -> str:
    """Means with the same decimals below each other, counts as people write them."""
    if not isinstance(value, Fraction) or tie_break in COUNTS:
        return figure(value)
    return as_read(exact.shown(value * 100, 1) if tie_break in PERCENT else exact.shown(value, 2))


def is_untouched(sections: Sequence[Section]) -> bool:
    """Has nobody any result yet? Then the order is that of the lots."""
    return not any(row.games or row.byes for section in sections for row in section.rows)


def top_rows(event: Event, sections: Sequence[Section]) -> list[Sheet]:
    """The first of the stage that was begun last."""
    stage = event.latest
    if stage is None or not sections or (not event.ladder and is_untouched(sections)):
        return []
    own = event.mine.number if event.mine else 0
    return sheets(event, stage, sections, top_pieces(sections, own))


def tie_breaks(stage: Stage) -> list[tuple[str, str]]:
    """In which order equals are parted, each explained."""
    told = (explained(one) for one in _tie_breaks(stage.plan))
    return [(_capital(name.say(voice())), meaning.say(voice())) for name, meaning in told]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
