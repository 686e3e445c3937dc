"""What a choice promises is there when it has been made: every offer is played on a copy and compared."""

import re
from itertools import islice

import pytest

from games.rules.citadels.actions import city_size, size_of
from games.rules.citadels.characters.card import RANK
from games.rules.citadels.characters.income import count_income
from games.rules.citadels.districts.cards import BASIC_DECK, CLASSIC, EDITIONS, NEW, UNIQUE_CARDS
from games.rules.citadels.position import steps
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.scoring import district_points
from games.rules.citadels.setup.options import may_have_ninth
from games.rules.core.notation import parse_exact_move
from games.rules.core.rng import Rng
from tests.helpers.citadels.random_games import NAMES, moments

GOLD = re.compile(r"(?:leaves|will have|End your turn with) (\d+)")
CARDS = re.compile(r"(?:Gain|2 gold for|Collect|Collect \d+ gold and) (\d+) cards?\b")
CITY = re.compile(r"(\w+) will then have (\d+) of (\d+) districts")
INCOME = re.compile(r"income grows to (\d+)")
UNTOLD = (
    "murder",
    "rob",
    "bewitch",
    "pick",
    "theater",
)  # nothing is counted there, and it takes long to tell
FEW = 3  # moves of an offer with something to fill in
next_call = steps.acts["round.next"]


def play(position, seat, offer):
    """The position after this move; what the next call brings is not part of it, an answer of the own is."""
    after = CITADELS.copy(position)
    steps.acts["round.next"] = lambda game, step: None
    try:
        CITADELS.play(after, seat, next(offer.moves()))
        while after.agenda and after.agenda[-1][0].name in ("turn.keep", "magistrate.confiscate"):
            asked = CITADELS.offers(after, after.agenda[-1][0].seat)[-1]  # to keep something, to decline
            CITADELS.play(after, after.agenda[-1][0].seat, next(asked.moves()))
    finally:
        steps.acts["round.next"] = next_call
    return after


def check(position, seat):
    """Make all moves that are offered; how many promises there were."""
    count = 0
    for offer in CITADELS.offers(position, seat):
        moves = offer.moves() if offer.form(str).fields else [offer]
        if offer.verb not in UNTOLD:
            count += sum(check_one(position, seat, one) for one in islice(moves, FEW))
    return count


def check_one(position, seat, offer):
    label, hint = CITADELS.label(position, seat, offer), CITADELS.presentation.hint(position, seat, offer)
    after = play(position, seat, offer)
    result = promised(label, hint)
    true = real(position, after, seat, hint)
    assert result == {key: true[key] for key in result}, (label, hint)
    if offer.verb == "build":
        completed = city_size(position.players[seat]) < position.goal <= city_size(after.players[seat])
        assert ("completes your city" in label) == completed, label
        is_told = "fifth type" in hint.note
        assert is_told == (has_all_types(after, seat) and not has_all_types(position, seat)), (label, hint)
    return bool(result)


def promised(label, hint):
    """All numbers that the reader is told."""
    found = {
        "gold": (GOLD.search(label) or re.search(r"no (gold) is left", label)),
        "left": re.search(r"(\d+)", hint.left),
        "worth": re.search(r"(\d+)", hint.worth),
        "cards": CARDS.search(label),
        "city": CITY.search(hint.note),
        "income": INCOME.search(hint.note),
    }
    return {key: tuple(map(number, match.groups())) for key, match in found.items() if match}


def number(word):
    return 0 if word == "gold" else int(word) if word.isdigit() else word


def real(before, after, seat, hint):
    """The same numbers as they are."""
    player = after.players[seat]
    true = {
        "gold": (player.gold,),
        "left": (player.gold,),
        "worth": (district_points(after, player),),
        "cards": (len(player.hand) - len(before.players[seat].hand),),
        "income": (count_income(after, seat) if after.called else 0,),
    }
    if told := CITY.search(hint.note):
        owner = after.players[seat if told[1] == "You" else told[1]]
        true["city"] = told[1], city_size(owner), after.goal
    return true


def has_all_types(game, seat):
    """Haunted City counts from the next round on, if there is one."""
    later = CITADELS.copy(game)
    if not game.first_completed:
        later.players[seat].built_this_round = []
    return any(line.reason == "five_types" for line in CITADELS.scores(later)[seat])


# --- games as chance plays them


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_promise_is_kept_in_random_games(edition, seats):
    options = {"edition": edition, "preset": "random", "rank9": may_have_ninth(seats, edition)}
    count = 0
    for seed in range(3):
        for moment in moments(f"aftermath {edition} {seed}", seats, options):
            # while thanks are due nobody is reminded, and what is said first is lost (R18, R46)
            if moment.position.thanked:
                count += check(moment.position, moment.seat)
    assert count > 300


# --- positions full of cards that rarely meet


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_promise_is_kept_with_every_character_and_every_district(edition):
    count = 0
    for character in sorted(RANK[edition]):
        for attempt in range(50):
            game = crowded(Rng(f"{edition} {character} {attempt}"), edition, character)
            count += check(game, CITADELS.awaits(game)[0])
    assert count > 3000


def crowded(rng, edition, called):
    """The turn of this character among cities, hands and stashes by chance."""
    cast = cast_with(rng, edition, called)
    seats = NAMES[: 5 + rng.below(3)]
    cards = sorted({*BASIC_DECK[edition], *UNIQUE_CARDS[edition]} - {"secret_vault"})
    position = {seat: player(rng, cards) for seat in seats}
    position["Ann"]["characters"] = [called]
    position |= {"seats": list(seats), "cast": cast, "called": called, "begun": True}
    position |= {"gathered": bool(rng.below(4)), "deck": some(rng, cards, rng.below(9)), "goal": 7}
    if edition == NEW and called != "magistrate" and "magistrate" in cast and rng.below(2):
        position["Bob"]["characters"] = ["magistrate"]
        position["warrants"] = {"signed": called, "blank": [one for one in cast if one != called][1:3]}
    if edition == CLASSIC and called != "tax_collector" and "tax_collector" in cast:
        position["Bob"]["characters"] = ["tax_collector"]
        position |= {"built": rng.below(2)}
    if completed := [seat for seat in seats if size_of(position[seat]["city"]) >= 7]:
        position["first_completed"] = completed[:1]
    return CITADELS.notation.load(position, {"edition": edition, "characters": cast})


def cast_with(rng, edition, called):
    ranks = RANK[edition]
    by_rank = {ranks[one]: one for one in some(rng, list(ranks), len(ranks))} | {ranks[called]: called}
    return [by_rank[rank] for rank in sorted(by_rank)]


def player(rng, cards):
    city = some(rng, cards, rng.below(8))
    under = some(rng, cards, 2) if "museum" in city else []
    coins = [card for card in city if not rng.below(5)]
    hand = some(rng, cards, rng.below(7))
    return {"gold": rng.below(8), "hand": hand, "city": city, "beautified": coins, "museum": under}


def some(rng, cards, count):
    pile = list(cards)
    rng.shuffle(pile)
    return pile[:count]


# --- the sentences themselves

CAST = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]


def label(line, position, **options):
    game = CITADELS.notation.load({"seats": ["Ann", "Bob", "Cleo", "Dan"], **position}, options)
    return CITADELS.label(game, "Ann", parse_exact_move(line))


def test_a_thieves_den_says_gold_and_cards_and_what_is_left():
    hand = ["thieves_den", "haunted_quarter", "manor", "tavern"]
    position = {"called": "king", "gathered": True, "Ann": {"characters": ["king"], "gold": 4, "hand": hand}}
    assert label("build thieves_den with haunted_quarter manor", position) == (
        "Build Thieves' Den for 4 gold and 2 cards (Haunted Quarter, Manor), leaves 0 gold."
    )


def test_tax_is_told_before_it_is_paid():
    ann = {"characters": ["king"], "gold": 4, "hand": ["stables"]}
    position = {"called": "king", "gathered": True, "cast": [*CAST, "tax_collector"], "Ann": ann}
    assert label("build stables", position) == "Build Stables for 2, and 1 tax, leaves 1 gold."


def test_what_the_magistrate_may_take_is_not_promised():
    position = {
        "called": "king",
        "gathered": True,
        "warrants": {"signed": "bishop", "blank": ["king", "merchant"]},
        "Ann": {"characters": ["king"], "gold": 4, "hand": ["market"]},
        "Bob": {"characters": ["magistrate"]},
    }
    assert label("build market", position) == (
        "Build Market for 2, leaves 2 gold. The Magistrate may take it instead; then you get your gold back."
    )


def test_the_classic_merchant_reckons_with_the_gold_that_comes_by_itself():
    position = {"called": "merchant", "Ann": {"characters": ["merchant"], "gold": 3}}
    assert label("gold", position, edition="classic") == (
        "Take 2 gold, and 1 as the Merchant: you will have 6."
    )


def test_the_end_of_a_turn_reckons_with_what_it_brings():
    ann = {"characters": ["alchemist"], "gold": 0, "city": ["poor_house"]}
    position = {"called": "alchemist", "gathered": True, "paid": 4, "Ann": ann}
    assert label("end", position) == "End your turn: you will have 5 gold."


def test_a_short_deck_promises_no_more_than_it_has():
    position = {"called": "king", "deck": ["tavern"], "Ann": {"characters": ["king"]}}
    assert label("cards", position) == "Draw 1 card and keep it."
