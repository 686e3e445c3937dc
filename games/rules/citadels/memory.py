"""What a seat knows of cards that lie elsewhere, kept right as cards move (decision 4).

Nobody has to remember what was shown: the position does, for each seat. A place is the hand of a
seat, or the deck. Of a place a seat may know cards for certain (`knows`); once one has left it
unseen, only how many of those it saw must still be there (`glimpses`). The cards of the deck are
numbered from the top down, so that a seat also knows the place of a card it saw put under it (`below`).
Not kept is what can be in either of two places.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from .districts.table import TYPE
from .position import Game, Glimpse, Player

DECK = "deck"  # a place beside the hands; no seat can be called so
OTHERS = ""  # in the counts of a glimpse: the cards of all other types
NOTHING = Glimpse()


def learn(game: Game, watcher: str, place: str, cards: Sequence[str], *, whole: bool = False) -> None:
    """These lie there; `whole` if they are all that does."""
    player = game.players[watcher]
    if whole:
        _glimpse(player, place, NOTHING)
    player.knows[place] = [*([] if whole else player.knows.get(place, ())), *cards]


def count(game: Game, place: str, kind: str, found: int, *, unseen_by: Iterable[str]) -> None:
    """All are told how many cards of a type are in this hand, and so how many of the others."""
    numbers = {kind: found, OTHERS: len(game.players[place].hand) - found}
    for watcher in unseen_by:
        player = game.players[watcher]
        _glimpse(player, place, replace(player.memory.glimpses.get(place, NOTHING), types=numbers))


def _glimpse(player: Player, place: str, glimpse: Glimpse) -> None:
    """Remember this of a place, or nothing if it says nothing any more."""
    glimpses = player.memory.glimpses
    if len(glimpse.cards) <= glimpse.gone:
        glimpse = replace(glimpse, cards=(), gone=0)
    if glimpse.cards or any(least > 0 for least in glimpse.types.values()):
        player.memory = replace(player.memory, glimpses={**glimpses, place: glimpse})
    elif place in glimpses:
        rest = {other: glimpse for other, glimpse in glimpses.items() if other != place}
        player.memory = replace(player.memory, glimpses=rest)


# --- a card leaves a place


def leaves_hand(game: Game, seat: str, card: str, seen_by: Iterable[str]) -> list[str]:
    """A card is about to leave a hand. Returned are those who know which one; the others lose sight."""
    witnesses = [seat, *seen_by]
    for watcher, player in game.players.items():
        if seat in player.knows or seat in player.memory.glimpses:
            if watcher in witnesses:
                _see_off(player, seat, card)
            elif _are_all(player.knows.get(seat, ()), card, game.players[seat].hand):
                witnesses.append(watcher)
                _see_off(player, seat, card)
            else:
                _lose_sight(player, seat)
    return witnesses


def _are_all(known: Sequence[str], card: str, hand: Sequence[str]) -> bool:
    """Is the whole hand known, and the same card throughout? Then it can be no other that leaves."""
    return len(known) == len(hand) == known.count(card)


def _see_off(player: Player, place: str, card: str) -> None:
    """This very card has gone from there."""
    glimpse = player.memory.glimpses.get(place)
    cards = list(glimpse.cards) if glimpse else []
    if card in player.knows.get(place, ()):
        player.knows[place].remove(card)
    elif card in cards:
        cards.remove(card)
    if glimpse:
        kind = TYPE[card] if TYPE[card] in glimpse.types else OTHERS
        types = {key: least - (key == kind) for key, least in glimpse.types.items()}
        _glimpse(player, place, Glimpse(tuple(cards), glimpse.gone, types))


def _lose_sight(player: Player, place: str) -> None:
    """A card has gone from there, and any may have been it."""
    known = player.knows.pop(place, ())
    glimpse = player.memory.glimpses.get(place, NOTHING)
    if len(known) > 1 or glimpse is not NOTHING:
        types = {key: least - 1 for key, least in glimpse.types.items()}
        _glimpse(player, place, Glimpse((*glimpse.cards, *known), glimpse.gone + 1, types))


def swap_hands(game: Game, seat: str, rival: str) -> None:
    """What somebody knew of one hand is now true of the other; the two know all of it."""
    for player in game.players.values():
        knows, glimpses = player.knows, player.memory.glimpses
        mine, theirs = knows.pop(seat, []), knows.pop(rival, [])
        knows |= {owner: cards for owner, cards in ((seat, theirs), (rival, mine)) if cards}
        seen = (seat, glimpses.get(rival, NOTHING)), (rival, glimpses.get(seat, NOTHING))
        for owner, glimpse in seen:
            _glimpse(player, owner, glimpse)
    for watcher, owner in ((seat, rival), (rival, seat)):
        game.players[watcher].knows.pop(watcher, None)
        _glimpse(game.players[watcher], watcher, NOTHING)
        learn(game, watcher, owner, game.players[owner].hand, whole=True)


# --- Museums


def goes_under_museum(game: Game, seat: str, card: str, witnesses: Iterable[str]) -> None:
    """A card has come to lie under a Museum, on top of what was there."""
    place = len(game.players[seat].museum) - 1
    for watcher in witnesses:
        if watcher != seat:
            _note_under(game.players[watcher], seat, place, [card])


def _note_under(player: Player, owner: str, place: int, cards: Sequence[str]) -> None:
    known = player.memory.under.get(owner, ())
    known = (*known, *[""] * (place - len(known)), *cards)
    player.memory = replace(player.memory, under={**player.memory.under, owner: known})


def _forget_under(player: Player, owner: str) -> tuple[str, ...]:
    under = player.memory.under
    if owner in under:
        rest = {other: known for other, known in under.items() if other != owner}
        player.memory = replace(player.memory, under=rest)
    return under.get(owner, ())


def museum_moves(game: Game, giver: str, taker: str, cards: Sequence[str]) -> None:
    """A Museum has come to another city with these under it; who gave it away knows what they are."""
    place = len(game.players[taker].museum) - len(cards)
    for watcher, player in game.players.items():
        known = _forget_under(player, giver)
        if watcher != taker and known:
            _note_under(player, taker, place, known)
    _note_under(game.players[giver], taker, place, cards)


def museum_falls(game: Game, owner: str, cards: Sequence[str]) -> None:
    """What lay under a destroyed Museum goes under the deck, in the same order."""
    knowing: list[list[str]] = [[owner] for _ in cards]
    for watcher, player in game.players.items():
        for place, known in enumerate(_forget_under(player, owner)):
            if known:
                knowing[place].append(watcher)
    for card, witnesses in zip(cards, knowing, strict=True):
        lay_under(game, [card], witnesses)


# --- the deck


def top(game: Game) -> int:
    """The number of the card on top; those laid under the deck are 0, 1 and so on, those before are less."""
    return game.laid - len(game.deck)


def lay_under(game: Game, cards: Sequence[str], witnesses: Iterable[str]) -> None:
    """Cards come to lie under the deck; the witnesses know which."""
    numbered = dict(enumerate(cards, game.laid))
    for watcher in witnesses:
        player = game.players[watcher]
        player.memory = replace(player.memory, below=player.memory.below | numbered)
    game.deck += cards
    game.laid += len(cards)


def drawn(game: Game, seat: str, cards: Sequence[str]) -> None:
    """These have just been taken from the top of the deck into a hand."""
    end = top(game)
    for watcher, player in _concerned(game.players, end):
        known = _rise(player, end, cards, seen=watcher == seat)
        if watcher != seat and known:
            learn(game, watcher, seat, known)


def _concerned(players: Mapping[str, Player], end: int) -> list[tuple[str, Player]]:
    """Who knows anything of the cards before this number? (Places are learnt from the top down.)"""
    return [
        (watcher, player)
        for watcher, player in players.items()
        if ((below := player.memory.below) and next(iter(below)) < end)
        or DECK in player.knows
        or DECK in player.memory.glimpses
    ]


def _rise(player: Player, end: int, cards: Sequence[str], *, seen: bool) -> list[str]:
    """These have left the deck, the last before this number. Returned are those whose place was known."""
    below = dict(player.memory.below)
    known = []
    for number, card in enumerate(cards, end - len(cards)):
        if number in below:
            known.append(below.pop(number))
        elif number < 0 and (DECK in player.knows or DECK in player.memory.glimpses):
            if seen:
                _see_off(player, DECK, card)
            else:
                _lose_sight(player, DECK)
    player.memory = replace(player.memory, below=below)
    return known


def looks_at(game: Game, seat: str, cards: Sequence[str]) -> None:
    """The seat has taken these from the top and is going to choose; to the others they still lie there."""
    end = top(game)
    for _, player in _concerned({seat: game.players[seat]}, end):
        _rise(player, end, cards, seen=True)


def chosen(game: Game, seat: str, cards: Sequence[str], kept: Sequence[str], rest: Sequence[str]) -> None:
    """Of cards from the top some were kept and the rest goes under the deck, unseen by the others."""
    end = top(game)
    for watcher, player in _concerned(game.players, end):
        if watcher != seat and (known := _rise(player, end, cards, seen=False)):
            _guess(game, watcher, seat, known, sure=len(kept) - (len(cards) - len(known)))
    lay_under(game, rest, [seat])


def _guess(game: Game, watcher: str, seat: str, cards: list[str], *, sure: int) -> None:
    """So many of these, at least, have come into a hand."""
    player = game.players[watcher]
    if sure >= len(cards):
        learn(game, watcher, seat, cards)
    elif sure > 0:
        glimpse = player.memory.glimpses.get(seat, NOTHING)
        doubt = glimpse.gone + len(cards) - sure
        _glimpse(player, seat, Glimpse((*glimpse.cards, *cards), doubt, glimpse.types))


def studied(game: Game, seat: str, rest: Sequence[str]) -> None:
    """Of cards from the top one was kept; the rest has been shuffled into the deck."""
    _shuffled(game, seat)
    learn(game, seat, DECK, rest)


def found(game: Game, seat: str) -> None:
    """The seat has looked through the deck and taken a card; then it was shuffled."""
    _shuffled(game, seat)
    learn(game, seat, DECK, game.deck, whole=True)


def _shuffled(game: Game, taker: str) -> None:
    """No card has its place any more, and one has gone unseen by all but its taker."""
    for watcher, player in game.players.items():
        if below := player.memory.below:
            player.knows[DECK] = [*player.knows.get(DECK, ()), *below.values()]
            player.memory = replace(player.memory, below={})
        if watcher != taker:
            _lose_sight(player, DECK)
    game.laid = 0


def looked_through(game: Game, seat: str) -> None:
    """The seat has seen what is in the deck, though not in which order; it is numbered anew from here."""
    for player in game.players.values():
        below = {number - game.laid: card for number, card in player.memory.below.items()}
        player.memory = replace(player.memory, below=below)
    game.laid = 0
    rest = list(game.deck)
    for card in game.players[seat].memory.below.values():
        rest.remove(card)
    learn(game, seat, DECK, rest, whole=True)
