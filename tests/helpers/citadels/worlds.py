"""Two worlds that a seat cannot tell apart, and what it is told in both.

In the other world everything that the seat cannot know was dealt again, and the one who moves decides
otherwise wherever the others are not told what was decided: a twin of the move. What the seat reads,
sees and is asked must be the same, up to the point where something hidden is rightly turned up.
"""

import msgspec

from games.rules.citadels.building import parse_build
from games.rules.citadels.districts.cards import TYPE
from games.rules.citadels.draft import may_last_take_face_down
from games.rules.citadels.position import DRAFT, OVER, CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.events import Event
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from tests.helpers.citadels.random_games import Moment, seen

TRIES = 6
SHOWS_WHO_IS_WHO = ("revealed", "heir")  # here worlds with other characters part, and so they may


# --- the other world


def other_world(moment: Moment, seat: str, *, same_characters: bool) -> CitadelsGame:
    """The same for this seat, with other cards and faces; chance goes on as it would have."""
    world = CITADELS.deal_again(moment.position, seat, Rng(f"{seat} {moment.number}"))
    world.rng = Rng(moment.position.rng.seed, moment.position.rng.drawn)
    if same_characters:
        world.facedown = list(moment.position.facedown)
        world.character_deck = list(moment.position.character_deck)
        for other, player in world.players.items():
            player.characters = list(moment.position.players[other].characters)
    return world


def world_with_another_pick(moment: Moment, seat: str) -> tuple[CitadelsGame, Move] | None:
    """For who chooses next: another card was there and is chosen, so that the same ones are left."""
    position = moment.position
    if position.players[seat].seen or may_last_take_face_down(position):
        return None  # has looked at the cards before, or will look at the one that lies face down
    world = CITADELS.copy(position)
    chosen, hidden = moment.move.args[0], world.facedown[0]
    world.facedown[0] = chosen
    world.character_deck[world.character_deck.index(chosen)] = hidden
    return world, Move("pick", (hidden, *moment.move.args[1:]))


# --- the twin of a move

Open = tuple[object, ...]


def told_of(move: Move, seat: str) -> Open:
    """All of a move that this seat is told, besides its verb (L9)."""
    args = move.args
    match move.verb:
        case "pick" | "museum" | "laboratory" | "search" | "take":
            return ()
        case "keep" | "redraw":
            return (len(args),)
        case "tribute":
            return (args == ("gold",),)
        case "warrant" | "threaten":
            return tuple(sorted(args))
        case "theater":
            return args[:1]
        case "give":
            pairs = zip(args[::2], args[1::2], strict=True)
            return tuple(sorted((to, card if to == seat else "") for to, card in pairs))
        case "build":
            plan = parse_build(move)
            given = plan.cards_for_lender if plan.lender == seat else len(plan.cards_for_lender)
            return plan.card, plan.sacrifice, len(plan.payment_cards), plan.lender, given
    return args


def is_shown(moment: Moment, seat: str) -> bool:
    """Does this seat see the very card that the move is about, because it gives or gets it?"""
    move = moment.move
    if move.verb == "take":
        return moment.position.agenda[-1][0].args["target"] == seat
    return move.verb == "tribute" and moment.position.agenda[-1][0].args["to"] == seat


def twin(moment: Moment, world: CitadelsGame, seat: str) -> Move | None:
    """A move for the other world of which this seat is told the same; another one, if there is one."""
    offers = CITADELS.offers(world, moment.seat)
    rng = Rng(f"twin {moment.number}")
    told = told_of(moment.move, seat)
    if not is_shown(moment, seat):
        for offer in offers:
            for _ in range(TRIES if offer.verb == moment.move.verb else 0):
                other = offer.sample(rng.below)
                if other != moment.move and told_of(other, seat) == told:
                    return other
    return moment.move if any(offer.accepts(moment.move) for offer in offers) else None


def turns_up_otherwise(moment: Moment, world: CitadelsGame, move: Move) -> bool:
    """Some moves turn up something hidden for all to see; then it must be the same in both worlds."""
    position, called = moment.position, moment.position.called
    if move.verb == "reveal":
        return position.threats[called] != world.threats[called]
    if move.verb == "spy":
        rival, kind = move.args
        return found(position, rival, kind) != found(world, rival, kind)
    return False


def found(position: CitadelsGame, seat: str, kind: str) -> int:
    return sum(TYPE[card] == kind for card in position.players[seat].hand)


# --- the comparison


def compare(moment: Moment, seat: str | None, *, same_characters: bool) -> bool:
    """Play both; is there anything that the seat can tell them apart by? Returned is whether it was tried."""
    watched = seat or next(one for one in moment.position.seats if one != moment.seat)
    world = other_world(moment, watched, same_characters=same_characters)
    move = twin(moment, world, watched)
    if move is None or turns_up_otherwise(moment, world, move):
        return False
    compare_worlds(moment, world, move, seat)
    return True


def compare_worlds(
    moment: Moment, world: CitadelsGame, move: Move, seat: str | None, *, same_rest: bool = False
) -> None:
    """`same_rest`: also for the seat that chooses next, what is left of the characters is the same."""
    here, there = CITADELS.copy(moment.position), CITADELS.copy(world)
    told_here = CITADELS.play(here, moment.seat, moment.move)
    told_there = CITADELS.play(there, moment.seat, move)
    if gets_hidden_cards(moment, seat):  # the cards themselves are others; what all are told is not
        tells_apart(here, told_here, there, told_there, None)
        return
    if tells_apart(here, told_here, there, told_there, seat) or here.phase == OVER:
        return
    assert CITADELS.awaits(here) == CITADELS.awaits(there)
    if chooses_from_the_rest(moment, here, seat) and not same_rest:
        return
    assert as_bytes(here, seat) == as_bytes(there, seat)
    if seat is not None:
        assert offers(here, seat) == offers(there, seat)


def gets_hidden_cards(moment: Moment, seat: str | None) -> bool:
    """A hand, a character, or a Museum with what lies under it, that comes to this seat."""
    move = moment.move
    if move.verb == "exchange":
        return move.args[0] == seat and move.args[2] == "museum"
    return move.verb in ("swap", "theater") and move.args[0] == seat


def chooses_from_the_rest(moment: Moment, after: CitadelsGame, seat: str | None) -> bool:
    """Who chooses next sees what the one before has left; `world_with_another_pick` is for this seat."""
    return moment.move.verb == "pick" and after.phase == DRAFT and CITADELS.awaits(after) == [seat]


def tells_apart(
    here: CitadelsGame, told_here: list[Event], there: CitadelsGame, told_there: list[Event], seat: str | None
) -> bool:
    """Compare what is told, event by event, until a character shows itself in one of the worlds alone."""
    pairs = zip(seen(told_here, seat), seen(told_there, seat), strict=False)
    for one, other in pairs:
        if one != other and {one.get("kind"), other.get("kind")} & {*SHOWS_WHO_IS_WHO}:
            return True
        assert one == other, f"told otherwise: {one.get('kind')}"
        assert CITADELS.phrase(here, one, seat) == CITADELS.phrase(there, other, seat)
    assert len(told_here) == len(told_there), "more is told"
    return False


def as_bytes(position: CitadelsGame, seat: str | None) -> bytes:
    return msgspec.json.encode(CITADELS.view(position, seat))


def offers(position: CitadelsGame, seat: str) -> list[tuple[object, ...]]:
    """What the seat is offered, with all that is said of it."""
    shown = CITADELS.presentation
    return [
        (
            offer,
            CITADELS.label(position, seat, offer),
            shown.hint(position, seat, offer),
            shown.layout(position, seat, offer),
        )
        for offer in CITADELS.offers(position, seat)
    ]


def watchers(moment: Moment) -> list[str | None]:
    """Everybody who does not make the move, and somebody who only looks on."""
    return [*(seat for seat in moment.position.seats if seat != moment.seat), None]
