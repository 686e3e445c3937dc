"""Who has turned against whom, read from the events of a finished game.

Counted where somebody had the choice whom to hit: whoever names a character hits the player who holds it,
even if that cannot be known yet. Not counted: what falls on everybody alike (Seer), what the rules choose
(Abbot), a bluff (Blackmailer, Magistrate) before it is carried out, and what does a rival no clear harm
(Emperor, Theater).
"""

from collections.abc import Sequence

from ..core.events import Event
from ..core.ruleset import Blow

AT_CHARACTERS = frozenset({"murdered", "robs", "bewitched"})
AT_RIVALS = frozenset(
    {
        "armory",
        "confiscated",
        "destroyed",
        "exchanged",
        "looked",  # the Wizard, who then takes a card
        "seized",
        "spied",
        "swapped",
        "threat_shown",
    }
)


def hostile(events: Sequence[Event]) -> list[Blow]:
    """Every such event with the seat that did it and the one that it hit; nobody hits himself."""
    holders: dict[str, str] = {}
    found = []
    for place, event in enumerate(events):
        if event.kind == "round":
            holders.clear()
        _learn(holders, event)
        by, against = str(event.open.get("seat", "")), _target(holders, event)
        if against and against != by:
            found.append(Blow(place, by, against))
    return found


def _learn(holders: dict[str, str], event: Event) -> None:
    """Who holds which character this round."""
    if event.kind == "picked":
        holders |= {seen["character"]: seat for seat, seen in event.secret.items()}
    elif event.kind == "theater":
        holders |= {seen["got"]: seat for seat, seen in event.secret.items()}


def _target(holders: dict[str, str], event: Event) -> str:
    if event.kind in AT_CHARACTERS:
        return holders.get(event.open["character"], "")
    if event.kind == "threat_shown" and not event.open["lace"]:
        return ""  # a bluff that was called
    return str(event.open["rival"]) if event.kind in AT_RIVALS else ""
