"""What no position may have (rule page, N2)."""

from collections import Counter
from collections.abc import Iterator

from ...core.errors import BadPosition, make_printable
from ..cards.card import BUILDING, CARD_SETS, PRESTIGE
from ..district import fits_frame
from ..numbers import CITIZENS_OF_A_COLOUR, COLOURS, DECKS, HAND_LIMIT, QUEUE_SIZE
from ..position import CELLS, GREY, LAST_CARD, OVER, STEPS, TOWN_CRIER, Space, TournayGame, TournayPlayer
from ..scoring import count_citizens
from .schema import TournayPositionSchema


def check_position(game: TournayGame, page: TournayPositionSchema) -> None:
    """Refuse what cannot be, as far as it does not depend on cards that are dealt only now."""
    _require(game.step in STEPS, f"There is no step “{make_printable(game.step)}”.")
    for seat in (game.start, game.turn):
        _require(seat in game.seats, f"“{make_printable(seat)}” is nobody at this table.")
    _require(game.round > 0, "The rounds are counted from 1.")
    for names in (page.decks, game.up, game.criers):
        _require(set(names) <= {*DECKS}, "There is no such deck.")
        _require(len(set(names)) == len(names), "A deck is named twice.")
    _check_numbers(game)
    for seat, player in game.players.items():
        _check_known_cards(game, seat, player)
        _check_district(game, seat, player)
    for citizens, colour in ((_count_all_citizens(game)[colour], colour) for colour in COLOURS):
        _require(citizens <= CITIZENS_OF_A_COLOUR, f"There are too many citizens: {colour}.")


def check_cards(game: TournayGame) -> None:
    """Refuse cards too many, and what does not go together once all cards lie where they lie."""
    facts = CARD_SETS[game.cards]
    spare = Counter(card for deck in facts.decks.values() for card in deck if card != TOWN_CRIER)
    found = Counter([*list_placed_cards(game), *_list_deck_cards(game)])
    for card in found - spare:
        raise BadPosition(f"There are too many of this card: {make_printable(card)}.")
    for deck, cards in game.decks.items():
        _require(
            set(cards) <= set(facts.decks[deck]), f"There is a card in {deck} that does not belong there."
        )
        criers = cards.count(TOWN_CRIER) + (deck in game.criers)
        _require(criers < 2, f"There is one town crier too many in {deck}.")
    for deck in game.up:
        _require(game.decks[deck][:1] not in ([], [TOWN_CRIER]), f"No card can lie face up on {deck}.")
    _check_events(game)
    for seat, player in game.players.items():
        count = len(player.hand) + len(player.events)
        may_hold_more = seat == game.turn or game.step in (LAST_CARD, OVER)
        _require(count <= HAND_LIMIT or may_hold_more, f"{seat} holds too many cards.")


def list_placed_cards(game: TournayGame) -> Iterator[str]:
    """Every activity card outside the decks."""
    for player in game.players.values():
        yield from player.hand
        for space in player.district.values():
            yield from space.cards
    yield from game.drawn


def list_placed_events(game: TournayGame) -> Iterator[str]:
    """Every event outside the event deck."""
    yield from (queued.event for queued in game.queue)
    for player in game.players.values():
        yield from (*player.events, *player.ramparts)


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise BadPosition(sentence)


def _list_deck_cards(game: TournayGame) -> Iterator[str]:
    return (card for cards in game.decks.values() for card in cards if card != TOWN_CRIER)


def _check_numbers(game: TournayGame) -> None:
    numbers = [*game.supply.values()]
    colours = {*game.supply}
    for player in game.players.values():
        numbers += [player.deniers, *player.plaza.values(), *player.aside.values()]
        colours |= {*player.plaza, *player.aside}
    _require(min(numbers) >= 0, "A number is below 0.")
    _require(colours == {*COLOURS}, f"The colours are: {', '.join(COLOURS)}.")


def _count_all_citizens(game: TournayGame) -> Counter[str]:
    found = Counter(game.supply)
    for player in game.players.values():
        found.update(count_citizens(player))
    return found


def _check_known_cards(game: TournayGame, seat: str, player: TournayPlayer) -> None:
    facts = CARD_SETS[game.cards]
    for card in player.hand:
        _require(card in facts.cards, f"There is no card “{make_printable(card)}”.")
    for event in player.ramparts:
        _require(event in facts.events, f"There is no event “{make_printable(event)}”.")


def _check_district(game: TournayGame, seat: str, player: TournayPlayer) -> None:
    cells = [*player.district]
    _require(set(cells) <= {*CELLS}, f"There is no such space in the district of {seat}.")
    if cells:
        fits = fits_frame({cell[0] for cell in cells}, {cell[1] for cell in cells})
        _require(fits, f"The district of {seat} is wider or higher than three.")
    for space in player.district.values():
        _check_space(game, space)


def _check_space(game: TournayGame, space: Space) -> None:
    cards = CARD_SETS[game.cards].cards
    for card in space.cards:
        _require(card in cards, f"There is no card “{make_printable(card)}”.")
    top = cards[space.cards[0]]
    _require(all(cards[card].colour == top.colour for card in space.cards), "A card covers another colour.")
    if space.citizen:
        _require(top.kind == BUILDING, "A citizen stands on something else than a building.")
        _require(space.citizen in (GREY, top.colour), "A citizen stands on a building of another colour.")
        _require(not space.damaged, "An occupied card is damaged.")
    _require(not (space.damaged and top.kind == PRESTIGE), "A prestige building is damaged.")


def _check_events(game: TournayGame) -> None:
    facts = CARD_SETS[game.cards]
    found = Counter([*list_placed_events(game), *game.event_deck])
    for event, count in found.items():
        _require(event in facts.events, f"There is no event “{make_printable(event)}”.")
        _require(count == 1, f"This event is there twice: {event}.")
    _require(all(queued.coins <= facts.event_spaces for queued in game.queue), "An event has too many coins.")
    _require(len(game.queue) <= QUEUE_SIZE, "There are too many events in the queue.")
    _require(len(game.queue) == QUEUE_SIZE or not game.event_deck, "There is a gap in the queue.")
