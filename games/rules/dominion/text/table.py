"""The table as plain text, for the terminal and for plain-text emails.

The first paragraph says what the reader is asked, the last one what the reader holds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ...core.notation import Namer
from ...core.reader import INDENT, NO_BREAK_SPACE, SeatReader, join_paragraphs
from ..cards.card import BASIC, CARDS
from ..position import OVER
from .card_notes import describe_card_now
from .lexicon import LEXICON
from .question import describe_question, describe_turn_numbers


def render_table(view: dict[str, Any], name: Namer, language: str, width: int = 72) -> list[str]:
    """Render the table as the owner of this view sees it, with an empty line between paragraphs."""
    reader = SeatReader(view, name, language, width)
    paragraphs: list[Iterable[str]] = [
        _render_question(reader),
        _render_turn(reader),
        _render_supply(reader),
        _render_players(reader),
    ]
    return join_paragraphs([*paragraphs, _render_own_cards(reader)])


def list_cards(reader: SeatReader, cards: Iterable[str]) -> str:
    """Cards by kind, the most expensive first: `Gold, 3 × Copper`."""
    counts = Counter(cards)
    kinds = sorted(counts, key=lambda card: (-CARDS[card].cost, card))
    parts = [
        reader.name(card) if counts[card] == 1 else f"{counts[card]} × {reader.name(card)}" for card in kinds
    ]
    return ", ".join(part.replace(" ", NO_BREAK_SPACE) for part in parts)


def _render_question(reader: SeatReader) -> list[str]:
    """The question; whoever may react to an Attack also reads what it does."""
    lines = reader.wrap(describe_question(reader))
    for attack in (asked["attack"] for asked in reader.own.get("asked", ()) if "attack" in asked):
        lines += reader.wrap(f"{reader.name(attack)}: {LEXICON.effect(attack, reader.language)}")
    return lines


def _render_turn(reader: SeatReader) -> Iterator[str]:
    view = reader.view
    if view["phase"] == OVER:
        yield from reader.wrap(reader.say("The game is over: all decks are open."))
        return
    text = reader.say("{seat}’s turn: {numbers}.", seat=view["turn"], numbers=describe_turn_numbers(reader))
    if view["turn"] == reader.me:
        text = reader.say("It is your turn: {numbers}.", numbers=describe_turn_numbers(reader))
    if view["reduction"]:
        text += " " + reader.say("Every card costs {n} less.", n=view["reduction"])
    if view["copper_bonus"]:
        text += " " + reader.say("Each Copper yields {n} more.", n=view["copper_bonus"])
    yield from reader.wrap(text)


def _render_supply(reader: SeatReader) -> Iterator[str]:
    yield reader.say("THE SUPPLY, with cost and number left")
    supply = reader.view["supply"]
    yield from reader.wrap(_list_piles(reader, [card for card in supply if CARDS[card].box == BASIC]), INDENT)
    kingdom = [card for card in supply if CARDS[card].box != BASIC]
    if kingdom:
        yield from reader.wrap(_list_piles(reader, kingdom), INDENT)
    trash = reader.view["trash"]
    if trash:
        yield from reader.wrap(reader.say("Trash: {cards}.", cards=list_cards(reader, trash)), INDENT)


def _list_piles(reader: SeatReader, cards: list[str]) -> str:
    """Piles by cost: `Copper 0 (46), Silver 3 (40)`."""
    costs, supply = reader.view["costs"], reader.view["supply"]
    piles = (f"{reader.name(card)} {costs[card]} ({supply[card]})" for card in sorted(cards, key=_by_cost))
    return ", ".join(pile.replace(" ", NO_BREAK_SPACE) for pile in piles)


def _by_cost(card: str) -> tuple[int, str]:
    return CARDS[card].cost, card


def _render_players(reader: SeatReader) -> Iterator[str]:
    yield reader.say("THE TABLE, clockwise from you") if reader.me else reader.say("THE TABLE, clockwise")
    for seat in reader.list_seats_clockwise():
        yield from reader.wrap(_describe_player(reader, seat), INDENT, first="")


def _describe_player(reader: SeatReader, seat: str) -> str:
    player = reader.view["players"][seat]
    parts = [reader.count("{n} card in hand", "{n} cards in hand", player["hand"])]
    if player["deck_is_empty"]:
        parts.append(reader.say("the deck is empty"))
    if player["discard_top"]:
        parts.append(reader.say("on top of the discard pile {card}", card=reader.name(player["discard_top"])))
    for key, text in (
        ("in_play", reader.say("in play {cards}", cards=list_cards(reader, player["in_play"]))),
        ("revealed", reader.say("revealed {cards}", cards=list_cards(reader, player["revealed"]))),
        ("set_aside", reader.say("set aside {cards}", cards=list_cards(reader, player["set_aside"]))),
    ):
        if player[key]:
            parts.append(text)
    parts.append(reader.count("{n} turn", "{n} turns", player["turns"]))
    who = reader.say("You") if seat == reader.me else seat
    return f"{who}: {'; '.join(parts)}"


# --- what the reader holds


def _render_own_cards(reader: SeatReader) -> Iterator[str]:
    if reader.view["phase"] == OVER:
        for seat in reader.list_seats_clockwise():
            shown = reader.view["shown"][seat]
            yield from reader.wrap(f"{seat}: {list_cards(reader, shown['cards'])}", INDENT, first="")
        return
    if not reader.me:
        yield reader.say("You are watching.")
        return
    own = reader.own
    cards = list_cards(reader, own["hand"])
    text = reader.say("Your hand: {cards}.", cards=cards) if cards else reader.say("Your hand is empty.")
    text += " " + reader.count("{n} card in your deck.", "{n} cards in your deck.", own["deck"])
    if own["deck_top"]:
        text += " " + reader.say("On top of it: {cards}.", cards=reader.join_names(own["deck_top"]))
    if own["passing"]:
        text += " " + reader.say("You pass {card}, once all have chosen.", card=reader.name(own["passing"]))
    yield from reader.wrap(text)
    for card in sorted(set(own["hand"]), key=_by_cost):
        if CARDS[card].box != BASIC:
            effect = LEXICON.effect(card, reader.language)
            text = f"{reader.name(card)}: {effect} {describe_card_now(reader, card)}"
            yield from reader.wrap(text.rstrip(), INDENT)
