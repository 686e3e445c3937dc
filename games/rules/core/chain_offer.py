"""An offer with several places, each with choices of its own that may depend on the places before it.

`place city_hall c4 discard fort from d3` chooses a cell and then how to pay, and what pays decides where
there is room. Listed one by one that would be hundreds of moves, so the game gives a function instead: for
what has been chosen so far it says which place comes next. Everything else follows from this one function:
which moves are legal, all of them in turn, a random one, the form. Nothing is worked out before somebody
asks for it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from .errors import IllegalMove
from .notation import Move, Namer, OfferField, OfferForm, RandomBelow, check_count, list_combinations
from .translation import mark

Chosen = tuple[tuple[str, ...], ...]  # the values of each place so far

DOES_NOT_FIT = mark("“{value}” does not go with the rest of your choice.")


class ChainPlace(msgspec.Struct, frozen=True, gc=False):
    """One place of a ChainOffer: choose between `least` and `most` of the choices.

    A value may be several words: `fort from d3`; none may be the beginning of another. One that occurs twice
    may be chosen twice. Whatever is offered must lead to a move. Only the last place may take several."""

    name: str
    choices: tuple[str, ...]
    least: int = 1
    most: int = 1
    keyword: str = ""  # said before the values, if there are any: `using`


NextPlace = Callable[
    [Chosen], ChainPlace | None
]  # what was chosen so far → the next place, or None at the end


class ChainOffer(msgspec.Struct, frozen=True, gc=False):
    """A verb, fixed words, and places that are filled one after the other."""

    verb: str
    fixed: tuple[str, ...]
    next_place: NextPlace

    def accepts(self, move: Move) -> bool:
        return move.verb == self.verb and self.read(move) is not None

    def read(self, move: Move) -> Chosen | None:
        """What this move chooses for each place; None if it is not offered."""
        count = len(self.fixed)
        if move.args[:count] != self.fixed:
            return None
        rest, chosen = move.args[count:], Chosen()
        while place := self.next_place(chosen):
            values, rest = _read_place(place, rest)
            if not place.least <= len(values):
                return None
            chosen = (*chosen, values)
        return None if rest else chosen

    def list_values(self, move: Move) -> dict[str, tuple[str, ...]]:
        """What a form is filled in with to mean this move; nothing if it is not offered."""
        values: dict[str, tuple[str, ...]] = {}
        chosen = self.read(move) or ()
        for number, some in enumerate(chosen):
            place = self.next_place(chosen[:number])
            if place and some:
                values[place.name] = some
        return values

    def moves(self) -> Iterator[Move]:
        for args in self._list_ways((), self.fixed):
            yield Move(self.verb, args)

    def _list_ways(self, chosen: Chosen, args: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        place = self.next_place(chosen)
        if place is None:
            yield args
            return
        pool = sorted(place.choices) if place.most > 1 else list(dict.fromkeys(place.choices))
        for count in range(place.least, min(place.most, len(pool)) + 1):
            for values in list_combinations(pool, count):
                yield from self._list_ways((*chosen, values), (*args, *_list_args(place, values)))

    def sample(self, below: RandomBelow) -> Move:
        chosen, args = Chosen(), [*self.fixed]
        while place := self.next_place(chosen):
            pool, least = place.choices, place.least
            most = min(place.most, len(pool))
            if most == 1 == least:
                values: tuple[str, ...] = (pool[below(len(pool))],)
            else:
                left, count = list(pool), least + (below(most - least + 1) if most > least else 0)
                values = tuple(left.pop(below(len(left))) for _ in range(count))
            chosen = (*chosen, values)
            args += _list_args(place, values)
        return Move(self.verb, tuple(args))

    def words(self) -> Iterator[str]:
        yield self.verb
        yield from self.fixed
        yield from dict.fromkeys(word for place in self._list_places(()) for word in _list_words(place))

    def _list_places(self, chosen: Chosen) -> Iterator[ChainPlace]:
        """Every place that may have to be filled, in whatever way those before it are."""
        place = self.next_place(chosen)
        if place is None:
            return
        yield place
        if place.most == 1:
            for value in dict.fromkeys(place.choices):
                yield from self._list_places((*chosen, (value,)))

    def form(self, name: Namer) -> OfferForm:
        """A form with everything that may be chosen; `fill` refuses what does not go together."""
        label = " ".join(name(word) for word in (self.verb, *self.fixed))
        merged: dict[str, ChainPlace] = {}
        for place in self._list_places(()):
            merged[place.name] = _merge_places(merged[place.name], place) if place.name in merged else place
        return OfferForm(label, tuple(_build_field(place, name) for place in merged.values()))

    def narrow(self, name: Namer, values: Mapping[str, Sequence[str]]) -> OfferField | None:
        """The next field to fill in, with what goes with the values before it; None at the end."""
        chosen = Chosen()
        while place := self.next_place(chosen):
            if place.name not in values:
                return _build_field(place, name)
            chosen = (*chosen, self._check_values(place, values[place.name]))
        return None

    def fill(self, values: Mapping[str, Sequence[str]]) -> Move:
        chosen, args, filled = Chosen(), [*self.fixed], set[str]()
        while place := self.next_place(chosen):
            picked = self._check_values(place, values.get(place.name, ()))
            chosen = (*chosen, picked)
            args += _list_args(place, picked)
            filled.add(place.name)
        for field, left in values.items():
            if left and field not in filled:
                raise IllegalMove(DOES_NOT_FIT, value=left[0])
        return Move(self.verb, tuple(args))

    def _check_values(self, place: ChainPlace, values: Sequence[str]) -> tuple[str, ...]:
        check_count(place.name, values, place.least, place.most)
        left = list(place.choices)
        for value in values:
            if value not in left:
                raise IllegalMove(DOES_NOT_FIT, value=value)
            left.remove(value)
        return tuple(values)


def _read_place(place: ChainPlace, words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The values that these words begin with, and the words after them; none if the place is left out."""
    rest = words
    if place.keyword:
        if rest[:1] != (place.keyword,):
            return (), words
        rest = rest[1:]
    if place.most == 1:
        value = _find_first_value(place.choices, rest)
        return ((value,), rest[value.count(" ") + 1 :]) if value else ((), words)
    left, values = list(place.choices), list[str]()
    while len(values) < place.most and (value := _find_first_value(left, rest)):
        left.remove(value)
        values.append(value)
        rest = rest[value.count(" ") + 1 :]
    return (tuple(values), rest) if values else ((), words)


def _find_first_value(choices: Sequence[str], words: tuple[str, ...]) -> str:
    """The value that these words begin with; empty if there is none."""
    text = " ".join(words)  # to see at once of most values that they are not meant
    for value in choices:
        if text.startswith(value) and words[: value.count(" ") + 1] == tuple(value.split(" ")):
            return value
    return ""


def _list_args(place: ChainPlace, values: Sequence[str]) -> list[str]:
    """The words that say these values."""
    words = [place.keyword] if values and place.keyword else []
    for value in values:
        words += value.split(" ")
    return words


def _list_words(place: ChainPlace) -> Iterator[str]:
    if place.keyword:
        yield place.keyword
    for value in place.choices:
        yield from value.split(" ")


def _merge_places(one: ChainPlace, other: ChainPlace) -> ChainPlace:
    """One place with all that either offers."""
    missing = [*other.choices]
    for value in one.choices:
        if value in missing:
            missing.remove(value)
    least, most = min(one.least, other.least), max(one.most, other.most)
    return ChainPlace(one.name, (*one.choices, *missing), least, most, one.keyword)


def _build_field(place: ChainPlace, name: Namer) -> OfferField:
    choices = tuple(
        (value, " ".join(map(name, value.split(" "))))
        for value in sorted(place.choices, key=place.choices.index)
    )
    return OfferField(place.name, name(place.name), choices, place.least, min(place.most, len(place.choices)))
