"""What a seat may see, built up field by field: what is not named here stays hidden (O5)."""

from typing import Any

from ..core.agenda import awaits, questions
from .districts.table import COST, TYPE
from .draft import pick_choices
from .memory import DECK, top
from .position import OVER, Game, Glimpse, Player
from .words import has_coin, size, standing


def view(game: Game, seat: str | None) -> dict[str, Any]:
    """The table as this seat sees it; None is somebody who only watches."""
    page = _open_table(game)
    if seat in game.players:
        page["you"] = _own(game, seat)
    if game.phase == OVER:
        page["shown"] = all_open(game)
    return page


def _open_table(game: Game) -> dict[str, Any]:
    return {
        "game": "citadels",
        "edition": game.edition,
        "seats": list(game.seats),
        "awaits": awaits(game),
        "question": _open_question(game),
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
        "players": {seat: _open_player(game, player) for seat, player in game.players.items()},
    }


def _open_question(game: Game) -> str:
    """That somebody is asked is public, and so is by which kind of question (L1)."""
    return game.agenda[-1][0].name if game.agenda else ""


def _open_player(game: Game, player: Player) -> dict[str, Any]:
    return {
        "gold": player.gold,
        "hand": len(player.hand),
        "city": [_district(game, player, name) for name in _street(player)],
        "size": size(player),
        "museum": len(player.museum),
        "characters": len(player.characters),
        "revealed": list(player.revealed),
        "built_this_round": list(player.built_this_round),
    }


def _street(player: Player) -> list[str]:
    """Every district that stands there, by the name that a move would use."""
    names = []
    for name in standing(player):
        slug = name.rstrip("+")
        coins = player.beautified.count(slug)
        copies = player.city.count(slug)
        if name != slug:
            names += [name] * coins
        else:
            names += [name] * (copies if coins in (0, copies) else copies - coins)
    return names


def _district(game: Game, player: Player, name: str) -> dict[str, Any]:
    slug = name.rstrip("+")
    coin = has_coin(player, name)
    return {
        "card": slug,
        "name": name,
        "type": TYPE[slug],
        "cost": COST[game.edition][slug] + coin,
        "coin": coin,
    }


def _own(game: Game, seat: str) -> dict[str, Any]:
    """What only this seat knows."""
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
        "glimpses": {place: _glimpse(seen) for place, seen in sorted(player.memory.glimpses.items())},
        "under": {other: sorted(filter(None, cards)) for other, cards in sorted(player.memory.under.items())},
        "deck": _known_deck(game, player),
        "orders": list(player.orders),
        "asked": [_asked(game, seat)] if questions(game, seat) else [],
    }
    if "magistrate" in player.characters:
        own["warrants"] = dict(sorted(game.warrants.items()))
    if game.blackmailer == seat or game.unmasked:
        own["threats"] = dict(sorted(game.threats.items()))
    return own


def _glimpse(glimpse: Glimpse) -> dict[str, Any]:
    return {"cards": sorted(glimpse.cards), "gone": glimpse.gone, "types": dict(glimpse.types)}


def _known_deck(game: Game, player: Player) -> dict[str, Any]:
    """Which cards lie where, counted from the top, and which others are somewhere in it."""
    first = top(game)
    places = [[number - first, card] for number, card in player.memory.below.items() if number >= first]
    return {"places": places, "holds": sorted(player.knows.get(DECK, ()))}


def _asked(game: Game, seat: str) -> dict[str, Any]:
    """The question to this seat, with what it has to know to answer it."""
    step = questions(game, seat)[0]
    asked: dict[str, Any] = {"name": step.name, **step.args}
    if step.name == "wizard.take":
        asked["hand"] = sorted(game.players[step.args["target"]].hand)
    if step.name == "lighthouse.search":
        asked["deck"] = sorted(game.deck)
    if step.name == "draft.pick":
        asked["cards"] = list(pick_choices(game))
    return asked


def all_open(game: Game) -> dict[str, Any]:
    """After the end everything is open, and so is what was hidden before it."""
    return {
        "hands": {seat: sorted(player.hand) for seat, player in game.players.items()},
        "museums": {seat: sorted(player.museum) for seat, player in game.players.items()},
        "characters": {seat: list(player.characters) for seat, player in game.players.items()},
        "facedown": list(game.facedown),
        "deck": list(game.deck),
    }
