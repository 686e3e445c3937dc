"""What stages are called, and the conditions of an event in words: clocks, and what becomes of leavers."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy, gettext_noop, ngettext

from accounts import languages
from games.clock import pace as clocks
from games.clock import patience as patiences
from games.clock.pace import PRESETS, Pace
from games.clock.patience import Patience
from games.play import paces
from games.rules import registry
from games.rules.core.errors import BadOptions
from games.tournaments.models import Stage, Tournament
from games.tournaments.plan import EventPlan, Format, StagePlan

FORMATS: dict[Format, object] = {
    "league": gettext_lazy("League"),
    "pods": gettext_lazy("Balanced tables"),
    "swiss": gettext_lazy("Swiss tables"),
    "knock_out": gettext_lazy("Knock-out"),
    "heats": gettext_lazy("Heats"),
    "pyramid": gettext_lazy("League pyramid"),
    "ladder": gettext_lazy("Ladder"),
}
POINTS: dict[str, object] = {
    "TEN": gettext_lazy("10, 6, 3, 1 and the like: five on average at any table"),
    "LIN": gettext_lazy("the part of the opponents that one leaves behind"),
    "WIN": gettext_lazy("one for the winner"),
    "SHARE": gettext_lazy("one’s percentage of all scores"),
    "SOS": gettext_lazy("one’s percentage of all scores, squared"),
    "RELW": gettext_lazy("one’s percentage of the winner’s score"),
    "CUSTOM": gettext_lazy("of your own"),
}

FINAL = gettext_noop("Final")  # what the house calls a last stage; each reader in their own language


def stage_name(stage: Stage) -> str:
    """As the organizer calls it, or by its format."""
    name = stage.plan.name
    return gettext(name) if name == FINAL else name or str(FORMATS[stage.plan.format])


def group_names(tiers: Sequence[int]) -> list[str]:
    """What the groups of a stage are called, given the division of each (0: there are none). In a division
    they are counted from one; a division of one group has no other name."""
    there, seen, told = Counter(tiers), Counter[int](), []
    for tier in tiers:
        seen[tier] += 1
        words = {"tier": tier, "group": seen[tier]}
        if not tier:
            told.append(gettext("Group %(group)d") % words)
        elif there[tier] == 1:
            told.append(gettext("Division %(tier)d") % words)
        else:
            told.append(gettext("Division %(tier)d, group %(group)d") % words)
    return told


def game_name(tournament: Tournament) -> str:
    """What is played, in the language that is spoken now."""
    first = next(iter(tournament.stages.all()), None)
    plan = first.plan if first else StagePlan()
    return _game_name(tournament.ruleset, plan.size, languages.spoken())


def ruleset_name(ruleset: str) -> str:
    """What a game is called, whatever is set up in it."""
    return _game_name(ruleset, registry.get(ruleset).seats[0], languages.spoken())


@cache
def _game_name(ruleset: str, size: int, language: str) -> str:
    rules = registry.get(ruleset)
    return rules.describe(rules.clean(size, {}, "any seed"), size, language).game


def rules_of(ruleset: str, plan: StagePlan) -> str:
    """What is played in a stage, at a table of the usual size: edition, set, characters, goal, as an
    invitation to a table says it. Nothing, as long as that cannot be played."""
    rules = registry.get(ruleset)
    try:
        options = rules.clean(plan.size, plan.options, "any seed")
    except BadOptions:
        return ""
    return rules.describe(options, plan.size, languages.spoken()).summary


def played(rules: str) -> list[str]:
    """As a sentence, if there is anything to say."""
    label = gettext("Rules:")
    return [f"{label} {rules}."] if rules else []


def games(tournament: Tournament) -> list[str]:
    """The same in sentences: once, if it is the same in all stages."""
    stages = list(tournament.stages.all())
    told = [rules_of(tournament.ruleset, stage.plan) for stage in stages]
    if len(set(told)) == 1:
        return played(told[0])
    pairs = zip(stages, told, strict=True)
    return [f"{stage_name(stage)}: {one}." for stage, one in pairs if one]


def when(moment: datetime) -> str:
    """The day and the hour, in the zone that is set, which is named: letters are read far away."""
    zone = timezone.get_current_timezone_name().replace("_", " ")
    return f"{date_format(timezone.localtime(moment), 'WEEKDAY_DATETIME')} ({zone})"


# --- the conditions


class Conditions(NamedTuple):
    """Of a stage: what it is called, and all that somebody should know before playing in it."""

    title: str
    sentences: list[str]


def pace_of(plan: StagePlan) -> Pace:
    return clocks.from_dict(plan.pace) if plan.pace else PRESETS["daily"]


def patience_of(event: EventPlan, plan: StagePlan) -> Patience:
    return patiences.from_dict({"leave": event.leave_days or "none", **plan.patience})


def conditions(tournament: Tournament) -> list[Conditions]:
    """The clocks and what happens to whoever stays away: what holds for all stages once, then what is special
    to one of them."""
    stages = list(tournament.stages.all())
    told = [[*_clocks(tournament.plan, one.plan), *_leaving(tournament.plan)] for one in stages]
    names = [stage_name(one) for one in stages]
    if all(sentences == told[0] for sentences in told):
        return [Conditions(", ".join(names), told[0])] if told else []
    everywhere = [one for one in told[0] if all(one in sentences for sentences in told)]
    special = [[one for one in sentences if one not in everywhere] for sentences in told]
    own = [Conditions(name, one) for name, one in zip(names, special, strict=True) if one]
    return [*([Conditions(", ".join(names), everywhere)] if everywhere else []), *own]


def _clocks(event: EventPlan, plan: StagePlan) -> list[str]:
    days = ngettext(
        "A round lasts at most a day. What is not finished then the referees decide.",
        "A round lasts at most %(n)d days. What is not finished then the referees decide.",
        plan.round_days,
    )
    return [*paces.sentences(pace_of(plan), patience_of(event, plan)), days % {"n": plan.round_days}]


def _leaving(event: EventPlan) -> list[str]:
    """What the event does, beside what each table does."""
    told = []
    if event.no_show_hours:
        words = ngettext(
            "Whoever has not made a move an hour after being asked the first time is out.",
            "Whoever has not made a move %(n)d hours after being asked the first time is out.",
            event.no_show_hours,
        )
        told.append(words % {"n": event.no_show_hours})
    if event.games_lost:
        words = ngettext(
            "Whoever leaves a table to a bot or to somebody else is out, and scores nothing there.",
            "Whoever leaves %(n)d tables to a bot or to somebody else is out, and scores nothing there.",
            event.games_lost,
        )
        told.append(words % {"n": event.games_lost})
    return told
