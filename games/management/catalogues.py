"""Catalogues of messages: what the code says, and what of it is translated.

There are two: `rules` for what is said by a `Tongue`, `django` for the site and its letters. Babel
reads Python; Django's own `templatize` turns a template into something that Babel can read as well,
so nothing but Python is needed. Line numbers are left out, so that a file changes only with its words.
"""

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

SAID: Mapping[str, Any] = {"say": None, "mark": None, "count": (1, 2), "mark_both": (1, 2)}
GETTEXT: Mapping[str, Any] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
BEFORE = "Translators:"  # begins a comment in the code that is for them

SPEAKERS = ("games/rules/**/*.py", "games/tournaments/**/*.py", "games/management/terminal/*.py")  # by Tongue
TEMPLATES = ("templates/**/*.html", "templates/**/*.txt")


class Domain(msgspec.Struct, frozen=True):
    """A catalogue: its name, where it lies, and where its messages are."""

    name: str
    folder: str
    sources: tuple[str, ...]
    keywords: Mapping[str, Any]
    without: str = ""  # a folder of another domain

    def path(self, language: str) -> Path:
        """The catalogue of a language."""
        return settings.BASE_DIR / self.folder / language / "LC_MESSAGES" / f"{self.name}.po"

    def files(self) -> Iterator[Path]:
        for source in self.sources:
            for path in sorted(settings.BASE_DIR.glob(source)):
                if not self.without or not path.is_relative_to(settings.BASE_DIR / self.without):
                    yield path


DOMAINS = (
    Domain("rules", "games/rules/locale", SPEAKERS, SAID),
    Domain(
        "django",
        "locale",
        ("accounts/**/*.py", "citadels/**/*.py", "games/**/*.py", *TEMPLATES),
        GETTEXT,
        without="games/rules",
    ),
)


# --- from the code


def extracted(domain: Domain) -> Catalog:
    """Every message of the domain as it stands in the code, untranslated."""
    catalog = Catalog(domain=domain.name)
    for path in domain.files():
        place = (path.relative_to(settings.BASE_DIR).as_posix(), 0)
        for _line, message, comments, context in messages(path, domain.keywords):
            if any(map(str.isalpha, "".join(forms(message)))):
                catalog.add(message, locations=[place], auto_comments=comments, context=context)
    return catalog


def messages(path: Path, keywords: Mapping[str, Any]) -> Iterable[Any]:
    """The messages of a module or a template, with line, comments and context."""
    text = path.read_text("utf-8")
    code = text if path.suffix == ".py" else _as_code(text, path)
    return extract("python", BytesIO(code.encode()), keywords, [BEFORE], {"encoding": "utf-8"})


def _as_code(template: str, path: Path) -> str:
    """What stands around the messages of a template becomes words that mean nothing, one after the other."""
    return "\n".join(line.lstrip() for line in templatize(template, origin=str(path)).splitlines())


def forms(text: Any) -> tuple[str, ...]:
    """One text, or one for each number; an empty one where there is none yet."""
    return (text,) if isinstance(text, str) else tuple(text or ("",))


# --- in a language


def stored(domain: Domain, language: str) -> Catalog:
    """The catalogue as it lies in its file; empty where there is none."""
    path = domain.path(language)
    if not path.exists():
        return Catalog(language, domain.name, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, language, domain.name)


def brought_up(domain: Domain, language: str, template: Catalog) -> Catalog:
    """The catalogue with all that the code says now, and with nothing else. No translation is guessed."""
    catalog = stored(domain, language)
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


HEAD = """\
# How to translate: docs/languages.md
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def written(catalog: Catalog) -> bytes:
    """The file, in the same order whoever writes it, and without the hour."""
    file = BytesIO()
    write_po(
        file, catalog, 100, omit_header=True, sort_output=True, ignore_obsolete=True, include_lineno=False
    )
    return HEAD.format(language=catalog.locale, plural=catalog.plural_forms).encode() + file.getvalue()


def missing(catalog: Catalog) -> list[str]:
    """The messages without a translation that counts."""
    return [forms(message.id)[0] for message in catalog if message.id and not _is_done(message)]


def _is_done(message: Message) -> bool:
    return all(forms(message.string or "")) and not message.fuzzy
