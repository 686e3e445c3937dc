"""manage.py schedules: what it makes, what it keeps, and the bar that shows how far it is."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper

from games.management.progress import ERASE_LINE, ProgressBar
from games.tournaments.pairing.schedules import stored
from games.tournaments.pairing.schedules.stored import ConstructedSchedule


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def file(tmp_path):
    return tmp_path / "schedules.txt"


def schedules(file, *arguments, stderr=None):
    """What the command says."""
    out = io.StringIO()
    call_command("schedules", *arguments, "--file", str(file), stdout=out, stderr=stderr or io.StringIO())
    return out.getvalue().splitlines()


def test_it_makes_the_schedules_that_are_stored(file):
    assert schedules(file, "--groups", "5", "--size", "3") == [
        "5 x 3: 7 of 7 rounds; 1 sought and turned 7 times, seed 1",
        "1 schedules in schedules.txt",
    ]
    assert stored.parse_schedules(file.read_text("utf-8")) == {(5, 3): stored.load_schedules()[5, 3]}


def test_it_makes_all_for_so_many_players_and_adds_them(file):
    schedules(file, "--groups", "4", "--size", "4")
    schedules(file, "--players", "9")
    assert list(stored.parse_schedules(file.read_text("utf-8"))) == [(2, 2), (3, 2), (4, 2), (3, 3), (4, 4)]


def test_it_makes_all_for_a_number_of_seats_or_of_tables(file):
    assert [line.split(":")[0] for line in schedules(file, "--size", "3", "--players", "16")[:-1]] == [
        "3 x 3",
        "4 x 3",
        "5 x 3",
    ]
    assert [line.split(":")[0] for line in schedules(file, "--groups", "4", "--players", "16")[:-1]] == [
        "4 x 2",
        "4 x 3",
        "4 x 4",
    ]


def test_another_seed_makes_another_schedule_of_the_same_length(file):
    schedules(file, "--groups", "5", "--size", "3", "--seed", "2")
    made = stored.parse_schedules(file.read_text("utf-8"))[5, 3]
    assert made.origin == "1 sought and turned 7 times, seed 2"
    assert len(made.rounds) == 7
    assert made.rounds != stored.load_schedules()[5, 3].rounds


def test_a_shorter_schedule_replaces_none(file):
    long, short = (
        stored.load_schedules()[6, 4],
        ConstructedSchedule(stored.load_schedules()[5, 3].rounds[:2], "by hand"),
    )
    file.write_text(stored.format_schedules({(6, 4): long, (5, 3): short}), "utf-8")
    schedules(file, "--groups", "6", "--size", "4", "--patience", "1")
    schedules(file, "--groups", "5", "--size", "3")
    assert stored.parse_schedules(file.read_text("utf-8")) == {
        (5, 3): stored.load_schedules()[5, 3],
        (6, 4): long,
    }


@pytest.mark.parametrize(
    "arguments", ["--groups 3 --size 4", "--groups 8 --size 1", "--players 3", "--groups 1"]
)
def test_what_has_no_second_round_is_refused(file, arguments):
    with pytest.raises(CommandError, match="as many tables as seats"):
        schedules(file, *arguments.split())
    assert not file.exists()


# --- the bar


def test_a_bar_shows_on_a_terminal_how_far_it_is():
    terminal = Terminal()
    bar = ProgressBar(OutputWrapper(terminal), 3)
    bar.step()
    bar.show("6 x 4")
    assert terminal.getvalue() == f"{ERASE_LINE}{ERASE_LINE}[##########....................] 1/3 6 x 4"


def test_a_bar_is_not_written_into_a_file(file):
    written, terminal = io.StringIO(), Terminal()
    schedules(file, "--groups", "5", "--size", "3", stderr=written)
    schedules(file, "--groups", "5", "--size", "3", stderr=terminal)
    assert written.getvalue() == ""
    assert "0/1 5 x 3: 7 rounds?" in terminal.getvalue()
    assert terminal.getvalue().endswith(ERASE_LINE)
