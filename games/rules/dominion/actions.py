"""The actions that cards are written with. Each changes the position and tells what everybody may know.

What others have seen of a hand or a deck is noted on the way, for `knowledge/redeal.py` (rule page, M7).
"""

from collections.abc import Iterable, Sequence

from ..core.agenda import tell
from .cards.card import COST
from .position import ALL_KNOW, ORDER_HIDDEN, OWNER_KNOWS, DominionGame, DominionPlayer

HAND, DECK, DISCARD = "hand", "deck", "discard"


# --- seats and costs


def list_others(game: DominionGame, seat: str) -> list[str]:
    """All other seats in turn order, the left neighbour first."""
    place = game.seats.index(seat)
    return game.seats[place + 1 :] + game.seats[:place]


def list_victims(game: DominionGame, seat: str) -> list[str]:
    """The other seats that no Moat protects from this play, in turn order."""
    return [other for other in list_others(game, seat) if other not in game.protected]


def compute_cost(game: DominionGame, card: str) -> int:
    """What the card costs now: less by each Bridge of this turn, never below 0 (T9)."""
    return max(0, COST[card] - game.reduction)


# --- the deck


def take_from_deck(game: DominionGame, seat: str, count: int) -> list[str]:
    """Take cards off the deck, the topmost first; the discard pile is shuffled only when one is missing."""
    player = game.players[seat]
    deck = player.deck
    if len(deck) >= count:
        return _pop_cards(player, count)
    cards = _pop_cards(player, len(deck))
    if player.discard:
        player.deck, player.discard = player.discard, []
        game.rng.shuffle(player.deck)
        tell(game, "shuffled", seat=seat)
        cards += _pop_cards(player, min(count - len(cards), len(player.deck)))
    return cards


def _pop_cards(player: DominionPlayer, count: int) -> list[str]:
    if not count:
        return []
    cards = player.deck[: -count - 1 : -1]
    del player.deck[-count:]
    if player.known:
        player.known = player.known[:-count]
    return cards


def draw(game: DominionGame, seat: str, count: int) -> None:
    """Draw cards into the hand; what all know to be on top, all know to be in the hand afterwards."""
    player = game.players[seat]
    known = player.known[::-1]
    cards = take_from_deck(game, seat, count)
    if not cards:
        return
    player.hand += cards
    if known:
        player.shown += [card for card, knows in zip(cards, known, strict=False) if knows == ALL_KNOW]
    if ORDER_HIDDEN in known[: len(cards)]:  # nobody else knows which of them is still there
        player.known = player.known.replace(ORDER_HIDDEN, OWNER_KNOWS)
    tell(game, "drew", seat=seat, count=len(cards), secret={seat: {"cards": cards}})


def put_on_deck(
    game: DominionGame, seat: str, cards: Sequence[str], known: str = OWNER_KNOWS, told: bool = True
) -> None:
    """Put cards on the deck, the first of them on top; `known` says who knows them there."""
    player = game.players[seat]
    player.deck += reversed(cards)
    player.known += known * len(cards)
    if told:
        secret = {seat: {"cards": list(cards)}}
        tell(game, "topdecked", seat=seat, count=len(cards), secret=secret)


def reveal_from_deck(game: DominionGame, seat: str, count: int) -> list[str]:
    """Turn up the top cards of the deck for all to see; they lie there until a card says where they go."""
    cards = take_from_deck(game, seat, count)
    game.players[seat].revealed += cards
    if cards:
        tell(game, "revealed", seat=seat, cards=cards)
    return cards


def return_revealed(game: DominionGame, seat: str, card: str) -> None:
    """Put a revealed card back on the deck; everybody has seen it."""
    game.players[seat].revealed.remove(card)
    put_on_deck(game, seat, [card], ALL_KNOW, told=False)
    tell(game, "put_back", seat=seat, card=card)


def discard_revealed(game: DominionGame, seat: str) -> None:
    """Discard what lies revealed, the last revealed on top (R7)."""
    player = game.players[seat]
    if player.revealed:
        player.discard += player.revealed
        tell(game, "discarded_revealed", seat=seat, cards=player.revealed)
        player.revealed = []


# --- the hand


def take_from_hand(player: DominionPlayer, cards: Iterable[str], *, seen: bool) -> None:
    """Take cards out of the hand. If they are not seen, nobody can be sure any more what is left of it."""
    for card in cards:
        player.hand.remove(card)
        if seen and card in player.shown:
            player.shown.remove(card)
        if seen and card in player.received:
            player.received.remove(card)
    if not seen:
        forget_hand(player)


def forget_hand(player: DominionPlayer) -> None:
    player.shown, player.received = [], []


def discard(game: DominionGame, seat: str, cards: Sequence[str]) -> None:
    """Discard cards of the hand together: only their number and the new top card are shown (D4)."""
    if not cards:
        return
    player = game.players[seat]
    take_from_hand(player, cards, seen=len(cards) == 1)
    player.discard += reversed(cards)
    secret = {seat: {"cards": list(cards)}}
    tell(game, "discarded", seat=seat, count=len(cards), top=cards[0], secret=secret)


def discard_hand(game: DominionGame, seat: str) -> None:
    """Discard the whole hand, the last slug of the alphabet on top (R7)."""
    discard(game, seat, sorted(game.players[seat].hand, reverse=True))


def trash(game: DominionGame, seat: str, cards: Sequence[str]) -> None:
    """Trash cards of the hand."""
    if cards:
        take_from_hand(game.players[seat], cards, seen=True)
        trash_loose(game, seat, cards)


def trash_loose(game: DominionGame, seat: str, cards: Sequence[str]) -> None:
    """Put cards on the trash pile that have been taken from their place already."""
    game.trash += cards
    tell(game, "trashed", seat=seat, cards=list(cards))


def topdeck_from_hand(game: DominionGame, seat: str, cards: Sequence[str]) -> None:
    """Put cards of the hand on the deck, unseen, the first on top."""
    if cards:
        take_from_hand(game.players[seat], cards, seen=False)
        put_on_deck(game, seat, cards)


# --- the supply


def gain(game: DominionGame, seat: str, card: str, to: str = DISCARD, *, told: bool = True) -> bool:
    """Gain a card of the supply; nothing happens if its pile is empty (D6)."""
    if not game.supply.get(card):
        return False
    game.supply[card] -= 1
    place_gained(game, seat, card, to)
    if told:
        tell(game, "gained", seat=seat, card=card, to=to)
    return True


def place_gained(game: DominionGame, seat: str, card: str, to: str) -> None:
    """Put a gained card where it goes; everybody sees where that is."""
    player = game.players[seat]
    if to == HAND:
        player.hand.append(card)
        player.shown.append(card)
    elif to == DECK:
        put_on_deck(game, seat, [card], ALL_KNOW, told=False)
    else:
        player.discard.append(card)


def trash_this(game: DominionGame, seat: str, card: str) -> bool:
    """Trash the very card that is being played, unless it is gone already (R29)."""
    if game.gone:
        return False
    in_play = game.players[seat].in_play
    del in_play[len(in_play) - 1 - in_play[::-1].index(card)]
    game.gone = True
    trash_loose(game, seat, [card])
    return True
