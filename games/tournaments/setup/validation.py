"""Validate the settings of a tournament: what is wrong with them, in words, and the nearest possible value.

Pure except for translation: settings go in, sentences come out.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.preferences import languages
from games.clock import missed_deadline_policy, pace
from games.play.errors import describe_error
from games.rules import registry
from games.rules.core.errors import BadOptions
from games.rules.core.rng import generate_seed
from games.rules.core.translation import Translator, get_translator
from games.tournaments import display
from games.tournaments.pairing import next_round
from games.tournaments.pairing.formats import knock_out
from games.tournaments.pairing.schedules.designs import find_group_design
from games.tournaments.settings import (
    GROUP_FORMATS,
    SHORTEST_CHECK_IN_HOURS,
    StageSettings,
    TournamentSettings,
)
from games.tournaments.standings import from_state
from games.tournaments.standings.messages import InvalidTournamentData
from games.tournaments.standings.points import SCORE_SYSTEMS, list_place_points, list_scheme_warnings
from games.tournaments.standings.tie_breaks import DEFAULT_TIE_BREAKS

MOST_ENTRANTS = 1000
MOST_STAGES = 6
MOST_ROUNDS = 30
MOST_AT_ONCE = 8
MOST_DAYS = 365
MOST_GAMES = 40  # of one entrant in a stage
MOST_FIELD_SIZES_TRIED = 100  # field sizes that are tried
ONE_HOUR = timedelta(hours=1)
FARTHEST_SUGGESTION = 12  # distance from the given value up to which alternatives are tried


class Problem(NamedTuple):
    """A setting that does not work, where it was made, and what would work instead."""

    where: str  # "tournament" or "stage 2"
    field: str
    text: str
    suggestion: str = ""  # the nearest possible value, as the form expects it

    @property
    def sentence(self) -> str:
        """The problem together with the suggestion."""
        if not self.suggestion:
            return self.text
        possible = _("This would work: %(value)s.") % {"value": self._suggestion_label}
        return f"{self.text} {possible}"

    @property
    def _suggestion_label(self) -> str:
        """The suggested value as the form labels it."""
        if self.field == "tie_breaks":
            return _("as usual for the format")
        return str(VALUE_LABELS.get(self.field, {}).get(self.suggestion, self.suggestion))


VALUE_LABELS: dict[str, Mapping[Any, Any]] = {"format": display.FORMAT_NAMES, "points": display.POINTS_LABELS}


def find_problems(
    ruleset: str, tournament_settings: TournamentSettings, stages: Sequence[StageSettings]
) -> list[Problem]:
    """List everything that makes the settings unplayable; empty if they can be played."""
    found = [*_check_tournament(tournament_settings)]
    if not stages:
        found.append(Problem("tournament", "stages", _("A tournament needs at least one stage.")))
    if len(stages) > MOST_STAGES:
        found.append(_build_too_large_problem("tournament", "stages", MOST_STAGES))
    entrants, needs = (
        range(tournament_settings.least, tournament_settings.most + 1),
        _compute_needed_entrants(stages),
    )
    if needs and tournament_settings.least < needs[0]:
        text = _("Not enough players: at least %(least)d are needed.") % {"least": needs[0]}
        found.append(Problem("tournament", "least", text, str(needs[0])))
    for number, stage in enumerate(stages, 1):
        is_last = number == len(stages)
        found += _check_stage(f"stage {number}", ruleset, stage, entrants, is_last=is_last)
        found += _check_seat_choice(f"stage {number}", stage, entrants) if number > 1 else ()
        if not is_last:
            found += _check_advancement(
                f"stage {number}", stage, stages[number], entrants.start, needs[number]
            )
            entrants = range(stage.go_on, stage.go_on + 1)
    return found


def _compute_needed_entrants(stages: Sequence[StageSettings]) -> list[int]:
    """Compute how many entrants each stage needs to fill a table there and in all later stages."""
    return list(accumulate((stage.least for stage in reversed(stages)), max))[::-1]


# --- The tournament


def _check_tournament(tournament_settings: TournamentSettings) -> Iterator[Problem]:
    if tournament_settings.most > MOST_ENTRANTS:
        yield _build_too_large_problem("tournament", "most", MOST_ENTRANTS)
    if tournament_settings.least < 2:
        yield Problem("tournament", "least", _("A tournament needs at least two people."), "2")
    if tournament_settings.most < tournament_settings.least:
        text = _("There is room for fewer people than are needed.")
        yield Problem("tournament", "most", text, str(tournament_settings.least))
    if not 0 <= tournament_settings.reliability <= 100:
        yield Problem("tournament", "reliability", _("This has to be a number from 0 to 100."), "80")
    lowest, highest = tournament_settings.rating_from, tournament_settings.rating_to
    if lowest is not None and highest is not None and lowest > highest:
        text = _(
            "Nobody’s rating is between %(least)d and %(most)d: the second number has to be the higher one."
        )
        yield Problem("tournament", "rating_to", text % {"least": lowest, "most": highest}, str(lowest))


def _build_too_large_problem(where: str, field: str, most: int) -> Problem:
    return Problem(
        where,
        field,
        _("That is more than this site can handle: at most %(most)d.") % {"most": most},
        str(most),
    )


# --- A stage


def _check_stage(
    where: str, ruleset: str, stage: StageSettings, entrants: range, *, is_last: bool
) -> Iterator[Problem]:
    sizes = list(_check_table_sizes(where, ruleset, stage))
    yield from sizes
    if not sizes:
        yield from _check_seating(where, ruleset, stage, entrants)
        yield from _check_game_options(where, ruleset, stage)
        yield from _check_scoring(where, stage)
    yield from _check_rounds(where, stage)
    yield from _check_game_load(where, stage, entrants)
    if stage.format == "knock_out" and not 1 <= stage.through < stage.least:
        text = _("At each table somebody has to advance, and somebody has to drop out.")
        yield Problem(where, "through", text, str(min(max(1, stage.through), max(1, stage.least - 1))))
    if is_last and stage.go_on:
        text = _("Nothing follows the last stage, so nobody can advance from it.")
        yield Problem(where, "go_on", text, "0")


def _check_table_sizes(where: str, ruleset: str, stage: StageSettings) -> Iterator[Problem]:
    seats = registry.get(ruleset).seats
    if stage.least > stage.size:
        text = _("The smallest table is larger than the usual one.")
        yield Problem(where, "least", text, str(stage.size))
    elif stage.most < stage.size:
        text = _("The largest table is smaller than the usual one.")
        yield Problem(where, "most", text, str(stage.size))
    elif stage.least not in seats or stage.most not in seats:
        text = _("The game is for %(least)d to %(most)d players at a table.") % {
            "least": seats[0],
            "most": seats[-1],
        }
        field = "least" if stage.least not in seats else "most"
        yield Problem(where, field, text, str(seats[0] if field == "least" else seats[-1]))


def _check_seating(where: str, ruleset: str, stage: StageSettings, entrants: range) -> Iterator[Problem]:
    """Check that everybody can be seated in formats without byes."""
    if stage.format in GROUP_FORMATS and stage.group < stage.size:
        text = _("A group needs at least as many people as a table.")
        yield Problem(where, "group", text, str(stage.size))
    elif (uneven := _find_uneven_field(stage, entrants)) is not None:
        text = _("With %(number)d entrants somebody would have to sit out, and this format has no byes.")
        field, instead = _suggest_nearest_change(ruleset, stage, entrants)
        yield Problem(where, field, text % {"number": uneven}, instead)


def _find_uneven_field(stage: StageSettings, entrants: range) -> int | None:
    """Return the first number of entrants with which somebody would have to sit out, if any."""
    enough = (number for number in entrants[:MOST_FIELD_SIZES_TRIED] if number >= stage.least)
    return next((number for number in enough if _needs_bye(stage, number)), None)


def _suggest_nearest_change(ruleset: str, stage: StageSettings, entrants: range) -> tuple[str, str]:
    """Find the smallest change of one setting with which everybody can be seated."""
    seats = registry.get(ruleset).seats
    grouped = stage.format in GROUP_FORMATS
    for away in range(1, FARTHEST_SUGGESTION):
        changes = [("least", stage.least - away), ("most", stage.most + away)]
        changes = [(field, value) for field, value in changes if value in seats]
        changes += [("group", stage.group + away), ("group", stage.group - away)] if grouped else []
        for field, value in changes:
            other = msgspec.structs.replace(stage, **{field: value})
            if other.group >= other.size and _find_uneven_field(other, entrants) is None:
                return field, str(value)
    return "format", "swiss"


def _needs_bye(stage: StageSettings, entrants: int) -> bool:
    """Tell whether somebody would sit out where nobody may: in a group, or in any round of a knock-out."""
    shape = next_round.build_table_shape(stage)
    if stage.format in GROUP_FORMATS:
        sizes = next_round.compute_group_sizes(stage, entrants)
        return any(shape.split(size).byes and not find_group_design(size, shape) for size in sizes)
    if stage.format != "knock_out":
        return False
    try:
        return any(sizes.byes for sizes in knock_out.list_stage_sizes(entrants, stage.through, shape))
    except ValueError:  # nobody would be knocked out: reported by another check
        return False


def _check_game_options(where: str, ruleset: str, stage: StageSettings) -> Iterator[Problem]:
    """Check that tables of every possible size can be played with these options, and the pace."""
    rules = registry.get(ruleset)
    for size in range(stage.least, stage.most + 1):
        try:
            rules.setup.clean(size, stage.options, generate_seed())
        except BadOptions as error:
            text = _("The game cannot be played with %(size)d at a table: %(why)s")
            yield Problem(where, "options", text % {"size": size, "why": describe_error(error)})
            break
    yield from _check_parses(where, "pace", stage.pace, pace.load_pace)
    yield from _check_parses(where, "patience", stage.patience, missed_deadline_policy.load_policy)


def _check_parses(where: str, field: str, data: Mapping[str, Any], read: Any) -> Iterator[Problem]:
    try:
        read(data)
    except (ValueError, TypeError) as error:
        yield Problem(where, field, str(error))


def _get_reader_language() -> Translator:
    """Return the reader's language for messages that are produced without Django."""
    return get_translator(languages.get_current_language())


def _check_scoring(where: str, stage: StageSettings) -> Iterator[Problem]:
    """Check the points for every possible table size, and the tie-breaks."""
    usual = msgspec.structs.replace(stage, tie_breaks=(), best=0)
    if (lacks := _find_size_without_points(stage)) is not None:
        text = _("You have not set points for a table of %(size)d.")
        yield Problem(where, "points", text % {"size": lacks}, "TEN")
        return
    try:
        scheme = from_state.build_terms(usual, "").scheme
        for size in range(stage.least, stage.most + 1) if scheme.system not in SCORE_SYSTEMS else ():
            list_place_points(scheme, size)
    except InvalidTournamentData as error:
        yield Problem(where, "points", error.sentence.say(_get_reader_language()), "TEN")
    try:
        from_state.build_terms(msgspec.structs.replace(usual, points="TEN", tie_breaks=stage.tie_breaks), "")
    except InvalidTournamentData as error:
        yield Problem(
            where,
            "tie_breaks",
            error.sentence.say(_get_reader_language()),
            ", ".join(DEFAULT_TIE_BREAKS[stage.format]),
        )


def _find_size_without_points(stage: StageSettings) -> int | None:
    """Return a table size for which the organizer's own points say nothing, if any."""
    if stage.points != "CUSTOM":
        return None
    sizes = range(stage.least, stage.most + 1)
    return next((size for size in sizes if str(size) not in stage.vectors), None)


def _check_rounds(where: str, stage: StageSettings) -> Iterator[Problem]:
    if not 0 <= stage.rounds <= MOST_ROUNDS:
        yield _build_too_large_problem(where, "rounds", MOST_ROUNDS)
    if not 1 <= stage.round_days <= MOST_DAYS:
        yield Problem(where, "round_days", _("A round lasts between one day and a year."), "30")
    if not 1 <= stage.at_once <= MOST_AT_ONCE:
        text = _("Everybody has between one and %(most)d tables in a round.") % {"most": MOST_AT_ONCE}
        yield Problem(where, "at_once", text, str(min(max(1, stage.at_once), MOST_AT_ONCE)))
    if stage.cap < 1:
        yield Problem(where, "cap", _("Everybody plays at least one table."), "1")
    if stage.format == "heats" and stage.best > (heats := next_round.count_rounds(stage, 0)):
        text = _("There are fewer heats than results that count.")
        yield Problem(where, "best", text, str(heats))
    for field, least in (("best", 0), ("go_on", 0), ("reach", 1)):
        if getattr(stage, field) < least:
            text = _("The minimum here is %(least)d.") % {"least": least}
            yield Problem(where, field, text, str(least))


def _check_game_load(where: str, stage: StageSettings, entrants: range) -> Iterator[Problem]:
    """Check that a Swiss with several tables per round does not ask too many games of anybody."""
    if stage.format != "swiss" or not 1 <= stage.at_once <= MOST_AT_ONCE or not entrants:
        return
    rounds = next_round.count_rounds(stage, entrants[-1])
    if rounds <= MOST_ROUNDS and rounds * stage.at_once > MOST_GAMES:
        phrase = ngettext(
            "That would be one game for everybody, and nobody can play more than %(most)d.",
            "That would be %(games)d games for everybody, and nobody can play more than %(most)d.",
            rounds * stage.at_once,
        )
        text = phrase % {"games": rounds * stage.at_once, "most": MOST_GAMES}
        yield Problem(where, "at_once", text, str(MOST_GAMES // rounds))


def _check_seat_choice(where: str, stage: StageSettings, entrants: range) -> Iterator[Problem]:
    """Check that seats are chosen only at a single table, by entrants who confirm their place."""
    if not stage.seats_are_chosen:
        return
    if stage.check_in_hours < 1:
        text = _("Seats are chosen when people confirm that they are coming, which takes some hours.")
        yield Problem(where, "check_in_hours", text, "72")
    if len(entrants) != 1 or not stage.least <= entrants[0] <= stage.most:
        text = _("Seats can be chosen only where everybody who advances plays at one table.")
        yield Problem(where, "choose_seats", text)


def _check_advancement(
    where: str, stage: StageSettings, following: StageSettings, there: int, needed: int
) -> Iterator[Problem]:
    """Check that enough entrants advance for the next stage, and not more than the smallest field has."""
    if stage.format == "ladder":
        yield Problem(where, "format", _("A ladder has no end, so nothing can follow it."), "swiss")
    if stage.go_on < needed:
        text = _("The next stage needs at least %(least)d people.") % {"least": needed}
        full = following.size if following.size <= there else needed
        yield Problem(where, "go_on", text, str(max(needed, full)))
    elif stage.go_on > there:
        text = _("With the fewest entrants only %(number)d could advance.")
        yield Problem(where, "go_on", text % {"number": there}, str(max(there, needed)))


# --- Warnings


def list_warnings(
    tournament_settings: TournamentSettings,
    stages: Sequence[StageSettings],
    starts: datetime | None = None,
    now: datetime | None = None,
) -> list[str]:
    """List what is unusual but playable, for the organizer to know before opening registration."""
    found: list[str] = []
    if stages and stages[0].format in GROUP_FORMATS:
        found += _find_uneven_groups(
            stages[0], range(tournament_settings.least, tournament_settings.most + 1)
        )
    for stage in stages:
        scheme = from_state.build_terms(stage, "").scheme
        found += [
            doubt.say(_get_reader_language())
            for doubt in list_scheme_warnings(scheme, range(stage.least, stage.most + 1))
        ]
    if tournament_settings.check_in_hours == 0:
        found.append(_("Without a check-in, tables may begin with people who have forgotten about it."))
    elif starts and now and now < starts:
        found += _find_check_in_warnings(tournament_settings.check_in_hours, starts, now)
    return found


def _find_uneven_groups(stage: StageSettings, entrants: range) -> Iterator[str]:
    """Warn of fields that cannot be split into groups in which everybody meets everybody equally often."""
    uneven = {
        number: group
        for number in entrants
        for group in next_round.plan_groups(stage, number)
        if not group.is_even
    }
    if not uneven:
        return
    first = min(uneven)
    yield ngettext(
        "With %(entrants)d entrants there is no fair split into groups. %(group)s",
        "With %(n)d different numbers of entrants there is no fair split into groups, first with "
        "%(entrants)d. %(group)s",
        len(uneven),
    ) % {"n": len(uneven), "entrants": first, "group": describe_group(uneven[first])}


def describe_group(group: next_round.GroupPlan) -> str:
    """Say how often people of a group meet: equally often, or how unequally."""
    words = {
        "size": group.size,
        "games": group.games,
        "pairs": group.pairs,
        "meetings": group.meetings,
        "times": group.meetings // max(group.pairs, 1),
    }
    if not group.is_even:
        return (
            _(
                "In a group of %(size)d not everybody can meet everybody equally often: there are %(pairs)d "
                "pairs for %(meetings)d meetings."
            )
            % words
        )
    return (
        ngettext(
            "In a group of %(size)d everybody plays %(games)d games and meets everybody else once.",
            "In a group of %(size)d everybody plays %(games)d games and meets everybody else %(times)d "
            "times.",
            group.meetings // max(group.pairs, 1),
        )
        % words
    )


def _find_check_in_warnings(hours: int, starts: datetime, now: datetime) -> Iterator[str]:
    """Yield warnings about a check-in that is too short or should have opened already."""
    left, opens = (starts - now) // ONE_HOUR, starts - timedelta(hours=hours)
    if left < SHORTEST_CHECK_IN_HOURS:
        yield _("It starts too soon for a check-in, so nobody is asked.")
    elif hours < SHORTEST_CHECK_IN_HOURS:
        yield _("Fewer than %(least)d hours are too short to answer, so nobody is asked to check in.") % {
            "least": SHORTEST_CHECK_IN_HOURS
        }
    elif opens < now:
        ahead = max(left // 2, SHORTEST_CHECK_IN_HOURS)
        yield ngettext(
            "Check-in would already have opened on %(when)s, so it opens as soon as people can enter. A "
            "check-in of %(n)d hour would still fit.",
            "Check-in would already have opened on %(when)s, so it opens as soon as people can enter. A "
            "check-in of %(n)d hours would still fit.",
            ahead,
        ) % {"when": display.format_time(opens), "n": ahead}
