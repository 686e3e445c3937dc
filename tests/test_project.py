"""The house stands on its foundations: wiring, layers, requirements."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings

import citadels
import games

APPS = ["games", "accounts"]


def imports(path: Path) -> set[str]:
    """The modules a file imports by absolute name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("app", APPS)
def test_nobody_imports_the_project(root, app):
    """`citadels` is also the name of a ruleset, so a slip would be easy."""
    slips = {
        f"{path.relative_to(root)}: {name}"
        for path in (root / app).rglob("*.py")
        for name in imports(path)
        if name.split(".")[0] == "citadels"
    }
    assert not slips


def test_games_package_is_empty(root):
    """Importing the rules must not load the app."""
    assert Path(games.__file__).read_text() == ""


def test_celery_app_is_wired():
    app = citadels.celery_app
    assert app.main == "citadels"
    assert current_app._get_current_object() is app


def test_celery_takes_one_message_at_a_time_and_acknowledges_it_when_done():
    conf = citadels.celery_app.conf
    assert conf.task_acks_late
    assert conf.task_reject_on_worker_lost
    assert conf.task_ignore_result
    assert conf.worker_prefetch_multiplier == 1
    assert conf.timezone == "UTC"


def test_embedded_broker_is_a_folder_that_is_polled_quickly(root):
    names = "CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS"
    shown = f"from citadels.settings.celery import {names}; print({names})"
    without = {name: value for name, value in os.environ.items() if name != "BROKER_URL"}
    done = subprocess.run(
        [sys.executable, "-c", shown], cwd=root, env=without, capture_output=True, text=True
    )
    url, _, text = done.stdout.partition(" ")
    options = ast.literal_eval(text)
    assert url.startswith("filesystem:")
    assert options["data_folder_in"] == options["data_folder_out"]
    assert options["polling_interval"] == 0.1


def test_emails_can_be_read_in_three_languages():
    assert [code for code, _ in settings.LANGUAGES] == ["en", "hu", "hr"]
    assert (settings.USE_TZ, settings.TIME_ZONE) == (True, "UTC")


@pytest.mark.parametrize("name", ["base", "test", "dev"])
def test_requirements_are_pinned_and_hashed_and_name_no_host(root, name):
    text = (root / f"requirements/{name}.txt").read_text()
    pins = re.findall(r"^[A-Za-z0-9].*", text, re.MULTILINE)
    assert len(pins) > 20
    assert all("==" in pin for pin in pins)
    assert len(re.findall(r"^[A-Za-z0-9].*\\\n    --hash=sha256:", text, re.MULTILINE)) == len(pins)
    assert not re.search(
        r"://|^-|--(index|extra-index|find-links|trusted)| @ |/opt|/home", text, re.MULTILINE
    )


def test_tests_run_on_what_production_runs_on(root):
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^\S+==\S+", (root / f"requirements/{name}.txt").read_text(), re.MULTILINE))

    assert pins("base") < pins("test") < pins("dev")


def test_ci_runs_what_the_desk_runs(root):
    script = root / ".ci/run"
    assert os.access(script, os.X_OK)
    lines = [line for line in script.read_text().splitlines() if line.startswith("make ")]
    assert lines == ["make test RETRIES=1", "make check"]


def test_make_alone_lists_the_targets(root):
    listed = subprocess.run(["make", "--no-print-directory"], cwd=root, capture_output=True, text=True).stdout
    for target in [
        "setup",
        "run",
        "test",
        "pictures-check",
        "check",
        "format",
        "bench",
        "fuzz",
        "play",
        "requirements",
        "clean",
    ]:
        assert f"make {target} " in listed


# --- the parts of the project


GAME_WORDS = re.compile(
    r"crown|district|\broofs?\b|street|skyline|\bgold\b|\bcit(y|ies)\b|assassin|warlord|murder"
    r"|\bcoppers?\b|\bprovinces?\b|torturer|\bduchy\b|\bcurses?\b"
    r"|\bdeniers?\b|\bplazas?\b|\bramparts?\b|\bcriers?\b|\bcitizens?\b",
    re.IGNORECASE,
)
OF_ONE_GAME = (
    "games/rules/citadels/",
    "games/rules/dominion/",
    "games/rules/tournay/",
    "templates/games/citadels/",
    "templates/games/dominion/",
    "templates/games/tournay/",
    "templates/games/site/front_page",  # it presents the first game
    "games/migrations/",  # as they were
)
EXCEPTIONS = {  # file → the words that stand in it for a reason
    "games/queries/pace_text.py": {"city"},  # of a time zone
    "games/rules/core/move_parser.py": {"city", "gold"},  # examples of what players write
    "games/mail/incoming/politeness.py": {"gold"},
    "games/mail/incoming/sentence_parts.py": {"gold"},
    "games/mail/incoming/typed_moves.py": {"gold"},
}


@pytest.mark.parametrize("folder", ["games", "templates"])
def test_no_code_outside_the_games_uses_the_words_of_one(root, folder):
    """Not among them: “character” (of a text), “house” (this site) and “edition” (of any game)."""
    found = {}
    for path in (path for path in (root / folder).rglob("*") if path.suffix in (".py", ".html", ".txt")):
        name = path.relative_to(root).as_posix()
        words = {word[0].lower() for word in GAME_WORDS.finditer(path.read_text("utf-8"))}
        if not name.startswith(OF_ONE_GAME) and (more := words - EXCEPTIONS.get(name, set())):
            found[name] = more
    assert not found
