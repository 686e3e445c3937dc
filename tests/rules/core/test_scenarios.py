"""A scenario that does not hold must be reported: a runner that is always content proves nothing."""

from pathlib import Path

import pytest
import yaml

from games.rules.core.errors import RulesError
from games.rules.core.ruleset import Ruleset
from games.rules.core.scenarios import Scenario, find_scenario_files, load_scenarios, run_scenarios
from tests.helpers.messages.moves import MAY_NOT_PLAY
from tests.helpers.rulesets.pebbles import ALL, PEBBLES

POSITION = {
    "seats": ["Ann", "Bob"],
    "turn": "Ann",
    "supply": ALL[:20],
    "bag": {"Ann": ["red", "blue"], "Bob": ["red", "green"]},
    "row": {"Ann": ["green"], "Bob": []},
}
NEARLY_OVER = {**POSITION, "row": {"Ann": ["green"] * 4, "Bob": ["red"]}}


def game(slug: str) -> Ruleset:
    if slug != "pebbles":
        raise RulesError(f"There is no game “{slug}”.")
    return PEBBLES


def trouble(folder: Path, **fields) -> str:
    """What the runner says to a scenario with these fields."""
    entry = {"name": "a-case", "game": "pebbles", "position": POSITION} | fields
    path = folder / "cases.yaml"
    path.write_text(yaml.safe_dump([entry]), "utf-8")
    [outcome] = run_scenarios([path], game)
    assert outcome.path == path
    assert outcome.name == "a-case"
    return outcome.trouble


GOOD = [
    {},
    {"play": [{"Ann": "put red"}], "then": {"row.Ann": ["red", "green"], "bag.Ann": ["blue"]}},
    {"refused": [{"Ann": "put green"}, {"Bob": "end"}, {"Zoe": "end"}]},
    {
        "then": {
            "awaits": ["Ann"],
            "offers": {"Ann": ["draw", "lay red blue"]},
            "hides": {"Ann": ["put green"]},
        }
    },
    {"then": {"turn": "Ann", "winner": []}},
    {"then": {"bag.Bob": ["green", "red"], "in_order": {"bag.Bob": ["red", "green"], "row.Bob": []}}},
    {"position": {"seats": "none"}, "loads": False},
    {"new": ["Ann", "Bob"], "then": {"turn": "Ann", "row.Bob": [], "awaits": ["Ann"]}},
    {"new": ["Ann"], "loads": False},
    {"then": {"sees": {"Ann": {"bag": ["blue", "red"], "row.Bob": []}, "spectator": {"bag": []}}}},
    {"then": {"misses": {"Bob": ["blue"], "spectator": ["red", "blue"]}}},
    {
        "position": NEARLY_OVER,
        "play": [{"Ann": "put red"}, {"Ann": "end"}],
        "then": {"awaits": [], "scores": {"Ann": 5, "Bob": 1}, "winner": "Ann"},
    },
]

BAD = [
    ({"play": [{"Ann": "put green"}]}, f"Ann: put green is refused: {MAY_NOT_PLAY.fill(move='put green')}"),
    ({"refused": [{"Ann": "put red"}]}, "Ann: put red must be refused, but it was played"),
    ({"then": {"row.Ann": ["red"]}}, "row.Ann: expected ['red'], found ['green']"),
    ({"then": {"row.Ann": ["green", "green"]}}, "row.Ann: expected ['green', 'green'], found ['green']"),
    ({"then": {"row.Zoe": []}}, "row.Zoe: there is no such field"),
    (
        {"then": {"in_order": {"bag.Bob": ["green", "red"]}}},
        "bag.Bob: expected in this order ['green', 'red']",
    ),
    ({"then": {"in_order": {"bag.Zoe": []}}}, "bag.Zoe: there is no such field"),
    ({"then": {"awaits": ["Bob"]}}, "awaits: expected ['Bob'], found ['Ann']"),
    ({"then": {"offers": {"Ann": ["put green"]}}}, "offers: Ann should be offered “put green”"),
    ({"then": {"hides": {"Ann": ["end"]}}}, "hides: Ann should not be offered “end”"),
    ({"then": {"scores": {"Ann": 1}}}, "scores: the game is not over"),
    ({"new": ["Ann"]}, "the position does not load: "),
    ({"new": ["Ann", "Bob"], "loads": False}, "the position must be refused, but it loads"),
    ({"then": {"sees": {"Ann": {"bag": ["red"]}}}}, "what Ann sees of bag: expected ['red'], found ['blue'"),
    ({"then": {"sees": {"spectator": {"bag.Ann": []}}}}, "bag.Ann: there is no such field"),
    ({"then": {"misses": {"Ann": ["blue"]}}}, "misses: Ann should not see “blue”"),
    ({"then": {"winner": "Ann"}}, "winner: expected ['Ann'], found []"),
    ({"loads": False}, "the position must be refused, but it loads"),
    ({"position": {"seats": "none"}}, "the position does not load: "),
    ({"game": "chess"}, "There is no game “chess”."),
    ({"colour": "red"}, "Object contains unknown field `colour`"),
    ({"play": [{"Ann": 3}]}, "Expected `str`, got `int`"),
    ({"then": {"offers": ["end"]}}, "the rules break down: AttributeError"),
    (
        {
            "position": NEARLY_OVER,
            "play": [{"Ann": "put red"}, {"Ann": "end"}],
            "then": {"scores": {"Ann": 5, "Bob": 3}},
        },
        "scores of Bob: expected 3, found 1",
    ),
]


@pytest.mark.parametrize("fields", GOOD)
def test_what_holds_passes(tmp_path, fields):
    assert trouble(tmp_path, **fields) == ""


@pytest.mark.parametrize(("fields", "complaint"), BAD)
def test_what_does_not_hold_is_reported_in_one_line(tmp_path, fields, complaint):
    found = trouble(tmp_path, **fields)
    assert found.startswith(complaint)
    assert "\n" not in found


def test_a_refusal_that_changes_the_position_is_reported(tmp_path, monkeypatch):
    def careless(position, seat, text):
        position.supply.pop()
        raise RulesError("No.")

    monkeypatch.setattr(PEBBLES, "read", careless)
    found = trouble(tmp_path, refused=[{"Ann": "put red"}])
    assert found == "Ann: put red is refused, but the position has changed"


def test_a_refusal_without_a_word_is_reported(tmp_path, monkeypatch):
    def silent(position, seat, text):
        raise RulesError

    monkeypatch.setattr(PEBBLES, "read", silent)
    assert trouble(tmp_path, refused=[{"Ann": "put red"}]) == "Ann: put red is refused without a word"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "this file is not a list of scenarios"),
        (b"name: one\n", "this file is not a list of scenarios"),
        (b"- [\n", "this file cannot be read: "),
        (b"- \xff\xfe\n", "this file cannot be read: "),
        (b"- \x00\n", "this file cannot be read: "),
    ],
)
def test_a_file_that_cannot_be_read_has_failed(tmp_path, content, complaint):
    path = tmp_path / "broken.yaml"
    path.write_bytes(content)
    [outcome] = run_scenarios([path], game)
    assert outcome.trouble.startswith(complaint)
    assert "\n" not in outcome.trouble
    with pytest.raises(RulesError, match=r"broken\.yaml: "):
        load_scenarios(path)


def test_a_missing_file_has_failed(tmp_path):
    [outcome] = run_scenarios([tmp_path / "nowhere.yaml"], game)
    assert outcome.trouble.startswith("this file cannot be read: ")


def test_one_bad_entry_does_not_hide_the_others(tmp_path):
    good = {"name": "good", "game": "pebbles", "position": POSITION}
    path = tmp_path / "cases.yaml"
    path.write_text(yaml.safe_dump([good, "not a scenario", {"name": "half"}, good]), "utf-8")
    outcomes = list(run_scenarios([path], game))
    assert [outcome.name for outcome in outcomes] == ["good", "scenario 2", "half", "good"]
    assert [bool(outcome.trouble) for outcome in outcomes] == [False, True, True, False]


def test_folders_are_searched_in_order(tmp_path):
    (tmp_path / "deep").mkdir()
    for name in ("b.yaml", "a.yaml", "deep/c.yaml", "notes.txt"):
        (tmp_path / name).write_text("[]", "utf-8")
    found = [str(path.relative_to(tmp_path)) for path in find_scenario_files([tmp_path])]
    assert found == ["a.yaml", "b.yaml", "deep/c.yaml"]


def test_read_gives_the_scenarios(tmp_path):
    path = tmp_path / "cases.yaml"
    path.write_text(yaml.safe_dump([{"name": "one", "game": "pebbles", "position": {}}]), "utf-8")
    assert load_scenarios(path) == [Scenario("one", "pebbles", {})]
