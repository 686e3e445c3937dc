"""From what somebody wrote to the move that was meant, and what he is told if that is not clear."""

import unicodedata
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core import move_parser
from games.rules.core.errors import IllegalMove, NotUnderstood, RulesError
from games.rules.core.lexicon import Lexicon, normalize_text
from games.rules.core.move_parser import RefusedMove, find_nearest_moves, parse_move, tidy_line
from games.rules.core.notation import CardSlot, DealOffer, LooseMove, Move, PickOffer, SplitOffer, offer_cards
from tests.helpers.line_counter import at_most_lines
from tests.helpers.messages.moves import (
    MAY_NOT_PLAY,
    NOT_UNDERSTOOD,
    NOT_UNDERSTOOD_AFTER,
    NOTHING_TO_DO,
    NOTHING_WRITTEN,
    TOO_MANY_READINGS,
    YOU_MAY,
)

ENGLISH = """
[cards]
thieves_den = "Thieves' Den"
great_wall = "Great Wall"
great_hall = "Great Hall"
school_of_magic = "School of Magic"
tavern = "Tavern"
temple = "Temple"
market = "Market"
prison = "Prison"
bridge = "Devil's Bridge"

[verbs]
build = ["build", "construct"]
bribe = ["bribe"]
keep = ["keep"]
give = ["give"]
destroy = ["destroy", "tear down"]
income = ["income"]
end = ["end", "done"]

[keywords]
with = ["with"]
"""
HUNGARIAN = """
[cards]
great_wall = "Nagy Fal"
school_of_magic = "Varázslóiskola"
tavern = {name = "Fogadó", also = ["Kocsma"]}
market = "Piac"

[verbs]
build = ["épít", "építek"]
"""
CROATIAN = """
[cards]
tavern = "Krčma"
market = "Tržnica"
bridge = "Đavolji most"

[verbs]
build = ["gradi", "gradim"]
"""
SEATS = ("Ann", "Bob", "Bobby", "a-b_c-d_e-f")
CITADELS = Path(__file__).parents[3] / "games" / "rules" / "citadels" / "texts"

DISTRICTS = [
    "thieves_den",
    "great_wall",
    "great_hall",
    "school_of_magic",
    "tavern",
    "tavern+",
    "temple",
    "market",
]
BUILD = [Move("build", (card,)) for card in (*DISTRICTS, "bridge")]
DESTROY = [Move("destroy", (seat, "tavern")) for seat in SEATS]
OFFERS = [
    *BUILD,
    *DESTROY,
    PickOffer("build", ("tavern", "temple", "market"), ("prison", "with", CardSlot(0, 3, "pays"))),
    offer_cards("keep", ["tavern", "tavern", "temple", "great_wall"], 2, 2),
    DealOffer("give", ("tavern", "market"), ("Ann", "Bob")),
    SplitOffer("income", 4, ("gold", "cards"), (1, 0)),
    LooseMove(Move("bribe", ("Ann",)), "with"),
    Move("end"),
]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory) -> Lexicon:
    folder = tmp_path_factory.mktemp("texts")
    for language, texts in (("en", ENGLISH), ("hu", HUNGARIAN), ("hr", CROATIAN)):
        (folder / f"{language}.toml").write_text(texts, "utf-8")
    return Lexicon(folder)


@pytest.fixture(scope="module")
def understood(lexicon):
    """Read a line as the seat of some language would, and print the move."""

    def understand(line: str, language: str = "en", offers=OFFERS) -> str:
        def spellings(word: str) -> set[str]:
            return {normalize_text(word)} if word in SEATS else lexicon.spellings(word, language)

        return str(parse_move(line, offers, spellings, [*lexicon.words(), *SEATS]))

    return understand


# --- what is understood


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("build great_wall", "build great_wall"),
        ("BUILD Great_Wall", "build great_wall"),
        ("  build \t great   wall \r\n", "build great_wall"),
        ("build great-wall.", "build great_wall"),
        ("build GreatWall", "build great_wall"),
        ("«Build» “Great Wall”!", "build great_wall"),
        ("construct tavern", "build tavern"),
        ("tear down bob tavern", "destroy Bob tavern"),
        ("done", "end"),
        ("Ｅｎｄ", "end"),
        ("build thieves_den", "build thieves_den"),
        ("build Thieves' Den", "build thieves_den"),
        ("build Thieves’ Den", "build thieves_den"),
        ("build thieves den", "build thieves_den"),
        ("build Thievesden", "build thieves_den"),
        ("build school of magic", "build school_of_magic"),
        ("build devil’s bridge", "build bridge"),
        ("build tävérn", "build tavern"),
        ("build tavern+", "build tavern+"),
        ("build prison with Tavern, Market", "build prison with tavern market"),
        ("build prison with", "build prison with"),
        ("keep great wall tavern", "keep great_wall tavern"),
        ("keep tavern tavern", "keep tavern tavern"),
        ("give ann market bob tavern", "give Ann market Bob tavern"),
        ("income 3 1", "income 3 1"),
        ("income 3, 1", "income 3 1"),
        ("income ３ １", "income 3 1"),
        ("bribe ann with", "bribe Ann with"),
        ("destroy A-B-C-D-E-F tavern", "destroy a-b_c-d_e-f tavern"),
        ("end 👍", "end"),
    ],
)
def test_case_spaces_accents_and_punctuation_do_not_matter(understood, line, move):
    assert understood(line) == move


@pytest.mark.parametrize(
    ("language", "line", "move"),
    [
        ("hu", "épít Fogadó", "build tavern"),
        ("hu", "epitek fogado", "build tavern"),
        ("hu", "ÉPÍT KOCSMA", "build tavern"),
        ("hu", "épít nagy fal", "build great_wall"),
        ("hu", "build Varázslóiskola", "build school_of_magic"),
        ("hu", unicodedata.normalize("NFD", "épít Fogadó"), "build tavern"),
        ("hu", "build tavern", "build tavern"),
        ("hr", "gradi krčma", "build tavern"),
        ("hr", "GRADIM KRCMA", "build tavern"),
        ("hr", "gradi Đavolji most", "build bridge"),
        ("hr", "gradi davolji-most", "build bridge"),
        ("hr", "gradi Thieves’ Den", "build thieves_den"),
    ],
)
def test_names_and_verbs_may_be_in_the_players_language_or_in_english(understood, language, line, move):
    assert understood(line, language) == move


@pytest.mark.parametrize(
    ("language", "line", "move"),
    [
        ("en", "build the tavern", "build tavern"),
        ("en", "construct a Great Wall", "build great_wall"),
        ("en", "destroy Bob the tavern", "destroy Bob tavern"),
        ("en", "bui the mar", "build market"),
        ("en", "destroy an tavern", "destroy Ann tavern"),  # a beginning, where no article makes sense
        ("hu", "építek a Piac", "build market"),
        ("hr", "gradim the market", "build market"),
    ],
)
def test_an_article_is_passed_over(understood, language, line, move):
    assert understood(line, language) == move


def test_an_article_is_not_what_was_not_understood(understood):
    with pytest.raises(NotUnderstood, match="“bistro” after “build”"):
        understood("build the bistro")


def test_an_article_is_no_word_where_a_name_begins_with_it():
    """A player may be called so; and nobody is guessed at where both would do."""
    offers = [Move("take", ("The", "market")), Move("take", ("market",)), Move("take", ("Ann", "market"))]
    plainly = {"spellings": lambda word: {normalize_text(word)}}
    assert str(parse_move("take the market", offers, **plainly)) == "take The market"
    assert str(parse_move("take the market", offers[1:], **plainly)) == "take market"
    with pytest.raises(NotUnderstood, match="“take Ann market” or “take market”"):
        parse_move("take a mar", offers[1:], **plainly)


def test_another_language_than_the_players_is_not_understood(understood):
    with pytest.raises(NotUnderstood, match="Fogadó"):
        understood("build Fogadó", "hr")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("e", "end"),
        ("bu mar", "build market"),
        ("bui sch", "build school_of_magic"),
        ("build great h", "build great_hall"),
        ("build school of m", "build school_of_magic"),
        ("des ann t", "destroy Ann tavern"),
        ("b mark", "build market"),  # “bribe mark…” is nothing
        ("br a", "bribe Ann"),
        ("in 2 2", "income 2 2"),
    ],
)
def test_a_beginning_is_enough_where_only_one_legal_move_begins_so(understood, line, move):
    assert understood(line) == move


def test_a_whole_word_is_no_beginning_of_a_longer_one(understood):
    assert understood("destroy bob tavern") == "destroy Bob tavern"
    assert understood("destroy bob tav") == "destroy Bob tavern"
    assert understood("build tavern") == "build tavern"


def test_the_whole_name_of_another_card_is_no_beginning_either():
    """A name means its card, also where only a card whose name begins so can be meant."""
    spelt = {"copper": {"copper", "rez"}, "coppersmith": {"coppersmith", "rezmuves"}}

    def read(line: str) -> str:
        offers = [Move("trash", ("coppersmith",))]
        return str(parse_move(line, offers, lambda word: spelt.get(word, {word}), spelt, names=[*spelt]))

    assert read("trash coppers") == read("trash rezm") == "trash coppersmith"
    for line in ("trash copper", "trash réz"):
        with pytest.raises(RefusedMove, match="You may not play “trash copper” now"):
            read(line)


def test_the_exact_line_wins_over_every_other_reading():
    twins = [Move("destroy", ("bob",)), Move("destroy", ("Bob",))]
    for twin in twins:
        assert parse_move(str(twin), twins, lambda word: {normalize_text(word)}) == twin
    with pytest.raises(NotUnderstood, match="“destroy Bob” or “destroy bob”"):
        parse_move("destroy BOB", twins, lambda word: {normalize_text(word)})


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: f"{offer.verb}-{type(offer).__name__}")
@pytest.mark.parametrize("language", ["en", "hu", "hr", "xx"])
def test_a_printed_move_is_read_back(understood, offer, language):
    for move in offer.moves():
        assert understood(str(move), language) == str(move)
        assert understood(str(move).upper(), language) == str(move)


# --- what is not


@pytest.mark.parametrize(
    ("line", "both"),
    [
        ("build great", "“build great_hall” or “build great_wall”"),
        ("build ta", "“build tavern” or “build tavern+”"),
        ("destroy b tavern", "“destroy Bob tavern” or “destroy Bobby tavern”"),
    ],
)
def test_a_doubtful_beginning_names_what_it_could_mean(understood, line, both):
    with pytest.raises(NotUnderstood) as doubt:
        understood(line)
    assert str(doubt.value) == f"“{line}” could mean {both}."


def test_of_many_meanings_only_some_are_named():
    many = [Move("take", (f"card_{number:02}",)) for number in range(30)]
    with pytest.raises(NotUnderstood, match="“take card_04” or 25 more"):
        parse_move("take card", many, lambda word: {normalize_text(word)})


OFFERED = YOU_MAY.partition("{")[0]


def refusal(understood, line: str, language: str = "en") -> RulesError:
    with pytest.raises(RulesError) as refused:
        understood(line, language)
    return refused.value


@pytest.mark.parametrize(
    ("line", "language", "unknown", "so_far"),
    [
        ("build Zeppelin", "en", "Zeppelin", "build"),
        ("épít Sárkányvár most", "hu", "Sárkányvár most", "build"),
        ("hello there", "en", "hello there", ""),
        ("keep tavern Öl!", "en", "Öl!", "keep tavern"),
        ("construct pris zzz", "en", "zzz", "build prison"),
        ("постройте таверну", "en", "постройте таверну", ""),
        ("build שוק tavern", "en", "שוק tavern", "build"),
        ("build 市場", "en", "市場", "build"),
        ("👍", "en", "👍", ""),
        ("???", "en", "???", ""),
        ("+", "en", "+", ""),
        ("income -1 5", "en", "-1 5", "income"),
        ("income −1 5", "en", "−1 5", "income"),
    ],
)
def test_unknown_words_are_quoted_back_with_what_was_understood_before_them(
    understood, line, language, unknown, so_far
):
    sentence = (NOT_UNDERSTOOD_AFTER if so_far else NOT_UNDERSTOOD).fill(unknown=unknown, so_far=so_far)
    error = refusal(understood, line, language)
    assert isinstance(error, NotUnderstood)
    assert str(error).startswith(f"{sentence} {OFFERED}")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("build prison", "build prison"),
        ("keep market market", "keep market market"),
        ("keep tavern", "keep tavern"),
        ("income 5 0", "income 5 0"),
        ("income 01 3", "income 01 3"),
        ("end end", "end end"),
        ("tear down ann pris", "destroy Ann prison"),
        ("give ann tavern bob tavern", "give Ann tavern Bob tavern"),
    ],
)
def test_a_move_that_is_not_offered_is_refused_as_it_was_understood(understood, line, move):
    error = refusal(understood, line)
    assert isinstance(error, RefusedMove)
    assert str(error.move) == move
    assert str(error).startswith(f"{MAY_NOT_PLAY.fill(move=move)} {OFFERED}")


def test_the_nearest_legal_moves_come_first(understood):
    assert str(refusal(understood, "build tavrn")).split(OFFERED)[1].startswith("build tavern")
    assert str(refusal(understood, "gradi tavrn", "hr")).split(OFFERED)[1].startswith("build tavern")
    assert find_nearest_moves("keep", OFFERS, 1)[0].startswith("keep")
    assert find_nearest_moves("build markt", OFFERS)[0] == "build market"
    assert find_nearest_moves("", OFFERS) == [str(move) for move in BUILD[:5]]


def test_nearest_moves_are_legal_and_not_repeated():
    found = find_nearest_moves("build great_wal", [*OFFERS, *OFFERS], 500)
    assert sorted(found) == sorted(str(move) for offer in OFFERS for move in offer.moves())


def test_with_nothing_to_do_one_is_told_so(understood):
    with pytest.raises(IllegalMove, match=NOTHING_TO_DO):
        understood("build tavern", offers=[])


@pytest.mark.parametrize("text", ["", " ", "\n\t\r\n", "\u3000\u00a0", "\x1c\x1f"])
def test_an_empty_line_is_refused(understood, text):
    with pytest.raises(NotUnderstood, match=NOTHING_WRITTEN):
        understood(text)


@pytest.mark.parametrize(
    "text", ["end\0", "\x07end", "build\x1btavern", "e\u200bnd", "\u202eend", "end\ufeff", "\ud800", "\x7f"]
)
def test_unprintable_characters_are_refused(understood, text):
    with pytest.raises(NotUnderstood, match="unprintable"):
        understood(text)


@pytest.mark.parametrize("text", ["x" * 5_000_000, "end " * 1_000_000, "\0" * 2001, " " * 2001])
def test_a_text_of_any_length_is_refused_at_a_glance(understood, text):
    with pytest.raises(NotUnderstood, match=f"this has {len(text)} characters"), at_most_lines(100):
        understood(text)


def test_a_line_may_name_every_card_of_a_large_hand():
    hand = ["laboratory", "silver"] * 60
    move = Move("discard", tuple(hand))
    assert len(str(move)) > 1000
    assert parse_move(f" {move} ", [offer_cards("discard", hand, 120, 120)], lambda word: {word}) == move


def test_a_line_of_very_many_words_is_refused(understood):
    with pytest.raises(NotUnderstood, match="this has 800 words"):
        understood("㏂" * 400)  # each of these letters stands for “a.m.”


def test_several_lines_are_read_as_one():
    assert tidy_line("build\n  great\r\nwall") == "build great wall"


# --- no line keeps us busy

LA = [offer_cards("sing", ["la"] * 30 + ["la_la"] * 30 + ["la_la_la"] * 30, 60, 60)]


@pytest.mark.parametrize(
    "line", ["keep" + " t" * 60, "keep" + " t" * 60 + " zzz", "b" + " t" * 60, "d " * 100]
)
def test_many_doubtful_beginnings_do_not_multiply(understood, line):
    with pytest.raises(NotUnderstood), at_most_lines(400_000):
        understood(line)


@pytest.mark.parametrize("end", ["", " zzz"])
def test_names_within_names_do_not_multiply(end):
    with pytest.raises(NotUnderstood), at_most_lines(400_000):
        parse_move("sing" + " la" * 60 + end, LA, lambda word: {normalize_text(word)})


def test_too_many_readings_are_counted_and_not_tried():
    tried = []

    class Watched(PickOffer, frozen=True):
        def accepts(self, move: Move) -> bool:
            tried.append(move)
            return super().accepts(move)

    offer = Watched("keep", ("tavern", "temple") * 30, (CardSlot(60, 60),))
    with pytest.raises(NotUnderstood, match=TOO_MANY_READINGS):
        parse_move("keep" + " t" * 60, [offer], lambda word: {normalize_text(word)})
    assert len(tried) == 1  # the line as it stands


def test_a_few_doubtful_words_are_sorted_out_by_what_is_legal():
    offers = [Move("keep", ("tavern", "temple", "market")), Move("keep", ("market", "tavern", "temple"))]
    assert (
        str(parse_move("k t t m", offers, lambda word: {normalize_text(word)})) == "keep tavern temple market"
    )


# --- whatever is written

letters = st.text(max_size=30)
WRITTEN = """
build Build b great WALL wall tav tavern tavern+ with ann Bob income 1 3 ４ -1 e end keep épít Fogadó
' _ - + 👍 \u202e \0 שלום
"""
snippets = st.sampled_from(WRITTEN.split())
spaced = st.lists(snippets, max_size=8).map(" ".join)
glued = st.lists(st.one_of(snippets, letters), max_size=6).map("".join)


@given(st.one_of(letters, spaced, glued), st.sampled_from(["en", "hu", "hr", "xx"]))
def test_any_text_is_a_legal_move_or_gets_a_sentence(understood, text, language):
    try:
        line = understood(text, language)
    except RulesError as error:
        sentence = str(error)
        assert sentence.endswith(".")
        assert len(sentence) < 2 * move_parser.LONGEST_LINE + 600
    else:
        verb, *args = line.split()
        assert any(offer.accepts(Move(verb, tuple(args))) for offer in OFFERS)


@given(st.sampled_from(OFFERS), st.randoms(use_true_random=False), st.data())
def test_a_move_written_carelessly_is_still_that_move(understood, offer, dice, data):
    move = offer.sample(dice.randrange)
    changes = st.sampled_from([str.upper, str.lower, str.title, str])
    words = [data.draw(changes)(word) for word in (move.verb, *move.args)]
    spaces = st.sampled_from([" ", "  ", "\t", " , ", "\n"])
    line = "".join(word.replace("_", data.draw(st.sampled_from("_- "))) + data.draw(spaces) for word in words)
    assert understood(line) == str(move)


# --- the real texts

LANGUAGES = ("en", "hu", "hr")


@pytest.fixture(scope="module")
def citadels() -> Lexicon:
    return Lexicon(CITADELS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("absent", [{"graveyard", "haunted_city"}, {"necropolis", "haunted_quarter"}])
def test_every_card_of_citadels_is_understood_by_its_name(citadels, language, absent):
    """A name may belong to one card in the one edition and to another in the other."""
    cards = {
        card for section in ("districts", "characters") for card in citadels.texts("en")[section]
    } - absent
    offers = [Move("reveal", (card,)) for card in cards]
    for card in cards:
        for written in (card, citadels.name(card, language), citadels.name(card, language, "classic")):
            for line in (f"reveal {written}", f"REVEAL {normalize_text(written)}"):
                move = parse_move(line, offers, lambda word: citadels.spellings(word, language))
                assert move.args == (card,), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_of_citadels_is_understood_by_its_words(citadels, language):
    verbs = list(citadels.texts("en")["verbs"])
    offers = [Move(verb) for verb in verbs]
    for verb in verbs:
        for word in citadels.texts(language)["verbs"][verb]["words"]:
            assert parse_move(word, offers, lambda word: citadels.spellings(word, language)) == Move(verb)


def test_a_refusal_in_citadels_costs_little(citadels):
    cards = list(citadels.texts("en")["districts"])
    offers = [
        PickOffer("build", tuple(cards), (card, "with", CardSlot(1, 8, "pays"))) for card in islice(cards, 8)
    ]
    with pytest.raises(NotUnderstood), at_most_lines(400_000):
        parse_move(
            "gradi " + "p" * 300, offers, lambda word: citadels.spellings(word, "hr"), citadels.words()
        )
