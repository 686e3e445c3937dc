"""A turn: a card may be placed, then there is one action; the end of the turn and of the game (3, 8)."""

from collections.abc import Iterable, Iterator

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
from .activation import ACTIVATE, activate
from .cards.card import card_set
from .draws import begin_draw
from .effects import win_event
from .numbers import (
    COLOURS,
    HAND_LIMIT,
    RECRUIT,
    TAX,
)
from .offers import (
    FIGHTER,
    SKIP,
    USING,
)
from .placement import offer_to_place, place_card
from .position import ACT, GREY, LAST_CARD, OVER, PLACE, TournayGame, steps
from .scoring import begins_last_round, is_complete
from .turn_offers import (
    COLLECT_TAX,
    DECK_FACTS,
    DRAW,
    FIGHT,
    PLACE_CARD,
    list_turn_offers,
    list_turn_offers_for,
    price_fight,
)


def begin_turn(game: TournayGame, seat: str) -> None:
    game.turn, game.step = seat, PLACE
    tell(game, "turn_begun", seat=seat, round=game.round)
    then(game, Step("turn", seat))


# --- the action


@steps.ask("turn")
def offer_turn(game: TournayGame, step: Step) -> Iterable[Offer]:
    return list_turn_offers(game, step.seat)


@offer_turn.for_move
def offer_turn_for(game: TournayGame, step: Step, move: Move) -> Iterable[Offer]:
    return list_turn_offers_for(game, step.seat, move)


@offer_turn.answer
def take_turn(game: TournayGame, step: Step, move: Move) -> None:
    seat, args = step.seat, move.args
    if move.verb == PLACE_CARD:
        game.step = ACT
        then(game, step)
        place_card(game, seat, args)
        return
    game.step = ACT
    lenders = args[args.index(USING) + 1 :] if USING in args else ()
    if move.verb in (DRAW, ACTIVATE):
        then(game, Step("end", seat))  # after everything that this brings
        if move.verb == DRAW:
            _draw(game, seat, f"{args[0]}{args[1]}", args[2], lenders)
        else:
            activate(game, seat, args[0], args[1], lenders)
        return
    if move.verb == FIGHT:
        _fight(game, seat, args[0], int(args[2]), lenders)
    elif move.verb == COLLECT_TAX:
        _collect_tax(game, seat, args[0], int(args[1]))
    elif move.verb == "recruit":
        lay_down(game, seat, args[0], 1)
        take_from_supply(game, seat, args[0], RECRUIT)
    else:
        gather(game, seat)
    _end_turn(game, seat)


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
    _end_turn(game, step.seat)


def _end_turn(game: TournayGame, seat: str) -> None:
    """Drop what the hand cannot hold, then it is the next seat's turn (T5)."""
    if count_surplus(game, seat) > 0:
        then(game, Step("drop", seat))
    else:
        _pass_turn(game, seat)


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
    if dropped:
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
