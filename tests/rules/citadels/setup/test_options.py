"""Setting up a game: options, presets, what is refused, and how the first cards lie."""

from collections import Counter

import pytest

from games.rules.citadels.characters.card import RANK
from games.rules.citadels.districts.cards import BASIC_DECK, COST, TYPE, UNIQUES_2016
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.setup.options import PRESETS
from games.rules.core.errors import BadOptions
from games.rules.core.rng import Rng
from tests.helpers.citadels.random_games import NAMES
from tests.helpers.messages.rules import DISTRICTS_NEEDED
from tests.helpers.messages.setup import (
    CLASSIC_OPTIONS,
    EDITION_IS_TEXT,
    EMPEROR_NOT_FOR_TWO,
    LIST_OF_NAMES,
    NO_RANK_NINE,
    NOT_IN_EDITION,
    NOT_ONE_OF,
    NOT_RANK_NINE,
    QUEEN_NEEDS_PLAYERS,
    RANK_MISSING,
    RANK_NINE_IN_LIST,
    RANK_NINE_NOT_IN_LIST,
    RANK_NINE_VALUES,
    SEED_IS_A_NUMBER,
    TOO_MANY_BONUS_DISTRICTS,
    TOO_MANY_CARDS_OF,
    TRUE_OR_FALSE,
    TWO_OF_ONE_RANK,
    UNIQUE_ONLY_ONCE,
    UNKNOWN_CHARACTER,
    UNKNOWN_OPTION,
    UNKNOWN_PURPLE_DISTRICT,
    UNKNOWN_UNIQUE_DISTRICT,
)

EIGHT = list(PRESETS["first_game"].characters)


def new(seats: int, seed: str = "new", **options):
    return CITADELS.new(NAMES[:seats], options, seed)[0]


def test_everybody_starts_with_four_cards_and_two_gold():
    game = new(5)
    assert [len(player.hand) for player in game.players.values()] == [4] * 5
    assert [player.gold for player in game.players.values()] == [2] * 5
    assert len(game.deck) == 68 - 20


def test_the_first_crown_goes_to_any_seat():
    crowned = Counter(new(4, seed=str(seed)).crown for seed in range(200))
    assert set(crowned) == set(NAMES[:4])
    assert min(crowned.values()) > 25


def test_rank_four_is_never_face_up():
    for seed in range(150):
        assert "king" not in new(4, seed=str(seed)).faceup
        assert "emperor" not in new(5, seed=str(seed), preset="cunning_agents").faceup


@pytest.mark.parametrize(("edition", "expected"), [("2016", 1 / 6), ("classic", 1 / 8)])
def test_the_king_lies_face_down_as_often_as_the_order_of_the_discards_makes_him(edition, expected):
    """2016 lays the two face-up cards first, which cannot be the King; classic the face-down card (D2)."""
    games = 1500
    down = sum("king" in new(4, seed=str(seed), edition=edition).facedown for seed in range(games))
    assert abs(down / games - expected) < 0.03


@pytest.mark.parametrize(
    ("seats", "cast", "faceup", "there"),
    [
        (4, 8, 2, 5),
        (5, 8, 1, 6),
        (6, 8, 0, 7),
        (7, 8, 0, 7),
        (4, 9, 3, 5),
        (5, 9, 2, 6),
        (6, 9, 1, 7),
        (7, 9, 0, 8),
    ],
)
def test_the_draft_begins_with_the_cards_of_the_table(seats, cast, faceup, there):
    game = new(seats, rank9=cast == 9)
    assert (len(game.cast), len(game.faceup), len(game.character_deck)) == (cast, faceup, there)
    assert len(game.facedown) == 1


def not_one_of(option: str) -> str:
    return NOT_ONE_OF.fill(option=option, allowed=".+", value=".+")


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (1, {}, "2 to 8"),
        (9, {}, "2 to 8"),
        (4, {"rank9": "queen"}, QUEEN_NEEDS_PLAYERS),
        (4, {"characters": [*EIGHT, "queen"]}, QUEEN_NEEDS_PLAYERS),
        (2, {"characters": ["emperor" if one == "king" else one for one in EIGHT]}, EMPEROR_NOT_FOR_TWO),
        (2, {"rank9": True}, NO_RANK_NINE.fill(n=2, edition="2016")),
        (3, {"edition": "classic", "rank9": True}, NO_RANK_NINE.fill(n=3, edition="classic")),
        (2, {"characters": [*EIGHT, "artist"]}, NO_RANK_NINE.fill(n=2, edition="2016")),
        (4, {"characters": [*EIGHT[:7], "thief"]}, TWO_OF_ONE_RANK.fill(slug=".+", other=".+", rank=2)),
        (4, {"characters": EIGHT[:7]}, RANK_MISSING.fill(rank=8)),
        (4, {"characters": [*EIGHT[:7], "pirate"]}, UNKNOWN_CHARACTER.fill(slug="pirate")),
        (
            4,
            {"edition": "classic", "characters": [*EIGHT[:7], "marshal"]},
            NOT_IN_EDITION.fill(slug="marshal", edition="classic"),
        ),
        (4, {"characters": "king"}, LIST_OF_NAMES.fill(option="characters")),
        (4, {"characters": [1, 2]}, LIST_OF_NAMES.fill(option="characters")),
        (4, {"rank9": "king"}, NOT_RANK_NINE.fill(slug="king")),
        (4, {"rank9": 9}, RANK_NINE_VALUES),
        (5, {"characters": [*EIGHT, "artist"], "rank9": 17}, RANK_NINE_VALUES),
        (5, {"characters": [*EIGHT, "artist"], "rank9": "queen"}, RANK_NINE_NOT_IN_LIST.fill(slug="queen")),
        (5, {"characters": [*EIGHT, "artist"], "rank9": "king"}, NOT_RANK_NINE.fill(slug="king")),
        (5, {"characters": [*EIGHT, "artist"], "rank9": False}, RANK_NINE_IN_LIST.fill(slug="artist")),
        (
            5,
            {"preset": "own", "characters": EIGHT, "districts": [], "rank9": "queen"},
            RANK_NINE_NOT_IN_LIST.fill(slug="queen"),
        ),
        (4, {"edition": 2016}, EDITION_IS_TEXT.fill(new=".+")),
        (4, {"districts": list(UNIQUES_2016[:13])}, DISTRICTS_NEEDED.fill(needed=14, n=13)),
        (4, {"districts": [*UNIQUES_2016[:13], "armory"]}, UNIQUE_ONLY_ONCE),
        (4, {"districts": [*UNIQUES_2016[:13], "graveyard"]}, UNKNOWN_UNIQUE_DISTRICT.fill(slug="graveyard")),
        (4, {"edition": "2017"}, not_one_of("edition")),
        (4, {"preset": "base"}, not_one_of("preset")),
        (
            4,
            {"edition": "classic", "preset": "first_game"},
            not_one_of("preset"),
        ),
        (4, {"short": True}, CLASSIC_OPTIONS),
        (4, {"edition": "classic", "short": "yes"}, TRUE_OR_FALSE.fill(option="short", value="yes")),
        (
            4,
            {"edition": "classic", "courtesy": "loud"},
            not_one_of("courtesy"),
        ),
        (
            4,
            {"edition": "classic", "districts": ["keep", "keep", "keep"]},
            TOO_MANY_CARDS_OF.fill(slug="keep"),
        ),
        (4, {"edition": "classic", "districts": ["statue"]}, UNKNOWN_PURPLE_DISTRICT.fill(slug="statue")),
        (4, {"speed": "fast"}, UNKNOWN_OPTION.fill(option="speed", all=".+")),
        (4, {"preset": ["first_game"]}, not_one_of("preset")),
        (4, {"seed": "lucky"}, SEED_IS_A_NUMBER),
    ],
)
def test_impossible_options_are_refused_with_the_reason(seats, options, reason):
    with pytest.raises(BadOptions, match=reason):
        CITADELS.new([f"Seat{number}" for number in range(seats)], options, "bad")


@pytest.mark.parametrize(
    "seats", [["Ann", "ann", "Bob", "Cleo"], ["Ann", "deck"], ["Ann", "two words"], ["Ann", ""]]
)
def test_impossible_handles_are_refused(seats):
    with pytest.raises(BadOptions):
        CITADELS.new(seats, {}, "bad")


def test_classic_allows_three_bonus_cards_and_more_for_as_many_taken_out():
    base = ["haunted_city", "keep", "keep", "laboratory", "smithy", "graveyard", "observatory", "great_wall",
            "library", "school_of_magic", "university", "dragon_gate"]  # fmt: skip
    bonus = ["armory", "ball_room", "bell_tower", "factory"]
    assert new(4, edition="classic", districts=[*base, *bonus[:3]])
    assert new(4, edition="classic", districts=[*base[1:], *bonus])
    with pytest.raises(BadOptions, match=TOO_MANY_BONUS_DISTRICTS.pattern):
        new(4, edition="classic", districts=[*base, *bonus])


def test_the_diplomat_takes_the_graveyard_out_without_making_room():
    cast = ["diplomat" if one == "warlord" else one for one in EIGHT]
    game = new(4, edition="classic", characters=cast)
    assert "graveyard" not in game.uniques
    assert len(game.uniques) == 11
    with pytest.raises(BadOptions, match=TOO_MANY_BONUS_DISTRICTS.pattern):
        new(
            4,
            edition="classic",
            characters=cast,
            districts=[*game.uniques, "armory", "park", "museum", "quarry"],
        )


def test_random_set_ups_are_legal_and_written_out():
    for seed in range(60):
        seats = 2 + seed % 7
        settled = CITADELS.setup.clean(seats, {"preset": "random"}, str(seed))
        assert len(set(settled["districts"])) == 14
        again = CITADELS.setup.clean(seats, settled, "another seed")
        assert again == settled


def test_the_deck_holds_every_card_once():
    game = new(4)
    cards = Counter(game.deck) + Counter(card for player in game.players.values() for card in player.hand)
    assert cards == Counter(BASIC_DECK["2016"]) + Counter(PRESETS["first_game"].districts)


def test_costs_and_types_are_those_of_the_tables():
    assert sum(COST["2016"][card] for card in BASIC_DECK["2016"]) == sum(
        COST["classic"][card] for card in BASIC_DECK["classic"]
    )
    assert Counter(TYPE[card] for card in BASIC_DECK["2016"]) == {
        "noble": 12, "religious": 11, "trade": 20, "military": 11,
    }  # fmt: skip
    assert len(UNIQUES_2016) == 30


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_one_character_a_rank_and_fourteen_districts(preset):
    assert [RANK["2016"][one] for one in PRESETS[preset].characters] == list(range(1, 9))
    assert len(set(PRESETS[preset].districts)) == 14
    assert set(PRESETS[preset].districts) <= set(UNIQUES_2016)


def test_the_three_lists_of_the_book_use_every_card():
    lists = [PRESETS[name] for name in ("devious_dignitaries", "illustrious_emissaries", "vicious_nobles")]
    assert {card for one in lists for card in one.districts} == set(UNIQUES_2016)
    assert len({who for one in lists for who in (*one.characters, one.ninth)}) == 27


def test_the_seed_of_the_options_is_used_where_none_is_given():
    one, other = (CITADELS.new(NAMES[:4], {"seed": 7}, "")[0] for _ in range(2))
    assert CITADELS.dump(one) == CITADELS.dump(other)
    assert CITADELS.dump(one) != CITADELS.dump(CITADELS.new(NAMES[:4], {}, "")[0])


@pytest.mark.parametrize("rank9", [True, "artist"])
def test_rank_nine_may_be_asked_for_and_named_too(rank9):
    assert new(5, characters=[*EIGHT, "artist"], rank9=rank9).cast == (*EIGHT, "artist")


def test_both_courtesies_are_tried_by_the_fuzzer():
    rng = Rng("courtesies")
    assert {CITADELS.setup.sample(rng)[1].get("courtesy", "spoken") for _ in range(60)} == {
        "spoken",
        "assumed",
    }


def test_characters_are_defined_in_the_order_of_their_ranks():
    """Random casts are drawn from this order: with another one, a seed would deal another game."""
    assert list(RANK["2016"].values()) == sorted(RANK["2016"].values())
