"""Where each character of the round may be, deduced from a player's view and nothing else.

A copy of the game is built with blank cards wherever the view shows none, and every way the draft may have
gone is tried on it. A place is a seat, `FACE_DOWN`, or, during the draft, `PILE`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec

from ...core.agenda import Step
from ...core.rng import Rng
from ..position import VERSION, CitadelsGame, CitadelsPlayer
from .draft_memory import DraftAct, recall_draft, was_call_unanswered

FACE_DOWN, PILE = "", "pile"
BLANK = "?"  # stands for a card that the view does not show

PossiblePlaces = dict[str, set[str]]  # character → where it may be; empty if it lies face up


def find_possible_places(view: Mapping[str, Any]) -> PossiblePlaces:
    """Find all places where each character may be, as far as the owner of this view can know."""
    found = _find_places(msgspec.json.encode(view))
    return {character: set(places) for character, places in found.items()}


@lru_cache(maxsize=4)  # a page says it beside every choice, and trying all ways of a draft takes a while
def _find_places(encoded_view: bytes) -> PossiblePlaces:
    view = msgspec.json.decode(encoded_view)
    game, me = _build_blank_game(view), view.get("you", {}).get("seat", "")
    spans, ways = recall_draft(game, me)
    found: PossiblePlaces = {character: set() for character in game.cast}
    for ends in ways:
        parts = [
            _list_placements(game, me, [ends[number] for number in group], cards) for group, cards in spans
        ]
        possible = [part for part in parts if part is not None]
        if len(possible) == len(parts):  # otherwise this ending is impossible
            for character, place in chain.from_iterable(possible):
                found[character].add(place)
    for character in game.character_deck:
        if character != BLANK:
            found[character] = {PILE}
    return found


def find_public_places(view: Mapping[str, Any]) -> PossiblePlaces:
    """Find all places where each character may be, as far as a spectator can know."""
    return find_possible_places({key: value for key, value in view.items() if key != "you"})


# --- a game with blank cards, as far as the view shows it


def _build_blank_game(view: Mapping[str, Any]) -> CitadelsGame:
    own = view.get("you", {})
    game = CitadelsGame(
        version=VERSION,
        rng=Rng(""),
        edition=view["edition"],
        seats=view["seats"],
        players={seat: _build_blank_player(player) for seat, player in view["players"].items()},
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
        _fill_in_own_cards(game, own)
    return game


def _build_blank_player(player: Mapping[str, Any]) -> CitadelsPlayer:
    return CitadelsPlayer(characters=[BLANK] * player["characters"], revealed=player["revealed"])


def _fill_in_own_cards(game: CitadelsGame, own: Mapping[str, Any]) -> None:
    """Fill in what only the owner of the view has seen."""
    player = game.players[own["seat"]]
    player.characters = own["characters"]
    player.seen = tuple(map(tuple, own["seen"]))
    player.picked, player.away = tuple(own["picked"]), tuple(own["away"])
    for asked in own["asked"]:
        if asked["name"] == "draft.pick":
            game.agenda = [[Step("draft.pick", own["seat"])]]
            count = len(game.character_deck)
            game.character_deck = asked["cards"][:count]
            game.facedown[: len(asked["cards"]) - count] = asked["cards"][count:]  # the last one sees it (D7)


# --- matching the cards that left the pile between two looks to those who may have them

Placement = tuple[str, str]  # a character and a place


def _list_placements(
    game: CitadelsGame, me: str, ends: Sequence[DraftAct], cards: Sequence[str]
) -> list[Placement] | None:
    """List which card may be at which end, if every end can have a card; None if that is impossible."""
    fitting = [[card for card in cards if _may_end_at(game, me, end, card)] for end in ends]
    if not _can_match_all(fitting):
        return None
    return [
        *_list_end_placements(game, ends, fitting),
        *((card, PILE) for card in cards if _can_match_all(_exclude_card(fitting, card))),
    ]


def _list_end_placements(
    game: CitadelsGame, ends: Sequence[DraftAct], fitting: Sequence[Sequence[str]]
) -> Iterator[Placement]:
    for number, end in enumerate(ends):
        others = [*fitting[:number], *fitting[number + 1 :]]
        for card in fitting[number]:
            if _can_match_all(_exclude_card(others, card)):
                yield card, end if end in game.players else FACE_DOWN


def _may_end_at(game: CitadelsGame, me: str, end: DraftAct, card: str) -> bool:
    """May this card have ended there?

    Own and revealed characters are where they are seen. Nobody holds one whose call went unanswered."""
    for seat, player in game.players.items():
        if card in (player.characters if seat == me else player.revealed):
            return end == seat
    if end not in game.players:
        return True
    player = game.players[end]
    return end != me and len(player.revealed) < len(player.characters) and not was_call_unanswered(game, card)


def _exclude_card(fitting: Sequence[Sequence[str]], card: str) -> list[list[str]]:
    return [[one for one in cards if one != card] for cards in fitting]


def _can_match_all(fitting: Sequence[Sequence[str]]) -> bool:
    """Can everyone get a different card from their list? (Bipartite matching by augmenting paths.)"""
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
