"""Labels of the offers: what a move does, as words on a button or a form."""

from collections.abc import Callable

from ...core.agenda import list_questions
from ...core.notation import CardSlot, Move, Offer, PickOffer
from ...core.sentences import Voice
from ...core.translation import mark, mark_both
from ..actions import compute_cost
from ..cards.basic import compute_coins
from ..cards.card import TREASURES
from ..position import DominionGame

NOTHING_LABELS = {
    "discard": mark("Discard nothing"),
    "trash": mark("Trash nothing"),
    "gain": mark("Gain nothing"),
}
CHOICE_LABELS = {  # question → option → label
    "nobles": {"cards": mark("3 cards"), "actions": mark("2 actions")},
    "steward": {"cards": mark("2 cards"), "coins": mark("2 coins")},
    "minion": {"coins": mark("2 coins"), "hand": mark("A new hand")},
    "torturer": {"curse": mark("Gain a Curse into your hand")},
    "chancellor": {"discard": mark("Put your deck into your discard pile"), "keep": mark("Keep your deck")},
    "library": {"aside": mark("Set it aside"), "keep": mark("Save")},
}
CARD_LABELS = {  # verb → label with a card
    "play": mark("Play: {card}"),
    "discard": mark("Discard: {card}"),
    "trash": mark("Trash: {card}"),
    "gain": mark("Gain: {card}"),
    "pass": mark("Pass: {card}"),
    "topdeck": mark("Put on your deck: {card}"),
    "reveal": mark("Show: {card}"),
}
FORM_LABELS = {  # verb → label of an offer with cards to choose
    "treasures": mark("Play some of your Treasures"),
    "discard": mark("Discard cards"),
    "trash": mark("Trash cards"),
    "gain": mark("Gain cards"),
    "name": mark("Wish for a card"),
    "choose": mark("Choose two"),
}
EXACT_LABELS = {  # the same where a number is asked for
    "discard": mark_both("Discard {n} card", "Discard {n} cards"),
    "trash": mark_both("Trash {n} card", "Trash {n} cards"),
    "topdeck": mark_both("Put {n} card on your deck", "Put {n} cards on your deck, the first on top"),
}


class DominionLabelWriter:
    """Writes the labels of what one seat is offered; without sums where these stand beside the label."""

    def __init__(self, game: DominionGame, seat: str, voice: Voice, *, with_sums: bool = True) -> None:
        self.game = game
        self.seat = seat
        self.voice = voice
        self.with_sums = with_sums
        self.say: Callable[..., str] = voice.speak.say

    def label(self, offer: Offer) -> str:
        if not isinstance(offer, Move):
            return self._label_form(offer)
        return self._label_move(offer)

    def _label_form(self, offer: Offer) -> str:
        """What is to be chosen, and how many cards where that is fixed."""
        for part in offer.parts if isinstance(offer, PickOffer) else ():
            if isinstance(part, CardSlot) and part.least == part.most and offer.verb in EXACT_LABELS:
                return self.voice.speak.count(*EXACT_LABELS[offer.verb], part.most)
        return self.say(FORM_LABELS[offer.verb])

    def _label_move(self, move: Move) -> str:
        verb, args = move.verb, move.args
        if args == ("none",):
            return self.say(NOTHING_LABELS[verb])
        if verb == "choose":
            return self._label_choice(args)
        if verb == "treasures":
            return self._label_treasures(args)
        if verb == "buy":
            return self._label_buy(args[0])
        if verb in ("end", "decline"):
            return self.say("End your turn") if verb == "end" else self.say("Reveal no Reaction")
        return self._label_with_target(verb, args)

    def _label_with_target(self, verb: str, args: tuple[str, ...]) -> str:
        """Spy, Thief and Swindler name a seat; all other moves name cards."""
        if args[0] in self.game.players:
            if len(args) == 1:
                return self._label_spied_card(verb, args[0])
            card = self.voice.name(args[1])
            if verb == "give":
                return self.say("Give {seat}: {card}", seat=args[0], card=card)
            return self.say("{seat} loses: {card}", seat=args[0], card=card)
        if verb == "name":
            return self.say("Wish for: {card}", card=self.voice.name(args[0]))
        return self.say(CARD_LABELS[verb], card=self.voice.cards(args))

    def _label_spied_card(self, verb: str, owner: str) -> str:
        if owner == self.seat:
            return self.say("Leave it on your deck") if verb == "keep" else self.say("Discard it")
        if verb == "keep":
            return self.say("Leave {seat}'s card on the deck", seat=owner)
        return self.say("Discard {seat}'s card", seat=owner)

    def _label_choice(self, args: tuple[str, ...]) -> str:
        asked = list_questions(self.game, self.seat)
        labels = CHOICE_LABELS.get(asked[0].name if asked else "", {})
        if len(args) == 1 and args[0] in labels:
            return self.say(labels[args[0]])
        return self.say("One each: {options}", options=self.voice.cards(args))

    def _label_buy(self, card: str) -> str:
        if not self.with_sums:
            return self.say("Buy: {card}", card=self.voice.name(card))
        cost = compute_cost(self.game, card)
        return self.say("Buy for {cost}: {card}", cost=cost, card=self.voice.name(card))

    def _label_treasures(self, args: tuple[str, ...]) -> str:
        if not self.with_sums:
            said = mark("Play: {card}") if args else mark("Play all your Treasures")
            return self.say(said, card=self.voice.cards(args))
        hand = self.game.players[self.seat].hand
        played = list(args) or [card for card in hand if card in TREASURES]
        coins = compute_coins(self.game, played)
        if args:
            cards = self.voice.cards(args)
            return self.say("Play for {coins}: {cards}", coins=coins, cards=cards)
        return self.say("Play all your Treasures, for {coins}", coins=coins)
