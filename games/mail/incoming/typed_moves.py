"""Find the moves in a line that somebody typed: `5. Choose the Bishop.`, `I'd like gold, then end, please`.

A line is one of three things. It is a *move*, or several, with polite words around them. It is *chatter*,
which is skipped and stops nothing. Or it looks like a move and is none for sure: mistyped, a question, an
“if” or a “not”. Then it is refused, and the moves below it are not played. Around a move only words are
dropped that mean nothing, so what somebody says *about* a card or a move is never played.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from django.utils.translation import gettext as _

from games.mail.content.move_options import MoveOption, OpenPart, OptionList, TurnOption
from games.mail.incoming.sentence_parts import (
    GameWords,
    Words,
    get_game_words,
    has_doubt,
    is_doubt,
    is_pleasantry,
    join_bare,
    join_text,
    split_parts,
    split_words,
    strip_around,
)
from games.mail.parsing.vocabulary import get_words
from games.play.errors import NotPossible
from games.queries.game_view import GameView
from games.rules.core.errors import RulesError

MAX_SHORT_WORDS = 5  # a line of so few words with a verb of the game in it is meant as a move
MAX_WORDS_BESIDE_NAME = 1  # an article: more of them say something about the card
MAX_LISTED_WORDS = 100  # longer lines are stories

NUMBER = re.compile(r"(\d{1,3})(?:[aeo]s)?(?:[aeo]?t)?")  # “5”, and in Hungarian “5-öst”
SEVERAL_NUMBERS = re.compile(r"\d\W+\d")  # “1,3” is neither 1 nor 13
NUMBER_AND_TITLE = re.compile(r"\W*(\d{1,3})\s*[.):–-]+\s+(.*\w.*)")


class ChosenTwice(NotPossible):
    """Two whole turns were chosen, in one line or in two, so that neither is played."""


class TypedOptions:
    """The options of the email that is answered; none if its question is not open any more.

    They are the same for every line of a reply, so their titles are split into words only once."""

    def __init__(self, options: OptionList | None) -> None:
        self.options = options

    @property
    def lines(self) -> dict[int, tuple[str, ...]]:
        """The lines by number: of a whole turn several, of a form none."""
        return self.options.lines if self.options else {}

    @property
    def turns(self) -> list[TurnOption]:
        return self.options.turns if self.options else []

    @property
    def open_part(self) -> OpenPart | None:
        return self.options.open_part if self.options else None

    @cached_property
    def written(self) -> dict[int, MoveOption]:
        """The single moves as the email has them. They are written only for a line that may be a title."""
        return {option.number: option for option in self.options.list_options()} if self.options else {}

    def find_by_title(self, words: Words) -> str:
        """Return the line of the single move whose sentence this is; empty if there is none."""
        found = self._moves_by_title.get(join_bare(words))
        return found.line if found else ""

    def find_turn(self, words: Words) -> TurnOption | None:
        """Return the whole turn with this title."""
        return self._turns_by_title.get(join_bare(words))

    @cached_property
    def _moves_by_title(self) -> dict[str, MoveOption]:
        """The single moves that need no form; of several with one title the first."""
        moves = [one for one in self.written.values() if not one.needs_form]
        return {title: one for one in reversed(moves) for title in _list_titles(one)}

    @cached_property
    def _turns_by_title(self) -> dict[str, TurnOption]:
        """The whole turns by the titles that only one of them has."""
        count = Counter(title for one in self.turns for title in _list_turn_titles(one))
        return {title: one for one in self.turns for title in _list_turn_titles(one) if count[title] == 1}

    def get_titles(self, number: int) -> tuple[str, set[str]]:
        """Return the sentence of an option, and all that is printed as its title."""
        for turn in self.turns:
            if turn.number == number:
                return turn.label, _list_turn_titles(turn)
        return self.written[number].label, _list_titles(self.written[number])

    def choose(self, number: int, above: Sequence[str]) -> list[str]:
        """Return the lines of an option chosen below these moves; raise NotPossible if it has none.

        Moves that are offered now are given in exact notation."""
        if number not in self.lines:
            raise NotPossible(_("There is no option %(number)d in the email.") % {"number": number})
        if not self.lines[number]:
            text = _("Option %(number)d takes more than its number: please write out the line.")
            raise NotPossible(text % {"number": number})
        if number <= len(self.turns):
            self._require_turn_fits(number, above)
        return [*self.lines[number]]

    def _require_turn_fits(self, number: int, above: Sequence[str]) -> None:
        """Raise NotPossible if something has to be chosen before this whole turn, or if another is chosen."""
        if self.find_end_of_turn(above):
            raise ChosenTwice(_("Two whole turns do not fit together: please choose one."))
        if self.options and self.open_part and self.options.needs_open_part(above):
            text = _(
                "Option %(number)d leaves something open (%(part)s): please write that first, for example "
                "“%(example)s, %(number)d”."
            )
            part, example = self.open_part.title, self.open_part.example
            raise NotPossible(text % {"number": number, "part": part, "example": example})

    def find_end_of_turn(self, lines: Sequence[str]) -> str:
        """Return the line that ends the whole turn at the end of these; empty if there is none."""
        ended = (one for one in self.turns if one.is_end and tuple(lines[-len(one.lines) :]) == one.lines)
        return next((one.lines[-1] for one in ended), "")


def _list_titles(option: MoveOption) -> set[str]:
    """Return all that is printed as the title of a single move."""
    line, label = option.localized_line, option.label
    texts = [label, option.line, line, f"{label} {option.note}", f"{line} {label}"]
    return {join_bare(split_words(text)) for text in texts}


def _list_turn_titles(turn: TurnOption) -> set[str]:
    """Return all that is printed as the title of a whole turn."""
    notes = " ".join(turn.notes)
    texts = [turn.label, f"{turn.label} {turn.told_sums}", f"{turn.label} {turn.told_sums} {notes}"]
    return {join_bare(split_words(text)) for text in (*texts, f"{turn.label} {notes}")}


class TypedMoves:
    """Reads the lines of one reply."""

    def __init__(self, view: GameView, options: TypedOptions, *, is_current: bool = True) -> None:
        self.view, self.options = view, options
        self.is_current = is_current  # False: numbers are from an older email
        self.game: GameWords = get_game_words(view.rules.lexicon, view.language)

    def read_line(self, text: str, above: Sequence[str] = ()) -> list[str]:
        """Return the moves of a line, as texts for the rules; none for chatter.

        `above` are the moves read before. Without any the line answers the open question itself: then it is
        known what is offered. Raises NotPossible for a line that looks like a move and is none for sure."""
        words = split_words(text)
        numbered = NUMBER_AND_TITLE.fullmatch(text)
        if numbered and (int(numbered[1]) in self.options.lines or not self.is_current):
            return self._read_numbered_title(text, int(numbered[1]), split_words(numbered[2]), above)
        if "?" in text:
            return self._refuse_question(words)
        bare = strip_around(words, self.game)
        if (turn := self._find_turn(bare)) is not None:
            return self._choose(turn.number, above)
        if not above and not has_doubt(bare) and self._is_offered(bare):
            return self._resolve(bare, above)
        return self._read_parts(words, above)

    def repeats_end(self, text: str, above: Sequence[str]) -> bool:
        """Does this line only say once more how the whole turn above it ends: “2”, and below it “end”?"""
        return self._is_end_again(strip_around(split_words(text), self.game), above)

    def _is_end_again(self, words: Words, above: Sequence[str]) -> bool:
        end = self.options.find_end_of_turn(above)
        return bool(end) and self.game.is_spelling_of(words, end)

    def _find_turn(self, words: Words) -> TurnOption | None:
        """Find the whole turn with this title. The bare name of a card is a move, not a turn with it."""
        return None if not words or self.game.is_spelling(words) else self.options.find_turn(words)

    def _read_numbered_title(self, text: str, number: int, title: Words, above: Sequence[str]) -> list[str]:
        """Read a number with the sentence behind it; both must mean the same."""
        if not self.is_current:
            return [text]
        lines = self._choose(number, above)
        bare = strip_around(title, self.game)
        if all(word.bare in get_words("sentences", "option") for word in bare):
            return lines
        label, titles = self.options.get_titles(number)
        if {join_bare(bare), join_bare(title)} & titles or [self._read_offer(bare)] == lines:
            return lines
        sentence = _(
            "Option %(number)d is “%(label)s”: please write either its number or the line, not both."
        )
        raise NotPossible(sentence % {"number": number, "label": label})

    def _refuse_question(self, words: Words) -> list[str]:
        if any(self._looks_like_move(part) for part in split_parts(words, self.game)):
            raise NotPossible(_("This is a question, so we did not play it: please write it without “?”."))
        return []

    def _is_offered(self, words: Words) -> bool:
        """Can the open question be answered with just these words?"""
        if _find_number(words) is not None:
            return True
        is_clear = len(words) > 1 or self.game.is_abbreviation(words) or self.game.is_spelling(words)
        return is_clear and bool(self._read_offer(words) or self.options.find_by_title(words))

    def _read_offer(self, words: Words) -> str:
        """Return the offered move that these words mean, if they mean one."""
        view = self.view
        if not (view.offers and words and self.is_current):
            return ""
        try:
            return str(view.rules.read(view.position, str(view.name), join_text(words), view.language))
        except RulesError:
            return ""

    # --- several moves in one line

    def _read_parts(self, words: Words, above: Sequence[str]) -> list[str]:
        """Read a sentence whose parts are moves or politeness; one with anything else is no turn."""
        parts = [strip_around(part, self.game) for part in split_parts(words, self.game)]
        told = [part for part in parts if part and not is_pleasantry(part, self.game)]
        if not told or not any(map(self._looks_like_move, told)):
            self._refuse_unfinished_doubt(words)
            return []
        if not all(map(self._looks_like_move, told)) or len(words) > MAX_LISTED_WORDS:
            raise NotPossible(
                _("There may be a move in this line, but we are not sure: please write just the move.")
            )
        if any(map(has_doubt, told)) or (len(told) > 1 and any(map(is_doubt, told))):
            raise self._build_doubt()
        moves = list[str]()
        for part in told:
            before = [*above, *moves]
            if not self._is_end_again(part, before):
                moves += self._resolve(part, before)
        return moves

    def _refuse_unfinished_doubt(self, words: Words) -> None:
        """Refuse the first half of a sentence that is wrapped, so that the second is not taken for a move.

        For example “I do not think that it would be a good idea for me to take”, and below it “gold”."""
        is_finished = words and words[-1].text.rstrip("\"'”»)")[-1:] in set(".!…")
        if has_doubt(words) and self.game.has_verb(words) and not is_finished:
            raise self._build_doubt()

    @staticmethod
    def _build_doubt() -> NotPossible:
        return NotPossible(
            _("This says “not”, “if” or “perhaps”, so we did not play it: please write just the move.")
        )

    def _looks_like_move(self, words: Words) -> bool:
        """Is this a move, or did somebody mean to write one?"""
        game, count = self.game, len(words)
        has_verb, has_name = game.has_verb(words), game.has_name(words)
        if _find_number(words) is not None or game.begins_with_verb(words) or (has_verb and has_name):
            return True
        if any(SEVERAL_NUMBERS.search(word.text) for word in words):
            return True
        if count > MAX_SHORT_WORDS:
            return False
        if has_name and count - game.measure_name(words) <= MAX_WORDS_BESIDE_NAME:
            return True
        return has_verb or game.is_abbreviation(words) or self._is_mistyped(words)

    def _is_mistyped(self, words: Words) -> bool:
        """Is the first or the last word almost a verb, or the whole line almost a name?"""
        ends = (*words[:1], *words[-1:])
        return any(map(self.game.resembles_verb, ends)) or self.game.resembles_name(words)

    # --- options

    def _resolve(self, words: Words, above: Sequence[str]) -> list[str]:
        """Return the lines of a number or a title, or else the words as typed."""
        number = _find_number(words)
        if number is not None and self.is_current:
            return self._choose(number, above)
        return [(not self._read_offer(words) and self.options.find_by_title(words)) or join_text(words)]

    def _choose(self, number: int, above: Sequence[str]) -> list[str]:
        """Return the lines of an option; of a whole turn without the moves that were made above it."""
        made = [self._read_offer(split_words(text)) or text for text in above]
        lines = self.options.choose(number, made)
        for move in made if number <= len(self.options.turns) else ():
            if move in lines:
                lines.remove(move)
        return lines


def _find_number(words: Words) -> int | None:
    """Return the number of an option if these words are one: “5”, “option 5”, “#5”."""
    fillers = get_words("sentences", "option")
    left = [word for word in words if word.bare not in fillers]
    found = NUMBER.fullmatch(left[0].bare) if len(left) == 1 else None
    if not found or left[0].text[:1] in "-−" or SEVERAL_NUMBERS.search(left[0].text):
        return None
    return int(found[1])
