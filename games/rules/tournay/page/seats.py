"""The seats of the table: money, citizens, hand, ramparts and district of each."""

import msgspec

from ...core.reader import SeatReader
from ..numbers import SPACES
from ..position import OVER
from ..text.deck_marks import DeckMark
from .cards import ActivityCard, ShownEvent, build_cards, build_events, build_marks
from .citizens import Citizens, build_citizens
from .districts import DistrictPlan, build_plan
from .ranking import rank_seats_of_view


class TownSeat(msgspec.Struct, frozen=True):
    """One seat, as far as the reader sees it."""

    seat: str
    mine: bool
    deniers: int
    citizens: Citizens
    hand: list[DeckMark]  # the backs of its cards
    known: list[ActivityCard]  # cards of the hand that the reader knows
    has_open_hand: bool  # are these all of them?
    held_events: list[ShownEvent]
    ramparts: list[ShownEvent]
    plan: DistrictPlan
    prestige: int
    points: int
    is_on_turn: bool
    is_start: bool
    is_asked: bool
    is_complete: bool
    place: int = 0  # in the final ranking; 0 before the end

    @property
    def wins(self) -> bool:
        return self.place == 1

    @property
    def is_near(self) -> bool:
        """Is only one space missing?"""
        return self.plan.filled == SPACES - 1


def build_seat(reader: SeatReader, seat: str) -> TownSeat:
    view, player = reader.view, reader.view["players"][seat]
    return TownSeat(
        seat=seat,
        mine=seat == reader.me,
        deniers=player["deniers"],
        citizens=build_citizens(reader, seat),
        hand=build_marks(reader, player["hand"]),
        known=build_cards(reader, _list_known_cards(reader, seat)),
        has_open_hand=seat in view.get("shown", {}),
        held_events=build_events(reader, player["events"]),
        ramparts=build_events(reader, player["ramparts"]),
        plan=build_plan(reader, seat),
        prestige=player["prestige"],
        points=player["points"]["total"],
        is_on_turn=seat == view["turn"] and view["step"] != OVER,
        is_start=seat == view["start"],
        is_asked=seat in view["awaits"],
        is_complete=player["complete"],
        place=rank_seats_of_view(view)[seat] if view["step"] == OVER else 0,
    )


def _list_known_cards(reader: SeatReader, seat: str) -> list[str]:
    """The whole hand if it is open, or what the reader remembers of it."""
    shown = reader.view.get("shown", {})
    if seat in shown:
        return list(shown[seat])
    return list(reader.own.get("known_hands", {}).get(seat, ()))


def list_seats(reader: SeatReader) -> list[TownSeat]:
    """All seats clockwise, the reader first; at the end from the first place to the last."""
    seats = [build_seat(reader, seat) for seat in reader.list_seats_clockwise()]
    return sorted(seats, key=lambda one: one.place)
