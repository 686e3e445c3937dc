"""Long tests are begun first, by every second worker."""

from tests.order import spread_long_tests


def test_every_second_worker_begins_with_its_share_of_the_long_tests():
    order = spread_long_tests(["A", "B", "C"], [1, 2, 3, 4, 5, 6, 7, 8, 9], workers=4, get_group=str)
    assert order == ["A", "C", 1, 2, 3, 4, "B", 5, 6, 7, 8, 9]


def test_of_two_workers_one_begins_with_all_of_them():
    order = spread_long_tests(["A", "B"], [1, 2, 3, 4], workers=2, get_group=str)
    assert order == ["A", "B", 1, 2, 3, 4]


def test_one_worker_begins_with_all_of_them():
    assert spread_long_tests(["A", "B"], [1, 2, 3], workers=1, get_group=str) == ["A", "B", 1, 2, 3]


def test_no_test_is_lost_where_nearly_all_are_long():
    order = spread_long_tests(["A", "B", "C", "D"], [1], workers=3, get_group=str)
    assert sorted(map(str, order)) == ["1", "A", "B", "C", "D"]


def test_tests_that_share_an_expensive_fixture_stay_with_one_worker():
    order = spread_long_tests(["A1", "A2", "B1", "C1"], [1, 2], workers=3, get_group=lambda one: str(one)[0])
    assert order == ["A1", "A2", "C1", 1, 2, "B1"]
