"""Who is first, second, last: by points, and by what each edition looks at when these are equal."""

import pytest

from games.rules.citadels.ruleset import CITADELS
from tests.helpers.citadels.random_games import any_set_up, finished

SEATS = ["Ann", "Bob", "Cili"]


def ranked(edition: str, **players: dict) -> list[list[str]]:
    page = {"seats": SEATS, **players}
    return CITADELS.ranking(CITADELS.notation.load(page, {"edition": edition}))


def test_the_classic_game_looks_at_gold_if_even_the_districts_are_equal():
    city = {"city": ["temple", "tavern", "watchtower"]}
    places = ranked("classic", Ann=city | {"gold": 1}, Bob=city | {"gold": 4}, Cili=city | {"gold": 1})
    assert places == [["Bob"], ["Ann", "Cili"]]


def test_the_new_game_looks_at_the_highest_character_that_was_shown():
    city = {"city": ["temple", "tavern"]}
    places = ranked(
        "2016",
        Ann=city | {"characters": ["king"], "revealed": ["king"]},
        Bob=city | {"characters": ["thief"], "revealed": ["thief"]},
        Cili=city | {"characters": ["bishop"], "revealed": ["bishop"]},
    )
    assert places == [["Cili"], ["Ann"], ["Bob"]]


@pytest.mark.parametrize("seed", range(12))
def test_everybody_has_a_place_the_winners_the_first_and_points_never_rise(seed):
    position = finished(f"ranking {seed}", *any_set_up(f"ranking {seed}"))
    places = CITADELS.ranking(position)
    assert places[0] == CITADELS.winners(position)
    assert sorted(seat for group in places for seat in group) == sorted(position.seats)
    scores = {seat: sum(one.points for one in lines) for seat, lines in CITADELS.scores(position).items()}
    points = [scores[seat] for group in places for seat in group]
    assert points == sorted(points, reverse=True)


def ties(edition: str, **players: dict) -> list[str]:
    return CITADELS.presentation.ties(
        CITADELS.notation.load({"seats": SEATS, **players}, {"edition": edition})
    )


def test_what_decided_between_equal_points_is_told_of_every_place():
    best, city = {"city": ["palace", "tavern"]}, {"city": ["temple", "tavern"]}
    king = {"characters": ["king"], "revealed": ["king"]}
    thief = {"characters": ["thief"], "revealed": ["thief"]}
    assert ties("2016", Ann=city | thief, Bob=best, Cili=city | king) == [
        "Cili and Ann have 2 points each; Cili before Ann: tie broken by the higher character."
    ]
    assert ties("classic", Ann=city | {"gold": 1}, Bob=best, Cili=city | {"gold": 3}) == [
        "Cili and Ann have 2 points each; Cili before Ann: tie broken by gold."
    ]
    assert ties("classic", Ann=city | {"gold": 1}, Bob=best, Cili=city | {"gold": 1}) == [
        "Ann and Cili share a place with 2 points each."
    ]
    assert ties("classic", Ann=city, Bob=best, Cili={"city": ["temple"]}) == []
