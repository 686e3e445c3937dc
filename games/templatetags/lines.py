"""Text that fits: lines of letters into a narrow window, long words into a narrow column."""

import re
import unicodedata
from textwrap import TextWrapper

from django import template

register = template.Library()

WIDTH = 72
LONG = 9  # letters of a word that may have to be broken
SOFT_HYPHEN = "\xad"
# two letters for one sound, in Hungarian and Croatian
PAIRS = ("gy", "ny", "sz", "cs", "zs", "ty", "ly", "dz", "lj", "nj", "dž")


@register.filter
def hang(text: object, start: str = "") -> str:
    """Wrapped, the first line behind `start`, the others as far in: `{{ sentence|hang:"  * " }}`."""
    wrapper = TextWrapper(
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_on_hyphens=False,
        break_long_words=False,
    )
    return "\n".join(wrapper.wrap(str(text)))


@register.filter
def numbered(text: object, number: int) -> str:
    """An entry of a list: the number, and the text beside it."""
    return hang(text, f"{number:3}. ")


@register.filter
def headed(text: object, line: str = "-") -> str:
    """A heading in capitals with a line below it, as long as a line of the letter."""
    return f"{str(text).upper()}\n{line * WIDTH}"


@register.filter
def softly(text: object) -> str:
    """Long words may break in their middle, `Watchtower` between its two parts, where there is no room.

    Browsers know where words of a language break, but not all have a dictionary at hand."""
    return re.sub(rf"\w{{{LONG},}}", lambda found: _in_two(found[0]), str(text))


def _in_two(word: str) -> str:
    """Before the consonant with which a syllable begins, as near to the middle as there is one."""
    places = [place for place in range(3, len(word) - 2) if _begins_syllable(word, place)]
    if not places:
        return word
    middle = min(places, key=lambda place: abs(place - len(word) / 2))
    return f"{word[:middle]}{SOFT_HYPHEN}{word[middle:]}"


def _begins_syllable(word: str, place: int) -> bool:
    """A pair begins one as a whole, and none begins within it: `th` in Cathedral, but not in Lighthouse."""
    pair = word[place - 1 : place + 1].lower()
    if pair in PAIRS or (pair == "th" and _is_vowel(word[place - 2])):
        return False
    sound = 2 if word[place : place + 2].lower() in PAIRS else 1
    return not _is_vowel(word[place]) and _is_vowel(word[place + sound])


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[0].lower() in "aeiou"
