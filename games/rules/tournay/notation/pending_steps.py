"""`pending`: what is still to be done in this turn, in order (rule page, 14.4).

Each entry is a step of the agenda as a line. The question that waits is written as the step that asks it,
so that loading it asks again. The turn's own question is not written: it follows from `step`.
"""

from collections.abc import Sequence

from ...core.agenda import Step, then
from ...core.errors import BadPosition, make_printable
from ..cards.card import card_set
from ..cards.effects import parse_effect
from ..effects import WAYS
from ..numbers import DECKS
from ..position import LAST_CARD, OVER, TournayGame

KEEP, LOOK, TAKE, EVENT, END, NEXT = "keep", "look", "take", "event", "end", "next"
PENDING_WORDS = frozenset(
    {KEEP, LOOK, TAKE, EVENT, END, NEXT, "on", "effect", "card", "cards", "deck", "count", "seats"}
)


# --- saving


def dump_pending(game: TournayGame) -> list[str]:
    """Write the agenda, what comes next first."""
    lines = [_format_group(game, group) for group in reversed(game.agenda)]
    return [line for line in lines if line]


def _format_group(game: TournayGame, group: Sequence[Step]) -> str:
    step = group[0]
    if step.name in ("turn", "last_card"):
        return ""
    if step.name == "suffer":
        return f"{EVENT} {step.args['event']} on {' '.join(one.seat for one in group)}"
    if step.name == EVENT:
        return f"{EVENT} {step.args['event']} on {' '.join(step.args['seats'])}"
    if step.name == "effect" or step.name in WAYS:
        return str(step.args["effect"])
    if step.name == KEEP:
        return " ".join((KEEP, step.args["deck"], *game.drawn))
    if step.name == LOOK:
        return f"{LOOK} {step.args['deck']}"
    if step.name == TAKE:
        return f"{TAKE} {step.args['deck']} {step.args['count']}"
    return NEXT if step.name == NEXT else END  # a question about surplus cards comes from the end of the turn


# --- loading


def restore_agenda(game: TournayGame, lines: Sequence[str]) -> None:
    """Put on the agenda what is still to be done; what no game can have saved is refused."""
    found = [_parse_line(game, line) for line in lines]
    names = [step.name for step in found]
    last = NEXT if game.step == LAST_CARD else END
    if game.step == OVER or any(name in (END, NEXT) for name in names[:-1]):
        raise BadPosition("“pending” goes on after the end.")
    if names[-1] in (END, NEXT) and names[-1] != last:
        raise BadPosition(f"“{names[-1]}” does not go with this step of the turn.")
    if KEEP in names[1:]:
        raise BadPosition("Somebody has looked at two cards, but something else comes first.")
    if names[-1] != last:
        if game.step == LAST_CARD:
            raise BadPosition("A last card ends with “next”.")
        game.agenda.append([Step("turn", game.turn)])
    then(game, *found)


def _parse_line(game: TournayGame, line: str) -> Step:
    name, *words = line.split() or [""]
    seat = game.turn
    if name in (END, NEXT) and not words:
        return Step(name, seat)
    if name == LOOK and len(words) == 1 and words[0] in DECKS:
        return Step(LOOK, seat, {"deck": words[0]})
    if name == TAKE and len(words) == 2 and words[0] in DECKS and words[1] in ("1", "2"):
        return Step(TAKE, seat, {"deck": words[0], "count": int(words[1])})
    if name == KEEP and len(words) == 3 and words[0] in DECKS:
        return _parse_keep(game, words[0], words[1:])
    if name == EVENT and len(words) > 2 and words[1] == "on":
        return _parse_event(game, words[0], words[2:])
    try:
        return Step("effect", seat, {"effect": parse_effect(line).text, "card": ""})
    except ValueError as error:
        raise BadPosition(f"This is nothing that can be pending: {make_printable(line)}.") from error


def _parse_keep(game: TournayGame, deck: str, cards: list[str]) -> Step:
    known = card_set(game).cards
    if deck in game.up:
        raise BadPosition(f"Two cards of {deck} are looked at, so none can lie face up on it.")
    if game.drawn or any(card not in known or known[card].deck != deck for card in cards):
        raise BadPosition(f"These are not two cards of {deck}: {make_printable(' '.join(cards))}.")
    game.drawn, game.drawn_known = cards, ["", ""]
    return Step(KEEP, game.turn, {"deck": deck})


def _parse_event(game: TournayGame, event: str, seats: list[str]) -> Step:
    if event not in {queued.event for queued in game.queue}:
        raise BadPosition(f"“{make_printable(event)}” is not in the queue.")
    if len(set(seats)) < len(seats) or not set(seats) <= set(game.seats):
        raise BadPosition("An event is on seats of this table, each once.")
    return Step(EVENT, game.turn, {"event": event, "seats": seats})
