"""What holds in every position that legal play can bring about."""

from collections import Counter

from ..core.agenda import awaits, questions
from .districts.table import BASIC, TYPE
from .draft import characters_each
from .memory import DECK, NOTHING, OTHERS
from .position import DRAFT, OVER, Game, Player


def audit(game: Game) -> None:
    """Raise AssertionError with the thing that is wrong."""
    _cards_are_all_there(game)
    _characters_are_all_there(game)
    for seat, player in game.players.items():
        _must(player.gold >= 0, f"{seat} has {player.gold} gold")
        _must(not Counter(player.beautified) - Counter(player.city), f"{seat} has a coin without a district")
        _must(not player.museum or "museum" in player.city, f"{seat} has cards under no Museum")
        _must(not set(player.revealed) - set(player.characters), f"{seat} reveals what is not held")
        _memory_is_right(game, seat, player)
    _must(game.crown in game.players, "nobody is crowned")
    _must(game.taxes >= 0, "negative taxes")
    _must(bool(awaits(game)) != (game.phase == OVER), "somebody is awaited exactly while the game goes on")
    _must(not game.told, "events are left over")


def _must(holds: bool, claim: str) -> None:
    if not holds:
        raise AssertionError(claim)


def _memory_is_right(game: Game, seat: str, player: Player) -> None:
    """What a seat knows is so, whatever has moved since."""
    drawn = [card for step in (game.agenda[-1] if game.agenda else ()) for card in step.args.get("cards", ())]
    deck = [*drawn, *game.deck]  # to those who do not see them they lie there until one is kept
    for place in (*player.knows, *player.memory.glimpses):
        _must(place != seat, f"{seat} keeps notes of the own hand")
        there = Counter(deck if place == DECK else game.players[place].hand)
        known, glimpse = Counter(player.knows.get(place)), player.memory.glimpses.get(place, NOTHING)
        _must(not known - there, f"{seat} is wrong about {place}")
        seen = (there - known) & Counter(glimpse.cards)
        _must(seen.total() >= len(glimpse.cards) - glimpse.gone, f"{seat} saw other cards in {place}")
        others = [card for card in there.elements() if TYPE[card] not in glimpse.types]
        for kind, least in glimpse.types.items():
            of_kind = others if kind == OTHERS else [card for card in there.elements() if TYPE[card] == kind]
            _must(len(of_kind) >= least, f"{seat} is wrong about the types in {place}")
    for owner, under in player.memory.under.items():
        _must(owner != seat, f"{seat} keeps notes of the own Museum")
        true = game.players[owner].museum[: len(under)]
        _must([known or card for known, card in zip(under, true, strict=True)] == true, "a wrong Museum")
    numbered = dict(enumerate(deck, game.laid - len(deck)))
    for number, card in player.memory.below.items():
        _must(numbered.get(number) == card, f"{seat} is wrong about card {number} of the deck")


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
