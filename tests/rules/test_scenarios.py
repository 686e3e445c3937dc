"""Every scenario file, one test for each scenario."""

import re
from collections import Counter
from pathlib import Path

import pytest

from games.rules import registry
from games.rules.core.scenarios import Scenario, check_scenario, find_scenario_files, load_scenarios

FOLDER = Path(__file__).resolve().parent.parent / "scenarios"
SCENARIOS = [scenario for path in find_scenario_files([FOLDER]) for scenario in load_scenarios(path)]


@pytest.mark.parametrize("scenario", [pytest.param(one, id=one.name) for one in SCENARIOS])
def test_scenario(scenario: Scenario):
    check_scenario(scenario, registry.get(scenario.game))


def test_there_are_scenarios_for_every_game():
    assert {scenario.game for scenario in SCENARIOS} == {*registry.RULESETS}


def test_names_are_unique_and_in_kebab_case():
    names = Counter(scenario.name for scenario in SCENARIOS)
    assert [name for name, times in names.items() if times > 1] == []
    assert [name for name in names if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)] == []


def test_every_scenario_says_where_its_rule_stands():
    assert [scenario.name for scenario in SCENARIOS if not scenario.rule] == []
