"""What a seat may see of a position, built field by field: what is not listed here stays hidden.

Everything is public but the activity cards in hands, of which others see the decks, the order of the decks,
and the two cards of a draw (rule page, section 7).
"""

from typing import Any

from ...core.agenda import awaits, list_questions
from ..cards.card import PRESTIGE, card_set
from ..numbers import DECKS
from ..position import OVER, TOWN_CRIER, TournayGame
from ..scoring import (
    EVENTS,
    PRINTED,
    DistrictCount,
    compute_scores,
    count_citizens,
    count_criers_to_end,
    find_titles,
    is_complete,
    list_visible,
    score_title,
)
from .event_queue import describe_queue
from .memory import list_known_buried, list_known_hand
from .question import build_question


def build_view(game: TournayGame, seat: str | None) -> dict[str, Any]:
    """Build the view of the table for this seat; None is a spectator."""
    view = _build_public_table(game)
    if seat in game.players:
        view["you"] = _build_private_part(game, seat)
    if game.step == OVER:
        view["shown"] = reveal_hands(game)
    return view


def reveal_hands(game: TournayGame) -> dict[str, list[str]]:
    """The activity cards that everybody was left with, to be shown only after the game is over."""
    return {seat: sorted(player.hand) for seat, player in game.players.items()}


def _build_public_table(game: TournayGame) -> dict[str, Any]:
    scores = compute_scores(game)
    return {
        "game": "tournay",
        "mode": game.mode,
        "cards": game.cards,
        "seats": list(game.seats),
        "awaits": awaits(game),
        "start": game.start,
        "turn": game.turn,
        "round": game.round,
        "step": game.step,
        "last_round": game.last_round,
        "supply": dict(game.supply),
        "queue": describe_queue(game),
        "event_deck": len(game.event_deck),
        "events_buried": game.event_deck[len(game.event_deck) - game.events_buried :],
        "decks": {deck: _build_deck(game, deck) for deck in DECKS},
        "criers": list(game.criers),
        "criers_to_end": count_criers_to_end(game),
        "players": {
            seat: _build_public_player(game, seat, {line.reason: line.points for line in scores[seat]})
            for seat in game.seats
        },
        "titles": _build_titles(game),
    }


def _build_deck(game: TournayGame, deck: str) -> dict[str, Any]:
    cards = game.decks[deck]
    return {
        "size": len(cards),
        "up": cards[0] if deck in game.up else "",
        "crier": TOWN_CRIER in cards,
    }


def _build_public_player(game: TournayGame, seat: str, points: dict[str, int]) -> dict[str, Any]:
    player, cards = game.players[seat], card_set(game).cards
    printed, won = points.pop(PRINTED, 0), points.pop(EVENTS, 0)
    return {
        "deniers": player.deniers,
        "plaza": dict(player.plaza),
        "aside": dict(player.aside),
        "citizens": count_citizens(player),
        "hand": sorted((cards[card].deck for card in player.hand), key=DECKS.index),
        "events": sorted(player.events),
        "ramparts": list(player.ramparts),
        "district": {
            cell: {"cards": list(space.cards), "citizen": space.citizen, "damaged": space.damaged}
            for cell, space in player.district.items()
        },
        "prestige": sum(card.kind == PRESTIGE for card in list_visible(game, player)),
        "complete": is_complete(game, seat),
        "points": {
            "printed": printed,
            "events": won,
            "titles": sum(points.values()),
            "total": printed + won + sum(points.values()),
        },
        "asked": [step.name for step in list_questions(game, seat)],
    }


def _build_titles(game: TournayGame) -> list[dict[str, Any]]:
    """Each title that would be scored now, and what it would bring to everybody."""
    cards, found = card_set(game).cards, []
    counts = {seat: DistrictCount(game, seat) for seat in game.seats}
    for title, owners in find_titles(game).items():
        lines = {seat: score_title(cards[title], own, has_it=seat in owners) for seat, own in counts.items()}
        found.append(
            {
                "title": title,
                "owners": owners,
                "per": cards[title].per,
                "rates": list(cards[title].rates),
                "seats": {
                    seat: {"count": line.detail["count"], "each": line.detail["each"], "points": line.points}
                    for seat, line in lines.items()
                },
            }
        )
    return found


def _build_private_part(game: TournayGame, seat: str) -> dict[str, Any]:
    """Build the private part of the view: what only this seat knows."""
    player = game.players[seat]
    known_hands = {other: list_known_hand(game, other, seat) for other in game.seats if other != seat}
    known_decks = {deck: list_known_buried(game, deck, seat) for deck in DECKS}
    return {
        "seat": seat,
        "hand": sorted(player.hand),
        "drawn": list(game.drawn) if game.turn == seat else [],
        "known_hands": {other: cards for other, cards in known_hands.items() if cards},
        "known_decks": {deck: cards for deck, cards in known_decks.items() if any(cards)},
        "orders": list(player.orders),
        "asked": [build_question(game, step) for step in list_questions(game, seat)],
    }
