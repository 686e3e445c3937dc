"""Playing a card: into play, the reaction windows of an Attack, then what the card does (T2, X1 to X8)."""

from collections.abc import Iterator
from typing import Any

from ..core.agenda import Step, tell, then, together
from ..core.notation import Move, Offer, offer_cards
from .actions import draw, list_others, take_from_hand, topdeck_from_hand
from .cards.card import ATTACKS, CARDS, REACTIONS
from .position import DominionGame, steps

REVEAL = {card: Move("reveal", (card,)) for card in ("moat", "secret_chamber")}
DECLINE = Move("decline")


def play_from_hand(game: DominionGame, seat: str, card: str, times: int = 1) -> None:
    """Put an Action into play and play it once, or twice for a Throne Room."""
    player = game.players[seat]
    take_from_hand(player, (card,), seen=True)
    player.in_play.append(card)
    game.gone = False
    for _ in range(times - 1):
        then(game, Step("play", seat, {"card": card}))
    _begin_play(game, seat, card)


@steps.act("play")
def play_again(game: DominionGame, step: Step) -> None:
    """The second play of a Throne Room's target, which need not be in play any more (X7)."""
    _begin_play(game, step.seat, step.args["card"])


def _begin_play(game: DominionGame, seat: str, card: str) -> None:
    game.played += 1
    tell(game, "played", seat=seat, card=card)
    if card in ATTACKS:
        game.protected = []
        if asked := _list_seats_with_window(game, seat):
            then(game, Step("effect", seat, {"card": card}))
            together(game, *(Step("react", other, {"attack": card}) for other in asked))
            return
    carry_out(game, seat, card)


@steps.act("effect")
def carry_out_after_windows(game: DominionGame, step: Step) -> None:
    carry_out(game, step.seat, step.args["card"])


def carry_out(game: DominionGame, seat: str, card: str) -> None:
    """Do what the card says: its numbers, then its effect."""
    facts = CARDS[card]
    if facts.cards:
        draw(game, seat, facts.cards)
    game.actions += facts.actions
    game.buys += facts.buys
    game.coins += facts.coins
    if facts.effect:
        facts.effect(game, seat)


# --- reaction windows


def list_reactions(game: DominionGame) -> list[str]:
    """The Reactions of this kingdom. Without any nobody is asked (M1)."""
    return [card for card in game.kingdom if card in REACTIONS]


def _list_seats_with_window(game: DominionGame, seat: str) -> list[str]:
    """Who is asked to react: every other seat with a card, so that nothing shows who holds what (M2)."""
    if not list_reactions(game):
        return []
    return [other for other in list_others(game, seat) if game.players[other].hand]


@steps.ask("react")
def offer_reactions(game: DominionGame, step: Step) -> Iterator[Offer]:
    hand, shown = game.players[step.seat].hand, step.args.get("shown", ())
    for card, move in REVEAL.items():
        if card in hand and card not in shown:
            yield move
    yield DECLINE


@offer_reactions.answer
def react(game: DominionGame, step: Step, move: Move) -> list[Step]:
    """Reveal a Reaction, or close the window, of which nothing is told."""
    if move == DECLINE:
        return []
    seat, (card,) = step.seat, move.args
    player = game.players[seat]
    tell(game, "reacted", seat=seat, card=card)
    if card not in player.shown:
        player.shown.append(card)
    args = {"attack": step.args["attack"], "shown": [*step.args.get("shown", ()), card]}
    if card == "moat":
        game.protected.append(seat)
        return _keep_window_open(game, seat, args)
    draw(game, seat, 2)
    return [Step("react.topdeck", seat, args)]


def _keep_window_open(game: DominionGame, seat: str, args: dict[str, Any]) -> list[Step]:
    """Ask again, unless every Reaction of the kingdom has been revealed or the hand is empty (N7)."""
    if not game.players[seat].hand or set(list_reactions(game)) <= set(args["shown"]):
        return []
    return [Step("react", seat, args)]


@steps.ask("react.topdeck")
def offer_cards_to_put_back(game: DominionGame, step: Step) -> Iterator[Offer]:
    hand = game.players[step.seat].hand
    count = min(2, len(hand))
    yield offer_cards("topdeck", hand, count, count, ordered=True)


@offer_cards_to_put_back.answer
def put_back_two(game: DominionGame, step: Step, move: Move) -> list[Step]:
    topdeck_from_hand(game, step.seat, move.args)
    return _keep_window_open(game, step.seat, step.args)
