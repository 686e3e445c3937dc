"""Take snapshots of running games, at a release: `python -m tests.snapshots.take citadels`.

A snapshot is a stored position as some server may have it in its database for years. It is
taken once for a version and never edited; the test beside it loads and finishes every one.
"""

import sys
from pathlib import Path
from typing import Any

from games.rules import registry
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def take(rules: Ruleset[Any]) -> None:
    """One position for each kind of question, from games of every kind."""
    folder = Path(__file__).parent / rules.slug / f"v{rules.store.version}"
    folder.mkdir(parents=True)
    missing = set(rules.steps.asks)
    for number in range(4000):
        rng = Rng(f"snapshot {number}")
        seats, options = rules.setup.sample(rng)
        position, _ = rules.new(NAMES[:seats], options, f"snapshot {number}")
        wait = 20 + rng.below(150)
        while missing and not rules.over(position):
            asked = position.agenda[-1][0]
            wait -= 1
            if wait < 0 and asked.name in missing:
                missing.remove(asked.name)
                (folder / f"{asked.name}.json").write_bytes(rules.dump(position))
            rules.play(position, asked.seat, rng.choice(rules.offers(position, asked.seat)).sample(rng.below))
    if missing:
        raise SystemExit(f"never asked: {', '.join(sorted(missing))}")


if __name__ == "__main__":
    take(registry.get(sys.argv[1]))
