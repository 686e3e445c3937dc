"""Town criers, and the events that they bring (rule page, section 6).

An event is carried out by the step `event` for some seats. Who has to be asked about it answers `suffer`,
all at the same time; all others suffer at once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..core.agenda import Step, tell, then, together
from ..core.notation import Move, Offer, offer_cards
from .actions import find_queued, lay_down, list_from, list_others
from .cards.card import CHOICE, DAMAGE, DEPARTURE, LEVY, PRESTIGE, EventCard, card_set
from .district import is_free, reading_order
from .numbers import COLOURS, CRIERS_TO_END
from .position import TOWN_CRIER, TournayGame, steps
from .scoring import count_for_favour

RAMPART, ENDURE, LAY, DAMAGE_CARDS = "rampart", "endure", "lay", "damage"


def reveal_crier(game: TournayGame, seat: str, deck: str) -> None:
    """Lay the crier of this deck aside, put a coin on each event, and carry them all out (E1 to E3)."""
    game.decks[deck].remove(TOWN_CRIER)
    game.criers.append(deck)
    to_end = CRIERS_TO_END[len(game.seats)]
    tell(game, "crier", seat=seat, deck=deck, count=len(game.criers), to_end=to_end)
    put_coins(game, list_events_with_room(game))
    everybody = list_from(game, seat)
    then(game, *(_build_event_step(seat, queued.event, everybody) for queued in game.queue))


def _build_event_step(seat: str, event: str, seats: list[str]) -> Step:
    return Step("event", seat, {"event": event, "seats": seats})


def list_events_with_room(game: TournayGame) -> list[str]:
    """The events of the queue with an empty coin space, the oldest first."""
    spaces = card_set(game).event_spaces
    return [queued.event for queued in game.queue if queued.coins < spaces]


def put_coins(game: TournayGame, events: Sequence[str]) -> None:
    for event in events:
        find_queued(game, event).coins += 1
    if events:
        tell(game, "coins_put", events=list(events))


def set_off_events(game: TournayGame, seat: str, events: Iterable[str]) -> None:
    """Put a coin on each of these events and carry them out on the others, good ones for everybody (I8)."""
    chosen = [queued.event for queued in game.queue if queued.event in events]
    put_coins(game, chosen)
    others, facts = list_others(game, seat), card_set(game).events
    everybody = [seat, *others]
    then(
        game,
        *(
            _build_event_step(seat, event, everybody if facts[event].is_favour else others)
            for event in chosen
        ),
    )


@steps.act("event")
def carry_out_event(game: TournayGame, step: Step) -> None:
    """Carry out an event once for each coin on it; some of the seats may have to be asked (E3, E5)."""
    queued = find_queued(game, step.args["event"])
    event, seats = card_set(game).events[queued.event], step.args["seats"]
    tell(game, "event", event=queued.event, coins=queued.coins)
    if event.is_favour:
        _reward(game, event, queued.coins, seats)
        return
    asked = []
    for seat in seats:
        exposed = list_exposed(game, seat, event)
        if game.players[seat].events or _must_choose(exposed, queued.coins):
            asked.append(Step("suffer", seat, {"event": queued.event}))
        else:
            _suffer(game, seat, event, queued.coins, exposed)
    if asked:
        together(game, *asked)


def _reward(game: TournayGame, event: EventCard, coins: int, seats: Sequence[str]) -> None:
    """Reward who has the most of a colour, and all who tie; who has none gets nothing."""
    counts = {seat: count_for_favour(game, seat, event.colour) for seat in game.seats}
    most = max(counts.values())
    for seat in seats:
        if most and counts[seat] == most:
            deniers = event.amount * coins
            game.players[seat].deniers += deniers
            tell(game, "favoured", seat=seat, event=event.slug, deniers=deniers)


# --- who has something to lose


def list_exposed(game: TournayGame, seat: str, event: EventCard) -> list[str]:
    """What the event can strike: colours of ready citizens, one for each, or cells with a free card."""
    if event.family == DAMAGE:
        return list_damageable(game, seat, event.colour)
    if event.family == DEPARTURE:
        plaza = game.players[seat].plaza
        return [
            colour for colour in COLOURS if event.colour in (CHOICE, colour) for _ in range(plaza[colour])
        ]
    return []


def list_damageable(game: TournayGame, seat: str, colour: str) -> list[str]:
    """The cells with a free card of level I or II that can be damaged, in reading order (E6)."""
    cards, found = card_set(game).cards, []
    for cell, space in game.players[seat].district.items():
        card = cards[space.cards[0]]
        if is_free(space) and card.kind != PRESTIGE and colour in (CHOICE, card.colour):
            found.append(cell)
    return sorted(found, key=reading_order)


def list_choices(game: TournayGame, seat: str, event: EventCard, coins: int) -> list[str]:
    """The citizens or the cells between which the seat has to choose; empty if there is no choice (E7)."""
    exposed = list_exposed(game, seat, event)
    return exposed if _must_choose(exposed, coins) else []


def _must_choose(exposed: list[str], coins: int) -> bool:
    return len(exposed) > coins > 0 and len(set(exposed)) > 1


def can_hurt(game: TournayGame, seat: str, event: EventCard) -> bool:
    """Would the event cost this seat something?"""
    if event.family == LEVY:
        return game.players[seat].deniers > 0
    return bool(list_exposed(game, seat, event))


# --- the question


@steps.ask("suffer")
def offer_to_suffer(game: TournayGame, step: Step) -> Iterator[Offer]:
    """Lay a rampart, or suffer: by a choice where there is one, otherwise by enduring it (W1, E7)."""
    seat, queued = step.seat, find_queued(game, step.args["event"])
    event = card_set(game).events[queued.event]
    for card in sorted(game.players[seat].events):
        yield Move(RAMPART, (card, queued.event))
    choices = list_choices(game, seat, event, queued.coins)
    if choices:
        yield offer_cards(
            LAY if event.family == DEPARTURE else DAMAGE_CARDS, choices, queued.coins, queued.coins
        )
    else:
        yield Move(ENDURE, (queued.event,))


@offer_to_suffer.answer
def answer_event(game: TournayGame, step: Step, move: Move) -> None:
    seat, queued = step.seat, find_queued(game, step.args["event"])
    event = card_set(game).events[queued.event]
    if move.verb == RAMPART:
        card = move.args[0]
        game.players[seat].events.remove(card)
        game.players[seat].ramparts.append(card)
        tell(game, "rampart", seat=seat, card=card, event=queued.event)
    elif move.verb == LAY:
        _depart(game, seat, queued.event, move.args)
    elif move.verb == DAMAGE_CARDS:
        _damage(game, seat, queued.event, move.args)
    else:
        _suffer(game, seat, event, queued.coins, list_exposed(game, seat, event))


# --- suffering


def _suffer(game: TournayGame, seat: str, event: EventCard, coins: int, exposed: list[str]) -> None:
    """Suffer an event without a choice, as far as there is something to lose."""
    player, struck = game.players[seat], exposed[:coins]
    deniers = min(event.amount * coins, player.deniers)
    if event.family == LEVY and deniers:
        player.deniers -= deniers
        tell(game, "lost_deniers", seat=seat, event=event.slug, deniers=deniers)
    elif event.family == DEPARTURE and struck:
        _depart(game, seat, event.slug, struck)
    elif event.family == DAMAGE and struck:
        _damage(game, seat, event.slug, struck)
    else:
        tell(game, "unharmed", seat=seat, event=event.slug)


def _depart(game: TournayGame, seat: str, event: str, colours: Sequence[str]) -> None:
    citizens = Counter(colours)
    for colour, count in citizens.items():
        lay_down(game, seat, colour, count)
    tell(game, "departed", seat=seat, event=event, citizens=dict(citizens), count=len(colours))


def _damage(game: TournayGame, seat: str, event: str, cells: Sequence[str]) -> None:
    district = game.players[seat].district
    for cell in cells:
        district[cell].damaged = True
    cards = [district[cell].cards[0] for cell in cells]
    tell(game, "damaged", seat=seat, event=event, cells=list(cells), cards=cards)
