"""Take the pictures of the documentation from the running house: `python -m tests.browser.take_pictures`."""

import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import chromium

FOLDER = Path("docs/pictures")
SHOTS = {"table.png": (1280, 1000), "table-phone.png": (390, 1400)}
PEOPLE = ("Anna", "Bence", "Cili", "Dora")


def main() -> None:
    """Start again in a folder that is there to be thrown away."""
    if len(sys.argv) == 1:
        with tempfile.TemporaryDirectory() as folder:
            own = {"VAR_DIR": folder, "DATABASE_URL": "", "BROKER_URL": "memory://"}
            environment = {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "citadels.settings.dev"}
            again = [sys.executable, "-m", "tests.browser.take_pictures", "inside"]
            sys.exit(subprocess.run(again, env=environment).returncode)
    with house() as (port, path, cookies):
        shoot(port, path, cookies)


@contextlib.contextmanager
def house():
    """A server with one table in the middle of its game."""
    from games.management.bench import inside

    inside.call_command("migrate", verbosity=0)
    inside.call_command("collectstatic", interactive=False, verbosity=0)
    inside.lobby.fresh_seed = lambda: "a picture"
    players = [inside.Player(name) for name in PEOPLE]
    inside.User.objects.update(time_zone="Europe/Budapest")
    game = on_turn(inside.new_game(players, "Danube evenings"))
    asked = next(player for player in players if game.seats.get(decision__isnull=False).user == player.user)
    with inside.server("citadels.wsgi", 1) as port:
        yield port, f"/g/{game.key}/", asked.cookies


def on_turn(game):
    """Play by the rules of thumb up to a turn of the sixth round with several things to build."""
    from tests.play.tables import advice, awaited, move, position

    while True:
        seat = awaited(game)
        now = position(game)
        if now.round >= 6 and len(builds(now, seat.name)) > 1:
            return game
        move(seat, advice(seat))


def builds(now, seat: str) -> list[str]:
    from games.rules import registry

    offers = registry.get("citadels").offers(now, seat)
    return [str(move) for offer in offers for move in offer.moves() if offer.verb == "build"]


def shoot(port: int, path: str, cookies: str) -> None:
    name, _, value = cookies.split("; ")[0].partition("=")
    base = f"http://127.0.0.1:{port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for file, (width, height) in SHOTS.items():
            size = {"width": width, "height": height}
            context = browser.new_context(base_url=base, viewport=size, timezone_id="Europe/Budapest")
            context.add_cookies([{"name": name, "value": value, "url": base}])
            page = context.new_page()
            page.goto(path)
            page.screenshot(path=FOLDER / file)
        browser.close()


if __name__ == "__main__":
    main()
