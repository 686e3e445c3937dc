"""What holds in every position that legal play can bring about."""

from collections import Counter

from ..core.agenda import awaits, questions
from .districts.table import BASIC
from .draft import characters_each
from .position import DRAFT, OVER, Game


def audit(game: Game) -> None:
    """Raise AssertionError with the thing that is wrong."""
    _cards_are_all_there(game)
    _characters_are_all_there(game)
    for seat, player in game.players.items():
        _must(player.gold >= 0, f"{seat} has {player.gold} gold")
        _must(not Counter(player.beautified) - Counter(player.city), f"{seat} has a coin without a district")
        _must(not player.museum or "museum" in player.city, f"{seat} has cards under no Museum")
        _must(not set(player.revealed) - set(player.characters), f"{seat} reveals what is not held")
        for other, known in player.knows.items():
            _must(other != seat, f"{seat} keeps notes of the own hand")
            _must(not Counter(known) - Counter(game.players[other].hand), f"{seat} is wrong about {other}")
    _must(game.crown in game.players, "nobody is crowned")
    _must(game.taxes >= 0, "negative taxes")
    _must(bool(awaits(game)) != (game.phase == OVER), "somebody is awaited exactly while the game goes on")
    _must(not game.told, "events are left over")


def _must(holds: bool, claim: str) -> None:
    if not holds:
        raise AssertionError(claim)


def _cards_are_all_there(game: Game) -> None:
    """District cards are neither made nor lost."""
    found = Counter(game.deck)
    for player in game.players.values():
        found.update([*player.hand, *player.city, *player.museum])
    for seat in awaits(game):
        for step in questions(game, seat):
            found.update(step.args.get("cards", ()))
            if "card" in step.args:
                found.update([step.args["card"]])
    whole = Counter([*BASIC[game.edition], *game.uniques])
    _must(found == whole, f"cards too many: {dict(found - whole)}, missing: {dict(whole - found)}")


def _characters_are_all_there(game: Game) -> None:
    """Each character of the cast is in exactly one place."""
    held = [one for player in game.players.values() for one in player.characters]
    found = Counter([*held, *game.faceup, *game.facedown, *game.character_deck])
    _must(found == Counter(game.cast), f"the cast is {game.cast}, but there are {dict(found)}")
    each = characters_each(game)
    if game.phase != DRAFT:
        _must(
            all(len(player.characters) == each for player in game.players.values()), "characters are missing"
        )
