"""What an organizer decides: the settings of an event and of its stages, as plain data."""

from typing import Any, Literal, get_args

import msgspec

Format = Literal["league", "pods", "swiss", "knock_out", "heats", "pyramid", "ladder"]
FORMATS: tuple[Format, ...] = get_args(Format)
Seeding = Literal["random", "rating", "manual", "previous"]
Spread = Literal["snake", "fold", "pots"]

IN_ONE_GO = ("league", "pods", "heats", "pyramid")  # who meets whom does not depend on results
AT_ONCE = (*IN_ONE_GO, "ladder")  # somebody may have several tables at a time


class StagePlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One stage: its format, its tables, its games, and how many go on."""

    format: Format = "swiss"
    name: str = ""  # as the organizer calls it; empty: by its format
    size: int = 4  # of a table, if the number of entrants allows it
    least: int = 3
    most: int = 5
    long_first: bool = False  # tables one larger rather than one smaller
    rounds: int = 0  # of pods, Swiss and heats; 0: as many as the format wants
    at_once: int = 1  # tables of one entrant in each round of a Swiss
    cap: int = 4  # tables of one entrant at a time
    group: int = 7  # entrants of a league group or a division
    by_zone: bool = False  # groups of a league: of people whose days are alike, instead of by strength
    through: int = 1  # of each table of a knock-out
    go_on: int = 0  # to the next stage; 0 of the last one
    best: int = 0  # results that count, of heats; 0: all
    reach: int = 3  # places above that a ladder challenge may go
    strictly: bool | None = None  # Swiss: repeats before everything; none: by the number of entrants
    seeding: Seeding = "random"
    spread: Spread = "snake"
    points: str = "TEN"
    vectors: dict[str, list[int]] = {}  # CUSTOM: points of the places, by size
    tie_breaks: tuple[str, ...] = ()  # empty: as usual for the format
    by_hand: bool = False  # a round is published by the organizer, after a look at it
    round_days: int = 30
    grace_hours: int = 24  # before the deadline: then referees are told of late tables
    check_in_hours: int = 0  # before a later stage; 0: whoever goes on plays
    choose_seats: bool = False  # at the one table of a knock-out: whoever stood higher before chooses first
    options: dict[str, Any] = {}  # of the game: edition, preset
    pace: dict[str, Any] = {}  # games.clock.pace
    patience: dict[str, Any] = {}  # games.clock.patience
    watching: str = "afterwards"
    anonymous: bool = False  # names only once a table is over
    hides_results: bool | None = None  # of a round until it is over; none: where there are rounds

    @property
    def seats_are_chosen(self) -> bool:
        return self.choose_seats and self.format == "knock_out"


SHORTEST_CHECK_IN = 6  # hours in which people can be expected to answer; in fewer nobody is asked


class EventPlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What holds for the whole event."""

    least: int = 7
    most: int = 32
    approval: bool = False  # the organizer takes in each one
    invited_only: bool = False  # only with the link that the organizer gives away
    check_in_hours: int = 72  # before the start; 0: nobody has to
    offer_hours: int = 48  # a place that became free is kept so long
    late_entry: bool = True  # until half of the rounds have begun
    reliability: int = 80  # percent of the games played to the end, of the last twenty
    finished: int = 0  # games that one must have played to the end
    rating_from: int | None = None
    rating_to: int | None = None
    signed_up: bool = True  # with a proven address, not as a guest
    leave_days: int = 7  # for each stage
    no_show_hours: int = 72
    games_lost: int = 2  # so many tables left by one entrant end the event for them
