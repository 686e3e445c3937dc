"""The numbered options of a turn email: whole turns first, then single moves with their lines to type.

Nothing here depends on a particular game. An offer that can be filled in few ways is listed once per way; any
other becomes a link to a form, with an example of the line. The numbers are the same for the whole decision.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.links.kinds import TURN, TurnLink
from games.models import Seat
from games.queries.game_view import GameView
from games.rules.core.capabilities.presentation import OfferHint
from games.rules.core.notation import Offer, list_few_moves, parse_exact_move
from games.rules.core.turns.composition import ComposedTurn
from games.rules.core.turns.preview import CONTINUES, ENDS
from games.rules.core.turns.suggestions import SuggestedTurn

MAX_LINKS = 100  # more would make the email too long for some mail programs
MAX_SPACED_LINKS = 30  # more than this are listed compactly
MAX_EXPLAINED_STEPS = 10  # single moves below whole turns; of more only the lines are listed
MAX_SHORT_NOTE = 66  # characters, about a line of the text part


class MoveOption(msgspec.Struct, frozen=True):
    """One thing that the reader may do."""

    label: str
    line: str  # the move; for a form, an example
    link: str
    note: str = ""
    needs_form: bool = False
    number: int = 0  # to reply with
    localized_line: str = ""  # the line in the reader's language


class TurnOption(msgspec.Struct, frozen=True):
    """A whole turn that the reader may play by one number."""

    number: int
    label: str  # what tells it from the other turns
    lines: tuple[str, ...]  # the moves, in the order in which they are played
    link: str
    notes: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()  # what one ends with
    heading: str = ""  # of the turns that are alike but for their labels
    is_end: bool = False  # of the turn, for sure

    @property
    def told_sums(self) -> str:
        return ", ".join(self.sums)

    @property
    def short_notes(self) -> list[str]:
        """The notes of one line; what is longer is said further below, with the hand."""
        return [note for note in self.notes if len(note) <= MAX_SHORT_NOTE]


class OpenPart(msgspec.Struct, frozen=True):
    """What has to be answered before any of the whole turns, and a line that does it."""

    title: str
    example: str


class OfferedWay(msgspec.Struct, frozen=True):
    """One thing that the seat may do, before it is written for a reader."""

    verb: str
    line: str  # the move; for a form, an example
    offer: Offer | None = None  # None if the form stands for all offers with the verb
    hint: OfferHint = OfferHint()
    form: int | None = None  # the place of the offer whose form has to be filled in


def build_turn_link(seat: Seat, line: str = "", *, turn: int = 0) -> str:
    """Return the link to the open decision of this seat, or to one move or one whole turn."""
    token = TURN.sign(TurnLink.for_seat(seat, line, turn=turn))
    return settings.BASE_URL + reverse("play_by_link", args=[token])


class OptionList:
    """The options that a seat has now."""

    def __init__(self, view: GameView, seat: Seat) -> None:
        self.offers = view.offers
        self.seat = seat
        self.rules, self.position, self.language = view.rules, view.position, view.language
        self.format_name = self.rules.vocabulary.namer(self.position, self.language)
        self.format_line = self.rules.vocabulary.writer(self.position, self.language)
        self._suggestions = view.suggest_turns()

    # --- whole turns

    @cached_property
    def turns(self) -> list[TurnOption]:
        """The whole turns, numbered from one; none if there is no form for this decision."""
        return [self._build_turn(one, number) for number, one in enumerate(self._suggestions.turns, 1)]

    @property
    def question(self) -> str:
        """What is asked in short, because the turns below tell what may be done; else empty."""
        return self._suggestions.question if self.turns else ""

    @cached_property
    def open_part(self) -> OpenPart | None:
        """What the whole turns leave open, so that it has to be answered before."""
        if not self.turns or (part := self._suggestions.open_part) is None:
            return None
        return OpenPart(part.title, self.format_line(str(self._suggestions.open_example)))

    def needs_open_part(self, lines: Sequence[str]) -> bool:
        """Is something left open that these lines, in exact notation, do not answer?"""
        answers = self._suggestions.answers_open_part
        return self.open_part is not None and not any(answers(parse_exact_move(line)) for line in lines)

    @property
    def varied_title(self) -> str:
        """The heading of what the turns differ in, where their labels need it."""
        part = self._suggestions.varied_part
        return "" if part is None or part.has_sums else part.title

    @property
    def shared_moves(self) -> str:
        """What every whole turn does, as far as they vary in anything."""
        varies = len(self.turns) > 1
        return ", ".join(self._suggestions.shared_labels) if varies else ""

    def _build_turn(self, suggested: SuggestedTurn, number: int) -> TurnOption:
        turn = suggested.turn
        open_end = "" if suggested.is_start else _describe_open_end(turn)
        return TurnOption(
            number=number,
            label=suggested.label,
            lines=tuple(turn.lines),
            link=build_turn_link(self.seat, turn=number),
            notes=tuple(filter(None, (suggested.note, open_end))),
            sums=tuple(filter(None, (turn.sums.left, turn.sums.worth))),
            heading=suggested.heading,
            is_end=turn.state == ENDS and not turn.is_cut,
        )

    # --- single moves

    def list_options(self) -> list[MoveOption]:
        """List every single move with its link; of too many the most frequent verbs become forms."""
        return [self._build_option(way, number) for number, way in self._number_ways()]

    @cached_property
    def lines(self) -> dict[int, tuple[str, ...]]:
        """The lines of all options by their numbers; a form has a number but no line."""
        moves = {number: () if way.form is not None else (way.line,) for number, way in self._number_ways()}
        return {one.number: one.lines for one in self.turns} | moves

    def _number_ways(self) -> list[tuple[int, OfferedWay]]:
        """Number the ways behind the turns, or by the game's own numbers if each has a different one."""
        ways, first = self._list_ways(), len(self.turns) + 1
        own = [way.hint.number for way in ways]
        if first > 1 or not all(own) or len(set(own)) < len(own):
            own = list(range(first, first + len(ways)))
        return list(zip(own, ways, strict=True))

    def _list_ways(self) -> list[OfferedWay]:
        found = [
            way for place, offer in enumerate(self.offers) for way in self._list_offer_ways(place, offer)
        ]
        alone = {one.lines for one in self.turns}  # a single move that is listed above with the turns
        ways = [way for way in found if not way.hint.is_aside and (way.line,) not in alone] or found
        folded = _choose_folded_verbs(Counter(way.verb for way in ways))
        return [*(way for way in ways if way.verb not in folded), *map(self._fold_verb, folded)]

    def _list_offer_ways(self, place: int, offer: Offer) -> Iterator[OfferedWay]:
        ways = list_few_moves(offer, self.format_name)
        for offered, way in ways:
            yield OfferedWay(offer.verb, str(way), offered, self._find_hint(offered))
        if not ways:
            yield OfferedWay(offer.verb, str(next(offer.moves())), offer, self._find_hint(offer), form=place)

    def _find_hint(self, offer: Offer) -> OfferHint:
        return self.rules.presentation.hint(self.position, self.seat.name, offer, self.language)

    def _fold_verb(self, verb: str) -> OfferedWay:
        """Return the form that stands for all ways with this verb."""
        place = next(place for place, offer in enumerate(self.offers) if offer.verb == verb)
        return OfferedWay(verb, str(next(self.offers[place].moves())), form=place)

    def _build_option(self, way: OfferedWay, number: int) -> MoveOption:
        return MoveOption(
            label=self._format_label(way),
            line=way.line,
            link=self._build_link(way),
            note=way.hint.note,
            needs_form=way.form is not None,
            number=number,
            localized_line=self.format_line(way.line),
        )

    def _format_label(self, way: OfferedWay) -> str:
        if way.offer is None:
            return _capitalize_first(self.format_name(way.verb))
        label = self.rules.label(self.position, self.seat.name, way.offer, self.language)
        return label or _capitalize_first(way.offer.form(self.format_name).label)

    def _build_link(self, way: OfferedWay) -> str:
        """Return the link that plays the move, or the page of all options with the form of the offer open."""
        if way.form is None:
            return build_turn_link(self.seat, way.line)
        return f"{build_turn_link(self.seat)}?open={way.form}"


def _describe_open_end(turn: ComposedTurn) -> str:
    """Say that this is not the end of the turn; empty if it is."""
    if turn.is_cut or turn.state not in (CONTINUES, ENDS):
        return _("You are asked again after that.")
    return _("Your turn stays open.") if turn.state == CONTINUES else ""


def _choose_folded_verbs(counts: Counter[str]) -> list[str]:
    """Choose the verbs to show as one form each, so that not too many links are left."""
    folded: list[str] = []
    for verb, _count in counts.most_common():
        if counts.total() <= MAX_LINKS:
            break
        folded.append(verb)
        counts[verb] = 1
    return folded


def _capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]
