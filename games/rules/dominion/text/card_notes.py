"""What a card of the hand would do now, where that depends on the moment; from the reader's view alone."""

from collections.abc import Callable

from ...core.reader import SeatReader
from ..cards.card import ACTIONS, TREASURES
from ..cards.intrigue import CONSPIRATORS
from ..position import ACTION_PHASE, OVER

LIBRARY_SIZE = 7


def describe_card_now(reader: SeatReader, card: str) -> str:
    """Say what is special about playing this card now; empty in another seat's turn."""
    view = reader.view
    if view["turn"] != reader.me or view["phase"] == OVER:
        return ""
    if card == "copper":
        return _describe_copper(reader)
    if card not in ACTIONS:
        return ""
    if view["phase"] != ACTION_PHASE:
        return reader.say("Too late: your action phase is over.")
    if not view["actions"]:
        return reader.say("Not now: you have no actions left.")
    note = CARD_NOTES.get(card)
    return note(reader) if note else ""


def _describe_copper(reader: SeatReader) -> str:
    bonus = reader.view["copper_bonus"]
    return reader.count("Worth {n} coin now.", "Worth {n} coins now.", 1 + bonus) if bonus else ""


def _list_other_actions(reader: SeatReader, card: str) -> list[str]:
    """The Actions that stay in the hand if this card is played."""
    rest = list(reader.own["hand"])
    rest.remove(card)
    return [one for one in rest if one in ACTIONS]


def _describe_baron(reader: SeatReader) -> str:
    if "estate" in reader.own["hand"]:
        return reader.say("You hold an Estate: 4 coins if you discard it.")
    return reader.say("You hold no Estate: you would gain one.")


def _describe_conspirator(reader: SeatReader) -> str:
    missing = CONSPIRATORS - 1 - reader.view["played"]
    if missing <= 0:
        return reader.say("Now with +1 card and +1 action.")
    return reader.count(
        "No card and no action yet: {n} Action short.",
        "No card and no action yet: {n} Actions short.",
        missing,
    )


def _describe_coppersmith(reader: SeatReader) -> str:
    coppers = reader.own["hand"].count("copper")
    return reader.count("With your hand: +{n} coin.", "With your hand: +{n} coins.", coppers)


def _describe_library(reader: SeatReader) -> str:
    missing = max(0, LIBRARY_SIZE - len(reader.own["hand"]) + 1)
    return reader.count("You would draw {n} card.", "You would draw {n} cards.", missing)


def _describe_mine(reader: SeatReader) -> str:
    if TREASURES.isdisjoint(reader.own["hand"]):
        return reader.say("You hold no Treasure: it would do nothing.")
    return ""


def _describe_moneylender(reader: SeatReader) -> str:
    if "copper" in reader.own["hand"]:
        return reader.say("You hold a Copper: +3 coins.")
    return reader.say("You hold no Copper: it would do nothing.")


def _describe_shanty_town(reader: SeatReader) -> str:
    if _list_other_actions(reader, "shanty_town"):
        return reader.say("You hold another Action: no cards.")
    return reader.say("You hold no other Action: +2 cards.")


def _describe_throne_room(reader: SeatReader) -> str:
    if _list_other_actions(reader, "throne_room"):
        return ""
    return reader.say("You hold no other Action: it would do nothing.")


def _describe_witch(reader: SeatReader) -> str:
    left = reader.view["supply"]["curse"]
    return reader.count("{n} Curse is left.", "{n} Curses are left.", left)


CARD_NOTES: dict[str, Callable[[SeatReader], str]] = {
    "baron": _describe_baron,
    "conspirator": _describe_conspirator,
    "coppersmith": _describe_coppersmith,
    "library": _describe_library,
    "mine": _describe_mine,
    "moneylender": _describe_moneylender,
    "shanty_town": _describe_shanty_town,
    "throne_room": _describe_throne_room,
    "torturer": _describe_witch,
    "witch": _describe_witch,
}
