"""Load a position: fill in defaults, check it, and put what is open on the agenda."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ...core.agenda import Step, run, then
from ...core.capabilities.position_notation import check_answerable, check_handles, convert_seat_fields
from ...core.errors import BadOptions, BadPosition, NotUnderstood, RulesError
from ...core.orders import MAX_ORDERS
from ...core.rng import Rng
from ..actions import refill_queue
from ..cards.card import CARD_SETS, CardSet
from ..numbers import COLOURS, DECKS, SEAT_COUNTS, SUPPLY
from ..orders import ORDER_TABLE
from ..position import CELLS, LAST_CARD, OVER, TOWN_CRIER, VERSION, TournayGame, TournayPlayer, steps
from ..setup.deal import build_new_player
from ..setup.options import clean_options
from ..text.lexicon import LEXICON
from ..turn import open_last_card
from .checks import check_cards, check_position, list_placed_cards, list_placed_events
from .pending_steps import restore_agenda
from .schema import PLAYER_FIELDS, POSITION_FIELDS, TournayPlayerSchema, TournayPositionSchema
from .spaces import parse_queued, parse_space


def load_position(data: Mapping[str, Any], options: Mapping[str, Any]) -> TournayGame:
    """Build the position that this mapping describes, run up to its open question."""
    page, parts = convert_seat_fields(data, TournayPositionSchema, TournayPlayerSchema, check_seats)
    try:
        chosen = clean_options(options)
    except BadOptions as error:
        raise BadPosition(str(error)) from error
    mode = chosen["mode"]
    game = TournayGame(
        version=VERSION,
        rng=Rng(str(page.seed)),
        mode=mode,
        cards=chosen["cards"],
        seats=page.seats,
        players={
            seat: _build_player(part, CARD_SETS[chosen["cards"]]) if seat in data else build_new_player(mode)
            for seat, part in parts.items()
        },
        supply=dict.fromkeys(COLOURS, SUPPLY) | page.supply,
        queue=[parse_queued(text) for text in page.queue or ()],
        event_deck=page.event_deck or [],
        decks={deck: page.decks.get(deck, []) for deck in DECKS},
        start=page.start or page.seats[0],
        turn=page.turn or page.start or page.seats[0],
        up=page.up,
        criers=page.criers,
        round=page.round,
        step=page.step,
        last_round=page.last_round,
    )
    check_position(game, page)
    _deal_events(game, page)
    _open_question(game, page)
    _deal_decks(game, page)
    check_cards(game)
    run(steps, game)
    check_answerable(steps, game)
    return game


def check_seats(seats: object, wrong: type[RulesError] = BadPosition) -> None:
    """Check that so many may play, and that no handle is a word of the game or of its notation."""
    check_handles(seats, {*POSITION_FIELDS, *PLAYER_FIELDS, *CELLS}, wrong)
    handles = seats if isinstance(seats, list) else []
    if len(handles) not in SEAT_COUNTS:
        raise wrong(f"Tournay is for {SEAT_COUNTS[0]} to {SEAT_COUNTS[-1]} players.")
    for seat in handles:
        if LEXICON.has_spelling(seat):
            raise wrong(f"A seat cannot be called “{seat}”.")


def _build_player(part: TournayPlayerSchema, facts: CardSet) -> TournayPlayer:
    if len(part.orders) > MAX_ORDERS:
        raise BadPosition(f"A seat has at most {MAX_ORDERS} orders.")
    try:
        orders = [ORDER_TABLE.parse_written(line) for line in part.orders]
    except NotUnderstood as error:
        raise BadPosition(str(error)) from error
    hand = [card for card in part.hand if card not in facts.events]
    return TournayPlayer(
        deniers=part.deniers,
        plaza=dict.fromkeys(COLOURS, 0) | part.plaza,
        aside=dict.fromkeys(COLOURS, 0) | part.aside,
        hand=hand,
        events=[card for card in part.hand if card in facts.events],
        district={cell: parse_space(text) for cell, text in part.district.items()},
        ramparts=part.ramparts,
        orders=orders,
        known=[""] * len(hand),
    )


def _deal_events(game: TournayGame, page: TournayPositionSchema) -> None:
    """Shuffle the events that stand nowhere else, unless their deck is given (14.3)."""
    if page.event_deck is None:
        used = set(list_placed_events(game))
        game.event_deck = [event for event in CARD_SETS[game.cards].events if event not in used]
        game.rng.shuffle(game.event_deck)
    if page.queue is None:
        refill_queue(game)


def _deal_decks(game: TournayGame, page: TournayPositionSchema) -> None:
    """Shuffle what stands nowhere else into the decks that are left out (14.3)."""
    placed = Counter(list_placed_cards(game))
    for deck, slugs in CARD_SETS[game.cards].decks.items():
        if deck in page.decks:
            continue
        rest = Counter(slugs) - placed
        if deck in game.criers:
            del rest[TOWN_CRIER]
        game.decks[deck] = list(rest.elements())
        game.rng.shuffle(game.decks[deck])
        if deck in game.up:
            _turn_up_a_card(game, deck)


def _turn_up_a_card(game: TournayGame, deck: str) -> None:
    """A town crier cannot lie open: if it has come to the top, another card changes places with it."""
    cards = game.decks[deck]
    if len(cards) > 1 and cards[0] == TOWN_CRIER:
        place = game.rng.choice(range(1, len(cards)))
        cards[0], cards[place] = cards[place], cards[0]


def _open_question(game: TournayGame, page: TournayPositionSchema) -> None:
    if page.pending:
        restore_agenda(game, page.pending)
    elif game.step == LAST_CARD:
        open_last_card(game, game.turn)
    elif game.step != OVER:
        then(game, Step("turn", game.turn))
