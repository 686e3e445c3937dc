"""The deduction sheet: what the reader may know of this round, and what follows from it.

Like every text it is made by a `Reader`, who has a view and nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from .calls_text import put_aside
from .deduction import FACE_DOWN, PILE, Places, open_places, places
from .piles import each
from .reader import Reader
from .secrets_text import faces, hands, museum, ordered, picks

FEW = 3  # names in a row; more of them are "anybody"


class Possible(msgspec.Struct, frozen=True):
    """Who may have a character."""

    rank: int
    slug: str
    name: str
    words: str
    sure: bool


class Sheet(msgspec.Struct, frozen=True):
    """All that is known, in three parts."""

    title: str
    draft: list[str]
    characters: list[Possible]
    cards: list[str]


class Knowledge:
    """A reader with what follows from what is seen."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.view, self.say = reader.view, reader.say
        self.places: Places = places(reader.view)

    def sheet(self) -> Sheet:
        say = self.say
        return Sheet(
            title=say("What you know") if self.reader.me else say("What everybody knows"),
            draft=[*put_aside(self.reader), *(_draft(self.reader) if self.reader.me else ())],
            characters=[self._possible(character) for character in self.view["cast"]],
            cards=list(_cards(self.reader)) if self.reader.me else [],
        )

    # --- characters

    def _possible(self, character: str) -> Possible:
        reader, found = self.reader, self.places[character]
        words = self.where(character)
        if character == self.view["marks"]["murdered"]:
            words = self.say("murdered; {words}", words=words)
        return Possible(
            reader.rank(character), character, str(reader.name(character)), words, sure=len(found) < 2
        )

    def where(self, character: str) -> str:
        """With whom a character may be, in words."""
        found = self.places[character]
        if not found:
            return self.say("nobody, it lies face up")
        if character in self._before_me:
            return self.say("before you")
        if holder := self.reader.holder(character):
            return self.say("{seat}, shown", seat=self.reader.who(holder))
        if self.is_out(character):
            return self.say("nobody, it lies face down")
        return self._either([*self._names(found), *self._elsewhere(found)])

    def is_out(self, character: str) -> bool:
        """Does it lie face down for sure?"""
        return self.places[character] == {FACE_DOWN}

    @cached_property
    def _before_me(self) -> list[str]:
        asked = self.reader.own.get("asked", [])
        return [one for step in asked if step["name"] == "draft.pick" for one in step["cards"]]

    def _names(self, found: set[str]) -> list[str]:
        seats = [seat for seat in self.reader.clockwise() if seat in found]
        if len(seats) > FEW and seats == self._hidden:
            return [self.say("anybody who has not shown it")]
        return [self.reader.who(seat) for seat in seats]

    def _elsewhere(self, found: set[str]) -> Iterator[str]:
        if PILE in found:
            yield self.say("in the pile")
        if FACE_DOWN in found:
            yield self.say("face down")

    def _either(self, words: Sequence[str]) -> str:
        """`A, B or C`"""
        if len(words) < 2:
            return words[0]
        return self.say("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])

    @cached_property
    def _hidden(self) -> list[str]:
        """The others who have a character that nobody has seen yet."""
        players = self.view["players"]
        return [seat for seat in self.reader.clockwise() if seat != self.reader.me and _unseen(players[seat])]

    # --- what the others do not know

    def conclusions(self) -> Iterator[str]:
        """What follows for this reader alone, as far as it is worth a sentence."""
        public = open_places(self.view)
        down = [one for one, found in self.places.items() if found == {FACE_DOWN} != public[one]]
        if down:
            yield self.say("Lying face down: {characters}.", characters=self.reader.named(down))
        for seat in self._hidden:
            yield from self._who_is(seat, public)

    def _who_is(self, seat: str, public: Places) -> Iterator[str]:
        mine, everybodys = _held(self.places, seat), _held(public, seat)
        shown = self.view["players"][seat]["revealed"]
        left = [one for one in mine if one not in shown]
        if mine == everybodys:
            return
        if len(left) == _unseen(self.view["players"][seat]):
            yield self.say("{seat} must be the {characters}.", seat=seat, characters=self.reader.named(left))
        elif len(left) == 2:
            names = [self.reader.name(one) for one in left]
            yield self.say("{seat} is the {one} or the {other}.", seat=seat, one=names[0], other=names[1])


def _unseen(player: Mapping[str, Any]) -> int:
    """How many characters of this player nobody has seen."""
    return int(player["characters"]) - len(player["revealed"])


def _held(found: Places, seat: str) -> list[str]:
    return [character for character, where in found.items() if seat in where]


# --- the draft, as the reader has seen it


def _draft(reader: Reader) -> Iterator[str]:
    own, cast = reader.own, reader.view["cast"]
    yield from picks(reader)
    if own["picked"] and (passed := _passed_on(reader)):
        yield passed
    for asked in own["asked"]:
        if asked["name"] == "draft.pick":
            missing = [one for one in cast if one not in (*asked["cards"], *reader.view["faceup"])]
            if not own["seen"] and missing:
                yield reader.say("Not in the pile any more: {characters}.", characters=reader.named(missing))
    given = [one for one in own["picked"] if one not in own["characters"]]
    got = [one for one in own["characters"] if one not in own["picked"]]
    if reader.me in reader.view["theater"] and given and got:
        yield reader.say(
            "By the Theater you gave the {given} and got the {got}.",
            given=reader.name(given[0]),
            got=reader.name(got[0]),
        )


def _passed_on(reader: Reader) -> str:
    """What was left when the reader chose last, and who got it."""
    own, seats = reader.own, reader.view["seats"]
    chosen = (*own["picked"], *own["away"])
    left = [one for one in own["seen"][-1] if one not in chosen]
    following = seats[(seats.index(reader.me) + 1) % len(seats)]
    if not left:
        return ""
    if _was_last(reader, following):
        return reader.say("What you left lies face down: {characters}.", characters=reader.named(left))
    return reader.say("You passed on to {seat}: {characters}.", seat=following, characters=reader.named(left))


def _was_last(reader: Reader, following: str) -> bool:
    """The pile goes round and ends before the one who has chosen first, in the last turn of the draft."""
    is_round = len(reader.own["picked"]) == each(len(reader.view["seats"]))
    return is_round and following == reader.view["drafted_from"]


# --- cards


def _cards(reader: Reader) -> Iterator[str]:
    """What is known of other hands, of Museums and of the deck."""
    own = reader.own
    yield from hands(reader)
    for seat, glimpse in own["glimpses"].items():
        if seat in reader.view["players"]:
            yield from _glimpsed(reader, seat, glimpse)
    for seat, cards in own["under"].items():
        if cards:
            yield reader.say("Under the Museum of {seat}: {cards}.", seat=seat, cards=reader.cards(cards))
    yield from museum(reader)
    yield from faces(reader)
    if lying := own["deck"]["places"]:
        numbered = [f"{place + 1}. {reader.card(card)}" for place, card in sorted(lying)]
        yield reader.say("In the deck, counted from its top: {cards}.", cards=", ".join(numbered))
    if own["deck"]["holds"]:
        yield reader.say("Somewhere in the deck: {cards}.", cards=reader.cards(own["deck"]["holds"]))
    yield from ordered(reader)


def _glimpsed(reader: Reader, seat: str, glimpse: Mapping[str, Any]) -> Iterator[str]:
    """Some of what was seen there may have left since."""
    cards, gone = glimpse["cards"], glimpse["gone"]
    if cards:
        yield reader.count(
            "{seat} held {cards}; {n} of these may be gone.",
            "{seat} held {cards}; {n} of these may be gone.",
            gone,
            seat=seat,
            cards=reader.cards(cards),
        )
    for kind, least in glimpse["types"].items():
        if kind and least > 0:
            yield reader.count(
                "{seat} holds at least {n} card of this type: {kind}.",
                "{seat} holds at least {n} cards of this type: {kind}.",
                least,
                seat=seat,
                kind=reader.name(kind),
            )
