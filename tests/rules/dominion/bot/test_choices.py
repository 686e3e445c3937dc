"""What a sensible player does: the rule-based bot and big money in written positions."""

import pytest

from games.bots.rule_based_bot import RuleBasedBot, SparringBot
from games.rules.dominion.ruleset import DOMINION

DECK = ["copper", "copper", "silver", "copper", "gold"]
RICH = ["gold", "gold", "gold", "silver", "silver", "silver"]


def table(*moves, kingdom=(), hand=(), deck=DECK, bob=("copper", "estate"), bobs_deck=DECK, **fields):
    """Ann is on turn; after these moves somebody is asked."""
    players = {
        "Ann": {"hand": list(hand), "deck": list(deck)},
        "Bob": {"hand": list(bob), "deck": list(bobs_deck)},
    }
    written = {"seats": ["Ann", "Bob"], **players, **fields}
    position = DOMINION.notation.load(written, {"kingdom": list(kingdom)})
    for line in moves:
        DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", line))
    return position


def answer(position, seat="Ann"):
    """What this seat answers, whatever the dice of the bot say."""
    view, offers = DOMINION.view(position, seat), DOMINION.offers(position, seat)
    (move,) = {str(RuleBasedBot(DOMINION, seed).choose(view, offers)) for seed in range(5)}
    return move


def bought(coins, deck=DECK, **fields):
    return answer(table(deck=deck, phase="buy", coins=coins, **fields))


# --- what it buys


def test_it_plays_all_treasures_before_it_buys():
    assert answer(table(hand=["gold", "silver", "estate"])) == "treasures"


@pytest.mark.parametrize(("coins", "move"), [(8, "buy province"), (6, "buy gold"), (3, "buy silver")])
def test_it_buys_the_best_that_money_can_buy(coins, move):
    assert bought(coins, deck=RICH) == move


@pytest.mark.parametrize("coins", [0, 1, 2])
def test_it_buys_neither_copper_nor_an_early_estate(coins):
    assert bought(coins) == "end"


def test_it_buys_gold_before_the_first_province_of_a_poor_deck():
    assert bought(8, deck=["copper"] * 8) == "buy gold"


def test_it_buys_duchies_and_estates_when_few_provinces_are_left():
    assert bought(6, deck=RICH, supply={"province": 3}) == "buy duchy"
    assert bought(3, deck=RICH, supply={"province": 2}) == "buy estate"


def test_it_takes_the_last_province_if_that_wins():
    trash = ["province"] * 6
    assert bought(8, deck=[*RICH, "province"], supply={"province": 1}, trash=trash) == "buy province"


def test_it_does_not_end_a_game_that_it_would_lose():
    rivals = ["province", "province", "duchy"]
    assert bought(8, supply={"province": 1, "duchy": 5}, bob=rivals) != "buy province"


def test_it_ends_even_a_lost_game_that_has_lasted_very_long():
    players = {"supply": {"province": 1}, "bob": ["province", "province", "duchy"]}
    position = table(phase="buy", coins=8, **players)
    for player in position.players.values():
        player.turns = 40
    assert answer(position) == "buy province"


def test_it_ends_the_game_by_an_empty_pile_if_that_wins():
    supply = {"copper": 0, "curse": 0, "estate": 1}
    assert bought(3, deck=[*RICH, "province"], supply=supply) == "buy estate"


def test_it_buys_two_cards_that_are_worth_more_than_a_dear_one():
    assert bought(7, deck=RICH * 2, kingdom=["smithy"]) == "buy gold"
    assert bought(7, deck=RICH * 2, kingdom=["smithy"], buys=2) == "buy smithy"


def test_it_buys_an_action_that_draws_but_not_a_second_for_a_small_deck():
    small = ["copper"] * 7 + ["estate"] * 3
    assert bought(4, deck=small, kingdom=["smithy"]) == "buy smithy"
    assert bought(4, deck=[*small, "smithy"], kingdom=["smithy"]) == "buy silver"


def test_it_buys_the_witch_only_as_long_as_there_are_curses():
    assert bought(5, kingdom=["witch"]) == "buy witch"
    assert bought(5, kingdom=["witch"], supply={"curse": 0}) == "buy silver"


def test_it_buys_gardens_for_a_large_deck():
    large = ["copper"] * 20 + ["silver"] * 10
    assert bought(4, deck=large, kingdom=["gardens"], supply={"province": 3}) == "buy gardens"


# --- what it plays


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        (["village", "smithy", "copper"], "play village"),
        (["market", "militia"], "play market"),
        (["smithy", "chancellor"], "play smithy"),
        (["throne_room", "smithy"], "play throne_room"),
        (["conspirator", "great_hall"], "play great_hall"),
        (["moneylender", "estate"], "end"),
        (["chapel", "gold"], "treasures"),
        (["throne_room", "copper"], "treasures"),
        (["trading_post", "gold", "gold"], "treasures"),
    ],
)
def test_it_plays_what_keeps_the_turn_going_first_and_nothing_that_does_harm(hand, move):
    assert answer(table(hand=hand)) == move


@pytest.mark.parametrize(
    ("hand", "moves", "answered"),
    [
        (["chapel", "curse", "estate", "gold"], ["play chapel"], "trash curse estate"),
        (["chapel", "gold", "silver"], ["play chapel"], "trash none"),
        (["cellar", "estate", "gold"], ["play cellar"], "discard estate"),
        (["baron", "estate"], ["play baron"], "discard estate"),
        (["remodel", "gold", "copper"], ["play remodel"], "trash gold"),
        (["mine", "gold", "copper"], ["play mine"], "trash copper"),
        (["workshop"], ["play workshop"], "gain silver"),
        (["steward", "curse", "estate", "gold"], ["play steward"], "trash curse estate"),
        (["trading_post", "curse", "estate", "gold"], ["play trading_post"], "trash curse estate"),
        (["secret_chamber", "estate", "copper"], ["play secret_chamber"], "discard estate"),
        (["throne_room", "smithy", "moat"], ["play throne_room"], "play smithy"),
        (["minion", "gold", "gold", "gold"], ["play minion"], "choose coins"),
        (["minion", "estate", "curse"], ["play minion"], "choose hand"),
        (["pawn", "smithy"], ["play pawn"], "choose card action"),
        (["nobles", "smithy"], ["play nobles"], "choose actions"),
        (["nobles", "copper"], ["play nobles"], "choose cards"),
    ],
)
def test_it_answers_its_own_actions(hand, moves, answered):
    deck = ["copper", "silver", "silver", "gold", "gold", "gold", "gold"]
    assert answer(table(*moves, hand=hand, deck=deck, kingdom=["duke"])) == answered


def test_a_wish_is_for_the_card_that_the_deck_holds_most():
    assert (
        answer(table("play wishing_well", hand=["wishing_well"], deck=["estate", *["gold"] * 4]))
        == "name gold"
    )


def test_a_library_sets_aside_what_cannot_be_played():
    deck = ["smithy", "copper", "copper"]
    assert answer(table("play library", hand=["library"], deck=deck)) == "choose aside"
    village = table("play village", "play library", hand=["village", "library"], deck=["copper", *deck])
    assert answer(village) == "choose keep"


def test_a_spy_keeps_good_cards_for_itself_only():
    position = table("play spy", hand=["spy"], deck=["copper", "estate"])
    assert answer(position) == "discard Ann"
    DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", "discard Ann"))
    position.players["Bob"].revealed = ["gold"]
    assert answer(position) == "discard Bob"


# --- what others do to it


def attacked(card, hand, *, kingdom=(), **fields):
    """Bob's answer to Ann's card."""
    return answer(table(f"play {card}", hand=[card, "copper"], bob=hand, kingdom=kingdom, **fields), "Bob")


def test_it_reveals_a_moat():
    assert attacked("witch", ["moat", "copper"], kingdom=["witch", "moat"]) == "reveal moat"
    assert attacked("witch", ["copper"], kingdom=["witch", "moat"]) == "decline"


def test_it_discards_to_a_militia_what_it_cannot_use():
    assert attacked("militia", ["gold", "estate", "silver", "curse", "gold"]) in (
        "discard curse estate",
        "discard estate curse",
    )


def test_it_discards_bad_cards_to_a_torturer_and_takes_a_curse_for_good_ones():
    assert attacked("torturer", ["estate", "curse", "gold"]).startswith("discard")
    assert attacked("torturer", ["gold", "gold", "gold"]) == "choose curse"


def test_it_takes_a_curse_that_is_not_there():
    assert attacked("torturer", ["estate", "estate"], supply={"curse": 0}) == "choose curse"


def test_it_passes_a_curse():
    assert attacked("masquerade", ["gold", "estate", "curse"]) == "pass curse"


def test_it_puts_the_card_on_its_deck_that_it_misses_least():
    assert attacked("bureaucrat", ["great_hall", "estate", "gold"]) == "topdeck estate"


def test_it_gains_something_useful_for_a_sabotaged_card():
    assert attacked("saboteur", ["copper"], bobs_deck=["gold"]) == "gain silver"
    assert attacked("saboteur", ["copper"], bobs_deck=["silver"]) == "gain none"


def test_it_gives_a_curse_for_a_copper():
    position = table("play swindler", hand=["swindler"])
    assert answer(position) == "give Bob curse"


# --- what it knows


def test_a_seat_knows_what_it_owns_and_not_what_others_do():
    position = table(hand=["gold", "estate"], deck=["gold"])
    assert DOMINION.view(position, "Ann")["you"]["owned"] == {"estate": 1, "gold": 2}
    assert "owned" not in DOMINION.view(position, "Ann")["players"]["Bob"]
    assert "you" not in DOMINION.view(position, None)


# --- orders


def suggested(position, seat="Bob"):
    return DOMINION.advice.suggest_orders(DOMINION.view(position, seat), lambda n: 0)


def test_it_orders_an_answer_to_each_question_out_of_turn():
    position = table(kingdom=["moat", "torturer", "masquerade", "bureaucrat", "saboteur"])
    kinds = {DOMINION.orders.kind(line) for line in suggested(position)}
    assert kinds >= {"moat", "torturer", "discard", "pass", "topdeck", "gain", "buy", "treasures", "end"}


def test_it_plans_the_actions_of_its_hand_up_to_a_question():
    position = table(bob=["village", "smithy", "steward", "copper"])
    assert [line for line in suggested(position) if line.startswith("plan ")] == [
        "plan play village",
        "plan play smithy",
        "plan play steward",
    ]


def test_it_plans_nothing_in_its_own_turn():
    assert not [line for line in suggested(table(hand=["smithy"]), "Ann") if line.startswith("plan ")]


def test_its_list_of_buys_begins_with_what_it_wants_most():
    position = table()
    position.players["Bob"].deck += RICH
    (line,) = [line for line in suggested(position) if line.startswith("prefer buy ")]
    assert line == "prefer buy province gold silver end"


# --- big money


@pytest.mark.parametrize(
    ("fields", "move"),
    [
        ({"hand": ["smithy", "gold"]}, "treasures"),
        ({"phase": "buy", "coins": 5, "kingdom": ["laboratory"]}, "buy silver"),
        ({"phase": "buy", "coins": 8, "deck": ["copper"] * 8}, "buy gold"),
        ({"phase": "buy", "coins": 8, "deck": [*RICH, *RICH]}, "buy province"),
        ({"phase": "buy", "coins": 6, "supply": {"province": 4}}, "buy duchy"),
        ({"phase": "buy", "coins": 3, "supply": {"province": 2}}, "buy estate"),
        ({"phase": "buy", "coins": 2}, "end"),
    ],
)
def test_big_money_buys_treasures_and_points_only(fields, move):
    position = table(**fields)
    bot = SparringBot("big_money", DOMINION.advice.sparring["big_money"], 1)
    chosen = bot.choose(DOMINION.view(position, "Ann"), DOMINION.offers(position, "Ann"))
    assert str(chosen) == move


@pytest.mark.parametrize("thrones", [1, 2, 3])
def test_it_plays_throne_rooms_with_a_card_to_play_twice_and_not_by_themselves(thrones):
    kingdom, hand = ["throne_room", "smithy"], ["throne_room"] * thrones
    assert answer(table(kingdom=kingdom, hand=[*hand, "smithy"])) == "play throne_room"
    assert answer(table(kingdom=kingdom, hand=hand)) == "end"
