"""What each seat knows about hidden cards, kept up to date as cards move (decision 4).

Players need not remember what they were shown: the position remembers it for each seat. A place is a
seat's hand or the deck. A seat may know for certain that cards are in a place (`knows`); once a card has
left it unseen, the seat only knows how many of the cards it saw must still be there (`glimpses`). Cards of
the deck are numbered from the top down, so a seat also knows the position of a card it saw put under the
deck (`below`). Knowledge that a card is in one of two places is not kept.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from ..districts.cards import TYPE
from ..position import CitadelsGame, CitadelsPlayer, Glimpse

DECK = "deck"  # the place that is not a hand; no seat may have this name
OTHER_TYPES = ""  # key in the type counts of a glimpse: the cards of all other types
NO_GLIMPSE = Glimpse()


def learn(game: CitadelsGame, watcher: str, place: str, cards: Sequence[str], *, whole: bool = False) -> None:
    """Remember that these cards are in a place; `whole` if nothing else is there."""
    player = game.players[watcher]
    if whole:
        _store_glimpse(player, place, NO_GLIMPSE)
    player.knows[place] = [*([] if whole else player.knows.get(place, ())), *cards]


def learn_type_count(
    game: CitadelsGame, place: str, kind: str, found: int, *, unseen_by: Iterable[str]
) -> None:
    """Remember, for those who did not see the hand, how many cards of a type it has, and of other types."""
    numbers = {kind: found, OTHER_TYPES: len(game.players[place].hand) - found}
    for watcher in unseen_by:
        player = game.players[watcher]
        _store_glimpse(player, place, replace(player.memory.glimpses.get(place, NO_GLIMPSE), types=numbers))


def _store_glimpse(player: CitadelsPlayer, place: str, glimpse: Glimpse) -> None:
    """Store what a seat saw in a place, or drop it if it no longer says anything."""
    glimpses = player.memory.glimpses
    if len(glimpse.cards) <= glimpse.gone:
        glimpse = replace(glimpse, cards=(), gone=0)
    if glimpse.cards or any(least > 0 for least in glimpse.types.values()):
        player.memory = replace(player.memory, glimpses={**glimpses, place: glimpse})
    elif place in glimpses:
        rest = {other: glimpse for other, glimpse in glimpses.items() if other != place}
        player.memory = replace(player.memory, glimpses=rest)


# --- a card leaves a place


def note_card_leaving_hand(game: CitadelsGame, seat: str, card: str, seen_by: Iterable[str]) -> list[str]:
    """Update all memories before a card leaves a hand. Return the seats that know which card it is."""
    witnesses = [seat, *seen_by]
    for watcher, player in game.players.items():
        if seat in player.knows or seat in player.memory.glimpses:
            if watcher in witnesses:
                _note_card_gone(player, seat, card)
            elif _is_only_possible_card(player.knows.get(seat, ()), card, game.players[seat].hand):
                witnesses.append(watcher)
                _note_card_gone(player, seat, card)
            else:
                _note_unknown_card_gone(player, seat)
    return witnesses


def _is_only_possible_card(known: Sequence[str], card: str, hand: Sequence[str]) -> bool:
    """Is the whole hand known to consist of copies of this card? Then no other card can be leaving."""
    return len(known) == len(hand) == known.count(card)


def _note_card_gone(player: CitadelsPlayer, place: str, card: str) -> None:
    """Remember that this very card has left the place."""
    glimpse = player.memory.glimpses.get(place)
    cards = list(glimpse.cards) if glimpse else []
    if card in player.knows.get(place, ()):
        player.knows[place].remove(card)
    elif card in cards:
        cards.remove(card)
    if glimpse:
        kind = TYPE[card] if TYPE[card] in glimpse.types else OTHER_TYPES
        types = {key: least - (key == kind) for key, least in glimpse.types.items()}
        _store_glimpse(player, place, Glimpse(tuple(cards), glimpse.gone, types))


def _note_unknown_card_gone(player: CitadelsPlayer, place: str) -> None:
    """Remember that a card has left the place, and that it may have been any."""
    known = player.knows.pop(place, ())
    glimpse = player.memory.glimpses.get(place, NO_GLIMPSE)
    if len(known) > 1 or glimpse is not NO_GLIMPSE:
        types = {key: least - 1 for key, least in glimpse.types.items()}
        _store_glimpse(player, place, Glimpse((*glimpse.cards, *known), glimpse.gone + 1, types))


def note_hand_swap(game: CitadelsGame, seat: str, rival: str) -> None:
    """Swap what everybody knows about two hands that were exchanged; their owners know both in full."""
    for player in game.players.values():
        knows, glimpses = player.knows, player.memory.glimpses
        mine, theirs = knows.pop(seat, []), knows.pop(rival, [])
        knows |= {owner: cards for owner, cards in ((seat, theirs), (rival, mine)) if cards}
        seen = (seat, glimpses.get(rival, NO_GLIMPSE)), (rival, glimpses.get(seat, NO_GLIMPSE))
        for owner, glimpse in seen:
            _store_glimpse(player, owner, glimpse)
    for watcher, owner in ((seat, rival), (rival, seat)):
        game.players[watcher].knows.pop(watcher, None)
        _store_glimpse(game.players[watcher], watcher, NO_GLIMPSE)
        learn(game, watcher, owner, game.players[owner].hand, whole=True)


# --- Museums


def note_card_under_museum(game: CitadelsGame, seat: str, card: str, witnesses: Iterable[str]) -> None:
    """Remember which card was just put under a Museum, for those who saw it."""
    place = len(game.players[seat].museum) - 1
    for watcher in witnesses:
        if watcher != seat:
            _note_museum_cards(game.players[watcher], seat, place, [card])


def _note_museum_cards(player: CitadelsPlayer, owner: str, place: int, cards: Sequence[str]) -> None:
    """Remember the cards under a Museum from this place on; "" stands for unknown ones before it."""
    known = player.memory.under.get(owner, ())
    known = (*known, *[""] * (place - len(known)), *cards)
    player.memory = replace(player.memory, under={**player.memory.under, owner: known})


def _forget_museum_cards(player: CitadelsPlayer, owner: str) -> tuple[str, ...]:
    """Forget the cards under an owner's Museum, and return what was known of them."""
    under = player.memory.under
    if owner in under:
        rest = {other: known for other, known in under.items() if other != owner}
        player.memory = replace(player.memory, under=rest)
    return under.get(owner, ())


def note_museum_transfer(game: CitadelsGame, giver: str, taker: str, cards: Sequence[str]) -> None:
    """Move what is known of a Museum's cards to its new owner. The giver knows all of them."""
    place = len(game.players[taker].museum) - len(cards)
    for watcher, player in game.players.items():
        known = _forget_museum_cards(player, giver)
        if watcher != taker and known:
            _note_museum_cards(player, taker, place, known)
    _note_museum_cards(game.players[giver], taker, place, cards)


def return_museum_cards(game: CitadelsGame, owner: str, cards: Sequence[str]) -> None:
    """Put the cards of a destroyed Museum under the deck in their order; those who knew them still do."""
    knowing: list[list[str]] = [[owner] for _ in cards]
    for watcher, player in game.players.items():
        for place, known in enumerate(_forget_museum_cards(player, owner)):
            if known:
                knowing[place].append(watcher)
    for card, witnesses in zip(cards, knowing, strict=True):
        put_under_deck(game, [card], witnesses)


# --- the deck


def top_card_number(game: CitadelsGame) -> int:
    """The number of the top card. Cards put under the deck count 0, 1 and so on; those above are negative."""
    return game.laid - len(game.deck)


def put_under_deck(game: CitadelsGame, cards: Sequence[str], witnesses: Iterable[str]) -> None:
    """Put cards under the deck. The witnesses remember which ones and where."""
    numbered = dict(enumerate(cards, game.laid))
    for watcher in witnesses:
        player = game.players[watcher]
        player.memory = replace(player.memory, below=player.memory.below | numbered)
    game.deck += cards
    game.laid += len(cards)


def note_draw(game: CitadelsGame, seat: str, cards: Sequence[str]) -> None:
    """Update all memories after a seat has drawn these cards from the top of the deck."""
    end = top_card_number(game)
    for watcher, player in _list_informed_players(game.players, end):
        known = _forget_deck_cards(player, end, cards, seen=watcher == seat)
        if watcher != seat and known:
            learn(game, watcher, seat, known)


def _list_informed_players(
    players: Mapping[str, CitadelsPlayer], end: int
) -> list[tuple[str, CitadelsPlayer]]:
    """List the players who know anything about deck cards before this number.

    Checking the first key is enough: `below` is filled in ascending order."""
    return [
        (watcher, player)
        for watcher, player in players.items()
        if ((below := player.memory.below) and next(iter(below)) < end)
        or DECK in player.knows
        or DECK in player.memory.glimpses
    ]


def _forget_deck_cards(player: CitadelsPlayer, end: int, cards: Sequence[str], *, seen: bool) -> list[str]:
    """Forget cards that left the deck, the last one just before `end`. Return those whose place was known."""
    below = dict(player.memory.below)
    known = []
    for number, card in enumerate(cards, end - len(cards)):
        if number in below:
            known.append(below.pop(number))
        elif number < 0 and (DECK in player.knows or DECK in player.memory.glimpses):
            if seen:
                _note_card_gone(player, DECK, card)
            else:
                _note_unknown_card_gone(player, DECK)
    player.memory = replace(player.memory, below=below)
    return known


def note_look_at_top(game: CitadelsGame, seat: str, cards: Sequence[str]) -> None:
    """Update the seat's memory when it looks at the top cards; to the others they are still on the deck."""
    end = top_card_number(game)
    for _, player in _list_informed_players({seat: game.players[seat]}, end):
        _forget_deck_cards(player, end, cards, seen=True)


def settle_draw_and_keep(
    game: CitadelsGame, seat: str, cards: Sequence[str], kept: Sequence[str], rest: Sequence[str]
) -> None:
    """Finish a draw from which some cards were kept: put the rest under the deck and update all memories."""
    end = top_card_number(game)
    for watcher, player in _list_informed_players(game.players, end):
        if watcher != seat and (known := _forget_deck_cards(player, end, cards, seen=False)):
            _note_probable_cards(game, watcher, seat, known, sure=len(kept) - (len(cards) - len(known)))
    put_under_deck(game, rest, [seat])


def _note_probable_cards(game: CitadelsGame, watcher: str, seat: str, cards: list[str], *, sure: int) -> None:
    """Remember that at least `sure` of these cards went into a hand."""
    player = game.players[watcher]
    if sure >= len(cards):
        learn(game, watcher, seat, cards)
    elif sure > 0:
        glimpse = player.memory.glimpses.get(seat, NO_GLIMPSE)
        doubt = glimpse.gone + len(cards) - sure
        _store_glimpse(player, seat, Glimpse((*glimpse.cards, *cards), doubt, glimpse.types))


def note_study(game: CitadelsGame, seat: str, rest: Sequence[str]) -> None:
    """Update all memories after a seat kept one of the top cards and shuffled the rest into the deck."""
    _note_shuffle(game, seat)
    learn(game, seat, DECK, rest)


def note_deck_search(game: CitadelsGame, seat: str) -> None:
    """Update all memories after a seat searched the deck, took a card and shuffled it."""
    _note_shuffle(game, seat)
    learn(game, seat, DECK, game.deck, whole=True)


def _note_shuffle(game: CitadelsGame, taker: str) -> None:
    """Forget all places in the deck after a shuffle; one card has left it, unseen by all but its taker."""
    for watcher, player in game.players.items():
        if below := player.memory.below:
            player.knows[DECK] = [*player.knows.get(DECK, ()), *below.values()]
            player.memory = replace(player.memory, below={})
        if watcher != taker:
            _note_unknown_card_gone(player, DECK)
    game.laid = 0


def note_look_through_deck(game: CitadelsGame, seat: str) -> None:
    """Remember all cards of the deck, though not their order, and start numbering the deck afresh."""
    for player in game.players.values():
        below = {number - game.laid: card for number, card in player.memory.below.items()}
        player.memory = replace(player.memory, below=below)
    game.laid = 0
    rest = list(game.deck)
    for card in game.players[seat].memory.below.values():
        rest.remove(card)
    learn(game, seat, DECK, rest, whole=True)
