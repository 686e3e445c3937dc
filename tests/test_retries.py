"""Tests of a browser or of real processes get a second try if one is wanted, no others do, and it is told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.time_limits import PATIENCE
from tests.retries import FOLDERS

SAMPLE = """
from pathlib import Path
import pytest

def is_second_try(name: str) -> bool:
    tried = Path(__file__).with_name(name)
    was_there = tried.exists()
    tried.touch()
    return was_there

@pytest.mark.browser
def test_of_a_browser():
    assert is_second_try("browser"), "read too early"

@pytest.mark.processes
def test_of_processes():
    assert is_second_try("processes")

@pytest.mark.processes
def test_that_is_well():
    pass

def test_of_rules():
    assert is_second_try("rules")
"""
MARKS = "markers =\n    browser: drives one\n    processes: starts some\n"


@pytest.fixture
def run_sample(root: Path, tmp_path: Path):
    """Run the tests above in a session of their own; return what its end says."""
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\n{MARKS}")
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}

    def run(*options: str) -> list[str]:
        plugins = ["-p", "tests.retries", "-p", "no:django", "-p", "no:cacheprovider"]
        command = [sys.executable, "-m", "pytest", "-c", f"{tmp_path}/pytest.ini", *plugins, *options]
        done = subprocess.run(
            [*command, str(tmp_path)], cwd=root, env=env, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 1, done.stdout + done.stderr
        return done.stdout.splitlines()

    return run


def told(lines: list[str]) -> list[str]:
    """The tests that are named at the end."""
    [start] = [place for place, line in enumerate(lines) if line.startswith("These needed a second try")]
    named = [line.strip() for line in lines[start:] if line.startswith("  ")]
    return sorted(name.rpartition("::")[2] for name in named)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_is_marked_is_tried_again_and_named_and_nothing_else(run_sample, workers):
    lines = run_sample("-n", workers, "--retries", "1")
    assert "1 failed, 3 passed, 2 rerun" in lines[-1]
    assert told(lines) == ["test_of_a_browser", "test_of_processes"]
    assert any("AssertionError: read too early" in line for line in lines)
    [failed] = [line for line in lines if line.startswith("FAILED")]
    assert "test_of_rules" in failed


def test_unless_it_is_wanted_nothing_is_tried_again(run_sample):
    lines = run_sample()
    assert "3 failed, 1 passed in" in lines[-1]
    assert not any("second try" in line for line in lines)


def test_all_tests_of_these_folders_are_marked(root):
    folders = [f"tests/{name}" for name in FOLDERS]
    left = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "not browser and not processes"]
    done = subprocess.run([*left, *folders], cwd=root, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED, done.stdout
