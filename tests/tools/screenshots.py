"""Take the screenshots of the documentation from the running house: `make screenshots`.

The table is taken as wide as a desk, a tablet and a phone, by day and by night.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.tools import chromium

FOLDER = Path("docs/pictures")
TABLE, STANDINGS, EMAIL, GAZETTE, REPLAY = "table", "standings", "letter", "gazette", "replay"
DOMINION_TABLE, DOMINION_EMAIL = "dominion", "dominion-letter"
EMAILS = (EMAIL, DOMINION_EMAIL)
DESK, TABLET, PHONE = (1440, 1100), (768, 1024), (360, 1280)
SHOTS = {
    "table.png": (TABLE, DESK, "light"),
    "table-night.png": (TABLE, DESK, "dark"),
    "table-tablet.png": (TABLE, TABLET, "light"),
    "table-phone.png": (TABLE, PHONE, "light"),
    "table-phone-night.png": (TABLE, PHONE, "dark"),
    "standings.png": (STANDINGS, DESK, "light"),
    "letter-phone.png": (EMAIL, PHONE, "light"),
    "gazette.png": (GAZETTE, DESK, "light"),
    "replay-night.png": (REPLAY, DESK, "dark"),
    "dominion.png": (DOMINION_TABLE, DESK, "light"),
    "dominion-letter-phone.png": (DOMINION_EMAIL, PHONE, "light"),
}
KINGDOM = {"set": "underlings"}
DOMINION_TURN = {  # the last of four has nothing left but to end the turn; then it is that of the first
    "turn": "{3}",
    "phase": "buy",
    "buys": 0,
    "bought": True,
    "supply": {
        "province": 7,
        "duchy": 10,
        "silver": 31,
        "gold": 24,
        "nobles": 8,
        "festival": 5,
        "witch": 6,
        "curse": 24,
    },
    "trash": ["copper", "copper", "estate"],
    "{0}": {
        "hand": ["nobles", "festival", "masquerade", "silver", "gold"],
        "deck": ["witch", "copper", "silver"],
        "discard": ["province", "estate", "copper", "gold"],
        "turns": 9,
    },
    "{1}": {
        "hand": ["copper", "silver", "duchy", "pawn", "cellar"],
        "deck": ["gold"],
        "discard": ["witch"],
        "turns": 9,
    },
    "{2}": {"hand": ["copper", "estate", "copper", "library", "curse"], "discard": ["silver"], "turns": 9},
    "{3}": {
        "hand": ["estate", "curse"],
        "in_play": ["festival", "gold", "silver"],
        "deck": ["copper"] * 7,
        "turns": 9,
    },
}
PEOPLE = ("Anna", "Bence", "Cili", "Dora")
INBOX_KEY = "only-for-pictures"
OTHERS = ("Eszter", "Ferko", "Goran", "Hana", "Ivo", "Jelena", "Katalin", "Luka")


def main() -> None:
    """Start again in a folder that is there to be thrown away."""
    if len(sys.argv) == 1:
        with tempfile.TemporaryDirectory() as folder:
            own = {
                "VAR_DIR": folder,
                "DATABASE_URL": "",
                "BROKER_URL": "memory://",
                "DEV_INBOX_KEY": INBOX_KEY,
            }
            environment = {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "citadels.settings.dev"}
            again = [sys.executable, "-m", "tests.tools.screenshots", "inside"]
            sys.exit(subprocess.run(again, env=environment).returncode)
    with house() as (port, paths, viewers):
        shoot(port, paths, viewers)


@contextlib.contextmanager
def house():
    """A server with a table in the middle of its game and one where it is over, the last email of a player,
    and a tournament after its third round."""
    from tests.bench import server_process

    server_process.call_command("migrate", verbosity=0)
    server_process.call_command("collectstatic", interactive=False, verbosity=0)
    server_process.tables.generate_seed = lambda: "a picture"
    players = [server_process.BenchPlayer(name) for name in PEOPLE]
    server_process.User.objects.update(time_zone="Europe/Budapest")
    game = on_turn(server_process.create_game(players, "Danube evenings"))
    asked = find_asked(game, players)
    email = last_email(asked.user)
    other = server_process.create_game(players, "Tisza evenings", "dominion", **KINGDOM)
    dominion_turn(other)
    buyer = find_asked(other, players)
    over = played_out(server_process.create_game(players, "Sava evenings"))
    cup = tournament([*players, *(server_process.BenchPlayer(name) for name in OTHERS)])
    paths = {
        TABLE: f"/g/{game.key}/",
        STANDINGS: f"/tournaments/{cup.slug}/standings/?stage=1",
        EMAIL: f"/dev-inbox/{email}/html/",
        DOMINION_TABLE: f"/g/{other.key}/",
        DOMINION_EMAIL: f"/dev-inbox/{last_email(buyer.user)}/html/",
        GAZETTE: f"/g/{game.key}/gazette/",
        REPLAY: f"/g/{over.key}/replay/?move={over.log_length * 2 // 3}",
    }
    with server_process.run_gunicorn("citadels.wsgi", 1) as port:
        yield port, paths, defaultdict(lambda: asked.cookies, {DOMINION_TABLE: buyer.cookies})


def tournament(players):
    """A Swiss of twelve; the games are played by the rule-based bot, always the same way."""
    import msgspec

    from accounts import server_time
    from games.tournaments.director import director
    from games.tournaments.entries import registration
    from games.tournaments.setup import drafts, lifecycle
    from tests.helpers.tournaments.finished_games import finish_all

    drafts.generate_seed = lambda: "a picture"
    owner = players[0].user
    made = drafts.create_draft(owner, "Danube Cup", "citadels", "swiss_final", zone="Europe/Budapest")
    plan = msgspec.structs.replace(made.settings, check_in_hours=0)
    words = dict.fromkeys(("summary", "rules", "dispute_policy"), "A picture.")
    drafts.change_tournament(
        made.pk, owner, tournament_settings=plan, starts_at=server_time.now() + timedelta(days=1), **words
    )
    lifecycle.open_registration(made.pk, owner)
    for player in players:
        registration.register_entrant(made.pk, player.user)
    lifecycle.begin_tournament_now(made.pk, owner)
    director.run_due_steps(made.pk)
    for _round in range(3):
        finish_all(made)
    return made


def on_turn(game):
    """Play by the rule-based bot up to a turn of the sixth round with several things to build."""
    from games.mail.outgoing import game_outbox
    from tests.helpers.tables import advice, awaited, move, position

    while True:
        seat = awaited(game)
        now = position(game)
        game_outbox.send_due_notices()
        if now.round >= 6 and len(builds(now, seat.name)) > 1:
            return game
        move(seat, advice(seat))


def find_asked(game, players):
    """The player who is asked at this table."""
    return next(player for player in players if game.seats.get(decision__isnull=False).user == player.user)


def dominion_turn(game):
    """Set up a turn with several Actions, and send the email about it."""
    from games.mail.outgoing import game_outbox
    from tests.helpers.tables import awaited, move, written

    written(game, DOMINION_TURN, **KINGDOM)
    move(awaited(game), "end")
    game_outbox.send_due_notices()


def played_out(game):
    from tests.helpers.tables import advice, play_on

    play_on(game, 1000, advice)
    return game


def last_email(user) -> str:
    from games.mail import dev_inbox

    return dev_inbox.list_emails(user.email)[0].name


def builds(now, seat: str) -> list[str]:
    from games.rules import registry

    offers = registry.get("citadels").offers(now, seat)
    return [str(move) for offer in offers for move in offer.moves() if offer.verb == "build"]


def shoot(port: int, paths: dict[str, str], viewers: dict[str, str]) -> None:
    from tests.helpers.browser.steps import wait_until_drawn

    base = f"http://127.0.0.1:{port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for file, (what, (width, height), scheme) in SHOTS.items():
            context = browser.new_context(
                base_url=base,
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                timezone_id="Europe/Budapest",
            )
            name, _, value = viewers[what].split("; ")[0].partition("=")
            context.add_cookies([{"name": name, "value": value, "url": base}])
            page = context.new_page()
            if what in EMAILS:
                page.goto(f"/dev-inbox/?key={INBOX_KEY}")
            page.goto(paths[what])
            if what not in EMAILS:  # an email is shown without scripts, so it cannot tell when it is drawn
                wait_until_drawn(page)
            page.screenshot(path=FOLDER / file)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
