"""Find the news in a part of the game: its public events, and the public state before and after it."""

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.gazette import GazetteIssue, NewsItem
from ..cards.card import PRESTIGE, all_cards
from ..numbers import SPACES

SeenEvent = Mapping[str, Any]
FEW_SPACES = 2  # left


class TownFacts:
    """A finished part of the game."""

    def __init__(self, issue: GazetteIssue) -> None:
        self.events, self.after = issue.events, issue.after
        self.had_titles = bool(issue.before.get("titles"))
        self.cards = all_cards()

    def _list_told(self, kind: str) -> list[dict[str, Any]]:
        return [seen for seen in self.events if seen["kind"] == kind]

    # --- what happened to people

    def stories(self) -> Iterator[NewsItem]:
        """Yield what struck the town, how it was met, and who fought or borrowed."""
        yield from self._criers()
        yield from self._losses()
        if ramparts := self._list_seats("rampart"):
            yield NewsItem("ramparts", {"seats": ramparts}, 36)
        if favoured := self._list_seats("favoured"):
            yield NewsItem("favoured", {"seats": favoured}, 26)
        yield from self._fights()
        lenders = {(seen["seat"], seen["rival"]) for seen in self._list_told("borrowed")}
        for seat, rival in sorted(lenders):
            yield NewsItem("borrowed", {"seat": seat, "rival": rival}, 18)

    def _criers(self) -> Iterator[NewsItem]:
        for seen in self._list_told("crier"):
            context = {"seat": seen["seat"], "n": seen["count"], "most": seen["to_end"]}
            is_last = seen["count"] == seen["to_end"]
            yield NewsItem("last_crier" if is_last else "crier", context, 58 if is_last else 44)
        if struck := list(dict.fromkeys(seen["event"] for seen in self._list_told("event"))):
            yield NewsItem("struck", {"cards": struck})

    def _losses(self) -> Iterator[NewsItem]:
        """Report the damage of each seat, then who lost citizens, and what everybody paid."""
        damaged: dict[str, list[str]] = {}
        for seen in self._list_told("damaged"):
            damaged.setdefault(seen["seat"], []).extend(seen["cards"])
        for seat, cards in damaged.items():
            yield NewsItem("damaged", {"seat": seat, "cards": cards}, 24 + 6 * len(cards))
        if departed := self._list_seats("departed"):
            yield NewsItem("departed", {"seats": departed}, 30)
        if paid := self._list_told("lost_deniers"):
            deniers = sum(seen["deniers"] for seen in paid)
            yield NewsItem("levied", {"seats": self._list_seats("lost_deniers"), "n": deniers}, 28)

    def _fights(self) -> Iterator[NewsItem]:
        """Report each seat once with all events that it has won."""
        won: dict[str, list[str]] = {}
        coins: dict[str, int] = {}
        for seen in self._list_told("fought"):
            won.setdefault(seen["seat"], []).append(seen["event"])
            coins[seen["seat"]] = coins.get(seen["seat"], 0) + seen["kept"]
        for seat, events in won.items():
            context = {"seat": seat, "cards": events, "n": coins[seat]}
            topic = "spoils" if coins[seat] else "fought"
            yield NewsItem(topic, context, 30 + 4 * (len(events) + coins[seat]))

    # --- what was built

    def works(self) -> list[NewsItem]:
        """Each card that was placed: prestige buildings first, then by level."""
        placed = sorted(self._list_told("placed"), key=lambda seen: -self.cards[seen["card"]].level)
        return [self._describe_work(seen, number) for number, seen in enumerate(placed)]

    def _describe_work(self, seen: SeenEvent, number: int) -> NewsItem:
        card = self.cards[seen["card"]]
        context = {"seat": seen["seat"], "card": seen["card"], "old": seen["over"]}
        if card.kind == PRESTIGE:
            is_first = number == 0 and not self.had_titles
            return NewsItem("first_prestige" if is_first else "prestige", context, 56 if is_first else 48)
        if seen["over"]:
            return NewsItem("covered", context, 22)
        return NewsItem("placed", context, 12 + 4 * card.level)

    # --- how far the game is

    def outlook(self) -> Iterator[NewsItem]:
        """Yield who has filled the district, how many town criers have come, and who is ahead."""
        if self._list_told("last_round"):
            yield NewsItem("last_round", {}, 90)
        if full := self._list_complete():
            yield NewsItem("full", {"seats": full}, 54)
        elif near := self._list_near():
            yield NewsItem("near", {"seats": near})
        if criers := len(self.after["criers"]):
            most = self.after["criers_to_end"]
            yield NewsItem("criers", {"n": min(criers, most), "most": most})
        points = {seat: one["points"]["total"] for seat, one in self.after["players"].items()}
        best = max(points.values())
        ahead = [seat for seat, total in points.items() if total == best]
        if len(ahead) == 1:
            yield NewsItem("lead", {"seat": ahead[0], "n": best})

    def ending(self) -> NewsItem:
        """Report what ended the game."""
        full = self._list_complete()
        return NewsItem("full", {"seats": full}) if full else NewsItem("long", {})

    def _list_complete(self) -> list[str]:
        return [seat for seat, one in self.after["players"].items() if one["complete"]]

    def _list_near(self) -> list[str]:
        players: dict[str, dict[str, Any]] = self.after["players"]
        return [seat for seat, one in players.items() if len(one["district"]) >= SPACES - FEW_SPACES]

    def _list_seats(self, kind: str) -> list[str]:
        """The seats of all events of this kind, each once."""
        return list(dict.fromkeys(seen["seat"] for seen in self._list_told(kind)))
