"""Pair the next round of each format from what has happened so far.

Pure: the state of the tournament goes in, tables of entrants in seat order come out. Randomness comes from
the tournament's seed, which is public before the start, so that every pairing can be reproduced.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb

import msgspec

from games.tournaments.ledger.state import LedgerStage, TournamentState
from games.tournaments.pairing import first_round, lots, seat_order
from games.tournaments.pairing.avoidances import AvoidanceMap
from games.tournaments.pairing.formats import knock_out, pyramid, swiss
from games.tournaments.pairing.group_sizes import meets_evenly, split_into_groups
from games.tournaments.pairing.meetings import RoundTables
from games.tournaments.pairing.schedules import selection
from games.tournaments.pairing.schedules.designs import find_group_design
from games.tournaments.pairing.table_sizes import TableShape
from games.tournaments.settings import FIXED_SCHEDULE_FORMATS, GROUP_FORMATS, StageSettings
from games.tournaments.standings import from_state
from games.tournaments.standings.points import SCORE_SYSTEMS, compute_neutral_points, list_place_points


class TableSeating(msgspec.Struct, frozen=True):
    """The entrants of a table in seat order; the first one begins."""

    seats: tuple[int, ...]
    group: int = 0


class RoundPairing(msgspec.Struct, frozen=True):
    """The tables and byes of one round."""

    number: int
    tables: tuple[TableSeating, ...]
    byes: tuple[int, ...] = ()
    sat_out: tuple[int, ...] = ()  # at their own wish


class StageGroups(msgspec.Struct, frozen=True):
    """The groups of a stage and, in a pyramid, the tier of each group."""

    groups: list[list[int]]
    tiers: list[int] = []


# --- Which rounds there are


def pair_next_rounds(
    state: TournamentState, number: int, apart: AvoidanceMap[int]
) -> tuple[RoundPairing, ...]:
    """Pair the rounds that can be paired now; none while a round is being played or when all are paired."""
    stage = state.stages[number]
    if stage.is_over or any(not drawn.is_closed for drawn in stage.rounds.values()):
        return ()
    if stage.settings.format in FIXED_SCHEDULE_FORMATS:
        return () if stage.rounds else _pair_all_rounds(state, stage, apart)
    if stage.settings.format == "ladder" or _has_all_rounds(state, stage):
        return ()
    return (_pair_round(state, stage, len(stage.rounds) + 1, apart),)


def is_stage_complete(state: TournamentState, number: int) -> bool:
    """Tell whether every round of the stage is paired and closed. A ladder is ended by its organizer only."""
    stage = state.stages[number]
    if stage.settings.format == "ladder" or not stage.rounds:
        return False
    return _has_all_rounds(state, stage) and all(drawn.is_closed for drawn in stage.rounds.values())


def _has_all_rounds(state: TournamentState, stage: LedgerStage) -> bool:
    """Tell whether no further round follows."""
    if stage.settings.format in FIXED_SCHEDULE_FORMATS:
        return bool(stage.rounds)
    if stage.settings.format == "knock_out":
        last = stage.rounds.get(len(stage.rounds))
        if last is None:
            return False
        is_final = len(last.tables) == 1 and not last.byes
        return is_final or not last.tables  # or too few entrants are left
    too_few = bool(stage.rounds) and len(list_active_entrants(state, stage)) < stage.settings.least
    return too_few or len(stage.rounds) >= count_rounds(stage.settings, len(stage.field))


def list_active_entrants(state: TournamentState, stage: LedgerStage) -> list[int]:
    """List the entrants of the stage who are not out, by seed."""
    return [number for number in stage.field if not state.entrants[number].is_out]


def count_rounds(plan: StageSettings, entrants: int) -> int:
    """Return how many rounds a stage has, where that does not depend on results."""
    if plan.rounds:
        return plan.rounds
    return swiss.count_rounds(entrants, plan.size) if plan.format == "swiss" else plan.size


def build_table_shape(plan: StageSettings) -> TableShape:
    """Build the constraints on table sizes from the settings of a stage."""
    return TableShape(plan.size, plan.least, plan.most, plan.long_first)


def pair_again(
    state: TournamentState, number: int, round_number: int, apart: AvoidanceMap[int]
) -> tuple[RoundPairing, ...]:
    """Pair an unpublished round again, together with those that were paired in the same run."""
    stage = state.stages[number]
    if stage.settings.format in FIXED_SCHEDULE_FORMATS:
        return _pair_all_rounds(state, stage, apart)
    return (_pair_round(state, stage, round_number, apart),)


def get_pairing(state: TournamentState, number: int, round_number: int) -> RoundPairing:
    """Return the pairing of a round as it was recorded in the ledger."""
    drawn = state.stages[number].rounds[round_number]
    tables = (state.tables[table] for table in drawn.tables)
    seatings = tuple(TableSeating(table.seats, table.group) for table in tables)
    return RoundPairing(round_number, seatings, tuple(drawn.byes), tuple(drawn.sat_out))


def swap_entrants(drawn: RoundPairing, one: int, other: int) -> RoundPairing:
    """Return the same round with two entrants swapped."""
    change = {one: other, other: one}

    def moved(entrants: Iterable[int]) -> tuple[int, ...]:
        return tuple(change.get(entrant, entrant) for entrant in entrants)

    tables = tuple(TableSeating(moved(table.seats), table.group) for table in drawn.tables)
    return RoundPairing(drawn.number, tables, moved(drawn.byes), drawn.sat_out)


# --- Formats paired in advance


def _pair_all_rounds(
    state: TournamentState, stage: LedgerStage, apart: AvoidanceMap[int]
) -> tuple[RoundPairing, ...]:
    """Pair all rounds of a format in which results do not matter for the pairing."""
    if stage.settings.format in GROUP_FORMATS:
        groups = [_pair_group(state, stage, number, apart) for number in range(1, len(stage.groups) + 1)]
        return (RoundPairing(1, tuple(seating for group in groups for seating in group)),)
    if stage.heat_limits:
        return tuple(_pair_heats_by_limits(state, stage, apart))
    field = list_active_entrants(state, stage)
    drawn = _build_schedule(
        stage, field, count_rounds(stage.settings, len(field)), apart, f"{state.seed}|{stage.number}"
    )
    return tuple(_add_byes(number, tables, field) for number, tables in enumerate(drawn, 1))


def _pair_group(
    state: TournamentState, stage: LedgerStage, number: int, apart: AvoidanceMap[int]
) -> list[TableSeating]:
    """Pair all tables of a group; each may start as soon as its players are free."""
    field = [entrant for entrant in stage.groups[number - 1] if not state.entrants[entrant].is_out]
    seed = f"{state.seed}|{stage.number}|{number}"
    design = find_group_design(len(field), build_table_shape(stage.settings))
    drawn = (
        _assign_entrants(field, (design.tables,), apart, seed)
        if design
        else _build_schedule(stage, field, stage.settings.size, apart, seed)
    )
    return [TableSeating(table, number) for tables in drawn for table in tables]


def _build_schedule(
    stage: LedgerStage, field: Sequence[int], rounds: int, apart: AvoidanceMap[int], seed: str
) -> tuple[RoundTables, ...]:
    """Build a schedule for so many rounds and assign the entrants to it."""
    found = selection.find_best_schedule(len(field), build_table_shape(stage.settings), rounds, seed=seed)
    return _assign_entrants(field, found.rounds, apart, seed)


def _assign_entrants(
    field: Sequence[int], rounds: tuple[RoundTables, ...], apart: AvoidanceMap[int], seed: str
) -> tuple[RoundTables, ...]:
    """Replace the numbers of a schedule by entrants, by lot."""
    return first_round.replace_numbers(rounds, first_round.assign_numbers(field, rounds, apart, seed))


def _add_byes(number: int, tables: RoundTables, field: Sequence[int]) -> RoundPairing:
    seated = {entrant for table in tables for entrant in table}
    return RoundPairing(
        number, tuple(map(TableSeating, tables)), tuple(one for one in field if one not in seated)
    )


def _pair_heats_by_limits(
    state: TournamentState, stage: LedgerStage, apart: AvoidanceMap[int]
) -> Iterator[RoundPairing]:
    """Pair heats of which some entrants want fewer: one heat after the other, among those who play in it."""
    past: list[RoundTables] = []
    out: Counter[int] = Counter()
    for number in range(1, count_rounds(stage.settings, len(stage.field)) + 1):
        wanting = [
            one for one in list_active_entrants(state, stage) if stage.heat_limits.get(one, number) >= number
        ]
        if len(wanting) < stage.settings.least:
            return
        order = lots.order_by_lot(wanting, f"{state.seed}|{stage.number}|{number}")
        entrants = [swiss.SwissEntrant(one, rank, byes=out[one]) for rank, one in enumerate(order, 1)]
        pairing = swiss.pair_next_round(
            entrants, past, build_table_shape(stage.settings), way="strict", apart=apart, seed=state.seed
        )
        past.append(pairing.tables)
        out.update(pairing.byes)
        yield RoundPairing(number, tuple(map(TableSeating, pairing.tables)), pairing.byes)


# --- Formats paired round by round


def _pair_round(
    state: TournamentState, stage: LedgerStage, number: int, apart: AvoidanceMap[int]
) -> RoundPairing:
    if stage.settings.format == "knock_out":
        return _pair_knock_out_round(state, stage, number, apart)
    return _pair_swiss_round(state, stage, number, apart)


def _pair_swiss_round(
    state: TournamentState, stage: LedgerStage, number: int, apart: AvoidanceMap[int]
) -> RoundPairing:
    """Pair a Swiss round: by seeds first, later by equal points while avoiding repeated meetings.

    With several tables per entrant in one round, those of the first pairing count as met in the second.
    """
    field, sat_out = _split_by_wish(state, stage, number)
    first = [_pair_first_round(state, stage, field, apart)] if number == 1 else []
    past = [list_round_tables(state, stage, earlier) for earlier in range(1, number)]
    before = [drawn.byes for drawn in stage.rounds.values() if drawn.number < number]
    byes = Counter(one for out in (*before, *(pairing.byes for pairing in first)) for one in out)
    rows = {int(row.entrant): row for row in from_state.compute_standing_rows(state, stage.number)}
    strictly = stage.settings.strictly
    others = swiss.pair_several_tables(
        [swiss.SwissEntrant(one, rows[one].rank, rows[one].points, byes[one]) for one in field],
        [*past, *(pairing.tables for pairing in first)],
        build_table_shape(stage.settings),
        stage.settings.at_once - len(first),
        way=None if strictly is None else "strict" if strictly else "weighted",
        winner=_compute_win_value(stage.settings),
        apart=apart,
        seed=state.seed,
    )
    return msgspec.structs.replace(_merge_pairings(number, [*first, *others]), sat_out=sat_out)


def _split_by_wish(
    state: TournamentState, stage: LedgerStage, number: int
) -> tuple[list[int], tuple[int, ...]]:
    """Return who plays a round, and who sits out at their own wish, unless too few would be left."""
    active = list_active_entrants(state, stage)
    wishes = stage.sit_out_requests.get(number, ())
    playing = [one for one in active if one not in wishes]
    if len(playing) < stage.settings.least:
        return active, ()
    return playing, tuple(one for one in active if one in wishes)


def _merge_pairings(number: int, pairings: Sequence[swiss.Pairing]) -> RoundPairing:
    """Merge several pairings into one round."""
    tables = (TableSeating(table) for pairing in pairings for table in pairing.tables)
    return RoundPairing(number, tuple(tables), tuple(one for pairing in pairings for one in pairing.byes))


def _compute_win_value(plan: StageSettings) -> Fraction:
    """Compute the value of a win; a repeated meeting is weighed like a gap of so many points."""
    scheme = from_state.build_terms(plan, "").scheme
    return (
        2 * compute_neutral_points(scheme, plan.size)
        if scheme.system in SCORE_SYSTEMS
        else list_place_points(scheme, plan.size)[0]
    )


def _pair_first_round(
    state: TournamentState, stage: LedgerStage, field: Sequence[int], apart: AvoidanceMap[int]
) -> swiss.Pairing:
    """Pair the first round by seeds. Seat order balances that of earlier stages; without any, it is drawn by
    lot.

    At a single knock-out table the entrants may have chosen their seats.
    """
    entrants = [swiss.SwissEntrant(one, rank) for rank, one in enumerate(field, 1)]
    seed = f"{state.seed}|{stage.number}"
    found = swiss.pair_first_round(
        entrants, build_table_shape(stage.settings), spread=stage.settings.spread, apart=apart, seed=seed
    )
    past = [
        list_round_tables(state, earlier, number)
        for earlier in state.stages.values()
        for number in earlier.rounds
        if earlier.number < stage.number
    ]
    found = replace(found, tables=seat_order.seat_round(found.tables, past)) if past else found
    if stage.settings.seats_are_chosen and len(found.tables) == 1:
        return replace(
            found, tables=(seat_order.assign_chosen_seats(found.tables[0], field, stage.seat_preferences),)
        )
    return found


def list_round_tables(state: TournamentState, stage: LedgerStage, number: int, group: int = 0) -> RoundTables:
    """List the tables of a round that are not void, in seat order; optionally of one group."""
    found = (state.tables[table] for table in stage.rounds[number].tables)
    return tuple(table.seats for table in found if table.state != "void" and group in (0, table.group))


def _pair_knock_out_round(
    state: TournamentState, stage: LedgerStage, number: int, apart: AvoidanceMap[int]
) -> RoundPairing:
    """Pair a knock-out round: the best of each table advance, and the best of the others fill the tables."""
    if number == 1:
        return _merge_pairings(
            1, [_pair_first_round(state, stage, list_active_entrants(state, stage), apart)]
        )
    finishes = list(_list_finishes(state, stage, number - 1))
    seed = f"{state.seed}|{stage.number}|{number}"
    going_on = _select_advancing(stage.settings, finishes, state.seed)
    tables = knock_out.build_next_tables(
        going_on, finishes, build_table_shape(stage.settings), seed, apart=apart
    )
    past = [list_round_tables(state, stage, earlier) for earlier in range(1, number)]
    seated = {entrant for table in tables for entrant in table}
    byes = tuple(entrant for entrant in going_on.ranking if entrant not in seated)
    return RoundPairing(number, tuple(map(TableSeating, seat_order.seat_round(tables, past))), byes)


def _select_advancing(
    plan: StageSettings, finishes: Sequence[knock_out.PlayerFinish[int]], seed: str
) -> knock_out.AdvancingPlayers[int]:
    """Select who advances: those who earned it, and more (or else fewer) so that nobody sits out.

    At least one entrant is always knocked out, even with shared places; otherwise it would never end.
    """
    earned = knock_out.select_advancing(finishes, plan.through, build_table_shape(plan), seed)
    number, active = len(earned.ranking), sum(one.active for one in finishes)
    if number < active and not build_table_shape(plan).split(number).byes:
        return earned
    even = [size for size in range(plan.least, active) if not build_table_shape(plan).split(size).byes]
    if not even:
        return earned
    wanted = min((size for size in even if size > number), default=even[-1])
    filled = knock_out.select_advancing(finishes, plan.through, build_table_shape(plan), seed, wanted=wanted)
    return knock_out.AdvancingPlayers(filled.ranking[:wanted])


def is_decisive(state: TournamentState, number: int) -> bool:
    """Tell whether the current games decide who advances.

    That holds in the last round of a stage, in all rounds of a knock-out, and in a ladder at any time.
    """
    stage = state.stages[number]
    return stage.settings.format in ("knock_out", "ladder") or _has_all_rounds(state, stage)


def compute_advancement(state: TournamentState, number: int) -> frozenset[tuple[str, int]]:
    """Return who would advance, move up or move down if the stage ended now.

    Changing it takes two signatures.
    """
    stage = state.stages[number]
    advancing = {("on", entrant) for entrant in from_state.list_qualifiers(state, number)}
    if stage.settings.format == "knock_out" and stage.rounds:
        advancing |= {("next", entrant) for entrant in find_survivors(state, number, max(stage.rounds))}
    if stage.settings.format == "pyramid":
        for section in from_state.compute_standings(state, number):
            ranked = [int(row.entrant) for row in section.rows]
            advancing |= {("up", entrant) for entrant in ranked[:1]}
            advancing |= {("down", entrant) for entrant in ranked[-pyramid.RELEGATED_PER_GROUP :]}
    return frozenset(advancing)


def _list_finishes(
    state: TournamentState, stage: LedgerStage, number: int
) -> Iterator[knock_out.PlayerFinish[int]]:
    """Yield how everybody finished a round. A bye counts as first place at a table of one."""
    drawn = stage.rounds[number]
    for table in drawn.tables:
        for entrant, outcome in from_state.compute_outcomes(state, table).items():
            yield knock_out.PlayerFinish(
                entrant,
                table,
                outcome.place,
                outcome.relw,
                outcome.share * len(state.tables[table].seats),
                active=not state.entrants[entrant].is_out and outcome.is_own,
            )
    for entrant in drawn.byes:
        yield knock_out.PlayerFinish(
            entrant, -entrant, 1, Fraction(1), active=not state.entrants[entrant].is_out
        )


def find_concerned_entrants(state: TournamentState, number: int, rounds: Iterable[int]) -> set[int]:
    """Return the entrants whom these rounds concern: the whole stage, or in a knock-out those still in it."""
    stage = state.stages[number]
    if stage.settings.format != "knock_out":
        return set(stage.field)
    drawn = [get_pairing(state, number, one) for one in rounds]
    seated = {entrant for one in drawn for table in one.tables for entrant in table.seats}
    return seated.union(*(one.byes for one in drawn))


def find_survivors(state: TournamentState, number: int, round_number: int) -> frozenset[int]:
    """Return who is in the next round of a knock-out, given the results of this one."""
    stage = state.stages[number]
    finishes = list(_list_finishes(state, stage, round_number))
    return frozenset(_select_advancing(stage.settings, finishes, state.seed).ranking)


def compute_knock_out_fields(plan: StageSettings, entrants: int) -> list[int]:
    """Compute the number of entrants in each round, assuming no shared places."""
    path = knock_out.list_stage_sizes(entrants, plan.through, build_table_shape(plan))
    return [sum(sizes.tables) + sizes.byes for sizes in path]


# --- Groups


def divide_into_groups(
    plan: StageSettings,
    field: Sequence[int],
    apart: AvoidanceMap[int] | None = None,
    seed: str = "",
    hours: Mapping[int, int] | None = None,
) -> StageGroups:
    """Divide a league into groups, balanced by seed or sorted by time zone.

    Everybody in a group meets everybody else, so entrants with an avoidance go into different groups if
    possible. Pyramids are divided in `setup/seasons.py`.
    """
    if plan.format != "league":
        return StageGroups([])
    sizes = compute_group_sizes(plan, len(field))
    dealt = (
        first_round.deal_by_hour(field, sizes, hours or {})
        if plan.by_zone
        else first_round.deal_in_snake(field, sizes)
    )
    order = [entrant for group in dealt for entrant in group] if plan.by_zone else field
    return StageGroups(first_round.separate_players(dealt, order, apart or {}, seed))


def compute_group_sizes(plan: StageSettings, entrants: int) -> list[int]:
    """Compute group sizes: where everybody can meet everybody equally often, and close to the wanted size.

    In a league the larger groups come first, in a pyramid the higher ones."""
    shape = build_table_shape(plan)
    if plan.format == "pyramid":
        return [size for tier in pyramid.compute_tier_sizes(entrants, plan.group, shape) for size in tier]
    return list(split_into_groups(entrants, plan.group, shape))


class GroupPlan(msgspec.Struct, frozen=True):
    """What everybody in a group of this size plays."""

    size: int
    games: int  # of each
    tables: int
    meetings: int  # of all pairs together
    is_even: bool  # everybody meets everybody equally often

    @property
    def pairs(self) -> int:
        return comb(self.size, 2)


def plan_group(plan: StageSettings, size: int) -> GroupPlan:
    """Return what is played in a group of this size."""
    shape = build_table_shape(plan)
    if (design := find_group_design(size, shape)) is not None:
        return GroupPlan(size, design.games, len(design.tables), design.meetings * comb(size, 2), True)
    tables = shape.split(size).tables
    meetings = plan.size * sum(comb(seats, 2) for seats in tables)
    return GroupPlan(size, plan.size, plan.size * len(tables), meetings, meets_evenly(size, shape))


def plan_groups(plan: StageSettings, entrants: int) -> list[GroupPlan]:
    """Return what each group of a league or a pyramid plays."""
    return [plan_group(plan, size) for size in compute_group_sizes(plan, entrants)]
