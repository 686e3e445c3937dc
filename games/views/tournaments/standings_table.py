"""Standings as tables for pages: tie-break columns, and a sentence on why each entrant is above the next.

They come from the cached standings of a stage, split into pages.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tournaments.display import format_group_names
from games.tournaments.models import CachedStanding, Qualifier, Stage
from games.tournaments.pairing.formats.pyramid import RELEGATED_PER_GROUP
from games.tournaments.results import standings_cache
from games.tournaments.settings import StageSettings
from games.tournaments.standings import exact
from games.tournaments.standings.from_state import GroupStandings
from games.tournaments.standings.ranking import StandingsRow
from games.tournaments.standings.tie_breaks import DEFAULT_TIE_BREAKS, TieBreak, describe_tie_break
from games.views.tournaments.context import TournamentVisit
from games.views.tournaments.facts import format_number, get_reader_translator, localize_number

TOP_ROWS = 8  # rows of the standings on the home page
ROWS_PER_PAGE = 100  # rows of the standings
COLUMN_LABELS: dict[TieBreak, object] = {
    "PTS": gettext_lazy("Points"),
    "WINS": gettext_lazy("1st"),
    "2NDS": gettext_lazy("2nd"),
    "3RDS": gettext_lazy("3rd"),
    "OPP": gettext_lazy("Opponents"),
    "SB": gettext_lazy("Beaten"),
    "RELW": gettext_lazy("% of winner"),
    "SHARE": gettext_lazy("% of table"),
    "SHARE_N": gettext_lazy("Share × seats"),
    "PLACE": gettext_lazy("Avg. place"),
}
PERCENT_COLUMNS = ("RELW", "SHARE")
COUNT_COLUMNS = ("PTS", "WINS", "2NDS", "3RDS")


class StandingsCell(NamedTuple):
    """The value of one tie-break."""

    text: str
    label: str
    is_decisive: bool  # it separated this row from a neighbour


class StandingsLine(NamedTuple):
    """A row of the standings as the page shows it."""

    rank: int
    number: int
    name: str
    points: str
    cells: list[StandingsCell]
    reason: str
    state: str
    tier_change: str  # promotion or relegation in a pyramid
    is_last_advancing: bool  # the last one who advances
    is_mine: bool


class StandingsTable(NamedTuple):
    """The standings of a group, or a part of them."""

    title: str
    first_column: str  # what the points are; in a knock-out, the rounds survived
    columns: list[str]
    lines: list[StandingsLine]


class SectionSlice(NamedTuple):
    """Some rows of a group's standings."""

    section: GroupStandings
    start: int
    end: int

    @property
    def size(self) -> int:
        return min(self.end, len(self.section.rows)) - self.start


def load_sections(stage: Stage) -> list[GroupStandings]:
    """Load the cached standings of a stage, one section for each group."""
    found = CachedStanding.objects.filter(stage=stage).first()
    return standings_cache.parse_standings(found.data) if found else []


def split_pages(sections: Sequence[GroupStandings]) -> list[list[SectionSlice]]:
    """Split the standings into pages of about a hundred rows; a group that fits on a page stays whole."""
    pages: list[list[SectionSlice]] = [[]]
    for section in sections:
        for start in range(0, max(len(section.rows), 1), ROWS_PER_PAGE):
            piece = SectionSlice(section, start, start + ROWS_PER_PAGE)
            if pages[-1] and sum(one.size for one in pages[-1]) + piece.size > ROWS_PER_PAGE:
                pages.append([])
            pages[-1].append(piece)
    return pages


def get_page(sections: Sequence[GroupStandings], number: str | None) -> Page:
    return Paginator(split_pages(sections), 1).get_page(number)


def find_page_of_entrant(sections: Sequence[GroupStandings], entrant: int) -> int:
    """Find the page that shows an entrant; 0 if there is none."""
    for number, page in enumerate(split_pages(sections), 1):
        if any(row.entrant == entrant for one in page for row in one.section.rows[one.start : one.end]):
            return number
    return 0


def list_top_slices(sections: Sequence[GroupStandings], own: int) -> list[SectionSlice]:
    """Select the top rows of the first group, and of the reader's own group."""
    found = [one for one in sections[1:] if any(row.entrant == own for row in one.rows)]
    return [SectionSlice(section, 0, TOP_ROWS) for section in [*sections[:1], *found]]


def build_standings_tables(
    visit: TournamentVisit,
    stage: Stage,
    sections: Sequence[GroupStandings],
    pieces: Sequence[SectionSlice],
    *,
    own: int | None = None,
) -> list[StandingsTable]:
    """Build tables from the given parts of a stage's standings."""
    if own is None:
        own = visit.own_entrant.number if visit.own_entrant else 0
    groups = Counter(section.tier for section in sections)
    names = format_group_names([section.tier for section in sections])
    teller = StandingsWriter(visit, stage, groups, own)
    return [
        StandingsTable(
            names[piece.section.group - 1] if len(sections) > 1 else "",
            format_first_column(stage),
            [str(COLUMN_LABELS[one]) for one in teller.columns],
            teller.build_lines(piece),
        )
        for piece in pieces
    ]


class StandingsWriter:
    """Turns the standings of one stage into rows for the page."""

    def __init__(self, visit: TournamentVisit, stage: Stage, groups: Counter[int], own: int) -> None:
        self.names, self.plan, self.groups, self.own = visit.entrant_names, stage.settings, groups, own
        self.order = _list_tie_breaks(stage.settings)
        is_ladder = stage.settings.format == "ladder"  # a ladder has places only, no tie-breaks
        self.columns = (
            [] if is_ladder else [one for one in self.order if one in COLUMN_LABELS and one != "PTS"]
        )
        self.through = _find_qualifiers(stage) if groups.total() == 1 else None

    def build_lines(self, piece: SectionSlice) -> list[StandingsLine]:
        """Build the rows, without reasons before the first result: the order is random until then."""
        says_why = self.plan.format != "ladder" and not has_no_results([piece.section])
        places = range(piece.start, piece.start + piece.size)
        self.cut = self._find_cut(piece.section.rows)
        return [self._build_line(piece.section, place, says_why=says_why) for place in places]

    def _find_cut(self, rows: Sequence[StandingsRow]) -> int:
        """Find the place of the last one who advances, or would if the stage ended now; 0 if nobody does."""
        if self.through is None or not self.plan.go_on:
            return 0
        if self.through:
            places = [place for place, row in enumerate(rows, 1) if row.entrant in self.through]
        else:
            places = [place for place, row in enumerate(rows, 1) if row.state == "active"][: self.plan.go_on]
        return max(places, default=0)

    def _build_line(self, section: GroupStandings, place: int, *, says_why: bool) -> StandingsLine:
        row, number = section.rows[place], int(section.rows[place].entrant)
        decided = self._find_decisive_tie_breaks(section.rows, place)
        cells = [
            StandingsCell(format_cell(one, row.value(one)), str(COLUMN_LABELS[one]), one in decided)
            for one in self.columns
        ]
        return StandingsLine(
            row.rank,
            number,
            self.names.get(number, ""),
            _format_rounds_or_points(row) if self.plan.format == "knock_out" else format_number(row.points),
            cells,
            self._explain_rank(section.rows, place) if says_why else "",
            row.state,
            self._describe_tier_change(section, place),
            place + 1 == self.cut,
            number == self.own,
        )

    def _find_decisive_tie_breaks(self, rows: Sequence[StandingsRow], place: int) -> set[TieBreak | None]:
        """Find the tie-breaks that separated this row from the one above and the one below."""
        reasons = (rows[one].reason for one in (place - 1, place) if one >= 0)
        return {one.tie_break for one in reasons if one} - {self.order[0]}

    def _explain_rank(self, rows: Sequence[StandingsRow], place: int) -> str:
        """Say why this entrant is above the next one."""
        if place + 1 >= len(rows) or (reason := rows[place].reason) is None:
            return ""
        words = {
            "name": self.names.get(int(rows[place + 1].entrant), ""),
            "reason": reason.say(get_reader_translator()),
            "first": describe_tie_break(self.order[0])[0].say(get_reader_translator()),
        }
        if reason.tie_break in (None, self.order[0]):
            return _("Before %(name)s: %(reason)s.") % words
        return _("Level with %(name)s on %(first)s; %(reason)s.") % words

    def _describe_tier_change(self, section: GroupStandings, place: int) -> str:
        """Mark promotion and relegation in a pyramid.

        Relegation is uncertain if too few come up from the tier below.
        """
        if self.plan.format != "pyramid":
            return ""
        if place == 0 and section.tier > 1:
            return _("▲ moves up")
        if place < len(section.rows) - RELEGATED_PER_GROUP or not self.groups[section.tier + 1]:
            return ""
        is_full = self.groups[section.tier + 1] >= RELEGATED_PER_GROUP * self.groups[section.tier]
        return _("▼ moves down") if is_full else _("▼ may move down")


def _list_tie_breaks(plan: StageSettings) -> tuple[TieBreak, ...]:
    return plan.tie_breaks or DEFAULT_TIE_BREAKS[plan.format]  # type: ignore[return-value]


def format_first_column(stage: Stage) -> str:
    """Name the first column: points, or in a knock-out the rounds that somebody survived."""
    return _("Rounds survived") if stage.settings.format == "knock_out" else _("Points")


def _find_qualifiers(stage: Stage) -> set[int]:
    """Find who has advanced and not declined; empty while the stage runs."""
    if not stage.settings.go_on or stage.state != Stage.State.FINISHED:
        return set()
    places = Qualifier.objects.filter(
        stage__tournament=stage.tournament_id,
        stage__number=stage.number + 1,
        state__in=[Qualifier.State.OFFERED, Qualifier.State.ACCEPTED],
    )
    return set(places.values_list("entrant__number", flat=True))


def _format_rounds_or_points(row: StandingsRow) -> str:
    """Format the rounds that somebody survived in a knock-out; older standings have only points."""
    return format_number(row.points) if row.survived is None else str(row.survived)


def format_cell(tie_break: TieBreak, value: Fraction | str | None) -> str:
    """Format a tie-break for its column: averages with fixed decimals, counts as short as possible."""
    if not isinstance(value, Fraction) or tie_break in COUNT_COLUMNS:
        return format_number(value)
    return localize_number(
        exact.format_decimal(value * 100, 1)
        if tie_break in PERCENT_COLUMNS
        else exact.format_decimal(value, 2)
    )


def has_no_results(sections: Sequence[GroupStandings]) -> bool:
    """Has nobody any result yet? The order is random then."""
    return not any(row.games or row.byes for section in sections for row in section.rows)


def build_top_tables(visit: TournamentVisit, sections: Sequence[GroupStandings]) -> list[StandingsTable]:
    """Build the top of the latest stage's standings for the home page."""
    stage = visit.latest_stage
    if stage is None or not sections or (not visit.ladder_stage and has_no_results(sections)):
        return []
    own = visit.own_entrant.number if visit.own_entrant else 0
    return build_standings_tables(visit, stage, sections, list_top_slices(sections, own))


def describe_tie_breaks(stage: Stage) -> list[tuple[str, str]]:
    """List the tie-breaks of a stage in order, each with an explanation."""
    tie_breaks = (describe_tie_break(one) for one in _list_tie_breaks(stage.settings))
    return [
        (_capitalize_first(name.say(get_reader_translator())), meaning.say(get_reader_translator()))
        for name, meaning in tie_breaks
    ]


def _capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]
