"""What a seat may see of a position, built field by field: what is not listed here stays hidden (O5)."""

from typing import Any

from ...core.agenda import awaits, list_questions
from ..actions import city_size, has_coin, list_district_names
from ..districts.cards import COST, TYPE
from ..draft import list_pick_choices
from ..position import OVER, CitadelsGame, CitadelsPlayer, Glimpse
from ..scoring import rank_seats
from .memory import DECK, top_card_number


def build_view(game: CitadelsGame, seat: str | None) -> dict[str, Any]:
    """Build the view of the table for this seat; None is a spectator."""
    page = _build_public_table(game)
    if seat in game.players:
        page["you"] = _build_private_part(game, seat)
    if game.phase == OVER:
        page["shown"] = reveal_everything(game)
        page["ranking"] = rank_seats(game)
    return page


def _build_public_table(game: CitadelsGame) -> dict[str, Any]:
    return {
        "game": "citadels",
        "edition": game.edition,
        "seats": list(game.seats),
        "awaits": awaits(game),
        "question": _public_question_name(game),
        "round": game.round,
        "phase": game.phase,
        "goal": game.goal,
        "crown": game.crown,
        "cast": list(game.cast),
        "uniques": list(game.uniques),
        "deck": len(game.deck),
        "character_deck": len(game.character_deck),
        "faceup": list(game.faceup),
        "facedown": len(game.facedown),
        "drafted_from": game.drafted_from,
        "theater": list(game.swapped),
        "first_completed": list(game.first_completed),
        "bell": game.bell,
        "taxes": game.taxes,
        "called": game.called,
        "marks": {
            "murdered": game.murdered,
            "bewitched": game.bewitched,
            "robbed": game.robbed,
            "robber": game.robber,
            "blackmailer": game.blackmailer,
            "warrants": sorted(game.warrants, key=game.cast.index),
            "threats": sorted(game.threats, key=game.cast.index),
        },
        "turn": {
            "begun": game.begun,
            "gathered": game.gathered,
            "built": game.built,
            "used": list(game.used),
            "first_paid": game.first_paid,
            "paid": game.paid,
        },
        "players": {seat: _build_public_player(game, player) for seat, player in game.players.items()},
    }


def _public_question_name(game: CitadelsGame) -> str:
    """The name of the current question. Who is asked, and what kind of question, is public (L1)."""
    return game.agenda[-1][0].name if game.agenda else ""


def _build_public_player(game: CitadelsGame, player: CitadelsPlayer) -> dict[str, Any]:
    return {
        "gold": player.gold,
        "hand": len(player.hand),
        "city": [_build_district(game, player, name) for name in _list_city_districts(player)],
        "size": city_size(player),
        "museum": len(player.museum),
        "characters": len(player.characters),
        "revealed": list(player.revealed),
        "built_this_round": list(player.built_this_round),
    }


def _list_city_districts(player: CitadelsPlayer) -> list[str]:
    """Every district of the city, copies included, by the name that a move would use."""
    names = []
    for name in list_district_names(player):
        slug = name.rstrip("+")
        coins = player.beautified.count(slug)
        copies = player.city.count(slug)
        if name != slug:
            names += [name] * coins
        else:
            names += [name] * (copies if coins in (0, copies) else copies - coins)
    return names


def _build_district(game: CitadelsGame, player: CitadelsPlayer, name: str) -> dict[str, Any]:
    slug = name.rstrip("+")
    coin = has_coin(player, name)
    return {
        "card": slug,
        "name": name,
        "type": TYPE[slug],
        "cost": COST[game.edition][slug] + coin,
        "coin": coin,
    }


def _build_private_part(game: CitadelsGame, seat: str) -> dict[str, Any]:
    """Build the private part of the view: what only this seat knows."""
    player = game.players[seat]
    own: dict[str, Any] = {
        "seat": seat,
        "hand": sorted(player.hand),
        "museum": sorted(player.museum),
        "characters": sorted(player.characters, key=game.cast.index),
        "seen": [list(pile) for pile in player.seen],
        "picked": list(player.picked),
        "away": list(player.away),
        "knows": {
            other: sorted(cards) for other, cards in sorted(player.knows.items()) if cards and other != DECK
        },
        "glimpses": {place: _dump_glimpse(seen) for place, seen in sorted(player.memory.glimpses.items())},
        "under": {other: sorted(filter(None, cards)) for other, cards in sorted(player.memory.under.items())},
        "deck": _build_known_deck(game, player),
        "orders": list(player.orders),
        "asked": [_build_question(game, seat)] if list_questions(game, seat) else [],
    }
    if "magistrate" in player.characters:
        own["warrants"] = dict(sorted(game.warrants.items()))
    if game.blackmailer == seat or game.unmasked:
        own["threats"] = dict(sorted(game.threats.items()))
    return own


def _dump_glimpse(glimpse: Glimpse) -> dict[str, Any]:
    return {"cards": sorted(glimpse.cards), "gone": glimpse.gone, "types": dict(glimpse.types)}


def _build_known_deck(game: CitadelsGame, player: CitadelsPlayer) -> dict[str, Any]:
    """What the player knows of the deck: cards by position from the top, and others somewhere in it."""
    first = top_card_number(game)
    places = [[number - first, card] for number, card in player.memory.below.items() if number >= first]
    return {"places": places, "holds": sorted(player.knows.get(DECK, ()))}


def _build_question(game: CitadelsGame, seat: str) -> dict[str, Any]:
    """The question to this seat, with what the seat needs to know to answer it."""
    step = list_questions(game, seat)[0]
    asked: dict[str, Any] = {"name": step.name, **step.args}
    if step.name == "wizard.take":
        asked["hand"] = sorted(game.players[step.args["target"]].hand)
    if step.name == "lighthouse.search":
        asked["deck"] = sorted(game.deck)
    if step.name == "draft.pick":
        asked["cards"] = list(list_pick_choices(game))
    return asked


def reveal_everything(game: CitadelsGame) -> dict[str, Any]:
    """All hidden cards and characters, to be shown only after the game is over."""
    return {
        "hands": {seat: sorted(player.hand) for seat, player in game.players.items()},
        "museums": {seat: sorted(player.museum) for seat, player in game.players.items()},
        "characters": {seat: list(player.characters) for seat, player in game.players.items()},
        "facedown": list(game.facedown),
        "deck": list(game.deck),
    }
