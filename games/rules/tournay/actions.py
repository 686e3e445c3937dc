"""The actions that the rules are written with. Each changes the position and tells what all may know."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ..core.agenda import tell
from .cards.card import DeckCard, card_set
from .knowledge.memory import bury, take_unseen
from .numbers import BORROWED_CITIZEN, QUEUE_SIZE
from .position import QueuedEvent, TournayGame

PLAZA, ASIDE = "plaza", "aside"


# --- seats


def list_others(game: TournayGame, seat: str) -> list[str]:
    """All other seats clockwise, the left neighbour first."""
    place = game.seats.index(seat)
    return game.seats[place + 1 :] + game.seats[:place]


def list_from(game: TournayGame, seat: str) -> list[str]:
    """All seats clockwise, this one first."""
    return [seat, *list_others(game, seat)]


def find_next_seat(game: TournayGame, seat: str) -> str:
    return game.seats[(game.seats.index(seat) + 1) % len(game.seats)]


# --- deniers and citizens


def lay_down(game: TournayGame, seat: str, colour: str, count: int) -> None:
    """Lay ready citizens of a seat beside its plaza."""
    player = game.players[seat]
    player.plaza[colour] -= count
    player.aside[colour] += count


def pay_lenders(game: TournayGame, seat: str, colour: str, lenders: Sequence[str]) -> None:
    """Lay a ready citizen of each of these seats beside its plaza; its owner gets the money at once (T3)."""
    for owner, count in Counter(lenders).items() if lenders else ():
        deniers = BORROWED_CITIZEN * count
        game.players[seat].deniers -= deniers
        game.players[owner].deniers += deniers
        lay_down(game, owner, colour, count)
        tell(game, "borrowed", seat=seat, rival=owner, colour=colour, count=count, deniers=deniers)


def list_lenders(game: TournayGame, seat: str, colour: str) -> tuple[str, ...]:
    """The other seats with ready citizens of this colour, each once for every citizen."""
    names: list[str] = []
    for other in list_others(game, seat):
        names += [other] * game.players[other].plaza[colour]
    return tuple(names)


def take_from_supply(game: TournayGame, seat: str, colour: str, deniers: int, card: str = "") -> None:
    """Pay for a citizen of the supply, who stands ready on the plaza."""
    player = game.players[seat]
    player.deniers -= deniers
    game.supply[colour] -= 1
    player.plaza[colour] += 1
    tell(game, "recruited", seat=seat, colour=colour, deniers=deniers, card=card)


# --- cards


def find_card(game: TournayGame, slug: str) -> DeckCard:
    return card_set(game).cards[slug]


def drop_from_hand(game: TournayGame, seat: str, card: str) -> str:
    """Put an activity card of the hand under its deck, and return the deck: nobody else sees more (H3)."""
    deck = card_set(game).cards[card].deck
    bury(game, deck, card, take_unseen(game, seat, card))
    return deck


# --- the event queue


def find_queued(game: TournayGame, event: str) -> QueuedEvent:
    return next(queued for queued in game.queue if queued.event == event)


def take_event(game: TournayGame, seat: str, event: str) -> int:
    """Take an event of the queue into the hand (F2); return the coins that lay on it."""
    queued = find_queued(game, event)
    game.queue.remove(queued)
    game.players[seat].events.append(event)
    return queued.coins


def refill_queue(game: TournayGame) -> None:
    """Turn up events at the end of the queue while there is room and the deck has some (F2, F3)."""
    while len(game.queue) < QUEUE_SIZE and game.event_deck:
        event = game.event_deck.pop(0)
        game.events_buried = min(game.events_buried, len(game.event_deck))
        game.queue.append(QueuedEvent(event))
        tell(game, "event_turned_up", event=event)


def bury_events(game: TournayGame, seat: str, events: Iterable[str]) -> None:
    """Put event cards of the hand under the event deck (T5)."""
    for event in events:
        game.players[seat].events.remove(event)
        game.event_deck.append(event)
        game.events_buried += 1
    refill_queue(game)
