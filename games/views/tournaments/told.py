"""What pages say about a tournament, as labels and values, sentences and rows."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

import msgspec
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import languages
from games.play import paces
from games.rules.core.speech import Tongue, tongue
from games.tournaments import drawing, laddering, naming, reckoning, veiling
from games.tournaments.estimating import Estimate
from games.tournaments.pairing.quality import Quality
from games.tournaments.plan import AT_ONCE, SHORTEST_CHECK_IN, EventPlan, StagePlan
from games.tournaments.standings import exact
from games.views.tournaments.event import Event

PARTS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def voice() -> Tongue:
    return tongue(languages.spoken())


def figure(value: Fraction | str | None) -> str:
    """Short, with the usual fractions as people write them."""
    if value is None or isinstance(value, str):
        return (value or "")[:8]
    whole, rest = divmod(value, 1)
    if rest in PARTS:
        return f"{whole or ''}{PARTS[rest]}"
    return as_read(exact.short(value, 2))


def points(value: Fraction) -> str:
    """With the word."""
    return ngettext("%(points)s point", "%(points)s points", exact.plural(value)) % {"points": figure(value)}


def as_read(number: str) -> str:
    """With the comma or the dot of the reader's language."""
    return exact.spoken(number, languages.spoken())


# --- the event


def facts(event: Event, taken: int, estimate: Estimate) -> list[tuple[str, str]]:
    """What one should know before entering, in the order in which one asks."""
    found = event.tournament
    begins = _("Began") if found.has_begun else _("Starts")
    return [
        (_("Game"), naming.game_name(found)),
        _places(event, taken),
        *_moment(begins, found.starts_at),
        *_moment(_("Probably over"), None if found.is_over else estimate.ends, "DATE_FORMAT"),
        *_moment(_("Ended"), found.ended_at),
        *([(_("Pace"), paces.short(naming.pace_of(event.stages[0].plan)))] if event.stages else []),
        *([(_("Run by"), found.owner.handle)] if found.owner else []),
    ]


def _places(event: Event, taken: int) -> tuple[str, str]:
    """Afterwards nobody looks for one."""
    if event.tournament.is_over:
        return _("Entrants"), str(taken)
    return _("Places"), _("%(taken)d of %(most)d taken") % {
        "taken": taken,
        "most": event.tournament.plan.most,
    }


def _moment(label: str, moment: datetime | None, how: str = "") -> list[tuple[str, str]]:
    if moment is None:
        return []
    return [(label, date_format(localtime(moment), how) if how else naming.when(moment))]


def who_may_enter(plan: EventPlan) -> list[str]:
    """What is asked of people, before they try."""
    return [sentence % msgspec.structs.asdict(plan) for sentence in _asked_of(plan)]


def _asked_of(plan: EventPlan) -> Iterator[str]:
    if plan.invited_only:
        yield _("Only people with the organizer’s link.")
    if plan.approval:
        yield _("The organizers look at each entry.")
    yield _("People who have signed up.") if plan.signed_up else _("Guests, too.")
    if plan.reliability:
        yield _("Whoever has begun games before has played %(reliability)d %% of the last twenty to the end.")
    if plan.finished:
        yield ngettext("At least one finished game.", "At least %(finished)d finished games.", plan.finished)
    if plan.rating_from is not None:
        yield _("A rating that is surely %(rating_from)d or more.")
    if plan.rating_to is not None:
        yield _("A rating that is not surely more than %(rating_to)d.")
    if plan.check_in_hours >= SHORTEST_CHECK_IN:
        yield ngettext(
            "Within the last hour before the start everybody is asked to check in.",
            "Within the last %(check_in_hours)d hours before the start everybody is asked to check in.",
            plan.check_in_hours,
        )


def format_sentences(event: Event, entrants: int) -> list[tuple[str, list[str]]]:
    """Stage by stage, what is played."""
    told, there = [], entrants
    for stage in event.stages:
        played = naming.played(naming.rules_of(event.tournament.ruleset, stage.plan))
        told.append((naming.stage_name(stage), [*played, *_stage(stage.plan, there)]))
        there = stage.plan.go_on or there
    return told


def _stage(plan: StagePlan, entrants: int) -> Iterator[str]:
    words = {
        "size": plan.size,
        "least": plan.least,
        "most": plan.most,
        "rounds": drawing.rounds_of(plan, entrants),
        "best": plan.best,
        "through": plan.through,
        "group": plan.group,
        "reach": plan.reach,
    }
    is_final = plan.format == "knock_out" and entrants <= plan.most
    yield FORMAT_WORDS["final" if is_final else plan.format](words) % words
    if plan.format == "league" and plan.by_zone:
        yield _("People whose time zones are alike are in one group.")
    if is_final and plan.seats_are_chosen:
        yield _("Seats are chosen: whoever stood higher in the stage before chooses first.")
    if plan.format == "ladder":
        yield from _challenges(plan)
    elif plan.least < plan.most:
        yield (
            _("Tables have %(size)d seats; if the number does not come out even, %(least)d to %(most)d.")
            % words
        )
    if plan.format == "heats" and plan.best:
        yield ngettext("The best result counts.", "The best %(best)d results count.", plan.best) % words
    if plan.cap > 1 and plan.format in AT_ONCE:
        yield _("Nobody plays at more than %(cap)d tables at a time.") % {"cap": plan.cap}
    if veiling.hides(plan):
        yield _("How a table has ended is told to the others when its round is over.")
    if plan.go_on:
        yield ngettext("One goes on.", "The best %(n)d go on.", plan.go_on) % {"n": plan.go_on}
    if plan.format != "ladder":  # there places change hands, and points are not counted
        yield _("Points: %(points)s.") % {"points": points_words(plan)}


def _challenges(plan: StagePlan) -> Iterator[str]:
    if plan.least < plan.most:
        yield _("A table has %(least)d to %(most)d seats.") % {"least": plan.least, "most": plan.most}
    answer = ngettext(
        "Whoever is challenged has an hour to answer. No answer is a no.",
        "Whoever is challenged has %(hours)d hours to answer. No answer is a no.",
        laddering.HOURS,
    )
    yield answer % {"hours": laddering.HOURS}
    yield _("Whoever declines twice in a row has lost to the challenger.")
    yield _("By how a table ends, its players share out the places that they held.")
    yield _("Whoever leaves a table goes to the bottom.")


FORMAT_WORDS: dict[str, Callable[[Mapping[str, int]], str]] = {
    "league": lambda words: _(
        "Groups of about %(group)d; everybody meets everybody of the group equally often."
    ),
    "pods": lambda words: ngettext(
        "One round.",
        "%(rounds)d rounds, drawn in one go so that as few as possible meet twice.",
        words["rounds"],
    ),
    "swiss": lambda words: ngettext(
        "One round, drawn by lot.",
        "%(rounds)d rounds; in each, people with like points meet who have not met before.",
        words["rounds"],
    ),
    "knock_out": lambda words: _(
        "From each table so many go on: %(through)d; and the best of the others, down to one table."
    ),
    "final": lambda words: _("One table, and whoever wins it has won."),
    "heats": lambda words: ngettext("One game each.", "%(rounds)d games each.", words["rounds"]),
    "pyramid": lambda words: _("Divisions of %(group)d: the winner of each goes up, the last two go down."),
    "ladder": lambda words: ngettext(
        "Everybody has a place, and may challenge people one place above.",
        "Everybody has a place, and may challenge people up to %(reach)d places above.",
        words["reach"],
    ),
}


def points_words(plan: StagePlan) -> str:
    """The points of a full table, place by place."""
    scheme = reckoning.terms(plan, "").scheme
    if scheme.system in BY_SCORE:
        return BY_SCORE[scheme.system]()
    return ", ".join(as_read(exact.short(points)) for points in reckoning.vector_of(plan))


BY_SCORE = {
    "SHARE": lambda: _("one’s percentage of all that was scored at the table"),
    "SOS": lambda: _("one’s percentage of all scores, each squared"),
    "RELW": lambda: _("one’s percentage of the winner’s score"),
}


def legend(plan: StagePlan) -> str:
    """What the two numbers beside a player are. A place is not the score: the game may part equal scores."""
    if reckoning.terms(plan, "").scheme.system in BY_SCORE:
        words = _("Score, then points: %(points)s.")
    else:
        words = _(
            "Score, then the points of the place: %(points)s. Who shares a place shares its points; "
            "equal scores are two places where the rules of the game part them."
        )
    return words % {"points": points_words(plan)}


# --- how good a draw is


class Measure(NamedTuple):
    """One line of the box: what is looked at, the number, and what it means."""

    label: str
    value: str
    sentence: str


def quality(found: Quality) -> list[Measure]:
    """Repeats against the bound, seats, short tables and byes, and how like the points are."""
    return [
        Measure(_("Repeated meetings"), str(found.repeats), _repeats(found)),
        Measure(_("Seats apart"), str(found.seats_apart), _seats(found)),
        *_unless_none(_("Short tables apart"), found.short, _("Between those with the most and the fewest.")),
        *_unless_none(_("Byes of one person"), found.byes, _("Nobody sits out more often.")),
        *_spread(found),
    ]


def _repeats(found: Quality) -> str:
    if not found.repeats:
        return _("Nobody meets anybody twice.")
    words = [
        _("With fewer it cannot be done.")
        if found.repeats == found.repeats_at_least
        else _("The bound, which perhaps nobody can reach, is %(n)d.") % {"n": found.repeats_at_least}
    ]
    if found.most_meetings > 2:
        words.append(_("No pair meets more than %(most)d times.") % {"most": found.most_meetings})
    return " ".join(words)


def _seats(found: Quality) -> str:
    if not found.seats_apart:
        return _("Everybody sits in each seat equally often.")
    if found.seats_apart <= found.seats_apart_at_best:
        return _("Nobody has one seat more often than another by more; evener it cannot be.")
    return _("Nobody has one seat more often than another by more.")


def _unless_none(label: str, number: int, sentence: str) -> list[Measure]:
    return [Measure(label, str(number), sentence)] if number else []


def _spread(found: Quality) -> list[Measure]:
    if found.spread is None:
        return []
    words = _("How unlike the points are at the tables: differences, squared and summed over all pairs.")
    return [Measure(_("Spread"), figure(found.spread), words)]
