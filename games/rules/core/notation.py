"""Moves, and the offers that describe which moves are legal.

A move is one line of text: a verb and its arguments. A question answers "what may
I do?" with offers. Each offer can say whether it accepts a move, iterate over its moves,
draw one at random, and describe itself as a form, so that a page, an email, a bot and
the fuzzer all work from the same thing.

Move        exactly this line
LooseMove   this line, or the same with one redundant word at the end
PickOffer   a verb, fixed words, and some cards out of one pool
DealOffer   a card for each of several seats
SplitOffer  an amount divided into parts
ChainOffer  several places with choices of their own (`chain_offer.py`)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Protocol

import msgspec

from .errors import IllegalMove
from .translation import mark

# Offers and moves are made by the dozen at every question and cannot form reference cycles:
# `gc=False` spares the garbage collector from tracking them.
Namer = Callable[[str], str]  # word of the notation → its name in the reader's language
RandomBelow = Callable[[int], int]  # a random number below n


class OfferField(msgspec.Struct, frozen=True):
    """One field of a form: choose between `least` and `most` of the choices."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]  # value and label; a value may occur twice
    least: int
    most: int
    ordered: bool = False


class OfferForm(msgspec.Struct, frozen=True):
    """An offer as a form; without fields it is a plain button."""

    label: str
    fields: tuple[OfferField, ...] = ()


class Offer(Protocol):
    """What every kind of offer can do."""

    @property
    def verb(self) -> str: ...
    def accepts(self, move: "Move") -> bool: ...
    def moves(self) -> "Iterator[Move]": ...
    def sample(self, below: RandomBelow) -> "Move": ...
    def words(self) -> Iterator[str]: ...
    def form(self, name: Namer) -> OfferForm: ...
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

    def sample(self, below: RandomBelow) -> "Move":
        return self

    def words(self) -> Iterator[str]:
        yield self.verb
        yield from self.args

    def form(self, name: Namer) -> OfferForm:
        return OfferForm(_format_label(name, (self.verb, *self.args)))

    def fill(self, values: Mapping[str, Sequence[str]]) -> "Move":
        return self


class LooseMove(msgspec.Struct, frozen=True, gc=False):
    """A move that may also be typed with one redundant word at the end."""

    move: Move
    redundant_word: str

    @property
    def verb(self) -> str:
        return self.move.verb

    def accepts(self, move: Move) -> bool:
        return move == self.move or move == Move(self.verb, (*self.move.args, self.redundant_word))

    def moves(self) -> Iterator[Move]:
        yield self.move

    def sample(self, below: RandomBelow) -> Move:
        return self.move

    def words(self) -> Iterator[str]:
        yield from self.move.words()
        yield self.redundant_word

    def form(self, name: Namer) -> OfferForm:
        return self.move.form(name)

    def fill(self, values: Mapping[str, Sequence[str]]) -> Move:
        return self.move


class CardSlot(msgspec.Struct, frozen=True, gc=False):
    """A slot in a PickOffer for between `least` and `most` cards of the pool."""

    least: int
    most: int
    name: str = "cards"
    ordered: bool = False


class PickOffer(msgspec.Struct, frozen=True, gc=False):
    """A verb, then fixed words and slots for cards out of one pool, without listing every choice.

    At most one slot may have a variable size; it follows from the length of the move.
    """

    verb: str
    pool: tuple[str, ...]
    parts: tuple[str | CardSlot, ...]

    def __post_init__(self) -> None:
        if len(self.parts) == 1:
            return
        places = self._slots()
        if sum(place.least < place.most for place in places) > 1:
            raise ValueError("only one place of a Pick may leave its number open")
        if len({place.name for place in places}) < len(places):
            raise ValueError("the places of a Pick need different names")

    def _slots(self) -> list[CardSlot]:
        return [part for part in self.parts if isinstance(part, CardSlot)]

    def _slot_limit(self, place: CardSlot) -> int:
        """The most cards that a slot can take while enough are left for the others."""
        if len(self.parts) == 1:  # by far the most common case
            return min(place.most, len(self.pool))
        needed = sum(other.least for other in self._slots()) - place.least
        return min(place.most, len(self.pool) - needed)

    def accepts(self, move: Move) -> bool:
        if move.verb != self.verb:
            return False
        slack = len(move.args)
        for part in self.parts:
            slack -= 1 if isinstance(part, str) else part.least
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
        for args in _fill_slots(self.parts, sorted(self.pool)):
            yield Move(self.verb, args)

    def sample(self, below: RandomBelow) -> Move:
        left = list(self.pool)
        args: list[str] = []
        for part in self.parts:
            if isinstance(part, str):
                args.append(part)
                continue
            count = part.least + below(self._slot_limit(part) - part.least + 1)
            args += [left.pop(below(len(left))) for _ in range(count)]
        return Move(self.verb, tuple(args))

    def words(self) -> Iterator[str]:
        yield self.verb
        yield from self.pool
        yield from (part for part in self.parts if isinstance(part, str))

    def form(self, name: Namer) -> OfferForm:
        choices = tuple((card, name(card)) for card in _group_equal_cards(self.pool))
        fields = tuple(
            OfferField(
                place.name, name(place.name), choices, place.least, self._slot_limit(place), place.ordered
            )
            for place in self._slots()
        )
        return OfferForm(
            _format_label(name, (self.verb, *(part for part in self.parts if isinstance(part, str)))), fields
        )

    def fill(self, values: Mapping[str, Sequence[str]]) -> Move:
        args: list[str] = []
        for part in self.parts:
            args += [part] if isinstance(part, str) else _read_field(values, part.name, part.least, part.most)
        return Move(self.verb, tuple(args))


class DealOffer(msgspec.Struct, frozen=True, gc=False):
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

    def _build_move(self, cards: Sequence[str]) -> Move:
        pairs = zip(self.seats, cards, strict=True)
        return Move(self.verb, tuple(word for pair in pairs for word in pair))

    def moves(self) -> Iterator[Move]:
        for cards in _list_permutations(sorted(self.pool), len(self.seats)):
            yield self._build_move(cards)

    def sample(self, below: RandomBelow) -> Move:
        left = list(self.pool)
        return self._build_move([left.pop(below(len(left))) for _ in self.seats])

    def words(self) -> Iterator[str]:
        yield self.verb
        yield from self.pool
        yield from self.seats

    def form(self, name: Namer) -> OfferForm:
        choices = tuple((card, name(card)) for card in _group_equal_cards(self.pool))
        return OfferForm(
            name(self.verb), tuple(OfferField(seat, name(seat), choices, 1, 1) for seat in self.seats)
        )

    def fill(self, values: Mapping[str, Sequence[str]]) -> Move:
        return self._build_move([card for seat in self.seats for card in _read_field(values, seat, 1, 1)])


class SplitOffer(msgspec.Struct, frozen=True, gc=False):
    """An amount divided into named parts: `share 2 1` is two coins for the purse and one for the box."""

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
        for numbers in _list_sums(self.total, self.least):
            yield Move(self.verb, tuple(map(str, numbers)))

    def sample(self, below: RandomBelow) -> Move:
        every = list(self.moves())
        return every[below(len(every))]

    def words(self) -> Iterator[str]:
        yield self.verb

    def form(self, name: Namer) -> OfferForm:
        spare = self.total - sum(self.least)
        fields = (
            OfferField(
                part, name(part), tuple((str(n), str(n)) for n in range(least, least + spare + 1)), 1, 1
            )
            for part, least in zip(self.parts, self.least, strict=True)
        )
        return OfferForm(name(self.verb), tuple(fields))

    def fill(self, values: Mapping[str, Sequence[str]]) -> Move:
        return Move(
            self.verb, tuple(number for part in self.parts for number in _read_field(values, part, 1, 1))
        )


WRONG_COUNT = mark("For “{field}” choose {least}, not {count}.")
WRONG_COUNT_IN_RANGE = mark("For “{field}” choose {least} to {most}, not {count}.")
FEW_MOVES = 6  # an offer with at most so many moves is shown as a list of moves instead of a form
FEW_SINGLE_CHOICES = 12  # the same for an offer in which only one thing is chosen


def list_moves(offers: Iterable[Offer]) -> list[Move]:
    """List every move that these offers allow; for offers that can be filled in few ways."""
    return [move for offer in offers for move in offer.moves()]


def list_few_moves(offer: Offer, name: Namer) -> list[tuple[Offer, Move]]:
    """List the moves of an offer, each with the offer to label it by; empty if there are too many."""
    fields = offer.form(name).fields
    if not fields:
        return [(offer, next(offer.moves()))]
    most = FEW_SINGLE_CHOICES if _is_single_choice(offer, fields) else FEW_MOVES
    ways = list(islice(offer.moves(), most + 1))
    return [(way, way) for way in ways] if len(ways) <= most else []


def _is_single_choice(offer: Offer, fields: Sequence[OfferField]) -> bool:
    """Is only one thing chosen: one card, or the one part from which the other follows?"""
    if isinstance(offer, SplitOffer):
        return len(fields) == 2
    return len(fields) == 1 and fields[0].most == 1


def find_only_move(offers: Iterable[Offer]) -> Move | None:
    """The one move that these offers allow; None if there is a choice."""
    found = list(islice(chain.from_iterable(offer.moves() for offer in offers), 2))
    return found[0] if len(found) == 1 else None


def parse_exact_move(line: str) -> Move:
    """Parse a line in exact notation, such as we store; what people type goes through the move parser."""
    verb, *args = line.split(" ")
    return Move(verb, tuple(args))


def offer_cards(verb: str, pool: Sequence[str], least: int, most: int, *, ordered: bool = False) -> PickOffer:
    """Offer between `least` and `most` of these cards after a verb: the usual PickOffer."""
    return PickOffer(verb, tuple(pool), (CardSlot(least, most, ordered=ordered),))


def list_distinct(cards: Sequence[str]) -> list[str]:
    """Each kind of card once, in the order of first occurrence."""
    return list(dict.fromkeys(cards))


def _group_equal_cards(pool: Sequence[str]) -> list[str]:
    """Put equal cards next to each other, otherwise in the given order."""
    return sorted(pool, key=pool.index)


def _format_label(name: Namer, words: Sequence[str]) -> str:
    return " ".join(name(word) for word in words)


def _read_field(values: Mapping[str, Sequence[str]], name: str, least: int, most: int) -> Sequence[str]:
    """The values of a field. Too many or too few would shift the next field and mean another move."""
    chosen = values.get(name, ())
    check_count(name, chosen, least, most)
    return chosen


def check_count(field: str, chosen: Sequence[str], least: int, most: int) -> None:
    """Refuse too many or too few values of a field."""
    if not least <= len(chosen) <= most:
        text = WRONG_COUNT if least == most else WRONG_COUNT_IN_RANGE
        raise IllegalMove(text, field=field, least=least, most=most, count=len(chosen))


def _is_number(word: str, most: int) -> bool:
    """Is this a number as we print it? The length is checked first: parsing a huge one would be slow."""
    return len(word) <= len(str(most)) and word.isascii() and word.isdigit() and word == str(int(word))


def list_combinations(pool: list[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every distinct combination of `count` cards out of a sorted pool."""
    if count == 0:
        yield ()
        return
    last = None
    for place in range(len(pool) - count + 1):
        if pool[place] != last:
            last = pool[place]
            for rest in list_combinations(pool[place + 1 :], count - 1):
                yield (last, *rest)


def _list_permutations(pool: list[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every distinct ordered selection of `count` cards out of a sorted pool."""
    if count == 0:
        yield ()
        return
    for card in list_distinct(pool):
        left = pool.copy()
        left.remove(card)
        for rest in _list_permutations(left, count - 1):
            yield (card, *rest)


def _fill_slots(parts: Sequence[str | CardSlot], pool: list[str]) -> Iterator[tuple[str, ...]]:
    """Every distinct way to fill the slots among these parts with cards of a sorted pool."""
    if not parts:
        yield ()
        return
    part, later = parts[0], parts[1:]
    if isinstance(part, str):
        for rest in _fill_slots(later, pool):
            yield (part, *rest)
        return
    ways = _list_permutations if part.ordered else list_combinations
    needed = sum(place.least for place in later if isinstance(place, CardSlot))
    for count in range(part.least, min(part.most, len(pool) - needed) + 1):
        for here in ways(pool, count):
            left = pool.copy()
            for card in here:
                left.remove(card)
            for rest in _fill_slots(later, left):
                yield (*here, *rest)


def _list_sums(total: int, least: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to divide the total into parts that are at least as large as these."""
    if len(least) == 1:
        if total >= least[0]:
            yield (total,)
        return
    for first in range(least[0], total - sum(least[1:]) + 1):
        for rest in _list_sums(total - first, least[1:]):
            yield (first, *rest)
