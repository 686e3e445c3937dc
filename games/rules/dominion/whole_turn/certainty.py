"""What can be counted on in a turn that is composed before it is played: nothing that is drawn on the way.

What the seat may draw is replaced by cards that nobody can know, so that coins are a minimum. A turn stops
after whatever may ask somebody, or may do this or that, depending on such cards.
"""

from ...core.notation import Move
from ..card_play import list_reactions
from ..cards.card import ACTIONS, ATTACKS, TREASURES
from ..position import DominionGame

UNSEEN = "unseen"  # stands for a card that nobody can know; it is no card of the game
# what they do depends on hidden cards, or somebody else may be asked
UNSURE = frozenset(
    {"adventurer", "bureaucrat", "library", "masquerade", "militia", "saboteur", "scout", "spy"}
    | {"swindler", "thief", "torturer", "tribute"}
)
NEW_HAND = Move("choose", ("hand",))


def hide_draws(game: DominionGame, seat: str) -> None:
    """Replace what this seat may draw in this copy; what it put on its deck itself it knows."""
    player = game.players[seat]
    unknown = len(player.deck) - len(player.known)
    player.deck[:unknown] = [UNSEEN] * unknown
    player.discard = [UNSEEN] * len(player.discard)


def has_drawn(game: DominionGame, seat: str) -> bool:
    """Does the seat hold cards by now that it could not know before?"""
    return UNSEEN in game.players[seat].hand


def opens_windows(game: DominionGame, card: str) -> bool:
    """May others react before this card does anything?"""
    return card in ATTACKS and bool(list_reactions(game))


def stops_after(game: DominionGame, seat: str, move: Move) -> bool:
    """Can nobody know what may follow this move?"""
    if move == NEW_HAND:
        return True
    if move.verb != "play":
        return False
    card = move.args[0]
    return card in UNSURE or opens_windows(game, card) or _hangs_on_draws(game, seat, card)


def _hangs_on_draws(game: DominionGame, seat: str, card: str) -> bool:
    """Does an unseen card decide whether this one asks something?"""
    if not has_drawn(game, seat):
        return False
    hand = list(game.players[seat].hand)
    hand.remove(card)
    wanted = {"baron": {"estate"}, "mine": TREASURES, "throne_room": ACTIONS, "chancellor": set[str]()}
    return card in wanted and wanted[card].isdisjoint(hand)
