"""Redeal everything that a seat cannot know.

A seat knows its own hand, its discard pile and what it put on its deck, but not the order of the rest. Of
another player it knows what was gained and lost, so the same cards are dealt again to hand, deck and discard
pile; what was seen there stays (rule page, M7). Only what others passed in a Masquerade may have been
another card.
"""

from collections import Counter
from collections.abc import Collection
from itertools import groupby

from ...core.agenda import list_questions
from ...core.rng import Rng
from ..actions import list_others
from ..cards.card import ACTIONS, TREASURES, VICTORIES
from ..position import ALL_KNOW, ORDER_HIDDEN, OVER, DominionGame, DominionPlayer

# question → cards of which the asked seat must hold one, as everybody can conclude
HELD_WHEN_ASKED: dict[str, Collection[str]] = {
    "bureaucrat": VICTORIES,
    "baron": {"estate"},
    "mine.trash": TREASURES,
    "throne_room": ACTIONS,
    "library": ACTIONS,
}


def redeal_hidden_cards(game: DominionGame, seat: str, rng: Rng) -> DominionGame:
    """Change this copy of the game in place: deal other cards wherever the seat cannot know them."""
    if game.phase != OVER:
        others = list_others(game, seat)
        pools = {other: _HiddenCards(game, other, seat) for other in others}
        _exchange_unseen_passes(game, pools, rng)
        for other in others:
            pools[other].deal(rng)
            game.players[other].orders = []
            if other in game.passing:
                game.passing[other] = rng.choice(game.players[other].hand)
        _shuffle_unknown_deck(game.players[seat], rng)
    game.rng = Rng(f"{rng.below(1 << 62)}")
    return game


def _shuffle_unknown_deck(player: DominionPlayer, rng: Rng) -> None:
    """The owner knows what the deck holds, and the cards that were put on top of it."""
    unknown = player.deck[: len(player.deck) - len(player.known)]
    rng.shuffle(unknown)
    player.deck[: len(unknown)] = unknown


class _HiddenCards:
    """The cards of one player that an observer cannot place: somewhere in hand, deck or discard pile."""

    def __init__(self, game: DominionGame, seat: str, observer: str) -> None:
        self.player = player = game.players[seat]
        known = Counter(player.shown)
        if list_others(game, observer)[0] == seat:  # the observer passes to this seat
            known |= Counter(player.received)
        else:
            player.received = []
        self.seen = list(known.elements())
        self.in_hand = list((Counter(player.hand) - known).elements())
        unmarked = len(player.deck) - len(player.known)
        self.marks = "-" * unmarked + player.known
        self.in_deck = [card for card, mark in zip(player.deck, self.marks, strict=True) if _is_hidden(mark)]
        self.in_discard = player.discard[:-1]
        self.pool = [*self.in_hand, *self.in_deck, *self.in_discard]
        asked = list_questions(game, seat)
        self.must_hold = HELD_WHEN_ASKED.get(asked[0].name, ()) if asked else ()
        self.holds_last = bool(asked) and asked[0].name == "library"

    def deal(self, rng: Rng) -> None:
        """Deal the pool to the places that it came from."""
        player, pool, last = self.player, self.pool, list[str]()
        rng.shuffle(pool)
        if self.holds_last or (self.must_hold and set(self.seen).isdisjoint(self.must_hold)):
            last = [self._take_held_card()]
        fresh = [pool.pop() for _ in range(len(self.in_hand) - len(last))]
        player.hand = [*self.seen, *fresh, *last]
        player.discard[:-1] = [pool.pop() for _ in self.in_discard]
        marked = enumerate(self.marks)
        for place in [place for place, mark in marked if _is_hidden(mark)]:
            player.deck[place] = pool.pop()
        self._shuffle_scouted(rng)

    def _take_held_card(self) -> str:
        """A card that the player must hold, as being asked shows: out of the pool, or one that was seen."""
        for pile in (self.pool, self.seen) if self.in_hand else (self.seen,):
            for place, card in enumerate(pile):
                if card in self.must_hold:
                    if pile is self.seen:
                        self.in_hand.append(card)  # it moves to the end of the hand
                    return pile.pop(place)
        raise AssertionError("somebody is asked who holds no such card")

    def _shuffle_scouted(self, rng: Rng) -> None:
        """What a Scout put back was seen, but not in which order."""
        for mark, run in groupby(enumerate(self.marks), key=lambda pair: pair[1]):
            places = [place for place, _ in run]
            if mark == ORDER_HIDDEN:
                cards = [self.player.deck[place] for place in places]
                rng.shuffle(cards)
                self.player.deck[places[0] : places[-1] + 1] = cards


def _is_hidden(mark: str) -> bool:
    return mark not in (ALL_KNOW, ORDER_HIDDEN)


def _exchange_unseen_passes(game: DominionGame, pools: dict[str, _HiddenCards], rng: Rng) -> None:
    """Between two others any card may have been passed: let some be another one of the giver's."""
    for giver, hidden in pools.items():
        receiver = pools.get(list_others(game, giver)[0])
        if receiver is None or hidden.must_hold or receiver.must_hold:
            continue
        for card in hidden.player.passed:
            if card in receiver.pool and hidden.pool and rng.below(2):
                place = rng.below(len(hidden.pool))
                receiver.pool[receiver.pool.index(card)] = hidden.pool[place]
                hidden.pool[place] = card
