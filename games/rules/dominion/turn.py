"""A turn: actions, Treasures, buys, Clean-up, and who is next (T1 to T8)."""

from collections.abc import Iterator

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer, offer_cards
from .actions import compute_cost, draw, forget_hand, gain, take_from_hand
from .card_play import play_from_hand
from .cards.basic import compute_coins
from .cards.card import ACTIONS, COST, TREASURES
from .position import ACTION_PHASE, BUY_PHASE, OVER, DominionGame, steps
from .scoring import is_finished, list_final_piles

HAND_SIZE = 5
PLAY_ALL, END = Move("treasures"), Move("end")


def begin_turn(game: DominionGame, seat: str) -> None:
    game.turn = seat
    game.players[seat].turns += 1
    game.phase = ACTION_PHASE
    game.actions = game.buys = 1
    _reset_turn(game)
    tell(game, "turn_begun", seat=seat, turn=game.players[seat].turns)
    then(game, Step("main", seat))


def _reset_turn(game: DominionGame) -> None:
    game.coins = game.played = game.reduction = game.copper_bonus = 0
    game.bought = game.gone = False
    game.protected = []


@steps.ask("main")
def offer_turn(game: DominionGame, step: Step) -> Iterator[Offer]:
    hand = game.players[step.seat].hand
    if game.actions and game.phase == ACTION_PHASE:
        for card in sorted(ACTIONS.intersection(hand)):
            yield Move("play", (card,))
    if not game.bought and not TREASURES.isdisjoint(hand):
        yield PLAY_ALL
        treasures = [card for card in hand if card in TREASURES]
        # a line may name them in any order (R7); a form would only repeat every choice in each of its orders
        yield offer_cards("treasures", treasures, 1, len(treasures))
    if game.buys:
        coins = game.coins + game.reduction
        for card, left in game.supply.items():
            if left and COST[card] <= coins:
                yield Move("buy", (card,))
    yield END


@offer_turn.answer
def take_turn(game: DominionGame, step: Step, move: Move) -> None:
    seat, verb = step.seat, move.verb
    if verb == "end":
        end_turn(game, seat)
        return
    then(game, step)
    if verb == "play":
        game.actions -= 1
        play_from_hand(game, seat, move.args[0])
        return
    game.phase, game.actions = BUY_PHASE, 0
    if verb == "buy":
        _buy(game, seat, move.args[0])
    else:
        _play_treasures(game, seat, list(move.args))


def _play_treasures(game: DominionGame, seat: str, named: list[str]) -> None:
    """Play these Treasures in the order named, or all of them in alphabetical order (R7)."""
    player = game.players[seat]
    treasures = named or sorted(card for card in player.hand if card in TREASURES)
    take_from_hand(player, treasures, seen=True)
    player.in_play += treasures
    coins = compute_coins(game, treasures)
    game.coins += coins
    tell(game, "treasures", seat=seat, cards=treasures, coins=coins)


def _buy(game: DominionGame, seat: str, card: str) -> None:
    game.buys -= 1
    game.bought = True
    cost = compute_cost(game, card)
    game.coins -= cost
    tell(game, "bought", seat=seat, card=card, coins=cost)
    gain(game, seat, card, told=False)


def end_turn(game: DominionGame, seat: str) -> None:
    """Clean up, and begin the next turn unless the game is over (T8, E1)."""
    _clean_up(game, seat)
    if is_finished(game):
        game.phase = OVER
        game.actions = game.buys = 0
        _reset_turn(game)
        game.agenda.clear()
        tell(game, "over", seat=seat, cards=list_final_piles(game))
        return
    begin_turn(game, game.seats[(game.seats.index(seat) + 1) % len(game.seats)])


def _clean_up(game: DominionGame, seat: str) -> None:
    """The hand goes down first, alphabetically, then what is in play; five new cards (R7)."""
    player = game.players[seat]
    count = len(player.hand)
    player.hand.sort()
    secret = {seat: {"cards": player.hand}} if count else None
    player.discard += player.hand
    player.discard += player.in_play
    player.hand, player.in_play = [], []
    forget_hand(player)
    top = player.discard[-1] if player.discard else ""
    tell(game, "turn_ended", seat=seat, count=count, top=top, secret=secret)
    draw(game, seat, HAND_SIZE)
