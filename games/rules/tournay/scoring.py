"""The end of the game, the score and the winners (rule page, sections 8 and 9)."""

from collections.abc import Callable, Iterator
from itertools import groupby

from ..core.ruleset import ScoreLine
from .cards.card import BUILDING, CHARACTER, PRESTIGE, DeckCard, card_set
from .numbers import COLOURS, CRIERS_TO_END, PRESTIGE_LIMIT, PRESTIGE_TO_END, ROUNDS, SPACES
from .position import GREY, TournayGame, TournayPlayer

PRINTED, EVENTS = "printed", "events"  # reasons of a score, besides the titles


# --- what is counted


def list_visible(game: TournayGame, player: TournayPlayer) -> list[DeckCard]:
    """The cards of a district that are not covered; damaged ones are among them (E8)."""
    cards = card_set(game).cards
    return [cards[space.cards[0]] for space in player.district.values()]


def count_citizens(player: TournayPlayer) -> dict[str, int]:
    """The citizens of each colour that a player owns, wherever they are (V5)."""
    counts = {colour: player.plaza[colour] + player.aside[colour] for colour in COLOURS}
    for space in player.district.values():
        if space.citizen and space.citizen != GREY:
            counts[space.citizen] += 1
    return counts


def count_for_favour(game: TournayGame, seat: str, colour: str) -> int:
    """What a favour compares: citizens of a colour, visible buildings and characters (section 6)."""
    own = DistrictCount(game, seat)
    return own.citizens[colour] + own.count_cards(colour)


class DistrictCount:
    """What the titles count in one player's district."""

    def __init__(self, game: TournayGame, seat: str) -> None:
        self.player = game.players[seat]
        self.visible = list_visible(game, self.player)
        self.citizens = count_citizens(self.player)

    def count(self, per: str) -> int:
        return COUNTERS[per](self)

    def count_cards(self, *colours: str, kinds: tuple[str, ...] = (BUILDING, CHARACTER)) -> int:
        return sum(card.colour in colours and card.kind in kinds for card in self.visible)


COUNTERS: dict[str, Callable[[DistrictCount], int]] = {
    "flat": lambda own: 1,
    "card_set": lambda own: min(own.count_cards(colour) for colour in COLOURS),
    "citizen_set": lambda own: min(own.citizens.values()),
    "four_deniers": lambda own: own.player.deniers // 4,
    "character": lambda own: own.count_cards(*COLOURS, kinds=(CHARACTER,)),
    "prestige": lambda own: own.count_cards(*COLOURS, kinds=(PRESTIGE,)),
    "rampart": lambda own: len(own.player.ramparts),
    "white_or_yellow_building": lambda own: own.count_cards("white", "yellow", kinds=(BUILDING,)),
    "yellow_card": lambda own: own.count_cards("yellow"),
    "white_card": lambda own: own.count_cards("white"),
    "red_card": lambda own: own.count_cards("red"),
    "yellow_citizen": lambda own: own.citizens["yellow"],
    "white_citizen": lambda own: own.citizens["white"],
    "red_citizen": lambda own: own.citizens["red"],
}


# --- the score


def compute_scores(game: TournayGame) -> dict[str, list[ScoreLine]]:
    """The lines of each seat's score: printed points, events, then each title that anybody has visible."""
    counts = {seat: DistrictCount(game, seat) for seat in game.seats}
    owners = find_titles(game)
    return {seat: list(_score_seat(game, own, seat, owners)) for seat, own in counts.items()}


def find_titles(game: TournayGame) -> dict[str, list[str]]:
    """Each title that is visible in a district, with the seats that have it so (V2)."""
    visible = {
        seat: {card.slug for card in list_visible(game, player)} for seat, player in game.players.items()
    }
    titles = (card.slug for card in card_set(game).cards.values() if card.kind == PRESTIGE)
    found = {title: [seat for seat in game.seats if title in visible[seat]] for title in titles}
    return {title: seats for title, seats in found.items() if seats}


def _score_seat(
    game: TournayGame, own: DistrictCount, seat: str, owners: dict[str, list[str]]
) -> Iterator[ScoreLine]:
    facts = card_set(game)
    stacks = [space.cards for space in own.player.district.values()]
    printed = sum(facts.cards[card].points for cards in stacks for card in cards)
    if printed:
        yield ScoreLine(PRINTED, printed, {"count": sum(map(len, stacks))})
    won = len(own.player.events) + len(own.player.ramparts)
    if won:
        yield ScoreLine(EVENTS, facts.event_points * won, {"count": won, "each": facts.event_points})
    for title, seats in owners.items():
        line = score_title(facts.cards[title], own, has_it=seat in seats)
        if line.points:
            yield line


def score_title(title: DeckCard, own: DistrictCount, *, has_it: bool) -> ScoreLine:
    """What a title brings to one player (V2, V3)."""
    each = title.rates[0] if has_it else title.rates[1]
    count = own.count(title.per)
    points = min(PRESTIGE_LIMIT, each * count)
    return ScoreLine(title.slug, points, {"count": count, "each": each, "per": title.per, "has_it": has_it})


def sum_points(game: TournayGame) -> dict[str, int]:
    return {seat: sum(line.points for line in lines) for seat, lines in compute_scores(game).items()}


def rank_seats(game: TournayGame) -> list[list[str]]:
    """The seats by points, then by deniers; who is equal in both shares the place (V6)."""
    points = sum_points(game)

    def key(seat: str) -> tuple[int, int]:
        return -points[seat], -game.players[seat].deniers

    return [list(equal) for _, equal in groupby(sorted(game.seats, key=key), key=key)]


# --- the end


def is_complete(game: TournayGame, seat: str) -> bool:
    """Has this player filled all spaces, with enough visible prestige buildings (Z1, A)?"""
    player = game.players[seat]
    if len(player.district) < SPACES:
        return False
    return sum(card.kind == PRESTIGE for card in list_visible(game, player)) >= PRESTIGE_TO_END


def count_criers_to_end(game: TournayGame) -> int:
    return CRIERS_TO_END[len(game.seats)]


def begins_last_round(game: TournayGame) -> bool:
    """Is the round that begins now the last one (Z1, Z2)?"""
    complete = sum(is_complete(game, seat) for seat in game.seats)
    enough_criers = len(game.criers) >= count_criers_to_end(game)
    return complete > 1 or (complete == 1 and enough_criers) or game.round >= ROUNDS
