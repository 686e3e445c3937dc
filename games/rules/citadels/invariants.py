"""Invariants that hold in every position reachable by legal play. Tests and the fuzzer check them."""

from collections import Counter

from ..core.agenda import awaits, list_questions
from .districts.cards import BASIC_DECK, TYPE
from .draft import count_characters_each
from .knowledge.memory import DECK, NO_GLIMPSE, OTHER_TYPES
from .position import DRAFT, OVER, CitadelsGame, CitadelsPlayer


def check_invariants(game: CitadelsGame) -> None:
    """Raise AssertionError naming the first invariant that this position breaks."""
    _check_district_cards(game)
    _check_characters(game)
    for seat, player in game.players.items():
        _require(player.gold >= 0, f"{seat} has {player.gold} gold")
        _require(
            not Counter(player.beautified) - Counter(player.city), f"{seat} has a coin without a district"
        )
        _require(not player.museum or "museum" in player.city, f"{seat} has cards under no Museum")
        _require(not set(player.revealed) - set(player.characters), f"{seat} reveals what is not held")
        _check_memory(game, seat, player)
    _require(game.crown in game.players, "nobody is crowned")
    _require(game.taxes >= 0, "negative taxes")
    _require(bool(awaits(game)) != (game.phase == OVER), "somebody is awaited exactly while the game goes on")
    _require(not game.pending_events, "events are left over")


def _require(holds: bool, claim: str) -> None:
    if not holds:
        raise AssertionError(claim)


def _check_memory(game: CitadelsGame, seat: str, player: CitadelsPlayer) -> None:
    """Check that everything a seat remembers about hidden cards is still true."""
    drawn = [card for step in (game.agenda[-1] if game.agenda else ()) for card in step.args.get("cards", ())]
    # drawn but not yet chosen from: to the other seats these cards are still on the deck
    deck = [*drawn, *game.deck]
    for place in (*player.knows, *player.memory.glimpses):
        _require(place != seat, f"{seat} keeps notes of the own hand")
        there = Counter(deck if place == DECK else game.players[place].hand)
        known, glimpse = Counter(player.knows.get(place)), player.memory.glimpses.get(place, NO_GLIMPSE)
        _require(not known - there, f"{seat} is wrong about {place}")
        seen = (there - known) & Counter(glimpse.cards)
        _require(seen.total() >= len(glimpse.cards) - glimpse.gone, f"{seat} saw other cards in {place}")
        others = [card for card in there.elements() if TYPE[card] not in glimpse.types]
        for kind, least in glimpse.types.items():
            of_kind = (
                others if kind == OTHER_TYPES else [card for card in there.elements() if TYPE[card] == kind]
            )
            _require(len(of_kind) >= least, f"{seat} is wrong about the types in {place}")
    for owner, under in player.memory.under.items():
        _require(owner != seat, f"{seat} keeps notes of the own Museum")
        true = game.players[owner].museum[: len(under)]
        _require([known or card for known, card in zip(under, true, strict=True)] == true, "a wrong Museum")
    numbered = dict(enumerate(deck, game.laid - len(deck)))
    for number, card in player.memory.below.items():
        _require(numbered.get(number) == card, f"{seat} is wrong about card {number} of the deck")


def _check_district_cards(game: CitadelsGame) -> None:
    """Check that no district card of the game is missing or duplicated."""
    found = Counter(game.deck)
    for player in game.players.values():
        found.update([*player.hand, *player.city, *player.museum])
    for seat in awaits(game):
        for step in list_questions(game, seat):
            found.update(step.args.get("cards", ()))
            if "card" in step.args:
                found.update([step.args["card"]])
    whole = Counter([*BASIC_DECK[game.edition], *game.uniques])
    _require(found == whole, f"cards too many: {dict(found - whole)}, missing: {dict(whole - found)}")


def _check_characters(game: CitadelsGame) -> None:
    """Check that each character of the cast is in exactly one place."""
    held = [one for player in game.players.values() for one in player.characters]
    found = Counter([*held, *game.faceup, *game.facedown, *game.character_deck])
    _require(found == Counter(game.cast), f"the cast is {game.cast}, but there are {dict(found)}")
    each = count_characters_each(game)
    if game.phase != DRAFT:
        _require(
            all(len(player.characters) == each for player in game.players.values()), "characters are missing"
        )
