"""The start of a game (rule page, section 2)."""

from collections.abc import Sequence

from ...core.agenda import tell
from ...core.rng import Rng
from ..actions import refill_queue
from ..cards.card import CARD_SETS
from ..numbers import COLOURS, START_CITIZENS, START_DENIERS, SUPPLY
from ..position import VERSION, TournayGame, TournayPlayer


def deal_game(seats: Sequence[str], mode: str, cards: str, rng: Rng) -> TournayGame:
    """Shuffle the decks and the events, and draw lots for the start player (S2 to S6)."""
    facts = CARD_SETS[cards]
    decks = {deck: list(slugs) for deck, slugs in facts.decks.items()}
    for deck in decks.values():
        rng.shuffle(deck)
    events = list(facts.events)
    rng.shuffle(events)
    first = rng.choice(seats)
    game = TournayGame(
        version=VERSION,
        rng=rng,
        mode=mode,
        cards=cards,
        seats=list(seats),
        players={seat: build_new_player(mode) for seat in seats},
        supply=dict.fromkeys(COLOURS, SUPPLY),
        queue=[],
        event_deck=events,
        decks=decks,
        start=first,
        turn=first,
    )
    tell(game, "dealt", seat=first, mode=mode, cards=cards)
    refill_queue(game)
    return game


def build_new_player(mode: str) -> TournayPlayer:
    """What a seat has at first (S4, S5)."""
    plaza = dict.fromkeys(COLOURS, START_CITIZENS[mode])
    return TournayPlayer(deniers=START_DENIERS[mode], plaza=plaza, aside=dict.fromkeys(COLOURS, 0))
