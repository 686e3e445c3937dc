"""The catalogues say all that the code says, in every language, and nothing else."""

import ast
import re
from collections.abc import Iterator
from gettext import c2py
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from games.management.translations.catalogues import (
    DOMAINS,
    RULES_KEYWORDS,
    MessageDomain,
    extract_messages,
    format_catalogue,
    list_plural_forms,
    list_untranslated,
    load_catalogue,
    update_catalogue,
)
from games.rules.core.lexicon import NAME_FORMS
from tests.helpers.catalogues import LANGUAGES, RULES, SITE, code

BEGUN = [
    pytest.param(domain, language, id=f"{domain.name}-{language}")
    for domain in DOMAINS
    for language in LANGUAGES
    if domain.path(language).exists()
]
each_catalogue = pytest.mark.parametrize(("domain", "language"), BEGUN)


Pair = tuple[tuple[str, ...], tuple[str, ...]]  # a message and its translation, one and many


def translations(domain: MessageDomain, language: str) -> Iterator[Pair]:
    return pairs(load_catalogue(domain, language))


def pairs(catalog: Catalog) -> Iterator[Pair]:
    return (
        (list_plural_forms(message.id), list_plural_forms(message.string))
        for message in catalog
        if message.id
    )


# --- complete


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_speak_every_language(language):
    assert RULES.path(language).exists()


def test_the_site_speaks_all_languages_or_english_alone():
    assert len({SITE.path(language).exists() for language in LANGUAGES}) == 1


@each_catalogue
def test_a_catalogue_says_what_the_code_says(domain, language):
    now = format_catalogue(update_catalogue(domain, language, code(domain)))
    assert domain.path(language).read_bytes() == now, "`make messages` brings the catalogues up"


@each_catalogue
def test_nothing_is_left_untranslated_or_in_doubt(domain, language):
    assert list_untranslated(load_catalogue(domain, language)) == []


@each_catalogue
def test_no_translation_is_left_over(domain, language):
    assert not load_catalogue(domain, language).obsolete


@each_catalogue
def test_a_catalogue_is_compiled(domain, language):
    path = domain.path(language).with_suffix(".mo")
    assert path.exists(), "`make setup` compiles the catalogues"
    with path.open("rb") as file:
        assert set(pairs(read_mo(file))) == set(translations(domain, language)), "`make setup` compiles them"


# --- the same places in both languages


def places(text: str) -> dict[str, str]:
    """The places of a message, with the form in which each is to stand."""
    if "%(" in text:
        return dict.fromkeys(re.findall(r"%\((\w+)\)", text), "")
    return {name: spec or "" for _text, name, spec, _as in Formatter().parse(text) if name is not None}


def is_of_one_alone(catalog: Catalog) -> bool:
    """Whether its first form is used for 1 and no other number; in Croatian it stands for 21 as well."""
    number_of_form = c2py(catalog.plural_expr)
    return {n for n in range(1000) if number_of_form(n) == 0} == {1}


@each_catalogue
def test_a_translation_has_the_places_of_its_message(domain, language):
    is_one = is_of_one_alone(load_catalogue(domain, language))
    for ours, theirs in translations(domain, language):
        needed = set(places(ours[-1]))
        for number, text in enumerate(theirs):
            is_single = is_one and number == 0 and len(theirs) > 1  # “a card” may stand for “1 card”
            may_lack = {"n"} | (needed - set(places(ours[0]))) if is_single else set()
            assert needed - may_lack <= set(places(text)) <= needed, (ours, text)


@each_catalogue
def test_a_place_asks_for_forms_that_there_are(domain, language):
    plurals = load_catalogue(domain, language).num_plurals
    for _ours, theirs in translations(domain, language):
        for spec in (spec for text in theirs for spec in places(text).values() if spec):
            assert spec in NAME_FORMS or spec.count("|") == plurals - 1, theirs


@each_catalogue
def test_a_message_keeps_its_edges(domain, language):
    """What is put together from parts needs the same spaces and the same full stop at its end."""
    for ours, theirs in translations(domain, language):
        for text in theirs:
            assert (text[0] == " ", text[-1] == " ") == (ours[0][0] == " ", ours[0][-1] == " "), text
            assert (text[-1] in ".?!…") == (ours[0][-1] in ".?!…") or ours[0].endswith("}"), text


# --- as it is printed

QUOTES = {"hu": ("„", "”"), "hr": ("„", "”")}
NO_PLACE = re.compile(r"%\(\w+\)[ds]|\{[^}]*\}")
SLIPS = {
    "a space is missing": r"[^\W\d_][,;!?…][^\W_]|[^\W\d_]{2}[.:][A-ZÁÉÍÓÖŐÚÜŰČĆĐŠŽ]",
    "a space too many": r"  | [,;:!?”)](?!\w)|[(„] ",
    "punctuation twice": r"([,;:!?])\1",
}


def slips(text: str, language: str) -> list[str]:
    """What a proof-reader would mark."""
    bare = NO_PLACE.sub("name", text)
    begin, end = QUOTES[language]
    found = [name for name, pattern in SLIPS.items() if re.search(pattern, bare)]
    if bare.count(begin) != bare.count(end) or "“" in bare:
        found.append("quotes")
    return found + ["brackets"] * (bare.count("(") != bare.count(")"))


@each_catalogue
def test_a_translation_is_printed_as_its_language_is(domain, language):
    for _ours, theirs in translations(domain, language):
        for text in theirs:
            assert slips(text, language) == [], text


@each_catalogue
def test_a_sentence_that_leads_to_something_does_so_in_translation(domain, language):
    """A colon at the end stands before a list, a name or a field."""
    for ours, theirs in translations(domain, language):
        for text in theirs:
            assert text.endswith(":") == ours[-1].endswith(":"), text


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("bezazlen potez,oprezni bot", "a space is missing"),
        ("Vége.Kezdődik", "a space is missing"),
        ("két  szóköz", "a space too many"),
        ("kettő : egy", "a space too many"),
        ("kettő,, egy", "punctuation twice"),
        ("„egy", "quotes"),
        ("“egy”", "quotes"),
        ("(egy", "brackets"),
    ],
)
def test_a_slip_is_found(text, slip):
    assert slips(text, "hu") == [slip]


def test_numbers_times_and_places_are_no_slip():
    assert slips("Az 5,5 pont „{name}” neve: %(n)s, 20:00 (citadels.example.org)…", "hu") == []


# --- one and many

NOUNS = "tables games rounds days hours minutes players people points entrants seats places times letters"
COUNTED = re.compile(rf"%\((\w+)\)[ds] (?:{NOUNS.replace(' ', '|')})\b")
BOUNDS = {"least", "most", "size", "limit_value", "cap"}  # at least two, by what they are
NEVER_ONE = {
    "%(n)s people per table",
    "With %(number)d entrants somebody would have to sit out, and this format has no byes.",
}


def test_what_is_counted_has_a_plural():
    """“1 tables” is no English, and other languages have more forms than two."""
    single = [message.id for message in code(SITE) if message.id and isinstance(message.id, str)]
    found = [text for text in single if set(COUNTED.findall(text)) - BOUNDS and text not in NEVER_ONE]
    assert found == []


# --- marked


def calls(path: Path, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and called(node) in names:
            yield node


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def is_a_voice(node: ast.Call) -> bool:
    """A screen says what it is given."""
    return "screen" not in ast.unparse(node.func)


def texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def test_what_is_said_is_found():
    """A call that hides in another text is not read by the tool that looks for messages."""
    found = {text for message in code(RULES) for text in list_plural_forms(message.id)}
    for path in RULES.files():
        for call in filter(is_a_voice, calls(path, set(RULES_KEYWORDS))):
            assert not any(isinstance(one, ast.JoinedStr) for one in call.args), (path, call.lineno)
            said = [text for one in call.args[:2] for text in texts(one) if any(map(str.isalpha, text))]
            assert (called(call) == "count" and len(said) < 2) or found.issuperset(said), (path, call.lineno)


def test_the_site_speaks_by_names_that_the_tools_know():
    """A message that is said by another name is in no catalogue, and stays English."""
    for path in SITE.files():
        for name in imported(path, "django.utils.translation"):
            called = name.asname or name.name
            assert "gettext" not in name.name or called in SITE.keywords, (path, called)


def imported(path: Path, module: str) -> Iterator[ast.alias]:
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == module:
                yield from node.names


def test_what_the_site_says_is_found():
    """Tools do not read what stands inside an f-string."""
    found = {text for message in code(SITE) for text in list_plural_forms(message.id)}
    for path in (path for path in SITE.files() if path.suffix == ".py"):
        for call in calls(path, set(SITE.keywords)):
            said = [text for one in call.args for text in texts(one) if any(map(str.isalpha, text))]
            assert found.issuperset(said[called(call).count("pgettext") :]), (path, call.lineno)


PLAYERS_READ = {"NotUnderstood", "IllegalMove", "BadOptions"}


def test_errors_that_players_read_are_marked():
    """What is said already, or marked, is a call; a bare text would stay English."""
    for path in RULES.files():
        for call in calls(path, PLAYERS_READ):
            assert not isinstance(call.args[0], ast.Constant), (path, call.lineno)
            if isinstance(call.args[0], ast.JoinedStr):
                said = [
                    one for one in call.args[0].values if isinstance(one, ast.Constant) and one.value.strip()
                ]
                assert not said, (path, call.lineno)


# --- templates


def test_messages_of_templates_are_found(tmp_path):
    template = tmp_path / "some.html"
    template.write_text(
        "{% load i18n %}\n  <p title=\"{% translate 'A title' %}\">it's {# no message #}\n"
        "    {% blocktranslate count n=cards|length trimmed %}\n      {{ n }} card\n    {% plural %}\n"
        "      {{ n }} cards\n    {% endblocktranslate %}\n\t{% translate 'hand' context 'of cards' %}\n"
        "  {% if a == 'b' %}don't{% endif %} {{ _('late') }}\n"
    )
    found = [
        (message, context) for _line, message, _comments, context in extract_messages(template, SITE.keywords)
    ]
    assert found == [
        ("A title", None),
        (("%(n)s card", "%(n)s cards"), None),
        ("hand", "of cards"),
        ("late", None),
    ]


# what stands in a template and is no text: comments, marked text, styles, scripts, commands, tags of Django
NO_TEXT = [
    *(r"{#.*?#}", r"{%\s*comment.*?endcomment\s*%}", r"{%\s*blocktranslate.*?endblocktranslate\s*%}"),
    *(
        r"<(style|script|code)\b.*?</\1>",
        r"{% block styles %}.*?{% endblock",
        r"<!--.*?-->",
        r"{%.*?%}",
        r"{{.*?}}",
        r"&#?\w+;",
    ),
]
TOLD = r'\b(?:title|alt|placeholder|aria-label|aria-description)="([^"]*)"'  # attributes that people read
# the name of the house on its postmark; moves and answers, which are written in English as well; an address
NOT_TRANSLATED = {
    "citadels",
    "by",
    "post",
    "bonus",
    "build",
    "market",
    "income",
    "end",
    "plan",
    "tables",
}


def unmarked(template: Path) -> list[str]:
    text = template.read_text("utf-8")
    for pattern in NO_TEXT:
        text = re.sub(pattern, " ", text, flags=re.DOTALL)
    read = [*re.findall(TOLD, text), re.sub(r"<[^>]*>", " ", text) if template.suffix == ".html" else text]
    words = re.findall(r"[^\W\d_]{2,}", " ".join(read))
    return [word for word in words if word.lower() not in NOT_TRANSLATED]


def test_templates_mark_what_people_read():
    templates = [path for path in SITE.files() if path.suffix != ".py" and "_styles" not in path.name]
    found = {path.name: words for path in templates if (words := unmarked(path))}
    assert found == {}


def test_text_that_nobody_has_marked_shows(tmp_path):
    template = tmp_path / "some.html"
    template.write_text('{% translate "Yes" %}<p title="Go on">{{ name }} waits</p>{# not this #}')
    assert unmarked(template) == ["Go", "on", "waits"]
