"""Table sizes: every number of the design's example, and what holds for all numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.table_sizes import TableShape, TableSizes


@pytest.mark.parametrize(
    ("players", "tables"),
    [
        (3, (3,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (13, (4, 3, 3, 3)),
        (17, (4, 4, 3, 3, 3)),
        (22, (4, 4, 4, 4, 3, 3)),
        (23, (4,) * 5 + (3,)),
        (29, (4,) * 5 + (3,) * 3),
        (33, (4,) * 6 + (3,) * 3),
    ],
)
def test_tables_of_four(players, tables):
    assert TableShape(4, 3, 5).split(players) == TableSizes(tables)


@pytest.mark.parametrize(
    ("players", "tables"),
    [
        (7, (7,)),
        (8, (8,)),
        (9, (5, 4)),
        (10, (5, 5)),
        (13, (7, 6)),
        (14, (7, 7)),
        (15, (5, 5, 5)),
        (19, (7, 6, 6)),
        (33, (6, 6, 6, 5, 5, 5)),
    ],
)
def test_tables_of_six(players, tables):
    assert TableShape(6, 4, 8).split(players) == TableSizes(tables)


def test_somebody_sits_out_only_where_no_table_is_legal():
    assert TableShape(4, 3, 4).split(5) == TableSizes((4,), byes=1)
    assert TableShape(3, 3, 3).split(7) == TableSizes((3, 3), byes=1)
    assert TableShape(3, 3, 3).split(8) == TableSizes((3, 3), byes=2)
    assert TableShape(3, 3, 4).split(7) == TableSizes((4, 3))
    assert TableShape(3, 3, 4).split(8) == TableSizes((4, 4))


def test_too_few_for_a_table_all_sit_out():
    assert TableShape(4, 3, 5).split(2) == TableSizes((), byes=2)
    assert TableShape(4, 3, 5).split(0) == TableSizes(())


def test_long_tables_come_first_if_the_organizer_wants_that():
    assert TableShape(4, 3, 5, long_first=True).split(9) == TableSizes((5, 4))
    assert TableShape(4, 3, 5, long_first=True).split(7) == TableSizes(
        (4, 3)
    )  # three long ones are more than there are tables


def test_of_equal_ways_the_most_even_one_is_taken():
    assert TableShape(8, 4, 8).split(10) == TableSizes((5, 5))


@pytest.mark.parametrize("sizes", [(4, 5, 6), (4, 3, 3), (2, 1, 4)])
def test_a_shape_that_cannot_be_is_refused(sizes):
    with pytest.raises(ValueError, match="between least and most"):
        TableShape(*sizes)


def test_fewer_than_no_players_are_refused():
    with pytest.raises(ValueError, match="players"):
        TableShape().split(-1)


@given(st.integers(0, 300), st.integers(2, 8), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_all_sit_somewhere_at_legal_tables(players, size, fewer, more, long_first):
    shape = TableShape(size, max(2, size - fewer), size + more, long_first)
    split = shape.split(players)
    assert sum(split.tables) + split.byes == players
    assert all(shape.least <= table <= shape.most for table in split.tables)
    assert list(split.tables) == sorted(split.tables, reverse=True)


@given(st.integers(0, 40), st.integers(2, 6), st.integers(0, 2), st.integers(0, 2))
def test_nobody_sits_out_who_could_sit(players, size, fewer, more):
    shape = TableShape(size, max(2, size - fewer), size + more)
    byes = shape.split(players).byes
    assert not any(can_be_seated(players - out, shape) for out in range(byes))


def can_be_seated(players: int, shape: TableShape) -> bool:
    """Is there a number of tables between all as large and all as small as they may be?"""
    return any(shape.least * tables <= players <= shape.most * tables for tables in range(players + 1))
