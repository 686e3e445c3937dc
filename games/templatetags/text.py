"""Template filters that fit text into narrow spaces: the lines of emails, long words in narrow columns."""

import re
import unicodedata
from textwrap import TextWrapper

from django import template
from django.utils.html import format_html

register = template.Library()

WIDTH = 72
LONG_WORD = 9  # letters in a word that may have to be broken
SOFT_HYPHEN = "\xad"
# two letters for one sound, in Hungarian and Croatian
DIGRAPHS = ("gy", "ny", "sz", "cs", "zs", "ty", "ly", "dz", "lj", "nj", "dž")


@register.filter
def hanging_indent(text: object, start: str = "") -> str:
    """Wrap text with a hanging indent behind `start`: `{{ sentence|hanging_indent:"  * " }}`."""
    wrapper = TextWrapper(
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_on_hyphens=False,
        break_long_words=False,
    )
    return "\n".join(wrapper.wrap(str(text)))


@register.filter
def list_item(text: object, number: int) -> str:
    """Format an item of a numbered list, with the text indented beside its number."""
    return hanging_indent(text, f"{number:3}. ")


@register.filter
def text_heading(text: object, line: str = "-") -> str:
    """Format a heading in capitals, underlined over the full width of an email."""
    return f"{str(text).upper()}\n{line * WIDTH}"


@register.filter
def embolden(text: str, words: str) -> str:
    """Make these words of a text bold, where they stand first."""
    before, found, after = text.partition(words) if words else (text, "", "")
    return format_html("{}<b>{}</b>{}", before, found, after) if found else text


@register.filter
def soft_hyphens(text: object) -> str:
    """Put a soft hyphen into the middle of long words, such as between the parts of `Watchtower`.

    Browsers can hyphenate by language, but not all have a dictionary.
    """
    return re.sub(rf"\w{{{LONG_WORD},}}", lambda found: _hyphenate_middle(found[0]), str(text))


def _hyphenate_middle(word: str) -> str:
    """Break a word before the consonant that begins a syllable nearest to its middle."""
    places = [place for place in range(3, len(word) - 2) if _begins_syllable(word, place)]
    if not places:
        return word
    middle = min(places, key=lambda place: abs(place - len(word) / 2))
    return f"{word[:middle]}{SOFT_HYPHEN}{word[middle:]}"


def _begins_syllable(word: str, place: int) -> bool:
    """Can a syllable begin here? Digraphs are not split; `th` is one after a vowel: Cathedral, not
    Lighthouse.
    """
    pair = word[place - 1 : place + 1].lower()
    if pair in DIGRAPHS or (pair == "th" and _is_vowel(word[place - 2])):
        return False
    sound = 2 if word[place : place + 2].lower() in DIGRAPHS else 1
    return not _is_vowel(word[place]) and _is_vowel(word[place + sound])


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[0].lower() in "aeiou"
