"""Find the moves in a line that somebody typed: `5. Choose the Bishop.`, `I'd like gold, then end, please`.

A line is one of three things. It is a *move*, or several, with polite words around them. It is *chatter*,
which is skipped and stops nothing. Or it looks like a move and is none for sure: mistyped, a question, an
“if” or a “not”. Then it is refused, and the moves below it are not played. Around a move only words are
dropped that mean nothing, so what somebody says *about* a card or a move is never played.
"""

import re
from functools import cached_property

from django.utils.translation import gettext as _

from games.mail.content.move_options import MoveOption, OptionList
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


class TypedOptions:
    """The options of the email that is answered; none if its question is not open any more."""

    def __init__(self, options: OptionList | None, *, is_current: bool = True) -> None:
        self.options = options
        self.is_current = is_current  # False: numbers are from an older email
        self.lines = options.list_lines() if options else {}  # by number; a form has no line

    @cached_property
    def written(self) -> dict[int, MoveOption]:
        """The options as the email has them. They are written only for a line that may be a title."""
        return {option.number: option for option in self.options.list_options()} if self.options else {}

    def find_by_title(self, words: Words) -> str:
        """Return the line of the option whose sentence this is; empty if there is none."""
        typed = join_bare(words)
        found = (one for one in self.written.values() if typed in _list_titles(one) and not one.needs_form)
        return next((one.line for one in found), "")

    def choose(self, number: int) -> str:
        """Return the line of an option; raise NotPossible if there is none."""
        if number not in self.lines:
            raise NotPossible(_("There is no option %(number)d in the letter.") % {"number": number})
        if not self.lines[number]:
            text = _("Option %(number)d needs more than its number: please write the line.")
            raise NotPossible(text % {"number": number})
        return self.lines[number]


def _list_titles(option: MoveOption) -> set[str]:
    """Return all that is printed as the title of an option."""
    texts = [option.label, option.line, option.localized_line, f"{option.label} {option.note}"]
    return {join_bare(split_words(text)) for text in texts}


class TypedMoves:
    """Reads the lines of one reply."""

    def __init__(self, view: GameView, options: TypedOptions) -> None:
        self.view, self.options = view, options
        self.game: GameWords = get_game_words(view.rules.lexicon, view.language)

    def read_line(self, text: str, *, is_first: bool) -> list[str]:
        """Return the moves of a line, as texts for the rules; none for chatter.

        `is_first` says that the line answers the open question itself: then it is known what is offered.
        Raises NotPossible for a line that looks like a move and is none for sure."""
        words = split_words(text)
        numbered = NUMBER_AND_TITLE.fullmatch(text)
        if numbered and (int(numbered[1]) in self.options.lines or not self.options.is_current):
            return self._read_numbered_title(text, int(numbered[1]), split_words(numbered[2]))
        if "?" in text:
            return self._refuse_question(words)
        bare = strip_around(words, self.game)
        if is_first and not has_doubt(bare) and self._is_offered(bare):
            return [self._resolve(bare)]
        return self._read_parts(words)

    def _read_numbered_title(self, text: str, number: int, title: Words) -> list[str]:
        """Read a number with the sentence behind it; both must mean the same."""
        if not self.options.is_current:
            return [text]
        line = self.options.choose(number)
        bare = strip_around(title, self.game)
        if all(word.bare in get_words("sentences", "option") for word in bare):
            return [line]
        if join_bare(bare) in _list_titles(self.options.written[number]) or self._read_offer(bare) == line:
            return [line]
        sentence = _("Option %(number)d is “%(label)s”: please write only its number, or only the line.")
        raise NotPossible(sentence % {"number": number, "label": self.options.written[number].label})

    def _refuse_question(self, words: Words) -> list[str]:
        if any(self._looks_like_move(part) for part in split_parts(words, self.game)):
            raise NotPossible(_("This is a question, so it was not played: please write it without “?”."))
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
        if not (view.offers and words and self.options.is_current):
            return ""
        try:
            return str(view.rules.read(view.position, str(view.name), join_text(words), view.language))
        except RulesError:
            return ""

    # --- several moves in one line

    def _read_parts(self, words: Words) -> list[str]:
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
        return [self._resolve(part) for part in told]

    def _refuse_unfinished_doubt(self, words: Words) -> None:
        """Refuse the first half of a sentence that is wrapped, so that the second is not taken for a move.

        For example “I do not think that it would be a good idea for me to take”, and below it “gold”."""
        is_finished = words and words[-1].text.rstrip("\"'”»)")[-1:] in set(".!…")
        if has_doubt(words) and self.game.has_verb(words) and not is_finished:
            raise self._build_doubt()

    @staticmethod
    def _build_doubt() -> NotPossible:
        return NotPossible(
            _("This says “not”, “if” or “perhaps”, so it was not played: please write just the move.")
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

    def _resolve(self, words: Words) -> str:
        """Return the line of a number or a title, or else the words as typed."""
        number = _find_number(words)
        if number is not None and self.options.is_current:
            return self.options.choose(number)
        return (not self._read_offer(words) and self.options.find_by_title(words)) or join_text(words)


def _find_number(words: Words) -> int | None:
    """Return the number of an option if these words are one: “5”, “option 5”, “#5”."""
    fillers = get_words("sentences", "option")
    left = [word for word in words if word.bare not in fillers]
    found = NUMBER.fullmatch(left[0].bare) if len(left) == 1 else None
    if not found or left[0].text[:1] in "-−" or SEVERAL_NUMBERS.search(left[0].text):
        return None
    return int(found[1])
