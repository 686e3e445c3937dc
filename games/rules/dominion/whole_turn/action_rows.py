"""The rows of the form for the Actions in hand: a card, or each of the few answers to what it asks.

A card whose answers are many, or hang on what is drawn, is one row: the form ends there and asks next.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

import msgspec

from ...core.notation import Move
from ...core.sentences import Voice
from ...core.translation import mark
from ..cards.card import ACTIONS, CARDS
from ..cards.intrigue import CONSPIRATORS, PAWN_OFFER
from ..position import DominionGame
from ..text.move_labels import CHOICE_LABELS
from .certainty import UNSURE, opens_windows

ASKS_NEXT, OTHERS_FIRST = mark("Asks you next."), mark("Others are asked first, then you.")
ASKING_OTHERS = frozenset({"bureaucrat", "masquerade", "militia", "saboteur", "torturer"})
ASKING = frozenset(  # the seat that plays them, about more than a form can list
    {"cellar", "chapel", "courtyard", "feast", "ironworks", "mine", "remodel", "secret_chamber"}
    | {"trading_post", "upgrade", "wishing_well", "workshop"}
)

PAWN_WORDS = {
    "card": mark("a card"),
    "action": mark("an action"),
    "buy": mark("a buy"),
    "coin": mark("a coin"),
}


class ActionRow(msgspec.Struct, frozen=True):
    """One way to play a card of the hand."""

    card: str
    moves: tuple[Move, ...]
    name: str  # of the card, in words
    answer: str = ""  # what is chosen with it, in words
    note: str = ""
    actions: int = 0  # what it gives, as far as it is sure
    buys: int = 0
    coins: int = 0  # at most
    is_last: bool = False  # the form ends here and asks next
    has_draws: bool = False

    @property
    def label(self) -> str:
        return f"{self.name}: {self.answer}" if self.answer else self.name

    @property
    def value(self) -> str:
        return ", ".join(map(str, self.moves))


class ActionRowList:
    """Lists the rows for one seat; `hand` are the cards that it knows."""

    def __init__(self, game: DominionGame, seat: str, voice: Voice) -> None:
        self.game = game
        self.seat = seat
        self.voice = voice
        self.say = voice.speak.say
        self.hand = game.players[seat].hand

    def build(self) -> list[ActionRow]:
        """The rows: what gives actions comes first, then the dearer card."""
        cards = sorted({*self.hand} & ACTIONS)
        rows = [row for card in cards for row in self._list_rows(card)]
        best = {row.card: max(one.actions for one in rows if one.card == row.card) for row in rows}
        return sorted(rows, key=lambda row: (-best[row.card], -CARDS[row.card].cost, row.card, -row.actions))

    def _list_rows(self, card: str) -> list[ActionRow]:
        listed = ANSWERS.get(card)
        rows = [] if listed is None or opens_windows(self.game, card) else list(listed(self))
        return rows or [self.build_plain(card)]

    def build_row(self, card: str, *answer: Move, text: str = "", **gives: int) -> ActionRow:
        """A card with an answer to what it asks, and what both give."""
        facts = CARDS[card]
        return ActionRow(
            card,
            (_play(card), *answer),
            str(self.voice.name(card)),
            text,
            self._describe_numbers(card) if answer else self.voice.effect(card),
            actions=facts.actions + gives.get("actions", 0),
            buys=facts.buys + gives.get("buys", 0),
            coins=facts.coins + gives.get("coins", 0),
            has_draws=bool(facts.cards or gives.get("cards")),
        )

    def build_plain(self, card: str) -> ActionRow:
        row = self.build_row(card, text="", **self._count_gains(card))
        ending = self._describe_next(card)
        if not ending:
            return row
        return msgspec.structs.replace(row, is_last=True, note=f"{row.note} {ending}")

    def _count_gains(self, card: str) -> dict[str, int]:
        """What a card without a question gives besides its numbers."""
        if card == "conspirator" and self._may_conspire():
            return {"actions": 1, "cards": 1}
        if card == "coppersmith":
            return {"coins": self.hand.count("copper")}
        return {"moneylender": {"coins": 3}, "shanty_town": {"cards": 1}}.get(card, {})

    def _may_conspire(self) -> bool:
        return self.game.played + sum(card in ACTIONS for card in self.hand) >= CONSPIRATORS

    def _describe_next(self, card: str) -> str:
        """Who is asked before the turn goes on; empty if nobody is."""
        if opens_windows(self.game, card) or card in ASKING_OTHERS:
            return self.say(OTHERS_FIRST)
        return self.say(ASKS_NEXT) if card in UNSURE | ASKING else ""

    def _describe_numbers(self, card: str) -> str:
        facts, count = CARDS[card], self.voice.speak.count
        numbers = [
            count("+{n} card", "+{n} cards", facts.cards) if facts.cards else "",
            count("+{n} action", "+{n} actions", facts.actions) if facts.actions else "",
            count("+{n} buy", "+{n} buys", facts.buys) if facts.buys else "",
            count("+{n} coin", "+{n} coins", facts.coins) if facts.coins else "",
        ]
        return ", ".join(filter(None, numbers))


def _play(card: str) -> Move:
    return Move("play", (card,))


# --- the answers to cards that ask


def _build_choice(rows: ActionRowList, card: str, word: str, **gives: int) -> ActionRow:
    """A card with one of the words that it lets choose from."""
    text = CHOICE_LABELS[card][word]
    return rows.build_row(card, Move("choose", (word,)), text=rows.say(text), **gives)


def _answer_nobles(rows: ActionRowList) -> Iterator[ActionRow]:
    yield _build_choice(rows, "nobles", "cards", cards=3)
    yield _build_choice(rows, "nobles", "actions", actions=2)


def _answer_steward(rows: ActionRowList) -> Iterator[ActionRow]:
    yield _build_choice(rows, "steward", "cards", cards=2)
    yield _build_choice(rows, "steward", "coins", coins=2)
    asking = rows.build_row("steward", text=rows.say("trash 2 cards"))
    yield msgspec.structs.replace(asking, note=rows.say(ASKS_NEXT), is_last=True)


def _answer_minion(rows: ActionRowList) -> Iterator[ActionRow]:
    yield _build_choice(rows, "minion", "coins", coins=2)
    yield msgspec.structs.replace(_build_choice(rows, "minion", "hand", cards=4), is_last=True)


def _answer_mining_village(rows: ActionRowList) -> Iterator[ActionRow]:
    keep, trash = Move("trash", ("none",)), Move("trash", ("mining_village",))
    yield rows.build_row("mining_village", keep, text=rows.say("keep it"))
    yield rows.build_row("mining_village", trash, text=rows.say("trash it for 2 coins"), coins=2)


def _answer_chancellor(rows: ActionRowList) -> Iterator[ActionRow]:
    if rows.game.players[rows.seat].deck:
        yield _build_choice(rows, "chancellor", "keep")
        yield _build_choice(rows, "chancellor", "discard")


def _answer_baron(rows: ActionRowList) -> Iterator[ActionRow]:
    if "estate" in rows.hand:
        discard, keep = Move("discard", ("estate",)), Move("discard", ("none",))
        yield rows.build_row("baron", discard, text=rows.say("discard an Estate for 4 coins"), coins=4)
        yield rows.build_row("baron", keep, text=rows.say("gain an Estate"))


def _answer_pawn(rows: ActionRowList) -> Iterator[ActionRow]:
    for chosen in combinations(PAWN_OFFER.pool, 2):
        gives = {f"{word}s": 1 for word in chosen}
        text = rows.voice.join_names([rows.say(PAWN_WORDS[word]) for word in chosen])
        yield rows.build_row("pawn", Move("choose", chosen), text=text, **gives)


def _answer_throne_room(rows: ActionRowList) -> Iterator[ActionRow]:
    """Each Action that may be played twice; what it asks then is asked next."""
    rest = list(rows.hand)
    rest.remove("throne_room")
    for card in sorted({*rest} & ACTIONS):
        facts, once = CARDS[card], rows.build_plain(card)
        is_last = once.is_last or card in ANSWERS
        yield ActionRow(
            "throne_room",
            (_play("throne_room"), _play(card)),
            str(rows.voice.name("throne_room")),
            rows.say("{card} twice", card=rows.voice.name(card)),
            once.note if once.is_last or not is_last else rows.say(ASKS_NEXT),
            actions=2 * facts.actions,
            buys=2 * facts.buys,
            coins=2 * once.coins,
            is_last=is_last,
            has_draws=once.has_draws,
        )


ANSWERS: dict[str, Callable[[ActionRowList], Iterator[ActionRow]]] = {
    "baron": _answer_baron,
    "chancellor": _answer_chancellor,
    "mining_village": _answer_mining_village,
    "minion": _answer_minion,
    "nobles": _answer_nobles,
    "pawn": _answer_pawn,
    "steward": _answer_steward,
    "throne_room": _answer_throne_room,
}
