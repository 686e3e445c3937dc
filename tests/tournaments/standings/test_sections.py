"""Standings of a stage: how far people got in a knock-out, and the places of a ladder."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.export import json_file
from games.tournaments.export.json_file import TournamentExport
from games.tournaments.standings.messages import InvalidTournamentData
from games.tournaments.standings.ranking import RankedEntrant
from games.tournaments.standings.scoring_terms import ScoringTerms
from games.tournaments.standings.sections import LadderChange, StageSection
from games.tournaments.standings.tie_breaks import KNOCK_OUT
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.score_sheets import order, patiently, placed, table

BY_PLACE = ScoringTerms(tie_breaks=KNOCK_OUT, seed="demo-2027")
ROUNDS = ("ABCDEFGH", "ABEF")
EIGHT = StageSection(
    name="1",
    terms=BY_PLACE,
    entrants=tuple("ABCDEFGHX"),  # X never came
    tables=(
        table("A30 B24 C20 D10", 1, round=1),
        table("E30 F21 G18 H9", 2, round=1),
        table("A20 E25 B15 F5", 3, round=2),
    ),
    rounds=tuple(map(tuple, ROUNDS)),
)


def known(entrants: str, **states: str) -> dict[str, RankedEntrant]:
    return {who: RankedEntrant(who, who, states.get(who, "active")) for who in entrants}


def test_whoever_got_further_stands_higher():
    rows = EIGHT.compute_rows(known("ABCDEFGHX"))
    assert order(rows) == "E A B F C G D H X"
    assert [row.rank for row in rows] == list(range(1, 10))
    reasons = {row.entrant: str(row.reason.sentence) for row in rows[:-1]}
    assert reasons["F"] == messages.GOT_FURTHER.fill(better=2, worse=1)
    assert reasons["H"] == messages.GOT_FURTHER.fill(better=1, worse=0)
    assert reasons["E"] == messages.BETTER_PLACE.fill(better=1, worse=2)
    assert reasons["C"] == messages.CLOSER_TO_WINNERS.fill(better="0.6667", worse="0.6")


def test_each_row_says_how_many_rounds_somebody_survived():
    rows = EIGHT.compute_rows(known("ABCDEFGHX"))
    survived = {row.entrant: row.survived for row in rows}
    assert survived == {"E": 2, "A": 1, "B": 1, "F": 1, "C": 0, "G": 0, "D": 0, "H": 0, "X": 0}


def test_whoever_is_disqualified_is_last_however_far_they_got():
    rows = EIGHT.compute_rows(known("ABCDEFGHX", E="disqualified", C="disqualified"))
    assert order(rows) == "A B F G H D X E C"  # H and D are third now, H closer to the winner
    assert str(rows[-3].reason.sentence) == messages.NOT_DISQUALIFIED
    assert str(rows[-2].reason.sentence) == messages.GOT_FURTHER.fill(better=2, worse=1)


def test_who_went_on_in_the_place_of_a_better_one_is_no_reason_for_anybody():
    """B has withdrawn, so that F goes on alone: B stands above C for B's own place."""
    section = StageSection(
        name="1",
        terms=BY_PLACE,
        entrants=tuple("ABCDEF"),
        tables=(table("A30 B29 C20", 1, round=1), table("D30 E25 F10", 2, round=1)),
        rounds=(tuple("ABCDEF"), tuple("ADE")),
    )
    rows = section.compute_rows(known("ABCDEF", B="withdrawn"))
    [b] = [row for row in rows if row.entrant == "B"]
    assert str(b.reason.sentence) == messages.BETTER_PLACE.fill(better=2, worse=3)


# --- the ladder

TEN = "ABCDEFGHIJ"
JOINED = tuple(LadderChange("joined", who) for who in TEN)


def ladder(*moves: LadderChange, tables=(), out: str = "") -> str:
    section = StageSection(
        name="1", terms=BY_PLACE, entrants=tuple(TEN), tables=tuple(tables), moves=(*JOINED, *moves)
    )
    return "".join(map(str, section.list_ladder_order(frozenset(out))))


CHALLENGE = placed({"D": 2, "F": 4, "G": 3, "I": 1})
ENDED = LadderChange("table", table=1)


def test_a_table_moves_those_who_sat_there():
    """S19."""
    assert ladder(ENDED, tables=[CHALLENGE]) == "ABCIEDGHFJ"
    timed_out = table("D20 F5 G10 I30", lost={"F": "left"})
    assert ladder(ENDED, tables=[timed_out]) == "ABCIEDGHJF"


def test_a_table_that_does_not_count_any_more_has_moved_nobody():
    assert ladder(ENDED) == TEN


def test_of_who_is_disqualified_no_win_stands():
    assert ladder(ENDED, LadderChange("left", "I"), tables=[CHALLENGE], out="I") == "ABCDEGFHJ"


def test_whoever_comes_back_has_the_place_they_left():
    assert (
        ladder(LadderChange("left", "C"), LadderChange("joined", "K"), LadderChange("back", "C"))
        == "ABCDEFGHIJK"
    )
    assert ladder(LadderChange("left", "C"), LadderChange("joined", "C")) == "ABDEFGHIJC"
    assert ladder(LadderChange("back", "C")) == TEN


def test_declining_too_often_is_a_loss():
    assert ladder(LadderChange("declined", "D", challenger="F")) == "ABCFEDGHIJ"


moves = st.builds(
    LadderChange,
    st.sampled_from(["table", "joined", "left", "back", "declined"]),
    st.sampled_from(TEN),
    st.integers(0, 3),
    st.sampled_from(TEN),
)


@patiently
@given(st.lists(moves, max_size=12))
def test_nobody_is_on_the_ladder_twice_and_the_file_tells_the_same(some):
    played = [table("A9 B5 C1", 1), table("D9 E5 F1", 2, lost={"D": "left"}), table("C9 G5 J1", 3)]
    section = StageSection(
        name="1", terms=BY_PLACE, entrants=tuple(TEN), tables=tuple(played), moves=(*JOINED, *some)
    )
    export = TournamentExport(
        title="any", game="citadels", entrants=tuple(known(TEN).values()), sections=(section,)
    )
    rows = export.rows(section)
    assert len({row.entrant for row in rows}) == len(rows)
    assert json_file.load_tournament(json_file.dump_tournament(export)) == export


@pytest.mark.parametrize("about", [{"rounds": (("A", "Z"),)}, {"moves": (LadderChange("joined", "Z"),)}])
def test_strangers_are_refused(about):
    section = StageSection(name="1", terms=BY_PLACE, entrants=("A", "B"), **about)
    with pytest.raises(InvalidTournamentData, match="Z plays in “1” without being an entrant"):
        section.compute_rows(known("ABZ"))


@pytest.mark.parametrize(
    ("states", "first"), [({}, "E"), ({"E": "disqualified"}, "A"), ({"E": "withdrawn"}, "E")]
)
def test_a_knock_out_can_be_checked_from_its_file(states, first):
    export = TournamentExport(
        title="any",
        game="citadels",
        entrants=tuple(known("ABCDEFGHX", **states).values()),
        sections=(EIGHT,),
    )
    again = json_file.load_tournament(json_file.dump_tournament(export))
    assert again == export
    assert again.rows(again.sections[0])[0].entrant == first
