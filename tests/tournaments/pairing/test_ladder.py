"""The ladder: challenges, places, and those who do not play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.formats.ladder import (
    add_players,
    apply_declined_challenge,
    apply_result,
    check_challenge,
    has_declined_too_often,
    list_challengeable,
    remove_player,
)

TEN = tuple("ABCDEFGHIJ")
FINISH = {"I": 1, "D": 2, "G": 3, "F": 4}


def test_players_of_a_table_share_out_the_places_they_held():
    assert "".join(apply_result(TEN, FINISH)) == "ABCIEDGHFJ"


def test_whoever_timed_out_goes_to_the_bottom():
    assert "".join(apply_result(TEN, FINISH, timed_out={"F"})) == "ABCIEDGHJF"


def test_the_winner_on_points_who_timed_out_is_last_all_the_same():
    assert "".join(apply_result(TEN, FINISH, timed_out={"I"})) == "ABCDEGFHJI"


def test_who_shares_a_place_stays_in_order():
    assert "".join(apply_result(TEN, {"D": 1, "F": 1, "B": 3})) == "ADCFEBGHIJ"


@given(st.permutations(range(10)), st.sets(st.integers(0, 9), min_size=2, max_size=5), st.data())
def test_nobody_else_moves_and_nobody_is_lost(ladder, table, data):
    order = data.draw(st.permutations(sorted(table)))
    found = apply_result(ladder, {player: place for place, player in enumerate(order)})
    assert sorted(found) == list(range(10))
    assert all(found[place] == player for place, player in enumerate(ladder) if player not in table)
    assert [player for player in found if player in table] == list(order)


@pytest.mark.parametrize(
    ("challenger", "challenged", "reason"),
    [
        ("G", "DFI", None),
        ("D", "ABC", None),
        ("E", "A", "too far above"),
        ("A", "J", None),
        ("E", "", "alone"),
        ("E", "DD", "twice"),
        ("E", "ED", "twice"),
        ("E", "Z", "not on the ladder"),
        ("Z", "E", "not on the ladder"),
    ],
)
def test_who_may_challenge_whom(challenger, challenged, reason):
    assert check_challenge(TEN, challenger, list(challenged)) == reason


def test_an_organizer_may_let_people_reach_higher():
    assert check_challenge(TEN, "E", ["A"], reach=4) is None


def test_whom_somebody_may_challenge():
    assert list_challengeable(TEN, "F") == tuple("CDEGHIJ")
    assert list_challengeable(TEN, "A") == TEN[1:]
    assert all(check_challenge(TEN, "F", [other]) is None for other in list_challengeable(TEN, "F"))


def test_declining_twice_is_a_loss():
    assert [has_declined_too_often(times) for times in (0, 1, 2)] == [False, False, True]
    assert "".join(apply_declined_challenge(TEN, "F", "D")) == "ABCFEDGHIJ"


def test_declining_somebody_below_changes_nothing():
    assert apply_declined_challenge(TEN, "D", "F") == TEN


def test_newcomers_begin_at_the_bottom_and_once():
    assert add_players(("A", "B"), ["D", "C", "D", "A"]) == ("A", "B", "D", "C")
    assert remove_player(("A", "B", "C"), "B") == ("A", "C")
