"""Display names of formats, stages and games, and the conditions of a tournament as sentences."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy, gettext_noop, ngettext

from accounts.preferences import languages
from games.clock import missed_deadline_policy, pace
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import PRESETS, Pace
from games.play.lobby.tables import limit_patience
from games.queries import pace_text
from games.queries.table_summary import find_ruleset_name
from games.rules import registry
from games.rules.core.errors import BadOptions
from games.tournaments.models import Stage, Tournament
from games.tournaments.settings import StageFormat, StageSettings, TournamentSettings

FORMAT_NAMES: dict[StageFormat, object] = {
    "league": gettext_lazy("League"),
    "pods": gettext_lazy("Balanced tables"),
    "swiss": gettext_lazy("Swiss tables"),
    "knock_out": gettext_lazy("Knock-out"),
    "heats": gettext_lazy("Heats"),
    "pyramid": gettext_lazy("League pyramid"),
    "ladder": gettext_lazy("Ladder"),
}
POINTS_LABELS: dict[str, object] = {
    "TEN": gettext_lazy("10, 6, 3, 1 and so on: five on average at every table"),
    "LIN": gettext_lazy("the share of opponents you finish ahead of"),
    "WIN": gettext_lazy("one for the winner"),
    "SHARE": gettext_lazy("your percentage of all scores"),
    "SOS": gettext_lazy("your percentage of all scores, squared"),
    "RELW": gettext_lazy("your percentage of the winner’s score"),
    "CUSTOM": gettext_lazy("your own"),
}

FINAL_STAGE_NAME = gettext_noop(
    "Final"
)  # default name of a last stage; stored in English, translated for each reader


def format_stage_name(stage: Stage) -> str:
    """Return the organizer's name for a stage, or the name of its format."""
    name = stage.settings.name
    return gettext(name) if name == FINAL_STAGE_NAME else name or str(FORMAT_NAMES[stage.settings.format])


def format_group_names(tiers: Sequence[int]) -> list[str]:
    """Name the groups of a stage, given the tier of each (0: no tiers).

    Within a tier groups are counted from one; a tier with a single group is named by the tier only.
    """
    there, seen, texts = Counter(tiers), Counter[int](), []
    for tier in tiers:
        seen[tier] += 1
        words = {"tier": tier, "group": seen[tier]}
        if not tier:
            texts.append(gettext("Group %(group)d") % words)
        elif there[tier] == 1:
            texts.append(gettext("Division %(tier)d") % words)
        else:
            texts.append(gettext("Division %(tier)d, group %(group)d") % words)
    return texts


def find_game_name(tournament: Tournament) -> str:
    """Return the translated name of the tournament's game."""
    first = next(iter(tournament.stages.all()), None)
    plan = first.settings if first else StageSettings()
    return find_ruleset_name(tournament.ruleset, plan.size)


def describe_rules(ruleset: str, plan: StageSettings) -> str:
    """Describe the game of a stage at a table of the usual size.

    Empty if the options cannot be played.
    """
    rules = registry.get(ruleset)
    try:
        options = rules.setup.clean(plan.size, plan.options, "any seed")
    except BadOptions:
        return ""
    return rules.setup.describe(options, plan.size, languages.get_current_language()).summary


def format_rules_sentence(rules: str) -> list[str]:
    """Return a sentence about the rules, if there is anything to say."""
    label = gettext("Rules:")
    return [f"{label} {rules}."] if rules else []


def describe_games(tournament: Tournament) -> list[str]:
    """Describe the game of each stage; once if it is the same in all of them."""
    stages = list(tournament.stages.all())
    texts = [describe_rules(tournament.ruleset, stage.settings) for stage in stages]
    if len(set(texts)) == 1:
        return format_rules_sentence(texts[0])
    pairs = zip(stages, texts, strict=True)
    return [f"{format_stage_name(stage)}: {one}." for stage, one in pairs if one]


def format_time(moment: datetime) -> str:
    """Format a time with weekday and time zone, since emails are read in other zones."""
    zone = timezone.get_current_timezone_name().replace("_", " ")
    return f"{date_format(timezone.localtime(moment), 'WEEKDAY_DATETIME')} ({zone})"


# --- Conditions


class StageConditions(NamedTuple):
    """What entrants should know before playing in one or several stages."""

    title: str
    sentences: list[str]


def load_pace(plan: StageSettings) -> Pace:
    return pace.load_pace(plan.pace) if plan.pace else PRESETS["daily"]


def load_patience(tournament_settings: TournamentSettings, plan: StageSettings) -> MissedDeadlinePolicy:
    return missed_deadline_policy.load_policy(
        {"leave": tournament_settings.leave_days or "none", **plan.patience}
    )


def describe_conditions(tournament: Tournament) -> list[StageConditions]:
    """Describe clocks and what happens to absent players: first what holds everywhere, then by stage."""
    stages = list(tournament.stages.all())
    rows = [
        [*_describe_clocks(tournament, one.settings), *_describe_removal_rules(tournament.settings)]
        for one in stages
    ]
    names = [format_stage_name(one) for one in stages]
    if all(sentences == rows[0] for sentences in rows):
        return [StageConditions(", ".join(names), rows[0])] if rows else []
    everywhere = [one for one in rows[0] if all(one in sentences for sentences in rows)]
    special = [[one for one in sentences if one not in everywhere] for sentences in rows]
    own = [StageConditions(name, one) for name, one in zip(names, special, strict=True) if one]
    return [*([StageConditions(", ".join(names), everywhere)] if everywhere else []), *own]


def _describe_clocks(tournament: Tournament, plan: StageSettings) -> list[str]:
    days = ngettext(
        "A round lasts at most one day. After that the referees decide what is not finished.",
        "A round lasts at most %(n)d days. After that the referees decide what is not finished.",
        plan.round_days,
    )
    patience = limit_patience(tournament.ruleset, load_patience(tournament.settings, plan))
    return [
        *pace_text.describe_pace(load_pace(plan), patience),
        days % {"n": plan.round_days},
    ]


def _describe_removal_rules(tournament_settings: TournamentSettings) -> list[str]:
    """Describe when the tournament removes an entrant."""
    texts = []
    if tournament_settings.no_show_hours:
        text = ngettext(
            "Whoever has not moved within an hour of first being asked is out.",
            "Whoever has not moved within %(n)d hours of first being asked is out.",
            tournament_settings.no_show_hours,
        )
        texts.append(text % {"n": tournament_settings.no_show_hours})
    if tournament_settings.games_lost:
        text = ngettext(
            "Whoever leaves a table to a bot or a substitute is out, and scores nothing there.",
            "Whoever leaves %(n)d tables to a bot or a substitute is out, and scores nothing there.",
            tournament_settings.games_lost,
        )
        texts.append(text % {"n": tournament_settings.games_lost})
    return texts
