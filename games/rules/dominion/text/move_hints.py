"""The notes beside a choice on a page: what it leads to, what is left of the turn, the card itself."""

from ...core.agenda import list_questions
from ...core.capabilities.presentation import OfferHint
from ...core.choices import ListEntry
from ...core.notation import Move, Offer
from ...core.reader import SeatReader
from ...core.sentences import Voice
from ...core.translation import mark
from ..actions import compute_cost
from ..cards.card import CARDS, COST, TREASURES
from ..knowledge.view import build_view
from ..page.cards import build_marks
from ..position import DominionGame
from ..scoring import EMPTY_PILES_TO_END
from ..turn import PLAY_ALL
from .attack_effects import describe_attack_on_reader
from .card_notes import describe_card_now
from .move_labels import DominionLabelWriter
from .move_sums import compute_numbers_after, format_actions_and_buys, format_coins

LIST_HEADINGS = {"play": mark("Play an Action"), "buy": mark("Buy"), "gain": mark("Gain")}
FROM_SUPPLY = {"buy", "gain", "give"}  # verbs whose card costs something now


def build_hint(game: DominionGame, seat: str, offer: Offer, voice: Voice) -> OfferHint:
    """Build the hint for an offer; one with cards yet to be chosen has none."""
    is_aside = offer.verb == "treasures" and offer != PLAY_ALL
    if offer.form(str).fields:
        return OfferHint(is_aside=is_aside)
    move = next(offer.moves())
    numbers = compute_numbers_after(game, seat, move)
    return OfferHint(
        note=_describe_effects(game, seat, move, voice),
        left=format_coins(numbers, voice.speak) if numbers else "",
        worth=format_actions_and_buys(numbers, voice.speak) if numbers else "",
        label=DominionLabelWriter(game, seat, voice, with_sums=False).label(offer) if numbers else "",
        card=find_card_picture(game, move, voice),
        entry=_build_entry(game, seat, move, voice),
        is_aside=is_aside,
    )


def _build_entry(game: DominionGame, seat: str, move: Move, voice: Voice) -> ListEntry | None:
    """How a move of a turn, or what may be gained, reads in the list of its kind, the dearest first."""
    if move.verb not in LIST_HEADINGS or len(move.args) != 1 or move.args[0] not in CARDS:
        return None
    [card] = move.args
    heading = voice.speak.say(LIST_HEADINGS[move.verb])
    effect = _describe_effects(game, seat, move, voice)
    return ListEntry(heading, str(voice.name(card)), effect=effect, stays_open=True, order=-COST[card])


# --- what the move leads to


def _describe_effects(game: DominionGame, seat: str, move: Move, voice: Voice) -> str:
    asked = list_questions(game, seat)
    if asked and asked[0].name == "react":
        return _describe_reaction(_build_reader(game, seat, voice), asked[0].args["attack"], move)
    if move.verb == "play":
        note = describe_card_now(_build_reader(game, seat, voice), move.args[0])
        return " ".join(filter(None, [voice.effect(move.args[0]), note]))
    if move.verb in ("buy", "gain") and move.args[0] in CARDS:
        ending = describe_ending(game, move.args[0], voice) if move.args[0] in game.supply else ""
        return " ".join(filter(None, [voice.effect(move.args[0]), ending]))
    if move.verb == "end":
        return _describe_unused_treasures(game, seat, voice)
    if move == Move("choose", ("curse",)):
        left = game.supply["curse"]
        return voice.speak.count("{n} Curse is left.", "{n} Curses are left.", left)
    return ""


def _build_reader(game: DominionGame, seat: str, voice: Voice) -> SeatReader:
    return SeatReader(build_view(game, seat), voice.name, voice.speak.language)


def _describe_reaction(reader: SeatReader, attack: str, move: Move) -> str:
    """What a Reaction does; beside the refusal, what the Attack does to the reader."""
    if move.verb == "decline":
        if reader.me in reader.view["protected"]:
            return reader.say("Your Moat protects you.")
        return describe_attack_on_reader(reader, attack)
    if move.args == ("moat",):
        return reader.say(
            "{attack} does not touch you. The Moat stays in your hand.", attack=reader.name(attack)
        )
    return reader.say("You draw 2 cards, then you put 2 cards from your hand on your deck.")


def describe_ending(game: DominionGame, card: str, voice: Voice) -> str:
    """Say so if taking this card empties the pile that ends the game after this turn (E1)."""
    if game.supply[card] != 1:
        return ""
    empty = 1 + list(game.supply.values()).count(0)
    if card == "province" or empty >= EMPTY_PILES_TO_END[len(game.seats)]:
        return voice.speak.say("The last one: the game ends with this turn.")
    return voice.speak.say("The last card in its pile.")


def _describe_unused_treasures(game: DominionGame, seat: str, voice: Voice) -> str:
    if game.bought or not game.buys or TREASURES.isdisjoint(game.players[seat].hand):
        return ""
    return voice.speak.say("Your Treasures are not played yet.")


# --- the card


def find_card_picture(game: DominionGame, move: Move, voice: Voice) -> dict[str, object]:
    """Template data for the card that the move names: its emblem and marks, or what it costs now."""
    cards = [word for word in move.args if word in CARDS and word not in game.players]
    if len(cards) != 1:
        return {}
    [card] = cards
    cost = compute_cost(game, card) if move.verb in FROM_SUPPLY else None
    return {"slug": card, "cost": cost, "marks": build_marks(card, voice.name, voice.speak.language)}
