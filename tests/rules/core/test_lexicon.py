"""What the words of the notation are called, and how they may be written."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.lexicon import Lexicon, normalize_text
from games.rules.core.translation import LANGUAGES

ENGLISH = """
[types]
noble = "noble"

[letters]
noble = "N"

[districts.castle]
name = "Castle"
also = ["Stronghold"]

[districts.castle.classic]
name = "Old Castle"
effect = "It is old."

[districts.keep]
name = "Keep"
effect = "The Warlord cannot destroy it."
also = ["Donjon"]

[districts.thieves_den]
name = "Thieves' Den"

[verbs.keep]
words = ["keep", "hold"]
help = "keep the named cards"
also = ["retain"]

[verbs.end]
words = ["end", "done"]

[keywords]
end = ["end", "finally"]
"""
HUNGARIAN = """
[districts.castle]
name = "Kastély"
also = ["Vár"]

[districts.castle.classic]
name = "Ősi vár"

[districts.keep]
name = "Donjon"
effect = "A hadúr nem rombolhatja le."

[verbs.end]
words = ["vége", "kész"]
"""
CITADELS = Path(__file__).parents[3] / "games" / "rules" / "citadels" / "texts"


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory) -> Lexicon:
    """English and some Hungarian, no Croatian at all."""
    folder = tmp_path_factory.mktemp("texts")
    (folder / "en.toml").write_text(ENGLISH, "utf-8")
    (folder / "hu.toml").write_text(HUNGARIAN, "utf-8")
    return Lexicon(folder)


# --- how spellings are compared


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Thieves' Den", "thieves den"),
        ("Thieves’ Den", "thieves den"),
        ("thieves_den", "thieves den"),
        ("THIEVES-DEN", "thieves den"),
        ("  Great \t Wall ", "great wall"),
        ("Székesegyház", "szekesegyhaz"),
        ("Őrült Űr", "orult ur"),
        ("Žrtvujući Đurđa", "zrtvujuci durda"),
        ("Łódź, Ærø, Straße", "lodz aero strasse"),
        ("Ｗｉｄｅ", "wide"),
        ("ᴬᴮ", "ab"),
        ("tavern+", "tavern+"),
        ("“gold”!", "gold"),
        ("👍", ""),
        ("", ""),
        ("Таверна שוק 市場", "таверна שוק 市場"),
    ],
)
def test_case_accents_and_punctuation_are_left_out(text, bare):
    assert normalize_text(text) == bare


@given(st.text(max_size=40))
def test_what_is_plain_stays_so(text):
    assert normalize_text(normalize_text(text)) == normalize_text(text)


@given(st.text(max_size=40), st.text(max_size=40))
def test_words_are_made_plain_one_by_one(one, other):
    assert normalize_text(f"{one} {other}") == f"{normalize_text(one)} {normalize_text(other)}".strip()


# --- names


@pytest.mark.parametrize(
    ("word", "language", "variant", "name"),
    [
        ("castle", "en", "", "Castle"),
        ("castle", "en", "classic", "Old Castle"),
        ("castle", "hu", "", "Kastély"),
        ("castle", "hu", "classic", "Ősi vár"),
        ("keep", "en", "classic", "Keep"),  # nothing differs there
        ("castle+", "en", "", "Castle+"),
        ("castle+", "hu", "classic", "Ősi vár+"),
        ("end", "en", "", "end"),
        ("end", "hu", "", "vége"),
        ("noble", "en", "", "noble"),
        ("thieves_den", "hu", "", "Thieves' Den"),  # not yet translated
        ("castle", "hr", "", "Castle"),  # no such file
        ("castle", "xx", "", "Castle"),  # no such language
        ("Bob", "hu", "", "Bob"),
        ("3", "en", "", "3"),
        ("+", "en", "", "+"),
    ],
)
def test_a_word_has_the_name_of_its_language_and_variant(lexicon, word, language, variant, name):
    assert lexicon.name(word, language, variant) == name


@pytest.mark.parametrize(
    ("word", "language", "variant", "effect"),
    [
        ("keep", "en", "", "The Warlord cannot destroy it."),
        ("keep", "hu", "", "A hadúr nem rombolhatja le."),
        ("keep", "hr", "", "The Warlord cannot destroy it."),
        ("castle", "en", "", ""),
        ("castle", "en", "classic", "It is old."),
        ("unheard_of", "en", "", ""),
    ],
)
def test_a_card_has_the_effect_of_its_language_and_variant(lexicon, word, language, variant, effect):
    assert lexicon.effect(word, language, variant) == effect


# --- spellings


def test_a_word_may_be_written_in_english_and_in_the_players_language(lexicon):
    english = {"castle", "stronghold", "old castle"}
    assert lexicon.spellings("castle") == english
    assert lexicon.spellings("castle", "hu") == english | {"kastely", "var", "osi var"}
    assert lexicon.spellings("castle", "hr") == lexicon.spellings("castle", "xx") == english


def test_a_word_with_a_plus_is_written_with_a_plus(lexicon):
    assert lexicon.spellings("castle+") == {"castle+", "stronghold+", "old castle+"}


def test_the_slug_itself_is_a_spelling(lexicon):
    assert "thieves den" in lexicon.spellings("thieves_den")
    assert lexicon.spellings("with_nothing_known") == {"with nothing known"}


def test_a_word_that_is_both_card_and_verb_has_the_spellings_of_both(lexicon):
    assert lexicon.spellings("keep") == {"keep", "donjon", "hold", "retain"}
    assert lexicon.spellings("end") == {"end", "done", "finally"}


def test_a_word_that_is_both_card_and_verb_is_called_like_the_card(lexicon):
    assert lexicon.name("keep") == "Keep"


def test_all_words_with_a_name_are_known(lexicon):
    assert lexicon.words() == {"noble", "castle", "keep", "thieves_den", "end"}


def test_asking_for_spellings_does_not_add_words(lexicon):
    before = lexicon.words()
    lexicon.spellings("unheard_of", "hu")
    lexicon.name("unheard_of", "hu")
    assert lexicon.words() == before


def test_a_game_without_english_texts_is_a_bug_that_shows(tmp_path):
    with pytest.raises(FileNotFoundError):
        Lexicon(tmp_path).words()


def test_a_verb_after_prefer_is_written_as_a_verb_and_a_card_as_a_card(tmp_path):
    (tmp_path / "en.toml").write_text(
        "[verbs]\nprefer = ['prefer']\nspy = ['spy']\n[cards]\nspy = 'Spy'\nmoat = 'Moat'"
    )
    (tmp_path / "hu.toml").write_text(
        "[verbs]\nprefer = ['inkább']\nspy = ['kémlel']\n[cards]\nspy = 'Kém'\nmoat = 'Várárok'", "utf-8"
    )
    lexicon = Lexicon(tmp_path)
    assert lexicon.translate_line("prefer spy moat spy", "hu") == "inkább kémlel Várárok Kém"
    assert lexicon.translate_line("prefer moat spy", "hu") == "inkább Várárok Kém"


# --- the real texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_citadels_has_a_name_that_is_one_of_its_spellings(language):
    citadels = Lexicon(CITADELS)
    for word in citadels.words():
        name = citadels.name(word, language)
        assert name
        assert normalize_text(name) in citadels.spellings(word, language), word


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_spelling_in_citadels_is_empty(language):
    citadels = Lexicon(CITADELS)
    assert all("" not in citadels.spellings(word, language) for word in citadels.words())


def test_citadels_is_translated_word_for_word():
    citadels = Lexicon(CITADELS)
    words = {
        language: {s: set(part) for s, part in citadels.texts(language).items()} for language in LANGUAGES
    }
    assert words["en"] == words["hu"] == words["hr"]


@pytest.mark.parametrize(
    ("word", "hungarian", "croatian"),
    [("tavern", "Fogadó", "Krčma"), ("palace", "Palota", "Palača"), ("gold", "arany", "zlato")],
)
def test_some_words_of_citadels(word, hungarian, croatian):
    citadels = Lexicon(CITADELS)
    assert citadels.name(word, "hu") == hungarian
    assert citadels.name(word, "hr") == croatian
