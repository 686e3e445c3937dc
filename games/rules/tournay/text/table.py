"""The table as plain text, for the terminal and for plain-text emails.

The first paragraph says what the reader is asked, the last one what the reader holds.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...core.notation import Namer
from ...core.reader import INDENT, NO_BREAK_SPACE, SeatReader, join_paragraphs
from ...core.translation import get_translator
from ..cards.card import CARD_SETS
from ..district import list_new_cells, reading_order
from ..numbers import COLOURS, DECKS, SPACES
from ..position import GREY, OVER
from .deeds import DeedWriter
from .end_condition import describe_ending
from .event_forecast import describe_forecast
from .lexicon import LEXICON
from .question import describe_question


def render_table(view: dict[str, Any], name: Namer, language: str, width: int = 72) -> list[str]:
    """Render the table as the owner of this view sees it, with an empty line between paragraphs."""
    reader = SeatReader(view, name, language, width)
    paragraphs: list[Iterable[str]] = [
        reader.wrap(describe_question(reader)),
        reader.wrap(_describe_moment(reader)),
        *([] if view["step"] == OVER else [_render_events(reader), _render_decks(reader)]),
        _render_titles(reader),
        *(_render_seat(reader, seat) for seat in reader.list_seats_clockwise()),
    ]
    return join_paragraphs([*paragraphs, _render_own_cards(reader)])


def _describe_moment(reader: SeatReader) -> str:
    view = reader.view
    told = reader.say("Round {round}, {seat}'s turn.", round=view["round"], seat=view["turn"])
    if view["step"] == OVER:
        told = reader.say("The game is over: all hands are open.")
    elif view["turn"] == reader.me:
        told = reader.say("Round {round}, your turn.", round=view["round"])
    return f"{told} {describe_ending(reader)}"


# --- events and decks


def _render_events(reader: SeatReader) -> Iterator[str]:
    yield reader.say("THE EVENTS, oldest first, with their coins")
    for queued in reader.view["queue"]:
        event = queued["event"]
        told = f"{reader.name(event)} {queued['coins']}: {LEXICON.effect(event, reader.language)}"
        shares = [f"{_name_seat(reader, seat)} {number}" for seat, number in queued["outcome"].items()]
        told += f" {describe_forecast(reader, queued)}: {', '.join(shares)}."
        yield from reader.wrap(told, INDENT, first="")


def _render_decks(reader: SeatReader) -> Iterator[str]:
    yield reader.say("THE DECKS, with the open card and how many are left; * where a crier is still in it")
    for start in range(0, len(DECKS), len(COLOURS)):
        decks = DECKS[start : start + len(COLOURS)]
        yield from reader.wrap("; ".join(_describe_deck(reader, deck) for deck in decks), INDENT)
    supply = _count_citizens(reader, reader.view["supply"], COLOURS)
    yield from reader.wrap(reader.say("In the supply: {citizens}.", citizens=supply), INDENT)


def _describe_deck(reader: SeatReader, deck: str) -> str:
    seen = reader.view["decks"][deck]
    crier = "*" if seen["crier"] else ""
    top = f" {reader.name(seen['up'])}" if seen["up"] else ""
    return f"{reader.name(deck)}:{top} ({seen['size']}{crier})".replace(" ", NO_BREAK_SPACE)


# --- prestige


def _render_titles(reader: SeatReader) -> Iterator[str]:
    titles, cards = reader.view["titles"], CARD_SETS[reader.view["cards"]].cards
    if not titles:
        yield from reader.wrap(reader.say("No prestige building is in sight."))
        return
    yield reader.say("PRESTIGE, with what it would bring now")
    writer = DeedWriter(reader.name, get_translator(reader.language))
    for title in titles:
        shares = [f"{_name_seat(reader, seat)} {line['points']}" for seat, line in title["seats"].items()]
        deed = writer.describe(cards[title["title"]])
        yield from reader.wrap(f"{reader.name(title['title'])} ({deed}): {', '.join(shares)}", INDENT)


def _name_seat(reader: SeatReader, seat: str) -> str:
    return reader.say("You") if seat == reader.me else seat


# --- seats


def _render_seat(reader: SeatReader, seat: str) -> Iterator[str]:
    player = reader.view["players"][seat]
    facts = [
        reader.count("{n} denier", "{n} deniers", player["deniers"]),
        reader.say("ready: {citizens}", citizens=_list_citizens(reader, player["plaza"])),
    ]
    if any(player["aside"].values()):
        facts.append(reader.say("spent: {citizens}", citizens=_list_citizens(reader, player["aside"])))
    if seat != reader.me:
        facts.append(_describe_hand(reader, player))
    if player["events"]:
        facts.append(reader.say("events in hand: {events}", events=reader.join_names(player["events"])))
    if player["ramparts"]:
        facts.append(reader.say("ramparts: {events}", events=reader.join_names(player["ramparts"])))
    facts.append(reader.count("{n} point", "{n} points", player["points"]["total"]))
    yield from reader.wrap(f"{_name_seat(reader, seat)}: {'; '.join(facts)}", INDENT, first="")
    yield from reader.wrap(_describe_district(reader, player["district"]), INDENT)


def _list_citizens(reader: SeatReader, counts: Mapping[str, int]) -> str:
    present = [colour for colour in COLOURS if counts[colour]]
    return _count_citizens(reader, counts, present) or reader.say("none")


def _count_citizens(reader: SeatReader, counts: Mapping[str, int], colours: Iterable[str]) -> str:
    return ", ".join(
        reader.say("{n} × {citizen}", n=counts[colour], citizen=reader.name(f"{colour}_citizen"))
        for colour in colours
    )


def _describe_hand(reader: SeatReader, player: Mapping[str, Any]) -> str:
    if not player["hand"]:
        return reader.say("no cards in hand")
    return reader.say("in hand: {decks}", decks=", ".join(map(reader.name, player["hand"])))


def _describe_district(reader: SeatReader, district: Mapping[str, Any]) -> str:
    """Every card with its cell and state, and the spaces where the next one may go."""
    cells = [_describe_cell(reader, cell, district[cell]) for cell in sorted(district, key=reading_order)]
    told = reader.say("District, {n} of {most}:", n=len(district), most=SPACES)
    free = ", ".join(list_new_cells(frozenset(district)))
    space = reader.say("free: {cells}", cells=free) if free else reader.say("full")
    return f"{told} {'; '.join([*cells, space])}."


def _describe_cell(reader: SeatReader, cell: str, space: Mapping[str, Any]) -> str:
    top, *under = space["cards"]
    told = f"{cell} {reader.name(top)}"
    if under:
        told = reader.say("{card} over {cards}", card=told, cards=", ".join(map(reader.name, under)))
    state = _describe_state(reader, space)
    return f"{told} ({state})" if state else told


def _describe_state(reader: SeatReader, space: Mapping[str, Any]) -> str:
    if space["damaged"]:
        return reader.say("damaged")
    if space["citizen"] == GREY:
        return reader.say("with a grey token")
    return reader.say("at work") if space["citizen"] else ""


# --- what the reader holds


def _render_own_cards(reader: SeatReader) -> Iterator[str]:
    if reader.view["step"] == OVER:
        for seat, cards in reader.view["shown"].items():
            held = reader.join_names(cards) or reader.say("no cards in hand")
            yield from reader.wrap(f"{_name_seat(reader, seat)}: {held}", INDENT, first="")
        return
    if not reader.me:
        yield reader.say("You are watching.")
        return
    hand, cards = reader.own["hand"], CARD_SETS[reader.view["cards"]].cards
    told = reader.say("Your hand: {cards}.", cards=reader.join_names(hand)) if hand else ""
    yield from reader.wrap(told or reader.say("Your hand is empty."))
    writer = DeedWriter(reader.name, get_translator(reader.language))
    for card in dict.fromkeys(hand):
        facts = f"{reader.name(cards[card].deck)}, {writer.describe_price(cards[card])}"
        effect = LEXICON.effect(card, reader.language)
        yield from reader.wrap(f"{reader.name(card)} ({facts}): {effect}", INDENT)
