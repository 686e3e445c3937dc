"""The parts of a turn's form: a card to place with its space and its payment, then one action."""

from collections.abc import Iterator
from itertools import islice

from ...core.agenda import list_questions
from ...core.capabilities.whole_turn import TurnChoice, TurnPart
from ...core.chain_offer import ChainOffer
from ...core.notation import Move, Offer
from ...core.ruleset import Ruleset
from ...core.sentences import Voice
from ..cards.card import BUILDING, CARD_COST, CITIZEN_COST, DeckCard, card_set
from ..numbers import CARD_COST_DENIERS
from ..offers import GATHER
from ..position import PLACE as PLACING
from ..position import TournayGame
from ..text.deeds import DeedWriter
from ..text.move_hints import TournayHintWriter
from ..text.move_labels import TournayLabelWriter
from .advice import TurnAdvice
from .sequences import ACT, ONCE_PLACED, PLACE

NOTHING, OPEN = "none", "open"


class TournayTurnParts:
    """Lists the parts of the form for one seat; it sees no more than that seat."""

    def __init__(self, rules: Ruleset[TournayGame], game: TournayGame, seat: str, voice: Voice) -> None:
        self.rules = rules
        self.game = game
        self.seat = seat
        self.voice = voice
        self.say = voice.speak.say
        self.labels = TournayLabelWriter(game, seat, voice, with_sums=False)
        self.hints = TournayHintWriter(rules, game, seat, voice)
        self.deeds = DeedWriter(voice.name, voice.speak)

    def build(self) -> tuple[TurnPart, ...]:
        """The parts in their order; none if something else than a whole turn is asked."""
        if not is_whole_turn(self.game, self.seat):
            return ()
        advice = TurnAdvice(self.rules, self.game, self.seat)
        if not advice.placing:
            return ()
        placed = advice.choose_placement()
        return self._place(advice, placed), self._act(advice, placed)

    # --- placing

    def _place(self, advice: TurnAdvice, placed: Move | None) -> TurnPart:
        choices = [self._make_card(advice, offer, placed) for offer in advice.placing]
        none = TurnChoice(NOTHING, self.say("Place no card"), is_preset=placed is None)
        title = self.say("Place a card")
        return TurnPart(PLACE, title, (*choices, none), is_main=True, is_told=True)

    def _make_card(self, advice: TurnAdvice, offer: ChainOffer, placed: Move | None) -> TurnChoice:
        """A card with the best space and payment for it, which may be chosen otherwise."""
        card = card_set(self.game).cards[offer.fixed[0]]
        is_preset = placed is not None and offer.accepts(placed)
        first = placed if placed is not None and is_preset else advice.find_place(offer)
        is_only_way = len(list(islice(offer.moves(), 2))) == 1
        return TurnChoice(
            str(first) if is_only_way else card.slug,
            str(self.voice.name(card.slug)),
            (first,) if is_only_way else (),
            f"{self._describe_price(card)}; {self.deeds.describe(card)}",
            self.hints.write(offer).card,
            is_preset,
            offer=None if is_only_way else offer,
            filled=None if is_only_way else first,
            filled_label="" if is_only_way else self.labels.label(first),
        )

    def _describe_price(self, card: DeckCard) -> str:
        count = self.voice.speak.count
        if card.payment == CITIZEN_COST:
            return self.say("{n} × {citizen}", n=1, citizen=self.voice.name(f"{card.colour}_citizen"))
        if card.payment == CARD_COST:
            return count(
                "for {n} denier and another card", "for {n} deniers and another card", CARD_COST_DENIERS
            )
        return count("for {n} denier", "for {n} deniers", card.cost)

    # --- acting

    def _act(self, advice: TurnAdvice, placed: Move | None) -> TurnPart:
        best = advice.choose_action(placed) or GATHER
        wanted = name_act(best, placed)
        choices: list[TurnChoice] = []
        for offer in advice.acting:
            if offer == GATHER:
                choices += self._list_once_placed(advice, wanted)
            choices.append(self._make_act(advice, offer, best))
        later = self.say("to decide the rest later")
        choices.append(TurnChoice(OPEN, self.say("Keep my turn open"), note=later))
        title = self.say("Then one action")
        return TurnPart(ACT, title, tuple(choices), has_sums=True, is_main=True, is_told=True)

    def _make_act(self, advice: TurnAdvice, offer: Offer, best: Move) -> TurnChoice:
        is_preset = offer.accepts(best)
        if isinstance(offer, ChainOffer):
            first = best if is_preset else advice.find_loan(offer)
            return TurnChoice(
                offer.verb,
                self.labels.label(offer),
                is_preset=is_preset,
                offer=offer,
                filled=first,
                filled_label=self.labels.label(first) if first else "",
            )
        move = next(offer.moves())
        hint = self.hints.write(move)
        return TurnChoice(str(move), self.labels.label(move), (move,), hint.note, hint.card, is_preset)

    def _list_once_placed(self, advice: TurnAdvice, wanted: str) -> Iterator[TurnChoice]:
        """To activate a building that is placed in this very turn."""
        for placing in advice.placing:
            card = card_set(self.game).cards[placing.fixed[0]]
            if card.kind == BUILDING and self.game.players[self.seat].plaza[card.colour]:
                value = f"{ONCE_PLACED}{card.slug}"
                label = self.say("Activate, once it is placed: {card}", card=self.voice.name(card.slug))
                note, picture = self.deeds.describe(card), self.hints.write(placing).card
                yield TurnChoice(value, label, note=note, card=picture, is_preset=value == wanted)


def is_whole_turn(game: TournayGame, seat: str) -> bool:
    """May this seat still place a card, and take an action after it?"""
    return game.step == PLACING and [step.name for step in list_questions(game, seat)] == ["turn"]


def name_act(move: Move, placed: Move | None) -> str:
    """What stands in the form for this action after this placement."""
    if placed is not None and move.verb == "activate" and move.args == placed.args[:2]:
        return f"{ONCE_PLACED}{move.args[0]}"
    return str(move)
