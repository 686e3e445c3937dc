"""The open question to a seat, with what it needs to know to answer it."""

from typing import Any

from ...core.agenda import Step
from ..actions import find_queued
from ..cards.card import DAMAGE, card_set
from ..cards.effects import parse_effect
from ..effects import WAYS
from ..position import TournayGame
from ..town_crier import can_hurt, list_choices
from ..turn import count_surplus


def build_question(game: TournayGame, step: Step) -> dict[str, Any]:
    """The name of the question, its arguments, and what can be chosen."""
    asked: dict[str, Any] = {"name": step.name, **step.args}
    if step.name in WAYS:
        effect = parse_effect(step.args["effect"])
        asked["ways"] = [" ".join(move.args) for move in WAYS[step.name](game, step.seat, effect)]
        asked["most"] = effect.number if step.name == "events" else 1
    elif step.name == "keep":
        asked["cards"] = list(game.drawn)
    elif step.name == "drop":
        asked["count"] = count_surplus(game, step.seat)
    elif step.name == "suffer":
        asked |= _describe_event(game, step)
    return asked


def _describe_event(game: TournayGame, step: Step) -> dict[str, Any]:
    queued = find_queued(game, step.args["event"])
    event = card_set(game).events[queued.event]
    choices = list_choices(game, step.seat, event, queued.coins)
    return {
        "coins": queued.coins,
        "ramparts": sorted(game.players[step.seat].events),
        "hurts": can_hurt(game, step.seat, event),
        "cells": choices if event.family == DAMAGE else [],
        "citizens": [] if event.family == DAMAGE else choices,
    }
