"""The conversation about one decision: a list with numbers, and lists and forms behind them."""

from collections.abc import Sequence

from games.rules.core.notation import Move, Offer
from games.rules.core.speech import tongue

from .asking import Asker, Back
from .choices import Choice, choices, is_form
from .forms import fill
from .helping import Helper
from .screen import MARGIN, sentence


class Dialogue:
    """Puts the question until there is a move."""

    def __init__(self, asker: Asker, question: str) -> None:
        self.asker = asker
        self.question = question
        self.game = asker.game
        self.screen = asker.screen
        self.helper = Helper(self.game.rules, self.game.position, self.game.language)

    def move(self) -> Move:
        """The move that the person decides on."""
        while True:
            try:
                return self._chosen(self.game.offers(), self.question, depth=1)
            except Back:
                continue

    def _chosen(self, offers: Sequence[Offer], title: str, depth: int) -> Move:
        """A move out of these offers; Back if the person would rather see the list before."""
        if len(offers) == 1 and is_form(offers[0]):
            return fill(self.asker, offers[0], title, self.helper.name)
        listed = choices(offers, self._label, self._title, depth)
        while True:
            answer = self._answer(offers, listed, title)
            if isinstance(answer, Move):
                return answer
            chosen = listed[answer[0] - 1]
            if len(chosen.offers) == 1 and not is_form(chosen.offers[0]):
                return next(chosen.offers[0].moves())
            try:
                return self._chosen(chosen.offers, chosen.label, depth + 1)
            except Back:
                continue

    def _answer(self, offers: Sequence[Offer], listed: Sequence[Choice], title: str) -> Move | list[int]:
        def check(numbers: Sequence[int]) -> str:
            if len(numbers) == 1 and 0 < numbers[0] <= len(listed):
                return ""
            return tongue(self.game.language).say("Choose one number from 1 to {most}.", most=len(listed))

        verbs = {offer.verb for offer in offers}
        return self.asker.answer(
            lambda: self._show(listed, title), check, verb=verbs.pop() if len(verbs) == 1 else ""
        )

    def _show(self, listed: Sequence[Choice], title: str) -> None:
        """Numbers and labels, and beside or below each how it is written."""
        self.screen.title(title)
        fits = [choice for choice in listed if self._room_beside(choice) >= 0]
        column = max((len(choice.label) for choice in fits), default=0)
        for number, choice in enumerate(listed, 1):
            notation = self.screen.dim(choice.notation)
            if choice in fits:
                side = min(column, len(choice.label) + self._room_beside(choice))
                self.screen.line(f"{number:3}  {choice.label:{side}}  {notation}")
            else:
                self.screen.entry(number, choice.label)
                self.screen.line(" " * (MARGIN + 2) + notation)

    def _room_beside(self, choice: Choice) -> int:
        """What is left of the line with both on it; less than nothing if they do not fit."""
        return self.screen.width - MARGIN - len(choice.label) - 2 - len(choice.notation)

    # --- words

    def _label(self, offer: Offer) -> str:
        label = self.game.rules.label(self.game.position, self.game.me, offer, self.game.language)
        return label or sentence(offer.form(self.helper.name).label)

    def _title(self, words: Sequence[str]) -> str:
        about = self.helper.verb(words[0]) if len(words) == 1 else ""
        return sentence(about or " ".join(map(self.helper.name, words)))
