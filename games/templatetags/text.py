"""Template filters for text: lines of emails, long words in narrow columns, addresses that people write."""

import re
import unicodedata
from textwrap import TextWrapper
from urllib.parse import urlsplit

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

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
def beside(text: str, words: str) -> str:
    """Put words at the right end of a text's last line, or of a line below it if they do not fit there."""
    if not words:
        return text
    before, line_break, last = text.rpartition("\n")
    if len(last) + len(words) + 2 <= WIDTH:
        return f"{before}{line_break}{last}{words.rjust(WIDTH - len(last))}"
    return f"{text}\n{words.rjust(WIDTH)}"


@register.filter
def embolden(text: str, words: str) -> str:
    """Make these words of a text bold, where they stand first."""
    before, found, after = text.partition(words) if words else (text, "", "")
    return format_html("{}<b>{}</b>{}", before, found, after) if found else text


WEB_ADDRESS = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
SENTENCE_END = ".,;:!?…'’”“„«»*_"
BRACKETS = {")": "(", "]": "[", "}": "{"}


@register.filter
def link_addresses(text: object) -> SafeString:
    """Escape what somebody has written, and make its http and https addresses links; nothing else is one.

    The address itself is shown, so that nobody is led elsewhere than they read."""
    written, parts, end = str(text), list[str](), 0
    for found in WEB_ADDRESS.finditer(written):
        address = _trim_address(found[0])
        if _has_host(address):
            parts += [written[end : found.start()], _build_link(address)]
            end = found.start() + len(address)
    return format_html_join("", "{}", ((part,) for part in [*parts, written[end:]]))


def _build_link(address: str) -> SafeString:
    return format_html('<a href="{0}" rel="nofollow noopener noreferrer ugc">{0}</a>', address)


def _trim_address(address: str) -> str:
    """Drop what ends the sentence around an address: punctuation, and brackets that were opened before it."""
    while address:
        last = address[-1]
        is_open = last in BRACKETS and address.count(last) > address.count(BRACKETS[last])
        if last not in SENTENCE_END and not is_open:
            break
        address = address[:-1]
    return address


def _has_host(address: str) -> bool:
    try:
        return bool(urlsplit(address).hostname)
    except ValueError:  # such as half a bracket of an IPv6 address
        return False


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
