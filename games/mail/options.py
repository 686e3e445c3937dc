"""What the reader of a letter may do: each option with its sentence, its line and its link.

No game is known here. An offer with few ways to be filled in is listed way by way; any other is a link to a
form, with an example of the line.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec
from django.conf import settings
from django.urls import reverse

from games.links import tokens
from games.models import Seat
from games.play.views_of import Sight
from games.rules.core.notation import Offer, few_ways

MANY_LINKS = 100  # more would make the letter too long for some mail programs
FEW_LINKS = 30  # more of them stand closer together


class Option(msgspec.Struct, frozen=True):
    """One thing that may be done."""

    label: str
    line: str  # the move; for a form, an example
    link: str
    note: str = ""
    is_form: bool = False
    number: int = 0  # to reply with
    written: str = ""  # the line in the words of the reader


def turn_link(seat: Seat, line: str = "") -> str:
    """The address at which this seat may answer the open decision."""
    return settings.BASE_URL + reverse("by_link", args=[tokens.turn(seat, line)])


class Listing:
    """All that a seat may do now."""

    def __init__(self, sight: Sight, seat: Seat) -> None:
        self.offers = sight.offers
        self.seat = seat
        self.rules, self.position, self.language = sight.rules, sight.position, sight.language
        self.name = self.rules.namer(self.position, self.language)
        self.write = self.rules.writer(self.position, self.language)

    def options(self) -> list[Option]:
        """Every way with its own link. Where there are very many, the commonest verbs become forms."""
        ways = [
            (offer.verb, way) for number, offer in enumerate(self.offers) for way in self._ways(number, offer)
        ]
        folded = _folded(Counter(verb for verb, _way in ways))
        return _numbered([*(way for verb, way in ways if verb not in folded), *map(self._form_for, folded)])

    def _form_for(self, verb: str) -> Option:
        number = next(number for number, offer in enumerate(self.offers) if offer.verb == verb)
        line = str(next(self.offers[number].moves()))
        label, link = _sentence(self.name(verb)), self._form_link(number)
        return Option(label, line, link, is_form=True, written=self.write(line))

    def _form_link(self, number: int) -> str:
        """The page of all options, with the form of this offer open."""
        return f"{turn_link(self.seat)}?open={number}"

    def _ways(self, number: int, offer: Offer) -> Iterator[Option]:
        ways = few_ways(offer, self.name)
        for told, way in ways:
            yield self._option(told, str(way), turn_link(self.seat, str(way)))
        if not ways:
            yield self._option(offer, str(next(offer.moves())), self._form_link(number), is_form=True)

    def _option(self, offer: Offer, line: str, link: str, *, is_form: bool = False) -> Option:
        label = self.rules.label(self.position, self.seat.name, offer, self.language)
        hint = self.rules.hint(self.position, self.seat.name, offer, self.language)
        return Option(
            label=label or _sentence(offer.form(self.name).label),
            line=line,
            link=link,
            note=hint.note,
            is_form=is_form,
            number=hint.number,
            written=self.write(line),
        )


def _numbered(options: list[Option]) -> list[Option]:
    """Counted from one; by the game's own numbers where it has one for each: 3 is what 3 is called."""
    own = [option.number for option in options]
    if not all(own) or len(set(own)) < len(own):
        own = list(range(1, len(options) + 1))
    return [
        msgspec.structs.replace(option, number=number) for option, number in zip(options, own, strict=True)
    ]


def _folded(counts: Counter[str]) -> list[str]:
    """The verbs that are told by a form, so that not too many links are left."""
    folded: list[str] = []
    for verb, _count in counts.most_common():
        if counts.total() <= MANY_LINKS:
            break
        folded.append(verb)
        counts[verb] = 1
    return folded


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
