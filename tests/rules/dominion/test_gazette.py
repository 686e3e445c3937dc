"""The newspaper of Dominion: what it says, in three languages, and what it cannot know."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

import msgspec
import pytest

from games.rules.core.events import Event
from games.rules.core.gazette import GazetteIssue
from games.rules.core.rng import Rng
from games.rules.core.translation import LANGUAGES
from games.rules.dominion.gazette import wordings
from games.rules.dominion.gazette.facts import RealmFacts
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.random_games import NAMES

KEY = "the game of these tests"
TABLES = (wordings.STORIES, wordings.PURCHASES, wordings.MARKET, wordings.RESULTS)


def table(**supply: int) -> dict[str, Any]:
    """What an onlooker sees of a table with these piles."""
    position, _ = DOMINION.new(["Ann", "Bob", "Cleo"], {"set": "deconstruction"}, "a table")
    position.supply |= supply
    return DOMINION.view(position, None)


def issue(*told: dict[str, Any], after: dict[str, Any] | None = None, **more: Any) -> GazetteIssue:
    now = after or table()
    return GazetteIssue(KEY, 3, "Round 3", list(told), more.pop("before", now), now, **more)


def event(kind: str, seat: str, **words: Any) -> dict[str, Any]:
    return {"kind": kind, "seat": seat, **words}


def rounds(seed: str, seats: int) -> Iterator[tuple[GazetteIssue, GazetteIssue]]:
    """Each round of a random game, and the same from a world in which other cards are hidden."""
    rng = Rng(seed)
    position, told = DOMINION.new(NAMES[:seats], {"boxes": ["intrigue", "base"]}, seed)
    first, events, before, number = position.turn, list[dict[str, Any]](), DOMINION.view(position, None), 1
    while not DOMINION.over(position):
        seat = DOMINION.awaits(position)[0]
        move = rng.choice(DOMINION.offers(position, seat)).sample(rng.below)
        told = DOMINION.play(position, seat, move)
        for one in told:
            if one.kind == "turn_begun" and one.open["seat"] == first:
                here = GazetteIssue(KEY, number, "", events, before, DOMINION.view(position, None))
                there = DOMINION.view(DOMINION.deal_again(position, first, Rng("other")), None)
                yield here, msgspec.structs.replace(here, after=there)
                events, before, number = [], here.after, number + 1
            events += [seen for seen in [one.seen_by(None)] if seen]


ROUND = (
    event("turn_begun", "Ann", turn=3),
    event("played", "Ann", card="saboteur"),
    event("reacted", "Cleo", card="secret_chamber"),
    event("trashed", "Bob", cards=["gold"]),
    event("gained", "Cleo", card="curse", to="discard"),
    event("bought", "Ann", card="silver", coins=3),
    event("turn_begun", "Bob", turn=3),
    event("bought", "Bob", card="province", coins=8),
    event("turn_begun", "Cleo", turn=3),
)


def test_a_report_of_a_round_reads_like_one():
    report = DOMINION.gazette.write_report(issue(*ROUND))
    text = "\n".join(report.paragraphs)
    assert "Bob" in report.headline
    for word in ("Ann", "Saboteur", "Gold", "Cleo", "Province", "Silver (Ann)"):
        assert word in text
    assert 2 <= len(report.paragraphs) <= 4


def test_it_tells_which_piles_are_gone_and_how_near_the_end_is():
    after = table(province=3, duchy=0, spy=0)
    report = DOMINION.gazette.write_report(issue(before=table(), after=after))
    market = report.paragraphs[-1]
    assert all(word in market for word in ("Duchy", "Spy", "3", "empty pile"))


def test_the_last_one_tells_who_has_won():
    words = {"points": {"Ann": 20, "Bob": 22, "Cleo": 15}, "verdict": ["Bob has won."]}
    words["after"] = table(duchy=0, spy=0, moat=0)
    report = DOMINION.gazette.write_report(issue(*ROUND, winners=["Bob"], **words))
    assert "Bob" in report.headline
    assert "Duchy, Spy and Moat. Bob has won." in report.paragraphs[-1]
    assert "Ann 20, Cleo 15" in report.paragraphs[-1]
    shared = DOMINION.gazette.write_report(issue(*ROUND, winners=["Ann", "Bob"], **words))
    assert "Ann and Bob" in shared.headline


def test_a_game_that_was_not_split_into_parts_has_a_report_too():
    assert DOMINION.gazette.write_report(issue(*ROUND, before={})).headline


def test_two_quiet_rounds_are_told_in_other_words():
    quiet = [issue(), msgspec.structs.replace(issue(), number=4)]
    one, other = (DOMINION.gazette.write_report(each) for each in quiet)
    assert one.headline != other.headline
    assert set(one.paragraphs).isdisjoint(other.paragraphs)


@pytest.mark.parametrize("seats", [2, 5])
def test_every_report_is_short_and_the_same_in_every_world_that_looks_alike(seats):
    printed = 0
    for here, there in rounds("short", seats):
        for language in LANGUAGES:
            report = DOMINION.gazette.write_report(here, language)
            assert report == DOMINION.gazette.write_report(there, language)
            assert 0 < len(report.headline) <= 100
            assert 2 <= len(report.paragraphs) <= 4
            text = " ".join([report.headline, *report.paragraphs])
            assert not any(sign in text for sign in ("{", "_", "a(z)"))
        printed += 1
    assert printed > 3


def test_everything_in_the_paper_has_words_in_it():
    """Each headline that may be chosen is there, and each way to tell a thing has the same places."""
    never = {"left", "one_pile", "others", "nothing", *wordings.RESULTS}
    assert {topic for table in TABLES for topic in table} - never <= set(wordings.HEADLINES)
    for tables in TABLES:
        for ways in tables.values():
            places = [{name for _, name, _, _ in Formatter().parse(way) if name} for way in ways]
            assert all(one == places[0] for one in places), ways


def test_what_one_trashes_in_the_own_turn_is_no_loss():
    own = RealmFacts(issue(event("turn_begun", "Ann", turn=3), event("trashed", "Ann", cards=["gold"])))
    assert not list(own.stories())


def test_an_event_that_only_one_seat_sees_is_in_no_report():
    private = Event("drew", {"seat": "Ann", "count": 2}, secret={"Ann": {"cards": ["gold", "moat"]}})
    report = DOMINION.gazette.write_report(issue(private.seen_by(None) or {}))
    assert "Gold" not in " ".join(report.paragraphs)
