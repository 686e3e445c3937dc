"""What the templates of Dominion show: supply, turn, hand, choices, decks that are open, the log."""

from typing import Any

import pytest

from games.rules.core.reader import SeatReader
from games.rules.core.translation import LANGUAGES
from games.rules.dominion.cards.card import ATTACKS
from games.rules.dominion.position import DominionGame
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.text.attack_effects import describe_attack_on_reader
from games.rules.dominion.text.card_notes import CARD_NOTES, describe_card_now
from games.rules.dominion.text.turn_summary import find_first_seat
from tests.helpers.messages import dominion as messages
from tests.helpers.random_games import play_moments

HAND = ["bridge", "copper", "copper", "silver", "estate"]
KINGDOM = ["bridge", "moat", "secret_chamber", "throne_room", "village"]
PRESENTATION = DOMINION.presentation


def load(hand: list[str] | None = None, **more: Any) -> DominionGame:
    """Ann is on turn with this hand, Bob and Cleo have five cards each."""
    rival = {"hand": ["gold"] * 5, "deck": ["province", "gold"], "discard": ["silver", "duchy"], "turns": 3}
    written = {
        "seats": ["Ann", "Bob", "Cleo"],
        "Ann": {"hand": HAND if hand is None else hand, "deck": ["gold"] * 4, "turns": 4},
        "Bob": rival,
        "Cleo": rival,
        **more,
    }
    return DOMINION.notation.load(written, {"kingdom": KINGDOM})


def play(position: DominionGame, *lines: str, seat: str = "Ann") -> DominionGame:
    for line in lines:
        DOMINION.play(position, seat, DOMINION.read(position, seat, line))
    return position


def piles(position: DominionGame, seat: str | None = "Ann") -> dict[str, Any]:
    shelf = PRESENTATION.page(position, seat)["shelf"]
    return {pile.card.slug: pile for pile in (*shelf.basic, *shelf.kingdom)}


def hint(position: DominionGame, line: str, seat: str = "Ann") -> Any:
    return PRESENTATION.hint(position, seat, DOMINION.read(position, seat, line))


# --- the supply


def test_a_cost_is_black_as_far_as_the_treasures_of_the_hand_reach():
    reached = {card for card, pile in piles(load()).items() if pile.reach == "can"}
    assert {"silver", "bridge", "estate"} <= reached
    assert not {"duchy", "gold", "province"} & reached


def test_outside_of_the_own_turn_no_pile_is_cheap_or_dear():
    for reader in ("Bob", None):
        assert {pile.reach for pile in piles(load(), reader).values()} == {"calm"}


def test_a_pile_shows_what_it_costs_now():
    assert (piles(load())["duchy"].card.cost, piles(play(load(), "play bridge"))["duchy"].card.cost) == (5, 4)


def test_an_empty_pile_is_empty_whatever_the_coins():
    pile = piles(load(supply={"moat": 0}))["moat"]
    assert (pile.reach, pile.edges) == ("empty", 0)


def test_basic_cards_stand_apart_from_the_kingdom():
    shelf = PRESENTATION.page(load(), "Ann")["shelf"]
    assert len(shelf.basic) == 7
    assert [pile.card.slug for pile in shelf.kingdom] == [
        "moat",
        "secret_chamber",
        "village",
        "bridge",
        "throne_room",
    ]


# --- the hand, the turn, the others


def test_the_hand_has_each_kind_once_with_its_number():
    hand = PRESENTATION.page(load(), "Ann")["hand"]
    assert {card.slug: card.count for card in hand} == {"bridge": 1, "copper": 2, "silver": 1, "estate": 1}


def test_the_turn_grows_with_what_is_played():
    turn = PRESENTATION.page(play(load(), "play bridge", "treasures"), "Bob")["turn"]
    assert (turn.actions, turn.buys, turn.coins) == (0, 2, 5)
    assert {card.slug: card.count for card in turn.in_play} == {"bridge": 1, "copper": 2, "silver": 1}


def test_of_the_others_only_numbers_and_the_top_of_a_pile_are_shown():
    page = PRESENTATION.page(load(), "Ann")
    assert [other.seat for other in page["others"]] == ["Bob", "Cleo"]
    other = page["others"][0]
    assert (other.hand, other.discard_top.slug, other.deck_is_empty) == (5, "silver", False)
    assert "'gold'" not in str([other, page["hand"]])


def test_a_card_that_was_put_on_the_own_deck_is_known_to_its_owner_alone():
    position = play(load(["courtyard", "estate"]), "play courtyard", "topdeck estate")
    own, onlooker = PRESENTATION.page(position, "Ann"), PRESENTATION.page(position, None)
    assert own["mine"].notes
    assert onlooker["mine"] is None


@pytest.mark.parametrize(
    ("card", "rest", "message"),
    [
        ("baron", ["estate"], messages.ESTATE_HELD),
        ("baron", ["copper"], messages.NO_ESTATE_HELD),
        ("moneylender", ["copper"], messages.COPPER_HELD),
        ("shanty_town", ["copper"], messages.NO_OTHER_ACTION_FOR_SHANTY_TOWN),
        ("shanty_town", ["village"], messages.OTHER_ACTION_HELD),
        ("throne_room", ["copper"], messages.NO_OTHER_ACTION),
        ("mine", ["estate"], messages.NO_TREASURE_HELD),
    ],
)
def test_a_card_says_what_it_would_do_with_this_hand(card, rest, message):
    [note] = [one.note for one in PRESENTATION.page(load([card, *rest]), "Ann")["hand"] if one.slug == card]
    assert note == message


def test_an_action_that_cannot_be_played_any_more_says_so():
    position = play(load(), "treasures")
    [note] = [one.note for one in PRESENTATION.page(position, "Ann")["hand"] if one.slug == "bridge"]
    assert note == messages.ACTION_PHASE_IS_OVER


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_note_and_every_attack_can_be_said_in_every_language(language):
    for card in CARD_NOTES:
        position = load([card, "copper", "estate", "village"])
        name = DOMINION.vocabulary.namer(position, language)
        reader = SeatReader(DOMINION.view(position, "Ann"), name, language)
        assert isinstance(describe_card_now(reader, card), str)
    for attack in ATTACKS:
        assert describe_attack_on_reader(reader, attack)


# --- choices


@pytest.mark.parametrize(
    ("moves", "line", "left", "worth"),
    [
        ([], "play bridge", "1 coin", "2 buys"),
        ([], "treasures", "4 coins", "1 buy"),
        ([], "buy copper", "0 coins", "0 buys"),
        (["play bridge", "treasures"], "buy duchy", "1 coin", "1 buy"),
        ([], "end", "", ""),
    ],
)
def test_a_choice_says_what_is_left_of_the_turn(moves, line, left, worth):
    found = hint(play(load(), *moves), line)
    assert (found.left, found.worth) == (left, worth)


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("steward", "choose coins"), ("nobles", "choose actions"), ("pawn", "choose action coin"),
        ("baron", "discard estate"), ("ironworks", "gain silver"),
        ("ironworks", "gain village"), ("mining_village", "trash mining_village"), ("moneylender", ""),
        ("secret_chamber", "discard copper copper"), ("throne_room", "play village"), ("festival", ""),
        ("throne_room", "play bridge"),
    ],
)  # fmt: skip
def test_what_a_choice_promises_is_what_comes(card, line):
    """The numbers beside a choice are those of the turn after it, whatever is drawn."""
    position = load([card, "village", *HAND])
    lines = [f"play {card}", line] if line else [f"play {card}"]
    play(position, *lines[:-1])
    found = hint(position, lines[-1])
    play(position, lines[-1])
    assert found.left.split()[0] == str(position.coins)
    assert found.worth.split(", ")[-1].split()[0] == str(position.buys)
    assert (found.worth.split()[0] if "," in found.worth else "0") == str(position.actions)


def test_buying_the_last_province_ends_the_game_and_says_so():
    position = load(phase="buy", coins=8, supply={"province": 1})
    assert messages.LAST_ONE_ENDS_GAME in hint(position, "buy province").note
    assert messages.LAST_ONE_ENDS_GAME not in hint(position, "buy gold").note


def test_whoever_ends_the_turn_with_treasures_in_hand_is_told():
    assert hint(load(), "end").note == messages.TREASURES_NOT_PLAYED
    assert hint(play(load(), "treasures"), "end").note == ""


def test_whoever_may_react_reads_what_the_attack_would_do():
    position = play(load(["militia"], Bob={"hand": ["moat", "gold", "gold", "gold", "gold"]}), "play militia")
    assert hint(position, "reveal moat", "Bob").note == messages.MOAT_PROTECTS.fill(attack="Militia")
    assert hint(position, "decline", "Bob").note == messages.DISCARD_CARDS.fill(n=2)


def test_an_attack_that_would_do_nothing_says_so():
    position = play(load(["militia"], Bob={"hand": ["gold"] * 3}), "play militia")
    assert hint(position, "decline", "Bob").note == messages.MILITIA_DOES_NOTHING


# --- decks that are open


def finished() -> DominionGame:
    decks = {
        "Ann": {"turns": 9, "deck": ["duke", "duchy", "duchy", "copper", "curse"]},
        "Bob": {"turns": 8, "deck": ["province", "gold"]},
        "Cleo": {"turns": 8, "deck": ["province", "estate", "harem"]},
    }
    return load(phase="over", **decks)


def test_at_the_end_each_deck_shows_the_points_of_each_kind():
    decks = PRESENTATION.page(finished(), "Bob")["decks"]
    assert [(deck.place, deck.seat, deck.points) for deck in decks] == [
        (1, "Cleo", 9),
        (2, "Ann", 7),
        (3, "Bob", 6),
    ]
    lots = {lot.card.slug: (lot.card.count, lot.points, lot.has_points) for lot in decks[1].lots}
    assert lots["duchy"] == (2, 6, True)
    assert lots["duke"] == (1, 2, True)
    assert lots["curse"] == (1, -1, True)
    assert lots["copper"] == (1, 0, False)


def test_places_are_those_of_the_ranking():
    *_, last = play_moments(DOMINION, "places", 4, {"set": "size_distortion"})
    position = last.position
    assert DOMINION.over(position)
    places = {deck.seat: deck.place for deck in PRESENTATION.page(position, None)["decks"]}
    assert [seat for seat, place in places.items() if place == 1] == DOMINION.winners(position)
    assert {deck.points for deck in PRESENTATION.page(position, None)["decks"]} == set(
        DOMINION.sum_points(position).values()
    )


def test_before_the_end_no_deck_and_no_figure_is_shown():
    position = load()
    for reader in ("Ann", None):
        assert PRESENTATION.page(position, reader)["decks"] == []
        assert PRESENTATION.figures(DOMINION.view(position, reader)) == []
        assert PRESENTATION.tableau(DOMINION.view(position, reader)) == {}


def test_a_replay_of_a_finished_game_has_every_hand_and_the_points_all_along():
    position = load()
    [deck] = [deck for deck in PRESENTATION.open_page(position)["decks"] if deck.seat == "Bob"]
    assert [(card.slug, card.count) for card in deck.hand] == [("gold", 5)]
    figures = {metric.slug: metric.by_seat["Bob"] for metric in PRESENTATION.open_figures(position)}
    assert figures == {"points": 9, "coins": 20, "cards": 9}


def test_the_picture_of_a_deck_is_as_high_as_it_has_cards():
    tiles = PRESENTATION.tableau(DOMINION.view(finished(), None))["Ann"]
    assert [(tile.kind, tile.height) for tile in tiles[:2]] == [("victory", 2), ("victory", 1)]


# --- the log


def test_a_round_begins_whenever_the_first_seat_does():
    position, events = DOMINION.new(["Ann", "Bob", "Cleo"], {}, "rounds")
    first, begun, headings = position.turn, list[str](), list[str]()
    for _ in range(7):
        for event in events:
            if heading := PRESENTATION.heading(position, event.seen_by(None)):
                headings.append(heading)
                begun.append(event.open["seat"])
        assert find_first_seat(position) == first
        events = DOMINION.play(position, position.turn, DOMINION.read(position, position.turn, "end"))
    assert begun == [first] * 3
    assert headings == [messages.TURN.fill(turn=number) for number in (1, 2, 3)]


def test_a_collapsed_turn_names_whoever_else_it_happens_to():
    position = load(["witch"])
    events = DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", "play witch"))
    for seat in ("Bob", "Cleo"):
        events += DOMINION.play(position, seat, DOMINION.read(position, seat, "decline"))
    gists = [PRESENTATION.gist(position, event.seen_by("Bob"), "Bob") for event in events]
    assert list(filter(None, gists)) == [
        "Witch",
        messages.YOU_GAINED.fill(card="Curse"),
        messages.SEAT_GAINED.fill(seat="Cleo", card="Curse"),
    ]


def test_after_the_end_the_log_names_what_was_drawn():
    position = load()
    told = {e.kind: e for e in DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", "end"))}
    assert "Gold" in PRESENTATION.open_phrase(position, told["drew"])
    assert "Bridge" in PRESENTATION.open_phrase(position, told["turn_ended"])
    assert "Gold" not in DOMINION.phrase(position, told["drew"].seen_by(None), None)
