"""Invariants that hold in every position reachable by legal play. Tests and the fuzzer check them."""

from collections import Counter

from ..core.agenda import awaits
from .cards.card import BUILDING, PRESTIGE, card_set
from .district import fits_frame
from .notation.checks import list_placed_cards, list_placed_events
from .numbers import CITIZENS_OF_A_COLOUR, COLOURS, HAND_LIMIT, QUEUE_SIZE, START_CITIZENS, SUPPLY
from .position import GREY, LAST_CARD, OVER, TOWN_CRIER, Space, TournayGame
from .scoring import count_citizens


def check_invariants(game: TournayGame) -> None:
    """Raise AssertionError naming the first invariant that this position breaks."""
    _check_cards(game)
    _check_events(game)
    _check_citizens(game)
    for seat in game.seats:
        _check_player(game, seat)
    for deck in game.up:
        _require(game.decks[deck][:1] not in ([], [TOWN_CRIER]), f"nothing can lie face up on {deck}")
    for deck, marks in game.buried.items():
        _require(0 < len(marks) <= len(game.decks[deck]), f"more is remembered of {deck} than there is")
        buried = game.decks[deck][len(game.decks[deck]) - len(marks) :]
        _require(TOWN_CRIER not in buried, f"the crier of {deck} has been put under it")
    _require(bool(awaits(game)) != (game.step == OVER), "somebody is awaited exactly while the game goes on")
    _require(len(game.drawn) == len(game.drawn_known), "the two cards have lost their marks")
    asked = any(step.name == "keep" for group in game.agenda for step in group)
    _require(asked == bool(game.drawn), "two cards lie about without a question")
    _require(not game.pending_events, "events are left over")


def _require(holds: bool, claim: str) -> None:
    if not holds:
        raise AssertionError(claim)


def _check_cards(game: TournayGame) -> None:
    """Check that no card of the game is missing or duplicated."""
    facts = card_set(game)
    found = Counter(list_placed_cards(game))
    for deck, cards in game.decks.items():
        found.update(cards)
        found[TOWN_CRIER] += deck in game.criers
    whole = Counter(card for cards in facts.decks.values() for card in cards)
    _require(found == whole, f"cards too many: {dict(found - whole)}, missing: {dict(whole - found)}")
    for deck, cards in game.decks.items():
        _require(set(cards) <= set(facts.decks[deck]), f"a card has strayed into {deck}")


def _check_events(game: TournayGame) -> None:
    facts = card_set(game)
    found = sorted([*list_placed_events(game), *game.event_deck])
    _require(found == sorted(facts.events), "an event is missing or there twice")
    _require(
        all(0 <= queued.coins <= facts.event_spaces for queued in game.queue), "an event has too many coins"
    )
    full = len(game.queue) == QUEUE_SIZE or (len(game.queue) < QUEUE_SIZE and not game.event_deck)
    _require(full, "there is a gap in the queue")
    _require(game.events_buried <= len(game.event_deck), "more events are remembered than there are")


def _check_citizens(game: TournayGame) -> None:
    """Check that no citizen was lost or born (S4, S5)."""
    found = Counter(game.supply)
    for player in game.players.values():
        found.update(count_citizens(player))
    whole = SUPPLY + START_CITIZENS[game.mode] * len(game.seats)
    for colour in COLOURS:
        _require(found[colour] == whole <= CITIZENS_OF_A_COLOUR, f"citizens of {colour} are lost or too many")


def _check_player(game: TournayGame, seat: str) -> None:
    player = game.players[seat]
    numbers = [player.deniers, *player.plaza.values(), *player.aside.values(), *game.supply.values()]
    _require(min(numbers) >= 0, f"{seat} has less than nothing")
    _require(len(player.known) == len(player.hand), f"the hand of {seat} has lost its marks")
    may_hold_more = seat == game.turn or game.step in (LAST_CARD, OVER)
    _require(may_hold_more or len(player.hand) + len(player.events) <= HAND_LIMIT, f"{seat} holds too much")
    if player.district:
        cells = [*player.district]
        fits = fits_frame({cell[0] for cell in cells}, {cell[1] for cell in cells})
        _require(fits, f"the district of {seat} is wider or higher than three")
    for space in player.district.values():
        _check_space(game, seat, space)


def _check_space(game: TournayGame, seat: str, space: Space) -> None:
    cards = card_set(game).cards
    _require(bool(space.cards), f"{seat} has an empty space")
    top = cards[space.cards[0]]
    _require(all(cards[card].colour == top.colour for card in space.cards), f"{seat} covers another colour")
    if space.citizen:
        stands = top.kind == BUILDING and space.citizen in (GREY, top.colour) and not space.damaged
        _require(stands, f"{seat} has a citizen where none can stand")
    _require(not (space.damaged and top.kind == PRESTIGE), f"{seat} has a damaged prestige building")
