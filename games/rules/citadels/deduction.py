"""Where each character of the round may be, worked out from a view and nothing else.

The table is laid once more with blank cards where the view shows none, and every way in which the draft
may have gone is tried on it. A place is a seat, or `FACE_DOWN`, or `PILE` as long as the draft goes on.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ..core.agenda import Step
from ..core.rng import Rng
from .position import VERSION, Game, Player
from .recalled import Act, recalled, was_called

FACE_DOWN, PILE = "", "pile"
BLANK = "?"  # a card whose face the view does not show

Places = dict[str, set[str]]  # character → where it may be; nowhere if it lies face up


def places(view: Mapping[str, Any]) -> Places:
    """All places where each character may be, as far as the owner of this view can know."""
    game, me = _blank_table(view), view.get("you", {}).get("seat", "")
    spans, ways = recalled(game, me)
    found: Places = {character: set() for character in game.cast}
    for ends in ways:
        parts = [_dealt(game, me, [ends[number] for number in group], cards) for group, cards in spans]
        possible = [part for part in parts if part is not None]
        if len(possible) == len(parts):  # else it cannot have ended up like this
            for character, place in chain.from_iterable(possible):
                found[character].add(place)
    for character in game.character_deck:
        if character != BLANK:
            found[character] = {PILE}
    return found


def open_places(view: Mapping[str, Any]) -> Places:
    """What somebody who only watches can know."""
    return places({key: value for key, value in view.items() if key != "you"})


# --- the table as the view shows it


def _blank_table(view: Mapping[str, Any]) -> Game:
    own = view.get("you", {})
    game = Game(
        version=VERSION,
        rng=Rng(""),
        edition=view["edition"],
        seats=view["seats"],
        players={seat: _blank_player(player) for seat, player in view["players"].items()},
        cast=tuple(view["cast"]),
        uniques=(),
        goal=view["goal"],
        crown=view["crown"],
        deck=[],
        phase=view["phase"],
        faceup=view["faceup"],
        facedown=[BLANK] * view["facedown"],
        character_deck=[BLANK] * view["character_deck"],
        drafted_from=view["drafted_from"],
        swapped=view["theater"],
        called=view["called"],
        murdered=view["marks"]["murdered"],
    )
    if own:
        _lay_own(game, own)
    return game


def _blank_player(player: Mapping[str, Any]) -> Player:
    return Player(characters=[BLANK] * player["characters"], revealed=player["revealed"])


def _lay_own(game: Game, own: Mapping[str, Any]) -> None:
    """What only the owner of the view has seen."""
    player = game.players[own["seat"]]
    player.characters = own["characters"]
    player.seen = tuple(map(tuple, own["seen"]))
    player.picked, player.away = tuple(own["picked"]), tuple(own["away"])
    for asked in own["asked"]:
        if asked["name"] == "draft.pick":
            game.agenda = [[Step("draft.pick", own["seat"])]]
            count = len(game.character_deck)
            game.character_deck = asked["cards"][:count]
            game.facedown[: len(asked["cards"]) - count] = asked["cards"][count:]  # the last of D7 sees it


# --- the cards that went between two looks at the pile

Deal = tuple[str, str]  # a character and a place


def _dealt(game: Game, me: str, ends: Sequence[Act], cards: Sequence[str]) -> list[Deal] | None:
    """Which of these cards may have come to which of these ends, so that every end has one."""
    fitting = [[card for card in cards if _fits(game, me, end, card)] for end in ends]
    if not _can_deal(fitting):
        return None
    return [
        *_ends(game, ends, fitting),
        *((card, PILE) for card in cards if _can_deal(_without(fitting, card))),
    ]


def _ends(game: Game, ends: Sequence[Act], fitting: Sequence[Sequence[str]]) -> Iterator[Deal]:
    for number, end in enumerate(ends):
        others = [*fitting[:number], *fitting[number + 1 :]]
        for card in fitting[number]:
            if _can_deal(_without(others, card)):
                yield card, end if end in game.players else FACE_DOWN


def _fits(game: Game, me: str, end: Act, card: str) -> bool:
    """May this card have ended there? Own and shown characters are where they are seen; one that was called
    without an answer nobody holds."""
    for seat, player in game.players.items():
        if card in (player.characters if seat == me else player.revealed):
            return end == seat
    if end not in game.players:
        return True
    player = game.players[end]
    return end != me and len(player.revealed) < len(player.characters) and not was_called(game, card)


def _without(fitting: Sequence[Sequence[str]], card: str) -> list[list[str]]:
    return [[one for one in cards if one != card] for cards in fitting]


def _can_deal(fitting: Sequence[Sequence[str]]) -> bool:
    """Can each have a card of its own? Who has one that another needs takes another one, if there is one."""
    held: dict[str, int] = {}

    def finds(number: int, tried: set[str]) -> bool:
        for card in fitting[number]:
            if card not in tried:
                tried.add(card)
                if card not in held or finds(held[card], tried):
                    held[card] = number
                    return True
        return False

    return all(finds(number, set()) for number in range(len(fitting)))
