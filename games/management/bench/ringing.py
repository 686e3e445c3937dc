"""A worker that has nothing to do but the clock: `python -m games.management.bench.ringing`."""

import time

import django

django.setup()

from games.play import time_outs  # noqa: E402  the app has to be set up first

EVERY = 2.0  # seconds, as beat names the sweep


def main() -> None:
    while True:
        started = time.monotonic()
        time_outs.ring()
        time.sleep(max(0.0, EVERY - (time.monotonic() - started)))


if __name__ == "__main__":
    main()
