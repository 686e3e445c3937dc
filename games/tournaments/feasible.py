"""Whether settings can be played: what is wrong with them, in words, and what would be nearest.

Pure but for the words: plans go in, sentences come out.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import languages
from games.clock import pace as paces
from games.clock import patience as patiences
from games.play.errors import reason_of
from games.rules import registry
from games.rules.core.errors import BadOptions
from games.rules.core.rng import fresh_seed
from games.rules.core.speech import Tongue, tongue
from games.tournaments import drawing, naming, reckoning
from games.tournaments.pairing import knock_out
from games.tournaments.pairing.designs import design
from games.tournaments.plan import SHORTEST_CHECK_IN, EventPlan, StagePlan
from games.tournaments.standings.points import BY_SCORE, doubts, vector
from games.tournaments.standings.tie_breaks import USUAL
from games.tournaments.standings.words import Unfit

MOST_ENTRANTS = 1000
MOST_STAGES = 6
MOST_ROUNDS = 30
MOST_AT_ONCE = 8
MOST_DAYS = 365
MOST_GAMES = 40  # of one person in a stage
MOST_LOOKED_AT = 100  # numbers of entrants
AN_HOUR = timedelta(hours=1)
FARTHEST = 12  # from what was set, for what would be possible instead


class Problem(NamedTuple):
    """What cannot be, where it was set, and what could be instead."""

    where: str  # "event", or "stage 2"
    field: str
    text: str
    instead: str = ""  # the nearest value that is possible, as it would be filled in

    @property
    def sentence(self) -> str:
        """With what would be possible."""
        if not self.instead:
            return self.text
        possible = _("Possible would be: %(value)s.") % {"value": self._spoken}
        return f"{self.text} {possible}"

    @property
    def _spoken(self) -> str:
        """What would be possible, as the form calls it."""
        if self.field == "tie_breaks":
            return _("as usual for the format")
        return str(SPOKEN.get(self.field, {}).get(self.instead, self.instead))


SPOKEN: dict[str, Mapping[Any, Any]] = {"format": naming.FORMATS, "points": naming.POINTS}


def problems(ruleset: str, event: EventPlan, stages: Sequence[StagePlan]) -> list[Problem]:
    """Everything that stands in the way; empty: it can be played."""
    found = [*_of_event(event)]
    if not stages:
        found.append(Problem("event", "stages", _("A tournament has at least one stage.")))
    if len(stages) > MOST_STAGES:
        found.append(_too_large("event", "stages", MOST_STAGES))
    entrants, needs = range(event.least, event.most + 1), _needs(stages)
    if needs and event.least < needs[0]:
        words = _("So few people are not enough: %(least)d are needed at least.") % {"least": needs[0]}
        found.append(Problem("event", "least", words, str(needs[0])))
    for number, stage in enumerate(stages, 1):
        is_last = number == len(stages)
        found += _of_stage(f"stage {number}", ruleset, stage, entrants, is_last=is_last)
        found += _choosing(f"stage {number}", stage, entrants) if number > 1 else ()
        if not is_last:
            found += _going_on(f"stage {number}", stage, stages[number], entrants.start, needs[number])
            entrants = range(stage.go_on, stage.go_on + 1)
    return found


def _needs(stages: Sequence[StagePlan]) -> list[int]:
    """How many each stage needs, so that it has a table and as many go on as all after it need."""
    return list(accumulate((stage.least for stage in reversed(stages)), max))[::-1]


# --- the event


def _of_event(event: EventPlan) -> Iterator[Problem]:
    if event.most > MOST_ENTRANTS:
        yield _too_large("event", "most", MOST_ENTRANTS)
    if event.least < 2:
        yield Problem("event", "least", _("A tournament needs two people at least."), "2")
    if event.most < event.least:
        words = _("There is room for fewer people than are needed.")
        yield Problem("event", "most", words, str(event.least))
    if not 0 <= event.reliability <= 100:
        yield Problem("event", "reliability", _("This is a number from 0 to 100."), "80")
    lowest, highest = event.rating_from, event.rating_to
    if lowest is not None and highest is not None and lowest > highest:
        words = _("Nobody’s rating is from %(least)d to %(most)d: the second number is the higher one.")
        yield Problem("event", "rating_to", words % {"least": lowest, "most": highest}, str(lowest))


def _too_large(where: str, field: str, most: int) -> Problem:
    return Problem(
        where, field, _("This is more than the house can do: at most %(most)d.") % {"most": most}, str(most)
    )


# --- a stage


def _of_stage(
    where: str, ruleset: str, stage: StagePlan, entrants: range, *, is_last: bool
) -> Iterator[Problem]:
    sizes = list(_sizes(where, ruleset, stage))
    yield from sizes
    if not sizes:
        yield from _tables(where, ruleset, stage, entrants)
        yield from _of_game(where, ruleset, stage)
        yield from _counting(where, stage)
    yield from _rounds(where, stage)
    yield from _load(where, stage, entrants)
    if stage.format == "knock_out" and not 1 <= stage.through < stage.least:
        words = _("Of each table somebody goes on, and somebody does not.")
        yield Problem(where, "through", words, str(min(max(1, stage.through), max(1, stage.least - 1))))
    if is_last and stage.go_on:
        words = _("Nothing follows the last stage: nobody goes on.")
        yield Problem(where, "go_on", words, "0")


def _sizes(where: str, ruleset: str, stage: StagePlan) -> Iterator[Problem]:
    seats = registry.get(ruleset).seats
    if stage.least > stage.size:
        words = _("The smallest table is larger than the usual one.")
        yield Problem(where, "least", words, str(stage.size))
    elif stage.most < stage.size:
        words = _("The largest table is smaller than the usual one.")
        yield Problem(where, "most", words, str(stage.size))
    elif stage.least not in seats or stage.most not in seats:
        words = _("The game is for %(least)d to %(most)d at a table.") % {
            "least": seats[0],
            "most": seats[-1],
        }
        field = "least" if stage.least not in seats else "most"
        yield Problem(where, field, words, str(seats[0] if field == "least" else seats[-1]))


def _tables(where: str, ruleset: str, stage: StagePlan, entrants: range) -> Iterator[Problem]:
    """Can everybody be seated, where nobody may sit out?"""
    if stage.format in ("league", "pyramid") and stage.group < stage.size:
        words = _("A group has at least as many people as a table.")
        yield Problem(where, "group", words, str(stage.size))
    elif (uneven := _uneven(stage, entrants)) is not None:
        words = _("With %(number)d entrants somebody would have to sit out, and this format has no byes.")
        field, instead = _nearest(ruleset, stage, entrants)
        yield Problem(where, field, words % {"number": uneven}, instead)


def _uneven(stage: StagePlan, entrants: range) -> int | None:
    """The first number of entrants with whom somebody sits out who may not."""
    enough = (number for number in entrants[:MOST_LOOKED_AT] if number >= stage.least)
    return next((number for number in enough if _sits_out(stage, number)), None)


def _nearest(ruleset: str, stage: StagePlan, entrants: range) -> tuple[str, str]:
    """The smallest change of one number with which everybody can be seated."""
    seats = registry.get(ruleset).seats
    grouped = stage.format in ("league", "pyramid")
    for away in range(1, FARTHEST):
        changes = [("least", stage.least - away), ("most", stage.most + away)]
        changes = [(field, value) for field, value in changes if value in seats]
        changes += [("group", stage.group + away), ("group", stage.group - away)] if grouped else []
        for field, value in changes:
            other = msgspec.structs.replace(stage, **{field: value})
            if other.group >= other.size and _uneven(other, entrants) is None:
                return field, str(value)
    return "format", "swiss"


def _sits_out(stage: StagePlan, entrants: int) -> bool:
    """In a format where nobody may: not in a group, nor in any round of a knock-out."""
    shape = drawing.shape(stage)
    if stage.format in ("league", "pyramid"):
        sizes = drawing.group_sizes(stage, entrants)
        return any(shape.split(size).byes and not design(size, stage.size) for size in sizes)
    if stage.format != "knock_out":
        return False
    try:
        return any(sizes.byes for sizes in knock_out.path(entrants, stage.through, shape))
    except ValueError:  # of each table so many go on that nobody is knocked out: told elsewhere
        return False


def _of_game(where: str, ruleset: str, stage: StagePlan) -> Iterator[Problem]:
    """Tables of every size that may occur must be playable with these options."""
    rules = registry.get(ruleset)
    for size in range(stage.least, stage.most + 1):
        try:
            rules.clean(size, stage.options, fresh_seed())
        except BadOptions as error:
            words = _("With %(size)d at a table the game cannot be played so: %(why)s")
            yield Problem(where, "options", words % {"size": size, "why": reason_of(error)})
            break
    yield from _readable(where, "pace", stage.pace, paces.from_dict)
    yield from _readable(where, "patience", stage.patience, patiences.from_dict)


def _readable(where: str, field: str, data: Mapping[str, Any], read: Any) -> Iterator[Problem]:
    try:
        read(data)
    except (ValueError, TypeError) as error:
        yield Problem(where, field, str(error))


def _voice() -> Tongue:
    """For sentences of the reckoning, which speaks without Django."""
    return tongue(languages.spoken())


def _counting(where: str, stage: StagePlan) -> Iterator[Problem]:
    """The points for tables of every size that may occur, and what counts when people are level."""
    usual = msgspec.structs.replace(stage, tie_breaks=(), best=0)
    if (lacks := _without_points(stage)) is not None:
        words = _("There are no points of your own for a table of %(size)d.")
        yield Problem(where, "points", words % {"size": lacks}, "TEN")
        return
    try:
        scheme = reckoning.terms(usual, "").scheme
        for size in range(stage.least, stage.most + 1) if scheme.system not in BY_SCORE else ():
            vector(scheme, size)
    except Unfit as error:
        yield Problem(where, "points", error.sentence.say(_voice()), "TEN")
    try:
        reckoning.terms(msgspec.structs.replace(usual, points="TEN", tie_breaks=stage.tie_breaks), "")
    except Unfit as error:
        yield Problem(where, "tie_breaks", error.sentence.say(_voice()), ", ".join(USUAL[stage.format]))


def _without_points(stage: StagePlan) -> int | None:
    """A size of table of which the organizer's own points say nothing."""
    if stage.points != "CUSTOM":
        return None
    sizes = range(stage.least, stage.most + 1)
    return next((size for size in sizes if str(size) not in stage.vectors), None)


def _rounds(where: str, stage: StagePlan) -> Iterator[Problem]:
    if not 0 <= stage.rounds <= MOST_ROUNDS:
        yield _too_large(where, "rounds", MOST_ROUNDS)
    if not 1 <= stage.round_days <= MOST_DAYS:
        yield Problem(where, "round_days", _("A round lasts from one day to a year."), "30")
    if not 1 <= stage.at_once <= MOST_AT_ONCE:
        words = _("Everybody has from one to %(most)d tables in a round.") % {"most": MOST_AT_ONCE}
        yield Problem(where, "at_once", words, str(min(max(1, stage.at_once), MOST_AT_ONCE)))
    if stage.cap < 1:
        yield Problem(where, "cap", _("Everybody plays at one table at least."), "1")
    if stage.format == "heats" and stage.best > (heats := drawing.rounds_of(stage, 0)):
        words = _("There are fewer heats than results that count.")
        yield Problem(where, "best", words, str(heats))
    for field, least in (("best", 0), ("go_on", 0), ("reach", 1)):
        if getattr(stage, field) < least:
            words = _("This is %(least)d at least.") % {"least": least}
            yield Problem(where, field, words, str(least))


def _load(where: str, stage: StagePlan, entrants: range) -> Iterator[Problem]:
    """A Swiss has several tables in each of its rounds; all of them one person has to play."""
    if stage.format != "swiss" or not 1 <= stage.at_once <= MOST_AT_ONCE or not entrants:
        return
    rounds = drawing.rounds_of(stage, entrants[-1])
    if rounds <= MOST_ROUNDS and rounds * stage.at_once > MOST_GAMES:
        words = ngettext(
            "That would be one game for everybody, and %(most)d is the most that anybody can play.",
            "That would be %(games)d games for everybody, and %(most)d is the most that anybody can play.",
            rounds * stage.at_once,
        )
        told = words % {"games": rounds * stage.at_once, "most": MOST_GAMES}
        yield Problem(where, "at_once", told, str(MOST_GAMES // rounds))


def _choosing(where: str, stage: StagePlan, entrants: range) -> Iterator[Problem]:
    """Seats are chosen at one table, by those who are asked whether they come."""
    if not stage.seats_are_chosen:
        return
    if stage.check_in_hours < 1:
        words = _("Seats are chosen together with the answer whether somebody comes: that takes some hours.")
        yield Problem(where, "check_in_hours", words, "72")
    if len(entrants) != 1 or not stage.least <= entrants[0] <= stage.most:
        words = _("Seats can be chosen only where all who go on sit at one table.")
        yield Problem(where, "choose_seats", words)


def _going_on(
    where: str, stage: StagePlan, following: StagePlan, there: int, needed: int
) -> Iterator[Problem]:
    """Are they enough, and are there so many, if as few come as may?"""
    if stage.format == "ladder":
        yield Problem(where, "format", _("A ladder has no end, so that nothing can follow it."), "swiss")
    if stage.go_on < needed:
        words = _("The next stage needs %(least)d people at least.") % {"least": needed}
        full = following.size if following.size <= there else needed
        yield Problem(where, "go_on", words, str(max(needed, full)))
    elif stage.go_on > there:
        words = _("With the fewest entrants there are only %(number)d who could go on.")
        yield Problem(where, "go_on", words % {"number": there}, str(max(there, needed)))


# --- what is odd, but can be played


def warnings(
    event: EventPlan, stages: Sequence[StagePlan], starts: datetime | None = None, now: datetime | None = None
) -> list[str]:
    """What an organizer should know before opening."""
    found: list[str] = []
    for stage in stages:
        scheme = reckoning.terms(stage, "").scheme
        found += [doubt.say(_voice()) for doubt in doubts(scheme, range(stage.least, stage.most + 1))]
    if event.check_in_hours == 0:
        found.append(_("Nobody has to check in: tables may begin with people who have forgotten it."))
    elif starts and now and now < starts:
        found += _of_check_in(event.check_in_hours, starts, now)
    return found


def _of_check_in(hours: int, starts: datetime, now: datetime) -> Iterator[str]:
    """One that nobody could answer is left out; one that should have opened before opens with the entries."""
    left, opens = (starts - now) // AN_HOUR, starts - timedelta(hours=hours)
    if left < SHORTEST_CHECK_IN:
        yield _("It starts so soon that nobody is asked to check in.")
    elif hours < SHORTEST_CHECK_IN:
        yield _("In fewer than %(least)d hours people cannot answer: nobody is asked to check in.") % {
            "least": SHORTEST_CHECK_IN
        }
    elif opens < now:
        ahead = max(left // 2, SHORTEST_CHECK_IN)
        yield ngettext(
            "The check-in would have opened on %(when)s: it opens as soon as people may enter. "
            "%(n)d hour before the start would lie ahead.",
            "The check-in would have opened on %(when)s: it opens as soon as people may enter. "
            "%(n)d hours before the start would lie ahead.",
            ahead,
        ) % {"when": naming.when(opens), "n": ahead}
