"""What a format draws next: which rounds can be drawn from what has happened so far.

Pure: the story of the ledger goes in, tables of entrants in seat order come out. Chance comes from the seed
of the event, which everybody knows before it begins, so that every draw can be made again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import msgspec

from games.tournaments import reckoning
from games.tournaments.ledger import Stage, Story
from games.tournaments.pairing import knock_out, lots, pyramid, schedules, seats, seeding, swiss
from games.tournaments.pairing.apart import Apart
from games.tournaments.pairing.designs import design
from games.tournaments.pairing.sizes import Shape
from games.tournaments.pairing.tables import Round as Drawn
from games.tournaments.plan import IN_ONE_GO, StagePlan
from games.tournaments.standings.points import BY_SCORE, neutral, vector


class Seating(msgspec.Struct, frozen=True):
    """Who sits at a table, the one who begins first."""

    seats: tuple[int, ...]
    group: int = 0


class Draw(msgspec.Struct, frozen=True):
    """One round."""

    number: int
    tables: tuple[Seating, ...]
    byes: tuple[int, ...] = ()


class Division(msgspec.Struct, frozen=True):
    """The groups of a stage and, in a pyramid, the tier of each."""

    groups: list[list[int]]
    tiers: list[int] = []

    def placed(self, field: Sequence[int]) -> list[int]:
        """Those of the field who are in a group; all, if there are none."""
        inside = {entrant for group in self.groups for entrant in group}
        return [entrant for entrant in field if entrant in inside or not self.groups]


# --- which rounds there are


def draws(story: Story, number: int, apart: Apart[int]) -> tuple[Draw, ...]:
    """The rounds that can be drawn now; none, while one is played or when all are there."""
    stage = story.stages[number]
    if stage.is_over or any(not drawn.is_closed for drawn in stage.rounds.values()):
        return ()
    if stage.plan.format in IN_ONE_GO:
        return () if stage.rounds else _at_once(story, stage, apart)
    if stage.plan.format == "ladder" or _is_drawn(story, stage):
        return ()
    return (_next(story, stage, len(stage.rounds) + 1, apart),)


def is_complete(story: Story, number: int) -> bool:
    """Is every round of the stage drawn and closed? A ladder ends when its organizer says so."""
    stage = story.stages[number]
    if stage.plan.format == "ladder" or not stage.rounds:
        return False
    return _is_drawn(story, stage) and all(drawn.is_closed for drawn in stage.rounds.values())


def _is_drawn(story: Story, stage: Stage) -> bool:
    """Does no further round follow?"""
    if stage.plan.format in IN_ONE_GO:
        return bool(stage.rounds)
    if stage.plan.format == "knock_out":
        last = stage.rounds.get(len(stage.rounds))
        if last is None:
            return False
        is_final = len(last.tables) == 1 and not last.byes
        return is_final or not last.tables  # or too few are left to play one
    too_few = bool(stage.rounds) and len(playing(story, stage)) < stage.plan.least
    return too_few or len(stage.rounds) >= rounds_of(stage.plan, len(stage.field))


def playing(story: Story, stage: Stage) -> list[int]:
    """Those of the stage who are not out, by seed."""
    return [number for number in stage.field if not story.people[number].is_out]


def rounds_of(plan: StagePlan, entrants: int) -> int:
    """How many rounds a stage has, if that does not depend on results."""
    if plan.rounds:
        return plan.rounds
    return swiss.rounds(entrants, plan.size) if plan.format == "swiss" else plan.size


def shape(plan: StagePlan) -> Shape:
    return Shape(plan.size, plan.least, plan.most, plan.long_first)


def drawn_again(story: Story, number: int, round_number: int, apart: Apart[int]) -> tuple[Draw, ...]:
    """A round that is not published, as it would be drawn now; with those that were drawn with it."""
    stage = story.stages[number]
    if stage.plan.format in IN_ONE_GO:
        return _at_once(story, stage, apart)
    return (_next(story, stage, round_number, apart),)


def laid_out(story: Story, number: int, round_number: int) -> Draw:
    """A round as it was drawn."""
    drawn = story.stages[number].rounds[round_number]
    tables = (story.tables[table] for table in drawn.tables)
    return Draw(round_number, tuple(Seating(table.seats, table.group) for table in tables), tuple(drawn.byes))


def swapped(drawn: Draw, one: int, other: int) -> Draw:
    """The same round with two people in each other's place."""
    change = {one: other, other: one}

    def moved(entrants: Iterable[int]) -> tuple[int, ...]:
        return tuple(change.get(entrant, entrant) for entrant in entrants)

    tables = tuple(Seating(moved(table.seats), table.group) for table in drawn.tables)
    return Draw(drawn.number, tables, moved(drawn.byes))


# --- formats whose rounds are known from the start


def _at_once(story: Story, stage: Stage, apart: Apart[int]) -> tuple[Draw, ...]:
    if stage.plan.format in ("league", "pyramid"):
        groups = [_group(story, stage, number, apart) for number in range(1, len(stage.groups) + 1)]
        return (Draw(1, tuple(seating for group in groups for seating in group)),)
    if stage.wishes:
        return tuple(_by_wishes(story, stage, apart))
    field = playing(story, stage)
    drawn = _scheduled(stage, field, rounds_of(stage.plan, len(field)), apart, f"{story.seed}|{stage.number}")
    return tuple(_with_byes(number, tables, field) for number, tables in enumerate(drawn, 1))


def _group(story: Story, stage: Stage, number: int, apart: Apart[int]) -> list[Seating]:
    """All tables of a group. Who meets whom is settled, so that each may begin when its people are free."""
    field = [entrant for entrant in stage.groups[number - 1] if not story.people[entrant].is_out]
    seed = f"{story.seed}|{stage.number}|{number}"
    drawn = _scheduled(stage, field, stage.plan.size, apart, seed)
    return [Seating(table, number) for tables in drawn for table in tables]


def _scheduled(
    stage: Stage, field: Sequence[int], rounds: int, apart: Apart[int], seed: str
) -> tuple[Drawn, ...]:
    found = schedules.best(len(field), shape(stage.plan), rounds, seed=seed)
    return seeding.people(found.rounds, seeding.numbered(field, found.rounds, apart, seed))


def _with_byes(number: int, tables: Drawn, field: Sequence[int]) -> Draw:
    seated = {entrant for table in tables for entrant in table}
    return Draw(number, tuple(map(Seating, tables)), tuple(one for one in field if one not in seated))


def _by_wishes(story: Story, stage: Stage, apart: Apart[int]) -> Iterator[Draw]:
    """Heats of which some people want fewer: drawn one after the other among those who play in it."""
    past: list[Drawn] = []
    out: Counter[int] = Counter()
    for number in range(1, rounds_of(stage.plan, len(stage.field)) + 1):
        wanting = [one for one in playing(story, stage) if stage.wishes.get(one, number) >= number]
        if len(wanting) < stage.plan.least:
            return
        order = lots.drawn(wanting, f"{story.seed}|{stage.number}|{number}")
        entrants = [swiss.Entrant(one, rank, byes=out[one]) for rank, one in enumerate(order, 1)]
        pairing = swiss.pair(entrants, past, shape(stage.plan), way="strict", apart=apart, seed=story.seed)
        past.append(pairing.tables)
        out.update(pairing.byes)
        yield Draw(number, tuple(map(Seating, pairing.tables)), pairing.byes)


# --- formats in which a round depends on the one before


def _next(story: Story, stage: Stage, number: int, apart: Apart[int]) -> Draw:
    if stage.plan.format == "knock_out":
        return _knock_out(story, stage, number, apart)
    return _swiss(story, stage, number, apart)


def _swiss(story: Story, stage: Stage, number: int, apart: Apart[int]) -> Draw:
    """The first round by seeds; then people with like points who have not met. Whoever sits at several tables
    of a round has met those of the first when the second is drawn."""
    field = playing(story, stage)
    first = [_opening(story, stage, field, apart)] if number == 1 else []
    past = [drawn_tables(story, stage, earlier) for earlier in range(1, number)]
    before = [drawn.byes for drawn in stage.rounds.values() if drawn.number < number]
    byes = Counter(one for out in (*before, *(pairing.byes for pairing in first)) for one in out)
    rows = {int(row.entrant): row for row in reckoning.rows(story, stage.number)}
    strictly = stage.plan.strictly
    others = swiss.several(
        [swiss.Entrant(one, rows[one].rank, rows[one].points, byes[one]) for one in field],
        [*past, *(pairing.tables for pairing in first)],
        shape(stage.plan),
        stage.plan.at_once - len(first),
        way=None if strictly is None else "strict" if strictly else "weighted",
        winner=_winner(stage.plan),
        apart=apart,
        seed=story.seed,
    )
    return _together(number, [*first, *others])


def _together(number: int, pairings: Sequence[swiss.Pairing]) -> Draw:
    """As one round."""
    tables = (Seating(table) for pairing in pairings for table in pairing.tables)
    return Draw(number, tuple(tables), tuple(one for pairing in pairings for one in pairing.byes))


def _winner(plan: StagePlan) -> Fraction:
    """What a win is worth: a repeated meeting is as bad as two people so far apart."""
    scheme = reckoning.terms(plan, "").scheme
    return 2 * neutral(scheme, plan.size) if scheme.system in BY_SCORE else vector(scheme, plan.size)[0]


def _opening(story: Story, stage: Stage, field: Sequence[int], apart: Apart[int]) -> swiss.Pairing:
    """By seeds. Of seats what earlier stages gave counts; if there was none, the lot."""
    entrants = [swiss.Entrant(one, rank) for rank, one in enumerate(field, 1)]
    seed = f"{story.seed}|{stage.number}"
    found = swiss.opening(entrants, shape(stage.plan), spread=stage.plan.spread, apart=apart, seed=seed)
    past = [
        drawn_tables(story, earlier, number)
        for earlier in story.stages.values()
        for number in earlier.rounds
        if earlier.number < stage.number
    ]
    found = replace(found, tables=seats.seat_all(found.tables, past)) if past else found
    if stage.plan.seats_are_chosen and len(found.tables) == 1:
        return replace(found, tables=(seats.chosen(found.tables[0], field, stage.seats),))
    return found


def drawn_tables(story: Story, stage: Stage, number: int, group: int = 0) -> Drawn:
    """The tables of a round that were not struck, in seat order; of one group, if it is named."""
    found = (story.tables[table] for table in stage.rounds[number].tables)
    return tuple(table.seats for table in found if table.state != "void" and group in (0, table.group))


def _knock_out(story: Story, stage: Stage, number: int, apart: Apart[int]) -> Draw:
    """The best of each table go on, and the best of the others fill up the tables of the next round."""
    if number == 1:
        return _together(1, [_opening(story, stage, playing(story, stage), apart)])
    finishes = list(_finishes(story, stage, number - 1))
    seed = f"{story.seed}|{stage.number}|{number}"
    going_on = _going_on(stage.plan, finishes, story.seed)
    tables = knock_out.next_tables(going_on, finishes, shape(stage.plan), seed, apart=apart)
    past = [drawn_tables(story, stage, earlier) for earlier in range(1, number)]
    seated = {entrant for table in tables for entrant in table}
    byes = tuple(entrant for entrant in going_on.ranking if entrant not in seated)
    return Draw(number, tuple(map(Seating, seats.seat_all(tables, past))), byes)


def _going_on(
    plan: StagePlan, finishes: Sequence[knock_out.Finish[int]], seed: str
) -> knock_out.Through[int]:
    """Those who have earned it, and so many more that nobody has to sit out; if that cannot be, fewer.

    Somebody is always knocked out, however many share a place: otherwise there would be no end."""
    earned = knock_out.through(finishes, plan.through, shape(plan), seed)
    number, active = len(earned.ranking), sum(one.active for one in finishes)
    if number < active and not shape(plan).split(number).byes:
        return earned
    even = [size for size in range(plan.least, active) if not shape(plan).split(size).byes]
    if not even:
        return earned
    wanted = min((size for size in even if size > number), default=even[-1])
    filled = knock_out.through(finishes, plan.through, shape(plan), seed, wanted=wanted)
    return knock_out.Through(filled.ranking[:wanted])


def decides(story: Story, number: int) -> bool:
    """Does what is played now decide who goes on? In a round that others follow it does not, but for a
    knock-out. A ladder may end any day."""
    stage = story.stages[number]
    return stage.plan.format in ("knock_out", "ladder") or _is_drawn(story, stage)


def fates(story: Story, number: int) -> frozenset[tuple[str, int]]:
    """Who would go on, up or down if the stage ended as it stands. What changes that needs two signatures."""
    stage = story.stages[number]
    told = {("on", entrant) for entrant in reckoning.qualifiers(story, number)}
    if stage.plan.format == "knock_out" and stage.rounds:
        told |= {("next", entrant) for entrant in survivors(story, number, max(stage.rounds))}
    if stage.plan.format == "pyramid":
        for section in reckoning.sections(story, number):
            ranked = [int(row.entrant) for row in section.rows]
            told |= {("up", entrant) for entrant in ranked[:1]}
            told |= {("down", entrant) for entrant in ranked[-pyramid.DOWN :]}
    return frozenset(told)


def _finishes(story: Story, stage: Stage, number: int) -> Iterator[knock_out.Finish[int]]:
    """How everybody ended in a round. Whoever had no table in it has beaten whoever was not there."""
    drawn = stage.rounds[number]
    for table in drawn.tables:
        for entrant, outcome in reckoning.outcomes(story, table).items():
            yield knock_out.Finish(
                entrant,
                table,
                outcome.place,
                outcome.relw,
                outcome.share * len(story.tables[table].seats),
                active=not story.people[entrant].is_out and outcome.own,
            )
    for entrant in drawn.byes:
        yield knock_out.Finish(entrant, -entrant, 1, Fraction(1), active=not story.people[entrant].is_out)


def concerned(story: Story, number: int, rounds: Iterable[int]) -> set[int]:
    """Whom these rounds concern: all of the stage; of a knock-out, those who are still in it."""
    stage = story.stages[number]
    if stage.plan.format != "knock_out":
        return set(stage.field)
    drawn = [laid_out(story, number, one) for one in rounds]
    seated = {entrant for one in drawn for table in one.tables for entrant in table.seats}
    return seated.union(*(one.byes for one in drawn))


def survivors(story: Story, number: int, round_number: int) -> frozenset[int]:
    """Who is in the next round of a knock-out, by how this one has ended."""
    stage = story.stages[number]
    finishes = list(_finishes(story, stage, round_number))
    return frozenset(_going_on(stage.plan, finishes, story.seed).ranking)


def knock_out_fields(plan: StagePlan, entrants: int) -> list[int]:
    """How many people are in each round, if nobody shares a place."""
    path = knock_out.path(entrants, plan.through, shape(plan))
    return [sum(sizes.tables) + sizes.byes for sizes in path]


# --- groups


def divided(
    plan: StagePlan,
    field: Sequence[int],
    apart: Apart[int] | None = None,
    seed: str = "",
    hours: Mapping[int, int] | None = None,
) -> Division:
    """The groups of a league, dealt by seed so that all are alike, or by the hour on everybody's clock. In a
    group everybody meets everybody: whoever is kept apart is in another one, if that can be. For a pyramid
    see `seasons.py`."""
    if plan.format != "league":
        return Division([])
    sizes = group_sizes(plan, len(field))
    dealt = seeding.by_hour(field, sizes, hours or {}) if plan.by_zone else seeding.snake(field, sizes)
    order = [entrant for group in dealt for entrant in group] if plan.by_zone else field
    return Division(seeding.parted(dealt, order, apart or {}, seed))


def group_sizes(plan: StagePlan, entrants: int) -> list[int]:
    """As near to the wanted size as all groups can be together, the larger ones first."""
    if plan.format == "pyramid":
        return [size for tier in pyramid.shape(entrants, plan.group) for size in tier]
    groups = max(1, round(entrants / plan.group))
    each, more = divmod(entrants, groups)
    return [each + 1] * more + [each] * (groups - more)


def tables_of_group(plan: StagePlan, entrants: int) -> int:
    """How many tables a group plays in all."""
    found = design(entrants, plan.size)
    return len(found) if found else plan.size * len(shape(plan).split(entrants).tables)
