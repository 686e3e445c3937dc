"""Find the news of a round in its public events and the public state before and after it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ...core.gazette import GazetteIssue, NewsItem
from ..districts.cards import COST
from ..text.table import sum_built_points

SeenEvent = Mapping[str, Any]


class SeatBuilds(NamedTuple):
    """The districts that one seat built in a round, and the gold paid for them."""

    seat: str
    cards: list[str]
    gold: int


class RoundFacts:
    """A finished round: its public events, and the public state before and after it."""

    def __init__(self, issue: GazetteIssue) -> None:
        self.events, self.before, self.after = issue.events, issue.before, issue.after
        self.costs = COST[issue.after["edition"]]

    def events_of_kinds(self, *kinds: str) -> list[SeenEvent]:
        return [seen for seen in self.events if seen["kind"] in kinds]

    def _find_event(self, kind: str, **words: str) -> SeenEvent | None:
        return next((seen for seen in self.events_of_kinds(kind) if words.items() <= seen.items()), None)

    # --- crimes, magic and manners

    def stories(self) -> Iterator[NewsItem]:
        """Yield crimes, magic and other incidents in the order in which they happened."""
        for seen in self.events:
            if tells := STORY_FINDERS.get(seen["kind"]):
                yield from tells(self, seen)

    def murder(self, seen: SeenEvent) -> Iterator[NewsItem]:
        """Report a murder; name the victim's player only if the rules have revealed it."""
        if heir := self._find_event("heir", character=seen["character"]):
            yield NewsItem("murder_heir", {**seen, "rival": heir["seat"]}, 72)
        elif nursed := self._find_event("revealed", character=seen["character"]):
            yield NewsItem("murder_hospital", {**seen, "rival": nursed["seat"]}, 50)
        else:
            yield NewsItem("murder", seen, 48)

    def robbery(self, seen: SeenEvent) -> Iterator[NewsItem]:
        hit = next(iter(self.events_of_kinds("robbed")), None)
        if hit is None:
            yield NewsItem("robbed_in_vain", seen)
        elif hit["gold"]:
            yield NewsItem("robbed", {**hit, "character": seen["character"]}, 40 + 5 * hit["gold"])
        else:
            yield NewsItem("robbed_nothing", hit)

    def spell(self, seen: SeenEvent) -> Iterator[NewsItem]:
        works = self._find_event("resumed", character=seen["character"])
        yield NewsItem("bewitched", seen, 62) if works else NewsItem("bewitched_in_vain", seen)

    def warrants(self, seen: SeenEvent) -> Iterator[NewsItem]:
        """Report the warrants if none was enforced; a confiscation is a news item of its own."""
        if not self.events_of_kinds("confiscated"):
            yield NewsItem("warrants", seen)

    def refused_threat(self, seen: SeenEvent) -> Iterator[NewsItem]:
        """Report a threat that was not bought off; the news is about the player who refused."""
        context = {**seen, "seat": seen["rival"], "rival": seen["seat"]}
        if seen.get("lace") and seen["gold"]:
            yield NewsItem("lace", context, 44 + 5 * seen["gold"])
        elif seen.get("lace") is False:
            yield NewsItem("bluff", context)
        else:  # the threat stayed hidden, or there was nothing to take
            yield NewsItem("unharmed", context)

    def vision(self, seen: SeenEvent) -> Iterator[NewsItem]:
        """Report the Seer once, although there is an event for each rival."""
        if seen == self.events_of_kinds("foresaw")[0]:
            yield NewsItem("foresaw", seen)

    # --- what was built, and what fell

    def list_builds(self) -> list[SeatBuilds]:
        """List what each seat built, the largest first; confiscated districts are reported elsewhere."""
        lost = [(seen["rival"], seen["card"]) for seen in self.events_of_kinds("confiscated")]
        built = [seen for seen in self.events_of_kinds("built") if (seen["seat"], seen["card"]) not in lost]
        seats = [seat for seat in self.after["seats"] if any(seen["seat"] == seat for seen in built)]
        found = [self._work(seat, [seen for seen in built if seen["seat"] == seat]) for seat in seats]
        return sorted(found, key=lambda work: (-len(work.cards), -self._worth(work)))

    def _work(self, seat: str, built: list[SeenEvent]) -> SeatBuilds:
        return SeatBuilds(seat, [seen["card"] for seen in built], sum(seen.get("gold", 0) for seen in built))

    def _worth(self, work: SeatBuilds) -> int:
        return sum(self.costs[card] for card in work.cards)

    def largest(self, work: SeatBuilds) -> NewsItem:
        if len(work.cards) > 1:
            context = {"seat": work.seat, "cards": work.cards, "gold": work.gold, "n": len(work.cards)}
            return NewsItem("many", context, 36 + 8 * len(work.cards))
        context = {"seat": work.seat, "card": work.cards[0], "gold": work.gold}
        return NewsItem("built" if work.gold else "free", context, 28 + 5 * self._worth(work))

    def district_news(self) -> Iterator[NewsItem]:
        """Yield what else happened to districts, in the order in which it happened."""
        for seen in self.events:
            if tells := DISTRICT_NEWS_FINDERS.get(seen["kind"]):
                yield tells(self, seen)

    def destruction(self, seen: SeenEvent) -> NewsItem:
        if seen["rival"] == seen["seat"]:
            return NewsItem("destroyed_own", seen)
        weight = 46 + 4 * self.costs[seen["card"]]
        return NewsItem("destroyed" if seen["gold"] else "destroyed_free", seen, weight)

    # --- the race

    @property
    def sizes(self) -> dict[str, int]:
        return {seat: player["size"] for seat, player in self.after["players"].items()}

    @property
    def leaders(self) -> list[str]:
        return _list_leaders(self.sizes)

    def race(self) -> Iterator[NewsItem]:
        """Yield who leads, who is behind, who has the most points, and how near the end is."""
        sizes, leaders, goal = self.sizes, self.leaders, self.after["goal"]
        before = {seat: player["size"] for seat, player in self.before["players"].items()}
        most = sizes[leaders[0]]
        if not most:
            return
        context = {"seat": leaders[0], "seats": leaders, "n": most, "goal": goal}
        yield _describe_lead(context, leaders, before)
        if others := [seat for seat in sizes if seat not in leaders]:
            yield NewsItem("behind", {"list": sort_by_number({seat: sizes[seat] for seat in others})})
        worth = {seat: sum_built_points(player) for seat, player in self.after["players"].items()}
        richest = _list_leaders(worth)
        if len(richest) == 1 and richest[0] not in leaders:
            yield NewsItem("worth", {"seat": richest[0], "n": worth[richest[0]]})
        yield from _describe_distance_to_end(context, most, max(before.values()))

    # --- the crown and the masks

    def crown(self) -> NewsItem:
        old, new = self.before["crown"], self.after["crown"]
        return (
            NewsItem("passes", {"seat": new, "rival": old}, 30)
            if new != old
            else NewsItem("stays", {"seat": new})
        )

    def revealed_characters(self) -> dict[str, list[str]]:
        """Map each seat to the characters that were revealed."""
        found: dict[str, list[str]] = {seat: [] for seat in self.after["seats"]}
        for seen in self.events_of_kinds("revealed", "heir"):
            if seen["character"] not in found[seen["seat"]]:
                found[seen["seat"]].append(seen["character"])
        return found


def _list_leaders(numbers: Mapping[str, int]) -> list[str]:
    most = max(numbers.values())
    return [seat for seat, number in numbers.items() if number == most]


def sort_by_number(numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(numbers.items(), key=lambda item: -item[1])


def _describe_lead(values: SeenEvent, leaders: list[str], before: Mapping[str, int]) -> NewsItem:
    if len(leaders) == len(before):
        return NewsItem("all_level", values)
    if len(leaders) > 1:
        return NewsItem("level", values)
    led = _list_leaders(before)
    return (
        NewsItem("leads", values)
        if leaders == led
        else NewsItem("takes_lead", values, 0 if len(led) > 1 else 46)
    )


def _describe_distance_to_end(values: SeenEvent, most: int, before: int) -> Iterator[NewsItem]:
    """Report the distance to the end: half way, two districts left, one district left."""
    goal = values["goal"]
    if goal - most == 1:
        yield NewsItem("one_left", values, 64 if before < most and len(values["seats"]) == 1 else 0)
    elif goal - most == 2:
        yield NewsItem("two_left", values)
    elif before * 2 < goal <= most * 2:
        yield NewsItem("half_way", values)


def _build_plain_finder(
    topic: str, weight: int = 0, *, needs: str = "", without: str = ""
) -> Callable[..., Iterator[NewsItem]]:
    """Build a finder that reports an event as it is.

    If the event's value for `needs` is empty, the topic `without` is used instead, or nothing is reported.
    """

    def tells(_round: RoundFacts, seen: SeenEvent) -> Iterator[NewsItem]:
        if not needs or seen[needs]:
            yield NewsItem(topic, seen, weight)
        elif without:
            yield NewsItem(without, seen)

    return tells


STORY_FINDERS: dict[str, Callable[[RoundFacts, SeenEvent], Iterator[NewsItem]]] = {
    "theater": _build_plain_finder("theater"),
    "murdered": RoundFacts.murder,
    "bewitched": RoundFacts.spell,
    "warranted": RoundFacts.warrants,
    "confiscated": _build_plain_finder("confiscated", 66),
    "robs": RoundFacts.robbery,
    "spied": _build_plain_finder("spied", needs="gold", without="spied_nothing"),
    "threatened": _build_plain_finder("threats"),
    "bribed": _build_plain_finder("bribed", needs="gold", without="bribed_nothing"),
    "concealed": RoundFacts.refused_threat,
    "threat_shown": RoundFacts.refused_threat,
    "swapped": _build_plain_finder("swapped", 44),
    "took": _build_plain_finder("took"),
    "took_to_build": _build_plain_finder("took_to_build"),
    "foresaw": RoundFacts.vision,
    "tithed": _build_plain_finder("tithed"),
    "forgot_thanks": _build_plain_finder("forgot_thanks"),
}

DISTRICT_NEWS_FINDERS: dict[str, Callable[[RoundFacts, SeenEvent], NewsItem]] = {
    "destroyed": RoundFacts.destruction,
    "recovered": lambda _round, seen: NewsItem("recovered", seen),
    "seized": lambda _round, seen: NewsItem("seized", seen, 60),
    "exchanged": lambda _round, seen: NewsItem("exchanged", seen, 52),
    "armory": lambda _round, seen: NewsItem("armory", seen, 60),
    "beautified": lambda _round, seen: NewsItem("beautified", seen),
    "announced": lambda _round, seen: NewsItem("announced", seen, 68),
    "bell_fell": lambda _round, seen: NewsItem("bell_fell", seen),
}
