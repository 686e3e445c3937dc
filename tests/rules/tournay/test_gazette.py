"""The newspaper of Tournay: what it says, in three languages, and what it cannot know."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

import msgspec
import pytest

from games.rules.core.gazette import GazetteIssue
from games.rules.core.rng import Rng
from games.rules.core.translation import LANGUAGES
from games.rules.tournay.gazette import wordings
from games.rules.tournay.gazette.facts import TownFacts
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.random_games import NAMES

KEY = "the game of these tests"
TABLES = (wordings.STORIES, wordings.WORKS, wordings.OUTLOOK, wordings.RESULTS)
FULL = dict(
    zip(
        (f"{column}{row}" for row in "234" for column in "bcd"),
        ("belfry", "city_hall", "market", "guild", "port", "merchant", "toll_house", "architect", "mint"),
        strict=True,
    )
)


def table(**fields: Any) -> dict[str, Any]:
    """What an onlooker sees of a table with these fields."""
    position = TOURNAY.notation.load({"seats": ["Ann", "Bob", "Cleo"], **fields}, {})
    return TOURNAY.view(position, None)


def issue(*told: dict[str, Any], after: dict[str, Any] | None = None, **more: Any) -> GazetteIssue:
    now = after or table()
    return GazetteIssue(KEY, 3, "Round 3", list(told), more.pop("before", now), now, **more)


def event(kind: str, seat: str = "Ann", **words: Any) -> dict[str, Any]:
    return {"kind": kind, "seat": seat, **words}


def rounds(seed: str, seats: int) -> Iterator[tuple[GazetteIssue, GazetteIssue]]:
    """Each round of a random game, and the same from a world in which other cards are hidden."""
    rng = Rng(seed)
    position, told = TOURNAY.new(NAMES[:seats], {}, seed)
    first, events, before, number = position.start, list[dict[str, Any]](), TOURNAY.view(position, None), 1
    while not TOURNAY.over(position):
        seat = TOURNAY.awaits(position)[0]
        move = rng.choice(TOURNAY.offers(position, seat)).sample(rng.below)
        told = TOURNAY.play(position, seat, move)
        for one in told:
            if one.kind == "turn_begun" and one.open["seat"] == first:
                here = GazetteIssue(KEY, number, "", events, before, TOURNAY.view(position, None))
                there = TOURNAY.view(TOURNAY.deal_again(position, first, Rng("other")), None)
                yield here, msgspec.structs.replace(here, after=there)
                events, before, number = [], here.after, number + 1
            events += [seen for seen in [one.seen_by(None)] if seen]


PLACED = (
    event("placed", "Ann", card="market", cell="c3", over="", deniers=1),
    event("placed", "Bob", card="belfry", cell="c4", over="", deniers=5),
)
ROUND = (
    *PLACED,
    event("crier", "Cleo", deck="red1", count=2, to_end=4),
    event("event", event="fire", coins=2),
    event("damaged", "Ann", event="fire", cells=["c3"], cards=["market"]),
    event("rampart", "Bob", card="flood", event="fire"),
    event("fought", "Cleo", event="siege", coins=1, kept=0, deniers=0),
)


def text_of(*told: dict[str, Any], **more: Any) -> str:
    report = TOURNAY.gazette.write_report(issue(*told, **more))
    return "\n".join([report.headline, *report.paragraphs])


def test_a_report_of_a_round_reads_like_one():
    report = TOURNAY.gazette.write_report(issue(*ROUND))
    text = "\n".join(report.paragraphs)
    for word in ("Cleo", "Fire", "Market (Ann)", "Belfry", "Bob", "Siege"):
        assert word in text
    assert 2 <= len(report.paragraphs) <= 4


def test_a_prestige_building_is_told_before_everything_else_that_is_built():
    works = TOURNAY.gazette.write_report(issue(*PLACED)).paragraphs[1]
    first, others = works.split("Belfry", 1)
    assert "Bob" in first
    assert "Market (Ann)" in others


def test_the_first_prestige_building_of_the_town_is_told_as_such_once():
    bare, built = table(), table(Ann={"district": {"c3": "mint"}})
    first, later = text_of(*PLACED, before=bare), text_of(*PLACED, before=built)
    assert "the first prestige building" in first or "Everybody stops" in first
    assert "the first prestige building" not in later
    assert "Everybody stops" not in later


def test_it_tells_who_is_ahead_who_is_full_and_how_many_criers_have_come():
    after = table(Bob={"district": FULL}, criers=["red1", "red2"])
    points = after["players"]["Bob"]["points"]["total"]
    news = {one.topic: one.values for one in TownFacts(issue(after=after)).outlook()}
    assert news == {
        "full": {"seats": ["Bob"]},
        "criers": {"n": 2, "most": 4},
        "lead": {"seat": "Bob", "n": points},
    }
    outlook = TOURNAY.gazette.write_report(issue(after=after)).paragraphs[-1]
    assert all(word in outlook for word in ("Bob", "2", "4", str(points)))


def test_the_last_one_tells_who_has_won():
    words = {"points": {"Ann": 20, "Bob": 22, "Cleo": 15}, "verdict": ["Bob has won."]}
    words["after"] = table(Bob={"district": FULL})
    report = TOURNAY.gazette.write_report(issue(*ROUND, winners=["Bob"], **words))
    assert "Bob" in report.headline
    assert "game is over: Bob. Bob has won." in report.paragraphs[-1]
    assert "Ann 20, Cleo 15" in report.paragraphs[-1]
    shared = TOURNAY.gazette.write_report(issue(*ROUND, winners=["Ann", "Bob"], **words))
    assert "Ann and Bob" in shared.headline


def test_a_game_that_was_not_split_into_parts_has_a_report_too():
    assert TOURNAY.gazette.write_report(issue(*ROUND, before={})).headline


def test_two_quiet_rounds_are_told_in_other_words():
    quiet = [issue(), msgspec.structs.replace(issue(), number=4)]
    one, other = (TOURNAY.gazette.write_report(each) for each in quiet)
    assert one.headline != other.headline
    assert set(one.paragraphs).isdisjoint(other.paragraphs)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_report_is_short_and_the_same_in_every_world_that_looks_alike(seats):
    printed = 0
    for here, there in rounds("short", seats):
        for language in LANGUAGES:
            report = TOURNAY.gazette.write_report(here, language)
            assert report == TOURNAY.gazette.write_report(there, language)
            assert 0 < len(report.headline) <= 100
            assert 2 <= len(report.paragraphs) <= 4
            text = " ".join([report.headline, *report.paragraphs])
            assert not any(sign in text for sign in ("{", "_", "a(z)"))
        printed += 1
    assert printed > 3


def test_everything_in_the_paper_has_words_in_it():
    """Each headline that may be chosen is there, and each way to tell a thing has the same places."""
    never = {"struck", "near", "criers", "lead", "others", "nothing", *wordings.RESULTS}
    assert {topic for one in TABLES for topic in one} - never <= set(wordings.HEADLINES)
    for tables in TABLES:
        for ways in tables.values():
            places = [{name for _, name, _, _ in Formatter().parse(way) if name} for way in ways]
            assert all(one == places[0] for one in places), ways


def test_a_hand_is_in_no_report():
    hidden = table(Ann={"hand": ["cathedral"], "plaza": {"red": 1}})
    assert "Cathedral" not in text_of(*ROUND, after=hidden)
