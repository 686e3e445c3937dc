"""Why a move is illegal, where the rules can say more than "not now".

An explanation may use only what the seat can see: its own hand and open information.
"""

from collections.abc import Callable, Mapping

from ...core.agenda import Step, list_questions
from ...core.notation import Move
from ...core.sentences import Voice
from ...core.translation import mark
from ..cards.card import card_set
from ..effects import WAYS
from ..position import LAST_CARD, TournayGame
from ..town_crier import list_choices
from ..turn import count_surplus
from .action_refusals import ACTION_REFUSALS
from .placement_refusals import explain_unplaced


def explain_refusal(game: TournayGame, seat: str, move: Move, voice: Voice) -> str | None:
    """Explain to one player in a sentence why a move is illegal; None if there is nothing to add."""
    asked = list_questions(game, seat)
    if not asked:
        return None
    if asked[0].name in ("turn", "last_card"):
        return _explain_in_turn(game, seat, move, voice)
    if asked[0].name == "suffer":
        return _explain_at_event(game, asked[0], move, voice)
    if asked[0].name in WAYS:
        return _explain_at_effect(asked[0], move, voice)
    return OTHER_QUESTIONS[asked[0].name](game, seat, voice)


def _explain_in_turn(game: TournayGame, seat: str, move: Move, voice: Voice) -> str | None:
    if move.verb == "place":
        return explain_unplaced(game, seat, move.args, voice)
    if game.step == LAST_CARD:
        return voice.speak.say(
            "The last round is over: place one last card, or write “{line}”.", line=voice.line("skip")
        )
    explain = ACTION_REFUSALS.get(move.verb)
    return explain(game, seat, move.args, voice) if explain else None


def _explain_keep(game: TournayGame, seat: str, voice: Voice) -> str:
    return voice.speak.say(
        "Keep exactly one of the two cards that you see: {cards}.", cards=voice.cards(game.drawn)
    )


def _explain_drop(game: TournayGame, seat: str, voice: Voice) -> str:
    count = count_surplus(game, seat)
    return voice.speak.count(
        "Your hand holds too much: put back exactly {n} card.",
        "Your hand holds too much: put back exactly {n} cards.",
        count,
    )


OTHER_QUESTIONS: Mapping[str, Callable[[TournayGame, str, Voice], str]] = {
    "keep": _explain_keep,
    "drop": _explain_drop,
}

EFFECT_REFUSALS = {
    "draw": mark("First say from which deck you draw, or write “{line}”."),
    "fight": mark("First say which event you take, or write “{line}”."),
    "other": mark("First say which building you use: whose, which and where; or write “{line}”."),
    "events": mark("First say which events get a coin, or write “{line}”."),
}


def _explain_at_effect(step: Step, move: Move, voice: Voice) -> str:
    sentence = EFFECT_REFUSALS[step.name]
    if move.verb == step.name:
        sentence = mark("This effect cannot do that: choose what is offered, or write “{line}”.")
    return voice.speak.say(sentence, line=voice.line("skip"))


# --- an event


def _explain_at_event(game: TournayGame, step: Step, move: Move, voice: Voice) -> str | None:
    seat, event = step.seat, step.args["event"]
    name = voice.name(event)
    if move.verb == "rampart":
        return _explain_no_rampart(game, seat, event, move, voice)
    if move.verb == "endure" and move.args[:1] == (event,):
        return voice.speak.say("{event} lets you choose what it strikes: say that instead.", event=name)
    queued = next(queued for queued in game.queue if queued.event == event)
    choices = list_choices(game, seat, card_set(game).events[event], queued.coins)
    if move.verb == "lay" and choices:
        return voice.speak.count(
            "{event} takes exactly {n} of your ready citizens.",
            "{event} takes exactly {n} of your ready citizens.",
            queued.coins,
            event=name,
        )
    if move.verb == "damage" and choices:
        return voice.speak.count(
            "{event} damages exactly {n} of these cards: {cells}.",
            "{event} damages exactly {n} of these cards: {cells}.",
            queued.coins,
            event=name,
            cells=", ".join(choices),
        )
    return voice.speak.say("First {event} wants an answer.", event=name)


def _explain_no_rampart(game: TournayGame, seat: str, event: str, move: Move, voice: Voice) -> str:
    card, say = next(iter(move.args), ""), voice.speak.say
    if card in card_set(game).cards:
        return say("Only an event card can be laid as a rampart.")
    if card in card_set(game).events and card not in game.players[seat].events:
        return say("You do not hold {card}.", card=voice.name(card))
    name = voice.name(event)
    return say("Name the event card that you lay, then the event that strikes: {event}.", event=name)
