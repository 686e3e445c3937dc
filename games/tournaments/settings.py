"""Settings of a tournament and of its stages, as plain data chosen by the organizer."""

from typing import Any, Literal, get_args

import msgspec

StageFormat = Literal["league", "pods", "swiss", "knock_out", "heats", "pyramid", "ladder"]
FORMATS: tuple[StageFormat, ...] = get_args(StageFormat)
SeedingMethod = Literal["random", "rating", "manual", "previous"]
SpreadMethod = Literal["snake", "fold", "pots"]

FIXED_SCHEDULE_FORMATS = ("league", "pods", "heats", "pyramid")  # pairings do not depend on results
GROUP_FORMATS = ("league", "pyramid")  # everybody meets everybody of their group
PARALLEL_FORMATS = (*FIXED_SCHEDULE_FORMATS, "ladder")  # an entrant may have several tables at a time


class StageSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Settings of one stage: its format, tables and games, and how many advance. Stored as JSON."""

    format: StageFormat = "swiss"
    name: str = ""  # chosen by the organizer; empty: named by its format
    size: int = 4  # usual seats per table, if the number of entrants allows it
    least: int = 3
    most: int = 5
    long_first: bool = False  # prefer tables one larger to tables one smaller
    rounds: int = 0  # of pods, Swiss and heats; 0: as many as usual for the format
    at_once: int = 1  # tables per entrant in each round of a Swiss
    cap: int = 4  # tables per entrant at a time
    group: int = 7  # entrants per league group or division
    by_zone: bool = False  # league groups by time zone instead of by strength
    through: int = 1  # how many advance from each table of a knock-out
    go_on: int = 0  # how many advance to the next stage; 0 for the last one
    best: int = 0  # results that count in heats; 0: all
    reach: int = 3  # how many places above may be challenged on a ladder
    strictly: bool | None = None  # Swiss: avoid repeats above all; None: depends on the number of entrants
    missed_points: str = ""  # for a round of a Swiss that somebody misses; empty: the average of the format
    seeding: SeedingMethod = "random"
    spread: SpreadMethod = "snake"
    points: str = "TEN"
    vectors: dict[str, list[int]] = {}  # CUSTOM: points by place, by table size
    tie_breaks: tuple[str, ...] = ()  # empty: as usual for the format
    by_hand: bool = False  # the organizer reviews and publishes each round
    round_days: int = 30
    grace_hours: int = 24  # before the deadline: when referees are notified of late tables
    check_in_hours: int = 0  # time to confirm a place in a later stage; 0: no confirmation
    choose_seats: bool = False  # at the single table of a knock-out, the higher ranked choose first
    options: dict[str, Any] = {}  # of the game
    pace: dict[str, Any] = {}  # parsed by games.clock.pace
    patience: dict[str, Any] = {}  # parsed by games.clock.missed_deadline_policy
    visibility: str = "afterwards"
    anonymous: bool = False  # names are shown only after the game
    hides_results: bool | None = None  # until the round is over; None: in formats with rounds

    @property
    def seats_are_chosen(self) -> bool:
        return self.choose_seats and self.format == "knock_out"


SHORTEST_CHECK_IN_HOURS = (
    6  # shortest time in which people can be expected to answer; otherwise nobody is asked
)


class TournamentSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Settings of the whole tournament. Stored as JSON."""

    least: int = 7
    most: int = 32
    approval: bool = False  # the organizer approves every entrant
    invited_only: bool = False  # only with the organizer's invitation link
    check_in_hours: int = 72  # before the start; 0: no check-in
    offer_hours: int = 48  # how long an offered place is reserved
    late_entry: bool = True  # until half of the rounds are paired
    reliability: int = 80  # percent of the last twenty games that were finished
    finished: int = 0  # games one must have finished
    rating_from: int | None = None
    rating_to: int | None = None
    signed_up: bool = True  # a verified account, not a guest
    leave_days: int = 7  # per stage
    no_show_hours: int = 72
    games_lost: int = 2  # an entrant who leaves so many tables is removed
