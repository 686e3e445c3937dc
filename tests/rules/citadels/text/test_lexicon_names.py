"""Players, their cards and amounts as sentences have them: “Markovu Tržnicu”, “Marko Piacát”, “3 aranyat”."""

import pytest

from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.text.lexicon import LEXICON
from games.rules.core.errors import RulesError
from games.rules.core.inflection import inflect_name
from games.rules.core.lexicon import ANY_LANGUAGE, normalize_text

SEATS = ["Marko", "Vesna", "Bence", "Petar"]


def position(called: str = "warlord", *, gathered: bool = True, mine: dict | None = None, seats=SEATS):
    """The last of the seats is on turn; each of the others has a market."""
    *others, last = seats
    page = {"seats": seats, "called": called, "gathered": gathered, "begun": True}
    page |= {seat: {"city": ["market", "tavern"], "hand": ["castle"]} for seat in others}
    own = {"characters": [called], "gold": 9, "hand": ["manor"]} | (mine or {})
    return CITADELS.notation.load(page | {last: own}, {})


def understood(line: str, language: str, game=None) -> str:
    game = game or position()
    return str(CITADELS.read(game, game.seats[-1], line, language))


DESTROYED = {
    "en": ["destroy Marko's market", "raze Marko’s Market"],
    "hu": [
        "elpusztítom Marko Piacát",
        "Marko Piacát pusztítom el",
        "lerombolom Markónál a Piacot",
        "elpusztítom Marko-nál a Piacot",
    ],
    "hr": [
        "rušim Markovu Tržnicu",
        "rušim Marku Tržnicu",
        "uništit ću Tržnicu u gradu igrača Marka",
        "Markovu Tržnicu rušim",
    ],
}


def typed(lines: dict[str, list[str]]) -> list[tuple[str, str]]:
    """As it should be written, and as phones without our emails write it."""
    every = [(language, line) for language, some in lines.items() for line in some]
    return [
        (language, one) for language, line in every for one in dict.fromkeys((line, normalize_text(line)))
    ]


@pytest.mark.parametrize(("language", "line"), typed(DESTROYED))
def test_somebodys_district_is_named_as_people_name_it(language, line):
    assert understood(line, language) == "destroy Marko market"
    assert understood(line, ANY_LANGUAGE) == "destroy Marko market"


SWAPPED = {
    "hu": ["elcserélem a lapjaimat Vesnával", "kézcsere Vesnával"],
    "hr": ["razmjenjujem karte s Vesnom", "razmijeni karte s igračem Vesnom"],
    "en": ["swap hands with Vesna", "swap with Vesna"],
}


@pytest.mark.parametrize(("language", "line"), typed(SWAPPED))
def test_hands_are_exchanged_with_somebody(language, line):
    assert understood(line, language, position("magician")) == "swap Vesna"


CROWNED = {
    "hu": ["Bencének adom a koronát", "megkoronázom Bencét", "koronát Bencének"],
    "hr": ["predajem krunu Benceu", "krunim Bencu", "dajem krunu igraču Bence"],
    "en": ["give the crown to Bence", "crown Bence"],
}


@pytest.mark.parametrize(("language", "line"), typed(CROWNED))
def test_somebody_is_crowned(language, line):
    mine = {"characters": ["emperor"], "hand": []}
    page = {"seats": SEATS, "called": "emperor", "begun": True, "gathered": True, "Petar": mine}
    cast = ["assassin", "thief", "magician", "emperor", "bishop", "merchant", "architect", "warlord"]
    game = CITADELS.notation.load(page, {"characters": cast})
    assert understood(line, language, game) == "crown Bence"


@pytest.mark.parametrize(
    ("name", "language", "forms"),
    [
        ("Péter", "hu", ["Pétert", "Péternek", "Péterrel", "Pétertől"]),
        ("Nagy", "hu", ["Naggyal", "Nagyot"]),
        ("Bell", "hu", ["Bellel"]),
        ("Ann2", "hu", ["Ann2-nek", "Ann2-t"]),
        ("Goran", "hr", ["Gorana", "Goranu", "Goranom", "Goranov", "Goranovu"]),
        ("Petar", "hr", ["Petra", "Petru", "Petrov", "Petrovo"]),
        ("Luka", "hr", ["Luke", "Luki", "Luku", "Lukom", "Lukin", "Lukinu"]),
        ("Ante", "hr", ["Ante", "Anti", "Antu", "Antom", "Antin"]),
        ("Toni", "hr", ["Tonija", "Toniju", "Tonijev"]),
        ("Bob", "en", ["Bob's", "Bob’s"]),
    ],
)
def test_a_handle_is_bent_by_rule(name, language, forms):
    known = inflect_name(normalize_text(name), language) | {normalize_text(name)}
    assert {normalize_text(form) for form in forms} <= known


# --- nothing is guessed


def test_a_form_that_is_somebodys_own_name_means_that_player():
    game = position(seats=["Marko", "Marka", "Bence", "Petar"])
    assert understood("rušim Marka Tržnicu", "hr", game) == "destroy Marka market"
    assert understood("rušim Marko Tržnicu", "hr", game) == "destroy Marko market"


def test_a_form_that_two_players_share_is_asked_about():
    game = position(seats=["Marko", "Marka", "Bence", "Petar"])
    with pytest.raises(RulesError) as refusal:
        understood("rušim Marku Tržnicu", "hr", game)
    assert all(name in refusal.value.message_in("hr") for name in ("Marka", "Marko"))


def test_no_form_of_a_name_is_a_word_of_the_game():
    game = position(seats=["Kral", "Templo", "Bence", "Petar"])
    for language in ("en", "hu", "hr", ANY_LANGUAGE):
        spellings = CITADELS.vocabulary.spellings(game, language)
        assert not (spellings("Kral") | spellings("Templo")) & LEXICON.all_spellings


def test_no_two_cards_are_spelt_alike_when_they_are_somebodys():
    game, owner = position(), {}
    spellings = CITADELS.vocabulary.spellings(game, "hu")
    for slug in LEXICON.texts("en")["districts"]:
        for spelling in spellings(slug) - LEXICON.spellings(slug, "hu"):
            assert owner.setdefault(spelling, LEXICON.name(slug, "hu")) == LEXICON.name(slug, "hu")


def test_the_words_of_a_table_are_indexed_once_for_all_its_lines():
    def spellings(seats, **options):
        return CITADELS.vocabulary.spellings(CITADELS.new(seats, options, "x")[0], "hu")

    assert spellings(["Ann", "Bob"]) is spellings(["Ann", "Bob"])
    assert spellings(["Ann", "Bob"]) is not spellings(["Ann", "Vesna"])
    assert spellings(["Ann", "Bob"]) is not spellings(["Ann", "Bob"], edition="classic")


@pytest.mark.parametrize("line", ["Vesnával", "Vesnom", "Vesnu", "Vesnának"])
def test_a_player_alone_is_no_move(line):
    with pytest.raises(RulesError):
        understood(line, ANY_LANGUAGE, position("magician"))


# --- amounts

GOLD = {"en": ["3 gold", "take three gold"], "hu": ["3 aranyat", "három aranyat kérek"], "hr": ["3 zlatnika"]}
CARDS = {"en": ["draw 3 cards"], "hu": ["húzok 3 lapot"], "hr": ["vučem 3 karte", "izvlačim tri karte"]}


@pytest.mark.parametrize(("language", "line"), typed(GOLD))
def test_three_gold_is_said_where_three_are_gathered(language, line):
    assert understood(line, language, position(gathered=False, mine={"city": ["gold_mine"]})) == "gold"
    with pytest.raises(RulesError):
        understood(line, language, position(gathered=False))


@pytest.mark.parametrize(("language", "line"), typed(CARDS))
def test_three_cards_are_said_where_three_are_drawn(language, line):
    assert understood(line, language, position(gathered=False, mine={"city": ["observatory"]})) == "cards"
    with pytest.raises(RulesError):
        understood(line, language, position(gathered=False))


@pytest.mark.parametrize(
    "line",
    [
        "always bribe upto 3 gold",
        "mindig lefizetem legfeljebb 3 arany",
        "mindig lefizetem max 3 aranyat",
        "uvijek podmiti do 3 zlatnika",
    ],
)
def test_the_limit_of_an_order_may_have_its_unit(line):
    assert CITADELS.orders.parse(position(), "Marko", line) == "always bribe upto 3"
    two = CITADELS.orders.parse(position(), "Marko", line.replace("3", "2"))
    assert two == "always bribe upto 2"  # not the two gold that one gathers


@pytest.mark.parametrize(
    "line", ["always bribe 3 gold", "always bribe upto gold", "always refuse upto 3 gold"]
)
def test_an_order_with_a_stray_amount_is_none(line):
    with pytest.raises(RulesError):
        CITADELS.orders.parse(position(), "Marko", line)


@pytest.mark.parametrize("line", ["always 2 gold", "mindig 2 aranyat", "uvijek uzimam 2 zlatnika"])
def test_what_one_always_gathers_may_have_its_amount(line):
    assert CITADELS.orders.parse(position(), "Marko", line) == "always gold"


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("take 2 gold", "gold"),
        ("Draw two cards.", "cards"),
        ("take my bonus", "bonus"),
        ("collect income", "income"),
    ],
)
def test_english_is_read_in_sentences_too(line, move):
    assert understood(line, "en", position("merchant", gathered=False, mine={"city": ["market"]})) == move


def test_english_ends_a_turn_in_a_sentence():
    assert understood("end my turn", "en") == "end"
