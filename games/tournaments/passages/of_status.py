"""How things stand for an entrant at this moment: below every answer to a letter of theirs."""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _

from games.tournaments import links, questions
from games.tournaments.models import Entrant, Table
from games.tournaments.naming import stage_name, when
from games.tournaments.passages.of_play import last_result, seatings
from games.tournaments.passages.passage import Passage, Way, Word, seats_word, yes_or_no
from games.tournaments.questions import Question

State = Entrant.State


def status(entrant: Entrant, now: datetime) -> Passage:
    """What they are, what they are asked, where they play and how they stand."""
    asked = questions.asked(entrant, now)
    rank, standings = last_result(entrant)
    coming = [_asked(entrant, one) for one in asked] or _next(entrant)
    return Passage(
        kind="status",
        heading=_("How it stands"),
        told=[_state(entrant), *rank, *coming],
        ways=[_way(entrant, one) for one in asked],
        words=[word for one in asked for word in _words(one)],
        tables=seatings(entrant, state=Table.State.STARTED),
        standings=standings,
    )


def _state(entrant: Entrant) -> str:
    words = {"title": entrant.tournament.title, "n": questions.place_in_queue(entrant)}
    return STATES[entrant.state]() % words


def _next(entrant: Entrant) -> list[str]:
    """What somebody who has a place has to wait for."""
    event = entrant.tournament
    if entrant.state not in (State.ENTERED, State.CHECKED) or event.starts_at is None or not event.is_open:
        return []
    words = _("It begins on %(when)s, and a letter comes when your first table is drawn.")
    return [words % {"when": when(event.starts_at)}]


STATES: dict[str, Callable[[], str]] = {
    State.PENDING: lambda: _("The organizers of “%(title)s” have not decided about your entry yet."),
    State.WAITING: lambda: _("You are number %(n)d on the waiting list of “%(title)s”."),
    State.OFFERED: lambda: _("A place in “%(title)s” is kept for you."),
    State.ENTERED: lambda: _("You have a place in “%(title)s”."),
    State.CHECKED: lambda: _("You have checked in for “%(title)s”."),
    State.ACTIVE: lambda: _("You play in “%(title)s”."),
    State.WITHDRAWN: lambda: _("You do not take part in “%(title)s” any more."),
    State.DISQUALIFIED: lambda: _("You were disqualified from “%(title)s”."),
}


def _asked(entrant: Entrant, one: Question) -> str:
    words = {"when": when(one.until) if one.until else "", "stage": ""}
    if one.what == "stage":
        words["stage"] = stage_name(entrant.tournament.stages.get(number=one.about))
    told = ASKED[one.what]() % words
    late = _("Please answer by %(when)s.") % words
    return f"{told} {late}" if one.until else told


ASKED: dict[str, Callable[[], str]] = {
    "check_in": lambda: _("You are asked to check in."),
    "place": lambda: _("You are asked whether you take the place."),
    "stage": lambda: _("You are asked whether you come to “%(stage)s”."),
    "challenge": lambda: _("You are asked whether you play a challenge."),
}


def _way(entrant: Entrant, one: Question) -> Way:
    return Way(_("Answer"), links.matter(entrant, one.what, one.about))


def _words(one: Question) -> list[Word]:
    if one.what == "check_in":
        return [Word(_("checkin"), _("you will play")), Word(_("no"), _("you will not"))]
    return [*yes_or_no(_("you come"), _("you decline")), *([seats_word()] if one.seats else [])]
