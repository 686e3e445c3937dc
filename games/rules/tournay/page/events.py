"""The queue of events with its coins, what the next town crier would do with each, and how near the end is."""

import msgspec

from ...core.reader import SeatReader
from ...core.translation import mark, mark_both
from ..cards.card import CARD_SETS, CHOICE, DAMAGE, DEPARTURE, FAVOUR, LEVY, PRESTIGE, EventCard
from ..numbers import COLOURS
from ..text.lexicon import LEXICON
from .cards import find_card

OUTCOMES = {  # family → what each seat's number of it means
    DEPARTURE: mark("ready citizens who lie down"),
    FAVOUR: mark("deniers received"),
    LEVY: mark("deniers lost"),
    DAMAGE: mark("cards damaged"),
}
FORECASTS = {  # is it the family of a crier to come, or of the one who is out
    False: mark_both("Next crier, with {n} coin: {outcome}", "Next crier, with {n} coins: {outcome}"),
    True: mark_both("Now, with {n} coin: {outcome}", "Now, with {n} coins: {outcome}"),
}


class SeatShare(msgspec.Struct, frozen=True):
    """What an event would do to one seat."""

    seat: str
    mine: bool
    number: int


class QueuedEvent(msgspec.Struct, frozen=True):
    """An event of the queue."""

    slug: str
    name: str
    effect: str
    coins: list[bool]  # one for each space: is a coin on it?
    is_favour: bool
    is_now: bool  # is it being carried out?
    forecast: str
    shares: list[SeatShare]
    fight: int  # deniers that fighting it with one citizen costs

    @property
    def coin_count(self) -> int:
        return sum(self.coins)


class CrierCount(msgspec.Struct, frozen=True):
    """The town criers that have been revealed, of those that it takes to end the game."""

    bells: list[bool]
    sentence: str


def build_queue(reader: SeatReader) -> list[QueuedEvent]:
    return [_build_event(reader, queued["event"], queued["coins"]) for queued in reader.view["queue"]]


def _build_event(reader: SeatReader, slug: str, coins: int) -> QueuedEvent:
    rules = CARD_SETS[reader.view["cards"]]
    event, is_now = rules.events[slug], slug == reader.view.get("striking")
    times = coins if is_now else min(rules.event_spaces, coins + 1)
    return QueuedEvent(
        slug=slug,
        name=str(reader.name(slug)),
        effect=LEXICON.effect(slug, reader.language),
        coins=[number < coins for number in range(rules.event_spaces)],
        is_favour=event.is_favour,
        is_now=is_now,
        forecast=reader.count(*FORECASTS[is_now], times, outcome=reader.say(OUTCOMES[event.family])),
        shares=_list_shares(reader, event, times),
        fight=1 + coins,
    )


def _list_shares(reader: SeatReader, event: EventCard, times: int) -> list[SeatShare]:
    numbers = compute_outcome(reader, event, times)
    return [SeatShare(seat, seat == reader.me, numbers[seat]) for seat in reader.list_seats_clockwise()]


def compute_outcome(reader: SeatReader, event: EventCard, times: int) -> dict[str, int]:
    """What the event does to each seat if it strikes so often and nobody lays a rampart."""
    players = reader.view["players"]
    colours = COLOURS if event.colour == CHOICE else (event.colour,)
    if event.family == FAVOUR:
        return _compute_favour(reader, event, times)
    if event.family == LEVY:
        return {seat: min(event.amount * times, player["deniers"]) for seat, player in players.items()}
    if event.family == DEPARTURE:
        ready = {seat: sum(player["plaza"][one] for one in colours) for seat, player in players.items()}
        return {seat: min(times, number) for seat, number in ready.items()}
    return {seat: min(times, count_free_cards(reader, seat, colours)) for seat in players}


def _compute_favour(reader: SeatReader, event: EventCard, times: int) -> dict[str, int]:
    """The reward for whoever has the most of the colour; who has none gets nothing."""
    players = reader.view["players"]
    weights = {seat: weigh_colour(reader, seat, event.colour) for seat in players}
    most = max(weights.values())
    return {seat: event.amount * times if most and weights[seat] == most else 0 for seat in players}


def weigh_colour(reader: SeatReader, seat: str, colour: str) -> int:
    """What a favour counts: own citizens, and visible buildings and characters of the colour."""
    player = reader.view["players"][seat]
    visible = [find_card(reader, space["cards"][0]) for space in player["district"].values()]
    cards = [card for card in visible if card.colour == colour and card.kind != PRESTIGE]
    return int(player["citizens"][colour]) + len(cards)


def count_free_cards(reader: SeatReader, seat: str, colours: tuple[str, ...]) -> int:
    """The cards of level I and II that an event may damage (E6)."""
    spaces = reader.view["players"][seat]["district"].values()
    free = [
        find_card(reader, space["cards"][0])
        for space in spaces
        if not space["citizen"] and not space["damaged"]
    ]
    return sum(card.colour in colours and card.kind != PRESTIGE for card in free)


# --- the end


def build_criers(reader: SeatReader) -> CrierCount:
    revealed, needed = len(reader.view["criers"]), reader.view["criers_to_end"]
    bells = [number < revealed for number in range(max(revealed, needed))]
    return CrierCount(bells, describe_ending(reader))


def describe_ending(reader: SeatReader) -> str:
    """Say how near the end is: the criers, and the districts that are complete (Z1)."""
    view = reader.view
    if view["last_round"]:
        return reader.say("This is the last round. After it everybody may place one more card.")
    criers = reader.say("Town criers: {n} of {needed}.", n=len(view["criers"]), needed=view["criers_to_end"])
    complete = [seat for seat in view["seats"] if view["players"][seat]["complete"]]
    if complete:
        seats = reader.join_words([reader.name_seat(seat) for seat in complete])
        return f"{criers} {reader.say('District complete: {seats}.', seats=seats)}"
    return f"{criers} {reader.say('No district is complete yet.')}"
