"""Somebody who knows no rules and plays a whole game through its pages, by what they say and no more."""

from collections import Counter
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, Response, expect

from games.models import Game, Seat
from games.play import bot_moves
from games.rules import registry
from tests.helpers.browser.steps import look, swap
from tests.helpers.tables import position

MUCH_GOLD = 4
MAX_SENDS = 200  # of one game; no game is as long
TURN_FORM = ".turn-form"


class Newcomer:
    """Answers every question in the form that the page opens with, and counts what is sent in each own turn.

    In a turn the dearest district is built that can be paid; all else stays as the page has preset it, and
    what has to be answered is answered with the first thing that is offered. Knows the parts of Citadels."""

    def __init__(self, page: Page, game: Game) -> None:
        self.page = page
        self.game = game
        self.sends = 0
        self.sends_by_turn: Counter[tuple[Any, ...]] = Counter()
        self.faults: list[str] = []
        page.on("console", self._note_message)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("response", self._note_response)

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def _note_response(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status} {response.url}")

    def play(self) -> None:
        """Play until the game is over; the bots move in between."""
        while seat := self._wait_to_be_asked():
            self._count(seat)
            self._answer()
            assert not self.faults, f"{seat.decision}: {self.faults}"
            assert self.sends < MAX_SENDS

    def _wait_to_be_asked(self) -> Seat | None:
        bot_moves.play_bot_moves(self.game.pk)
        seat = Seat.objects.select_related("game").get(game=self.game, bot="")
        asked = self.page.locator(f'.decision-form input[name="decision"][value="{seat.decision}"]')
        if not asked.count():
            look(self.page)
        if seat.decision is None:
            assert seat.game.state == Game.State.OVER
            return None
        expect(asked.first).to_be_attached()
        return seat

    def _count(self, seat: Seat) -> None:
        self.sends += 1
        now = position(self.game)
        if registry.get(self.game.ruleset).orders.on_turn(now, seat.name):
            self.sends_by_turn[now.round, now.called] += 1

    def _answer(self) -> None:
        turn = self.page.locator(TURN_FORM)
        form = turn if turn.count() else self.page.locator(".decision-form")
        if turn.count():
            self._build(turn)
        elif not form.locator('[name="move"]:checked').count() and form.locator('[name="move"]').count():
            self._unfold(form)
            form.locator('input[type="radio"][name="move"]:visible').first.check()
        self._fill_in(form)
        swap(form.locator(".sendbar button"))
        expect(self.page.get_by_role("alert")).to_have_count(0)

    def _unfold(self, form: Locator) -> None:
        """Open the first list if all that can be chosen is in folded ones."""
        if not form.locator('[name="move"]:visible').count():
            form.locator("details.fold > summary").first.click()

    def _build(self, turn: Locator) -> None:
        """Build the dearest that can be paid; or else, with an empty hand or much gold, draw cards."""
        self._open_parts(turn)
        payable = turn.locator('label:has([name="part-build"]):has(.choice-end:not(:empty)) input')
        rows = [row for row in payable.all() if row.get_attribute("value") != "none"]
        gold, cards = (int(number) for number in self.page.locator(".ask .stock b").all_inner_texts())
        if rows:
            rows[-1].check()
        elif (not cards or gold >= MUCH_GOLD) and turn.locator('[name="part-gather"]').count():
            turn.locator('[name="part-gather"][value="cards"]').check()

    def _open_parts(self, turn: Locator) -> None:
        for part in turn.locator("details.turn-part:not([open])").all():
            if part.locator('[name="part-build"]').count():
                part.locator("summary").click()

    def _fill_in(self, form: Locator) -> None:
        """Answer whatever is seen and still has no answer, each thing with something else."""
        taken: set[str] = set()
        names = [one.get_attribute("name") or "" for one in form.locator("input, select").all()]
        for name in dict.fromkeys(names):
            inputs = form.locator(f'[name="{name}"]')
            if name and inputs.first.is_visible():
                self._fill_in_field(inputs, taken)

    def _fill_in_field(self, inputs: Locator, taken: set[str]) -> None:
        kind = inputs.first.get_attribute("type")
        if kind == "radio":
            if not any(one.is_checked() for one in inputs.all()):
                self._pick(inputs, taken, 1)
        elif kind == "checkbox":
            name = inputs.first.get_attribute("name")
            counter = self.page.locator(f'.counter[data-boxes="{name}"]')
            if counter.count():
                self._pick(inputs, taken, int(counter.first.get_attribute("data-least") or 0))
        elif kind is None:
            values = [one.get_attribute("value") or "" for one in inputs.locator("option").all()]
            chosen = next(value for value in values if value and value not in taken)
            taken.add(chosen)
            inputs.select_option(chosen)

    def _pick(self, inputs: Locator, taken: set[str], count: int) -> None:
        for one in inputs.all():
            value = one.get_attribute("value") or ""
            if count and value not in taken and one.is_visible():
                one.check()
                taken.add(value)
                count -= 1
