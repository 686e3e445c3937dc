"""Every paragraph of the rules page and every card has its scenarios, and every citation is a real one.

The paragraphs and cards are written out here from the rules page. A paragraph that a scenario cannot show
names the test that shows it instead, or says why there is nothing to show. A scenario counts for a card if
its rule names the card and the card takes part in it: in the position, the moves or the outcome.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules.core.scenarios import Scenario, find_scenario_files, load_scenarios

TESTS = Path(__file__).parents[2]
SCENARIOS = [
    scenario
    for path in find_scenario_files([TESTS / "scenarios" / "citadels"])
    for scenario in load_scenarios(path)
]
EDITIONS = ("2016", "classic")

# how many paragraphs each section of the rules page has
SECTIONS = {"O": 7, "D": 14, "T": 15, "B": 13, "X": 3, "S": 7, "P": 12, "L": 11, "R": 59, "N": 6}
PARAGRAPHS = [f"{email}{number}" for email, last in SECTIONS.items() for number in range(1, last + 1)]
PARAGRAPHS.append("K0")

# what a scenario cannot show, and the tests that show it
SHOWN_BY = {
    "O4": ["test_everybody_starts_with_four_cards_and_two_gold", "test_the_first_crown_goes_to_any_seat"],
    "O5": ["test_a_seat_sees_the_same_in_every_world_it_cannot_tell_apart"],  # what is hidden
    "D2": ["test_the_king_lies_face_down_as_often_as_the_order_of_the_discards_makes_him"],  # only odds tell
    "D3": ["test_rank_four_is_never_face_up"],  # a random discard
    "L9": [  # the log is no part of a position
        "test_a_move_of_another_tells_the_same_in_both_worlds",
        "test_a_leak_into_an_event_is_found",
    ],
    "L10": ["test_refusals_do_not_depend_on_what_is_hidden"],  # the words of a refusal
    "R1": ["test_the_first_crown_goes_to_any_seat"],  # a random seat
}
NOTHING_TO_SHOW = {
    "O7": "it says which source this page follows; what follows from it stands in the other paragraphs",
}
EXCUSED = [*SHOWN_BY, *NOTHING_TO_SHOW]


def words(text: str) -> list[str]:
    return text.split()


CHARACTERS = {
    "2016": words(
        """
        assassin witch magistrate thief spy blackmailer magician wizard seer king emperor patrician
        bishop abbot cardinal merchant alchemist trader architect navigator scholar
        warlord diplomat marshal queen artist tax_collector
        """
    ),
    "classic": words(
        """
        assassin witch thief tax_collector magician wizard king emperor bishop abbot merchant alchemist
        architect navigator warlord diplomat queen artist
        """
    ),
}
UNIQUE_DISTRICTS = {
    "2016": words(
        """
        armory basilica capitol dragon_gate factory framework gold_mine great_wall haunted_quarter
        imperial_treasury ivory_tower keep laboratory library map_room monument museum necropolis observatory
        park poor_house quarry school_of_magic secret_vault smithy stables statue theater thieves_den
        wishing_well
        """
    ),
    "classic": words(
        """
        haunted_city keep laboratory smithy graveyard observatory great_wall library school_of_magic
        university dragon_gate armory ball_room bell_tower factory hospital imperial_treasury lighthouse
        map_room museum park poor_house quarry throne_room wishing_well
        """
    ),
}
BASIC_DISTRICTS = words(
    """
    manor castle palace temple church monastery cathedral tavern market trading_post docks harbor town_hall
    watchtower prison fortress
    """
)
BASIC_OF = {"2016": [*BASIC_DISTRICTS, "barracks"], "classic": [*BASIC_DISTRICTS, "battlefield"]}

# the other places of the page that a rule may name, besides paragraphs and cards
GLOSSARY = ("seat", "draw", "discard", "destroy", "cost", "identical", "city size", "completed city")
VERBS = words(
    """
    pick theater decline thanks gold cards keep build income bonus tithe levy murder bewitch warrant rob
    spy threaten swap redraw look take foresee give crown tribute study destroy exchange seize beautify
    smithy laboratory museum armory search announce bribe refuse reveal conceal confiscate recover end
    """
)
FIELDS = words(
    """
    seats cast goal round crown phase drafter character_deck faceup facedown called begun gathered thanked
    built first_paid paid used murdered bewitched robbed warrants threats taxes deck first_completed bell
    pending seed
    """
)
OPTIONS = words("edition preset characters rank9 districts short courtesy seed")
ORDERS = (
    "gold", "cards", "bribe", "refuse", "reveal", "conceal", "confiscate", "confiscate from", "recover",
    "recover from", "decline recover", "decline theater", "tribute", "thanks", "end",
)  # fmt: skip
PLACES = {
    *("1.3", "1.6", "1.7", "1.7 general", "7 notation", "7.1", "7.2"),
    *("section 5", "prefer", "turn plan", "turn plan with alternatives"),
    *(f"1.2 {word}" for word in GLOSSARY),
    *(f"7.1 {verb}" for verb in VERBS),
    *(f"7.3 {field}" for field in FIELDS),
    *(f"option {option}" for option in OPTIONS),
    *(f"always {order}" for order in ORDERS),
}


def edition_of(scenario: Scenario) -> str:
    return str(scenario.options.get("edition", "2016"))


def citations(scenario: Scenario) -> list[str]:
    return [part.strip() for part in re.split("[,;]", scenario.rule)]


def name_of(slug: str) -> str:
    """The English name of a card, as the rules page and the scenarios write it."""
    if slug == "thieves_den":
        return "Thieves' Den"
    return slug.replace("_", " ").title().replace(" Of ", " of ")


def slugs_in(value: object) -> Iterator[str]:
    """Every word of a scenario that might be a slug."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from slugs_in(key)
            yield from slugs_in(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from slugs_in(entry)
    elif isinstance(value, str):
        yield from value.replace("+", "").split()


def takes_part(scenario: Scenario) -> set[str]:
    """The cards that occur in the position, the moves or the outcome, not merely in the rule."""
    parts = (scenario.options, scenario.position, scenario.play, scenario.refused, scenario.then)
    return {slug for part in parts for slug in slugs_in(part)}


CITED = defaultdict(list)
COVERED = defaultdict(list)
USED = defaultdict(list)
for _scenario in SCENARIOS:
    _edition, _citations, _slugs = edition_of(_scenario), citations(_scenario), takes_part(_scenario)
    for _citation in _citations:
        CITED[_citation].append(_scenario.name)
    for _slug in _slugs:
        USED[_edition, _slug].append(_scenario.name)
        if name_of(_slug) in _citations:
            COVERED[_edition, _slug].append(_scenario.name)


@pytest.mark.parametrize("paragraph", [one for one in PARAGRAPHS if one not in EXCUSED])
def test_a_paragraph_has_a_scenario(paragraph):
    assert CITED[paragraph]


@pytest.mark.parametrize("paragraph", SHOWN_BY)
def test_what_no_scenario_can_show_is_shown_by_a_test(paragraph):
    text = "".join(path.read_text(encoding="utf-8") for path in (TESTS / "rules").rglob("test_*.py"))
    missing = [name for name in SHOWN_BY[paragraph] if f"def {name}(" not in text]
    assert missing == []


@pytest.mark.parametrize("paragraph", EXCUSED)
def test_a_paragraph_that_has_a_scenario_needs_no_excuse(paragraph):
    assert paragraph in PARAGRAPHS
    assert CITED[paragraph] == []


@pytest.mark.parametrize(
    ("edition", "slug"),
    [(edition, slug) for edition in EDITIONS for slug in CHARACTERS[edition] + UNIQUE_DISTRICTS[edition]],
)
def test_a_card_has_two_scenarios(edition, slug):
    assert len(COVERED[edition, slug]) >= 2


@pytest.mark.parametrize(
    ("edition", "slug"), [(edition, slug) for edition in EDITIONS for slug in BASIC_OF[edition]]
)
def test_a_basic_district_is_used_in_two_scenarios(edition, slug):
    assert len(USED[edition, slug]) >= 2


def is_known(citation: str, edition: str) -> bool:
    """Does this name an edition, a paragraph, a card of the edition or another place of the page?"""
    if citation in EDITIONS or citation in PARAGRAPHS or citation in PLACES:
        return True
    return citation in map(name_of, CHARACTERS[edition] + UNIQUE_DISTRICTS[edition])


@pytest.mark.parametrize("scenario", [pytest.param(one, id=one.name) for one in SCENARIOS])
def test_a_rule_cites_what_there_is(scenario):
    edition = edition_of(scenario)
    known = edition if edition in EDITIONS else "2016"  # an edition that there is not: its refusal is tested
    assert [one for one in citations(scenario) if not is_known(one, known)] == []
    assert {one for one in citations(scenario) if one in EDITIONS} <= {edition}


@pytest.mark.parametrize("citation", ["R60", "D0", "T16", "Smythy", "1.2 colour", "7.1 dance", "always", ""])
def test_a_slip_of_the_pen_is_found(citation):
    assert not is_known(citation, "2016")


def test_a_card_of_the_other_edition_is_a_slip_too():
    assert not is_known("Spy", "classic")
    assert not is_known("Ball Room", "2016")


def test_the_lists_are_as_long_as_those_of_the_rules_page():
    assert [len(CHARACTERS[edition]) for edition in EDITIONS] == [27, 18]
    assert [len(UNIQUE_DISTRICTS[edition]) for edition in EDITIONS] == [30, 25]
    assert [len(BASIC_OF[edition]) for edition in EDITIONS] == [17, 17]
