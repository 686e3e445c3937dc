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
from games.rules.dominion.actions import list_others
from games.rules.dominion.position import OVER, DominionGame
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.random_games import Moment, seen

TRIES = 6
# of these events everybody sees what was hidden before: there worlds part, and so they may
TURNED_UP = {
    "revealed": {"cards"},
    "showed_hand": {"cards"},
    "discarded": {"top"},
    "discarded_deck": {"top"},
    "turn_ended": {"top"},
    "treasures": {"cards", "coins"},  # all that are in the hand
}
# what these cards do hangs on a hand or a deck that nobody has seen, for all to see
SHOW_HIDDEN = {
    "adventurer", "baron", "bureaucrat", "library", "mine", "moneylender", "swindler", "throne_room",
}  # fmt: skip
MOVES_TOLD_BY_NUMBER = {"courtyard", "react.topdeck", "masquerade.pass"}


def other_world(moment: Moment, seat: str, *, same_mover: bool = False) -> DominionGame:
    """The same for this seat, with other hidden cards; chance goes on as it would have.

    With the `same_mover` only the others hold other cards, so that any move can be made there too."""
    position = moment.position
    world = DOMINION.deal_again(position, seat, Rng(f"{seat} {moment.number}"))
    world.rng = Rng(position.rng.seed, position.rng.drawn)
    if same_mover and not any(player.passed for player in position.players.values()):
        world.players[moment.seat] = DOMINION.copy(position).players[moment.seat]
    return world


def as_bytes(position: DominionGame, seat: str | None) -> bytes:
    """All that the seat can look at: its view, the table as text, and what its page shows."""
    page = DOMINION.presentation.page(position, seat)
    return msgspec.json.encode([DOMINION.view(position, seat), DOMINION.table_text(position, seat), page])


def offers(position: DominionGame, seat: str) -> list[tuple[object, ...]]:
    """What the seat is offered, with all that is said of it."""
    hint, label = DOMINION.presentation.hint, DOMINION.label
    return [
        (offer.form(str), label(position, seat, offer), hint(position, seat, offer))
        for offer in DOMINION.offers(position, seat)
    ]


def looks_the_same(moment: Moment, seat: str) -> None:
    world = other_world(moment, seat)
    DOMINION.audit(world)
    for reader in (seat, None):
        assert as_bytes(world, reader) == as_bytes(moment.position, reader), "seen otherwise"
    assert DOMINION.awaits(world) == DOMINION.awaits(moment.position)
    assert offers(world, seat) == offers(moment.position, seat), "offered otherwise"


# --- the twin of a move


def told_of(moment: Moment, move: Move) -> tuple[object, ...]:
    """All of a move that the others are told."""
    name = next(step.name for step in moment.position.agenda[-1] if step.seat == moment.seat)
    if name in MOVES_TOLD_BY_NUMBER:
        return move.verb, len(move.args)
    if name == "scout":
        return move.verb, *sorted(move.args)
    if move.verb == "discard" and name != "spy":
        return move.verb, len(move.args), move.args[:1]
    return move.verb, *move.args


def find_twin(moment: Moment, world: DominionGame) -> Move | None:
    """A move for the other world of which the others are told the same; another one, if there is one."""
    found, rng = DOMINION.offers(world, moment.seat), Rng(f"twin {moment.number}")
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
    here, there = DOMINION.copy(moment.position), world
    told_here = DOMINION.play(here, moment.seat, moment.move)
    told_there = DOMINION.play(there, moment.seat, move)
    if parts_rightly(moment, here, told_here, told_there, seat) or here.phase == OVER:
        return True
    assert DOMINION.awaits(here) == DOMINION.awaits(there), "asked otherwise"
    assert as_bytes(here, seat) == as_bytes(there, seat), "seen otherwise"
    return True


def parts_rightly(
    moment: Moment, here: DominionGame, told_here: list[Event], told_there: list[Event], seat: str | None
) -> bool:
    """Compare what is told, event by event, until something hidden is turned up."""
    played = _list_played(moment, told_here)
    for one, other in zip(seen(told_here, seat), seen(told_there, seat), strict=False):
        if one != other and (played & SHOW_HIDDEN or _may_differ(one, other, seat)):
            return True
        assert one == other, f"told otherwise: {one.get('kind')}"
        assert DOMINION.phrase(here, one, seat) == DOMINION.phrase(here, other, seat)
    if len(told_here) != len(told_there) and played & SHOW_HIDDEN:
        return True
    assert len(told_here) == len(told_there), "more is told"
    return bool(played & SHOW_HIDDEN)


def _list_played(moment: Moment, events: list[Event]) -> set[Any]:
    """The cards that are being carried out: played just now, or an Attack whose last window has closed."""
    waiting = {step.args.get("card") for group in moment.position.agenda for step in group}
    asked = {step.name.partition(".")[0] for step in moment.position.agenda[-1]}
    return waiting | asked | {event.open["card"] for event in events if event.kind == "played"}


def _may_differ(one: Mapping[str, Any], other: Mapping[str, Any], seat: str | None) -> bool:
    """Does the difference lie only in what this event turns up, for all or for this seat?"""
    if one.get("kind") != other.get("kind") or one.keys() != other.keys():
        return False
    allowed = set(TURNED_UP.get(one["kind"], ()))
    if one["kind"] == "drew" and one["seat"] == seat:
        allowed.add("cards")
    if one["kind"] == "passed" and one["rival"] == seat:
        allowed.add("card")
    return {key for key in one if one[key] != other[key]} <= allowed


def watchers(moment: Moment) -> list[str | None]:
    """Everybody who does not make the move, the left neighbour first, and somebody who only looks on."""
    return [*list_others(moment.position, moment.seat), None]
