"""The private part of the table as text: the reader's own characters, what they have seen, and their hand."""

from collections.abc import Iterator, Sequence

from ..position import OVER
from .question import must_put_one_away
from .reader import TableReader


def render_secrets(reader: TableReader, conclusions: Sequence[str] = ()) -> list[list[str]]:
    """Render two paragraphs: what only the reader knows and can conclude, and the reader's hand.

    After the end nothing is secret, so there are none."""
    if not reader.own or reader.view["phase"] == OVER:
        return []
    title = reader.say("WHAT ONLY YOU KNOW")
    known = [line for text in (*describe_knowledge(reader), *conclusions) for line in reader.wrap(text)]
    known += reader.effects(reader.own["hand"])
    hand = list(_render_hand(reader))
    return [[title, *known], hand] if known else [[title, *hand]]


def describe_knowledge(reader: TableReader) -> Iterator[str]:
    """Say which characters the reader has, what they do, and what the reader has seen."""
    yield from describe_unrevealed_characters(reader)
    yield from map(reader.effect, reader.own["characters"])
    yield from describe_things_seen(reader)


def describe_things_seen(reader: TableReader) -> Iterator[str]:
    """Say what the reader has seen and the others have not."""
    yield from describe_picks(reader)
    yield from describe_known_hands(reader)
    yield from describe_own_museum(reader)
    yield from describe_marker_faces(reader)
    yield from describe_own_orders(reader)


def describe_picks(reader: TableReader) -> Iterator[str]:
    """Say what the reader could choose from in the draft, and what the reader put away."""
    own = reader.own
    for place, (there, picked) in enumerate(zip(own["seen"], own["picked"], strict=False)):
        yield " ".join(_describe_pick(reader, there, picked, first=place == 0))
    if own["away"]:
        yield reader.say("You put away, face down: {characters}.", characters=reader.join_names(own["away"]))


def describe_known_hands(reader: TableReader) -> Iterator[str]:
    for seat, cards in reader.own["knows"].items():
        yield reader.say("You know that {seat} holds {cards}.", seat=seat, cards=reader.cards(cards))


def describe_own_museum(reader: TableReader) -> Iterator[str]:
    if under := reader.own["museum"]:
        yield reader.say("Under your Museum: {cards}.", cards=reader.cards(under))


def describe_own_orders(reader: TableReader) -> Iterator[str]:
    if orders := reader.own["orders"]:
        yield reader.say("Your orders: {orders}.", orders="; ".join(map(reader.line, orders)))


def describe_unrevealed_characters(reader: TableReader) -> Iterator[str]:
    """Name the reader's characters that are not revealed yet."""
    own = reader.own["characters"]
    shown = reader.view["players"][reader.me]["revealed"]
    hidden = [one for one in own if one not in shown]
    if hidden:
        yield reader.say(
            "You are the {characters}, but have not shown it yet.", characters=reader.join_names(hidden)
        )


def _describe_pick(reader: TableReader, there: Sequence[str], picked: str, first: bool) -> Iterator[str]:
    yield reader.say(
        "You chose the {character} from {characters}.",
        character=reader.name(picked),
        characters=reader.join_names(there),
    )
    missing = [one for one in reader.view["cast"] if one not in (*there, *reader.view["faceup"])]
    if first and missing:
        yield reader.say("Not among them: {characters}.", characters=reader.join_names(missing))


def describe_marker_faces(reader: TableReader) -> Iterator[str]:
    """Say which warrant is signed and which threat is real, where the reader knows it."""
    for character, signed in reader.own.get("warrants", {}).items():
        if signed:
            yield reader.say("The warrant on the {character} is signed.", character=reader.name(character))
    for character, lace in reader.own.get("threats", {}).items():
        if lace:
            yield reader.say("The threat on the {character} has the lace.", character=reader.name(character))
        else:
            yield reader.say("The threat on the {character} is empty.", character=reader.name(character))


def _render_hand(reader: TableReader) -> Iterator[str]:
    """Render the cards that the question is about, then the reader's gold and hand."""
    for sentence, cards in describe_cards_in_question(reader):
        yield from reader.wrap(sentence)
        yield from reader.effects(cards)
    yield from reader.wrap(_describe_gold_and_hand(reader))


def describe_cards_in_question(reader: TableReader) -> Iterator[tuple[str, list[str]]]:
    """For each question that shows the reader cards: a sentence about them, and the cards."""
    for asked in reader.own["asked"]:
        if asked["name"] == "draft.pick" and must_put_one_away(reader, asked):
            there = reader.join_names(asked["cards"])
            yield reader.say("These are in front of you: {characters}.", characters=there), asked["cards"]
        if asked["name"] == "turn.keep":
            cards = asked["cards"]
            yield reader.say("You have drawn {cards}.", cards=reader.cards(cards)), cards
        if asked["name"] == "wizard.take":
            seat, cards = asked["target"], asked["hand"]
            yield reader.say("{seat} holds {cards}.", seat=seat, cards=reader.cards(cards)), cards


def _describe_gold_and_hand(reader: TableReader) -> str:
    hand = reader.own["hand"]
    gold = reader.view["players"][reader.me]["gold"]
    if not hand:
        return reader.say("You hold {gold} gold and no cards.", gold=gold)
    return reader.count(
        "You hold {gold} gold and {n} card: {cards}.",
        "You hold {gold} gold and {n} cards: {cards}.",
        len(hand),
        gold=gold,
        cards=reader.cards(hand),
    )
