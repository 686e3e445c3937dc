"""Spaces of a district and events of the queue as text: `great_market over market`, `famine 2`."""

from ...core.errors import BadPosition, make_printable
from ..numbers import COLOURS
from ..position import GREY, QueuedEvent, Space

OVER, WITH, DAMAGED = "over", "with", "damaged"


def format_space(space: Space) -> str:
    text = f" {OVER} ".join(space.cards)
    if space.citizen:
        text += f" {WITH} {space.citizen}"
    return f"{text} {DAMAGED}" if space.damaged else text


def parse_space(text: str) -> Space:
    """Parse the text of a space; whether its cards exist is looked at later."""
    words = text.split()
    damaged = words[-1:] == [DAMAGED]
    if damaged:
        words.pop()
    citizen = ""
    if words[-2:-1] == [WITH]:
        citizen = words[-1]
        words = words[:-2]
    cards, signs = words[::2], words[1::2]
    if len(words) % 2 == 0 or any(sign != OVER for sign in signs) or citizen not in ("", GREY, *COLOURS):
        raise BadPosition(f"This is not what lies on a space: {make_printable(text)}.")
    return Space(cards, citizen, damaged)


def format_queued(queued: QueuedEvent) -> str:
    return f"{queued.event} {queued.coins}"


def parse_queued(text: str) -> QueuedEvent:
    event, _, coins = text.strip().partition(" ")
    if coins and not (coins.isascii() and coins.isdigit() and len(coins) == 1):
        raise BadPosition(f"This is not an event with its coins: {make_printable(text)}.")
    return QueuedEvent(event, int(coins or 0))
