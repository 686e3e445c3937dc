"""What people type in real life is understood: nine in ten honest replies are obeyed, and none wrongly."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from games.mail.content.move_options import OptionList
from games.mail.incoming.game_commands import GAME_COMMANDS
from games.mail.incoming.politeness import strip_pleasantries
from games.mail.incoming.typed_moves import TypedMoves, TypedOptions
from games.models import Game, Seat
from games.play.errors import NotPossible
from games.queries.game_view import GameView
from games.rules import registry
from games.rules.core.errors import RulesError
from tests.helpers.mail.reply_game import TURN
from tests.helpers.rulesets.pebbles import PEBBLES

GROUPS = yaml.safe_load((Path(__file__).parent / "replies.yaml").read_text("utf-8"))
NAMES = ["Ann", "Bob", "Cleo", "Dan"]
MIN_REPLIES = 150
MIN_SHARE_OBEYED = 0.9


class Case(NamedTuple):
    """A reply, the question it answers, and the moves that must come of it."""

    question: str
    language: str
    typed: str
    moves: list[str]
    is_honest: bool  # its sender wanted to move

    def __str__(self) -> str:
        return f"{self.question}-{self.language}-{self.typed}"


def list_cases() -> Iterator[Case]:
    for group in GROUPS:
        for kind in ("obeyed", "asked", "talk"):
            for typed, meant in group[kind].items():
                moves = meant.split("; ") if kind == "obeyed" else []
                yield Case(group["question"], group["language"], typed, moves, kind != "talk")


CASES = list(list_cases())


@pytest.fixture(autouse=True)
def pebbles(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)


def put_question(question: str) -> tuple[str, Any]:
    """Return the game and the position of a question."""
    rules = registry.get("pebbles" if question == "pebbles" else "citadels")
    if question == "turn":
        seated = {key.format(*NAMES): value for key, value in TURN.items()}
        return rules.slug, rules.notation.load({"seats": NAMES[:3], **seated}, {})
    position, _events = rules.new(NAMES[:2] if question == "pebbles" else NAMES, {}, "seed1")
    if question == "pebbles":
        position.bag[position.turn] = ["red", "red", "blue"]
    return rules.slug, position


def view_question(case: Case) -> GameView:
    slug, position = put_question(case.question)
    rules = registry.get(slug)
    seats = [Seat(pk=number, name=name) for number, name in enumerate(rules.players(position), 1)]
    [seat] = [seat for seat in seats if seat.name in rules.awaits(position)]
    seat.decision = 7
    game = Game(ruleset=slug, position=rules.dump(position).decode(), state=Game.State.RUNNING)
    return GameView(game, seats, seat, case.language)


def read_texts(view: GameView, typed: str) -> list[str]:
    """Read the lines of a reply up to the first that is refused; return the texts for the rules."""
    assert view.seat is not None
    reader, texts = TypedMoves(view, TypedOptions(OptionList(view, view.seat))), list[str]()
    for line in strip_pleasantries(typed.split(" | ")):
        if GAME_COMMANDS.find_command(line)[0] is None:
            try:
                texts += reader.read_line(line, texts)
            except NotPossible:
                break
    return texts


def play_texts(view: GameView, texts: list[str]) -> list[str]:
    """Play the texts as the play service does: as far as they are legal."""
    moves = list[str]()
    for text in texts:
        try:
            move = view.rules.read(view.position, str(view.name), text, view.language)
        except RulesError:
            break
        view.rules.play(view.position, str(view.name), move)
        moves.append(str(move))
    return moves


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_reply_is_obeyed_as_it_is_meant_or_not_at_all(case):
    view = view_question(case)
    assert play_texts(view, read_texts(view, case.typed)) == case.moves


def test_nine_in_ten_honest_replies_are_obeyed():
    honest = [case for case in CASES if case.is_honest]
    obeyed = [case for case in honest if case.moves]
    assert len(CASES) >= MIN_REPLIES
    assert len(obeyed) >= MIN_SHARE_OBEYED * len(honest)
