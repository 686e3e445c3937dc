"""Take snapshots of running games, at a release: `python -m tests.snapshots.take`.

A snapshot is a stored position as some server may have it in its database for years. It is
taken once for a version and never edited; the test beside it loads and finishes every one.
"""

from pathlib import Path

from games.rules.citadels.position import VERSION
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.rng import Rng

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
FOLDER = Path(__file__).parent / "citadels" / f"v{VERSION}"


def take() -> None:
    """One position for each kind of question, from games of every kind."""
    FOLDER.mkdir(parents=True)
    missing = set(CITADELS.steps.asks)
    for number in range(500):
        rng = Rng(f"snapshot {number}")
        seats, options = CITADELS.setup.sample(rng)
        position, _ = CITADELS.new(NAMES[:seats], options, f"snapshot {number}")
        wait = 20 + rng.below(150)
        while missing and not CITADELS.over(position):
            asked = position.agenda[-1][0]
            wait -= 1
            if wait < 0 and asked.name in missing:
                missing.remove(asked.name)
                (FOLDER / f"{asked.name}.json").write_bytes(CITADELS.dump(position))
            CITADELS.play(
                position, asked.seat, rng.choice(CITADELS.offers(position, asked.seat)).sample(rng.below)
            )
    if missing:
        raise SystemExit(f"never asked: {', '.join(sorted(missing))}")


if __name__ == "__main__":
    take()
