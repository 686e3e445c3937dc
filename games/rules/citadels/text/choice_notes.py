"""What a seat can say beside its choices: who may hold a character, what a rival has, what a card would cost.

Everything is made from the seat's own view, so a note cannot reveal what the seat may not know.
"""

from functools import cached_property

from ...core.choices import CardData
from ...core.sentences import Voice
from ..building import compute_price
from ..characters.card import CHARACTERS, RANK
from ..districts.cards import COST, TYPE
from ..knowledge.view import build_view
from ..page.deduction_sheet import Deductions
from ..page.table import DistrictCard, build_hand_card
from ..position import CitadelsGame
from .reader import TableReader

MOST_CHARACTERS = 4  # more that a rival may have are not named


def find_picture(game: CitadelsGame, word: str) -> CardData:
    """Template data for the district or the character that this word names; empty for any other word."""
    slug = word.rstrip("+")
    if slug in COST[game.edition]:
        kind = TYPE[slug]
        return {"slug": slug, "type": kind, "cost": COST[game.edition][slug], "tone": f"is-{kind}"}
    return {"slug": slug, "rank": RANK[game.edition][slug]} if slug in RANK[game.edition] else {}


class ChoiceNotes:
    """Writes the notes of one seat. The view and what follows from it are worked out when first needed."""

    def __init__(self, game: CitadelsGame, seat: str, voice: Voice) -> None:
        self.game = game
        self.seat = seat
        self.voice = voice
        self.say, self.count = voice.speak.say, voice.speak.count

    @cached_property
    def reader(self) -> TableReader:
        view = build_view(self.game, self.seat)
        return TableReader(view, self.voice.name, self.voice.speak.language, width=10_000)

    @cached_property
    def _knowledge(self) -> Deductions:
        return Deductions(self.reader)

    # --- characters

    def describe_holders(self, character: str) -> str:
        """Say who may hold the character, as far as this seat can know."""
        return self._knowledge.describe_place(character)

    def is_face_down(self, character: str) -> bool:
        """Can the seat be sure that the character lies face down?"""
        return self._knowledge.is_out(character)

    def doubt_target(self, character: str) -> str:
        """Say why aiming at this character makes no sense: nobody holds it, or the seat itself does."""
        places = self._knowledge.places[character]
        if not places or self.is_face_down(character):
            return self.describe_holders(character)
        return self.say("you have it yourself") if places == {self.seat} else ""

    def describe_possible_characters(self, rival: str) -> str:
        """Name the characters that this rival may have; empty if they are too many to help."""
        found = [one for one, places in self._knowledge.places.items() if rival in places]
        if len(found) > MOST_CHARACTERS:
            return ""
        names = self._knowledge.join_alternatives([self.voice.name(one) for one in found])
        return self.say("may be {characters}", characters=names)

    # --- rivals

    def describe_rival(self, rival: str, *, with_hand: bool = False) -> str:
        """Say what a rival has, and which cards of the hand this seat knows."""
        player = self.reader.view["players"][rival]
        words = [self.say("{gold} gold", gold=player["gold"])]
        if with_hand:
            words.append(self.count_hand(rival))
        words.append(self.say("{n} of {goal} districts", n=player["size"], goal=self.reader.view["goal"]))
        if known := self.reader.own["knows"].get(rival):
            words.append(self.say("you know of {cards}", cards=self.voice.cards(known)))
        return ", ".join(words)

    def count_hand(self, rival: str) -> str:
        return self.count("{n} card", "{n} cards", self.hand_size(rival))

    def hand_size(self, rival: str) -> int:
        return len(self.game.players[rival].hand)

    # --- district cards

    def describe_card(self, card: str, *, with_price: bool = False) -> str:
        """Say the type of a card, and whether the seat could pay for it in this turn."""
        shown = self._build_card(card)
        words = [shown.type_name, *([self._describe_price(shown)] if with_price else ())]
        return ", ".join(filter(None, words))

    def _describe_price(self, shown: DistrictCard) -> str:
        builder = CHARACTERS.get(self.game.called)
        if shown.obstacle or not builder or builder.limit <= self.game.built:
            return ""
        if shown.missing:
            return self.say("{gold} gold short", gold=shown.missing)
        player = self.game.players[self.seat]
        left = player.gold - compute_price(self.game, player, shown.slug)
        return self.say("building it leaves {gold} gold", gold=left)

    def doubt_card(self, card: str) -> str:
        """Say why the seat could hold this card but not build it."""
        return self._build_card(card).obstacle

    def describe_effect(self, card: str) -> str:
        return self._build_card(card).effect

    def summarize_card(self, card: str) -> str:
        """The card with its type and cost in a few words."""
        shown = self._build_card(card)
        return self.say("{card}: {type}, {cost} gold", card=shown.name, type=shown.type_name, cost=shown.cost)

    def _build_card(self, card: str) -> DistrictCard:
        return build_hand_card(self.reader, card.rstrip("+"))


def order_by_cost(game: CitadelsGame, card: str) -> int:
    return COST[game.edition][card.rstrip("+")]
