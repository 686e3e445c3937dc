"""Moves as people type them in Hungarian and Croatian: in whole sentences, with or without accents."""

import pytest

from games.rules.citadels.districts.cards import NEW
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.text.lexicon import LEXICON
from games.rules.core import orders
from games.rules.core.errors import NotUnderstood, RulesError
from games.rules.core.lexicon import ANY_LANGUAGE, normalize_text
from games.rules.core.move_parser import parse_move
from games.rules.core.notation import Move, Offer, SplitOffer, offer_cards, parse_exact_move

SEATS = ("Marko", "Vesna")
GATHERING = ["gold", "cards", "income", "bonus"]
BUILDING = ["build market", "build tavern", "build monastery", "income", "bonus", "end"]


def understood(line: str, language: str, offers: list[Offer]) -> str:
    def spellings(word: str) -> set[str]:
        return {normalize_text(word)} if word in SEATS else LEXICON.spellings(word, language)

    known = [*LEXICON.words(), *SEATS]
    return str(parse_move(line, offers, spellings, known, names=LEXICON.names))


def offered(*lines: str) -> list[Offer]:
    return [parse_exact_move(line) for line in lines]


TYPED = {
    ("hu", "gold"): [
        "2 aranyat",
        "2 arany",
        "kérek 2 aranyat",
        "aranyat kérek",
        "gyűjtök aranyat",
        "aranyat gyűjtök",
        "az aranyat",
        "Két aranyat kérek.",
    ],
    ("hu", "cards"): ["lapot", "kártyát", "lapot húzok", "húzok lapokat", "húzok 2 lapot", "két lapot húzok"],
    ("hu", "income"): ["beszedem a bevételt", "kérem a bevételt", "bevételt kérek", "a bevételt"],
    ("hu", "bonus"): ["kérem a bónuszt", "bónuszt kérek"],
    ("hr", "gold"): ["uzimam zlato", "uzmi zlato", "prikupljam zlato", "2 zlatnika", "uzimam 2 zlatnika"],
    ("hr", "cards"): [
        "vučem karte",
        "vuci karte",
        "izvlačim karte",
        "izvuci karte",
        "vučem 2 karte",
        "uzimam karte",
        "2 karte",
        "izvlačim dvije karte",
    ],
    ("hr", "income"): ["ubirem prihod", "uzimam prihod", "uzmi prihod"],
    ("hr", "bonus"): ["uzimam bonus", "uzmi bonus"],
}
ENDED = {
    "hu": ["befejezem a kört", "befejezem a körömet", "kör vége", "a kör vége", "passz", "Vége."],
    "hr": ["kraj poteza", "završavam potez", "završi potez", "dalje", "gotov sam", "gotova sam"],
}
BUILT = {
    "hu": [
        "a Piacot építem",
        "építek egy piacot",
        "Piacot építek",
        "felépítem a Piacot",
        "építem a Piacot",
        "a Piacot építem fel",
        "Piac",
        "a Piacot",
    ],
    "hr": [
        "izgrađujem Tržnicu",
        "gradit ću Tržnicu",
        "Tržnicu gradim",
        "sagradit ću tržnicu",
        "Tržnica",
        "Tržnicu",
    ],
}
WITH_CHARACTERS = [
    ("hu", "pick", ["a Királyt választom", "választok Királyt", "kiválasztom a Királyt", "Király"]),
    ("hu", "murder", ["a Királyt ölöm meg", "meggyilkolom a Királyt", "a Királyt gyilkolom meg", "Királyt"]),
    ("hu", "rob", ["kirablom a Királyt", "a Királyt rablom ki", "kirabolom a Királyt"]),
    ("hr", "pick", ["izabirem Kralja", "odabrat ću Kralja", "Kralja biram", "Kralja"]),
    ("hr", "murder", ["ubijam lika Kralja", "ubit ću Kralja", "Kralja ubijam", "Kralj"]),
    ("hr", "rob", ["opljačkam Kralja", "opljačkat ću Kralja", "pljačkam lika Kralja"]),
]
CITIES = {
    "hu": [
        "elpusztítom Marko városában a Piacot",
        "elpusztítom a Piacot Marko városában",
        "Marko városában a Piacot pusztítom el",
        "elpusztítok Marko Piacot",
    ],
    "hr": ["rušim Tržnicu igrača Marko", "uništavam Tržnicu u gradu igrača Marko", "srušit ću Marko Tržnicu"],
}
SWAPPED = {
    "hu": ["elcserélem a lapjaimat Vesna", "elcserélem a lapjaimat Vesna lapjaira", "kézcsere Vesna"],
    "hr": ["razmjenjujem karte s igračem Vesna", "razmijeni karte s Vesna", "razmjenjujem Vesna"],
}


def both(language: str, lines: list[str]) -> list[tuple[str, str]]:
    """Each line as it should be written, and as phones without our emails write it."""
    return [(language, text) for line in lines for text in dict.fromkeys((line, normalize_text(line)))]


def typed(lines: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [one for language, some in lines.items() for one in both(language, some)]


@pytest.mark.parametrize(
    ("language", "line", "move"),
    [(*one, move) for (language, move), lines in TYPED.items() for one in both(language, lines)],
)
def test_what_one_takes_is_said_with_its_object(language, line, move):
    assert understood(line, language, offered(*GATHERING)) == move
    assert understood(line, ANY_LANGUAGE, offered(*GATHERING)) == move


@pytest.mark.parametrize(("language", "line"), typed(ENDED))
def test_a_turn_is_ended_in_a_sentence(language, line):
    assert understood(line, language, offered(*BUILDING)) == "end"


@pytest.mark.parametrize(("language", "line"), typed(BUILT))
def test_a_district_is_built_in_any_order_of_words(language, line):
    assert understood(line, language, offered(*BUILDING)) == "build market"


@pytest.mark.parametrize(
    ("language", "line", "verb"),
    [(*one, verb) for language, verb, lines in WITH_CHARACTERS for one in both(language, lines)],
)
def test_a_character_is_named_in_any_order_of_words(language, line, verb):
    offers = offered("gold", "cards", f"{verb} king", f"{verb} bishop")
    assert understood(line, language, offers) == f"{verb} king"


@pytest.mark.parametrize(("language", "line"), typed(CITIES))
def test_a_district_of_a_city_is_named_before_or_after_its_owner(language, line):
    offers = offered("destroy Marko market", "destroy Vesna market", "destroy Marko tavern", "end")
    assert understood(line, language, offers) == "destroy Marko market"


@pytest.mark.parametrize(("language", "line"), typed(SWAPPED))
def test_hands_are_exchanged_with_somebody(language, line):
    assert understood(line, language, offered("swap Vesna", "swap Marko", "gold")) == "swap Vesna"


@pytest.mark.parametrize(("language", "line"), typed({"hu": ["megtartom a Piacot", "a Piacot tartom meg"]}))
def test_a_card_is_kept(language, line):
    assert understood(line, language, [offer_cards("keep", ["market", "tavern"], 1, 1)]) == "keep market"


@pytest.mark.parametrize(("language", "line"), typed({"hu": ["eldobom a Piacot", "a Piacot dobom el"]}))
def test_a_card_is_discarded_in_the_laboratory(language, line):
    offers = offered("laboratory market", "build market", "end")
    assert understood(line, language, offers) == "laboratory market"


# --- nothing is guessed


def test_a_name_alone_with_which_two_things_can_be_done_is_asked_about():
    with pytest.raises(NotUnderstood, match=r"build market.*laboratory market"):
        understood("Piac", "hu", offered("build market", "laboratory market", "end"))


@pytest.mark.parametrize("line", ["Vesna", "Vesna lapjaira", "igrača Vesna"])
def test_the_name_of_a_player_alone_is_no_move(line):
    with pytest.raises(RulesError):
        understood(line, "hr", offered("swap Vesna", "end"))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("hu", "2"),
        ("hu", "3 aranyat"),
        ("hu", "húzok 3 lapot"),
        ("hu", "nem húzok lapot"),
        ("hu", "nem a Piacot építem"),
        ("hu", "Pia"),
        ("hr", "2"),
        ("hr", "3 zlatnika"),
        ("hr", "ne gradim Tržnicu"),
        ("hr", "Tržnicu ne gradim"),
        ("hr", "Trž"),
    ],
)
def test_what_says_something_else_is_refused(language, line):
    with pytest.raises(RulesError):
        understood(line, language, offered("gold", "cards", "build market", "end"))


def test_gold_alone_is_not_the_gold_of_a_bonus():
    with pytest.raises(RulesError):
        understood("arany", "hu", offered("bonus gold", "bonus cards", "end"))


def test_numbers_are_never_exchanged():
    with pytest.raises(RulesError):
        understood("income 0 3", "en", [SplitOffer("income", 3, ("gold", "cards"), (1, 0))])


@pytest.mark.parametrize("language", ["hu", "hr", ANY_LANGUAGE])
def test_no_two_verbs_are_typed_alike(language):
    verbs = LEXICON.texts("en")["verbs"]
    spelt = [spelling for verb in verbs for spelling in LEXICON.spellings(verb, language)]
    assert len(spelt) == len(set(spelt))


# --- what is told


@pytest.mark.parametrize(
    ("language", "line", "result"),
    [("hu", "Király börtön", "Király Börtönt"), ("hr", "Kralj zatvor", "Kralj Zatvor")],
)
def test_a_card_that_comes_first_is_called_by_its_name(language, line, result):
    position = new_game()
    [seat] = CITADELS.awaits(position)
    with pytest.raises(RulesError) as refusal:
        CITADELS.read(position, seat, line, language)
    assert result in refusal.value.message_in(language)
    assert "king" not in refusal.value.message_in(language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "prefer CHARACTER…, always gold, always cards, always bribe"),
        ("hu", "inkább KARAKTER…, mindig arany, mindig lapok, mindig lefizetem"),
        ("hr", "radije LIK…, uvijek zlato, uvijek karte, uvijek podmiti"),
    ],
)
def test_what_may_be_ordered_is_listed_in_the_words_of_the_reader(language, words):
    with pytest.raises(NotUnderstood) as refusal:
        CITADELS.orders.parse(new_game(), "Marko", "always sometimes")
    assert words in refusal.value.message_in(language)


def new_game():
    return CITADELS.new(["Marko", "Vesna", "Ana", "Ivo"], {}, "typed")[0]


@pytest.mark.parametrize(
    ("line", "choices"),
    [
        ("terv a Piacot építem", [["build", "market"]]),
        ("terv lapot", [["cards"]]),
        ("terv húzok 2 lapot vagy aranyat kérek", [["cards"], ["gold"]]),
        ("plan rušim Tržnicu igrača Marko ili kraj poteza", [["destroy", "Marko", "market"], ["end"]]),
    ],
)
def test_a_plan_in_sentences_is_understood_as_moves(line, choices):
    position = new_game()
    kept = orders.parse_plan_line(CITADELS, position, line)
    assert orders.parse_alternatives(CITADELS, position, kept) == choices


def test_lines_are_written_in_the_first_person():
    assert LEXICON.translate_line("build market", "hu", NEW) == "építek Piacot"
    assert LEXICON.translate_line("pick king", "hu", NEW) == "választok Királyt"
    assert parse_exact_move("build market") == Move("build", ("market",))
