"""The deduction sheet: what the reader knows about this round, and what follows from it.

Like all texts it is made from the reader's view alone, so it cannot reveal anything hidden.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from ..draft_sizes import count_characters_per_seat
from ..knowledge.deduction import FACE_DOWN, PILE, PossiblePlaces, find_possible_places, find_public_places
from ..text.calls import describe_cards_set_aside
from ..text.private import (
    describe_known_hands,
    describe_marker_faces,
    describe_own_museum,
    describe_own_orders,
    describe_picks,
)
from ..text.reader import TableReader

MOST_NAMES = 3  # at most so many names are listed; more are "anybody"


class PossibleHolders(msgspec.Struct, frozen=True):
    """A character and who may have it, in words."""

    rank: int
    slug: str
    name: str
    words: str
    is_certain: bool


class DeductionSheet(msgspec.Struct, frozen=True):
    """Everything the reader knows: the draft, who may have which character, and district cards."""

    title: str
    draft: list[str]
    characters: list[PossibleHolders]
    cards: list[str]


class Deductions:
    """What the reader can conclude about the characters from what the view shows."""

    def __init__(self, reader: TableReader) -> None:
        self.reader = reader
        self.view, self.say = reader.view, reader.say
        self.places: PossiblePlaces = find_possible_places(reader.view)

    def sheet(self) -> DeductionSheet:
        say = self.say
        return DeductionSheet(
            title=say("What you know") if self.reader.me else say("What everybody knows"),
            draft=[
                *describe_cards_set_aside(self.reader),
                *(_describe_draft(self.reader) if self.reader.me else ()),
            ],
            characters=[self._possible(character) for character in self.view["cast"]],
            cards=list(_describe_known_cards(self.reader)) if self.reader.me else [],
        )

    # --- characters

    def _possible(self, character: str) -> PossibleHolders:
        reader, found = self.reader, self.places[character]
        text = self.describe_place(character)
        if character == self.view["marks"]["murdered"]:
            text = self.say("murdered; {words}", words=text)
        return PossibleHolders(
            reader.rank(character), character, str(reader.name(character)), text, is_certain=len(found) < 2
        )

    def describe_place(self, character: str) -> str:
        """Say where a character may be."""
        found = self.places[character]
        if not found:
            return self.say("nobody, it lies face up")
        if character in self._cards_before_me:
            return self.say("before you")
        if holder := self.reader.holder(character):
            return self.say("{seat}, shown", seat=self.reader.name_seat(holder))
        if self.is_out(character):
            return self.say("nobody, it lies face down")
        return self.join_alternatives([*self._names(found), *self._elsewhere(found)])

    def is_out(self, character: str) -> bool:
        """Is the character certain to lie face down?"""
        return self.places[character] == {FACE_DOWN}

    @cached_property
    def _cards_before_me(self) -> list[str]:
        """The characters that the reader is choosing from now."""
        asked = self.reader.own.get("asked", [])
        return [one for step in asked if step["name"] == "draft.pick" for one in step["cards"]]

    def _names(self, found: set[str]) -> list[str]:
        seats = [seat for seat in self.reader.list_seats_clockwise() if seat in found]
        if len(seats) > MOST_NAMES and seats == self._unrevealed_seats:
            return [self.say("anybody who has not shown it")]
        return [self.reader.name_seat(seat) for seat in seats]

    def _elsewhere(self, found: set[str]) -> Iterator[str]:
        if PILE in found:
            yield self.say("in the pile")
        if FACE_DOWN in found:
            yield self.say("face down")

    def join_alternatives(self, words: Sequence[str]) -> str:
        """Join words as `A, B or C`."""
        if len(words) < 2:
            return words[0]
        return self.say("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])

    @cached_property
    def _unrevealed_seats(self) -> list[str]:
        """The other seats with a character that is not revealed yet."""
        players = self.view["players"]
        return [
            seat
            for seat in self.reader.list_seats_clockwise()
            if seat != self.reader.me and _count_unrevealed(players[seat])
        ]

    # --- conclusions that others cannot draw

    def conclusions(self) -> Iterator[str]:
        """Say what this reader can conclude and a spectator cannot, where it is worth a sentence."""
        public = find_public_places(self.view)
        down = [one for one, found in self.places.items() if found == {FACE_DOWN} != public[one]]
        if down:
            yield self.say("Lying face down: {characters}.", characters=self.reader.join_names(down))
        for seat in self._unrevealed_seats:
            yield from self._who_is(seat, public)

    def _who_is(self, seat: str, public: PossiblePlaces) -> Iterator[str]:
        """Say which characters a seat must have, or which of two it is."""
        mine, everybodys = (
            _list_possible_characters(self.places, seat),
            _list_possible_characters(public, seat),
        )
        shown = self.view["players"][seat]["revealed"]
        left = [one for one in mine if one not in shown]
        if mine == everybodys:
            return
        if len(left) == _count_unrevealed(self.view["players"][seat]):
            yield self.say(
                "{seat} must be the {characters}.", seat=seat, characters=self.reader.join_names(left)
            )
        elif len(left) == 2:
            names = [self.reader.name(one) for one in left]
            yield self.say("{seat} is the {one} or the {other}.", seat=seat, one=names[0], other=names[1])


def _count_unrevealed(player: Mapping[str, Any]) -> int:
    """How many characters of this player are not revealed."""
    return int(player["characters"]) - len(player["revealed"])


def _list_possible_characters(found: PossiblePlaces, seat: str) -> list[str]:
    return [character for character, where in found.items() if seat in where]


# --- the draft as the reader saw it


def _describe_draft(reader: TableReader) -> Iterator[str]:
    own, cast = reader.own, reader.view["cast"]
    yield from describe_picks(reader)
    if own["picked"] and (passed := _describe_cards_passed_on(reader)):
        yield passed
    for asked in own["asked"]:
        if asked["name"] == "draft.pick":
            missing = [one for one in cast if one not in (*asked["cards"], *reader.view["faceup"])]
            if not own["seen"] and missing:
                yield reader.say(
                    "No longer in the pile: {characters}.", characters=reader.join_names(missing)
                )
    given = [one for one in own["picked"] if one not in own["characters"]]
    got = [one for one in own["characters"] if one not in own["picked"]]
    if reader.me in reader.view["theater"] and given and got:
        yield reader.say(
            "By the Theater you gave the {given} and got the {got}.",
            given=reader.name(given[0]),
            got=reader.name(got[0]),
        )


def _describe_cards_passed_on(reader: TableReader) -> str:
    """Say what was left after the reader's last pick, and who got it."""
    own, seats = reader.own, reader.view["seats"]
    chosen = (*own["picked"], *own["away"])
    left = [one for one in own["seen"][-1] if one not in chosen]
    following = seats[(seats.index(reader.me) + 1) % len(seats)]
    if not left:
        return ""
    if _was_last_pick(reader, following):
        return reader.say("What you left lies face down: {characters}.", characters=reader.join_names(left))
    return reader.say(
        "You passed on to {seat}: {characters}.", seat=following, characters=reader.join_names(left)
    )


def _was_last_pick(reader: TableReader, following: str) -> bool:
    """Was the reader's pick the last of the draft? Then the next seat is the one that chose first."""
    is_round = len(reader.own["picked"]) == count_characters_per_seat(len(reader.view["seats"]))
    return is_round and following == reader.view["drafted_from"]


# --- cards


def _describe_known_cards(reader: TableReader) -> Iterator[str]:
    """Say what the reader knows about other hands, Museums, markers and the deck."""
    own = reader.own
    yield from describe_known_hands(reader)
    for seat, glimpse in own["glimpses"].items():
        if seat in reader.view["players"]:
            yield from _describe_glimpse(reader, seat, glimpse)
    for seat, cards in own["under"].items():
        if cards:
            yield reader.say("Under the Museum of {seat}: {cards}.", seat=seat, cards=reader.cards(cards))
    yield from describe_own_museum(reader)
    yield from describe_marker_faces(reader)
    if lying := own["deck"]["places"]:
        numbered = [f"{place + 1}. {reader.card(card)}" for place, card in sorted(lying)]
        yield reader.say("In the deck, counted from its top: {cards}.", cards=", ".join(numbered))
    if own["deck"]["holds"]:
        yield reader.say("Somewhere in the deck: {cards}.", cards=reader.cards(own["deck"]["holds"]))
    yield from describe_own_orders(reader)


def _describe_glimpse(reader: TableReader, seat: str, glimpse: Mapping[str, Any]) -> Iterator[str]:
    """Say what the reader saw in a hand that cards have left since."""
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
