"""The numbered options of a turn email, each with its sentence, its line to type and its link.

Nothing here depends on a particular game. An offer that can be filled in few ways is listed once per way; any
other becomes a link to a form, with an example of the line.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec
from django.conf import settings
from django.urls import reverse

from games.links.kinds import TURN, TurnLink
from games.models import Seat
from games.queries.game_view import GameView
from games.rules.core.capabilities.presentation import OfferHint
from games.rules.core.notation import Offer, list_few_moves

MAX_LINKS = 100  # more would make the email too long for some mail programs
MAX_SPACED_LINKS = 30  # more than this are listed compactly


class MoveOption(msgspec.Struct, frozen=True):
    """One thing that the reader may do."""

    label: str
    line: str  # the move; for a form, an example
    link: str
    note: str = ""
    needs_form: bool = False
    number: int = 0  # to reply with
    localized_line: str = ""  # the line in the reader's language


class OfferedWay(msgspec.Struct, frozen=True):
    """One thing that the seat may do, before it is written for a reader."""

    verb: str
    line: str  # the move; for a form, an example
    offer: Offer | None = None  # None if the form stands for all offers with the verb
    hint: OfferHint = OfferHint()
    form: int | None = None  # the place of the offer whose form has to be filled in


def build_turn_link(seat: Seat, line: str = "") -> str:
    """Return the link with which this seat answers the open decision, with one move if a line is given."""
    return settings.BASE_URL + reverse("play_by_link", args=[TURN.sign(TurnLink.for_seat(seat, line))])


class OptionList:
    """The options that a seat has now."""

    def __init__(self, view: GameView, seat: Seat) -> None:
        self.offers = view.offers
        self.seat = seat
        self.rules, self.position, self.language = view.rules, view.position, view.language
        self.format_name = self.rules.vocabulary.namer(self.position, self.language)
        self.format_line = self.rules.vocabulary.writer(self.position, self.language)

    def list_options(self) -> list[MoveOption]:
        """List every way with its own link; if there are too many, the most frequent verbs become forms."""
        return [self._build_option(way, number) for number, way in self._number_ways()]

    def list_lines(self) -> dict[int, str]:
        """Return the lines of the options by their numbers; a form has a number but no line."""
        return {number: "" if way.form is not None else way.line for number, way in self._number_ways()}

    def _number_ways(self) -> list[tuple[int, OfferedWay]]:
        """Number the ways from one, or by the game's own numbers if each has a different one."""
        ways = self._list_ways()
        own = [way.hint.number for way in ways]
        if not all(own) or len(set(own)) < len(own):
            own = list(range(1, len(ways) + 1))
        return list(zip(own, ways, strict=True))

    def _list_ways(self) -> list[OfferedWay]:
        ways = [way for place, offer in enumerate(self.offers) for way in self._list_offer_ways(place, offer)]
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
