"""Moves, and the shapes in which a question offers them.

A move is one line of text: a verb and its arguments. A question answers "what may
I do?" with offers. Each offer can say whether it accepts a move, list its moves
without building the whole list, take one at random, and describe itself as a form,
so that a page, a letter, a bot and the fuzzer all work from the same thing.

Move    exactly this line
Loose   this line, also with a word more that says nothing new
Pick    a verb, fixed words, and some cards out of one pool
Deal    a card for each of several seats
Split   an amount divided into parts
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol

import msgspec

from .errors import IllegalMove
from .speech import mark

# Offers and moves are made by the dozen at every question and never refer back to themselves:
# `gc=False` spares the collector from following them.
Namer = Callable[[str], str]  # what a reader calls a word of the notation
Below = Callable[[int], int]  # a random number below n


class Field(msgspec.Struct, frozen=True):
    """One thing to fill in: between `least` and `most` of the choices."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]  # value and what the reader calls it; a value may stand twice
    least: int
    most: int
    ordered: bool = False


class Form(msgspec.Struct, frozen=True):
    """An offer as something to fill in; without fields it is a plain button."""

    label: str
    fields: tuple[Field, ...] = ()


class Offer(Protocol):
    """What every shape can do."""

    @property
    def verb(self) -> str: ...
    def accepts(self, move: "Move") -> bool: ...
    def moves(self) -> "Iterator[Move]": ...
    def sample(self, below: Below) -> "Move": ...
    def words(self) -> Iterator[str]: ...
    def form(self, name: Namer) -> Form: ...
    def fill(self, values: Mapping[str, Sequence[str]]) -> "Move": ...


class Move(msgspec.Struct, frozen=True, gc=False):
    """One line: a verb and its arguments."""

    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))

    def accepts(self, move: "Move") -> bool:
        return self == move

    def moves(self) -> "Iterator[Move]":
        yield self

    def sample(self, below: Below) -> "Move":
        return self

    def words(self) -> Iterator[str]:
        yield self.verb
        yield from self.args

    def form(self, name: Namer) -> Form:
        return Form(_line(name, (self.verb, *self.args)))

    def fill(self, values: Mapping[str, Sequence[str]]) -> "Move":
        return self


class Loose(msgspec.Struct, frozen=True, gc=False):
    """A move that may also be said with one word more, though the word decides nothing."""

    move: Move
    needless: str

    @property
    def verb(self) -> str:
        return self.move.verb

    def accepts(self, move: Move) -> bool:
        return move == self.move or move == Move(self.verb, (*self.move.args, self.needless))

    def moves(self) -> Iterator[Move]:
        yield self.move

    def sample(self, below: Below) -> Move:
        return self.move

    def words(self) -> Iterator[str]:
        yield from self.move.words()
        yield self.needless

    def form(self, name: Namer) -> Form:
        return self.move.form(name)

    def fill(self, values: Mapping[str, Sequence[str]]) -> Move:
        return self.move


class Some(msgspec.Struct, frozen=True, gc=False):
    """A place in a Pick for between `least` and `most` cards of the pool."""

    least: int
    most: int
    name: str = "cards"
    ordered: bool = False


class Pick(msgspec.Struct, frozen=True, gc=False):
    """A verb, then fixed words and places for cards out of one pool, without listing every choice.

    At most one place may leave its number open; the length of a move then tells how many stand there.
    """

    verb: str
    pool: tuple[str, ...]
    parts: tuple[str | Some, ...]

    def __post_init__(self) -> None:
        if len(self.parts) == 1:
            return
        places = self._places()
        if sum(place.least < place.most for place in places) > 1:
            raise ValueError("only one place of a Pick may leave its number open")
        if len({place.name for place in places}) < len(places):
            raise ValueError("the places of a Pick need different names")

    def _places(self) -> list[Some]:
        return [part for part in self.parts if isinstance(part, Some)]

    def _most(self, place: Some) -> int:
        """No place can take what the others need."""
        needed = sum(other.least for other in self._places()) - place.least
        return min(place.most, len(self.pool) - needed)

    def accepts(self, move: Move) -> bool:
        if move.verb != self.verb:
            return False
        slack = len(move.args) - sum(1 if isinstance(part, str) else part.least for part in self.parts)
        left = list(self.pool)
        words = iter(move.args)
        for part in self.parts:
            if isinstance(part, str):
                if next(words, None) != part:
                    return False
                continue
            count = part.least
            if part.most > part.least:
                count += slack
                if not part.least <= count <= part.most:
                    return False
            for card in islice(words, count):
                if card not in left:
                    return False
                left.remove(card)
        return slack >= 0 and next(words, None) is None

    def moves(self) -> Iterator[Move]:
        for args in _fillings(self.parts, sorted(self.pool)):
            yield Move(self.verb, args)

    def sample(self, below: Below) -> Move:
        left = list(self.pool)
        args: list[str] = []
        for part in self.parts:
            if isinstance(part, str):
                args.append(part)
                continue
            count = part.least + below(self._most(part) - part.least + 1)
            args += [left.pop(below(len(left))) for _ in range(count)]
        return Move(self.verb, tuple(args))

    def words(self) -> Iterator[str]:
        yield self.verb
        yield from self.pool
        yield from (part for part in self.parts if isinstance(part, str))

    def form(self, name: Namer) -> Form:
        choices = tuple((card, name(card)) for card in _grouped(self.pool))
        fields = tuple(
            Field(place.name, name(place.name), choices, place.least, self._most(place), place.ordered)
            for place in self._places()
        )
        return Form(_line(name, (self.verb, *(part for part in self.parts if isinstance(part, str)))), fields)

    def fill(self, values: Mapping[str, Sequence[str]]) -> Move:
        args: list[str] = []
        for part in self.parts:
            args += [part] if isinstance(part, str) else _filled(values, part.name, part.least, part.most)
        return Move(self.verb, tuple(args))


class Deal(msgspec.Struct, frozen=True, gc=False):
    """A card out of one pool for each of these seats: `give Bob tavern Cleo market`."""

    verb: str
    pool: tuple[str, ...]
    seats: tuple[str, ...]

    def accepts(self, move: Move) -> bool:
        if move.verb != self.verb or len(move.args) != 2 * len(self.seats):
            return False
        left = list(self.pool)
        for card in move.args[1::2]:
            if card not in left:
                return False
            left.remove(card)
        return sorted(move.args[::2]) == sorted(self.seats)

    def _dealt(self, cards: Sequence[str]) -> Move:
        pairs = zip(self.seats, cards, strict=True)
        return Move(self.verb, tuple(word for pair in pairs for word in pair))

    def moves(self) -> Iterator[Move]:
        for cards in _arranged(sorted(self.pool), len(self.seats)):
            yield self._dealt(cards)

    def sample(self, below: Below) -> Move:
        left = list(self.pool)
        return self._dealt([left.pop(below(len(left))) for _ in self.seats])

    def words(self) -> Iterator[str]:
        yield self.verb
        yield from self.pool
        yield from self.seats

    def form(self, name: Namer) -> Form:
        choices = tuple((card, name(card)) for card in _grouped(self.pool))
        return Form(name(self.verb), tuple(Field(seat, name(seat), choices, 1, 1) for seat in self.seats))

    def fill(self, values: Mapping[str, Sequence[str]]) -> Move:
        return self._dealt([card for seat in self.seats for card in _filled(values, seat, 1, 1)])


class Split(msgspec.Struct, frozen=True, gc=False):
    """An amount divided into named parts: `income 2 1` is two gold and one card."""

    verb: str
    total: int
    parts: tuple[str, ...]
    least: tuple[int, ...]

    def accepts(self, move: Move) -> bool:
        if move.verb != self.verb or len(move.args) != len(self.parts):
            return False
        if not all(_is_number(arg, self.total) for arg in move.args):
            return False
        numbers = [int(arg) for arg in move.args]
        return sum(numbers) == self.total and all(
            number >= least for number, least in zip(numbers, self.least, strict=True)
        )

    def moves(self) -> Iterator[Move]:
        for numbers in _sums(self.total, self.least):
            yield Move(self.verb, tuple(map(str, numbers)))

    def sample(self, below: Below) -> Move:
        every = list(self.moves())
        return every[below(len(every))]

    def words(self) -> Iterator[str]:
        yield self.verb

    def form(self, name: Namer) -> Form:
        spare = self.total - sum(self.least)
        fields = (
            Field(part, name(part), tuple((str(n), str(n)) for n in range(least, least + spare + 1)), 1, 1)
            for part, least in zip(self.parts, self.least, strict=True)
        )
        return Form(name(self.verb), tuple(fields))

    def fill(self, values: Mapping[str, Sequence[str]]) -> Move:
        return Move(self.verb, tuple(number for part in self.parts for number in _filled(values, part, 1, 1)))


ONE_NUMBER = mark("For “{field}” choose {least}, not {count}.")
SOME_NUMBERS = mark("For “{field}” choose {least} to {most}, not {count}.")
FEW_WAYS = 6  # an offer with so few is shown move by move instead of as something to fill in


def few_ways(offer: Offer, name: Namer) -> list[tuple[Offer, Move]]:
    """The moves of an offer, each with what its sentence is made of; none if there are too many to list."""
    if not offer.form(name).fields:
        return [(offer, next(offer.moves()))]
    ways = list(islice(offer.moves(), FEW_WAYS + 1))
    return [(way, way) for way in ways] if len(ways) <= FEW_WAYS else []


def exactly(line: str) -> Move:
    """The move that was written by us as this line; what people write is read in `reading`."""
    verb, *args = line.split(" ")
    return Move(verb, tuple(args))


def some(verb: str, pool: Sequence[str], least: int, most: int, *, ordered: bool = False) -> Pick:
    """Between `least` and `most` of these cards after one verb: the everyday Pick."""
    return Pick(verb, tuple(pool), (Some(least, most, ordered=ordered),))


def distinct(cards: Sequence[str]) -> list[str]:
    """Each kind of card once, in the order in which they stand."""
    return list(dict.fromkeys(cards))


def _grouped(pool: Sequence[str]) -> list[str]:
    """Equal cards side by side, otherwise in the order in which the ruleset names them."""
    return sorted(pool, key=pool.index)


def _line(name: Namer, words: Sequence[str]) -> str:
    return " ".join(name(word) for word in words)


def _filled(values: Mapping[str, Sequence[str]], name: str, least: int, most: int) -> Sequence[str]:
    """What was filled in here. A wrong number would slip into the next field and mean something else."""
    chosen = values.get(name, ())
    if not least <= len(chosen) <= most:
        text = ONE_NUMBER if least == most else SOME_NUMBERS
        raise IllegalMove(text, field=name, least=least, most=most, count=len(chosen))
    return chosen


def _is_number(word: str, most: int) -> bool:
    """Is this a number as we print it? Its length comes first: nobody shall make us read a huge one."""
    return len(word) <= len(str(most)) and word.isascii() and word.isdigit() and word == str(int(word))


def _chosen(pool: list[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every different handful of `count` cards out of a sorted pool."""
    if count == 0:
        yield ()
        return
    last = None
    for place in range(len(pool) - count + 1):
        if pool[place] != last:
            last = pool[place]
            for rest in _chosen(pool[place + 1 :], count - 1):
                yield (last, *rest)


def _arranged(pool: list[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every different row of `count` cards out of a sorted pool."""
    if count == 0:
        yield ()
        return
    for card in distinct(pool):
        left = pool.copy()
        left.remove(card)
        for rest in _arranged(left, count - 1):
            yield (card, *rest)


def _fillings(parts: Sequence[str | Some], pool: list[str]) -> Iterator[tuple[str, ...]]:
    if not parts:
        yield ()
        return
    part, later = parts[0], parts[1:]
    if isinstance(part, str):
        for rest in _fillings(later, pool):
            yield (part, *rest)
        return
    ways = _arranged if part.ordered else _chosen
    needed = sum(place.least for place in later if isinstance(place, Some))
    for count in range(part.least, min(part.most, len(pool) - needed) + 1):
        for here in ways(pool, count):
            left = pool.copy()
            for card in here:
                left.remove(card)
            for rest in _fillings(later, left):
                yield (*here, *rest)


def _sums(total: int, least: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if len(least) == 1:
        if total >= least[0]:
            yield (total,)
        return
    for first in range(least[0], total - sum(least[1:]) + 1):
        for rest in _sums(total - first, least[1:]):
            yield (first, *rest)
