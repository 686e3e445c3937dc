"""Guess who holds which character, from what the bot's seat saw in the draft."""

from .character_value import estimate_resources, rate_character
from .view import BotView

HolderGuess = dict[str, dict[str, float]]  # rival → character → how likely


def list_uncalled_characters(view: BotView) -> list[str]:
    """List the characters that have not been called yet in this round."""
    if view.called not in view.cast:
        return view.cast
    return view.cast[view.cast.index(view.called) + 1 :]


def guess_holders(view: BotView) -> HolderGuess:
    """Estimate how likely each rival is to hold each character that is still to be called."""
    gone = {*view.view["faceup"], *view.characters, *view.you["away"]}
    for player in view.players.values():
        gone.update(player["revealed"])
    left = [one for one in list_uncalled_characters(view) if one not in gone]
    return {
        seat: _weigh_characters(view, seat, _list_possible_characters(view, seat, left))
        for seat in view.rivals
    }


def _weigh_characters(view: BotView, seat: str, possible: list[str]) -> dict[str, float]:
    """Weigh a rival's possible characters: rivals prefer what serves them best, but do not always take it."""
    player = view.players[seat]
    hidden = player["characters"] - len(player["revealed"])
    if hidden <= 0 or not possible:
        return {}
    means = estimate_resources(view, seat)
    likes = {one: 1.5 + max(0.0, rate_character(view, one, means)) for one in possible}
    whole = sum(likes.values())
    return {one: min(1.0, hidden * like / whole) for one, like in likes.items()}


def _list_possible_characters(view: BotView, seat: str, left: list[str]) -> list[str]:
    """Narrow down a rival's characters: those the bot could choose from were not taken before its turn."""
    swapped: list[str] = view.view["theater"]
    if len(view.rivals) < 3 or not view.you["seen"]:
        return left
    if view.seat in swapped:
        if seat in swapped:
            return [one for one in view.you["picked"] if one in left]
    elif seat in swapped:
        return left
    pile = view.you["seen"][0]
    if seat == view.rivals[0] and len(pile) == 2 and len(view.rivals) + 2 == len(view.cast):
        return left  # the bot chose last or last but one; afterwards it cannot tell which
    whole = len(view.cast) - len(view.view["faceup"]) - 1
    later = len(view.rivals) - (whole - len(pile))  # how many chose after the bot
    return [one for one in left if (one in pile) == (view.rivals.index(seat) < later)]
