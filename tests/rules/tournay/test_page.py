"""What the templates of Tournay show: districts as plans, decks, events, prestige, choices, the log."""

from typing import Any

import pytest

from games.rules.core.rng import Rng
from games.rules.core.translation import LANGUAGES
from games.rules.tournay.numbers import PRESTIGE_LIMIT, SPACES
from games.rules.tournay.position import OVER, TournayGame
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.random_games import Moment, play_moments
from tests.helpers.tournay.positions import ANN, BOB, CLEO, READY, load_middle, load_turn, play

PRESENTATION = TOURNAY.presentation
SET_UPS = [(2, {}), (3, {"mode": "advanced"}), (4, {})]


def plan_of(district: dict[str, str], seat: str | None = ANN) -> Any:
    return PRESENTATION.page(load_turn({"district": district}), seat)["mine"].plan


def rows_of(plan: Any) -> list[str]:
    """The plan as text: a letter for each cell, X a card, o a space, + an edge, . nothing."""
    signs = {"site": "X", "space": "o", "grow": "+", "nothing": "."}
    return ["".join(signs[cell.kind] for cell in row.cells) for row in plan.rows]


def hint(position: TournayGame, line: str, seat: str = ANN) -> Any:
    return PRESENTATION.hint(position, seat, TOURNAY.read(position, seat, line))


# --- districts


@pytest.mark.parametrize(
    ("district", "rows"),
    [
        ({}, ["o"]),
        ({"c3": "market"}, [".+.", "+X+", ".+."]),
        ({"c3": "market", "d3": "fort"}, [".++.", "+XX+", ".++."]),
        ({"c3": "market", "d3": "fort", "e3": "chapel"}, ["+++", "XXX", "+++"]),
        ({"b2": "market", "c2": "fort", "c3": "chapel"}, [".++.", "+XX+", ".oX+", "..+."]),
        ({"b2": "market", "c2": "fort", "d2": "chapel", "d3": "monk", "d4": "port"}, ["XXX", "ooX", "ooX"]),
    ],
)
def test_a_plan_shows_the_frame_and_where_it_may_still_grow(district, rows):
    assert rows_of(plan_of(district)) == rows


def test_only_spaces_that_touch_a_card_are_open():
    plan = plan_of({"b2": "market", "c2": "fort", "d2": "chapel", "d3": "monk", "d4": "port"})
    cells = {cell.name: cell for row in plan.rows for cell in row.cells}
    assert {name for name, cell in cells.items() if cell.is_open} == {"b3", "c3", "c4"}


def test_an_open_cell_is_one_where_a_card_may_be_placed():
    position = load_turn({"district": {"c3": "market", "c4": "fort"}, "hand": ["hospital"]})
    plan = PRESENTATION.page(position, ANN)["mine"].plan
    shown = {cell.name for row in plan.rows for cell in row.cells if cell.is_open}
    offered = {
        move.args[1]
        for offer in TOURNAY.offers(position, ANN)
        if offer.verb == "place"
        for move in offer.moves()
    }
    assert shown == offered


def test_a_card_says_what_stands_on_it_and_what_it_covers():
    mine = PRESENTATION.page(load_middle(), ANN)["mine"]
    cells = {cell.name: cell for row in mine.plan.rows for cell in row.cells}
    assert cells["c3"].citizen.colour == "yellow"
    assert not cells["c3"].is_borrowed
    assert cells["c4"].is_damaged
    assert [card.slug for card in cells["d3"].under] == ["guild"]
    other = PRESENTATION.page(load_middle(), ANN)["others"][0]
    assert next(cell for row in other.plan.rows for cell in row.cells if cell.name == "b4").is_borrowed
    assert (other.plan.filled, other.is_near, mine.is_near) == (SPACES - 1, True, False)


def test_citizens_are_ready_spent_or_at_work():
    citizens = PRESENTATION.page(load_middle(), ANN)["mine"].citizens
    assert {group.colour: group.count for group in citizens.ready} == {"yellow": 2, "white": 1, "red": 1}
    assert {group.colour: group.count for group in citizens.spent} == {"white": 1, "red": 1}
    assert {group.colour: group.count for group in citizens.at_work} == {"yellow": 1}


# --- hands


def test_of_other_hands_only_the_decks_and_the_events_are_shown():
    for reader in (ANN, None):
        page = PRESENTATION.page(load_middle(), reader)
        cleo = next(one for one in page["seats"] if one.seat == CLEO)
        assert [mark.slug + mark.sign for mark in cleo.hand] == ["yellowI", "redI", "redIII"]
        assert [event.slug for event in cleo.held_events] == ["siege"]
        assert cleo.known == []


def test_a_card_that_was_seen_going_into_a_hand_stays_known():
    position = play(load_middle(), "draw yellow 1 top")
    [ann] = [one for one in PRESENTATION.page(position, BOB)["seats"] if one.seat == ANN]
    assert [card.slug for card in ann.known] == ["land_office"]
    assert not ann.has_open_hand


def test_a_title_of_the_own_hand_is_counted_for_its_owner_alone():
    rows = {row.card.slug: row for row in PRESENTATION.page(load_middle(), ANN)["prestige"].titles}
    assert rows["cloth_hall"].is_in_hand
    assert [score.points for score in rows["cloth_hall"].scores] == [8, 0, 1]
    for reader in (BOB, CLEO, None):
        shown = {row.card.slug for row in PRESENTATION.page(load_middle(), reader)["prestige"].titles}
        assert "cloth_hall" not in shown


def test_a_title_of_the_own_hand_counts_itself():
    position = load_turn({"hand": ["la_madeleine"], "district": {"c3": "mint", "d3": "belfry"}})
    [row] = [row for row in PRESENTATION.page(position, ANN)["prestige"].titles if row.is_in_hand]
    assert row.scores[0].count == 3


def test_prestige_says_what_each_title_would_score_for_whom():
    table = PRESENTATION.page(load_middle(), ANN)["prestige"]
    assert [one.seat for one in table.seats] == [ANN, BOB, CLEO]
    jacques = next(row for row in table.titles if row.card.slug == "saint_jacques")
    assert [(score.points, score.is_owner) for score in jacques.scores] == [
        (1, False),
        (10, True),
        (0, False),
    ]
    assert {one.seat: one.total for one in table.seats} == TOURNAY.sum_points(load_middle())
    assert max(score.points for row in table.titles for score in row.scores) <= PRESTIGE_LIMIT


# --- decks and events


def test_a_deck_shows_its_open_card_its_size_and_whether_its_crier_is_in_it():
    rack = PRESENTATION.page(load_middle(), None)["rack"]
    decks = {deck.slug: deck for row in rack.rows for deck in row.decks}
    assert (decks["yellow1"].top.slug, decks["yellow1"].size, decks["yellow1"].has_crier) == (
        "land_office",
        3,
        False,
    )
    assert (decks["red1"].top, decks["white1"].has_crier) == (None, True)


def test_an_event_says_what_the_next_crier_would_do_to_whom():
    queue = PRESENTATION.page(load_middle(), ANN)["queue"]
    shares = {event.slug: {one.seat: one.number for one in event.shares} for event in queue}
    assert shares == {
        "norman_attack": {ANN: 3, BOB: 3, CLEO: 3},
        "pilgrimage": {ANN: 0, BOB: 4, CLEO: 0},
        "famine": {ANN: 1, BOB: 1, CLEO: 1},
    }
    assert [event.coin_count for event in queue] == [2, 1, 0]


def test_what_an_event_would_do_is_what_the_crier_brings():
    """Nobody holds an event card and nobody has a choice, so that the crier runs through."""
    position = load_turn(
        {"deniers": 2, "district": {"c3": "fort"}},
        Bob={"deniers": 0, "plaza": READY},
        queue=["famine 2", "schism 0", "siege 1"],
        decks={"red1": ["town_crier", "arsenal", "ballista"]},
    )
    promised = {one["event"]: one["outcome"] for one in TOURNAY.view(position, None)["queue"]}
    before = TOURNAY.view(position, None)["players"]
    play(position, "draw red 1 two")
    after = TOURNAY.view(position, None)["players"]
    for seat in (ANN, BOB):
        assert before[seat]["deniers"] - after[seat]["deniers"] == promised["famine"][seat]
        assert before[seat]["plaza"]["white"] - after[seat]["plaza"]["white"] == promised["schism"][seat]
        damaged = sum(space["damaged"] for space in after[seat]["district"].values())
        assert damaged == promised["siege"][seat]


def test_the_event_that_is_being_carried_out_is_marked():
    position = load_turn(
        {"hand": ["fire"]},
        decks={"red1": ["town_crier", "arsenal", "ballista"]},
        queue=["famine 0", "schism 1", "siege 0"],
    )
    play(position, "draw red 1 two")
    assert [event.is_now for event in PRESENTATION.page(position, BOB)["queue"]] == [True, False, False]
    play(position, "endure famine")
    assert [event.is_now for event in PRESENTATION.page(position, BOB)["queue"]] == [False, True, False]


def test_criers_are_counted_towards_the_end():
    criers = PRESENTATION.page(load_middle(), None)["criers"]
    assert criers.bells == [True, True, True, False]


# --- choices


@pytest.mark.parametrize(
    ("line", "left", "worth"),
    [
        ("place hospital b2", "7 deniers", "18 points"),  # the Architect gives back what it costs
        ("place hospital b4", "6 deniers", "18 points"),
        ("place hospital b3", "6 deniers", "17 points"),  # a card less for Saint-Jacques
        ("place cloth_hall b2 give plaza", "8 deniers", "27 points"),
        ("activate great_market d3", "16 deniers", "16 points"),
        ("activate great_market d3 using Bob", "14 deniers", "16 points"),
        ("fight famine with 1", "6 deniers", "18 points"),
        ("tax yellow 2", "8 deniers", "16 points"),
        ("draw yellow 1 top", "", ""),
        ("gather", "", ""),
    ],
)
def test_a_choice_says_what_is_left(line, left, worth):
    found = hint(load_middle(), line)
    assert (found.left, found.worth) == (left, worth)


def test_nothing_is_promised_of_what_a_draw_may_bring():
    """A town crier may come, and its events cost money."""
    position = load_turn({"district": {"c3": "arsenal"}})
    assert hint(position, "activate arsenal c3").left == ""


@pytest.mark.parametrize(("seats", "options"), SET_UPS)
def test_what_a_choice_promises_is_what_comes(seats, options):
    compared = 0
    for moment in play_moments(TOURNAY, "promises", seats, options):
        promised = PRESENTATION.hint(moment.position, moment.seat, moment.move)
        if promised.left:
            later = TOURNAY.copy(moment.position)
            TOURNAY.play(later, moment.seat, moment.move)
            assert promised.left.split()[0] == str(later.players[moment.seat].deniers)
            assert promised.worth.split()[0] == str(TOURNAY.sum_points(later)[moment.seat])
            compared += 1
    assert compared > 10


def test_a_note_names_the_characters_that_help():
    found = hint(load_middle(), "activate great_market d3")
    assert "Merchant" in found.note
    assert "Architect" in hint(load_middle(), "place hospital b2").note
    assert "Architect" not in hint(load_middle(), "place hospital b4").note


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "options"), SET_UPS)
def test_everything_can_be_said_in_every_language(seats, options, language):
    for moment in play_moments(TOURNAY, language, seats, options):
        position, seat = moment.position, moment.seat
        if moment.number % 5 == 0:
            assert PRESENTATION.page(position, seat, language)["question"]
            assert TOURNAY.table_text(position, seat, language)
            for offer in TOURNAY.offers(position, seat):
                assert TOURNAY.label(position, seat, offer, language)
                PRESENTATION.hint(position, seat, offer, language)
                PRESENTATION.layout(position, seat, offer, language)
        assert TOURNAY.label(position, seat, moment.move, language)


# --- choices on a plan


def find_layout(position: TournayGame, verb: str, seat: str = ANN) -> Any:
    [offer] = [one for one in TOURNAY.offers(position, seat) if one.verb == verb and one.form(str).fields]
    return offer, PRESENTATION.layout(position, seat, offer)


def test_where_a_card_may_go_is_chosen_on_the_plan_of_the_district():
    position = load_turn({"hand": ["hospital"], "district": {"c3": "chapel", "d3": "fort"}})
    offer, layout = find_layout(position, "place")
    spots = {spot.value: spot for spot in layout.fields["cell"].plan}
    assert {value for value, _name in offer.form(str).fields[0].choices} <= set(spots)
    assert spots["c2"].place == (2, 1)
    assert "Chapel" in spots["c3"].note != "Chapel"  # it may be covered
    assert spots["d3"].note == "Fort"


def test_what_an_event_damages_is_chosen_on_the_plan_of_the_district():
    district = {"c3": "chapel", "d3": "fort", "c4": "market"}
    seat = {"deniers": 0, "plaza": READY, "district": district}
    position = load_turn(
        Bob=seat,
        queue=["norman_attack 0", "famine 0", "siege 0"],
        decks={"red1": ["town_crier", "arsenal", "ballista"]},
    )
    play(position, "draw red 1 two")
    _offer, layout = find_layout(position, "damage", BOB)
    assert set(district) <= {spot.value for spot in layout.fields["cards"].plan}


# --- what is hidden


def list_shown(moment: Moment, position: TournayGame, seat: str) -> list[object]:
    """All that a page says to this seat."""
    shown: list[object] = [PRESENTATION.page(position, seat), TOURNAY.table_text(position, seat)]
    for offer in TOURNAY.offers(position, seat):
        shown += [TOURNAY.label(position, seat, offer), PRESENTATION.hint(position, seat, offer)]
        shown.append(PRESENTATION.layout(position, seat, offer))
    return shown


@pytest.mark.parametrize(("seats", "options"), SET_UPS)
def test_two_worlds_that_a_seat_cannot_tell_apart_have_the_same_page(seats, options):
    different = 0
    for moment in play_moments(TOURNAY, "worlds", seats, options):
        if moment.number % 7:
            continue
        for seat in {moment.seat, moment.position.seats[0]}:
            other = TOURNAY.deal_again(moment.position, seat, Rng(f"another {moment.number}"))
            assert list_shown(moment, other, seat) == list_shown(moment, moment.position, seat)
            different += TOURNAY.dump(other) != TOURNAY.dump(moment.position)
    assert different > 10


# --- the end


def finished() -> TournayGame:
    return load_middle(step="over")


def test_at_the_end_the_seats_stand_by_their_places_with_open_hands():
    seats = PRESENTATION.page(finished(), None)["seats"]
    assert [(one.place, one.seat) for one in seats] == [(1, BOB), (2, CLEO), (3, ANN)]
    assert [one.seat for one in seats if one.wins] == TOURNAY.winners(finished())
    assert all(one.has_open_hand for one in seats)


def test_places_are_those_of_the_ranking():
    *_, last = play_moments(TOURNAY, "places", 4, {})
    assert last.position.step == OVER
    places = {one.seat: one.place for one in PRESENTATION.page(last.position, None)["seats"]}
    ranked = TOURNAY.ranking(last.position)
    assert [seat for seat, place in places.items() if place == 1] == ranked[0]
    assert all(
        places[seat] == 1 + sum(map(len, ranked[:number]))
        for number, some in enumerate(ranked)
        for seat in some
    )


def test_a_replay_of_a_finished_game_has_every_hand_open_all_along():
    seats = PRESENTATION.open_page(load_middle())["seats"]
    [cleo] = [one for one in seats if one.seat == CLEO]
    assert {card.slug for card in cleo.known} == {"toll_house", "knight", "tour_henry_viii"}


def test_the_score_says_what_each_title_counted():
    lines = {line.reason: PRESENTATION.reason(finished(), line) for line in TOURNAY.scores(finished())[BOB]}
    assert "5" in lines["saint_jacques"]
    assert all(isinstance(line, str) and line for line in lines.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_score_can_be_said_in_every_language(language):
    for seed in range(6):
        *_, last = play_moments(TOURNAY, f"score {seed}", 2 + seed % 3, {})
        for lines in TOURNAY.scores(last.position).values():
            for line in lines:
                assert PRESENTATION.reason(last.position, line, language)


def test_figures_count_points_deniers_and_spaces():
    figures = {one.slug: one.by_seat for one in PRESENTATION.figures(TOURNAY.view(load_middle(), None))}
    assert figures["points"] == TOURNAY.sum_points(load_middle())
    assert figures["deniers"] == {ANN: 7, BOB: 6, CLEO: 4}
    assert figures["spaces"] == {ANN: 6, BOB: 8, CLEO: 5}


def test_the_picture_of_a_district_is_a_plan_with_its_cards_in_their_places():
    tiles = PRESENTATION.tableau(TOURNAY.view(load_middle(), None))[CLEO]
    assert {(tile.kind, tile.height, tile.place) for tile in tiles} == {
        ("red", 1, (0, 0)),
        ("red", 3, (1, 0)),
        ("red", 1, (0, 1)),
        ("yellow", 1, (1, 1)),
        ("red", 2, (0, 2)),
    }


# --- the log


def test_a_round_begins_with_the_turn_of_the_start_player():
    position, events = TOURNAY.new([ANN, BOB, CLEO], {}, "rounds")
    begun = []
    for _ in range(7):
        begun += [
            event.open["seat"] for event in events if PRESENTATION.heading(position, event.seen_by(None))
        ]
        events = TOURNAY.play(position, position.turn, TOURNAY.read(position, position.turn, "gather"))
    assert begun == [position.start] * 3


def test_a_collapsed_turn_says_what_was_placed_and_done():
    position = load_middle()
    gists = []
    for line in ("place hospital b2", "activate hospital b2"):
        events = TOURNAY.play(position, ANN, TOURNAY.read(position, ANN, line))
        gists += [PRESENTATION.gist(position, event.seen_by(BOB), BOB) for event in events]
    assert ["Hospital" in told for told in filter(None, gists)] == [True, True]


def test_after_the_end_the_log_names_what_was_kept():
    position = load_turn(decks={"red1": ["arsenal", "ballista", "fort"]})
    play(position, "draw red 1 two")
    told = {one.kind: one for one in TOURNAY.play(position, ANN, TOURNAY.read(position, ANN, "keep arsenal"))}
    assert "Arsenal" in PRESENTATION.open_phrase(position, told["kept"])
    assert "Arsenal" not in TOURNAY.phrase(position, told["kept"].seen_by(None), None)
