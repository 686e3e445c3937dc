"""A stranger finds a behaviour in two guesses: the rules for names in docs/glossary.md."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

APPS = ("games", "accounts", "citadels")
WIDEST = 25  # modules in one package
FRAMEWORK_CLASSES = {"Command", "DatabaseWrapper", "Migration"}  # Django looks these up by name
# nouns of the rule book, of chess players and of everyday English that happen to end in -ing
NOUNS = {
    "building",
    "scoring",
    "pairing",
    "parsing",
    "ranking",
    "rating",
    "ruling",
    "logging",
    "incoming",
    "outgoing",
}


@pytest.fixture(scope="module")
def modules(root) -> list[Path]:
    found = [path.relative_to(root) for app in APPS for path in (root / app).rglob("*.py")]
    return [path for path in found if "migrations" not in path.parts]


def list_classes(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name not in FRAMEWORK_CLASSES:
            yield node.name


def test_no_two_classes_have_the_same_name(root, modules):
    places = defaultdict(list)
    for path in modules:
        for name in list_classes(root / path):
            places[name].append(str(path))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_modules_and_packages_are_nouns(root, modules):
    tests = [path.relative_to(root) for path in (root / "tests").rglob("*.py")]
    parts = {part for path in modules + tests for part in path.with_suffix("").parts}
    names = {part.removeprefix("test_") for part in parts}
    assert {name for name in names if name.endswith("ing")} - NOUNS == set()
    assert {name for name in names if name.startswith("of_")} == set()


def test_no_package_is_too_wide_to_be_taken_in_at_a_glance(modules):
    widths = Counter(path.parent for path in modules if path.name != "__init__.py")
    assert {str(package): width for package, width in widths.items() if width > WIDEST} == {}


def test_every_package_says_what_it_is_for(root, modules):
    silent = [
        str(path)
        for path in modules
        if path.name == "__init__.py"
        and path.parts[0] != "citadels"
        and path.parent.name not in (*APPS, "management", "commands", "templatetags", "views")
        and ast.get_docstring(ast.parse((root / path).read_text("utf-8"))) is None
    ]
    assert silent == []
