"""An offer with places that depend on each other is filled in at the terminal step by step."""

from types import SimpleNamespace
from typing import Any

from games.management.terminal.forms import fill_offer
from tests.rules.core.test_chain_offer import FRIENDS, HOUSE


class Typist:
    """Stands for the prompt: types these numbers, and notes what was there to choose from."""

    def __init__(self, *answers: list[int]) -> None:
        self.answers = list(answers)
        self.shown: list[list[str]] = []
        self.game = SimpleNamespace(language="en")
        self.screen: Any = SimpleNamespace(title=lambda text: None, say=lambda text: None, entry=self.note)

    def note(self, number: int, name: str) -> None:
        self.shown[-1].append(name)

    def answer(self, show, check, verb):
        self.shown.append([])
        show()
        numbers = self.answers.pop(0)
        assert check(numbers) == ""
        return numbers


def fill(offer, *answers):
    typist = Typist(*answers)
    return str(fill_offer(typist, offer, "", str)), typist.shown  # type: ignore[arg-type]


def test_each_step_offers_what_goes_with_those_before():
    line, shown = fill(HOUSE, [1], [2])
    assert shown == [["c4", "d3"], ["fort from d3", "port from hand"]]
    assert line == "lay house c4 paying port from hand"


def test_a_step_without_a_choice_is_not_asked():
    line, shown = fill(HOUSE, [2])
    assert shown == [["c4", "d3"]]
    assert line == "lay house d3 paying fort from d3"


def test_several_values_can_be_chosen_at_once():
    line, shown = fill(FRIENDS, [1], [1, 3])
    assert shown[1] == ["Bob", "Bob", "Cleo"]
    assert line == "call red with Bob Cleo"
