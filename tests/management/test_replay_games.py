"""manage.py replay_games: which stored games come out otherwise with this code?"""

import pytest
from django.core.management import call_command

from games.models import Game
from games.queries.game_view import GameView
from games.queries.record import render_record
from games.rules import registry
from games.rules.core.records.record import parse_record
from tests.helpers.played_games import played
from tests.helpers.tables import play_on, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def replay(capsys):
    def run(*options: str) -> tuple[int, str]:
        code = 0
        try:
            call_command("replay_games", *options)
        except SystemExit as end:
            code = end.code
        return code, capsys.readouterr().out

    return run


def test_games_that_come_out_as_they_did_are_only_counted(replay):
    play_on(table(3), 7)
    played(2)
    table(2, size=4)  # it has not begun
    code, said = replay()
    assert (code, len(said.splitlines())) == (0, 1)
    assert said.startswith("2 games")


def break_move(game: Game) -> None:
    game.log_entries.filter(number=4).update(text="dance")


def change_end(game: Game) -> None:
    game.refresh_from_db()
    rules = registry.get(game.ruleset)
    position = rules.load(game.position)
    next(iter(position.players.values())).gold += 1
    Game.objects.filter(pk=game.pk).update(position=rules.dump(position).decode())


def spoil_position(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(position="{}")


@pytest.mark.parametrize("change", [break_move, change_end, spoil_position])
def test_a_game_that_comes_out_otherwise_is_named(replay, change):
    other, game = table(3), table(3)
    for one in (other, game):
        play_on(one, 9)
    change(game)
    code, said = replay()
    assert code == 1
    assert game.key in said
    assert other.key not in said


def test_only_games_of_some_rules_or_that_still_run_may_be_asked_for(replay):
    play_on(table(3), 2)
    played(2)
    assert replay("--running")[1].startswith("1 games")
    assert replay("--game", "dominion")[1].startswith("0 games")


def test_a_game_keeps_the_version_of_the_rules_by_which_it_began(monkeypatch):
    game = played(2)
    rules = registry.get(game.ruleset)
    version = rules.store.version
    assert game.rules_version == version
    monkeypatch.setattr(rules.store, "version", version + 1)
    monkeypatch.setitem(rules.store.upgrades, version, lambda position: None)
    seats = list(game.seats.order_by("place"))
    record = parse_record(render_record(GameView(game, seats, None, "en")))
    assert record.version == version
