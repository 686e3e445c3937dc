"""Finished games are counted once, and can be counted out again."""

import pytest
from django.core.management import call_command
from django.db import OperationalError

from accounts.close_account import close_account
from games.models import CountedGame, GameLogEntry, GameTally, PlayerResult, Seat
from games.play import personal_data, referee
from games.rules import registry
from games.statistics import report, tallies
from games.statistics.report import TableFilter, WinShare
from games.statistics.tallies import SEAT_TRAIT, load_totals
from games.tasks import count_games
from tests.helpers.factories import UserFactory
from tests.helpers.played_games import SHORT, finished
from tests.helpers.tables import advice, play_on, table

pytestmark = pytest.mark.django_db

CITADELS = registry.get("citadels")


def sums() -> tallies.TableTotals:
    return load_totals(GameTally.objects.get().sums)


def test_a_game_is_counted_once_and_counted_out_when_it_goes_on():
    game = table(2, options=SHORT)
    play_on(game, 2000, advice)
    assert (count_games(), count_games()) == (1, 0)
    assert not tallies.count_game(game.pk)
    found = sums()
    assert (found.games, found.whole.seats, found.whole.won) == (1, 2, 1)
    assert set(found.parts) == {SEAT_TRAIT, "played", "last", "unique"}
    assert found.parts[SEAT_TRAIT]["1"].seats == found.parts[SEAT_TRAIT]["2"].seats == 1
    assert {result.user for result in PlayerResult.objects.all()} == {seat.user for seat in game.seats.all()}
    last = GameLogEntry.objects.filter(game=game, kind=GameLogEntry.Kind.MOVE).order_by("-number")[0]
    referee.take_back_moves(game.pk, last.number, UserFactory())
    tallies.uncount_game(game.pk)
    assert (sums().games, sums().whole.seats, PlayerResult.objects.count()) == (0, 0, 0)
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
    monkeypatch.setattr(CITADELS.statistics, "census", lambda *_: 1 / 0)
    assert (count_games(), count_games()) == (1, 0)
    assert f"game {game.pk} cannot get its counted_game" in caplog.text
    assert CountedGame.objects.get().tally is None
    assert not report.build_player_statistics(game.creator, "en")


def test_a_database_that_is_busy_is_not_the_fault_of_a_game(monkeypatch, caplog):
    game = finished()
    with monkeypatch.context() as busy:
        busy.setattr(tallies, "_lock_tally", refuse)
        assert count_games() == 0
    assert f"game {game.pk} gets its counted_game later" in caplog.text
    assert count_games() == 1
    assert CountedGame.objects.get().tally


def refuse(*_words: object) -> None:
    raise OperationalError("database is locked")


def test_bots_and_stand_ins_have_no_name_and_bots_no_result():
    game = finished(3)
    bot, stand_in = game.seats.exclude(user=game.creator)
    Seat.objects.filter(pk=bot.pk).update(user=None, bot="rule_based")
    Seat.objects.filter(pk=stand_in.pk).update(original_user=UserFactory())
    count_games()
    assert {result.user for result in PlayerResult.objects.all()} == {game.creator, None}
    (tally,) = GameTally.objects.all()
    assert (tally.with_bots, tally.size, sums().whole.seats) == (True, 3, 2)
    (kind,) = report.load_table_kinds("citadels")
    assert TableFilter(company="bots", size=3, variant="classic").matches(kind)
    assert not TableFilter(company="people").matches(kind)


def test_games_given_up_and_running_ones_do_not_count():
    game = table(2)
    referee.end_game(game.pk, None, reason="")
    table(2)
    assert not count_games()


def test_a_closed_account_leaves_the_sums_as_they_are_and_no_name():
    game = finished()
    count_games()
    before, leaver = sums(), game.creator
    assert len(personal_data.export_player(leaver)["results"]) == 1
    close_account(leaver)
    assert sums() == before
    assert not PlayerResult.objects.filter(user=leaver).exists()


@pytest.mark.parametrize(
    ("share", "percent", "low", "high"),
    [(WinShare(0, 0), 0, 0, 100), (WinShare(8, 10), 80, 49.0, 94.3), (WinShare(0, 5), 0, 0, 43.4)],
)
def test_few_games_say_little(share, percent, low, high):
    assert share.percent == percent
    assert (share.low, share.high) == (pytest.approx(low, abs=0.05), pytest.approx(high, abs=0.05))


def test_words_stand_as_in_an_alphabet():
    words = ["Püspök", "Építész", "Čarobnjak", "Danas", "Cesta"]
    assert sorted(words, key=report._alphabet_key) == ["Cesta", "Čarobnjak", "Danas", "Építész", "Püspök"]
