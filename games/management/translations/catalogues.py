"""Message catalogues: extract the texts from the code, and keep their translations up to date.

There are two: `rules` for sentences of games and tournaments, `django` for the site and its emails. Babel
extracts from Python; Django's own `templatize` turns a template into something that Babel can read as well,
so nothing but Python is needed. Line numbers are left out, so that a file changes only with its texts.
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

RULES_KEYWORDS: Mapping[str, Any] = {"say": None, "mark": None, "count": (1, 2), "mark_both": (1, 2)}
DJANGO_KEYWORDS: Mapping[str, Any] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
TRANSLATOR_COMMENT = "Translators:"  # starts a comment in the code that is meant for translators

RULES_SOURCES = (
    "games/rules/**/*.py",
    "games/tournaments/**/*.py",
    "games/management/terminal/*.py",
)  # of rules
TEMPLATE_SOURCES = ("templates/**/*.html", "templates/**/*.txt")


class MessageDomain(msgspec.Struct, frozen=True):
    """A catalogue: its name, its folder, and the source files of its messages."""

    name: str
    folder: str
    sources: tuple[str, ...]
    keywords: Mapping[str, Any]
    excluded_folder: str = ""  # a folder of another domain

    def path(self, language: str) -> Path:
        """Return the path of the catalogue of a language."""
        return settings.BASE_DIR / self.folder / language / "LC_MESSAGES" / f"{self.name}.po"

    def files(self) -> Iterator[Path]:
        for source in self.sources:
            for path in sorted(settings.BASE_DIR.glob(source)):
                if not self.excluded_folder or not path.is_relative_to(
                    settings.BASE_DIR / self.excluded_folder
                ):
                    yield path


DOMAINS = (
    MessageDomain("rules", "games/rules/locale", RULES_SOURCES, RULES_KEYWORDS),
    MessageDomain(
        "django",
        "locale",
        ("accounts/**/*.py", "citadels/**/*.py", "games/**/*.py", *TEMPLATE_SOURCES),
        DJANGO_KEYWORDS,
        excluded_folder="games/rules",
    ),
)


# --- from the code


def extract_catalogue(domain: MessageDomain) -> Catalog:
    """Extract every message of the domain from the code, untranslated."""
    catalog = Catalog(domain=domain.name)
    for path in domain.files():
        place = (path.relative_to(settings.BASE_DIR).as_posix(), 0)
        for _line, message, comments, context in extract_messages(path, domain.keywords):
            if any(map(str.isalpha, "".join(list_plural_forms(message)))):
                catalog.add(message, locations=[place], auto_comments=comments, context=context)
    return catalog


def extract_messages(path: Path, keywords: Mapping[str, Any]) -> Iterable[Any]:
    """Extract the messages of a module or a template, with line, comments and context."""
    text = path.read_text("utf-8")
    code = text if path.suffix == ".py" else _template_as_python(text, path)
    return extract("python", BytesIO(code.encode()), keywords, [TRANSLATOR_COMMENT], {"encoding": "utf-8"})


def _template_as_python(template: str, path: Path) -> str:
    """Turn a template into lines that Babel reads as Python; all text around the messages becomes noise."""
    return "\n".join(line.lstrip() for line in templatize(template, origin=str(path)).splitlines())


def list_plural_forms(text: Any) -> tuple[str, ...]:
    """Return the texts of a message: one, or one for each plural form; an empty one if there is none yet."""
    return (text,) if isinstance(text, str) else tuple(text or ("",))


# --- in a language


def load_catalogue(domain: MessageDomain, language: str) -> Catalog:
    """Load the catalogue of a language from its file; an empty one if there is no file."""
    path = domain.path(language)
    if not path.exists():
        return Catalog(language, domain.name, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, language, domain.name)


def update_catalogue(domain: MessageDomain, language: str, template: Catalog) -> Catalog:
    """Update a catalogue to the messages now in the code: add and remove messages, guess no translation."""
    catalog = load_catalogue(domain, language)
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


FILE_HEADER = """\
# How to translate: docs/languages.md
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def format_catalogue(catalog: Catalog) -> bytes:
    """Format a catalogue as a file, sorted and without a time stamp, so that the result is reproducible."""
    file = BytesIO()
    write_po(
        file, catalog, 100, omit_header=True, sort_output=True, ignore_obsolete=True, include_lineno=False
    )
    return FILE_HEADER.format(language=catalog.locale, plural=catalog.plural_forms).encode() + file.getvalue()


def list_untranslated(catalog: Catalog) -> list[str]:
    """List the messages that are untranslated, or translated only by a fuzzy guess."""
    return [
        list_plural_forms(message.id)[0] for message in catalog if message.id and not _is_translated(message)
    ]


def _is_translated(message: Message) -> bool:
    return all(list_plural_forms(message.string or "")) and not message.fuzzy
