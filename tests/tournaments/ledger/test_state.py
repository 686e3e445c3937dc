"""What holds in every format: tournaments that are only their ledger, drawn and reckoned without rows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.export import json_file
from games.tournaments.export.json_file import TournamentExport
from games.tournaments.ledger import state
from games.tournaments.ledger.state import EntryData, TournamentState, build_state
from games.tournaments.pairing import lots, next_round, round_quality
from games.tournaments.pairing.formats import pyramid
from games.tournaments.pairing.schedules import selection
from games.tournaments.settings import StageSettings
from games.tournaments.standings import from_state
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments import score_sheets

patiently = settings(
    score_sheets.patiently, max_examples=20
)  # whole tournaments take longer than score sheets
FOURS = StageSettings(size=4, least=3, most=5, rounds=3)
PLANS = {
    "strict": msgspec.structs.replace(FOURS, strictly=True),
    "weighted": msgspec.structs.replace(FOURS, strictly=False),
    "two tables a round": msgspec.structs.replace(FOURS, rounds=2, at_once=2),
    "with byes": StageSettings(size=3, least=3, most=3, rounds=3),
    "pods": msgspec.structs.replace(FOURS, format="pods"),
    "heats": msgspec.structs.replace(FOURS, format="heats", best=2),
    "league": msgspec.structs.replace(FOURS, format="league", group=7),
    "pyramid": msgspec.structs.replace(FOURS, format="pyramid", group=4),
    "knock_out": msgspec.structs.replace(FOURS, format="knock_out", spread="fold"),
}


@pytest.fixture(autouse=True, scope="module")
def short_searches():
    """What is drawn by a search need not be the best here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selection, "STEPS_PER_SEAT", 50)
        yield


class Paper:
    """A tournament as its ledger alone."""

    def __init__(self, plan: StageSettings, people: int, seed: int) -> None:
        self.entries = list[EntryData]()
        self.chance = Random(seed)
        self.write("opened", seed=str(seed))
        for number in range(1, people + 1):
            self.write("entered", entrant=number, name=f"P{number}")
        field = list(range(1, people + 1))
        groups, tiers = _groups(plan, field)
        self.write("stage", stage=1, plan=msgspec.to_builtins(plan), field=field, groups=groups, tiers=tiers)

    def write(self, kind: str, **data: object) -> None:
        self.entries.append(EntryData(kind, data, len(self.entries) + 1))

    @property
    def story(self) -> TournamentState:
        return build_state(self.entries)

    def rounds(self) -> Iterator[TournamentState]:
        """One after the other is drawn, begun, played and closed; tells how it stands before it is closed."""
        while drawn := next_round.pair_next_rounds(self.story, 1, {}):
            for one in drawn:
                self.lay_out(one)
            tables = [table for table in self.story.tables.values() if table.state == "planned"]
            for table in tables:
                self.write("started", table=table.number)
            for table in self.chance.sample(tables, len(tables)):
                lines = [state.VerdictLine(one, str(self.chance.randint(8, 20))) for one in table.seats]
                self.write("finished", table=table.number, seats=msgspec.to_builtins(lines))
            yield self.story
            for one in drawn:
                self.write("closed", stage=1, round=one.number)

    def lay_out(self, drawn: next_round.RoundPairing) -> None:
        first = len(self.story.tables) + 1
        tables = [
            {"table": first + place, "seats": one.seats, "group": one.group}
            for place, one in enumerate(drawn.tables)
        ]
        self.write("drawn", stage=1, round=drawn.number, tables=tables, byes=drawn.byes)

    def played(self) -> "Paper":
        for _ in self.rounds():
            pass
        return self


def _groups(plan: StageSettings, field: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    if plan.format != "pyramid":
        return next_round.divide_into_groups(plan, field).groups, []
    tiers = pyramid.build_next_season((), newcomers=field, size=plan.group).tiers
    return [list(group) for tier in tiers for group in tier], [
        number for number, tier in enumerate(tiers, 1) for _ in tier
    ]


def everything(state: TournamentState) -> tuple[object, ...]:
    """All that follows from a ledger and is shown to somebody."""
    return (
        from_state.compute_standings(state, 1),
        from_state.compute_stage_order(state, 1),
        next_round.compute_advancement(state, 1),
    )


# --- worked examples: the draw and the standings together


def numbers(*tables: str) -> list[list[int]]:
    return [[int(one) for one in table.split()] for table in tables]


def result(paper: Paper, *scores: str) -> None:
    """A round as the design tells it: “1:30 6:24 7:18” is a table."""
    [drawn] = next_round.pair_next_rounds(paper.story, 1, {})
    paper.lay_out(drawn)
    at = {frozenset(table.seats): table.number for table in paper.story.tables.values()}
    for sheet in scores:
        lines = [
            state.VerdictLine(int(one), score) for one, score in (word.split(":") for word in sheet.split())
        ]
        number = at[frozenset(line.entrant for line in lines)]
        paper.write("finished", table=number, seats=msgspec.to_builtins(lines))
    paper.write("closed", stage=1, round=drawn.number)


def next_tables(paper: Paper) -> list[list[int]]:
    [drawn] = next_round.pair_next_rounds(paper.story, 1, {})
    return sorted(sorted(table.seats) for table in drawn.tables)


THIRD = {True: numbers("1 2 9", "3 6 8", "4 5 7"), False: numbers("1 2 3", "4 7 8", "5 6 9")}


@pytest.mark.parametrize("strictly", [True, False])
def test_nine_in_a_swiss(strictly):
    """S08, S09 and S10, from the snake to the third round."""
    paper = Paper(StageSettings(size=3, least=3, most=3, rounds=3, strictly=strictly), 9, 1)
    assert next_tables(paper) == numbers("1 6 7", "2 5 8", "3 4 9")
    result(paper, "1:30 6:24 7:18", "2:22 5:27 8:22", "3:29 4:25 9:21")
    points = {row.entrant: row.points for row in from_state.compute_standing_rows(paper.story, 1)}
    half = Fraction(5, 2)
    assert points == {1: 10, 3: 10, 5: 10, 4: 4, 6: 4, 2: half, 8: half, 7: 1, 9: 1}
    assert next_tables(paper) == numbers("1 3 5", "2 4 6", "7 8 9")
    result(paper, "1:26 3:28 5:19", "2:25 4:17 6:22", "7:15 8:24 9:24")
    assert from_state.compute_stage_order(paper.story, 1) == [3, 1, 2, 5, 8, 9, 6, 4, 7]
    assert next_tables(paper) == THIRD[strictly]


def test_twelve_who_finish_as_they_are_seeded_must_meet_again():
    """S08 and S11; the box tells that three repeats cannot be avoided."""
    paper = Paper(StageSettings(size=4, least=4, most=4, rounds=3), 12, 1)
    assert next_tables(paper) == numbers("1 6 7 12", "2 5 8 11", "3 4 9 10")
    result(paper, "1:40 6:30 7:20 12:10", "2:40 5:30 8:20 11:10", "3:40 4:30 9:20 10:10")
    assert next_tables(paper) == numbers("1 2 3 4", "5 6 7 9", "8 10 11 12")
    paper.lay_out(next_round.pair_next_rounds(paper.story, 1, {})[0])
    found = round_quality.compute_round_quality(paper.story, 1, 2)
    assert (found.repeats, found.repeats_at_least, found.spread) == (3, 3, 96)


def test_seven_at_tables_of_three_sit_out_in_turn():
    """S15: the one who sits out is the lowest who has not."""
    paper = Paper(StageSettings(size=3, least=3, most=3, rounds=3), 7, 1)
    result(paper, *("{}:30 {}:20 {}:10".format(*table) for table in next_tables(paper)))
    result(paper, *("{}:30 {}:20 {}:10".format(*table) for table in next_tables(paper)))
    [drawn] = next_round.pair_next_rounds(paper.story, 1, {})
    had = {one for row in paper.story.stages[1].rounds.values() for one in row.byes}
    lowest = [one for one in from_state.compute_stage_order(paper.story, 1) if one not in had][-1]
    assert drawn.byes == (lowest,)
    assert {
        row.entrant: row.byes for row in from_state.compute_standing_rows(paper.story, 1) if row.byes
    } == dict.fromkeys(had, 1)


def test_a_knock_out_of_twenty_two():
    """S13: two share a first place, and a lot decides between two seconds who fills the eighth seat."""
    paper = Paper(StageSettings(format="knock_out", size=4, least=3, most=5), 22, 1)
    result(
        paper,
        "3:33 10:30 15:21 22:15",
        "4:28 9:27 16:27 21:20",
        "5:31 8:22 17:19 20:18",
        "6:26 7:26 18:24 19:11",
        "1:35 12:28 13:14",
        "2:24 11:21 14:20",
    )
    tables = next_tables(paper)
    [wild] = [one for one in (9, 16) if one == lots.order_by_lot([9, 16], "1")[0]]
    assert list(map(len, tables)) == [4, 4]
    assert sorted(one for table in tables for one in table) == sorted([1, 2, 3, 4, 5, 6, 7, wild])
    assert not any({6, 7} <= set(table) or {4, wild} <= set(table) for table in tables)
    result(paper, *("{}:30 {}:20 {}:10 {}:5".format(*table) for table in tables))
    [final] = next_tables(paper)
    assert {table[0] for table in tables} <= set(final)
    result(paper, "{}:9 {}:8 {}:7 {}:6".format(*final))
    assert next_round.is_stage_complete(paper.story, 1)
    rows = from_state.compute_standing_rows(paper.story, 1)
    assert [row.entrant for row in rows[:4]] == final
    assert str(rows[3].reason.sentence) == messages.GOT_FURTHER.fill(better=3, worse=2)
    assert str(rows[7].reason.sentence) == messages.GOT_FURTHER.fill(better=2, worse=1)


def test_who_is_level_without_a_lot_among_the_tie_breaks_goes_on_by_lot_all_the_same():
    paper = Paper(StageSettings(size=4, least=4, most=4, rounds=1, tie_breaks=("PTS",), go_on=2), 4, 7)
    result(paper, "1:20 2:20 3:20 4:20")
    assert {row.rank for row in from_state.compute_standing_rows(paper.story, 1)} == {1}
    assert from_state.list_qualifiers(paper.story, 1) == lots.order_by_lot([1, 2, 3, 4], "7")[:2]


# --- every format

tournaments = st.builds(
    Paper, st.sampled_from(list(PLANS.values())), st.sampled_from([8, 12, 13, 16]), st.integers(0, 99)
)


@patiently
@given(tournaments)
def test_everybody_is_seated_as_often_as_the_rest_and_no_table_is_set_twice(paper):
    state = paper.played().story
    stage = state.stages[1]
    assert next_round.is_stage_complete(state, 1)
    tables = [table.seats for table in state.tables.values()]
    if stage.settings.format != "knock_out":
        turns = Counter(one for seats in tables for one in seats)
        turns.update(one for drawn in stage.rounds.values() for one in drawn.byes)
        seated = {one for group in stage.groups for one in group} or set(stage.field)
        assert {turns[one] for one in seated} == {turns[min(seated)]}
    alone = {frozenset(group) for group in stage.groups if len(group) <= stage.settings.most}
    sets = Counter(frozenset(seats) for seats in tables if frozenset(seats) not in alone)
    assert max(sets.values(), default=1) == 1


@patiently
@given(tournaments)
def test_what_has_begun_is_never_drawn_again(paper):
    begun: dict[int, tuple[int, ...]] = {}
    for reached in paper.rounds():
        assert next_round.pair_next_rounds(reached, 1, {}) == ()
        assert {number: reached.tables[number].seats for number in begun} == begun
        begun = {table.number: table.seats for table in reached.tables.values()}
    assert next_round.pair_next_rounds(paper.story, 1, {}) == ()


@patiently
@given(tournaments, st.randoms(use_true_random=False))
def test_it_does_not_matter_which_table_ends_first(paper, dice):
    for _ in paper.rounds():
        pass
    results = [entry for entry in paper.entries if entry.kind == "finished"]
    dice.shuffle(results)
    late = [entry for entry in paper.entries if entry.kind != "finished"]
    assert everything(build_state([*late, *results])) == everything(paper.story)


@patiently
@given(tournaments, st.data())
def test_a_ruling_that_is_taken_back_has_changed_nothing(paper, data):
    state = paper.played().story
    before = everything(state)
    table = data.draw(st.sampled_from(list(state.tables.values())))
    paper.write("ruled", table=table.number, ruling=1, void=True)
    paper.write("disqualified", entrant=table.seats[0])
    assert table.seats[0] == from_state.compute_final_order(paper.story)[-1]
    paper.write("reinstated", entrant=table.seats[0])
    paper.write("reversed", ruling=1)
    assert everything(paper.story) == before


@patiently
@given(tournaments, st.booleans())
def test_the_file_gives_the_same_standings(paper, is_out):
    state = paper.played().story
    if is_out:
        paper.write("disqualified", entrant=1)
        state = paper.story
    stage = state.stages[1]
    groups = range(1, len(stage.groups) + 1) if len(stage.groups) > 1 else [0]
    export = TournamentExport(
        title="any",
        game="citadels",
        entrants=tuple(from_state.build_entrants(state, sorted(state.entrants))),
        sections=tuple(from_state.build_section(state, stage, group) for group in groups),
    )
    again = json_file.load_tournament(json_file.dump_tournament(export))
    rows = tuple(again.rows(section) for section in again.sections)
    assert rows == tuple(section.rows for section in from_state.compute_standings(state, 1))
