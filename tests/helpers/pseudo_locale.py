"""A language in which what is translated stands in brackets: what stands outside, nobody has marked."""

import gettext
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
from django.utils.translation.trans_real import CONTEXT_SEPARATOR, DjangoTranslation

from games.rules.core import inflection
from games.rules.core.lexicon import Lexicon
from games.rules.core.translation import InflectedName, get_translator

LANGUAGE = "hu"  # whose words are hidden
INSIDE = re.compile(r"⟦[^⟦⟧]*⟧")


class Brackets(gettext.NullTranslations):
    """A catalogue that knows every sentence, and shows that it does."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, one: str, many: str, n: int) -> str:
        return f"⟦{one if n == 1 else many}⟧"


def put_in_brackets(monkeypatch: pytest.MonkeyPatch) -> str:
    """What the rules say, and all names and texts of cards."""
    monkeypatch.setattr(get_translator(LANGUAGE), "catalogue", Brackets())
    for method in ("name", "effect", "translate_line", "texts"):
        _put_in_brackets(monkeypatch, method, getattr(Lexicon, method))
    monkeypatch.setattr(Lexicon, "inflected_name", lambda *args: InflectedName(Lexicon.name(*args), {}))
    forgetful = inflection.inflect_owned_card.__wrapped__  # what is found now nobody may find afterwards
    monkeypatch.setattr(inflection, "inflect_owned_card", forgetful)
    return LANGUAGE


def _put_in_brackets(monkeypatch: pytest.MonkeyPatch, method: str, real: Any) -> None:
    """Only in that language: a card that is called by its English name there is a mistake."""

    def spoken(*args: Any, **named: Any) -> Any:
        text = real(*args, **named)
        return _bracketed(text) if LANGUAGE in (*args[1:], *named.values()) else text

    monkeypatch.setattr(Lexicon, method, cache(spoken))


def _bracketed(texts: Any) -> Any:
    """Every text of a file, however deep."""
    if isinstance(texts, Mapping):
        return {key: _bracketed(text) for key, text in texts.items()}
    if isinstance(texts, list):
        return [_bracketed(text) for text in texts]
    return f"⟦{texts}⟧" if texts else texts


def put_site_in_brackets(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What the site says, and Django and allauth with it; returns the messages that it comes to say."""
    said: set[str] = set()

    def gettext(self: DjangoTranslation, message: str, _real: Any = DjangoTranslation.gettext) -> str:
        if self.language() != LANGUAGE:
            return _real(self, message)
        said.add(message)
        return f"⟦{message.rpartition(CONTEXT_SEPARATOR)[2]}⟧"

    def ngettext(
        self: DjangoTranslation, one: str, many: str, n: int, _real: Any = DjangoTranslation.ngettext
    ) -> str:
        if self.language() != LANGUAGE:
            return _real(self, one, many, n)
        said.add(one)
        return f"⟦{(one if n == 1 else many).rpartition(CONTEXT_SEPARATOR)[2]}⟧"

    monkeypatch.setattr(DjangoTranslation, "gettext", gettext)
    monkeypatch.setattr(DjangoTranslation, "ngettext", ngettext)
    return said


def outside(text: str) -> str:
    """What stands in no brackets."""
    while INSIDE.search(text):
        text = INSIDE.sub("", text)
    return text


# --- pages

READ = ("title", "alt", "placeholder", "aria-label", "aria-description", "aria-roledescription")
NOT_READ = {"script", "style", "code", "pre", "kbd", "samp"}
ENDLESS = {"meta", "link", "br", "hr", "img", "input", "source", "wbr", "col", "path", "use"}


class Page(HTMLParser):
    """What is to be read of a page: its text, and those of its attributes that people read."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.told: list[str] = []
        self.silent: list[bool] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        silent = tag in NOT_READ or found.get("lang", LANGUAGE) != LANGUAGE
        if not (silent or any(self.silent)):
            self.told += [found[key] for key in READ if key in found]
            if tag == "meta" and found.get("name") in ("description", "apple-mobile-web-app-title"):
                self.told.append(found["content"])
            if tag == "input" and found.get("type") in ("submit", "button"):
                self.told.append(found["value"])
        if tag not in ENDLESS:
            self.silent.append(silent)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ENDLESS and self.silent:
            self.silent.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in ENDLESS:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.silent):
            self.text.append(data)


def read(html: str) -> Iterator[str]:
    page = Page(html)
    yield "\n".join(page.text)
    yield from page.told


ADDRESS = re.compile(r"(https?|mailto):\S+|[\w.+-]+@[\w.-]+")
WORD = re.compile(r"[^\W\d_]{2,}")
