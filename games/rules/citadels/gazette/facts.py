"""What is new in a round, found in what an onlooker was told and could see."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ...core.gazette import Issue
from ..districts.table import COST
from ..table_text import points

Seen = Mapping[str, Any]


class News(NamedTuple):
    """Something to tell: what it is, the words for it, and how well it would do as a headline."""

    topic: str
    words: Seen
    weight: int = 0


class Work(NamedTuple):
    """What one seat has built in a round."""

    seat: str
    cards: list[str]
    gold: int


class Round:
    """A round that is over."""

    def __init__(self, issue: Issue) -> None:
        self.told, self.before, self.after = issue.told, issue.before, issue.after
        self.costs = COST[issue.after["edition"]]

    def of(self, *kinds: str) -> list[Seen]:
        return [seen for seen in self.told if seen["kind"] in kinds]

    def _with(self, kind: str, **words: str) -> Seen | None:
        return next((seen for seen in self.of(kind) if words.items() <= seen.items()), None)

    # --- crimes, magic and manners

    def stories(self) -> Iterator[News]:
        """In the order in which they happened."""
        for seen in self.told:
            if tells := STORIES.get(seen["kind"]):
                yield from tells(self, seen)

    def murder(self, seen: Seen) -> Iterator[News]:
        """Whom it hit is told only if the rules have shown it."""
        if heir := self._with("heir", character=seen["character"]):
            yield News("murder_heir", {**seen, "rival": heir["seat"]}, 72)
        elif nursed := self._with("revealed", character=seen["character"]):
            yield News("murder_hospital", {**seen, "rival": nursed["seat"]}, 50)
        else:
            yield News("murder", seen, 48)

    def robbery(self, seen: Seen) -> Iterator[News]:
        hit = next(iter(self.of("robbed")), None)
        if hit is None:
            yield News("robbed_in_vain", seen)
        elif hit["gold"]:
            yield News("robbed", {**hit, "character": seen["character"]}, 40 + 5 * hit["gold"])
        else:
            yield News("robbed_nothing", hit)

    def spell(self, seen: Seen) -> Iterator[News]:
        works = self._with("resumed", character=seen["character"])
        yield News("bewitched", seen, 62) if works else News("bewitched_in_vain", seen)

    def warrants(self, seen: Seen) -> Iterator[News]:
        """One that was shown is told when that happens."""
        if not self.of("confiscated"):
            yield News("warrants", seen)

    def seen_through(self, seen: Seen) -> Iterator[News]:
        """A threat that was not bought off: the one who refused is the one whom it is about."""
        words = {**seen, "seat": seen["rival"], "rival": seen["seat"]}
        if seen.get("lace") and seen["gold"]:
            yield News("lace", words, 44 + 5 * seen["gold"])
        elif seen.get("lace") is False:
            yield News("bluff", words)
        else:  # nobody has seen what it was, or there was nothing to take
            yield News("unharmed", words)

    def vision(self, seen: Seen) -> Iterator[News]:
        """The Seer takes from everybody, and is told of once."""
        if seen == self.of("foresaw")[0]:
            yield News("foresaw", seen)

    # --- what was built, and what fell

    def works(self) -> list[Work]:
        """By seat, the largest first; what was confiscated at once is told elsewhere."""
        lost = [(seen["rival"], seen["card"]) for seen in self.of("confiscated")]
        built = [seen for seen in self.of("built") if (seen["seat"], seen["card"]) not in lost]
        seats = [seat for seat in self.after["seats"] if any(seen["seat"] == seat for seen in built)]
        found = [self._work(seat, [seen for seen in built if seen["seat"] == seat]) for seat in seats]
        return sorted(found, key=lambda work: (-len(work.cards), -self._worth(work)))

    def _work(self, seat: str, built: list[Seen]) -> Work:
        return Work(seat, [seen["card"] for seen in built], sum(seen.get("gold", 0) for seen in built))

    def _worth(self, work: Work) -> int:
        return sum(self.costs[card] for card in work.cards)

    def largest(self, work: Work) -> News:
        if len(work.cards) > 1:
            words = {"seat": work.seat, "cards": work.cards, "gold": work.gold, "n": len(work.cards)}
            return News("many", words, 36 + 8 * len(work.cards))
        words = {"seat": work.seat, "card": work.cards[0], "gold": work.gold}
        return News("built" if work.gold else "free", words, 28 + 5 * self._worth(work))

    def blows(self) -> Iterator[News]:
        """What else has become of districts, in the order in which it happened."""
        for seen in self.told:
            if tells := BLOWS.get(seen["kind"]):
                yield tells(self, seen)

    def destruction(self, seen: Seen) -> News:
        if seen["rival"] == seen["seat"]:
            return News("destroyed_own", seen)
        weight = 46 + 4 * self.costs[seen["card"]]
        return News("destroyed" if seen["gold"] else "destroyed_free", seen, weight)

    # --- the race

    @property
    def sizes(self) -> dict[str, int]:
        return {seat: player["size"] for seat, player in self.after["players"].items()}

    @property
    def leaders(self) -> list[str]:
        return _first(self.sizes)

    def race(self) -> Iterator[News]:
        """Who is ahead, of whom there is more to see, and how near the end is."""
        sizes, leaders, goal = self.sizes, self.leaders, self.after["goal"]
        before = {seat: player["size"] for seat, player in self.before["players"].items()}
        most = sizes[leaders[0]]
        if not most:
            return
        words = {"seat": leaders[0], "seats": leaders, "n": most, "goal": goal}
        yield _ahead(words, leaders, before)
        if others := [seat for seat in sizes if seat not in leaders]:
            yield News("behind", {"list": in_order({seat: sizes[seat] for seat in others})})
        worth = {seat: points(player) for seat, player in self.after["players"].items()}
        richest = _first(worth)
        if len(richest) == 1 and richest[0] not in leaders:
            yield News("worth", {"seat": richest[0], "n": worth[richest[0]]})
        yield from _how_near(words, most, max(before.values()))

    # --- the crown and the masks

    def crown(self) -> News:
        old, new = self.before["crown"], self.after["crown"]
        return News("passes", {"seat": new, "rival": old}, 30) if new != old else News("stays", {"seat": new})

    def masks(self) -> dict[str, list[str]]:
        """Seat by seat the characters that were shown."""
        found: dict[str, list[str]] = {seat: [] for seat in self.after["seats"]}
        for seen in self.of("revealed", "heir"):
            if seen["character"] not in found[seen["seat"]]:
                found[seen["seat"]].append(seen["character"])
        return found


def _first(numbers: Mapping[str, int]) -> list[str]:
    most = max(numbers.values())
    return [seat for seat, number in numbers.items() if number == most]


def in_order(numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(numbers.items(), key=lambda item: -item[1])


def _ahead(words: Seen, leaders: list[str], before: Mapping[str, int]) -> News:
    if len(leaders) == len(before):
        return News("all_level", words)
    if len(leaders) > 1:
        return News("level", words)
    led = _first(before)
    return News("leads", words) if leaders == led else News("takes_lead", words, 0 if len(led) > 1 else 46)


def _how_near(words: Seen, most: int, before: int) -> Iterator[News]:
    """Nothing for a while; then it becomes interesting."""
    goal = words["goal"]
    if goal - most == 1:
        yield News("one_left", words, 64 if before < most and len(words["seats"]) == 1 else 0)
    elif goal - most == 2:
        yield News("two_left", words)
    elif before * 2 < goal <= most * 2:
        yield News("half_way", words)


def _plainly(
    topic: str, weight: int = 0, *, needs: str = "", without: str = ""
) -> Callable[..., Iterator[News]]:
    """An event that is told as it is; without what it needs to be told in full, otherwise or not at all."""

    def tells(_round: Round, seen: Seen) -> Iterator[News]:
        if not needs or seen[needs]:
            yield News(topic, seen, weight)
        elif without:
            yield News(without, seen)

    return tells


STORIES: dict[str, Callable[[Round, Seen], Iterator[News]]] = {
    "theater": _plainly("theater"),
    "murdered": Round.murder,
    "bewitched": Round.spell,
    "warranted": Round.warrants,
    "confiscated": _plainly("confiscated", 66),
    "robs": Round.robbery,
    "spied": _plainly("spied", needs="gold", without="spied_nothing"),
    "threatened": _plainly("threats"),
    "bribed": _plainly("bribed", needs="gold", without="bribed_nothing"),
    "concealed": Round.seen_through,
    "threat_shown": Round.seen_through,
    "swapped": _plainly("swapped", 44),
    "took": _plainly("took"),
    "took_to_build": _plainly("took_to_build"),
    "foresaw": Round.vision,
    "tithed": _plainly("tithed"),
    "forgot_thanks": _plainly("forgot_thanks"),
}

BLOWS: dict[str, Callable[[Round, Seen], News]] = {
    "destroyed": Round.destruction,
    "recovered": lambda _round, seen: News("recovered", seen),
    "seized": lambda _round, seen: News("seized", seen, 60),
    "exchanged": lambda _round, seen: News("exchanged", seen, 52),
    "armory": lambda _round, seen: News("armory", seen, 60),
    "beautified": lambda _round, seen: News("beautified", seen),
    "announced": lambda _round, seen: News("announced", seen, 68),
    "bell_fell": lambda _round, seen: News("bell_fell", seen),
}
