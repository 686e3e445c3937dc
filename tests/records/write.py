"""Write whole games of every set-up, at a release: `python -m tests.records.write citadels`.

A record is a game as somebody may have played it years ago. It is written once for a version of the rules and
never edited; the test beside it plays all of them again, to the same end for ever. Games of set-ups
that come later are added: what is there stays.
"""

import json
import lzma
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from games.bots.bot import Bot
from games.bots.random_bot import RandomBot
from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import play_to_end
from games.rules import registry
from games.rules.core.errors import RulesError
from games.rules.core.records.record import GameRecord, build_record, format_record, parse_record
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset
from games.rules.core.setup_options import FLAG, ONE, SetupOption

FOLDER = Path(__file__).parent
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
SAMPLES = 60  # games with options drawn at random, besides those of each set-up
FIRST_LINE = "Record: 1\n"


def list_setups(rules: Ruleset[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every set-up that can be chosen by its name, for every number of seats; then others at random."""
    for seats in rules.seats:
        options = rules.setup.options(seats)
        chosen: list[dict[str, Any]] = [{}]
        for option in options:
            values = [choice.value for choice in option.choices] if option.kind == ONE else []
            values = [True] if option.kind == FLAG else values
            chosen += [{**_find_condition(options, option), option.name: value} for value in values]
        yield from ((seats, one) for one in _drop_repeated(chosen) if _is_allowed(rules, seats, one))
    yield from (rules.setup.sample(Rng(f"sample {number}")) for number in range(SAMPLES))


def _find_condition(options: Sequence[SetupOption], option: SetupOption) -> dict[str, Any]:
    """The answers with which an option applies."""
    kinds = {one.name: one.kind for one in options}
    return {name: values[0] for name, values in option.when.items() if kinds.get(name) == ONE}


def _drop_repeated(chosen: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({json.dumps(one, sort_keys=True): one for one in chosen}.values())


def _is_allowed(rules: Ruleset[Any], seats: int, options: dict[str, Any]) -> bool:
    """Some answers ask for more, such as a list of cards, or do not go together."""
    try:
        rules.new(NAMES[:seats], options, "set-up")
    except RulesError:
        return False
    return True


def play_record(rules: Ruleset[Any], seed: str, seats: int, options: dict[str, Any]) -> GameRecord:
    """A game of bots that play well beside one that tries whatever the rules allow."""
    names = NAMES[:seats]
    position, _events = rules.new(names, options, seed)
    bots: dict[str, Bot] = {name: RuleBasedBot(rules, seed) for name in names[1:]}
    bots[names[0]] = RandomBot(seed)
    plays = play_to_end(rules, position, bots)
    return build_record(rules, position, options=options, seed=seed, plays=plays)


def find_file(rules: Ruleset[Any]) -> Path:
    return FOLDER / rules.slug / f"v{rules.store.version}.txt.xz"


def load_records(path: Path) -> list[GameRecord]:
    texts = lzma.decompress(path.read_bytes()).decode().split(FIRST_LINE)[1:]
    return [parse_record(FIRST_LINE + text) for text in texts]


def write_records(rules: Ruleset[Any]) -> None:
    path = find_file(rules)
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        raise SystemExit(f"{path} is there; records of a version are written once.")
    texts = [
        format_record(play_record(rules, f"record {number}", *setup))
        for number, setup in enumerate(list_setups(rules))
    ]
    path.write_bytes(lzma.compress("".join(texts).encode(), preset=9))
    print(f"{path}: {len(texts)} games, {path.stat().st_size} bytes")


if __name__ == "__main__":
    write_records(registry.get(sys.argv[1]))
