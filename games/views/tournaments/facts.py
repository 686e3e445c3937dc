"""Facts about a tournament as text: labels with values, entry requirements, formats, pairing quality."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

import msgspec
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.preferences import languages
from games.queries import pace_text
from games.rules.core.translation import Translator, get_translator
from games.tournaments import display
from games.tournaments.director import ladder
from games.tournaments.pairing import next_round
from games.tournaments.pairing.quality import PairingQuality
from games.tournaments.results import hidden_results
from games.tournaments.settings import (
    GROUP_FORMATS,
    PARALLEL_FORMATS,
    SHORTEST_CHECK_IN_HOURS,
    StageSettings,
    TournamentSettings,
)
from games.tournaments.setup import validation
from games.tournaments.setup.duration import Estimate
from games.tournaments.standings import exact, from_state
from games.views.tournaments.context import TournamentVisit

FRACTION_SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def get_reader_translator() -> Translator:
    """Translator of rules texts for the reader's language."""
    return get_translator(languages.get_current_language())


def format_number(value: Fraction | str | None) -> str:
    """Format a number briefly, with signs such as ½ for common fractions; other text is cut short."""
    if value is None or isinstance(value, str):
        return (value or "")[:8]
    whole, rest = divmod(value, 1)
    if rest in FRACTION_SIGNS:
        return f"{whole or ''}{FRACTION_SIGNS[rest]}"
    return localize_number(exact.format_short(value, 2))


def format_points(value: Fraction) -> str:
    """Format points with the unit, as in “3½ points”."""
    return ngettext("%(points)s point", "%(points)s points", exact.choose_plural_count(value)) % {
        "points": format_number(value)
    }


def localize_number(number: str) -> str:
    """Write a number with the decimal separator of the reader's language."""
    return exact.localize_number(number, languages.get_current_language())


# --- the tournament


def list_facts(visit: TournamentVisit, taken: int, estimate: Estimate) -> list[tuple[str, str]]:
    """List what people want to know before they register, as labels and values."""
    found = visit.tournament
    begins = _("Began") if found.has_begun else _("Starts")
    return [
        (_("Game"), display.find_game_name(found)),
        _describe_places(visit, taken),
        *_format_moment(begins, found.starts_at),
        *_format_moment(_("Probably ends"), None if found.is_over else estimate.ends, "DATE_FORMAT"),
        *_format_moment(_("Ended"), found.ended_at),
        *(
            [(_("Pace"), pace_text.describe_pace_briefly(display.load_pace(visit.stages[0].settings)))]
            if visit.stages
            else []
        ),
        *([(_("Run by"), found.owner.handle)] if found.owner else []),
    ]


def _describe_places(visit: TournamentVisit, taken: int) -> tuple[str, str]:
    """Describe the places taken; after the end only the number of entrants."""
    if visit.tournament.is_over:
        return _("Entrants"), str(taken)
    return _("Places"), _("%(taken)d of %(most)d taken") % {
        "taken": taken,
        "most": visit.tournament.settings.most,
    }


def _format_moment(label: str, moment: datetime | None, how: str = "") -> list[tuple[str, str]]:
    if moment is None:
        return []
    return [(label, date_format(localtime(moment), how) if how else display.format_time(moment))]


def describe_entry_requirements(plan: TournamentSettings) -> list[str]:
    """List the requirements for registration as sentences."""
    return [sentence % msgspec.structs.asdict(plan) for sentence in _list_requirements(plan)]


def _list_requirements(plan: TournamentSettings) -> Iterator[str]:
    if plan.invited_only:
        yield _("Only people with the organizer’s link.")
    if plan.approval:
        yield _("The organizers look at each entry.")
    yield _("People with an account.") if plan.signed_up else _("Guests too.")
    if plan.reliability:
        yield _(
            "Anybody who has played before must have finished %(reliability)d %% of their last twenty games."
        )
    if plan.finished:
        yield ngettext("At least one finished game.", "At least %(finished)d finished games.", plan.finished)
    if plan.rating_from is not None:
        yield _("A certain rating of %(rating_from)d or more.")
    if plan.rating_to is not None:
        yield _("A rating that is not certainly above %(rating_to)d.")
    if plan.check_in_hours >= SHORTEST_CHECK_IN_HOURS:
        yield ngettext(
            "In the last hour before the start everybody is asked to check in.",
            "In the last %(check_in_hours)d hours before the start everybody is asked to check in.",
            plan.check_in_hours,
        )


def describe_formats(visit: TournamentVisit, entrants: int) -> list[tuple[str, list[str]]]:
    """Describe the format of each stage: its name, and sentences about it."""
    rows, there = [], entrants
    for stage in visit.stages:
        played = display.format_rules_sentence(
            display.describe_rules(visit.tournament.ruleset, stage.settings)
        )
        rows.append((display.format_stage_name(stage), [*played, *_describe_stage(stage.settings, there)]))
        there = stage.settings.go_on or there
    return rows


def _describe_stage(plan: StageSettings, entrants: int) -> Iterator[str]:
    words = {
        "size": plan.size,
        "least": plan.least,
        "most": plan.most,
        "rounds": next_round.count_rounds(plan, entrants),
        "best": plan.best,
        "through": plan.through,
        "group": plan.group,
        "reach": plan.reach,
    }
    is_final = plan.format == "knock_out" and entrants <= plan.most
    yield FORMAT_SENTENCES["final" if is_final else plan.format](words) % words
    yield from _describe_groups(plan, entrants)
    if is_final and plan.seats_are_chosen:
        yield _("Seats are chosen: whoever finished higher in the previous stage chooses first.")
    if plan.format == "ladder":
        yield from _describe_challenges(plan)
    elif plan.least < plan.most:
        yield (
            _("Tables have %(size)d seats; if the numbers do not work out, %(least)d to %(most)d.") % words
        )
    if plan.format == "heats" and plan.best:
        yield ngettext("The best result counts.", "The best %(best)d results count.", plan.best) % words
    if plan.format == "swiss":
        yield describe_missed_rounds(plan)
    if plan.cap > 1 and plan.format in PARALLEL_FORMATS:
        yield _("Nobody plays at more than %(cap)d tables at a time.") % {"cap": plan.cap}
    if hidden_results.hides_results(plan):
        yield _("Results of a table are shown to the others when its round is over.")
    if plan.go_on:
        yield ngettext("One advances.", "The best %(n)d advance.", plan.go_on) % {"n": plan.go_on}
    if plan.format != "ladder":  # a ladder exchanges places instead of counting points
        yield _("Points: %(points)s.") % {"points": describe_points(plan)}


def _describe_groups(plan: StageSettings, entrants: int) -> Iterator[str]:
    """Say how large the groups are, and how often everybody meets everybody there."""
    if plan.format not in GROUP_FORMATS or entrants < plan.least:
        return
    groups = next_round.plan_groups(plan, entrants)
    sizes = ", ".join(
        f"{number} × {size}" if number > 1 else str(size)
        for size, number in Counter(group.size for group in groups).items()
    )
    yield _("Sizes of the groups, as it looks now: %(sizes)s.") % {"sizes": sizes}
    for group in dict.fromkeys(groups):
        yield validation.describe_group(group)
    if plan.format == "league" and plan.by_zone:
        yield _("People in similar time zones are in one group.")


def describe_missed_rounds(plan: StageSettings) -> str:
    """Say what a round counts that somebody misses: one before they came, or one that they sit out."""
    terms = from_state.build_terms(plan, "")
    points = from_state.parse_missed_points(plan)
    words = {"points": format_points(terms.neutral if points is None else points)}
    return (
        _("A round that you sit out, or that was drawn before you came, counts as points: %(points)s.")
        % words
    )


def _describe_challenges(plan: StageSettings) -> Iterator[str]:
    if plan.least < plan.most:
        yield _("A table has %(least)d to %(most)d seats.") % {"least": plan.least, "most": plan.most}
    answer = ngettext(
        "A challenge has to be answered within an hour. No answer counts as no.",
        "A challenge has to be answered within %(hours)d hours. No answer counts as no.",
        ladder.ANSWER_HOURS,
    )
    yield answer % {"hours": ladder.ANSWER_HOURS}
    yield _("Whoever declines twice in a row loses to the challenger.")
    yield _("The result of a table decides how its players share the places they held.")
    yield _("Whoever leaves a table goes to the bottom.")


FORMAT_SENTENCES: dict[str, Callable[[Mapping[str, int]], str]] = {
    "league": lambda words: _("Groups of about %(group)d, in which everybody meets everybody."),
    "pods": lambda words: ngettext(
        "One round.",
        "%(rounds)d rounds, drawn all at once so that as few people as possible meet twice.",
        words["rounds"],
    ),
    "swiss": lambda words: ngettext(
        "One round, drawn by lot.",
        "%(rounds)d rounds; in each, people with similar points meet who have not met before.",
        words["rounds"],
    ),
    "knock_out": lambda words: _(
        "From each table %(through)d advance, plus the best runners-up, until one table is left."
    ),
    "final": lambda words: _("One table, and whoever wins it wins the tournament."),
    "heats": lambda words: ngettext("One game each.", "%(rounds)d games each.", words["rounds"]),
    "pyramid": lambda words: _("Divisions of %(group)d: the winner of each goes up, the last two go down."),
    "ladder": lambda words: ngettext(
        "Everybody has a place, and can challenge people one place above.",
        "Everybody has a place, and can challenge people up to %(reach)d places above.",
        words["reach"],
    ),
}


def describe_points(plan: StageSettings) -> str:
    """Describe the points of a full table, place by place, or how they follow from the scores."""
    scheme = from_state.build_terms(plan, "").scheme
    if scheme.system in SCORE_SYSTEMS:
        return SCORE_SYSTEMS[scheme.system]()
    return ", ".join(
        localize_number(exact.format_short(points)) for points in from_state.compute_points_vector(plan)
    )


SCORE_SYSTEMS = {
    "SHARE": lambda: _("your percentage of all points scored at the table"),
    "SOS": lambda: _("your percentage of all scores, each squared"),
    "RELW": lambda: _("your percentage of the winner’s score"),
}


def describe_score_columns(plan: StageSettings) -> str:
    """Explain the two numbers beside a player: score and points.

    Points go by place, not by score: the tie-break of the game may separate equal scores.
    """
    if from_state.build_terms(plan, "").scheme.system in SCORE_SYSTEMS:
        text = _("Score, then points: %(points)s.")
    else:
        text = _(
            "Score, then the points for the place: %(points)s. Players who share a place share its "
            "points; equal scores count as two places where the game’s own rules separate them."
        )
    return text % {"points": describe_points(plan)}


# --- quality of a pairing


class QualityMeasure(NamedTuple):
    """One measure of a pairing: its label, the number, and what the number means."""

    label: str
    value: str
    sentence: str


def describe_quality(found: PairingQuality) -> list[QualityMeasure]:
    """Describe a pairing: repeated meetings, seats, short tables, byes, and how similar the points are."""
    return [
        QualityMeasure(_("Repeated meetings"), str(found.repeats), _describe_repeats(found)),
        QualityMeasure(_("Seat differences"), str(found.seats_apart), _describe_seats(found)),
        *_measure_if_any(
            _("Short-table differences"), found.short, _("Between those with the most and the fewest.")
        ),
        *_measure_if_any(_("Byes per person"), found.byes, _("Nobody sits out more often.")),
        *_describe_spread(found),
    ]


def _describe_repeats(found: PairingQuality) -> str:
    if not found.repeats:
        return _("Nobody meets anybody twice.")
    words = [
        _("Fewer is impossible.")
        if found.repeats == found.repeats_at_least
        else _("The theoretical bound, which may be out of reach, is %(n)d.") % {"n": found.repeats_at_least}
    ]
    if found.most_meetings > 2:
        words.append(_("No pair meets more than %(most)d times.") % {"most": found.most_meetings})
    return " ".join(words)


def _describe_seats(found: PairingQuality) -> str:
    if not found.seats_apart:
        return _("Everybody sits in each seat equally often.")
    if found.seats_apart <= found.seats_apart_at_best:
        return _("Nobody has one seat more often than another by more than this, which is the best possible.")
    return _("Nobody has one seat more often than another by more than this.")


def _measure_if_any(label: str, number: int, sentence: str) -> list[QualityMeasure]:
    return [QualityMeasure(label, str(number), sentence)] if number else []


def _describe_spread(found: PairingQuality) -> list[QualityMeasure]:
    if found.spread is None:
        return []
    text = _("How unequal the points at the tables are: differences, squared and summed over all pairs.")
    return [QualityMeasure(_("Spread"), format_number(found.spread), text)]
