"""Two worlds that a seat cannot tell apart, and what it is told in both.

In the other world everything that the seat cannot know was dealt again, and the one who moves decides
otherwise wherever the others are not told what was decided: a twin of the move. What the seat reads,
sees and is asked must be the same, up to the point where something hidden is rightly turned up.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.rules.core.events import Event
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from games.rules.tournay.actions import list_others
from games.rules.tournay.cards.card import card_set
from games.rules.tournay.position import OVER, TournayGame
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.random_games import Moment, seen

TRIES = 6
# of these events everybody sees what was hidden before: there worlds part, and so they may
TURNED_UP = {"kept": {"back"}, "event_turned_up": {"event"}}
DRAWN = {"crier", "looked", "took", "deck_empty"}  # a deck holds a crier in one world and not in the other


def other_world(moment: Moment, seat: str, *, same_mover: bool = False) -> TournayGame:
    """The same for this seat, with other hidden cards; chance goes on as it would have.

    With the `same_mover` only the others hold other cards, so that any move can be made there too."""
    position = moment.position
    world = TOURNAY.deal_again(position, seat, Rng(f"{seat} {moment.number}"))
    world.rng = Rng(position.rng.seed, position.rng.drawn)
    if same_mover:
        here = TOURNAY.copy(position)
        world.players[moment.seat] = here.players[moment.seat]
        world.drawn, world.drawn_known = here.drawn, here.drawn_known
    return world


def as_bytes(position: TournayGame, seat: str | None) -> bytes:
    """All that the seat can look at: its view, the table as text, and what its page shows."""
    page = TOURNAY.presentation.page(position, seat)
    return msgspec.json.encode([TOURNAY.view(position, seat), TOURNAY.table_text(position, seat), page])


def offers(position: TournayGame, seat: str) -> list[tuple[object, ...]]:
    """What the seat is offered, with all that is said of it."""
    hint, layout, label = TOURNAY.presentation.hint, TOURNAY.presentation.layout, TOURNAY.label
    return [
        (
            offer.form(str),
            label(position, seat, offer),
            hint(position, seat, offer),
            layout(position, seat, offer),
        )
        for offer in TOURNAY.offers(position, seat)
    ]


def looks_the_same(moment: Moment, seat: str) -> None:
    world = other_world(moment, seat)
    TOURNAY.audit(world)
    for reader in (seat, None):
        assert as_bytes(world, reader) == as_bytes(moment.position, reader), "seen otherwise"
    assert TOURNAY.awaits(world) == TOURNAY.awaits(moment.position)
    assert offers(world, seat) == offers(moment.position, seat), "offered otherwise"


# --- the twin of a move


def told_of(moment: Moment, move: Move) -> tuple[object, ...]:
    """All of a move that the others are told: of a hidden card that is put away only the deck (H3)."""
    facts = card_set(moment.position)
    if move.verb == "keep":
        return (move.verb,)
    if move.verb == "drop":
        return move.verb, *sorted(
            facts.cards[card].deck if card in facts.cards else card for card in move.args
        )
    if move.verb == "place" and move.args[-1] == "hand":
        return *move.args[:3], facts.cards[move.args[3]].deck, *move.args[4:]
    return move.verb, *move.args


def find_twin(moment: Moment, world: TournayGame) -> Move | None:
    """A move for the other world of which the others are told the same; another one, if there is one."""
    found, rng = TOURNAY.offers(world, moment.seat), Rng(f"twin {moment.number}")
    told = told_of(moment, moment.move)
    for offer in found:
        for _ in range(TRIES if offer.verb == moment.move.verb else 0):
            other = offer.sample(rng.below)
            if other != moment.move and told_of(moment, other) == told:
                return other
    return moment.move if any(offer.accepts(moment.move) for offer in found) else None


# --- the comparison


def compare(moment: Moment, seat: str | None) -> bool:
    """Play both; is there anything that the seat can tell them apart by? Returned is whether it was tried."""
    watched = seat or next(one for one in moment.position.seats if one != moment.seat)
    world = other_world(moment, watched, same_mover=moment.number % 2 == 0)
    move = find_twin(moment, world)
    if move is None:
        return False
    here, there = TOURNAY.copy(moment.position), world
    told_here = TOURNAY.play(here, moment.seat, moment.move)
    told_there = TOURNAY.play(there, moment.seat, move)
    if parts_rightly(here, told_here, told_there, seat) or here.step == OVER:
        return True
    assert TOURNAY.awaits(here) == TOURNAY.awaits(there), "asked otherwise"
    assert as_bytes(here, seat) == as_bytes(there, seat), "seen otherwise"
    return True


def parts_rightly(
    here: TournayGame, told_here: list[Event], told_there: list[Event], seat: str | None
) -> bool:
    """Compare what is told, event by event, until something hidden is turned up."""
    for one, other in zip(seen(told_here, seat), seen(told_there, seat), strict=False):
        if one != other and _may_differ(one, other, seat):
            return True
        assert one == other, f"told otherwise: {one.get('kind')}"
        assert TOURNAY.phrase(here, one, seat) == TOURNAY.phrase(here, other, seat)
    assert len(told_here) == len(told_there), "more is told"
    return False


def _may_differ(one: Mapping[str, Any], other: Mapping[str, Any], seat: str | None) -> bool:
    """Does the difference lie only in what this event turns up, for all or for this seat?"""
    kinds = {one.get("kind"), other.get("kind")}
    if "crier" in kinds and kinds <= DRAWN:
        return True
    if len(kinds) > 1 or one.keys() != other.keys():
        return False
    allowed = set(TURNED_UP.get(one["kind"], ()))
    if one["kind"] in DRAWN and one["seat"] == seat:
        allowed.add("cards")  # the draw of this seat goes on after others have answered an event
    return {key for key in one if one[key] != other[key]} <= allowed


def watchers(moment: Moment) -> list[str | None]:
    """Everybody who does not make the move, the left neighbour first, and somebody who only looks on."""
    return [*list_others(moment.position, moment.seat), None]
