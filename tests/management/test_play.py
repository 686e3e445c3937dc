"""The terminal game: through a pipe, at a pseudo-terminal, and with every kind of question."""

import io
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.management.terminal.game import TerminalGame, list_seat_names
from games.management.terminal.screen import Screen
from games.management.terminal.session import TerminalSession
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.setup.options import PRESETS
from games.rules.core.records.record import parse_record
from games.rules.core.records.replay import verify_record
from tests.helpers.messages import Message, rules, terminal
from tests.helpers.messages.moves import MAY_NOT_PLAY, MAY_NOT_TAKE_BACK, NOT_UNDERSTOOD, YOU_MAY
from tests.helpers.messages.rules import (
    CHOOSE_CHARACTER,
    COST_OF_DISTRICTS,
    SEAT_WINS,
    YOU_CHOSE,
    YOU_TAKE_GOLD,
)
from tests.helpers.rulesets.market_day import MARKET_DAY
from tests.helpers.time_limits import PATIENCE

# a database that nobody could reach: the command must not even try
NO_DATABASE = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}


def run(root, *args, typed=b"", **environment):
    command = [sys.executable, "manage.py", "play", *args]
    env = {**os.environ, **NO_DATABASE, "COLUMNS": "80", **environment}
    return subprocess.run(command, cwd=root, env=env, input=typed, capture_output=True, timeout=PATIENCE)


def flat(text: str) -> str:
    return " ".join(text.split())


def play(root, *lines, args=("--seed", "tmux1"), **environment):
    """What is shown to somebody who types these lines and then leaves."""
    done = run(root, *args, typed="".join(f"{line}\n" for line in lines).encode(), **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


# --- through a pipe

SEED = terminal.SEED.fill(seed="tmux1")
CHOSE_WARLORD = YOU_CHOSE.fill(character="Warlord")
TOOK_GOLD = YOU_TAKE_GOLD.fill(gold=2)


def test_the_commitment_comes_first_and_the_seed_when_the_table_is_left(root):
    shown = play(root)
    before, after = shown.split(terminal.TABLE_LEFT)
    commitment = "0428b842387c6433061a262121408c7bb574e5121fec9e8b1b40c16864981043"
    assert commitment in before.split(rules.WHAT_ONLY_YOU_KNOW)[0]
    assert "tmux1" not in before
    assert f"{SEED}\n" in after


def test_a_number_a_move_and_the_beginning_of_a_move_are_all_answers(root):
    assert f"* {CHOSE_WARLORD}\n" in play(root, "3")
    shown = play(root, "WARL", "Gold", "build harb")
    for sentence in (CHOSE_WARLORD, TOOK_GOLD, rules.YOU_BUILD.fill(card="Harbor", gold=4)):
        assert sentence in shown


def test_the_table_and_the_question_stand_above_numbered_options_with_their_notation(root):
    shown = play(root)
    assert re.search(rf"^{terminal.TABLE_CLOCKWISE} +gold +hand +built +points$", shown, re.MULTILINE)
    option = rules.OPTION_CHARACTER.fill(character="Magician")
    assert f"{CHOOSE_CHARACTER}\n  1  {option}  pick magician\n" in shown


def test_nonsense_gets_a_sentence_and_the_question_stays_open(root):
    shown = play(root, "nonsense", "99", "1 2", "\x07", "x" * 100_000, "pick king", "warlord")
    assert NOT_UNDERSTOOD.is_in(shown, unknown="nonsense")
    assert YOU_MAY.is_in(shown, moves="pick magician, pick bishop, pick warlord")
    assert shown.count(terminal.CHOOSE_FROM_LIST.fill(most=3)) == 2
    assert terminal.UNPRINTABLE.is_in(shown)
    assert terminal.LINE_TOO_LONG.is_in(shown, count=100_000)
    assert MAY_NOT_PLAY.is_in(shown, move="pick king")
    assert CHOSE_WARLORD in shown


def test_bytes_that_are_no_text_do_not_end_the_game(root):
    done = run(root, "--seed", "tmux1", typed=b"\xff\xfe\n3\n")
    assert done.returncode == 0
    assert CHOSE_WARLORD in done.stdout.decode()


def test_help_explains_what_is_on_offer_and_single_words(root):
    shown = flat(play(root, "help", "help library", "help build", "help keep", "help xyzzy"))
    for card in ("bishop", "library", "keep"):
        assert f"{CITADELS.lexicon.name(card)}: {CITADELS.lexicon.effect(card)}" in shown
    assert f"undo: {terminal.HELP_UNDO}" in shown
    assert "build: " in shown
    assert terminal.NO_SUCH_WORD.fill(word="xyzzy") in shown


def test_the_rules_can_be_read_chapter_by_chapter(root):
    shown = play(root, "rules", "rules 1", "rules a turn", "rules 99")
    assert shown.count("  1  Goal\n") == 2
    assert "\nGoal\nEach of you builds a city, district by district." in shown
    assert "  - Gather: you must, once in your turn." in shown


def test_help_tells_the_edition_that_is_played(root):
    shown = flat(play(root, "help merchant", args=("--seed", "1", "--options", '{"edition": "classic"}')))
    assert CITADELS.lexicon.effect("merchant", variant="classic") in shown


def test_a_move_that_showed_nothing_is_taken_back_and_another_is_not(root):
    shown = play(root, "warlord", "undo", "gold", "undo", "gold", "build harbor", "undo")
    assert flat(shown).count(MAY_NOT_TAKE_BACK) == 2
    assert terminal.TAKEN_BACK.fill(move="gold") in shown
    assert shown.count(TOOK_GOLD) == 2


def test_the_log_has_no_trace_of_what_was_taken_back(root):
    shown = play(root, "warlord", "gold", "undo", "log")
    assert TOOK_GOLD not in shown.split("> log")[1]
    assert CHOSE_WARLORD in shown.split("> log")[1]


def test_table_and_hand_show_it_again(root):
    shown = play(root, "hand", "table")
    hand = rules.YOU_HOLD.fill_pattern(gold=2, n=4)
    assert re.match(hand, shown.split("> hand\n")[1], re.DOTALL)
    assert shown.split("> table\n")[1].count(terminal.TABLE_CLOCKWISE) == 1


def test_leaving_is_asked_for_once_more(root):
    shown = play(root, "resign", "no", "EXIT", "", "/quit", "yes", "3")
    assert shown.count(terminal.LEAVE_FOR_GOOD) == 3
    assert CHOSE_WARLORD not in shown
    assert shown.count(terminal.TABLE_LEFT) == 1


def test_a_whole_game_of_first_options_ends_with_the_score(root):
    shown = play(root, *["1", "1 2", "1 2 3"] * 1000)  # the latter two where more than one is wanted
    assert rules.GAME_IS_OVER in shown
    assert SEAT_WINS.is_in(shown)
    assert re.search(rf"\d+  {COST_OF_DISTRICTS}", shown)
    assert shown.rstrip().splitlines()[-2] == SEED


def test_a_bot_can_play_the_person_too(root):
    done = run(root, "--auto", "--seed", "auto", "--seats", "7")
    assert (done.returncode, done.stderr) == (0, b"")
    assert rules.FIRST_COMPLETED_CITY in done.stdout.decode()


def test_rivals_may_be_rule_based_bots(root):
    shown = play(root, args=("--seed", "thumb", "--rivals", "rule_based", "--auto"))
    assert rules.GAME_IS_OVER in shown


def test_a_narrow_terminal_is_enough(root):
    shown = play(root, *["1"] * 60, args=("--seed", "narrow", "--seats", "7"), COLUMNS="60")
    assert max(len(line) for line in shown.splitlines() if " " in line) <= 60


def test_other_languages_name_the_cards_in_theirs(root):
    shown = play(root, "hadúr", args=("--seed", "tmux1", "--language", "hu"))
    assert "Hadúr" in shown
    assert "Kikötő K4" in shown


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--seats", "9"], "This game is for 2 to 8 seats, not 9."),
        (["--seats", "x"], "“x” is not a whole number above zero"),
        (["--options", '{"preset": "nonsense"}'], "“preset” is one of first_game,"),
        (["--options", "["], "this is not JSON"),
        (["--name", "a b"], "A seat cannot be called “a b”."),
        (["--game", "chess"], "There is no game “chess”."),
        (["--language", "xx"], "invalid choice: 'xx'"),
    ],
)
def test_a_wrong_argument_gets_a_sentence(args, sentence):
    with pytest.raises(CommandError, match=re.escape(sentence)):
        call_command("play", *args)


def test_nobody_sits_there_twice():
    assert list_seat_names("ilka", 4) == ["ilka", "Bence", "Vesna", "Tilda"]
    assert len({name.casefold() for name in list_seat_names("Guest", 30)}) == 30


# --- the record


def test_a_finished_game_is_written_down_and_can_be_verified(root, tmp_path):
    path = tmp_path / "game.txt"
    run(root, "--auto", "--seed", "kept", "--record", str(path))
    assert verify_record(CITADELS, parse_record(path.read_text("utf-8"))).fair


def test_before_the_end_a_record_keeps_the_secrets(tmp_path):
    path = tmp_path / "unfinished.txt"
    session = a_session(CITADELS, 4, {}, Typist())
    session.keep_record(path)
    record = parse_record(path.read_text("utf-8"))
    assert (record.seed, record.final) == (None, None)


def test_a_saved_game_gets_its_seed_when_the_table_is_left(root, tmp_path):
    path = tmp_path / "left.txt"
    shown = play(root, "3", f"save {path}")
    assert terminal.SAVED.is_in(shown, path=path)
    record = parse_record(path.read_text("utf-8"))
    assert record.seed == "tmux1"
    assert verify_record(CITADELS, record).fair


def test_save_overwrites_nobody_elses_file(root, tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ilka")
    shown = play(root, f"save {path}", f"save {tmp_path}/no/such/folder", f"save {tmp_path}")
    assert terminal.FILE_EXISTS.is_in(shown, path=path)
    assert terminal.NOT_WRITABLE.is_in(shown, reason="No such file or directory")
    assert path.read_text() == "Dear Ilka"


# --- at a terminal


class Terminal:
    """`manage.py play` at a pseudo-terminal."""

    def __init__(self, root, *args, **environment) -> None:
        self.end, other = pty.openpty()
        env = {**os.environ, **NO_DATABASE, "COLUMNS": "80", "TERM": "xterm", **environment}
        env = {key: value for key, value in env.items() if value}
        command = [sys.executable, "manage.py", "play", "--seed", "tmux1", *args]
        self.process = subprocess.Popen(
            command, cwd=root, env=env, stdin=other, stdout=other, stderr=other, start_new_session=True
        )
        os.close(other)
        self.shown = ""

    def until(self, text: str, *, asked: bool = False) -> None:
        """Read on until this is shown, or until after it a line can be typed."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.shown or (asked and not self.shown.endswith("> ")):
            assert time.monotonic() < deadline, self.shown
            if select.select([self.end], [], [], 1)[0]:
                self.shown += self.read()

    def read(self) -> str:
        try:
            return os.read(self.end, 65536).decode("utf-8", "replace")
        except OSError:  # the other end is closed
            return ""

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C; once more if it fell into the moment before the reading, where Python waits on."""
        for _ in range(20):
            os.killpg(self.process.pid, signal.SIGINT)
            if select.select([self.end], [], [], 3)[0]:
                return

    def leave(self) -> int:
        code = self.process.wait(PATIENCE)
        os.close(self.end)
        return code


@pytest.mark.processes
def test_a_terminal_gets_emphasis_and_a_ctrl_d_ends_politely(root):
    here = Terminal(root, NO_COLOR="")
    here.until("pick warlord", asked=True)
    assert f"\x1b[1m{CHOOSE_CHARACTER}\x1b[0m" in here.shown
    assert "\x1b[2mpick warlord\x1b[0m" in here.shown
    here.type("3\n")
    here.until("destroy Bence prison", asked=True)
    here.type("\x04")
    here.until(SEED)
    assert here.leave() == 0
    assert "Traceback" not in here.shown


@pytest.mark.parametrize("wish", [{"NO_COLOR": "1"}, {"NO_COLOR": "", "TERM": "dumb"}])
@pytest.mark.processes
def test_whoever_wants_no_colour_gets_none(root, wish):
    here = Terminal(root, **wish)
    here.until("pick warlord", asked=True)
    assert "\x1b[1m" not in here.shown
    assert "\x1b[2m" not in here.shown
    here.type("\x04")
    assert here.leave() == 0


@pytest.mark.processes
def test_ctrl_c_ends_politely(root):
    here = Terminal(root, NO_COLOR="1")
    here.until("pick warlord", asked=True)
    here.interrupt()
    here.until(SEED)
    assert here.leave() == 0
    assert "Traceback" not in here.shown


@pytest.mark.processes
def test_a_reader_who_goes_away_gets_no_traceback(root):
    command = f"{shlex.quote(sys.executable)} manage.py play --auto --seed 1 | head -3"
    done = subprocess.run(["/bin/sh", "-c", command], cwd=root, capture_output=True, timeout=PATIENCE)
    assert done.stderr == b""


# --- every kind of question, in one process


class Typist(Screen):
    """A screen at which somebody types any numbers that are asked for."""

    def __init__(self, dice=None, width=72) -> None:
        super().__init__(io.StringIO(), width, colour=False)
        self.dice = dice
        self.since: list[str] = []  # lines since the last answer
        self.widest = 0

    def line(self, text: str = "") -> None:
        self.since.append(text)
        self.widest = max(self.widest, len(text) if " " in text else 0)  # a hash stays in one piece

    def ask(self) -> str:
        shown, self.since = "\n".join(self.since), []
        if sum_of := numbers_of(terminal.TYPE_NUMBER, shown):
            return str(self.dice.randint(*sum_of))
        listed = re.findall(r"^ *(\d+)  ", shown.rpartition("\n\n")[2], re.MULTILINE)
        some = numbers_of(terminal.CHOOSE_SOME_NUMBERS, shown)
        exactly = numbers_of(terminal.CHOOSE_NUMBERS, shown)
        count = self.dice.randint(*some) if some else (exactly or [1])[0]
        return " ".join(self.dice.sample(sorted(set(listed)), count))


def numbers_of(message: Message, shown: str) -> list[int]:
    """The numbers that the message names, if it is shown."""
    pattern = message.pattern.replace(".+?", r"(\d+)").replace(r"\ ", r"\s+")
    found = re.search(pattern, shown, re.IGNORECASE)
    return [int(number) for number in found.groups()] if found else []


def a_session(rules, seats, options, screen):
    return TerminalSession(
        TerminalGame(rules, list_seat_names("Guest", seats), options, "session", "en"), screen, records=None
    )


KINDS = [
    *((CITADELS, seats, {"preset": preset}) for preset in PRESETS for seats in (3, 5)),
    (CITADELS, 2, {"preset": "cunning_agents"}),
    (CITADELS, 8, {"preset": "devious_dignitaries"}),
    *((CITADELS, seats, {"edition": "classic", "preset": "random"}) for seats in (2, 4, 7)),
    *((MARKET_DAY, seats, {}) for seats in (2, 3, 4)),
]


@pytest.mark.parametrize(
    ("rules", "seats", "options"), KINDS, ids=lambda part: getattr(part, "slug", str(part))
)
def test_whatever_is_asked_can_be_answered_by_numbers(rules, seats, options):
    screen = Typist(Random(f"{rules.slug} {seats} {options}"), width=60)
    session = a_session(rules, seats, options, screen)
    session.run()
    assert session.game.over
    assert screen.widest <= 60
