"""What the seats remember of hidden cards: who has seen which card of a hand, and of those under a deck.

A card under a deck is known to whoever put it there, or to everybody if it lay open. It moves up as others
are drawn; decks are never shuffled again. Who knows a card is written as digits, the places of the seats at
the table; the owner of a hand always knows it.
"""

from collections.abc import Iterable, Sequence

from ..cards.card import card_set
from ..position import TournayGame, TournayPlayer

NOBODY = ""


def mark_everybody(game: TournayGame) -> str:
    return "01234567"[: len(game.seats)]


def mark_seat(game: TournayGame, seat: str) -> str:
    return str(game.seats.index(seat))


# --- decks


def bury(game: TournayGame, deck: str, card: str, known: str) -> None:
    """Put a card under its deck; `known` says who has seen it."""
    game.decks[deck].append(card)
    game.buried.setdefault(deck, []).append(known)


def take_top(game: TournayGame, deck: str) -> tuple[str, str]:
    """Take the top card off a deck: the card, and who knows it."""
    cards, marks = game.decks[deck], game.buried.get(deck)
    card = cards.pop(0)
    if deck in game.up:
        game.up.remove(deck)
        return card, mark_everybody(game)
    if marks and len(marks) > len(cards):
        known = marks.pop(0)
        if not marks:
            del game.buried[deck]
        return card, known
    return card, NOBODY


def take_from_top(game: TournayGame, deck: str, count: int) -> tuple[list[str], list[str]]:
    """Take so many cards off a deck, the top first, as far as it has them; and who knows each."""
    cards = game.decks[deck]
    if deck not in game.up and deck not in game.buried:  # nobody knows any of them
        taken = cards[:count]
        del cards[:count]
        return taken, [NOBODY] * len(taken)
    pairs = [take_top(game, deck) for _ in range(min(count, len(cards)))]
    return [card for card, _ in pairs], [known for _, known in pairs]


def put_on_top(game: TournayGame, deck: str, card: str) -> None:
    """Put a card on its deck, face up."""
    game.decks[deck].insert(0, card)
    game.up.append(deck)


# --- hands


def add_to_hand(player: TournayPlayer, card: str, known: str) -> None:
    player.hand.append(card)
    player.known.append(known)


def take_shown(game: TournayGame, player: TournayPlayer, card: str) -> None:
    """Take a card out of the hand for all to see. Nobody can tell which of two copies it was."""
    places = [place for place, held in enumerate(player.hand) if held == card]
    if len(places) > 1:
        sure = set(mark_everybody(game)).intersection(*(player.known[place] for place in places))
        for place in places:
            player.known[place] = _write(sure)
    del player.hand[places[0]], player.known[places[0]]


def take_unseen(game: TournayGame, seat: str, card: str) -> str:
    """Take a card out of the hand of which others see only the deck; return who knows what it is.

    Nobody else can be sure any more which cards of this deck are left, unless all were known and equal."""
    player = game.players[seat]
    place, sure = player.hand.index(card), set[str]()
    if any(player.known):
        cards = card_set(game).cards
        deck = cards[card].deck
        places = [place for place, held in enumerate(player.hand) if cards[held].deck == deck]
        if len({player.hand[place] for place in places}) == 1:
            sure = set(mark_everybody(game)).intersection(*(player.known[place] for place in places))
        for one in places:
            player.known[one] = _write(sure)
    del player.hand[place], player.known[place]
    return _write(sure | {mark_seat(game, seat)}) if sure else mark_seat(game, seat)


def combine_marks(game: TournayGame, cards: Sequence[str], marks: Sequence[str], shown: str) -> str:
    """Who knows the card that was kept of those looked at, when the other one was put back for all to see."""
    if not any(marks):
        return NOBODY
    knowing = set()
    for digit in mark_everybody(game):
        seen = [card for card, known in zip(cards, marks, strict=True) if digit in known]
        if shown in seen:
            seen.remove(shown)
        if seen:
            knowing.add(digit)
    return _write(knowing)


def _write(digits: Iterable[str]) -> str:
    return "".join(sorted(digits))


# --- what one seat knows


def list_known_hand(game: TournayGame, owner: str, seat: str) -> list[str]:
    """The cards in another player's hand that this seat has seen."""
    player, digit = game.players[owner], mark_seat(game, seat)
    return sorted(card for card, known in zip(player.hand, player.known, strict=True) if digit in known)


def list_known_buried(game: TournayGame, deck: str, seat: str) -> list[str]:
    """The cards under a deck in their order, the lowest last; empty for one that this seat has not seen."""
    marks, digit = game.buried.get(deck, []), mark_seat(game, seat)
    cards = game.decks[deck][len(game.decks[deck]) - len(marks) :]
    return [card if digit in known else "" for card, known in zip(cards, marks, strict=True)]
