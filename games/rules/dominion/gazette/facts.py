"""Find the news in a part of the game: its public events, and the public state before and after it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...core.gazette import GazetteIssue, NewsItem
from ..cards.card import ATTACKS, COST, VICTORIES
from ..scoring import EMPTY_PILES_TO_END
from ..setup.kingdoms import build_supply

SeenEvent = Mapping[str, Any]
FEW_PROVINCES = 4
MANY_ACTIONS = 4
MANY_BUYS = 2


class TurnNews(NamedTuple):
    """What one seat did in one of its turns."""

    seat: str
    played: list[str]  # Actions
    bought: list[str]
    coins: int  # spent


class RealmFacts:
    """A finished part of the game, turn by turn."""

    def __init__(self, issue: GazetteIssue) -> None:
        self.events, self.after = issue.events, issue.after
        self.supply: dict[str, int] = issue.after["supply"]
        full = build_supply(len(issue.after["seats"]), issue.after["kingdom"])
        self.before: dict[str, int] = issue.before.get("supply", full)
        self.is_first_province = self.before["province"] == full["province"]
        self.turns = list(self._split_turns())

    def _split_turns(self) -> Iterator[TurnNews]:
        """Split the events into turns; those before the first turn are left out."""
        now: TurnNews | None = None
        for seen in self.events:
            if seen["kind"] == "turn_begun":
                if now:
                    yield now
                now = TurnNews(seen["seat"], [], [], 0)
            elif now and seen["kind"] == "played":
                now.played.append(seen["card"])
            elif now and seen["kind"] == "bought":
                now.bought.append(seen["card"])
                now = now._replace(coins=now.coins + seen["coins"])
        if now:
            yield now

    # --- what was done to others

    def stories(self) -> Iterator[NewsItem]:
        """Yield what happened between the players, and who played most."""
        yield from self._attacks()
        yield from self._losses()
        yield from self._curses()
        if guards := _list_seats(self.events, "reacted"):
            yield NewsItem("guarded", {"seats": guards}, 34)
        if any("masquerade" in turn.played for turn in self.turns):
            yield NewsItem("masquerade", {}, 30)
        longest = max(self.turns, key=lambda turn: len(turn.played), default=None)
        if longest and len(longest.played) >= MANY_ACTIONS:
            context = {"seat": longest.seat, "n": len(longest.played)}
            yield NewsItem("chain", context, 28 + 4 * len(longest.played))

    def _attacks(self) -> Iterator[NewsItem]:
        """Report each attacker once with every kind of Attack it played."""
        attacks: dict[str, set[str]] = {}
        for turn in self.turns:
            attacks.setdefault(turn.seat, set()).update(ATTACKS.intersection(turn.played))
        for seat, cards in attacks.items():
            if cards:
                yield NewsItem("attack", {"seat": seat, "cards": sorted(cards)}, 36)

    def _losses(self) -> Iterator[NewsItem]:
        """Report what the others trashed in somebody's turn: the dearest card of each."""
        lost: dict[str, str] = {}
        active = ""
        for seen in self.events:
            active = seen["seat"] if seen["kind"] == "turn_begun" else active
            if active and seen["kind"] == "trashed" and seen["seat"] != active:
                cards = [*seen["cards"], *filter(None, [lost.get(seen["seat"])])]
                lost[seen["seat"]] = max(cards, key=COST.__getitem__)
        for seat, card in lost.items():
            yield NewsItem("lost", {"seat": seat, "card": card}, 8 * COST[card] if COST[card] >= 5 else 0)

    def _curses(self) -> Iterator[NewsItem]:
        cursed = [
            seen["seat"] for seen in self.events if (seen["kind"], seen.get("card")) == ("gained", "curse")
        ]
        if cursed:
            yield NewsItem("cursed", {"seats": list(dict.fromkeys(cursed)), "n": len(cursed)}, 44)

    # --- what was bought

    def purchases(self) -> list[TurnNews]:
        """The turns in which something was bought, the dearest first."""
        buyers = [turn for turn in self.turns if turn.bought]
        return sorted(buyers, key=lambda turn: -turn.coins)

    def describe_purchase(self, turn: TurnNews) -> NewsItem:
        """The news of one buyer: points first, then a whole basket, then a single card."""
        context = {"seat": turn.seat, "cards": turn.bought, "coins": turn.coins, "n": len(turn.bought)}
        if provinces := turn.bought.count("province"):
            topic = "first_province" if self.is_first_province else "province"
            return NewsItem(
                "provinces" if provinces > 1 else topic, context | {"n": provinces}, 54 + 8 * provinces
            )
        if len(turn.bought) >= MANY_BUYS:
            return NewsItem("basket", context, 24 + 6 * len(turn.bought))
        is_green = turn.bought[0] in VICTORIES
        return NewsItem("green" if is_green else "bought", context, 16 + 2 * turn.coins)

    # --- the supply

    def market(self) -> Iterator[NewsItem]:
        """Yield which piles have run out, and how near the end is."""
        for card, left in self.supply.items():
            if not left and self.before.get(card) and card != "province":
                yield NewsItem("emptied", {"card": card}, 40)
        empty = Counter(self.supply.values())[0]
        missing = EMPTY_PILES_TO_END[len(self.after["seats"])] - empty
        provinces = self.supply["province"]
        if 0 < provinces <= FEW_PROVINCES:
            yield NewsItem("few", {"n": provinces}, 42 if self.before["province"] > FEW_PROVINCES else 0)
        elif provinces:
            yield NewsItem("left", {"n": provinces})
        if missing == 1:
            yield NewsItem("one_pile", {})

    def ending(self) -> NewsItem:
        """Report what ended the game."""
        if not self.supply["province"]:
            return NewsItem("provinces_gone", {})
        return NewsItem("piles_gone", {"cards": [card for card, left in self.supply.items() if not left]})


def _list_seats(events: list[dict[str, Any]], kind: str) -> list[str]:
    """The seats of all events of this kind, each once."""
    return list(dict.fromkeys(seen["seat"] for seen in events if seen["kind"] == kind))
