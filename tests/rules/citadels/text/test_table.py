"""The table as text: complete, within its width, and without a word that the reader may not know."""

import pytest

from games.rules.citadels.districts.cards import COST, TYPE
from games.rules.citadels.position import steps
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.scoring import BONUS_BY_DISTRICT, sum_score
from games.rules.citadels.setup.options import PRESETS
from games.rules.citadels.text.question import QUESTION_SENTENCES
from games.rules.citadels.text.score import REASON_PHRASES
from games.rules.core.rng import Rng
from games.rules.core.translation import LANGUAGES
from tests.helpers.citadels.random_games import any_set_up, finished, moments

SET_UPS = [  # every preset with few seats and with many
    *(
        (seats, {"preset": preset})
        for place, preset in enumerate(PRESETS)
        for seats in (2 + place % 2, 5 + place % 4)
    ),
    *(
        (seats, {"edition": "classic", "preset": preset})
        for preset in ("base", "random")
        for seats in (2, 3, 8)
    ),
]

# the moment of the sample email: the sixth round, the Merchant of five players
EMAIL = {
    "seats": ["Marko", "Vesna", "Bence", "Tilda", "Ilka"],
    "cast": ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord", "queen"],
    "round": 6,
    "crown": "Vesna",
    "called": "merchant",
    "gathered": True,
    "faceup": ["magician", "queen"],
    "facedown": ["bishop", "warlord"],
    "murdered": "architect",
    "robbed": "warlord",
    "Marko": {
        "gold": 5,
        "hand": ["watchtower", "market", "harbor", "great_wall"],
        "city": ["tavern", "trading_post", "castle", "church", "library"],
        "characters": ["merchant"],
    },
    "Vesna": {
        "gold": 4,
        "hand": ["palace", "docks", "temple"],
        "city": ["palace", "castle", "cathedral", "keep"],
        "characters": ["king"],
    },
    "Bence": {
        "gold": 2,
        "hand": ["fortress"],
        "city": ["tavern", "watchtower", "temple", "prison", "docks", "monastery"],
        "characters": ["thief"],
    },
    "Tilda": {
        "gold": 6,
        "hand": ["tavern", "tavern", "church", "barracks", "smithy"],
        "city": ["market", "school_of_magic", "manor"],
        "characters": ["architect"],
    },
    "Ilka": {
        "gold": 1,
        "hand": ["castle", "docks"],
        "city": ["manor", "temple", "prison", "harbor"],
        "characters": ["assassin"],
    },
}
DISTRICTS = [*PRESETS["first_game"].districts[:13], "great_wall"]


def email(**changes):
    position = CITADELS.notation.load(EMAIL | changes, {"districts": DISTRICTS})
    marko = position.players["Marko"]
    marko.picked = ["merchant"]
    marko.seen = [["thief", "king", "merchant", "architect", "warlord"]]
    return position


def text(position, seat, **how):
    return "\n".join(CITADELS.table_text(position, seat, **how))


def paragraphs(position, seat, **how):
    return text(position, seat, **how).split("\n\n")


def test_the_table_of_the_email():
    assert text(email(), "Marko") == TABLE


TABLE = """\
Your turn: you are the Merchant.

Round 6. Vesna has the crown. The first city of 7 districts ends the
game. 31 cards in the deck.

1 Assassin  Ilka                6 Merchant   you, on turn
2 Thief     Bence               7 Architect  murdered
3 Magician  face up             8 Warlord    to be robbed
4 King      Vesna               9 Queen      face up
5 Bishop    called, no answer

THE TABLE, clockwise from you    gold  hand   built  points
You, Merchant                       5     4  5 of 7      15
    Tavern T1, Trading Post T2, Castle N4, Church R2, Library U6
Vesna, King, crown                  4     3  4 of 7      17
    Palace N5, Castle N4, Cathedral R5, Keep U3
Bence, Thief                        2     1  6 of 7      11
    Tavern T1, Watchtower M1, Temple R1, Prison M2, Docks T3,
    Monastery R3
Tilda, not shown                    6     5  3 of 7      11
    Market T2, School of Magic U6, Manor N3
Ilka, Assassin                      1     2  4 of 7      10
    Manor N3, Temple R1, Prison M2, Harbor T4

N noble, R religious, T trade, M military, U unique, then the cost.
    Keep: No rank 8 character can destroy or seize the Keep, nor take it
    or give it in exchange.
    Library: When you gather cards, you keep all the cards you draw.
    School of Magic: For income, and for nothing else, it counts as one
    district of your character's type.

WHAT ONLY YOU KNOW
Merchant: You may gain 1 extra gold, whatever you gathered; your income
is 1 gold per trade district in your city.
You chose the Merchant from Thief, King, Merchant, Architect and
Warlord. Not among them: Assassin and Bishop.
    Great Wall: A rank 8 character, even your own, pays 1 gold more to
    destroy, take in exchange or seize any other district of your city.

You hold 5 gold and 4 cards: Watchtower M1, Market T2, Harbor T4,
Great Wall U6."""


def test_the_first_paragraph_is_the_question_and_the_last_what_the_reader_holds():
    assert paragraphs(email(), "Marko")[0] == "Your turn: you are the Merchant."
    assert paragraphs(email(), "Tilda")[0] == "Waiting for Marko."
    assert paragraphs(email(), "Tilda")[-1].startswith("You hold 6 gold and 5 cards: Tavern T1, Tavern T1,")


def test_somebody_who_only_watches_sees_the_table_and_no_secrets():
    watched = text(email(), None)
    assert "Vesna, King, crown" in watched
    said, _, effects = watched.partition("Library:")
    assert "you" not in said.lower()
    assert "School of Magic:" in effects  # what cards do is told to their owner


@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
def test_a_reader_cannot_tell_two_worlds_apart_that_differ_in_what_is_hidden(set_up):
    for moment in moments("worlds", *set_up):
        if moment.number % 3 == 0:
            seat = moment.position.seats[moment.number // 3 % set_up[0]]
            world = CITADELS.deal_again(moment.position, seat, Rng(str(moment.number)))
            assert text(world, seat) == text(moment.position, seat)


@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
def test_every_line_fits_and_every_seat_and_district_is_told(set_up):
    for moment in moments("told", *set_up):
        if moment.number % 9:
            continue
        language = LANGUAGES[moment.number % len(LANGUAGES)]
        for width in (40, 60, 72, 80):
            lines = CITADELS.table_text(moment.position, moment.seat, language, width)
            assert max(map(len, lines)) <= width
            assert lines == [line.rstrip() for line in lines]
        text = " ".join(" ".join(lines).split())
        for seat, player in moment.position.players.items():
            assert seat == moment.seat or seat in text
            assert all(
                shown(moment.position, card, language) in text for card in {*player.city} - with_coin(player)
            )
        for card in moment.position.players[moment.seat].hand:
            assert shown(moment.position, card, language) in text


def shown(position, card, language="en"):
    emails = CITADELS.lexicon.texts(language)["letters"]
    name = CITADELS.vocabulary.namer(position, language)
    return f"{name(card)} {emails[TYPE[card]]}{COST[position.edition][card]}"


def with_coin(player):
    return set(player.beautified)


@pytest.mark.parametrize("seed", range(12))
def test_no_card_is_named_that_only_others_hold(seed):
    for moment in moments(f"named {seed}", *any_set_up(f"named {seed}")):
        position, seat = moment.position, moment.seat
        own = position.players[seat]
        there = {card for player in position.players.values() for card in player.city}
        known = {*own.hand, *own.museum, *(card for cards in own.knows.values() for card in cards)}
        asked = {card for step in position.agenda[-1] for card in step.args.get("cards", ())}
        result = text(position, seat, width=1000)
        for card in set(COST[position.edition]) - there - known - asked:
            assert shown(position, card) not in result


def test_a_very_long_handle_gets_lines_of_its_own():
    seats = ["A" * 40, "Bob", "Cleo", "Dan"]
    position, _ = CITADELS.new(seats, {}, "long")
    for seat in (*seats, None):
        assert max(map(len, CITADELS.table_text(position, seat, "en", 36))) <= 40


# --- the calls


def calls(position, seat="Marko"):
    """Character → what is told of it; a narrow text has a line for each."""
    lines = [line.split() for line in paragraphs(position, seat, width=40)[2].splitlines()]
    return {words[1]: " ".join(words[2:]) for words in lines}


def test_a_murdered_character_and_an_absent_one_are_both_silent():
    position = email(murdered="bishop", called="architect")
    assert calls(position)["Bishop"] == "murdered, no answer"
    position = email(murdered="warlord", robbed=None, called="architect")
    assert calls(position)["Bishop"] == "called, no answer"
    assert calls(position)["Warlord"] == "murdered"


def test_marks_stay_beside_a_character_who_has_shown_himself():
    position = email(robbed="king", murdered=None)
    assert calls(position)["King"] == "Vesna, robbed"


def test_while_the_draft_goes_on_the_characters_stand_in_a_sentence():
    position, _ = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, "draft")
    asked = CITADELS.awaits(position)[0]
    cast = paragraphs(position, asked)[2]
    assert cast.startswith("Characters: 1 Assassin, 2 Thief,")
    assert "Face up, so nobody has them:" in cast
    assert "1 character lies face down." in cast
    assert paragraphs(position, asked)[0] == "Choose your character."


# --- what only one seat knows


def test_a_hidden_character_is_told_to_its_holder_alone():
    assert "You are the Architect, but have not shown it yet." in text(email(), "Tilda")
    assert "Tilda, not shown" in text(email(), "Ilka")


def test_the_face_of_a_warrant_is_told_to_the_magistrate_alone():
    changes = {
        "cast": ["magistrate", *EMAIL["cast"][1:]],
        "warrants": {"signed": "warlord", "blank": ["architect", "bishop"]},
        "murdered": None,
        "robbed": None,
        "Ilka": EMAIL["Ilka"] | {"characters": ["magistrate"]},
    }
    position = email(**changes)
    assert "The warrant on the Warlord is signed." in text(position, "Ilka")
    for other in ("Marko", "Vesna", "Bence", "Tilda", None):
        assert "signed" not in text(position, other)
    assert calls(position)["Warlord"] == calls(position)["Architect"] == "warrant"


def test_cards_that_were_drawn_are_shown_to_the_one_who_drew_them():
    position = email(
        gathered=False,
        begun=True,
        pending={"kind": "keep", "seat": "Marko", "cards": ["palace", "statue"], "count": 1},
    )
    assert paragraphs(position, "Marko")[0] == "Which card do you keep?"
    assert "You have drawn Statue U3, Palace N5." in text(position, "Marko")
    assert "Statue" not in text(position, "Vesna")


def test_every_question_has_its_sentence():
    assert set(QUESTION_SENTENCES) == set(steps.asks) - {"turn", "turn.keep"}


# --- the end


def test_after_the_end_all_hands_lie_open_and_nothing_is_secret():
    position = finished("open", 4, {})
    result = text(position, "Ann")
    assert result.startswith("The game is over.")
    assert "WHAT ONLY YOU KNOW" not in result
    for player in position.players.values():
        assert all(shown(position, card) in " ".join(result.split()) for card in player.hand)


def test_every_reason_for_points_has_its_words():
    assert set(BONUS_BY_DISTRICT) <= set(REASON_PHRASES)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lines_of_a_score_add_up(seed, language):
    position = finished(f"score {seed}", *any_set_up(f"score {seed}"))
    lines = CITADELS.presentation.score_text(position, language)
    for seat, score in CITADELS.scores(position).items():
        place = next(n for n, line in enumerate(lines) if line.startswith(f"{seat}: {sum_score(score)} "))
        texts = lines[place + 1 : place + 1 + len(score)]
        assert [int(line.split()[0]) for line in texts] == [line.points for line in score]
    assert CITADELS.winners(position)[0] in lines[0]


def test_a_tie_is_explained():
    position = email(phase="over", called="end", gathered=False, murdered=None)
    for player in position.players.values():
        player.city = ["tavern", "temple"]
    assert CITADELS.presentation.score_text(position)[:2] == [
        "Tilda wins with 2 points.",
        "Tied on points; Tilda showed the character of the highest rank.",
    ]


def test_a_classic_tie_is_explained():
    seats = {"seats": ["Ann", "Bob", "Cleo", "Dan"], "phase": "over", "called": "end"}
    city = {"city": ["dragon_gate"], "gold": 1}  # 6 and 2 more
    position = CITADELS.notation.load(seats | {"Ann": city, "Bob": {"city": ["castle", "harbor"]}}, CLASSIC)
    assert CITADELS.presentation.score_text(position)[:2] == [
        "Bob wins with 8 points.",
        "Tied on points; Bob has more of them from the cost of districts.",
    ]
    rich = {"city": ["palace", "docks"], "gold": 2}
    position = CITADELS.notation.load(
        seats | {"Ann": rich, "Bob": {"city": ["castle", "harbor"], "gold": 1}}, CLASSIC
    )
    assert CITADELS.presentation.score_text(position)[:2] == [
        "Ann wins with 8 points.",
        "Tied on points; Ann has the most gold.",
    ]


CLASSIC = {"edition": "classic"}
