"""Whole games in Hungarian and Croatian, and in a language that shows what nobody has marked.

In that language every sentence, name and text stands in brackets. What is left outside them was never
given to a translator.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from games.rules.citadels.orders import ORDER_TABLE, ORDERS
from games.rules.citadels.position import CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.text.lexicon import LEXICON
from games.rules.citadels.text.orders import MOVE_SENTENCES
from games.rules.core import orders
from games.rules.core.errors import RulesError
from games.rules.core.events import Event
from games.rules.core.lexicon import NAME_FORMS, normalize_text
from games.rules.core.scenarios import Scenario, find_scenario_files, load_scenarios
from games.rules.core.translation import LANGUAGES, Translator, get_translator
from tests.helpers import pseudo_locale
from tests.helpers.citadels.random_games import NAMES, Moment, any_set_up, moments
from tests.helpers.pseudo_locale import put_in_brackets

FOREIGN = [language for language in LANGUAGES if language != "en"]
FOLDER = Path(__file__).parents[3] / "scenarios" / "citadels"
SCENARIOS = [
    scenario for path in find_scenario_files([FOLDER]) for scenario in load_scenarios(path) if scenario.loads
]
SEATS = {*NAMES, *(seat for scenario in SCENARIOS for seat in scenario.position["seats"])}
SEEDS = ("1", "2")  # both editions, few seats and many
LINES = (
    "fly",
    "build",
    "build keep",
    "gold",
    "end",
    "murder bishop",
    "destroy Bob keep",
    "pick",
    "g",
    "x" * 500,
)
PLANNED = """
    thanks, gold, cards, keep palace, build palace, build palace by keep, income, income 2 1, bonus,
    bonus gold, tithe Bob, levy, murder king, bewitch king, warrant king bishop thief, rob king,
    spy Bob noble, threaten king bishop, swap Bob, redraw palace, look Bob, take palace, foresee, crown Bob,
    crown Bob card, study, destroy Bob palace, exchange Bob palace keep, seize Bob palace, beautify palace,
    beautify palace keep, smithy, laboratory palace, museum palace, armory Bob palace, search palace,
    announce, decline, end, build palace or gold, build palace with keep
"""
ORDERED = [
    *ORDERS,
    "prefer king bishop",
    *(f"{line} {one.number_word} 3" for line, one in ORDERS.items() if one.number_word),
]
NO_ORDER = ("always fly", "prefer nobody", "plan", "plan fly", "cancel gold", "plan always gold")
UNUSABLE = (
    {"preset": "base"},
    {"short": True},
    {"edition": 2016},
    {"characters": ["king", "emperor"]},
    {"districts": ["keep"]},
    {"rank9": "king"},
    {"rank9": 9},
    {"colour": "red"},
)


def test_the_games_are_of_both_editions_and_of_many_sizes():
    set_ups = [any_set_up(seed) for seed in SEEDS]
    assert {options["edition"] for _seats, options in set_ups} == {"2016", "classic"}
    assert min(seats for seats, _options in set_ups) < 4 < max(seats for seats, _options in set_ups)


# --- all that a reader may come to read


def read_at(moment: Moment, language: str) -> Iterator[str]:
    """Everything that is said at this moment to anybody."""
    position, seat = moment.position, moment.seat
    yield from offered_to(position, seat, language)
    twin = CITADELS.copy(position)
    yield from told_of(twin, CITADELS.play(twin, seat, moment.move), language)
    if moment.number % 11 == 0:
        yield from looked_at(position, language)
    if moment.number % 37 == 0:
        yield from read_around(moment, language)
    if CITADELS.over(twin):
        yield from read_at_the_end(twin, language)


def looked_at(position: CitadelsGame, language: str) -> Iterator[str]:
    """The table in lines that are never broken, and the page."""
    for reader in (*position.seats[:2], None):
        yield from CITADELS.table_text(position, reader, language, width=10_000)
        yield from texts_in(CITADELS.presentation.page(position, reader, language))


def read_around(moment: Moment, language: str) -> Iterator[str]:
    """What may be ordered, and what is refused."""
    position, seat = moment.position, moment.seat
    for form in CITADELS.orders.forms(position, seat, language):
        yield from (form.label, form.help)
        yield from (text for choice in form.choices for text in (choice.label, choice.note, choice.asks))
    yield CITADELS.orders.plan_doubt(position, seat, ["build palace"], language)
    for line in LINES:
        yield from refused(lambda line=line: CITADELS.read(position, seat, line, language), language)
        yield from refused(lambda line=line: CITADELS.read(position, "Nobody", line, language), language)
    for line in NO_ORDER:
        yield from refused(lambda line=line: orders.file_order(CITADELS, position, seat, line), language)


def refused(do: Any, language: str) -> list[str]:
    try:
        do()
    except RulesError as error:
        return [error.message_in(language)]
    return []


def read_at_the_end(position: CitadelsGame, language: str) -> Iterator[str]:
    yield from CITADELS.presentation.score_text(position, language)
    yield from CITADELS.presentation.verdict(position, language)
    for lines in CITADELS.scores(position).values():
        yield from (CITADELS.presentation.reason(position, line, language) for line in lines)
    yield from looked_at(position, language)


def read_of_orders(language: str) -> Iterator[str]:
    """Every order and every move of a plan, in words."""
    position, _events = CITADELS.new(NAMES[:4], {}, "orders")
    for line in (*ORDERED, *map(str.strip, PLANNED.split(","))):
        yield CITADELS.orders.describe(position, NAMES[0], line, language)


def test_every_move_of_a_plan_is_read():
    moves = [line.split() for line in PLANNED.split(",")]
    assert {(verb, len(words)) for verb, *words in moves} >= set(MOVE_SENTENCES)


def read_before(language: str) -> Iterator[str]:
    """Setting up: what may be chosen, what was, and what cannot be."""
    for seats in CITADELS.seats:
        for option in CITADELS.setup.options(seats, language):
            yield from (option.label, option.help)
            yield from (text for one in option.choices for text in (one.label, one.effect, one.group))
        for edition in ("2016", "classic"):
            options = CITADELS.setup.clean(seats, {"edition": edition, "preset": "random"}, "1")
            yield from described(CITADELS.setup.describe(options, seats, language))
    for options in UNUSABLE:
        yield from refused(lambda options=options: CITADELS.setup.clean(4, options, "1"), language)


def described(result: Any) -> Iterator[str]:
    yield from (result.game, result.summary)
    yield from (text for fact in result.facts for text in fact)
    for part in result.parts:
        yield from (part.title, part.note)
        yield from (text for card in part.cards for text in (card.name, card.effect))


NOT_SHOWN = {"slug", "type", "kind", "signs", "edition"}  # keys of what templates choose by


def texts_in(value: Any) -> Iterator[str]:
    """Every text of a page, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for key, one in value.items() if key not in NOT_SHOWN for text in texts_in(one))
    elif isinstance(value, list | tuple):
        yield from (text for one in value for text in texts_in(one))
    elif hasattr(value, "__struct_fields__"):
        yield from texts_in({field: getattr(value, field) for field in value.__struct_fields__})


def told_of(position: CitadelsGame, events: Sequence[Event], language: str) -> Iterator[str]:
    for event in events:
        for reader in (*position.seats, None):
            yield CITADELS.phrase(position, event.seen_by(reader), reader, language)
            yield CITADELS.presentation.heading(position, event.seen_by(reader), language)


def read_in(scenario: Scenario, language: str) -> Iterator[str]:
    """A scenario, with what is refused at its end."""
    position = CITADELS.notation.load(scenario.position, scenario.options)
    yield from told_of(position, answered(position), language)
    for seat, line in (move for entry in scenario.play for move in entry.items()):
        yield from offered_to(position, seat, language)
        events = CITADELS.play(position, seat, CITADELS.read(position, seat, line))
        yield from told_of(position, [*events, *answered(position)], language)
    yield from (
        read_at_the_end(position, language) if CITADELS.over(position) else looked_at(position, language)
    )
    for seat, line in (move for entry in scenario.refused for move in entry.items()):
        yield from refused(
            lambda seat=seat, line=line: CITADELS.read(position, seat, line, language), language
        )


def answered(position: CitadelsGame) -> list[Event]:
    """By orders."""
    return [event for fired in orders.fire(CITADELS, position) for event in fired.events]


def offered_to(position: CitadelsGame, seat: str, language: str) -> Iterator[str]:
    for offer in CITADELS.offers(position, seat):
        for way in (offer, *islice(offer.moves(), 2)):
            yield CITADELS.label(position, seat, way, language)
            hint = CITADELS.presentation.hint(position, seat, way, language)
            yield from (hint.note, hint.left)


def games(language: str) -> Iterator[str]:
    """Before a game, in every scenario, and in some games from their beginning to their end."""
    yield from read_before(language)
    yield from read_of_orders(language)
    for scenario in SCENARIOS:
        yield from read_in(scenario, language)
    for seed in SEEDS:
        for moment in moments(seed, *any_set_up(seed)):
            yield from read_at(moment, language)


# --- in brackets

# handles, the email of a type with a price, and what somebody wrote or the notation says, in quotes
KNOWN = re.compile(rf"\b({'|'.join(SEATS)})\b|\b[A-Z](\d+\+?|\b)|“[^”]*”")


@pytest.fixture
def in_brackets(monkeypatch: pytest.MonkeyPatch) -> str:
    """A language all of whose words are known by their brackets."""
    return put_in_brackets(monkeypatch)


def outside(text: str) -> str:
    """What stands in no brackets and is no word that all languages share."""
    return KNOWN.sub("", pseudo_locale.outside(text))


def test_what_is_not_marked_shows(in_brackets):
    assert outside(get_translator(in_brackets).say("{seat} draws {card}.", seat="Ann", card="⟦Keep⟧")) == ""
    assert outside(CITADELS.lexicon.name("keep", in_brackets)) == ""
    assert outside(CITADELS.lexicon.name("keep")) == "Keep"
    assert outside("⟦You may: ⟦build Keep⟧.⟧ Sorry, Ann.") == " Sorry, ."


def test_every_text_is_marked_for_translation(in_brackets):
    for text in dict.fromkeys(games(in_brackets)):
        assert not re.search(r"[^\W\d_]", outside(text)), text


# --- in Hungarian and Croatian


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name without the form that a sentence asks for is a mistake here, not an excuse."""
    real = Translator.format_word

    def format_word(self: Translator, value: Any, form: str) -> str:
        assert not form or "|" in form or form in value.forms, (value, form)
        return real(self, value, form)

    monkeypatch.setattr(Translator, "format_word", format_word)


@pytest.mark.parametrize("language", FOREIGN)
def test_whole_games_are_told_in_the_readers_language(strict, language):
    for text in dict.fromkeys(games(language)):
        assert not re.search(r"[{}|]|\(z\)|\b(the|and|your?|of)\b", text), text


@pytest.mark.parametrize("language", FOREIGN)
def test_a_line_in_the_readers_words_is_read_as_the_same_move(language):
    for seed in SEEDS:
        for moment in moments(seed, *any_set_up(seed)):
            if moment.number % 5 == 0:
                assert_read_back(moment, language)


def assert_read_back(moment: Moment, language: str) -> None:
    write = CITADELS.vocabulary.writer(moment.position, language)
    for offer in CITADELS.offers(moment.position, moment.seat):
        for move in islice(offer.moves(), 2):
            line = write(str(move))
            assert CITADELS.read(moment.position, moment.seat, line, language) == move, line


@pytest.mark.parametrize("language", FOREIGN)
def test_every_card_has_the_forms_that_sentences_ask_for(language):
    for section in ("districts", "characters"):
        for slug in LEXICON.texts(language)[section]:
            for edition in ("2016", "classic"):
                assert LEXICON.inflected_name(slug, language, edition).forms.keys() == set(NAME_FORMS), slug


@pytest.mark.parametrize(
    ("language", "line"), [("hu", "építem a Piacot"), ("hu", "épít piacot"), ("hr", "gradim Tržnicu")]
)
def test_a_card_may_be_written_as_a_sentence_has_it(language, line):
    written = {normalize_text(word) for word in line.split()}
    assert written & LEXICON.spellings("market", language)
    assert written & LEXICON.spellings("build", language)


MERCHANT = {"characters": ["merchant"], "hand": ["market", "docks"], "gold": 9}
ASSASSIN = {"characters": ["assassin"], "gold": 2}
FOUR = ["Ann", "Bob", "Cid", "Dan"]


@pytest.mark.parametrize(
    ("language", "line", "move"),
    [
        ("en", "build the docks", "build docks"),
        ("en", "build a market", "build market"),
        ("hu", "építem a Piacot", "build market"),
        ("hu", "Építem a Dokkot!", "build docks"),
        ("hr", "gradim Tržnicu", "build market"),
        ("en", "murder the thief", "murder thief"),
        ("hu", "megölöm a Tolvajt", "murder thief"),
        ("hu", "meggyilkolom az Építészt", "murder architect"),
        ("hr", "ubijam Lopova", "murder thief"),
    ],
)
def test_a_sentence_with_its_article_is_a_move(language, line, move):
    verb = move.split()[0]
    bob = MERCHANT if verb == "build" else ASSASSIN
    data = {"seats": FOUR, "called": bob["characters"][0], "gathered": True, "Bob": bob}
    game = CITADELS.notation.load(data, {"edition": "classic"})
    assert str(CITADELS.read(game, "Bob", line, language)) == move


@pytest.mark.parametrize("line", ["prefer the thief, the king", "inkább a tolvaj, a király"])
def test_an_order_may_have_articles_too(line):
    assert ORDER_TABLE.parse(line, "classic") == "prefer thief king"


# --- cards of both editions with one Hungarian name

NAMESAKES = [
    ("2016", "necropolis", "temető"),
    ("classic", "graveyard", "temető"),
    ("2016", "haunted_quarter", "kísértetváros"),
    ("classic", "haunted_city", "kísértetváros"),
]


def with_hand(edition: str, *hand: str, gold: int = 9) -> CitadelsGame:
    bob = {"characters": ["merchant"], "hand": list(hand), "gold": gold}
    written = {"seats": ["Ann", "Bob", "Cid", "Dan"], "called": "merchant", "gathered": True, "Bob": bob}
    return CITADELS.notation.load(written, {"edition": edition})


@pytest.mark.parametrize(("edition", "card", "written"), NAMESAKES)
def test_a_name_means_the_card_of_the_edition_that_is_played(edition, card, written):
    game = with_hand(edition, card)
    assert str(CITADELS.read(game, "Bob", f"épít {written}", "hu")) == f"build {card}"
    english = LEXICON.name(card, "en", edition)
    assert CITADELS.orders.describe(game, "Bob", f"épít {written}") == f"Build {english}."


@pytest.mark.parametrize(("edition", "card", "written"), NAMESAKES)
def test_a_refusal_is_about_the_card_of_the_edition_that_is_played(edition, card, written):
    game = with_hand(edition, card, gold=1)
    with pytest.raises(RulesError) as refusal:
        CITADELS.read(game, "Bob", f"épít {written}", "hu", told_in="en")
    assert f"{LEXICON.name(card, 'en', edition)} costs" in str(refusal.value)
