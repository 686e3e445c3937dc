"""How strong somebody is, after a game."""

import pytest

from games.tournaments.standings.ratings import NEW_PLAYER, Strength, update_strengths


def rounded(found):
    return [(round(one.mu, 4), round(one.sigma, 4)) for one in found]


def test_four_newcomers():
    """X2."""
    assert rounded(update_strengths([NEW_PLAYER] * 4, [1, 2, 3, 4])) == [
        (27.7953, 8.2636),
        (26.5529, 8.1796),
        (24.6894, 8.0841),
        (20.9624, 8.0841),
    ]


def test_a_shared_second_place():
    """X2."""
    assert [mu for mu, _ in rounded(update_strengths([NEW_PLAYER] * 4, [1, 2, 2, 4]))] == [
        27.7953,
        24.6894,
        24.6894,
        22.8259,
    ]


def test_it_does_not_matter_in_which_order_players_are_named():
    before = [Strength(25, 8), Strength(31, 3), Strength(19, 5)]
    one, two, three = update_strengths(before, [2, 1, 3])
    assert rounded(update_strengths(before[::-1], [3, 1, 2])) == rounded([three, two, one])


def test_an_upset_says_more_than_what_was_expected():
    strong, weak = Strength(35, 2), Strength(20, 2)
    expected, upset = update_strengths([strong, weak], [1, 2])[0], update_strengths([strong, weak], [2, 1])[0]
    assert upset.mu < strong.mu < expected.mu
    assert strong.mu - upset.mu > expected.mu - strong.mu


def test_people_are_seeded_by_what_they_are_at_least():
    assert NEW_PLAYER.ordinal == pytest.approx(0)
    assert Strength(30, 2).ordinal == 24


def test_a_game_alone_says_nothing():
    assert update_strengths([(25, 8)], [1]) == ((25, 8),)


def test_everybody_needs_a_rank():
    with pytest.raises(ValueError, match="as many ranks as players"):
        update_strengths([NEW_PLAYER, NEW_PLAYER], [1])
