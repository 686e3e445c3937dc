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
        ways = [
            (offer.verb, way)
            for number, offer in enumerate(self.offers)
            for way in self._list_ways(number, offer)
        ]
        folded = _choose_folded_verbs(Counter(verb for verb, _way in ways))
        return _number_options(
            [*(way for verb, way in ways if verb not in folded), *map(self._build_form_option, folded)]
        )

    def _build_form_option(self, verb: str) -> MoveOption:
        number = next(number for number, offer in enumerate(self.offers) if offer.verb == verb)
        line = str(next(self.offers[number].moves()))
        label, link = _capitalize_first(self.format_name(verb)), self._build_form_link(number)
        return MoveOption(label, line, link, needs_form=True, localized_line=self.format_line(line))

    def _build_form_link(self, number: int) -> str:
        """Return the page of all options, with the form of this offer open."""
        return f"{build_turn_link(self.seat)}?open={number}"

    def _list_ways(self, number: int, offer: Offer) -> Iterator[MoveOption]:
        ways = list_few_moves(offer, self.format_name)
        for offered, way in ways:
            yield self._build_option(offered, str(way), build_turn_link(self.seat, str(way)))
        if not ways:
            yield self._build_option(
                offer, str(next(offer.moves())), self._build_form_link(number), needs_form=True
            )

    def _build_option(self, offer: Offer, line: str, link: str, *, needs_form: bool = False) -> MoveOption:
        label = self.rules.label(self.position, self.seat.name, offer, self.language)
        hint = self.rules.presentation.hint(self.position, self.seat.name, offer, self.language)
        return MoveOption(
            label=label or _capitalize_first(offer.form(self.format_name).label),
            line=line,
            link=link,
            note=hint.note,
            needs_form=needs_form,
            number=hint.number,
            localized_line=self.format_line(line),
        )


def _number_options(options: list[MoveOption]) -> list[MoveOption]:
    """Number the options from one, or by the game's own numbers if each option has a different one."""
    own = [option.number for option in options]
    if not all(own) or len(set(own)) < len(own):
        own = list(range(1, len(options) + 1))
    return [
        msgspec.structs.replace(option, number=number) for option, number in zip(options, own, strict=True)
    ]


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
