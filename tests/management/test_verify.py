"""manage.py verify: the verdict on a record, and an exit code to go with it."""

import pytest
from django.core.management import CommandError, call_command

from games.bots.random_bot import RandomBot
from games.bots.self_play import play_to_end
from games.rules import registry
from games.rules.core.records.record import build_record, format_record
from games.rules.core.rng import compute_commitment


@pytest.fixture
def text() -> str:
    """A whole game of Citadels, written down."""
    rules, seats = registry.get("citadels"), ["Ann", "Bob", "Cleo", "Dan"]
    position, _ = rules.new(seats, {}, "the seed")
    plays = play_to_end(rules, position, {seat: RandomBot(seat) for seat in seats})
    return format_record(build_record(rules, position, options={}, seed="the seed", plays=plays))


@pytest.fixture
def verify(tmp_path, capsys):
    def run(text: str | bytes, *args: str) -> tuple[int, str]:
        path = tmp_path / "record.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        code = 0
        try:
            call_command("verify", str(path), *args)
        except SystemExit as error:
            code = error.code
        return code, capsys.readouterr().out.strip()

    return run


def test_a_fair_game(verify, text):
    code, said = verify(text)
    assert code == 0
    assert said.startswith("The game was dealt fairly")


def test_the_commitment_that_was_published_is_held_against_it(verify, text):
    assert verify(text, "--commitment", compute_commitment("the seed").upper())[0] == 0
    code, said = verify(text, "--commitment", compute_commitment("another seed"))
    assert code == 1
    assert said == "The record has another commitment than the one that was published."


def test_another_seed(verify, text):
    code, said = verify(text.replace("Seed: the seed", "Seed: a seed"))
    assert code == 1
    assert said == "The seed is not the one that the commitment promised."


def test_a_move_less(verify, text):
    lines = text.splitlines()
    last = max(number for number, line in enumerate(lines) if line[:1].isdigit())
    code, said = verify("\n".join(lines[:last] + lines[last + 1 :]))
    assert code == 1
    assert "comes out otherwise" in said


def test_a_seed_that_is_not_revealed(verify, text):
    code, said = verify(text.replace("Seed: the seed\n", ""))
    assert code == 1
    assert said.startswith("The seed is not revealed yet")


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda text: text.replace("Game: citadels", "Game: chess"), "There is no game “chess”"),
        (
            lambda text: text.replace("Version: 1", "Version: x"),
            "Line 3: “x” is not the number of a version.",
        ),
        (lambda text: b"\xff\xfe", "this is not a text in UTF-8"),
        (lambda text: "", "there is no record here"),
    ],
)
def test_what_is_no_record_is_refused(verify, text, damage, complaint):
    with pytest.raises(CommandError, match=complaint):
        verify(damage(text))


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("verify", str(tmp_path / "nowhere.txt"))
