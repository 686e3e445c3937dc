"""What pages, emails and pictures show of a game besides the texts that every game has."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from ..agenda import P
from ..choices import FieldLayout, ListEntry
from ..events import Event
from ..notation import Offer
from ..translation import Translator, get_translator
from .base import Capability

if TYPE_CHECKING:
    from ..ruleset import ScoreLine


class SeatMetric(msgspec.Struct, frozen=True):
    """A number for every seat, such as coins or points, that can be charted through a game."""

    slug: str
    title: str
    by_seat: dict[str, int]  # seat → number


class TileLook(msgspec.Struct, frozen=True):
    """How a tile is drawn: the colours of its lines and its face, and the outline of its top.

    Points of the outline are fractions of the width from the left and of the top's height from above."""

    line: str
    face: str
    top: Sequence[tuple[float, float]]


class Tile(msgspec.Struct, frozen=True):
    """One thing that a seat has in front of it, as drawn in the preview picture of a table.

    Tiles stand side by side, or, if they have places, in the rows of a plan."""

    kind: str
    height: int
    look: TileLook | None = None  # None is drawn plain
    place: tuple[int, int] | None = None  # its column and row in a plan, counted from 0


class OfferHint(msgspec.Struct, frozen=True):
    """What a page may show next to the label of an offer."""

    note: str = ""  # what it makes possible
    left: str = ""  # what the reader has left afterwards, as short as a number
    worth: str = ""  # what it is worth afterwards, equally short
    label: str = ""  # the label without what `left` says, where both are shown
    card: dict[str, Any] = {}  # what the game's own template needs to draw it
    number: int = 0  # the number that the game itself gives it, if any
    entry: ListEntry | None = None  # how it reads in a list of its kind
    is_aside: bool = False  # of use so seldom that an email leaves it to those who write it


class Presentation(Capability[P]):
    """How a game is shown. The defaults show the texts of the ruleset as they are."""

    revealed_at_end: ClassVar[frozenset[str]] = frozenset()  # kinds of events that reveal more after the end

    # --- the table

    def page(self, position: P, seat: str | None, language: str = "en") -> dict[str, Any]:
        """The context for the game's own templates, as text, made only from the view of this seat.

        `headline` and `question` say what the reader is asked, or whom the game waits for; `round`, if there
        is one, how far the game is, for the head of the page. The other keys are up to the game and its
        templates; a game without templates is shown as text."""
        lines = self.rules.table_text(position, seat, language)
        end = lines.index("") if "" in lines else len(lines)
        question = " ".join(lines[:end])
        return {"headline": question, "question": question, "lines": lines[end + 1 :]}

    def open_page(self, position: P, language: str = "en") -> dict[str, Any]:
        """The page of a spectator with all hands open, for any position of a finished game."""
        page = self.page(position, None, language)
        for seat in self.rules.players(position):
            held = _find_last_paragraph(self.rules.table_text(position, seat, language))
            page["lines"] = [*page.get("lines", ()), "", f"{seat}:", *held]
        return page

    def hint(self, position: P, seat: str, offer: Offer, language: str = "en") -> OfferHint:
        """What a page shows next to the label of this offer."""
        return OfferHint()

    def layout(self, position: P, seat: str, offer: Offer, language: str = "en") -> FieldLayout:
        """How a page draws the fields of this offer, made only from what the seat may see."""
        return FieldLayout()

    def figures(self, view: Mapping[str, Any], language: str = "en") -> list[SeatMetric]:
        """The numbers of every seat that this view shows; points first, if there are any."""
        return []

    def open_figures(self, position: P, language: str = "en") -> list[SeatMetric]:
        """The numbers of every seat with nothing hidden, for any position of a finished game."""
        return self.figures(self.rules.view(position, None), language)

    def tableau(self, view: Mapping[str, Any]) -> dict[str, list[Tile]]:
        """The tiles of each seat, for the preview picture; without any, the picture shows points."""
        return {}

    def shared_tableau(self, view: Mapping[str, Any]) -> list[Tile]:
        """The tiles in the middle of the table, for the picture of a game in which no seat has any yet."""
        return []

    # --- the log

    def heading(self, position: P, seen: Mapping[str, Any], language: str = "en") -> str:
        """The title of the part of the game, such as a round, that this event begins; else empty."""
        return ""

    def turn_heading(
        self, position: P, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        """The title of the turn that this event begins within such a part; else empty."""
        return ""

    def gist(self, position: P, seen: Mapping[str, Any], seat: str | None, language: str = "en") -> str:
        """An event in a few words to this seat, if the summary of a collapsed turn should mention it."""
        return ""

    def open_phrase(self, position: P, event: Event, language: str = "en") -> str:
        """An event as a sentence with nothing hidden; only for a finished game.

        Override this in a game that has secrets to reveal at the end."""
        seen = event.seen_by(None)
        return self.rules.phrase(position, seen, None, language) if seen else ""

    # --- the result

    def score_text(self, position: P, language: str = "en") -> list[str]:
        """Who has won and why, then every seat's points line by line, best seat first."""
        lines = [*self.verdict(position, language), *self.ties(position, language), ""]
        scores = self.rules.scores(position)
        for seat in (seat for place in self.rules.ranking(position) for seat in place):
            lines += self._score_lines(position, seat, scores[seat], language)
        return lines

    def _score_lines(
        self, position: P, seat: str, lines: "Sequence[ScoreLine]", language: str
    ) -> Iterator[str]:
        total = sum(line.points for line in lines)
        yield get_translator(language).count("{seat}: {n} point", "{seat}: {n} points", total, seat=seat)
        yield from (f"{line.points:6}  {self.reason(position, line, language)}" for line in lines)

    def verdict(self, position: P, language: str = "en") -> list[str]:
        """Who has won, with how many points, and what decided between equal points, in sentences."""
        winners, points = self.rules.winners(position), self.rules.sum_points(position)
        best = points[winners[0]]
        told = [_announce_winners(winners, best, get_translator(language))]
        tied = [seat for seat in points if points[seat] == best]
        if len(tied) > len(winners) == 1 and (decided := self.tie_break(position, tied, language)):
            told.append(decided)
        return told

    def tie_break(self, position: P, tied: Sequence[str], language: str = "en") -> str:
        """What decided for the one winner among these seats with equal points; may be empty."""
        return ""

    def ties(self, position: P, language: str = "en") -> list[str]:
        """What broke the ties below the first place, in sentences."""
        return []

    def reason(self, position: P, line: "ScoreLine", language: str = "en") -> str:
        """What the points of this line are for."""
        return self.rules.vocabulary.namer(position, language)(line.reason)


def _announce_winners(winners: Sequence[str], points: int, speak: Translator) -> str:
    if len(winners) == 1:
        return speak.count(
            "{seat} wins with {n} point.", "{seat} wins with {n} points.", points, seat=winners[0]
        )
    return speak.count(
        "{seats} share the victory with {n} point each.",
        "{seats} share the victory with {n} points each.",
        points,
        seats=speak.join_words(winners),
    )


def _find_last_paragraph(lines: Sequence[str]) -> Sequence[str]:
    gaps = [place for place, line in enumerate(lines) if not line]
    return lines[gaps[-1] + 1 :] if gaps else lines
