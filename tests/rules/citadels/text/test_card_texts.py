"""The card texts of the three languages agree with the rules page and with each other.

The slugs are written out here from the tables of the rules page: a card forgotten in all three files is
missed all the same.
"""

import tomllib
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

TEXTS = Path(__file__).parents[4] / "games" / "rules" / "citadels" / "texts"
LANGUAGES = ("en", "hu", "hr")
EDITIONS = ("2016", "classic")
LONGEST_EFFECT = 240
LONGEST_HELP = 80


def slugs(words: str) -> set[str]:
    return set(words.split())


TYPES = {"noble", "religious", "trade", "military", "unique"}

BASIC = slugs(
    """
    manor castle palace temple church monastery cathedral tavern market trading_post docks
    harbor town_hall watchtower prison fortress
    """
)
UNIQUE_2016 = slugs(
    """
    armory basilica capitol dragon_gate factory framework gold_mine great_wall haunted_quarter
    imperial_treasury ivory_tower keep laboratory library map_room monument museum necropolis
    observatory park poor_house quarry school_of_magic secret_vault smithy stables statue
    theater thieves_den wishing_well
    """
)
PURPLE_CLASSIC = slugs(
    """
    haunted_city keep laboratory smithy graveyard observatory great_wall library school_of_magic
    university dragon_gate armory ball_room bell_tower factory hospital imperial_treasury
    lighthouse map_room museum park poor_house quarry throne_room wishing_well
    """
)
DISTRICTS = {
    "2016": BASIC | {"barracks"} | UNIQUE_2016,
    "classic": BASIC | {"battlefield"} | PURPLE_CLASSIC,
}
CHARACTERS_2016 = slugs(
    """
    assassin witch magistrate thief spy blackmailer magician wizard seer king emperor patrician
    bishop abbot cardinal merchant alchemist trader architect navigator scholar warlord diplomat
    marshal queen artist tax_collector
    """
)
CHARACTERS = {
    "2016": CHARACTERS_2016,
    "classic": CHARACTERS_2016
    - {"magistrate", "spy", "blackmailer", "seer", "patrician", "cardinal", "trader", "scholar", "marshal"},
}
VERBS = slugs(
    """
    pick theater decline thanks gold cards keep build income bonus tithe levy murder bewitch
    warrant rob spy threaten swap redraw look take foresee give crown tribute study destroy
    exchange seize beautify smithy laboratory museum armory search announce bribe refuse reveal
    conceal confiscate recover end prefer always plan cancel
    """
)
KEYWORDS = {"gold", "cards", "card", "with", "from", "by", "or", "upto", "end", "forced"}
PRESETS = slugs(
    """
    first_game devious_dignitaries illustrious_emissaries vicious_nobles ambitious_aristocrats
    cunning_agents tenacious_delegates random base
    """
)
ALL = {
    "types": TYPES,
    "letters": TYPES,
    "districts": DISTRICTS["2016"] | DISTRICTS["classic"],
    "characters": CHARACTERS["2016"],
    "verbs": VERBS,
    "keywords": KEYWORDS,
    "presets": PRESETS,
    "editions": set(EDITIONS),
    "fields": slugs("keeps discards pays gives signed blank lace"),
}

# What the rules page tells differently for the classic edition.
CLASSIC_EFFECTS = {
    "districts": slugs("armory great_wall keep laboratory library observatory quarry wishing_well"),
    "characters": slugs("emperor abbot merchant architect navigator warlord diplomat tax_collector"),
}


def load(language: str) -> dict:
    return tomllib.loads((TEXTS / f"{language}.toml").read_text(encoding="utf-8"))


def plain(word: str) -> str:
    """Fold a word the way a hurried player types it: no case, no accents."""
    parts = unicodedata.normalize("NFKD", word.casefold().replace("đ", "d"))
    return "".join(part for part in parts if not unicodedata.combining(part))


def cards(texts: dict, edition: str):
    """Every card of an edition as (slug, entry, what the edition overrides)."""
    for section, known in (("districts", DISTRICTS), ("characters", CHARACTERS)):
        for slug in sorted(known[edition]):
            entry = texts[section][slug]
            yield slug, entry, entry.get("classic", {}) if edition == "classic" else {}


def names(texts: dict, edition: str) -> list[tuple[str, str]]:
    return [(slug, own.get("name", entry["name"])) for slug, entry, own in cards(texts, edition)]


def effects(texts: dict):
    """Every effect of every edition as (section, slug, text)."""
    for section in ("districts", "characters"):
        for slug, entry in texts[section].items():
            for table in (entry, entry.get("classic", {})):
                if "effect" in table:
                    yield section, slug, table["effect"]


def strings(value):
    if isinstance(value, str):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def empties(value) -> bool:
    """Whether a list or table with nothing in it hides somewhere."""
    if isinstance(value, str):
        return False
    return not value or any(empties(part) for part in (value.values() if isinstance(value, dict) else value))


def twice(words) -> list[str]:
    return [word for word, count in Counter(words).items() if count > 1]


@pytest.fixture(params=LANGUAGES)
def language(request) -> str:
    return request.param


@pytest.fixture
def texts(language) -> dict:
    return load(language)


def test_the_rules_page_has_the_expected_number_of_cards():
    assert len(UNIQUE_2016) == 30
    assert len(PURPLE_CLASSIC) == 25
    assert len(CHARACTERS["2016"]) == 27
    assert len(CHARACTERS["classic"]) == 18
    assert len(DISTRICTS["2016"]) == 17 + 30
    assert len(DISTRICTS["classic"]) == 17 + 25


def test_every_slug_of_the_rules_is_there_and_no_other(texts):
    assert set(texts) == set(ALL)
    for section, known in ALL.items():
        assert set(texts[section]) == known, section


def test_entries_have_the_keys_of_the_english_ones(texts):
    english = load("en")
    for section in ("districts", "characters", "verbs", "presets"):
        for slug, entry in texts[section].items():
            optional = {"also", "classic", "accusative"}  # English does not inflect its names
            assert set(entry) - optional == set(english[section][slug]) - optional, slug
            own, other = entry.get("classic", {}), english[section][slug].get("classic", {})
            assert set(own) <= {"name", "effect", "accusative"}, slug
            assert ("effect" in own) == ("effect" in other), slug


def test_a_verb_has_words_and_help(texts):
    for slug, entry in texts["verbs"].items():
        assert set(entry) - {"also"} == {"words", "help"}, slug


def test_unique_districts_and_characters_have_an_effect_and_basic_districts_none(texts):
    basic = BASIC | {"barracks", "battlefield"}
    for slug, entry in texts["districts"].items():
        assert ("effect" in entry) == (slug not in basic), slug
    assert all("effect" in entry for entry in texts["characters"].values())


def test_classic_effects_stand_where_the_rules_differ(texts):
    for section, differing in CLASSIC_EFFECTS.items():
        found = {slug for slug, entry in texts[section].items() if "effect" in entry.get("classic", {})}
        assert found == differing


def test_a_classic_effect_is_not_a_copy(texts):
    for section in ("districts", "characters"):
        for slug, entry in texts[section].items():
            assert entry.get("classic", {}).get("effect") != entry.get("effect", ""), slug


def test_no_text_is_empty_or_padded(texts):
    assert not empties(texts)
    for text in strings(texts):
        assert text, "an empty text"
        assert text == " ".join(text.split())


def test_texts_are_composed_unicode(texts):
    for text in strings(texts):
        assert text == unicodedata.normalize("NFC", text)


def test_letters_are_single_and_distinct(texts):
    letters = list(texts["letters"].values())
    assert all(len(letter) == 1 and letter.isupper() for letter in letters)
    assert len({plain(letter) for letter in letters}) == len(TYPES)


def test_a_letter_occurs_in_the_word_of_its_type(texts):
    for slug, letter in texts["letters"].items():
        assert plain(letter) in plain(texts["types"][slug]), slug


def test_type_words_are_distinct_single_words(texts):
    words = [plain(word) for word in texts["types"].values()]
    assert not twice(words)
    assert all(" " not in word for word in words)


def test_no_verb_word_twice(texts):
    assert not twice(plain(word) for entry in texts["verbs"].values() for word in entry["words"])


def test_no_verb_word_is_the_slug_of_another_verb(texts):
    for slug, entry in texts["verbs"].items():
        assert not {plain(word) for word in entry["words"]} & (VERBS - {slug}), slug


def test_no_keyword_word_twice(texts):
    assert not twice(plain(word) for words in texts["keywords"].values() for word in words)


def test_typed_words_are_single_and_lower_case(texts):
    verbs = [word for entry in texts["verbs"].values() for word in entry["words"]]
    keywords = [word for words in texts["keywords"].values() for word in words]
    for word in verbs + keywords:
        assert word.isalpha(), word
        assert word == word.lower()


def test_english_slug_is_the_best_word():
    assert all(entry["words"][0] == slug for slug, entry in load("en")["verbs"].items())


def test_help_is_one_short_line_without_full_stop(texts):
    for slug, entry in texts["verbs"].items():
        assert len(entry["help"]) <= LONGEST_HELP, slug
        assert not entry["help"].endswith("."), slug


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_two_cards_of_an_edition_share_a_name(texts, edition):
    assert not twice(plain(name) for _, name in names(texts, edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_other_spelling_is_the_name_or_spelling_of_another_card(texts, edition):
    spellings = set()
    for slug, entry, own in cards(texts, edition):
        known = [own.get("name", entry["name"]), *entry.get("also", [])]
        spellings |= {(slug, plain(name)) for name in known}
    assert not twice(name for _, name in spellings)


def test_effects_are_one_short_sentence(texts):
    for _, slug, effect in effects(texts):
        assert effect.endswith("."), slug
        assert len(effect) <= LONGEST_EFFECT, (slug, len(effect))
        assert effect[0].isupper() or effect[0].isdigit(), slug
        assert ". " not in effect, slug


def test_preset_names_are_distinct(texts):
    assert not twice(plain(entry["name"]) for entry in texts["presets"].values())


def test_numbers_in_effects_agree_with_english(texts):
    """A translation tells the same amounts, limits and ranks, in whatever order its grammar likes."""

    def numbers(entry):
        return sorted(char for char in entry.get("effect", "") if char.isdigit())

    english = load("en")
    for section in ("districts", "characters"):
        for slug, entry in texts[section].items():
            other = english[section][slug]
            assert numbers(entry) == numbers(other), slug
            assert numbers(entry.get("classic", {})) == numbers(other.get("classic", {})), slug
