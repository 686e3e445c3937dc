"""The reports of a newspaper: what they say, in three languages, and what they cannot know."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

import msgspec
import pytest

from games.rules.citadels.gazette import facts, report, wordings
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.text.lexicon import LEXICON
from games.rules.core.events import Event
from games.rules.core.gazette import GazetteIssue, GazetteReport
from games.rules.core.gazette_builder import GazetteBuilder
from games.rules.core.rng import Rng
from games.rules.core.translation import LANGUAGES
from tests.helpers.citadels.random_games import NAMES, any_set_up, moments

KEY = "the game of these tests"
SET_UPS: list[tuple[int, dict[str, Any]]] = [
    (2, {"preset": "random"}),
    (3, {"edition": "classic", "preset": "random"}),
    (4, {"preset": "vicious_nobles"}),
    (5, {"edition": "classic", "preset": "random", "rank9": True}),
    (7, {"preset": "random", "rank9": True}),
]


def issues(seed: str, seats: int, options: dict[str, Any], language: str = "en") -> Iterator[GazetteIssue]:
    """Of a game that is played by chance."""
    newsroom = GazetteBuilder(CITADELS, KEY, language)
    position, events = CITADELS.new(NAMES[:seats], options, seed)
    yield from newsroom.add_events(position, events)
    for moment in moments(seed, seats, options):
        after = CITADELS.copy(moment.position)
        yield from newsroom.add_events(after, CITADELS.play(after, moment.seat, moment.move))


def play_rule_based_game(
    seed: str, seats: int, options: dict[str, Any], language: str = "en"
) -> list[GazetteReport]:
    """The reports of a game that is played by the rule-based bot, which looks more like people."""
    newsroom, rng = GazetteBuilder(CITADELS, KEY, language), Rng(seed)
    position, events = CITADELS.new(NAMES[:seats], options, seed)
    found = list(newsroom.add_events(position, events))
    while not CITADELS.over(position):
        (seat,) = CITADELS.awaits(position)
        line = CITADELS.advice.choose_move(
            CITADELS.view(position, seat), CITADELS.offers(position, seat), rng.below
        )
        found += newsroom.add_events(position, CITADELS.play(position, seat, line))
    return [CITADELS.gazette.write_report(issue, language) for issue in found]


def table(**cities: list[str]) -> dict[str, Any]:
    """What an onlooker sees of a table with these cities."""
    position, _ = CITADELS.new(list(cities), {}, "a table")
    position.crown = "Ann"
    for seat, city in cities.items():
        position.players[seat].city = city
    return CITADELS.view(position, None)


def issue(*told: dict[str, Any], after: dict[str, Any] | None = None, **more: Any) -> GazetteIssue:
    now = after or table(Ann=["temple"], Bob=["tavern"], Cleo=["manor"], Dan=["docks"])
    return GazetteIssue(KEY, 3, "Round 3", list(told), more.pop("before", now), now, **more)


def event(kind: str, **words: Any) -> dict[str, Any]:
    return {"kind": kind, **words}


# --- what they say


HEADLINES = {
    "en": [
        "Ann builds 2 districts in one round",
        "Temple in ruins",
        "Bob builds 3 districts in one round",
        "Bob is one district away",
        "A dagger for the Warlord",
        "A new jewel in the city of Cleo",
        "All bells for Bob",
    ],
    "hu": [
        "Ann egy forduló alatt 2 kerületet épít",
        "Romokban a Templom",
        "Bob egy forduló alatt 3 kerületet épít",
        "Bob egy kerületre van a céltól",
        "Tőr a homályból: halott a Hadúr",
        "Új ékkő Cleo városában",
        "Minden harang Bob győzelmét hirdeti",
    ],
    "hr": [
        "Ann u jednom krugu gradi 2 okruga",
        "Hram u ruševinama",
        "Bob u jednom krugu gradi 3 okruga",
        "Bob na jedan okrug od cilja",
        "Bodež za Ratnika",
        "Novi dragulj u gradu igrača Cleo",
        "Sva zvona zvone: slavi Bob",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headlines_of_a_game(language):
    found = [report.headline for report in play_rule_based_game("7", 4, {}, language)]
    assert found == HEADLINES[language]


def test_a_report_of_a_round_reads_like_one():
    crimes = [
        event("murdered", seat="Ann", character="king"),
        event("revealed", seat="Ann", character="assassin"),
        event("robs", seat="Bob", character="merchant"),
        event("revealed", seat="Cleo", character="merchant"),
        event("robbed", seat="Cleo", rival="Bob", gold=6),
        event("built", seat="Cleo", card="palace", gold=5, cards=0),
        event("destroyed", seat="Bob", rival="Ann", card="temple", gold=0),
    ]
    report = CITADELS.gazette.write_report(issue(*crimes))
    assert report.headline
    text = "\n".join(report.paragraphs)
    for word in ("King", "6 gold", "Palace", "Temple", "Ann (Assassin)", "Cleo (Merchant)"):
        assert word in text
    assert "Not seen at all: Bob and Dan." in text
    assert 2 <= len(report.paragraphs) <= 5


@pytest.mark.parametrize(
    ("came_of_it", "sentence"),
    [
        (event("concealed", seat="Ann", rival="Bob"), "nothing comes of the threat"),
        (event("threat_shown", seat="Ann", rival="Bob", lace=True, gold=0), "nothing comes of the threat"),
        (event("threat_shown", seat="Ann", rival="Bob", lace=False, gold=0), "and is right"),
        (event("threat_shown", seat="Ann", rival="Bob", lace=True, gold=3), "loses all 3 gold"),
    ],
    ids=["hidden", "poor", "bluff", "lace"],
)
def test_of_a_threat_is_told_what_everybody_has_seen(came_of_it, sentence):
    found = CITADELS.gazette.write_report(
        issue(event("revealed", seat="Ann", character="blackmailer"), came_of_it)
    )
    assert sentence in " ".join(found.paragraphs)


@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
def test_every_report_is_short_and_says_nothing_twice(set_up):
    for one in issues("short", *set_up):
        for language in LANGUAGES:
            report = CITADELS.gazette.write_report(one, language)
            assert report.headline
            assert len(report.headline) <= 80
            assert 2 <= len(report.paragraphs) <= 5
            sentences = [part for text in report.paragraphs for part in text.split(". ")]
            assert len(set(sentences)) == len(sentences), sentences
            assert not any("{" in text or "_" in text or "a(z)" in text for text in report.paragraphs)


def test_two_rounds_in_a_row_are_told_in_other_words():
    quiet = [issue(), msgspec.structs.replace(issue(), number=4)]
    one, other = (CITADELS.gazette.write_report(each) for each in quiet)
    assert one.headline != other.headline
    assert set(one.paragraphs).isdisjoint(other.paragraphs)


def test_two_games_do_not_read_alike():
    keys = [msgspec.structs.replace(issue(), key=f"game {number}") for number in range(8)]
    assert len({CITADELS.gazette.write_report(each).headline for each in keys}) > 1


def test_it_tells_who_takes_the_lead_and_how_near_the_end_is():
    before = table(Ann=["temple", "tavern"], Bob=["manor"], Cleo=[], Dan=[])
    street = ["temple", "tavern", "manor", "docks", "market", "keep"]
    after = table(Ann=["temple", "tavern"], Bob=street, Cleo=[], Dan=[])
    report = CITADELS.gazette.write_report(issue(before=before, after=after))
    assert "Bob" in report.headline
    race = next(text for text in report.paragraphs if "6 of" in text)
    assert "Ann 2, Cleo 0, Dan 0" in race


def test_the_last_one_tells_who_has_won():
    words = {"points": {"Ann": 20, "Bob": 22, "Cleo": 15, "Dan": 9}, "verdict": ["Bob wins with 22 points."]}
    report = CITADELS.gazette.write_report(issue(event("completed", seat="Bob"), winners=["Bob"], **words))
    assert "Bob" in report.headline
    assert report.paragraphs[-1].startswith("Bob wins with 22 points.")
    assert "Ann 20, Cleo 15, Dan 9" in report.paragraphs[-1]
    assert "crown" not in " ".join(report.paragraphs)  # nobody chooses any more


def test_everything_in_the_paper_has_words_in_it():
    """Each headline that may be chosen is there, and each way to tell a thing has the same places."""
    weighty = {"murder", "murder_heir", "murder_hospital", "robbed", "bewitched", "confiscated", "lace"}
    weighty |= {"swapped", "many", "built", "free", "destroyed", "destroyed_free", "seized", "exchanged"}
    weighty |= {"armory", "announced", "takes_lead", "one_left", "passes"}
    assert {report.HEADLINE_TOPICS.get(topic, topic) for topic in weighty} <= set(wordings.HEADLINES)
    for tables in (wordings.STORIES, wordings.WORKS, wordings.RACE, wordings.CROWN, wordings.MASKS):
        for ways in tables.values():
            places = [{name for _, name, _, _ in Formatter().parse(way) if name} for way in ways]
            assert all(one == places[0] for one in places), ways


# --- what they cannot know


@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
def test_two_worlds_with_the_same_public_history_have_the_same_paper(set_up):
    """In the other one nobody was told a secret, and all that one seat cannot know was dealt otherwise."""
    here, there = GazetteBuilder(CITADELS, KEY), GazetteBuilder(CITADELS, KEY)
    position, events = CITADELS.new(NAMES[: set_up[0]], set_up[1], "worlds")
    printed = compared(here, there, position, events, "Ann")
    for moment in moments("worlds", *set_up):
        after = CITADELS.copy(moment.position)
        events = CITADELS.play(after, moment.seat, moment.move)
        printed += compared(here, there, after, events, after.seats[moment.number % len(after.seats)])
    assert printed > 3


def compared(
    here: GazetteBuilder, there: GazetteBuilder, position: Any, events: list[Event], seat: str
) -> int:
    one = list(here.add_events(position, events))
    world = position
    if not CITADELS.over(position):
        world = CITADELS.deal_again(position, seat, Rng(f"{seat} {len(position.deck)}"))
    other = list(
        there.add_events(world, [Event(each.kind, each.open) for each in events if not each.private])
    )
    for language in LANGUAGES:
        papers = [[CITADELS.gazette.write_report(each, language) for each in both] for both in (one, other)]
        assert papers[0] == papers[1]
    return len(one)


def test_whom_a_murder_has_hit_is_told_only_if_it_was_shown():
    silent = CITADELS.gazette.write_report(issue(event("murdered", seat="Ann", character="king")))
    assert "Bob" not in silent.paragraphs[0]
    heir = event("heir", seat="Bob", character="king")
    shown = CITADELS.gazette.write_report(issue(event("murdered", seat="Ann", character="king"), heir))
    assert "Bob" in shown.paragraphs[0]


def test_a_card_that_nobody_has_shown_is_in_no_report():
    names = {slug: entry["name"] for slug, entry in LEXICON.texts("en")["districts"].items()}
    for one in issues("hands", *any_set_up("1")):
        public = msgspec.json.encode([one.events, one.before["players"], one.after["players"]]).decode()
        text = " ".join(CITADELS.gazette.write_report(one).paragraphs)
        shown = [name for slug, name in names.items() if f'"{slug}"' in public]
        for name in set(names.values()) - set(shown):
            assert name not in text or any(name in other for other in shown)


def test_news_of_no_weight_is_no_headline():
    assert facts.RoundFacts(issue()).crown().weight == 0
