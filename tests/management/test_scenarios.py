"""manage.py scenarios, as the notation's page describes it."""

import os
import subprocess
import sys

import pytest

from games.rules import registry

GOOD = """
- name: a-new-game-waits-for-the-crown
  rule: "2016, draft"
  game: citadels
  options: {edition: "2016"}
  position: {seats: [Ann, Bob, Cleo, Dan], crown: Bob}
  then:
    awaits: [Bob]
"""
BAD = """
- name: a-new-game-waits-for-the-crown
  game: citadels
  options: {edition: "2016"}
  position: {seats: [Ann, Bob, Cleo, Dan], crown: Bob}
  then:
    awaits: [Ann]
- name: another-game
  game: chess
  position: {}
"""


@pytest.fixture
def scenarios(root, tmp_path):
    """Runs the command on files with these contents and further arguments."""

    def run(*paths: str, **contents: str) -> tuple[int, list[str]]:
        for name, text in contents.items():
            (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
        env = os.environ | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
        command = [sys.executable, root / "manage.py", "scenarios", *paths]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60)
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()

    return run


def test_all_pass(scenarios):
    assert scenarios("good.yaml", good=GOOD) == (0, ["1 passed, 0 failed"])


def test_one_line_for_each_that_fails(scenarios):
    code, lines = scenarios("good.yaml", "bad.yaml", good=GOOD, bad=BAD)
    assert code == 1
    assert lines == [
        "bad.yaml: a-new-game-waits-for-the-crown: awaits: expected ['Ann'], found ['Bob']",
        f"bad.yaml: another-game: There is no game “chess”. There is: {', '.join(registry.RULESETS)}.",
        "1 passed, 2 failed",
    ]


def test_a_folder_is_searched_and_an_unreadable_file_fails(scenarios):
    code, lines = scenarios(".", "nowhere.yaml", good=GOOD, broken="- [")
    assert code == 1
    assert [line.split(":")[0] for line in lines[:-1]] == ["broken.yaml", "nowhere.yaml"]
    assert all("this file cannot be read" in line for line in lines[:-1])
    assert lines[-1] == "1 passed, 2 failed"
