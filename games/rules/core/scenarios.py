"""Scenario files: a position, some moves, and what holds afterwards.

`manage.py scenarios` and the tests run them. A scenario that fails says what was
expected and what was found.
"""

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


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """One case, as written."""

    name: str
    game: str
    position: dict[str, Any]
    rule: str = ""
    options: dict[str, Any] = {}
    play: list[dict[str, str]] = []
    refused: list[dict[str, str]] = []
    then: dict[str, Any] = {}
    loads: bool = True


class Failure(Exception):
    """What was expected, and what was found."""


class Outcome(msgspec.Struct, frozen=True):
    """How one scenario went; `trouble` is empty if all was as written."""

    path: Path
    name: str
    trouble: str = ""


def run(paths: Iterable[Path], game: Callable[[str], Rules]) -> Iterator[Outcome]:
    """Try every scenario of these files and folders; one that cannot even be read has failed too."""
    for path in files(paths):
        try:
            entries = _entries(path)
        except RulesError as error:
            yield Outcome(path, "", _one_line(str(error)))
            continue
        for number, entry in enumerate(entries, 1):
            name = str(entry.get("name") if isinstance(entry, Mapping) else "") or f"scenario {number}"
            yield Outcome(path, name, _trouble(entry, game))


def _trouble(entry: Any, game: Callable[[str], Rules]) -> str:
    """What is wrong with this scenario, in one line."""
    try:
        scenario = msgspec.convert(entry, Scenario)
        check(scenario, game(scenario.game))
    except (Failure, RulesError, msgspec.ValidationError) as error:
        return _one_line(str(error))
    except Exception as error:  # a bug in the rules fails its scenario, not the whole run
        return _one_line(f"the rules break down: {type(error).__name__} {error}")
    return ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """These files, and all scenario files below these folders."""
    for path in paths:
        yield from sorted(path.rglob("*.yaml")) if path.is_dir() else [path]


def read(path: Path) -> list[Scenario]:
    """The scenarios of one file."""
    try:
        return msgspec.convert(_entries(path), list[Scenario])
    except (RulesError, msgspec.ValidationError) as error:
        raise RulesError(f"{path}: {error}") from error


def _entries(path: Path) -> list[Any]:
    """What one file lists, not yet looked at more closely."""
    try:
        entries = yaml.load(path.read_bytes(), _Loader)  # noqa: S506 - it is a safe one
    except (yaml.YAMLError, OSError, UnicodeError, RecursionError, ValueError) as error:
        raise RulesError(f"this file cannot be read: {error}") from error
    if not isinstance(entries, list):
        raise RulesError("this file is not a list of scenarios")
    return entries


# the same loader in C where there is one: it reads five times as fast
_Loader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def check(scenario: Scenario, rules: Rules) -> None:
    """Play the scenario; raise Failure at the first thing that is not as written."""
    try:
        position = rules.from_notation(scenario.position, scenario.options)
    except RulesError as error:
        if scenario.loads:
            raise Failure(f"the position does not load: {error}") from error
        return
    if not scenario.loads:
        raise Failure("the position must be refused, but it loads")
    orders.fire(rules, position)
    for entry in scenario.play:
        for seat, line in entry.items():
            try:
                rules.play(position, seat, rules.read(position, seat, line))
                orders.fire(rules, position)
            except RulesError as error:
                raise Failure(f"{seat}: {line} is refused: {error}") from error
    for entry in scenario.refused:
        for seat, line in entry.items():
            _must_be_refused(rules, position, seat, line)
    for field, expected in scenario.then.items():
        _compare(rules, position, field, expected)


def _must_be_refused(rules: Rules, position: Any, seat: str, line: str) -> None:
    before = rules.dump(position)
    try:
        rules.play(position, seat, rules.read(position, seat, line))
    except RulesError as error:
        if not str(error):
            raise Failure(f"{seat}: {line} is refused without a word") from error
        if rules.dump(position) != before:
            raise Failure(f"{seat}: {line} is refused, but the position has changed") from error
        return
    raise Failure(f"{seat}: {line} must be refused, but it was played")


def _compare(rules: Rules, position: Any, field: str, expected: Any) -> None:
    if field in CHECKS:
        CHECKS[field](rules, position, expected)
        return
    found: Any = rules.full_notation(position)
    for part in field.split("."):
        if not isinstance(found, Mapping) or part not in found:
            raise Failure(f"{field}: there is no such field")
        found = found[part]
    _same(field, expected, found)


def _same(field: str, expected: Any, found: Any) -> None:
    if isinstance(found, list) and isinstance(expected, str):
        expected = [expected]
    if _unordered(expected) != _unordered(found):
        raise Failure(f"{field}: expected {expected}, found {found}")


def _unordered(value: Any) -> Any:
    """Lists compare as multisets, inside mappings too."""
    if isinstance(value, Mapping):
        return {key: _unordered(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return Counter(map(str, value))
    return value


def _is_legal(rules: Rules, position: Any, seat: str, line: str) -> bool:
    try:
        rules.read(position, seat, line)
    except RulesError:
        return False
    return True


def _awaits(rules: Rules, position: Any, expected: Any) -> None:
    _same("awaits", expected, rules.awaits(position))


def _offers(rules: Rules, position: Any, expected: Mapping[str, list[str]]) -> None:
    for seat, lines in expected.items():
        for line in lines:
            if not _is_legal(rules, position, seat, line):
                raise Failure(f"offers: {seat} should be offered “{line}”")


def _hides(rules: Rules, position: Any, expected: Mapping[str, list[str]]) -> None:
    for seat, lines in expected.items():
        for line in lines:
            if _is_legal(rules, position, seat, line):
                raise Failure(f"hides: {seat} should not be offered “{line}”")


def _scores(rules: Rules, position: Any, expected: Mapping[str, int]) -> None:
    if not rules.over(position):
        raise Failure("scores: the game is not over")
    found = {seat: sum(line.points for line in lines) for seat, lines in rules.scores(position).items()}
    for seat, points in expected.items():
        _same(f"scores of {seat}", points, found.get(seat))


def _winner(rules: Rules, position: Any, expected: Any) -> None:
    _same("winner", expected, rules.winners(position) if rules.over(position) else [])


CHECKS: dict[str, Callable[[Rules, Any, Any], None]] = {
    "awaits": _awaits,
    "offers": _offers,
    "hides": _hides,
    "scores": _scores,
    "winner": _winner,
}
