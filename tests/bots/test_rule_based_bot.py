"""The bot that plays by the rule-based bot: sensible, quick to the point, and blind to what is hidden."""

import pytest

from games.bots.arena import Contest, run_contest
from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import play_to_end
from games.rules.citadels.bot.advice import ANSWER_RULES
from games.rules.citadels.bot.character_value import CHARACTER_RATERS
from games.rules.citadels.bot.turn import RATERS
from games.rules.citadels.characters.card import CHARACTERS
from games.rules.citadels.districts.effects import EFFECTS
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.setup.options import PRESETS
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from tests.helpers.rulesets.pebbles import PEBBLES

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
LISTS = [
    *({"edition": "2016", "preset": preset} for preset in (*PRESETS, "random")),
    *({"edition": "classic", "preset": preset} for preset in ("base", "random")),
]
MANY_ROUNDS = 40  # nobody dawdles so long


def name_of(options):
    return "-".join(map(str, options.values()))


def test_it_beats_random_bots_clearly():
    contest = Contest(("rule_based", "random", "random", "random"), {"preset": "first_game"}, "clear")
    assert run_contest(CITADELS, contest, games=40)[0].share >= 0.7


@pytest.mark.parametrize("options", LISTS, ids=name_of)
def test_it_finishes_games_of_every_list_with_any_number_of_seats(options):
    for seats in CITADELS.seats:
        position, _ = CITADELS.new(NAMES[:seats], options, f"finish {seats}")
        play_to_end(CITADELS, position, {seat: RuleBasedBot(CITADELS, seat) for seat in position.seats})
        assert position.round < MANY_ROUNDS


def test_it_finishes_games_of_any_set_up():
    for number in range(12):
        seats, options = CITADELS.setup.sample(Rng(f"any {number}"))
        position, _ = CITADELS.new(NAMES[:seats], options, f"any {number}")
        play_to_end(CITADELS, position, {seat: RuleBasedBot(CITADELS, seat) for seat in position.seats})
        assert position.round < MANY_ROUNDS


@pytest.mark.parametrize("options", LISTS, ids=name_of)
def test_its_choice_hangs_on_nothing_hidden(options):
    """Dealt again, all that the seat cannot know is another, and the choice is the same."""
    for seats in (2, 4, 7):
        position, _ = CITADELS.new(NAMES[:seats], options, "blind")
        number = 0
        while not CITADELS.over(position):
            (seat,) = CITADELS.awaits(position)
            world = CITADELS.deal_again(position, seat, Rng(f"{number}"))
            move = choice(position, seat, seed=number)
            assert choice(world, seat, seed=number) == move
            CITADELS.play(position, seat, move)
            number += 1


def choice(position, seat, seed=0):
    bot = RuleBasedBot(CITADELS, seed)
    return bot.choose(CITADELS.view(position, seat), CITADELS.offers(position, seat))


def test_it_has_an_answer_to_every_question():
    assert set(ANSWER_RULES) == set(CITADELS.steps.asks)


def test_it_has_an_opinion_of_every_move_of_a_turn():
    powers = {verb for one in CHARACTERS.values() for edition in one.powers.values() for verb in edition}
    assert powers | set(EFFECTS) <= set(RATERS)
    assert set(CHARACTER_RATERS) == set(CHARACTERS)


def test_it_plays_a_game_without_advice_somehow():
    position, _ = PEBBLES.new(["Ann", "Bob"], {}, "x")
    play_to_end(PEBBLES, position, {seat: RuleBasedBot(PEBBLES, seat) for seat in ("Ann", "Bob")})
    assert PEBBLES.over(position)


# --- what a sensible player does


def asked(seat="Ann", edition="2016", **written):
    """What this seat answers in the written position, whatever the dice of the bot say."""
    seats = ["Ann", "Bob", "Cleo", "Dan"]
    position = CITADELS.notation.load({"seats": seats, "crown": "Dan", **written}, {"edition": edition})
    assert CITADELS.awaits(position) == [seat]
    (answer,) = {str(choice(position, seat, seed)) for seed in range(10)}
    return answer


def test_it_builds_the_last_district_when_that_wins():
    city = ["manor", "temple", "market", "prison", "keep", "castle"]
    answer = asked(
        called="merchant",
        gathered=True,
        used=["bonus", "income"],
        Ann={"characters": ["merchant"], "gold": 4, "hand": ["harbor", "tavern"], "city": city},
    )
    assert answer == "build harbor"


def test_it_gathers_cards_when_there_is_nothing_to_build():
    hand = {"characters": ["bishop"], "gold": 5, "hand": ["temple"], "city": ["temple"]}
    assert asked(called="bishop", begun=True, Ann=hand) == "cards"


def test_it_gathers_gold_for_a_district_that_it_could_not_pay_otherwise():
    hand = {"characters": ["bishop"], "gold": 3, "hand": ["palace", "cathedral"]}
    assert asked(called="bishop", begun=True, Ann=hand) == "gold"


def test_it_keeps_the_card_that_it_can_build():
    answer = asked(
        called="bishop",
        begun=True,
        pending={"kind": "keep", "seat": "Ann", "cards": ["castle", "palace"], "count": 1},
        Ann={"characters": ["bishop"], "gold": 5, "city": ["castle"]},
    )
    assert answer == "keep palace"


def test_a_magician_with_an_empty_hand_takes_the_fullest_one():
    answer = asked(
        called="magician",
        begun=True,
        Ann={"characters": ["magician"], "gold": 2},
        Bob={"hand": ["tavern", "temple"]},
        Cleo={"hand": ["market", "castle", "docks", "harbor", "prison"]},
    )
    assert answer == "swap Cleo"


def test_a_thief_does_not_rob_a_character_that_lies_face_up():
    answer = asked(
        called="thief",
        begun=True,
        faceup=["magician", "bishop", "merchant", "architect", "warlord"],
        Ann={"characters": ["thief"], "gold": 2},
        Bob={"characters": ["king"], "gold": 6},
    )
    assert answer == "rob king"


def test_a_warlord_razes_what_costs_nothing_in_the_city_of_the_leader():
    answer = asked(
        called="warlord",
        gathered=True,
        used=["income"],
        Ann={"characters": ["warlord"]},
        Bob={"city": ["tavern"]},
        Cleo={"city": ["tavern", "palace", "castle", "fortress", "docks", "cathedral"], "gold": 4},
    )
    assert answer == "destroy Cleo tavern"


def test_it_never_razes_its_own_districts():
    answer = asked(
        called="warlord",
        gathered=True,
        used=["income"],
        Ann={"characters": ["warlord"], "gold": 3, "city": ["tavern", "temple"]},
    )
    assert answer == "end"


def test_it_says_thanks_before_anything_else():
    answer = asked(
        edition="classic",
        called="merchant",
        begun=True,
        thanked=False,
        Ann={"characters": ["merchant"], "gold": 3, "hand": ["tavern"]},
        Dan={"city": ["ball_room"]},
    )
    assert answer == "thanks"


@pytest.mark.parametrize(("lace", "answer"), [("bishop", "reveal"), ("king", "conceal")])
def test_a_blackmailer_shows_only_the_lace(lace, answer):
    blank = "king" if lace == "bishop" else "bishop"
    result = asked(
        cast=["witch", "blackmailer", "seer", "king", "bishop", "merchant", "scholar", "warlord"],
        called="bishop",
        begun=True,
        threats={"lace": lace, "blank": blank, "by": "Ann"},
        pending={"kind": "reveal", "seat": "Ann"},
        Ann={"characters": ["blackmailer"]},
        Bob={"characters": ["bishop"], "gold": 5},
    )
    assert result == answer


def test_a_magistrate_confiscates_a_dear_district():
    paid = {"card": "palace", "gold": 5, "counts": True}
    answer = asked(
        called="king",
        begun=True,
        warrants={"signed": "king", "blank": ["bishop", "merchant"]},
        pending={"kind": "confiscate", "seat": "Ann", "builder": "Bob", **paid},
        Ann={"characters": ["magistrate"]},
        Bob={"characters": ["king"]},
    )
    assert answer == "confiscate"


def test_an_owner_of_a_graveyard_recovers_what_is_worth_a_gold():
    pending = {"kind": "recover", "seat": "Ann", "card": "fortress"}
    position = {"called": "warlord", "begun": True, "pending": pending, "Bob": {"characters": ["warlord"]}}
    grave = {"city": ["graveyard"], "gold": 4}
    assert asked(edition="classic", **position, Ann=grave) == "recover"
    grave["city"].append("fortress")
    assert asked(edition="classic", **position, Ann=grave) == "decline"


def test_a_secret_vault_is_not_thrown_away():
    answer = asked(
        cast=["witch", "spy", "seer", "king", "bishop", "merchant", "scholar", "warlord"],
        called="bishop",
        gathered=True,
        used=["income"],
        Ann={"characters": ["bishop"], "hand": ["secret_vault"], "city": ["museum", "laboratory"]},
    )
    assert answer == "end"


def test_with_two_players_it_puts_a_card_away_that_it_does_not_keep():
    position = CITADELS.notation.load(
        {
            "seats": ["Ann", "Bob"],
            "crown": "Bob",
            "drafter": "Ann",
            "character_deck": ["thief", "magician", "king", "bishop", "merchant", "architect"],
            "Bob": {"characters": ["assassin"]},
            "facedown": ["warlord"],
            "Ann": {"city": ["tavern", "market", "docks"]},
        },
        {},
    )
    move = choice(position, "Ann")
    assert isinstance(move, Move)
    assert move.args[0] == "merchant"
    assert move.args[1] in ("thief", "magician", "king", "bishop", "architect")
