"""Every stored snapshot of every version loads, and its game can be finished."""

import json
from pathlib import Path

import pytest

from games.rules import registry
from games.rules.core.rng import Rng

RULESETS = list(registry.RULESETS.values())
SNAPSHOTS = sorted((Path(__file__).parent.parent / "snapshots").glob("*/v*/*.json"))


def name_of(path: Path) -> str:
    return f"{path.parent.parent.name}-{path.parent.name}-{path.stem}"


def test_every_version_so_far_has_snapshots():
    for rules in RULESETS:
        versions = {path.parent.name for path in SNAPSHOTS if path.parent.parent.name == rules.slug}
        assert versions == {f"v{number}" for number in range(1, rules.store.version + 1)}


def test_the_newest_snapshots_put_every_question():
    for rules in RULESETS:
        newest = [
            path.stem for path in SNAPSHOTS if path.parts[-3:-1] == (rules.slug, f"v{rules.store.version}")
        ]
        assert set(rules.steps.asks) <= set(newest)


@pytest.mark.parametrize("path", SNAPSHOTS, ids=name_of)
def test_a_snapshot_loads_and_its_game_can_be_finished(path):
    rules = registry.get(path.parent.parent.name)
    position = rules.load(path.read_bytes())
    rules.audit(position)
    rng = Rng(path.stem)
    while not rules.over(position):
        seat = rules.awaits(position)[0]
        rules.play(position, seat, rng.choice(rules.offers(position, seat)).sample(rng.below))
    rules.audit(position)
    assert rules.winners(position)


@pytest.mark.parametrize("path", SNAPSHOTS, ids=name_of)
def test_a_snapshot_of_this_version_is_stored_again_as_it_was(path):
    rules = registry.get(path.parent.parent.name)
    stored = path.read_bytes()
    if json.loads(stored)["version"] == rules.store.version:
        assert rules.dump(rules.load(stored)) == stored
