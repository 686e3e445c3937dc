"""The standings: numbers to the digit, order, and the reason for each rank."""

import random
import re
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.lots import compute_lot
from games.tournaments.standings import exact
from games.tournaments.standings.exact import format_decimal
from games.tournaments.standings.messages import InvalidTournamentData
from games.tournaments.standings.points import POINT_SYSTEMS, PointScheme
from games.tournaments.standings.ranking import RankedEntrant, StandingsRow, rank_entrants
from games.tournaments.standings.results import Bye, FinishedSeat, FinishedTable, score_table
from games.tournaments.standings.scoring_terms import ScoringTerms
from games.tournaments.standings.tie_breaks import (
    DEFAULT_TIE_BREAKS,
    LEAGUE,
    SMALLER_FIRST,
    SWISS,
    TIE_BREAKS,
    describe_tie_break,
)
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments import score_sheets
from tests.helpers.tournaments.score_sheets import order, patiently, ranked, table


def numbers(row: StandingsRow, *fields: str) -> list[str]:
    return [format_decimal(getattr(row, field)) for field in fields]


def reasons(rows) -> list[str]:
    return [row.reason.say() if row.reason else "" for row in rows]


# --- S05


def test_a_league_to_the_digit():
    rows = ranked(score_sheets.LEAGUE, "PTS", "WINS", "2NDS", "3RDS", "RELW")
    fields = ("points", "wins", "seconds", "thirds", "relw", "share", "opp", "sb")
    assert [[row.rank, row.entrant, *numbers(row, *fields)] for row in rows] == [
        [1, "A", "24.0000", "2.0000", "0.0000", "1.0000", "0.7950", "0.2561", "4.8333", "2.6562"],
        [2, "E", "24.0000", "1.5000", "0.5000", "2.0000", "0.8067", "0.2564", "4.8333", "2.9010"],
        [3, "B", "23.5000", "1.5000", "1.0000", "0.5000", "0.8667", "0.2652", "4.8542", "2.6094"],
        [4, "F", "23.0000", "1.0000", "2.0000", "0.0000", "0.8225", "0.2620", "4.8750", "2.8333"],
        [5, "C", "19.0000", "0.0000", "3.0000", "0.0000", "0.7429", "0.2458", "5.0417", "2.2812"],
        [6, "G", "15.0000", "1.0000", "0.0000", "1.0000", "0.7367", "0.2452", "5.2083", "1.8750"],
        [7, "D", "11.5000", "0.0000", "0.5000", "2.5000", "0.7049", "0.2192", "5.3542", "1.3490"],
    ]


def test_a_league_says_why():
    assert reasons(ranked(score_sheets.LEAGUE, *LEAGUE)) == [
        messages.MORE_WINS.fill(better=2, worse="1.5"),
        messages.MORE_POINTS.fill(better=24, worse="23.5"),
        messages.MORE_POINTS.fill(better="23.5", worse=23),
        messages.MORE_POINTS.fill(better=23, worse=19),
        messages.MORE_POINTS.fill(better=19, worse=15),
        messages.MORE_POINTS.fill(better=15, worse="11.5"),
        "",
    ]


def test_by_the_tie_breaks_of_a_swiss_the_second_of_the_league_is_first():
    rows = ranked(score_sheets.LEAGUE, *SWISS)
    assert order(rows) == "E A B F C G D"
    assert rows[0].opp == rows[1].opp
    assert rows[0].reason.say() == messages.STRONGER_OPPONENTS_BEATEN.fill(better="2.9010", worse="2.6562")


# --- S10 and S15


def test_a_swiss_to_the_digit():
    rows = ranked(score_sheets.SWISS, "PTS", "OPP", "SB")
    assert [[row.entrant, *numbers(row, "points", "opp", "sb")] for row in rows] == [
        ["P3", "20.0000", "4.7500", "4.7500"],
        ["P1", "14.0000", "5.1250", "2.6250"],
        ["P2", "12.5000", "4.1875", "2.2188"],
        ["P5", "11.0000", "7.0000", "2.7500"],
        ["P8", "9.5000", "4.1875", "1.5312"],
        ["P9", "8.0000", "4.5625", "0.8438"],
        ["P6", "8.0000", "4.1875", "0.8750"],
        ["P4", "5.0000", "6.0625", "1.0000"],
        ["P7", "2.0000", "4.9375", "0.0000"],
    ]
    assert rows[5].reason.say() == messages.STRONGER_OPPONENTS.fill(better="4.5625", worse="4.1875")


def test_a_bye_is_five_points_and_no_game():
    sheet = "A20 B15 C10 · D22 E18 F9 · A14 D19 G16 · B21 E17 C12"
    rows = ranked(sheet, "PTS", "OPP", "SB", byes="GF", size=3)
    assert [[row.entrant, row.games, *numbers(row, "points", "average", "opp", "sb")] for row in rows] == [
        ["D", 2, "20.0000", "10.0000", "3.6250", "3.6250"],
        ["B", 2, "14.0000", "7.0000", "2.8750", "1.5000"],
        ["A", 2, "11.0000", "5.5000", "5.5000", "2.0000"],
        ["G", 1, "9.0000", "4.0000", "7.7500", "2.7500"],
        ["E", 2, "8.0000", "4.0000", "4.7500", "0.5000"],
        ["F", 1, "6.0000", "1.0000", "7.0000", "0.0000"],
        ["C", 2, "2.0000", "1.0000", "5.8750", "0.0000"],
    ]
    assert [row.byes for row in rows] == [0, 0, 0, 1, 0, 1, 0]


def test_who_has_only_a_bye_has_met_the_mean():
    (row,) = rank_entrants([], [Bye(1)], [RankedEntrant(1)], ScoringTerms())
    assert numbers(row, "points", "average", "opp", "sb", "relw") == [
        "5.0000",
        "5.0000",
        "5.0000",
        "0.0000",
        "0.0000",
    ]


def test_a_bye_may_be_worth_what_was_settled():
    (row,) = rank_entrants([], [Bye(1, points=Fraction(3, 2))], [RankedEntrant(1)], ScoringTerms())
    assert row.points == Fraction(3, 2)


# --- S13


def test_the_runners_up_of_a_knock_out():
    """By place, then by what part of the winner's score they have, then by their share times the size."""
    games = {
        "a": (33, 30, 21, 15),
        "b": (28, 27, 27, 20),
        "c": (31, 22, 19, 18),
        "d": (26, 26, 24, 11),
        "e": (35, 28, 14),
        "f": (24, 21, 20),
    }
    sheet = " · ".join(
        " ".join(f"{name}{place}:{score}" for place, score in enumerate(scores, 1))
        for name, scores in games.items()
    )
    rows = ranked(sheet, *DEFAULT_TIE_BREAKS["knock_out"], seed="demo-2027")
    assert {row.entrant for row in rows[:7]} == {"a1", "b1", "c1", "d1", "d2", "e1", "f1"}
    assert order(rows[7:14]) == "b2 b3 a2 f2 e2 c2 d3"
    assert [numbers(row, "relw")[0] for row in rows[7:14]] == [
        "0.9643",
        "0.9643",
        "0.9091",
        "0.8750",
        "0.8000",
        "0.7097",
        "0.9231",
    ]
    assert numbers(rows[7], "share_n") == numbers(rows[8], "share_n") == ["1.0588"]
    shares = {row.entrant: format_decimal(row.share_n) for row in rows}
    assert (shares["a2"], shares["e2"]) == (
        "1.2121",
        "1.0909",
    )  # 30 of 99 at a table of four, 28 of 77 of three
    assert rows[7].reason.say() == "by lot (b4906e3c before fc0fa514)"
    assert rows[12].reason.say() == messages.BETTER_PLACE.fill(better=2, worse=3)


# --- direct encounters

CIRCLE = "A9 B5 X1 · B9 C5 Y1 · C9 A5 Z1 · A9 B5 W1"  # A, B and C have each lost to another, B twice


def test_direct_encounters_count_among_those_who_are_level():
    rows = [row for row in ranked(CIRCLE, "3RDS", "H2H") if row.entrant in "ABC"]
    assert [(row.entrant, row.h2h) for row in rows] == [
        ("A", Fraction(2, 3)),
        ("C", Fraction(1, 2)),
        ("B", Fraction(1, 3)),
    ]
    assert rows[0].reason.say() == messages.BETTER_IN_ENCOUNTERS.fill(better="0.6667", worse="0.5")


def test_direct_encounters_do_not_count_unless_everybody_has_met():
    rows = ranked("A9 B5 · C9 D5", "PTS", "H2H")
    assert [row.h2h for row in rows] == [None] * 4
    assert [row.rank for row in rows] == [1, 1, 3, 3]


def test_one_who_has_met_all_is_not_enough_for_direct_encounters():
    """A has met B and C, who have not met each other; all three have won once and lost once."""
    rows = ranked("A9 B5 · C9 A5 · B9 X5 · Y9 C5", "PTS", "H2H")
    assert {row.entrant: row.h2h for row in rows if row.points == 10} == dict.fromkeys("ABC")


def test_who_was_level_in_a_direct_encounter_has_half():
    rows = ranked("A5 B5", "PTS", "H2H")
    assert [row.h2h for row in rows] == [Fraction(1, 2)] * 2


def test_a_stand_in_wins_no_direct_encounter_for_the_one_who_left():
    played = [table("A9 B5", kinds={"A": "stand_in"})]
    rows = rank_entrants(
        played, [], [RankedEntrant("A"), RankedEntrant("B")], ScoringTerms(tie_breaks=("WINS", "H2H"))
    )
    assert [row.h2h for row in rows] == [0, 0]


# --- lots, and what is left


def test_without_a_lot_ranks_may_be_shared():
    rows = ranked("A5 B5 · C9 D1", "PTS")
    assert [(row.rank, row.entrant) for row in rows] == [(1, "C"), (2, "A"), (2, "B"), (4, "D")]
    assert rows[1].reason.say() == messages.LEVEL


def test_those_whom_nothing_parts_are_named_by_number():
    """As numbers: 10 comes after 9."""
    played = [FinishedTable(1, (FinishedSeat(10, 5), FinishedSeat(9, 5)))]
    rows = rank_entrants(played, [], [RankedEntrant(10), RankedEntrant(9)], ScoringTerms(tie_breaks=("PTS",)))
    assert [row.entrant for row in rows] == [9, 10]


def test_the_lot_is_drawn_from_the_seed():
    for seed in ("one", "two", "three"):
        rows = ranked("A5 B5", "PTS", "LOT", seed=seed)
        assert order(rows) == " ".join(sorted("AB", key=lambda who: compute_lot(seed, who)))
        assert [row.rank for row in rows] == [1, 2]


def test_who_withdrew_stays_in_the_standings_and_who_is_disqualified_comes_last():
    entrants = [
        RankedEntrant("A", state="disqualified"),
        RankedEntrant("B", state="withdrawn"),
        RankedEntrant("C"),
        RankedEntrant("D"),
    ]
    played = [table("A30 B26 C22", 1), table("A9 C5", 2)]
    rows = rank_entrants(played, [Bye("A")], entrants, ScoringTerms())
    assert [(row.entrant, row.points, row.state) for row in rows] == [
        ("C", 13, "active"),
        ("B", 10, "withdrawn"),
        ("D", 0, "active"),
        ("A", 0, "disqualified"),
    ]
    assert rows[2].reason.say() == messages.NOT_DISQUALIFIED


def test_opponents_of_who_is_disqualified_have_met_the_mean():
    entrants = [RankedEntrant("A", state="disqualified"), RankedEntrant("B")]
    rows = rank_entrants([table("A30 B26")], [], entrants, ScoringTerms())
    assert rows[0].opp == 5


def test_leaving_a_game_does_not_improve_a_mean():
    stayed = ranked("A9 B8 · A1 B9", "PTS")
    left = rank_entrants(
        [table("A9 B8", 1), table("A1 B9", 2, lost={"A": "left"})],
        [],
        [RankedEntrant("A"), RankedEntrant("B")],
        ScoringTerms(tie_breaks=("PTS",)),
    )
    mine = {row.entrant: row for row in left}["A"]
    honest = {row.entrant: row for row in stayed}["A"]
    assert (mine.games, mine.average) == (2, 9)
    assert mine.relw < honest.relw
    assert mine.share < honest.share
    assert mine.sb == honest.sb


def test_only_the_best_results_count_if_that_was_settled():
    sheet = "A9 B8 · A1 B9 · A9 B8 · A9 B8"
    assert [(row.entrant, row.points) for row in ranked(sheet, "PTS", best=2)] == [("A", 18), ("B", 10)]


# --- what cannot be


@pytest.mark.parametrize(
    ("played", "byes", "people", "complaint"),
    [
        (["A1 B2"], [], "A", re.escape(messages.STRANGER_AT_TABLE.fill(who="B", table=0))),
        (["A1 B2"], [], "ABB", messages.ENTRANT_TWICE.pattern),
        ([], ["B"], "A", re.escape(messages.BYE_FOR_STRANGER.fill(who="B"))),
    ],
)
def test_what_makes_no_standings_is_refused_with_the_reason(played, byes, people, complaint):
    given_tables = [table(sheet, number) for number, sheet in enumerate(played)]
    with pytest.raises(InvalidTournamentData, match=complaint):
        rank_entrants(
            given_tables, [Bye(who) for who in byes], [RankedEntrant(who) for who in people], ScoringTerms()
        )


def test_a_result_that_came_twice_is_not_counted_twice():
    with pytest.raises(InvalidTournamentData, match=re.escape(messages.TABLE_TWICE.fill(table=1))):
        rank_entrants(
            [table("A1 B2"), table("A1 B2")], [], [RankedEntrant("A"), RankedEntrant("B")], ScoringTerms()
        )


@pytest.mark.parametrize(
    ("about", "complaint"),
    [
        ({"tie_breaks": ("PTS", "LUCK")}, "There is no tie-break “LUCK”. There are PTS"),
        ({"tie_breaks": ("PTS", "PTS")}, messages.TIE_BREAKS_ONCE_EACH.pattern),
        ({"tie_breaks": ()}, messages.TIE_BREAKS_ONCE_EACH.pattern),
        ({"best": -1}, messages.ONE_RESULT_COUNTS.pattern),
    ],
)
def test_impossible_terms_are_refused_with_the_reason(about, complaint):
    with pytest.raises(InvalidTournamentData, match=complaint):
        ScoringTerms(**about)


def test_every_tie_break_is_explained():
    for tie_break in TIE_BREAKS:
        name, meaning = describe_tie_break(tie_break)
        assert name.say()
        assert meaning.say().endswith(".")


# --- for any tournament

lists = st.lists(st.sampled_from(TIE_BREAKS), min_size=1, unique=True).map(tuple)
terms = st.builds(
    ScoringTerms,
    scheme=st.sampled_from([PointScheme(system) for system in POINT_SYSTEMS[:-1]]),
    tie_breaks=lists,
    seed=st.just("seed"),
    best=st.integers(0, 3),
)


@patiently
@given(score_sheets.tournaments(), terms, st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_in_which_results_arrive(
    tournament, settled, dice: random.Random
):
    played, byes, entrants = tournament
    before = rank_entrants(played, byes, entrants, settled)
    for things in (played, byes, entrants):
        dice.shuffle(things)
    assert rank_entrants(played, byes, entrants, settled) == before


@patiently
@given(score_sheets.tournaments(), terms)
def test_the_order_is_that_of_the_columns_and_the_reason_names_the_first_that_differs(tournament, settled):
    for one, other in pairwise(rank_entrants(*tournament, settled)):
        if (one.state == "disqualified") != (other.state == "disqualified"):
            assert other.state == "disqualified"
            continue
        values = [(name, one.value(name), other.value(name)) for name in settled.tie_breaks]
        differing = next((entry for entry in values if entry[1] != entry[2]), None)
        assert (one.rank == other.rank) == (differing is None)
        assert one.reason.tie_break == (differing[0] if differing else None)
        if differing:
            name, ours, theirs = differing
            assert (ours < theirs) == (name in SMALLER_FIRST)
            assert one.reason.sentence.words["better"] != one.reason.sentence.words["worse"]


@patiently
@given(score_sheets.tournaments(), terms)
def test_ranks_are_those_of_a_race_and_shared_only_without_a_lot(tournament, settled):
    rows = rank_entrants(*tournament, settled)
    assert sorted(row.entrant for row in rows) == [entrant.who for entrant in tournament[2]]
    assert [row.rank for row in rows] == [1 + sum(other.rank < row.rank for other in rows) for row in rows]
    if "LOT" in settled.tie_breaks:
        assert [row.rank for row in rows] == list(range(1, len(rows) + 1))


@patiently
@given(score_sheets.tournaments(), terms)
def test_there_is_no_rounded_number_in_the_standings(tournament, settled):
    for row in rank_entrants(*tournament, settled):
        for field, value in msgspec.structs.asdict(row).items():
            assert not isinstance(value, float), field
        assert all(isinstance(row.value(name), Fraction | str | None) for name in TIE_BREAKS)


@patiently
@given(score_sheets.tournaments(), terms)
def test_wins_are_shared_out_and_not_multiplied(tournament, settled):
    """At each table one first place at most, one second, one third."""
    rows = rank_entrants(*tournament, settled)
    count = sum(one.status != "void" for one in tournament[0])
    for field in ("wins", "seconds", "thirds"):
        assert sum(getattr(row, field) for row in rows) <= count


@patiently
@given(score_sheets.tournaments())
def test_rows_can_be_kept_as_json(tournament):
    rows = rank_entrants(*tournament, ScoringTerms(seed="seed"))
    kept = msgspec.json.encode(rows, enc_hook=exact.dump_fraction)
    read = msgspec.json.decode(
        kept, type=tuple[StandingsRow, ...], dec_hook=lambda kind, text: exact.parse_fraction(text)
    )
    assert read == rows


def plainly(played, entrant, neutral=Fraction(5)):
    """OPP and SB as the rules put them, one fraction at a time."""

    def average(who):
        own = [seat.points for result in played for seat in result if seat.entrant == who and seat.is_own]
        return sum(own, Fraction(0)) / len(own) if own else neutral

    opp, sb = [], []
    for result in played:
        mine = [seat for seat in result if seat.entrant == entrant]
        others = [seat for seat in result if seat.entrant != entrant]
        if mine:
            opp.append(sum(average(other.entrant) for other in others) / len(others))
            weights = [
                Fraction((mine[0].place < o.place) * 2 + (mine[0].place == o.place), 2) for o in others
            ]
            beaten = sum(w * average(o.entrant) for w, o in zip(weights, others, strict=True))
            sb.append(beaten / len(others) if mine[0].is_own else Fraction(0))
    return sum(opp) / len(opp) if opp else neutral, sum(sb) / len(sb) if sb else Fraction(0)


@patiently
@given(score_sheets.tournaments(), st.sampled_from(["TEN", "SOS"]))
def test_the_strength_of_opponents_is_what_plain_reckoning_says(tournament, system):
    played, byes, entrants = tournament
    scheme = PointScheme(system)
    rows = rank_entrants(played, byes, entrants, ScoringTerms(scheme=scheme))
    out = frozenset(entrant.who for entrant in entrants if entrant.state == "disqualified")
    results = [score_table(one, scheme, out) for one in played]
    for row in rows:
        assert (row.opp, row.sb) == plainly(results, row.entrant, ScoringTerms(scheme=scheme).neutral)
