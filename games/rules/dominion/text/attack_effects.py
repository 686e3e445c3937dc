"""What an Attack would do to the reader, said to whoever is asked to react to it."""

from ...core.reader import SeatReader
from ...core.translation import mark

KEPT_FROM_MILITIA = 3
HIT_BY_MINION = 5

ATTACK_SENTENCES = {  # Attack → what happens to a seat that it touches
    "bureaucrat": mark("You put a Victory card from your hand on your deck, or show a hand without one."),
    "minion": mark("If {active} chooses a new hand, you discard yours and draw 4 cards."),
    "saboteur": mark(
        "You reveal cards from your deck until one costs 3 or more, and trash that one; then you may "
        "gain a card that costs at least 2 less."
    ),
    "spy": mark("You reveal the top card of your deck; {active} has it discarded or put back."),
    "swindler": mark("You trash the top card of your deck; {active} picks one of the same cost for you."),
    "thief": mark(
        "You reveal the top 2 cards of your deck; {active} trashes a Treasure among them, and may take it."
    ),
    "torturer": mark("You choose: discard 2 cards, or gain a Curse into your hand."),
    "witch": mark("You gain a Curse."),
}


def describe_attack_on_reader(reader: SeatReader, attack: str) -> str:
    """Say what this Attack does to the reader if no Moat is shown, as far as it can be known."""
    held = len(reader.own["hand"])
    if attack == "militia":
        return _describe_militia(reader, held - KEPT_FROM_MILITIA)
    if attack == "minion" and held < HIT_BY_MINION:
        return reader.say("Right now, nothing: you hold fewer than 5 cards.")
    if attack == "witch" and not reader.view["supply"]["curse"]:
        return reader.say("Nothing: there are no Curses left.")
    return reader.say(ATTACK_SENTENCES[attack], active=reader.view["turn"])


def _describe_militia(reader: SeatReader, too_many: int) -> str:
    if too_many <= 0:
        return reader.say("Right now, nothing: you hold no more than 3 cards.")
    return reader.count(
        "You discard {n} card of your choice.", "You discard {n} cards of your choice.", too_many
    )
