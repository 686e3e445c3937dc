"""Load a position: fill in defaults, validate it, and put the open question on the agenda."""

from collections.abc import Iterable, Mapping
from typing import Any

from ...core.agenda import Step, run, then
from ...core.capabilities.position_notation import (
    check_answerable,
    check_handles,
    convert_seat_fields,
)
from ...core.errors import BadPosition, NotUnderstood, RulesError, make_printable
from ...core.orders import MAX_ORDERS
from ...core.rng import Rng
from ..cards.card import BASIC, CARDS
from ..orders import ORDER_TABLE
from ..position import ACTION_PHASE, BUY_PHASE, OVER, PHASES, VERSION, DominionGame, DominionPlayer, steps
from ..setup.kingdoms import SEAT_COUNTS, build_supply
from ..setup.options import check_kingdom, choose_written_kingdom
from ..text.lexicon import LEXICON
from .pending_steps import restore_agenda
from .schema import (
    CARD_LISTS,
    PLAY_FIELDS,
    POSITION_FIELDS,
    READ_ONLY_FIELDS,
    DominionPlayerSchema,
    DominionPositionSchema,
)


def load_position(data: Mapping[str, Any], options: Mapping[str, Any]) -> DominionGame:
    """Build the position that this mapping describes, run up to its open question."""
    page, seats = convert_seat_fields(data, DominionPositionSchema, DominionPlayerSchema, check_seats)
    _check_fields(page, seats)
    game = _build_game(page, seats, _build_kingdom(page, seats, options))
    _open_question(page, game)
    run(steps, game)
    check_answerable(steps, game)
    return game


def check_seats(seats: object, wrong: type[RulesError] = BadPosition) -> None:
    """Check that so many may play, and that no handle is a word of the game or of its notation."""
    reserved = {*POSITION_FIELDS, *DominionPlayerSchema.__struct_fields__, *READ_ONLY_FIELDS, *PLAY_FIELDS}
    check_handles(seats, reserved, wrong)
    handles = seats if isinstance(seats, list) else []
    if len(handles) not in SEAT_COUNTS:
        raise wrong(f"Dominion is for {SEAT_COUNTS[0]} to {SEAT_COUNTS[-1]} players.")
    for seat in handles:
        if LEXICON.has_spelling(seat):
            raise wrong(f"A seat cannot be called “{seat}”.")


# --- what may not be


def _check_fields(page: DominionPositionSchema, seats: Mapping[str, DominionPlayerSchema]) -> None:
    for card in _list_named_cards(page, seats):
        if card not in CARDS:
            raise BadPosition(f"There is no card “{make_printable(card)}”.")
    if page.phase not in PHASES:
        raise BadPosition(f"There is no phase “{make_printable(page.phase)}”.")
    if page.turn is not None and page.turn not in page.seats:
        raise BadPosition(f"“turn” is nobody at this table: {make_printable(page.turn)}.")
    _check_numbers(page, seats)
    if page.bought and page.phase == ACTION_PHASE:
        raise BadPosition("A buy ends the action phase: “bought” does not go with it.")
    if page.actions and page.phase == BUY_PHASE:
        raise BadPosition("There are no actions left in the buy phase.")
    _check_loose_cards(page, seats)


def _check_numbers(page: DominionPositionSchema, seats: Mapping[str, DominionPlayerSchema]) -> None:
    for name in ("actions", "buys", "coins", "played", "reduction", "copper_bonus"):
        if (getattr(page, name) or 0) < 0:
            raise BadPosition(f"“{name}” is negative.")
    if any(left < 0 for left in page.supply.values()):
        raise BadPosition("A pile of the supply is negative.")
    if any((part.turns or 0) < 0 for part in seats.values()):
        raise BadPosition("“turns” is negative.")


def _check_loose_cards(page: DominionPositionSchema, seats: Mapping[str, DominionPlayerSchema]) -> None:
    active = page.turn or page.seats[0]
    for seat, part in seats.items():
        if part.in_play and seat != active:
            raise BadPosition(f"{seat} has cards in play, but it is not {seat}'s turn.")
        if (part.set_aside or part.revealed) and not page.pending:
            raise BadPosition(f"{seat} has set-aside or revealed cards, but nothing is pending.")


def _list_named_cards(
    page: DominionPositionSchema, seats: Mapping[str, DominionPlayerSchema]
) -> Iterable[str]:
    yield from (*(page.kingdom or ()), *page.supply, *page.trash)
    for part in seats.values():
        for name in CARD_LISTS:
            yield from getattr(part, name)


# --- the parts


def _build_kingdom(
    page: DominionPositionSchema, seats: Mapping[str, DominionPlayerSchema], options: Mapping[str, Any]
) -> list[str]:
    """The kingdom of the position or of the options, and every kingdom card named anywhere else."""
    try:
        kingdom = choose_written_kingdom(options) if page.kingdom is None else check_kingdom(page.kingdom)
    except RulesError as error:
        raise BadPosition(str(error)) from error
    named = (card for card in _list_named_cards(page, seats) if CARDS[card].box != BASIC)
    return list(dict.fromkeys([*kingdom, *named]))


def _build_game(
    page: DominionPositionSchema, seats: Mapping[str, DominionPlayerSchema], kingdom: list[str]
) -> DominionGame:
    turn, over = page.turn or page.seats[0], page.phase == OVER
    place = page.seats.index(turn)
    default_actions = 1 if page.phase == ACTION_PHASE else 0
    return DominionGame(
        version=VERSION,
        rng=Rng(str(page.seed)),
        seats=page.seats,
        players={
            seat: _build_player(part, 1 if page.seats.index(seat) <= place else 0)
            for seat, part in seats.items()
        },
        kingdom=kingdom,
        supply=build_supply(len(page.seats), kingdom) | page.supply,
        turn=turn,
        trash=page.trash,
        phase=page.phase,
        actions=default_actions if page.actions is None else page.actions,
        buys=int(not over) if page.buys is None else page.buys,
        coins=page.coins,
        bought=page.bought,
        played=page.played,
        reduction=page.reduction,
        copper_bonus=page.copper_bonus,
    )


def _build_player(part: DominionPlayerSchema, turns: int) -> DominionPlayer:
    if len(part.orders) > MAX_ORDERS:
        raise BadPosition(f"A seat has at most {MAX_ORDERS} orders.")
    try:
        orders = [ORDER_TABLE.parse_written(line) for line in part.orders]
    except NotUnderstood as error:
        raise BadPosition(str(error)) from error
    return DominionPlayer(
        hand=part.hand,
        deck=part.deck[::-1],
        discard=part.discard[::-1],
        in_play=part.in_play,
        set_aside=part.set_aside,
        revealed=part.revealed,
        turns=turns if part.turns is None else part.turns,
        orders=orders,
    )


def _open_question(page: DominionPositionSchema, game: DominionGame) -> None:
    if page.pending:
        restore_agenda(page.pending, game)
    elif game.phase != OVER:
        then(game, Step("main", game.turn))
