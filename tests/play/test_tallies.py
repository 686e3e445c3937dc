"""Finished games are counted once, and can be counted out again."""

import pytest
from django.core.management import call_command
from django.db import OperationalError

from accounts.closing import close
from games.models import Counted, Game, Move, Result, Seat, Tally
from games.play import figures, people, referee, tallies
from games.play.figures import Share, Wanted
from games.play.tallies import SEAT, read_sums
from games.rules import registry
from games.tasks import count_games
from tests.accounts.factories import UserFactory
from tests.play.tables import advice, play_on, table
from tests.tournaments.finishing import finish

pytestmark = pytest.mark.django_db

SHORT = {"edition": "classic", "short": True}
CITADELS = registry.get("citadels")


def finished(people: int = 2, **wish) -> Game:
    """Played by bots in memory: its journal has only the deal."""
    game = table(people, options=SHORT, **wish)
    finish(game)
    game.refresh_from_db()
    return game


def sums() -> tallies.Sums:
    return read_sums(Tally.objects.get().sums)


def test_a_game_is_counted_once_and_counted_out_when_it_goes_on():
    game = table(2, options=SHORT)
    play_on(game, 2000, advice)
    assert (count_games(), count_games()) == (1, 0)
    assert not tallies.count(game.pk)
    found = sums()
    assert (found.games, found.whole.seats, found.whole.won) == (1, 2, 1)
    assert set(found.parts) == {SEAT, "played", "last", "unique"}
    assert found.parts[SEAT]["1"].seats == found.parts[SEAT]["2"].seats == 1
    assert {result.user for result in Result.objects.all()} == {seat.user for seat in game.seats.all()}
    last = Move.objects.filter(game=game, kind=Move.Kind.MOVE).order_by("-number")[0]
    referee.take_back(game.pk, last.number, UserFactory())
    assert (sums().games, sums().whole.seats, Result.objects.count()) == (0, 0, 0)
    assert not count_games()
    play_on(game, 50, advice)
    assert count_games() == 1
    assert sums() == found


def test_old_games_are_counted_by_the_command_and_all_of_them_anew(capsys):
    finished()
    call_command("statistics")
    before = sums()
    call_command("statistics")
    call_command("statistics", "--anew")
    assert capsys.readouterr().out.split("\n")[:3] == [
        "1 games counted",
        "0 games counted",
        "1 games counted",
    ]
    assert sums() == before


def test_what_cannot_be_counted_is_left_out_and_the_others_go_on(monkeypatch, caplog):
    game = finished()
    monkeypatch.setattr(type(CITADELS), "census", lambda *_: 1 / 0)
    assert (count_games(), count_games()) == (1, 0)
    assert f"game {game.pk} cannot be counted" in caplog.text
    assert Counted.objects.get().tally is None
    assert not figures.of_person(game.creator, "en")


def test_a_database_that_is_busy_is_not_the_fault_of_a_game(monkeypatch, caplog):
    game = finished()
    with monkeypatch.context() as busy:
        busy.setattr(tallies, "_locked", refuse)
        assert count_games() == 0
    assert f"game {game.pk} is counted later" in caplog.text
    assert count_games() == 1
    assert Counted.objects.get().tally


def refuse(*_words: object) -> None:
    raise OperationalError("database is locked")


def test_bots_and_stand_ins_have_no_name_and_bots_no_result():
    game = finished(3)
    bot, stand_in = game.seats.exclude(user=game.creator)
    Seat.objects.filter(pk=bot.pk).update(user=None, bot="thumb")
    Seat.objects.filter(pk=stand_in.pk).update(namesake=UserFactory())
    count_games()
    assert {result.user for result in Result.objects.all()} == {game.creator, None}
    (tally,) = Tally.objects.all()
    assert (tally.with_bots, tally.size, sums().whole.seats) == (True, 3, 2)
    (kind,) = figures.kinds_of("citadels")
    assert Wanted(company="bots", size=3, variant="classic").takes(kind)
    assert not Wanted(company="people").takes(kind)


def test_games_given_up_and_running_ones_do_not_count():
    game = table(2)
    referee.end(game.pk, None, reason="")
    table(2)
    assert not count_games()


def test_a_closed_account_leaves_the_sums_as_they_are_and_no_name():
    game = finished()
    count_games()
    before, leaver = sums(), game.creator
    assert len(people.export(leaver)["results"]) == 1
    close(leaver)
    assert sums() == before
    assert not Result.objects.filter(user=leaver).exists()


@pytest.mark.parametrize(
    ("share", "percent", "low", "high"),
    [(Share(0, 0), 0, 0, 100), (Share(8, 10), 80, 49.0, 94.3), (Share(0, 5), 0, 0, 43.4)],
)
def test_few_games_say_little(share, percent, low, high):
    assert share.percent == percent
    assert (share.low, share.high) == (pytest.approx(low, abs=0.05), pytest.approx(high, abs=0.05))


def test_words_stand_as_in_an_alphabet():
    words = ["Püspök", "Építész", "Čarobnjak", "Danas", "Cesta"]
    assert sorted(words, key=figures._by_letter) == ["Cesta", "Čarobnjak", "Danas", "Építész", "Püspök"]
