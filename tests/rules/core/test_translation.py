"""Sentences in the reader's language, and in English where there are none."""

from io import BytesIO, StringIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from games.rules.core import translation
from games.rules.core.errors import NotUnderstood
from games.rules.core.translation import (
    LANGUAGES,
    InflectedName,
    Translator,
    get_translator,
    mark,
    resolve_articles,
)

CROATIAN = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Language: hr\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
"n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"

msgid "{seat} takes {gold} gold."
msgstr "{gold} zlatnika uzima {seat}."

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karte"
msgstr[2] "{n} karata"

msgid "Not yet translated."
msgstr ""
"""


@pytest.fixture
def croatian(tmp_path: Path, monkeypatch) -> Translator:
    """A voice with a catalogue of its own, compiled as ours are."""
    compiled = BytesIO()
    write_mo(compiled, read_po(StringIO(CROATIAN), locale="hr"))
    path = tmp_path / "hr" / "LC_MESSAGES" / "rules.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(compiled.getvalue())
    monkeypatch.setattr(translation, "CATALOGUES", tmp_path)
    return Translator("hr")


@pytest.fixture
def hungarian(croatian) -> Translator:
    """A voice without a catalogue, though another language has one."""
    return Translator("hu")


def test_a_sentence_is_said_in_the_readers_language(croatian):
    assert croatian.say("{seat} takes {gold} gold.", seat="Ana", gold=2) == "2 zlatnika uzima Ana."


@pytest.mark.parametrize("sentence", ["Not yet translated.", "Never heard of."])
def test_a_sentence_without_translation_is_said_in_english(croatian, sentence):
    assert croatian.say(sentence) == sentence


def test_a_language_without_a_catalogue_speaks_english(hungarian):
    assert hungarian.say("{seat} takes {gold} gold.", seat="Anna", gold=2) == "Anna takes 2 gold."
    assert hungarian.count("{n} card", "{n} cards", 1) == "1 card"
    assert hungarian.count("{n} card", "{n} cards", 2) == "2 cards"


@pytest.mark.parametrize(
    ("n", "phrase"),
    [
        (0, "0 karata"),
        (1, "1 karta"),
        (2, "2 karte"),
        (4, "4 karte"),
        (5, "5 karata"),
        (11, "11 karata"),
        (12, "12 karata"),
        (21, "21 karta"),
        (22, "22 karte"),
        (111, "111 karata"),
    ],
)
def test_croatian_counts_in_three_forms(croatian, n, phrase):
    assert croatian.count("{n} card", "{n} cards", n) == phrase


@pytest.mark.parametrize(("n", "phrase"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (21, "21 cards")])
def test_english_counts_in_two_forms(n, phrase):
    assert get_translator("en").count("{n} card", "{n} cards", n) == phrase


def test_a_count_may_have_further_places():
    said = get_translator("en").count("{seat} has {n} card.", "{seat} has {n} cards.", 3, seat="Ann")
    assert said == "Ann has 3 cards."


def test_the_empty_sentence_stays_empty(croatian):
    assert croatian.say("") == ""


def test_what_is_filled_in_is_not_read_as_a_place_again():
    assert get_translator("en").say("{seat} says {text}.", seat="Ann", text="{gold}") == "Ann says {gold}."


def test_a_place_may_have_any_name():
    assert get_translator("en").say("{message} {self}", message="Well", self="met") == "Well met"
    assert get_translator("en").count("{one}", "{many}", 2, one="a card", many="all cards") == "all cards"


def test_a_place_left_empty_is_a_bug_that_shows():
    with pytest.raises(KeyError, match="seat"):
        get_translator("en").say("{seat} takes gold.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_ours_has_its_voice(language):
    assert get_translator(language).language == language


@pytest.mark.parametrize("language", ["", "de", "hu-HU", "../../etc", "\0"])
def test_a_language_we_do_not_speak_gets_english(language):
    assert get_translator(language).language == "en"


def test_the_languages_of_the_machine_do_not_matter(croatian, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "hr")
    monkeypatch.setenv("LC_ALL", "hr_HR.UTF-8")
    assert Translator("en").say("{seat} takes {gold} gold.", seat="Ann", gold=2) == "Ann takes 2 gold."


# --- what languages that inflect ask for


def test_a_place_may_ask_for_a_form_of_its_name():
    piac = InflectedName("Piac", {"accusative": "Piacot"})
    speak = get_translator("en")
    assert speak.say("{card:accusative}, {card}", card=piac) == "Piacot, Piac"
    assert speak.say("{card:dative}", card=piac) == "Piac"
    assert speak.say("{card:accusative}", card="Ann") == "Ann"


@pytest.mark.parametrize(("n", "said"), [(0, "0 karata"), (1, "1 kartu"), (3, "3 karte"), (12, "12 karata")])
def test_a_place_may_bring_what_is_counted(croatian, n, said):
    assert croatian.say("{n:kartu|karte|karata}", n=n) == said
    assert croatian.say("{n:kartu|karte|karata}", n=str(n)) == said


@pytest.mark.parametrize(
    ("word", "article"),
    [
        *(
            ("Erőd", "az"),
            ("Piac", "a"),
            ("Őrtorony", "az"),
            ("Állványzat", "az"),
            ("„ad”", "az"),
            ("Zoé", "a"),
        ),
        *(("1 arany", "az"), ("2 arany", "a"), ("5 arany", "az"), ("10 arany", "a"), ("15 arany", "a")),
        *(("51 arany", "az"), ("100 arany", "a"), ("1000 arany", "az")),
    ],
)
def test_the_hungarian_article_hangs_on_what_follows(word, article):
    assert resolve_articles(f"Íme a(z) {word}.") == f"Íme {article} {word}."
    assert resolve_articles(f"A(z) {word}") == f"{article.capitalize()} {word}"


def test_an_article_is_chosen_when_the_place_is_filled():
    card = InflectedName("Erőd", {"accusative": "Erődöt"})
    assert (
        get_translator("hu")
        .say("You give {card} to {rival}.", card=card, rival="Anna")
        .startswith("Odaadod az Erődöt")
    )


def test_an_error_is_told_in_the_language_of_whoever_asks():
    error = NotUnderstood(mark("There is no order “{what}” to cancel."), what="{gold}")
    assert str(error) == "There is no order “{gold}” to cancel."
    assert "„{gold}”" in error.message_in("hr")
    assert NotUnderstood("A quoted {brace}.").message_in("hu") == "A quoted {brace}."
