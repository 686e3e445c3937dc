"""Guess who holds which character, from what the bot's seat saw in the draft."""

from .character_value import estimate_resources, rate_character
from .view import BotView

HolderGuess = dict[str, dict[str, float]]  # rival → character → how likely


def list_uncalled_characters(sight: BotView) -> list[str]:
    """List the characters that have not been called yet in this round."""
    if sight.called not in sight.cast:
        return sight.cast
    return sight.cast[sight.cast.index(sight.called) + 1 :]


def guess_holders(sight: BotView) -> HolderGuess:
    """Estimate how likely each rival is to hold each character that is still to be called."""
    gone = {*sight.view["faceup"], *sight.characters, *sight.you["away"]}
    for player in sight.players.values():
        gone.update(player["revealed"])
    left = [one for one in list_uncalled_characters(sight) if one not in gone]
    return {
        seat: _weigh_characters(sight, seat, _list_possible_characters(sight, seat, left))
        for seat in sight.rivals
    }


def _weigh_characters(sight: BotView, seat: str, possible: list[str]) -> dict[str, float]:
    """Weigh a rival's possible characters: rivals prefer what serves them best, but do not always take it."""
    player = sight.players[seat]
    hidden = player["characters"] - len(player["revealed"])
    if hidden <= 0 or not possible:
        return {}
    means = estimate_resources(sight, seat)
    likes = {one: 1.5 + max(0.0, rate_character(sight, one, means)) for one in possible}
    whole = sum(likes.values())
    return {one: min(1.0, hidden * like / whole) for one, like in likes.items()}


def _list_possible_characters(sight: BotView, seat: str, left: list[str]) -> list[str]:
    """Narrow down a rival's characters: those the bot could choose from were not taken before its turn."""
    swapped: list[str] = sight.view["theater"]
    if len(sight.rivals) < 3 or not sight.you["seen"]:
        return left
    if sight.seat in swapped:
        if seat in swapped:
            return [one for one in sight.you["picked"] if one in left]
    elif seat in swapped:
        return left
    pile = sight.you["seen"][0]
    if seat == sight.rivals[0] and len(pile) == 2 and len(sight.rivals) + 2 == len(sight.cast):
        return left  # the bot chose last or last but one; afterwards it cannot tell which
    whole = len(sight.cast) - len(sight.view["faceup"]) - 1
    later = len(sight.rivals) - (whole - len(pile))  # how many chose after the bot
    return [one for one in left if (one in pile) == (sight.rivals.index(seat) < later)]
