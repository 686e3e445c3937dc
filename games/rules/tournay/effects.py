"""Carrying out the effects of cards (rule page, section 4).

An effect is put on the agenda as the step `effect`. One that can be carried out in exactly one way asks
nothing, one in no way does nothing, and one in several ways asks its owner, who may skip it (I11). The
question has the name of the kind of effect.
"""

from collections.abc import Callable, Iterator

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer, offer_cards
from .actions import list_others, refill_queue, take_event, take_from_supply
from .cards.card import BUILDING, DeckCard, card_set
from .cards.effects import (
    ANY,
    DRAW,
    DRAW_TWO,
    EVENTS,
    FIGHT,
    HOUSE_TAX,
    INCOME,
    LAND_TAX,
    MASS,
    OTHER,
    RECRUIT,
    Effect,
    parse_effect,
)
from .district import reading_order
from .draws import begin_draw
from .numbers import COLOURS, SPACES
from .offers import DRAW_MOVES, SKIP, list_ways_to_draw
from .position import TournayGame, steps
from .town_crier import list_events_with_room, set_off_events

CarryOut = Callable[
    [TournayGame, str, Effect, str], None
]  # position, seat, the effect, the card that brings it
ListWays = Callable[[TournayGame, str, Effect], list[Move]]
Answer = Callable[[TournayGame, str, Effect, Move], None]


def build_effect_step(seat: str, effect: Effect, card: str) -> Step:
    return Step("effect", seat, {"effect": effect.text, "card": card})


@steps.act("effect")
def carry_out_effect(game: TournayGame, step: Step) -> None:
    effect = parse_effect(step.args["effect"])
    if effect.kind in AT_ONCE:
        AT_ONCE[effect.kind](game, step.seat, effect, step.args.get("card", ""))
        return
    moves = WAYS[effect.kind](game, step.seat, effect)
    if len(moves) > 1:
        then(game, Step(effect.kind, step.seat, step.args))
    elif moves:
        ANSWERS[effect.kind](game, step.seat, effect, moves[0])
    else:
        _tell_nothing(game, step.seat, step.args.get("card", ""))


def _tell_nothing(game: TournayGame, seat: str, card: str) -> None:
    tell(game, "no_effect", seat=seat, card=card)


# --- effects without a choice


def _bring_income(game: TournayGame, seat: str, effect: Effect, card: str) -> None:
    _earn(game, seat, effect.number, card)


def _collect_land_tax(game: TournayGame, seat: str, effect: Effect, card: str) -> None:
    """1 denier for each empty space of the nine (I10)."""
    _earn(game, seat, SPACES - len(game.players[seat].district), card)


def _collect_house_tax(game: TournayGame, seat: str, effect: Effect, card: str) -> None:
    _earn(game, seat, len(game.players[seat].district), card)


def _earn(game: TournayGame, seat: str, deniers: int, card: str) -> None:
    if not deniers:
        _tell_nothing(game, seat, card)
        return
    game.players[seat].deniers += deniers
    tell(game, "income", seat=seat, deniers=deniers, card=card)


def _recruit(game: TournayGame, seat: str, effect: Effect, card: str) -> None:
    """Pay for a citizen of the supply; nothing if it has none or the money is short (I2)."""
    if game.supply[effect.colour] and game.players[seat].deniers >= effect.number:
        take_from_supply(game, seat, effect.colour, effect.number, card)
    else:
        _tell_nothing(game, seat, card)


def _say_mass(game: TournayGame, seat: str, effect: Effect, card: str) -> None:
    """The spent citizens stand up; those on buildings stay there (I9)."""
    player = game.players[seat]
    citizens = {colour: count for colour, count in player.aside.items() if count}
    if not citizens:
        _tell_nothing(game, seat, card)
        return
    for colour, count in citizens.items():
        player.plaza[colour] += count
        player.aside[colour] = 0
    tell(game, "mass", seat=seat, citizens=citizens, count=sum(citizens.values()), card=card)


def _draw_two(game: TournayGame, seat: str, effect: Effect, card: str) -> None:
    then(game, Step("take", seat, {"deck": f"{effect.colour}{effect.number}", "count": 2}))


AT_ONCE: dict[str, CarryOut] = {
    INCOME: _bring_income,
    LAND_TAX: _collect_land_tax,
    HOUSE_TAX: _collect_house_tax,
    RECRUIT: _recruit,
    MASS: _say_mass,
    DRAW_TWO: _draw_two,
}


# --- effects that may have to be asked about: what can be done, and how it is done


def list_draws(game: TournayGame, seat: str, effect: Effect) -> list[Move]:
    colours = COLOURS if effect.colour == ANY else (effect.colour,)
    decks = [f"{colour}{effect.number}" for colour in colours]
    return [DRAW_MOVES[deck, how] for deck in decks for how in list_ways_to_draw(game, deck)]


def _draw(game: TournayGame, seat: str, effect: Effect, move: Move) -> None:
    colour, level, how = move.args
    begin_draw(game, seat, f"{colour}{level}", how)


def list_fights(game: TournayGame, seat: str, effect: Effect) -> list[Move]:
    """The events with coins, or those without (I6, I7)."""
    return [Move(FIGHT, (queued.event,)) for queued in game.queue if bool(queued.coins) != effect.bare]


def _fight(game: TournayGame, seat: str, effect: Effect, move: Move) -> None:
    win_event(game, seat, move.args[0], keeps_coins=effect.keeps_coins)


def win_event(
    game: TournayGame, seat: str, event: str, *, keeps_coins: bool = False, deniers: int = 0
) -> None:
    """Take an event into the hand; its coins go to the bank, or to this seat (F2, I6)."""
    coins = take_event(game, seat, event)
    kept = coins if keeps_coins else 0
    game.players[seat].deniers += kept
    tell(game, "fought", seat=seat, event=event, coins=coins, kept=kept, deniers=deniers)
    refill_queue(game)


def list_buildings_of_others(game: TournayGame, seat: str, effect: Effect) -> list[Move]:
    """The buildings of the colour in other districts that can be used (I3, I12)."""
    cards, found = card_set(game).cards, []
    for other in list_others(game, seat):
        district = game.players[other].district
        for cell in sorted(district, key=reading_order):
            space = district[cell]
            card = cards[space.cards[0]]
            if card.colour != effect.colour or space.damaged or not _can_be_used(card):
                continue
            if effect.occupied or not space.citizen:
                found.append(Move(OTHER, (other, card.slug, cell)))
    return found


def _can_be_used(card: DeckCard) -> bool:
    """A building, but none that itself uses another: two ports would call each other for ever."""
    return card.kind == BUILDING and card.effect is not None and card.effect.kind != OTHER


def _use_other(game: TournayGame, seat: str, effect: Effect, move: Move) -> None:
    """Carry out the building of another seat; this one gets and pays everything (I12)."""
    owner, slug, cell = move.args
    used = card_set(game).cards[slug].effect
    tell(game, "used_other", seat=seat, rival=owner, card=slug, cell=cell)
    if used:
        then(game, build_effect_step(seat, used, slug))


def list_events_to_set_off(game: TournayGame, seat: str, effect: Effect) -> list[Move]:
    return [Move(EVENTS, (event,)) for event in list_events_with_room(game)]


def _set_off(game: TournayGame, seat: str, effect: Effect, move: Move) -> None:
    set_off_events(game, seat, move.args)


WAYS: dict[str, ListWays] = {
    DRAW: list_draws,
    FIGHT: list_fights,
    OTHER: list_buildings_of_others,
    EVENTS: list_events_to_set_off,
}
ANSWERS: dict[str, Answer] = {DRAW: _draw, FIGHT: _fight, OTHER: _use_other, EVENTS: _set_off}


def _offer_ways(game: TournayGame, step: Step) -> Iterator[Offer]:
    """Offer all ways to carry out an effect, and to skip it."""
    effect = parse_effect(step.args["effect"])
    moves = WAYS[effect.kind](game, step.seat, effect)
    if effect.kind == EVENTS:
        events = [move.args[0] for move in moves]
        yield offer_cards(EVENTS, events, 1, min(effect.number, len(events)))
    else:
        yield from moves
    yield SKIP


def _take_way(game: TournayGame, step: Step, move: Move) -> None:
    if move == SKIP:
        tell(game, "skipped", seat=step.seat, card=step.args.get("card", ""))
        return
    effect = parse_effect(step.args["effect"])
    ANSWERS[effect.kind](game, step.seat, effect, move)


for _kind in WAYS:
    steps.ask(_kind)(_offer_ways).answer(_take_way)
