"""Who may hold which character, from what a seat has seen of the draft."""

from .appeal import appeal, means_of
from .sight import Sight

Guess = dict[str, dict[str, float]]  # rival → character → how likely


def to_come(sight: Sight) -> list[str]:
    """The characters that have not been called yet in this round."""
    if sight.called not in sight.cast:
        return sight.cast
    return sight.cast[sight.cast.index(sight.called) + 1 :]


def holders(sight: Sight) -> Guess:
    """How likely each rival is to hold each character that is still to be called."""
    gone = {*sight.view["faceup"], *sight.characters, *sight.you["away"]}
    for player in sight.players.values():
        gone.update(player["revealed"])
    left = [one for one in to_come(sight) if one not in gone]
    return {seat: _weighed(sight, seat, _possible(sight, seat, left)) for seat in sight.rivals}


def _weighed(sight: Sight, seat: str, possible: list[str]) -> dict[str, float]:
    """Everybody likes to take what serves him best, but nobody always does."""
    player = sight.players[seat]
    hidden = player["characters"] - len(player["revealed"])
    if hidden <= 0 or not possible:
        return {}
    means = means_of(sight, seat)
    likes = {one: 1.5 + max(0.0, appeal(sight, one, means)) for one in possible}
    whole = sum(likes.values())
    return {one: min(1.0, hidden * like / whole) for one, like in likes.items()}


def _possible(sight: Sight, seat: str, left: list[str]) -> list[str]:
    """What lay there when one chose was not taken by those who had chosen before."""
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
        return left  # one was the last to choose, or the last but one: the two look alike afterwards
    whole = len(sight.cast) - len(sight.view["faceup"]) - 1
    later = len(sight.rivals) - (whole - len(pile))  # how many chose after oneself
    return [one for one in left if (one in pile) == (sight.rivals.index(seat) < later)]
