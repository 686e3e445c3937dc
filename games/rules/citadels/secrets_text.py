"""What only the reader knows: the own character, what was there to choose from, and the hand."""

from collections.abc import Iterator, Sequence

from .position import OVER
from .question_text import puts_one_away
from .reader import Reader


def secrets_text(reader: Reader, conclusions: Sequence[str] = ()) -> list[list[str]]:
    """Two paragraphs: what the reader knows, with what follows from it, and what he holds.

    After the end nothing is secret."""
    if not reader.own or reader.view["phase"] == OVER:
        return []
    title = reader.say("WHAT ONLY YOU KNOW")
    known = [line for text in (*knowledge(reader), *conclusions) for line in reader.wrap(text)]
    known += reader.effects(reader.own["hand"])
    hand = list(_hand(reader))
    return [[title, *known], hand] if known else [[title, *hand]]


def knowledge(reader: Reader) -> Iterator[str]:
    """Who the reader is, then all that was seen."""
    yield from unshown(reader)
    yield from map(reader.effect, reader.own["characters"])
    yield from seen(reader)


def seen(reader: Reader) -> Iterator[str]:
    """What the reader has seen and the others have not."""
    yield from picks(reader)
    yield from hands(reader)
    yield from museum(reader)
    yield from faces(reader)
    yield from ordered(reader)


def picks(reader: Reader) -> Iterator[str]:
    """What there was to choose from in the draft, and what the reader put away."""
    own = reader.own
    for place, (there, picked) in enumerate(zip(own["seen"], own["picked"], strict=False)):
        yield " ".join(_choice(reader, there, picked, first=place == 0))
    if own["away"]:
        yield reader.say("You put away, face down: {characters}.", characters=reader.named(own["away"]))


def hands(reader: Reader) -> Iterator[str]:
    for seat, cards in reader.own["knows"].items():
        yield reader.say("You know that {seat} holds {cards}.", seat=seat, cards=reader.cards(cards))


def museum(reader: Reader) -> Iterator[str]:
    if under := reader.own["museum"]:
        yield reader.say("Under your Museum: {cards}.", cards=reader.cards(under))


def ordered(reader: Reader) -> Iterator[str]:
    if orders := reader.own["orders"]:
        yield reader.say("Your orders: {orders}.", orders="; ".join(map(reader.line, orders)))


def unshown(reader: Reader) -> Iterator[str]:
    """Who the reader is, as long as nobody else knows."""
    own = reader.own["characters"]
    shown = reader.view["players"][reader.me]["revealed"]
    hidden = [one for one in own if one not in shown]
    if hidden:
        yield reader.say(
            "You are the {characters}, but have not shown it yet.", characters=reader.named(hidden)
        )


def _choice(reader: Reader, there: Sequence[str], picked: str, first: bool) -> Iterator[str]:
    yield reader.say(
        "You chose the {character} from {characters}.",
        character=reader.name(picked),
        characters=reader.named(there),
    )
    missing = [one for one in reader.view["cast"] if one not in (*there, *reader.view["faceup"])]
    if first and missing:
        yield reader.say("Not among them: {characters}.", characters=reader.named(missing))


def faces(reader: Reader) -> Iterator[str]:
    """The faces of warrants and threats, where the reader knows them."""
    for character, signed in reader.own.get("warrants", {}).items():
        if signed:
            yield reader.say("The warrant on the {character} is signed.", character=reader.name(character))
    for character, lace in reader.own.get("threats", {}).items():
        if lace:
            yield reader.say("The threat at the {character} has the lace.", character=reader.name(character))
        else:
            yield reader.say("The threat at the {character} is empty.", character=reader.name(character))


def _hand(reader: Reader) -> Iterator[str]:
    """What was drawn or looked at, if that is the question, then gold and cards."""
    for sentence, cards in shown(reader):
        yield from reader.wrap(sentence)
        yield from reader.effects(cards)
    yield from reader.wrap(_stock(reader))


def shown(reader: Reader) -> Iterator[tuple[str, list[str]]]:
    """What lies before the reader because of the question, in a sentence, and the cards themselves."""
    for asked in reader.own["asked"]:
        if asked["name"] == "draft.pick" and puts_one_away(reader, asked):
            there = reader.named(asked["cards"])
            yield reader.say("These lie before you: {characters}.", characters=there), asked["cards"]
        if asked["name"] == "turn.keep":
            cards = asked["cards"]
            yield reader.say("You have drawn {cards}.", cards=reader.cards(cards)), cards
        if asked["name"] == "wizard.take":
            seat, cards = asked["target"], asked["hand"]
            yield reader.say("{seat} holds {cards}.", seat=seat, cards=reader.cards(cards)), cards


def _stock(reader: Reader) -> str:
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
