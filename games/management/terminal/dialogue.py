"""The dialogue about one decision: a numbered list of moves, with sub-lists and forms."""

from collections.abc import Sequence

from games.management.terminal.choices import MenuChoice, build_choices, has_fields
from games.management.terminal.forms import fill_offer
from games.management.terminal.help import WordHelp
from games.management.terminal.prompt import GoBack, LinePrompt
from games.management.terminal.screen import MARGIN, capitalize_first
from games.rules.core.notation import Move, Offer
from games.rules.core.translation import get_translator


class MoveDialogue:
    """Asks the person until there is a move."""

    def __init__(self, asker: LinePrompt, question: str) -> None:
        self.asker = asker
        self.question = question
        self.game = asker.game
        self.screen = asker.screen
        self.helper = WordHelp(self.game.rules, self.game.position, self.game.language)

    def move(self) -> Move:
        """Return the move that the person decides on."""
        while True:
            try:
                return self._ask_for_choice(self.game.offers(), self.question, depth=1)
            except GoBack:
                continue

    def _ask_for_choice(self, offers: Sequence[Offer], title: str, depth: int) -> Move:
        """Ask for a move among these offers; an exception says that the person wants the previous list."""
        if len(offers) == 1 and has_fields(offers[0]):
            return fill_offer(self.asker, offers[0], title, self.helper.name)
        listed = build_choices(offers, self._label, self._title, depth)
        while True:
            answer = self._answer(offers, listed, title)
            if isinstance(answer, Move):
                return answer
            chosen = listed[answer[0] - 1]
            if len(chosen.offers) == 1 and not has_fields(chosen.offers[0]):
                return next(chosen.offers[0].moves())
            try:
                return self._ask_for_choice(chosen.offers, chosen.label, depth + 1)
            except GoBack:
                continue

    def _answer(self, offers: Sequence[Offer], listed: Sequence[MenuChoice], title: str) -> Move | list[int]:
        def check(numbers: Sequence[int]) -> str:
            if len(numbers) == 1 and 0 < numbers[0] <= len(listed):
                return ""
            return get_translator(self.game.language).say(
                "Choose one number from 1 to {most}.", most=len(listed)
            )

        verbs = {offer.verb for offer in offers}
        return self.asker.answer(
            lambda: self._show(listed, title), check, verb=verbs.pop() if len(verbs) == 1 else ""
        )

    def _show(self, listed: Sequence[MenuChoice], title: str) -> None:
        """Print numbers and labels, and beside or below each the notation of the move."""
        self.screen.title(title)
        fits = [choice for choice in listed if self._columns_left(choice) >= 0]
        column = max((len(choice.label) for choice in fits), default=0)
        for number, choice in enumerate(listed, 1):
            notation = self.screen.dim(choice.notation)
            if choice in fits:
                side = min(column, len(choice.label) + self._columns_left(choice))
                self.screen.line(f"{number:3}  {choice.label:{side}}  {notation}")
            else:
                self.screen.entry(number, choice.label)
                self.screen.line(" " * (MARGIN + 2) + notation)

    def _columns_left(self, choice: MenuChoice) -> int:
        """Count the columns left on a line with label and notation; negative if they do not fit."""
        return self.screen.width - MARGIN - len(choice.label) - 2 - len(choice.notation)

    # --- words

    def _label(self, offer: Offer) -> str:
        label = self.game.rules.label(self.game.position, self.game.me, offer, self.game.language)
        return label or capitalize_first(offer.form(self.helper.name).label)

    def _title(self, words: Sequence[str]) -> str:
        about = self.helper.verb(words[0]) if len(words) == 1 else ""
        return capitalize_first(about or " ".join(map(self.helper.name, words)))
