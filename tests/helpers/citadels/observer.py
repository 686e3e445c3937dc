"""Somebody who keeps notes of what a seat is told, and can say whether a world agrees with it.

The notes are made from the events alone, as the seat reads them, and from what lies open on the table;
nothing is taken from the memory that the position keeps. What is written down: which cards must be
in a hand, under a Museum or in the deck; how many of those once seen there must still be; what lies
where in the deck.
"""

from collections import Counter
from typing import Any

from games.rules.citadels.districts.cards import TYPE
from games.rules.citadels.position import CitadelsGame
from games.rules.core.notation import Move

DECK, NOBODY_KNOWS = "deck", ""


class Notes:
    """Of one hand, or of the deck as far as nobody knows what lies where in it."""

    def __init__(self) -> None:
        self.sure: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.gone = 0
        self.kind, self.of_kind, self.of_others = "", 0, 0

    def gets(self, card: str) -> None:
        if card:
            self.sure[card] += 1

    def loses(self, card: str) -> None:
        if not card:
            self.seen, self.sure = self.seen + self.sure, Counter()
            self.gone += 1
            self.of_kind, self.of_others = self.of_kind - 1, self.of_others - 1
        else:
            notes = self.sure if self.sure[card] else self.seen
            notes[card] -= notes[card] > 0
            self.of_kind -= TYPE[card] == self.kind
            self.of_others -= TYPE[card] != self.kind

    def agree(self, cards: list[str]) -> bool:
        there = Counter(cards)
        of_kind = sum(TYPE[card] == self.kind for card in cards)
        return (
            not self.sure - there
            and ((there - self.sure) & self.seen).total() >= self.seen.total() - self.gone
            and of_kind >= self.of_kind
            and len(cards) - of_kind >= self.of_others
        )


def fits(notes: list[str], cards: list[str]) -> bool:
    return all(note in (card, NOBODY_KNOWS) for note, card in zip(notes, cards, strict=True))


class Follower:
    """The notes of one seat."""

    def __init__(self, me: str, view: dict[str, Any]) -> None:
        self.me = me
        self.hands = {seat: Notes() for seat in view["seats"] if seat != me}
        self.museums: dict[str, list[str]] = {seat: [] for seat in view["seats"]}
        self.deck = [NOBODY_KNOWS] * view["deck"]  # top first
        self.loose = Notes()  # what is in the deck, nobody knows where
        self.view = view
        self.drawn: list[str] = []  # what somebody is choosing from
        self.studies = False
        self.origin = ""  # out of whose hand a Wizard builds

    def follow(self, mover: str, move: Move, rows: list[dict[str, Any]], view: dict[str, Any]) -> None:
        """What was told after a move; of its own moves the seat knows every word."""
        self.mine = move.args if mover == self.me else ()
        self.studies = move.verb == "study" or (move.verb == "keep" and self.studies)
        self.after = view
        for seen in rows:
            if note := getattr(self, f"on_{seen.get('kind')}", None):
                note(seen)
        assert view["phase"] == "over" or len(self.deck) == view["deck"], (move, rows)
        self.view = view

    def contradiction(self, world: CitadelsGame) -> str:
        """Which place of this world cannot be as it is; empty if all can."""
        for seat, notes in self.hands.items():
            if not notes.agree(world.players[seat].hand):
                return f"the hand of {seat}"
            if not fits(self.museums[seat], world.players[seat].museum):
                return f"the Museum of {seat}"
        if not fits(self.deck, world.deck):
            return "the order of the deck"
        chooses = self.view["question"] == "turn.keep"
        if chooses and not fits(self.drawn, world.agenda[-1][0].args["cards"]):
            return "what was drawn"
        rest = [card for note, card in zip(self.deck, world.deck, strict=True) if not note]
        return "" if self.loose.agree(rest) else "the deck"

    # --- moving cards; an unknown one is empty

    def leaves(self, seat: str, card: str) -> None:
        if seat != self.me:
            self.hands[seat].loses(card)

    def enters(self, seat: str, card: str) -> None:
        if seat != self.me:
            self.hands[seat].gets(card)

    def passes(self, giver: str, taker: str, card: str) -> None:
        self.leaves(giver, card)
        self.enters(taker, card)

    def off_the_top(self, seen: dict[str, Any]) -> list[str]:
        """The cards that leave the deck, as far as this seat knows them."""
        drawn, self.deck = self.deck[: seen["count"]], self.deck[seen["count"] :]
        mine = seen.get("cards", drawn)
        for note, card in zip(drawn, mine, strict=True):
            if not note:
                self.loose.loses(card)
        return list(mine)

    def falls(self, owner: str, card: str, *, may_be_recovered: bool = False) -> None:
        """A district goes under the deck, and what lies under it."""
        if may_be_recovered:
            self.pending = card
        else:
            self.deck.append(card)
        if card == "museum":
            self.deck += self.museums[owner]
            self.museums[owner] = []

    def is_shuffled(self) -> None:
        self.loose.sure += Counter(filter(None, self.deck))
        self.deck = [NOBODY_KNOWS] * len(self.deck)

    # --- what is told

    def on_gained(self, seen: dict[str, Any]) -> None:
        for card in self.off_the_top(seen):
            self.enters(seen["seat"], card)

    def on_drew(self, seen: dict[str, Any]) -> None:
        self.drawn = self.off_the_top(seen)

    def on_kept(self, seen: dict[str, Any]) -> None:
        seat, count = seen["seat"], seen["count"]
        back = seen.get("back", [NOBODY_KNOWS] * (len(self.drawn) - count))
        self.deck += back
        if self.studies:
            self.on_studied(seat)
        elif seat != self.me:
            known = Counter(filter(None, self.drawn))
            if (sure := count - (len(self.drawn) - known.total())) > 0:
                self.hands[seat].seen += known
                self.hands[seat].gone += known.total() - sure

    def on_studied(self, seat: str) -> None:
        """What was drawn has come back, but for one card."""
        if seat != self.me:
            for card in filter(None, self.drawn):
                self.loose.gets(card)
        self.is_shuffled()
        if seat != self.me:
            self.loose.loses(NOBODY_KNOWS)

    def on_searched(self, seen: dict[str, Any]) -> None:
        if seen["seat"] == self.me:
            self.loose = Notes()
            self.loose.sure = Counter(self.view["you"]["asked"][0]["deck"]) - Counter([seen["card"]])
            self.deck = [NOBODY_KNOWS] * (len(self.deck) - 1)
        else:
            self.is_shuffled()
            self.loose.loses(NOBODY_KNOWS)
            self.deck.pop()

    def on_declined(self, seen: dict[str, Any]) -> None:
        if seen["what"] == "recover":
            self.deck.append(self.pending)
        if seen["what"] == "search" and seen["seat"] == self.me:
            self.loose = Notes()
            self.loose.sure = Counter(self.view["you"]["asked"][0]["deck"]) - Counter(self.deck)

    def on_recovered(self, seen: dict[str, Any]) -> None:
        self.enters(seen["seat"], seen["card"])

    def on_destroyed(self, seen: dict[str, Any]) -> None:
        asked = self.after["question"] == "graveyard.recover"
        self.falls(seen["rival"], seen["card"], may_be_recovered=asked)

    def on_armory(self, seen: dict[str, Any]) -> None:
        self.deck.append("armory")
        self.falls(seen["rival"], seen["card"])

    def on_took_to_build(self, seen: dict[str, Any]) -> None:
        self.origin = seen["rival"]

    def on_built(self, seen: dict[str, Any]) -> None:
        seat = seen["seat"]
        self.leaves(self.origin or seat, seen["card"])
        self.origin = ""
        if "by" in seen:
            self.falls(seat, seen["by"])
            return
        pays = self.mine[self.mine.index("with") + 1 :] if "with" in self.mine else ()
        for place in range(seen["cards"]):
            card = pays[place] if seat == self.me else NOBODY_KNOWS
            self.leaves(seat, card)
            self.deck.append(card)

    def on_borrowed(self, seen: dict[str, Any]) -> None:
        for card in seen.get("cards", [NOBODY_KNOWS] * seen["count"]):
            self.passes(seen["seat"], seen["rival"], card)

    def on_redrew(self, seen: dict[str, Any]) -> None:
        for card in seen.get("cards", [NOBODY_KNOWS] * seen["count"]):
            self.leaves(seen["seat"], card)
            self.deck.append(card)

    def on_laboratory(self, seen: dict[str, Any]) -> None:
        self.leaves(seen["seat"], seen.get("card", NOBODY_KNOWS))
        self.deck.append(seen.get("card", NOBODY_KNOWS))

    def on_museum(self, seen: dict[str, Any]) -> None:
        self.leaves(seen["seat"], seen.get("card", NOBODY_KNOWS))
        self.museums[seen["seat"]].append(seen.get("card", NOBODY_KNOWS))

    def on_exchanged(self, seen: dict[str, Any]) -> None:
        for card, giver, taker in (
            (seen["got"], seen["rival"], seen["seat"]),
            (seen["given"], seen["seat"], seen["rival"]),
        ):
            if card == "museum":
                self.museums[taker], self.museums[giver] = self.museums[giver], []

    def on_swapped(self, seen: dict[str, Any]) -> None:
        seat, rival = seen["seat"], seen["rival"]
        if self.me in (seat, rival):
            other = rival if self.me == seat else seat
            self.hands[other] = Notes()
            self.hands[other].sure = Counter(self.view["you"]["hand"])
        else:
            self.hands[seat], self.hands[rival] = self.hands[rival], self.hands[seat]

    def on_spied(self, seen: dict[str, Any]) -> None:
        rival = seen["rival"]
        if self.me == seen["seat"]:
            self.on_looked(seen)
        elif self.me != rival:
            notes = self.hands[rival]
            notes.kind, notes.of_kind = seen["type"], seen["count"]
            notes.of_others = self.view["players"][rival]["hand"] - seen["count"]

    def on_looked(self, seen: dict[str, Any]) -> None:
        if self.me == seen["seat"]:
            self.hands[seen["rival"]] = Notes()
            self.hands[seen["rival"]].sure = Counter(seen["hand"])

    def on_took(self, seen: dict[str, Any]) -> None:
        self.passes(seen["rival"], seen["seat"], seen.get("card", NOBODY_KNOWS))

    on_foresaw = on_took

    def on_gave(self, seen: dict[str, Any]) -> None:
        self.passes(seen["seat"], seen["rival"], seen.get("card", NOBODY_KNOWS))

    def on_tribute(self, seen: dict[str, Any]) -> None:
        if "gold" not in seen:
            self.on_gave(seen)
