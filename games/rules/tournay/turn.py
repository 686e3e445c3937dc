"""A turn: a card may be placed, then there is one action; the end of the turn and of the game (3, 8)."""

from collections.abc import Iterator

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer, offer_cards
from .actions import (
    bury_events,
    drop_from_hand,
    find_next_seat,
    lay_down,
    pay_lenders,
    take_from_supply,
)
from .activating import ACTIVATE, activate, offer_to_activate
from .cards.card import card_set
from .drawing import begin_draw
from .effects import win_event
from .numbers import ADVANCED, CITIZENS_TO_DRAW, COLOURS, DECKS, HAND_LIMIT, RECRUIT, TAX
from .offers import (
    DRAW_MOVES,
    GATHER,
    RECRUIT_MOVES,
    SKIP,
    USING,
    list_ways_to_draw,
    offer_with_borrowed,
)
from .placing import offer_to_place, place_card
from .position import ACT, GREY, LAST_CARD, OVER, PLACE, TournayGame, steps
from .scoring import begins_last_round, is_complete

DRAW, FIGHT = "draw", "fight"
FIGHTER = "red"  # the citizens that fight events
DECK_FACTS = {deck: (deck[:-1], CITIZENS_TO_DRAW[int(deck[-1])]) for deck in DECKS}


def begin_turn(game: TournayGame, seat: str) -> None:
    game.turn, game.step = seat, PLACE
    tell(game, "turn_begun", seat=seat, round=game.round)
    then(game, Step("turn", seat))


# --- the question


@steps.ask("turn")
def offer_turn(game: TournayGame, step: Step) -> Iterator[Offer]:
    """Offer to place a card first, and every action: taking one gives up placing (T1)."""
    seat = step.seat
    if game.step == PLACE:
        yield from offer_to_place(game, seat)
    yield from offer_to_draw(game, seat)
    yield from offer_to_activate(game, seat)
    yield from _offer_to_fight(game, seat)
    yield from _offer_taxes(game, seat)
    yield GATHER
    if game.mode == ADVANCED:
        yield from _offer_to_recruit(game, seat)


def offer_to_draw(game: TournayGame, seat: str) -> Iterator[Offer]:
    """Offer each deck for own citizens of its colour, and with borrowed ones (D1, T3)."""
    plaza, values = game.players[seat].plaza, []
    for deck in DECKS:
        colour, needed = DECK_FACTS[deck]
        for how in list_ways_to_draw(game, deck):
            values.append((deck, how))
            if plaza[colour] >= needed:
                yield DRAW_MOVES[deck, how]
    if offer := offer_with_borrowed(
        game, seat, DRAW, "deck", [DRAW_VALUES[value] for value in values], _need_to_draw
    ):
        yield offer


DRAW_VALUES = {key: " ".join(move.args) for key, move in DRAW_MOVES.items()}


def _need_to_draw(value: str) -> tuple[str, int, int]:
    colour, level, _ = value.split(" ")
    return colour, CITIZENS_TO_DRAW[int(level)], 0


def _offer_to_fight(game: TournayGame, seat: str) -> Iterator[Offer]:
    """Offer each event for two red citizens, or for one and some deniers (F1)."""
    player, values = game.players[seat], []
    coins = {queued.event: queued.coins for queued in game.queue}
    for event in coins:
        for citizens in (2, 1):
            values.append(f"{event} with {citizens}")
            if player.plaza[FIGHTER] >= citizens and player.deniers >= price_fight(citizens, coins[event]):
                yield Move(FIGHT, (event, "with", str(citizens)))

    def needs(value: str) -> tuple[str, int, int]:
        event, _, citizens = value.split(" ")
        return FIGHTER, int(citizens), price_fight(int(citizens), coins[event])

    if offer := offer_with_borrowed(game, seat, FIGHT, "event", values, needs):
        yield offer


def price_fight(citizens: int, coins: int) -> int:
    return 1 + coins if citizens == 1 else 0


def _offer_taxes(game: TournayGame, seat: str) -> Iterator[Offer]:
    for colour in COLOURS:
        for count in range(TAX[0], game.players[seat].plaza[colour] + 1, TAX[0]):
            yield Move("tax", (colour, str(count)))


def _offer_to_recruit(game: TournayGame, seat: str) -> Iterator[Offer]:
    player = game.players[seat]
    if player.deniers >= RECRUIT:
        for colour in COLOURS:
            if player.plaza[colour] and game.supply[colour]:
                yield RECRUIT_MOVES[colour]


# --- the answer


@offer_turn.answer
def take_turn(game: TournayGame, step: Step, move: Move) -> None:
    seat, args = step.seat, move.args
    if move.verb == "place":
        game.step = ACT
        then(game, step)
        place_card(game, seat, args)
        return
    game.step = ACT
    then(game, Step("end", seat))
    lenders = args[args.index(USING) + 1 :] if USING in args else ()
    if move.verb == DRAW:
        _draw(game, seat, f"{args[0]}{args[1]}", args[2], lenders)
    elif move.verb == ACTIVATE:
        activate(game, seat, args[0], args[1], lenders)
    elif move.verb == FIGHT:
        _fight(game, seat, args[0], int(args[2]), lenders)
    elif move.verb == "tax":
        _collect_tax(game, seat, args[0], int(args[1]))
    elif move.verb == "recruit":
        lay_down(game, seat, args[0], 1)
        take_from_supply(game, seat, args[0], RECRUIT)
    else:
        gather(game, seat)


def _draw(game: TournayGame, seat: str, deck: str, how: str, lenders: tuple[str, ...]) -> None:
    colour, needed = DECK_FACTS[deck]
    own = needed - len(lenders)
    pay_lenders(game, seat, colour, lenders)
    lay_down(game, seat, colour, own)
    tell(game, "spent", seat=seat, colour=colour, count=own, deck=deck, how=how)
    begin_draw(game, seat, deck, how)


def _fight(game: TournayGame, seat: str, event: str, citizens: int, lenders: tuple[str, ...]) -> None:
    coins = next(queued.coins for queued in game.queue if queued.event == event)
    pay_lenders(game, seat, FIGHTER, lenders)
    lay_down(game, seat, FIGHTER, citizens - len(lenders))
    deniers = price_fight(citizens, coins)
    game.players[seat].deniers -= deniers
    win_event(game, seat, event, deniers=deniers)


def _collect_tax(game: TournayGame, seat: str, colour: str, count: int) -> None:
    deniers = count // TAX[0] * TAX[1]
    lay_down(game, seat, colour, count)
    game.players[seat].deniers += deniers
    tell(game, "taxed", seat=seat, colour=colour, count=count, deniers=deniers)


def gather(game: TournayGame, seat: str) -> None:
    """All own citizens stand on the plaza again; damage is repaired, grey tokens are removed (G1)."""
    player, count, repaired = game.players[seat], 0, []
    for colour in COLOURS:
        count += player.aside[colour]
        player.plaza[colour] += player.aside[colour]
        player.aside[colour] = 0
    for cell, space in player.district.items():
        if space.citizen and space.citizen != GREY:
            player.plaza[space.citizen] += 1
            count += 1
        if space.damaged:
            repaired.append(cell)
        space.citizen, space.damaged = "", False
    tell(game, "gathered", seat=seat, count=count, repaired=repaired)


# --- the end of the turn


@steps.act("end")
def end_turn(game: TournayGame, step: Step) -> None:
    """Drop what the hand cannot hold, then it is the next seat's turn (T5)."""
    if count_surplus(game, step.seat) > 0:
        then(game, Step("drop", step.seat))
    else:
        _pass_turn(game, step.seat)


def count_surplus(game: TournayGame, seat: str) -> int:
    player = game.players[seat]
    return len(player.hand) + len(player.events) - HAND_LIMIT


@steps.ask("drop")
def offer_to_drop(game: TournayGame, step: Step) -> Iterator[Offer]:
    player, count = game.players[step.seat], count_surplus(game, step.seat)
    yield offer_cards("drop", [*player.hand, *player.events], count, count)


@offer_to_drop.answer
def drop(game: TournayGame, step: Step, move: Move) -> None:
    """The cards go under their decks, in the order named."""
    seat, events = step.seat, card_set(game).events
    dropped = [card for card in move.args if card in events]
    hidden = [card for card in move.args if card not in events]
    decks = [drop_from_hand(game, seat, card) for card in hidden]
    tell(
        game,
        "dropped",
        seat=seat,
        decks=decks,
        events=dropped,
        count=len(move.args),
        secret={seat: {"cards": hidden}},
    )
    bury_events(game, seat, dropped)
    _pass_turn(game, seat)


def _pass_turn(game: TournayGame, seat: str) -> None:
    """Begin the turn of the next seat; before the start player's the end is looked at (Z1, Z3)."""
    following = find_next_seat(game, seat)
    if following == game.start:
        if game.last_round:
            _begin_last_cards(game)
            return
        game.round += 1
        if begins_last_round(game):
            game.last_round = True
            complete = [other for other in game.seats if is_complete(game, other)]
            tell(game, "last_round", seats=complete, criers=len(game.criers), round=game.round)
    begin_turn(game, following)


# --- one last card


def _begin_last_cards(game: TournayGame) -> None:
    game.step = LAST_CARD
    tell(game, "last_cards", seat=game.start)
    open_last_card(game, game.start)


def open_last_card(game: TournayGame, seat: str) -> None:
    """Ask the seat for its last card, if it holds an activity card; otherwise the next one (Z4)."""
    game.turn = seat
    if game.players[seat].hand:
        then(game, Step("last_card", seat))
    else:
        then(game, Step("next", seat))


@steps.ask("last_card")
def offer_last_card(game: TournayGame, step: Step) -> Iterator[Offer]:
    yield from offer_to_place(game, step.seat)
    yield SKIP


@offer_last_card.answer
def place_last_card(game: TournayGame, step: Step, move: Move) -> None:
    then(game, Step("next", step.seat))
    if move == SKIP:
        tell(game, "no_last_card", seat=step.seat)
    else:
        place_card(game, step.seat, move.args)


@steps.act("next")
def go_on_after_last_card(game: TournayGame, step: Step) -> None:
    following = find_next_seat(game, step.seat)
    if following != game.start:
        open_last_card(game, following)
        return
    game.step = OVER
    game.agenda.clear()
    tell(game, "over", seat=step.seat)
