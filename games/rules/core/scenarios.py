"""Scenario files: a position, some moves, and what must be true afterwards.

`manage.py scenarios` and the tests run them. A scenario that fails says what was
expected and what was found.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml

from . import orders
from .errors import RulesError
from .ruleset import Ruleset

Rules = Ruleset[Any]
SPECTATOR = "spectator"  # stands for a seat where a scenario tests what is seen


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """One scenario, as written in its file."""

    name: str
    game: str
    position: dict[str, Any] = {}
    new: list[str] = []  # the seats of a new game, in place of a position
    rule: str = ""
    options: dict[str, Any] = {}
    play: list[dict[str, str]] = []
    refused: list[dict[str, str]] = []
    then: dict[str, Any] = {}
    loads: bool = True


class ScenarioFailure(Exception):
    """A scenario failed: says what was expected, and what was found."""


class ScenarioOutcome(msgspec.Struct, frozen=True):
    """The result of one scenario; `trouble` is empty if it passed."""

    path: Path
    name: str
    trouble: str = ""


def run_scenarios(paths: Iterable[Path], game: Callable[[str], Rules]) -> Iterator[ScenarioOutcome]:
    """Run every scenario in these files and folders; a file that cannot be read counts as a failure."""
    for path in find_scenario_files(paths):
        try:
            entries = _load_entries(path)
        except RulesError as error:
            yield ScenarioOutcome(path, "", _join_lines(str(error)))
            continue
        for number, entry in enumerate(entries, 1):
            name = str(entry.get("name") if isinstance(entry, Mapping) else "") or f"scenario {number}"
            yield ScenarioOutcome(path, name, _find_failure(entry, game))


def _find_failure(entry: Any, game: Callable[[str], Rules]) -> str:
    """Run one scenario; return what is wrong with it in one line, or an empty string."""
    try:
        scenario = msgspec.convert(entry, Scenario)
        check_scenario(scenario, game(scenario.game))
    except (ScenarioFailure, RulesError, msgspec.ValidationError) as error:
        return _join_lines(str(error))
    except Exception as error:  # a bug in the rules fails its scenario, not the whole run
        return _join_lines(f"the rules break down: {type(error).__name__} {error}")
    return ""


def _join_lines(text: str) -> str:
    return " ".join(text.split())


def find_scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """List these files, and all scenario files below these folders."""
    for path in paths:
        yield from sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


def load_scenarios(path: Path) -> list[Scenario]:
    """Load the scenarios of one file."""
    try:
        return msgspec.convert(_load_entries(path), list[Scenario])
    except (RulesError, msgspec.ValidationError) as error:
        raise RulesError(f"{path}: {error}") from error


def _load_entries(path: Path) -> list[Any]:
    """Load the entries of one file, not validated yet."""
    try:
        entries = yaml.load(path.read_bytes(), _Loader)  # noqa: S506 - it is a safe one
    except (yaml.YAMLError, OSError, UnicodeError, RecursionError, ValueError) as error:
        raise RulesError(f"this file cannot be read: {error}") from error
    if not isinstance(entries, list):
        raise RulesError("this file is not a list of scenarios")
    return entries


# the C version of the same loader, where available, is five times as fast
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def check_scenario(scenario: Scenario, rules: Rules) -> None:
    """Play a scenario; raise an error at the first thing that is not as expected."""
    try:
        position = _build_position(scenario, rules)
    except RulesError as error:
        if scenario.loads:
            raise ScenarioFailure(f"the position does not load: {error}") from error
        return
    if not scenario.loads:
        raise ScenarioFailure("the position must be refused, but it loads")
    orders.fire(rules, position)
    for entry in scenario.play:
        for seat, line in entry.items():
            try:
                rules.play(position, seat, rules.read(position, seat, line))
                orders.fire(rules, position)
            except RulesError as error:
                raise ScenarioFailure(f"{seat}: {line} is refused: {error}") from error
    for entry in scenario.refused:
        for seat, line in entry.items():
            _require_refusal(rules, position, seat, line)
    for field, expected in scenario.then.items():
        _check_field(rules, position, field, expected)


def _build_position(scenario: Scenario, rules: Rules) -> Any:
    """The written position, or that of a new game with these seats; chance depends on the scenario's name."""
    if scenario.new:
        return rules.new(scenario.new, scenario.options, scenario.name)[0]
    return rules.notation.load(scenario.position, scenario.options)


def _require_refusal(rules: Rules, position: Any, seat: str, line: str) -> None:
    before = rules.dump(position)
    try:
        rules.play(position, seat, rules.read(position, seat, line))
    except RulesError as error:
        if not str(error):
            raise ScenarioFailure(f"{seat}: {line} is refused without a word") from error
        if rules.dump(position) != before:
            raise ScenarioFailure(f"{seat}: {line} is refused, but the position has changed") from error
        return
    raise ScenarioFailure(f"{seat}: {line} must be refused, but it was played")


def _check_field(rules: Rules, position: Any, field: str, expected: Any) -> None:
    if field in CHECKS:
        CHECKS[field](rules, position, expected)
        return
    _require_equal(field, expected, _find_field(rules.notation.dump_full(position), field))


def _find_field(found: Any, field: str) -> Any:
    for part in field.split("."):
        if not isinstance(found, Mapping) or part not in found:
            raise ScenarioFailure(f"{field}: there is no such field")
        found = found[part]
    return found


def _require_equal(field: str, expected: Any, found: Any) -> None:
    if isinstance(found, list) and isinstance(expected, str):
        expected = [expected]
    if _ignore_order(expected) != _ignore_order(found):
        raise ScenarioFailure(f"{field}: expected {expected}, found {found}")


def _ignore_order(value: Any) -> Any:
    """Lists compare as multisets, inside mappings too."""
    if isinstance(value, Mapping):
        return {key: _ignore_order(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return Counter(map(str, value))
    return value


def _is_legal(rules: Rules, position: Any, seat: str, line: str) -> bool:
    try:
        rules.read(position, seat, line)
    except RulesError:
        return False
    return True


def _check_awaits(rules: Rules, position: Any, expected: Any) -> None:
    _require_equal("awaits", expected, rules.awaits(position))


def _check_offers(rules: Rules, position: Any, expected: Mapping[str, list[str]]) -> None:
    for seat, lines in expected.items():
        for line in lines:
            if not _is_legal(rules, position, seat, line):
                raise ScenarioFailure(f"offers: {seat} should be offered “{line}”")


def _check_hides(rules: Rules, position: Any, expected: Mapping[str, list[str]]) -> None:
    for seat, lines in expected.items():
        for line in lines:
            if _is_legal(rules, position, seat, line):
                raise ScenarioFailure(f"hides: {seat} should not be offered “{line}”")


def _check_scores(rules: Rules, position: Any, expected: Mapping[str, int]) -> None:
    if not rules.over(position):
        raise ScenarioFailure("scores: the game is not over")
    found = {seat: sum(line.points for line in lines) for seat, lines in rules.scores(position).items()}
    for seat, points in expected.items():
        _require_equal(f"scores of {seat}", points, found.get(seat))


def _check_winner(rules: Rules, position: Any, expected: Any) -> None:
    _require_equal("winner", expected, rules.winners(position) if rules.over(position) else [])


def _check_sees(rules: Rules, position: Any, expected: Mapping[str, Mapping[str, Any]]) -> None:
    for seat, fields in expected.items():
        view = rules.view(position, None if seat == SPECTATOR else seat)
        for field, value in fields.items():
            _require_equal(f"what {seat} sees of {field}", value, _find_field(view, field))


def _check_misses(rules: Rules, position: Any, expected: Mapping[str, list[str]]) -> None:
    for seat, words in expected.items():
        view = json.dumps(rules.view(position, None if seat == SPECTATOR else seat))
        for word in words:
            if f'"{word}"' in view:
                raise ScenarioFailure(f"misses: {seat} should not see “{word}”")


def _check_order(rules: Rules, position: Any, expected: Mapping[str, list[Any]]) -> None:
    """These lists of the position in exactly this order: what lies on what, what comes first."""
    page = rules.notation.dump_full(position)
    for field, wanted in expected.items():
        found = _find_field(page, field)
        if found != wanted:
            raise ScenarioFailure(f"{field}: expected in this order {wanted}, found {found}")


CHECKS: dict[str, Callable[[Rules, Any, Any], None]] = {
    "awaits": _check_awaits,
    "offers": _check_offers,
    "hides": _check_hides,
    "in_order": _check_order,
    "scores": _check_scores,
    "winner": _check_winner,
    "sees": _check_sees,
    "misses": _check_misses,
}
