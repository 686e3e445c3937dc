"""Whole games of every set-up come out for ever as they did when they were written down.

A rule that is mended must not change them: a new meaning is an option that is frozen at the start of a game,
or a new version of the rules, with an upgrade for the positions of the old one (docs/new-ruleset.md).
"""

import json
from collections import Counter

import pytest

from games.rules import registry
from games.rules.core.records.replay import verify_record
from tests.records.write import FOLDER, find_file, list_setups, load_records

PARTS = 8  # of each file, so that several workers share it
FILES = sorted(FOLDER.glob("*/v*.txt.xz"))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name[:-7]}")
def test_every_recorded_game_comes_out_as_it_did(path, part):
    rules = registry.get(path.parent.name)
    for record in load_records(path)[part::PARTS]:
        verdict = verify_record(rules, record)
        assert verdict.fair is True, f"{record.seed}: {verdict.sentence}"


@pytest.mark.parametrize("rules", registry.RULESETS.values(), ids=lambda rules: rules.slug)
def test_there_are_records_of_every_set_up_of_every_game(rules):
    recorded = load_records(find_file(rules))
    games = Counter((len(one.seats), json.dumps(one.options, sort_keys=True)) for one in recorded)
    wanted = {(seats, json.dumps(options, sort_keys=True)) for seats, options in list_setups(rules)}
    assert wanted <= set(games)
    assert len(recorded) >= 60
    assert all(one.scores is not None and one.seed is not None for one in recorded)
