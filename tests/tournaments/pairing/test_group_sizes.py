"""How a field is split: groups in which everybody meets everybody first, then groups of the wanted size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.group_sizes import meets_evenly, split_into_groups
from games.tournaments.pairing.table_sizes import TableShape

FOURS = TableShape(4, 3, 5)


@pytest.mark.parametrize(
    ("players", "groups"),
    [
        (7, (7,)),
        (8, (8,)),
        (10, (5, 5)),
        (12, (7, 5)),
        (13, (13,)),
        (14, (7, 7)),
        (16, (9, 7)),
        (26, (7, 7, 7, 5)),
        (49, (7,) * 7),
    ],
)
def test_the_field_is_split_into_groups_that_have_a_design(players, groups):
    assert split_into_groups(players, 7, FOURS) == groups


def test_whoever_asks_for_larger_groups_gets_them():
    assert split_into_groups(20, 10, FOURS) == (10, 10)
    assert split_into_groups(20, 20, FOURS) == (20,)


@pytest.mark.parametrize("players", range(5, 61))
def test_from_five_to_sixty_people_every_group_meets_evenly(players):
    groups = split_into_groups(players, 7, FOURS)
    assert sum(groups) == players
    assert all(meets_evenly(size, FOURS) for size in groups)


@given(st.integers(1, 300), st.integers(2, 30), st.integers(2, 8), st.integers(0, 2), st.integers(0, 2))
def test_everybody_is_in_a_group_near_the_wanted_size(players, wanted, size, fewer, more):
    shape = TableShape(size, max(2, size - fewer), size + more)
    wanted = max(wanted, size)
    groups = split_into_groups(players, wanted, shape)
    assert sum(groups) == players
    assert max(groups) < 2 * wanted + 2 * size
    assert min(groups) >= min(players, size)
