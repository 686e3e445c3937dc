"""The email section with an entrant's current status, which follows every answer to an email of theirs."""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _

from games.mail.content.section import ReplyWord, Section, SectionLink
from games.tournaments.display import format_stage_name, format_time
from games.tournaments.entries import questions
from games.tournaments.entries.questions import EntrantQuestion
from games.tournaments.mail import links
from games.tournaments.mail.sections.registry import build_seats_word, list_yes_no_words
from games.tournaments.mail.sections.rounds import find_last_result, list_own_tables
from games.tournaments.models import Entrant, TournamentTable

EntrantState = Entrant.State


def describe_status(entrant: Entrant, now: datetime) -> Section:
    """Describe their state, open questions, running tables and rank."""
    asked = questions.list_questions(entrant, now)
    rank, standings = find_last_result(entrant)
    coming = [_describe_question(entrant, one) for one in asked] or _describe_next_step(entrant)
    return Section(
        kind="status",
        heading=_("Where it stands"),
        paragraphs=[_describe_state(entrant), *rank, *coming],
        links=[_link_to_question(entrant, one) for one in asked],
        reply_words=[word for one in asked for word in _list_reply_words(one)],
        tables=list_own_tables(entrant, state=TournamentTable.State.STARTED),
        standings=standings,
    )


def _describe_state(entrant: Entrant) -> str:
    context = {"title": entrant.tournament.title, "n": questions.find_queue_position(entrant)}
    return STATE_TEXTS[entrant.state]() % context


def _describe_next_step(entrant: Entrant) -> list[str]:
    """Say what comes next for somebody who has a place."""
    tournament = entrant.tournament
    if (
        entrant.state not in (EntrantState.ENTERED, EntrantState.CHECKED)
        or tournament.starts_at is None
        or not tournament.is_open
    ):
        return []
    text = _("It begins on %(when)s, and you will get an email when your first table is drawn.")
    return [text % {"when": format_time(tournament.starts_at)}]


STATE_TEXTS: dict[str, Callable[[], str]] = {
    EntrantState.PENDING: lambda: _("The organizers of “%(title)s” have not decided about your entry yet."),
    EntrantState.WAITING: lambda: _("You are number %(n)d on the waiting list of “%(title)s”."),
    EntrantState.OFFERED: lambda: _("A place in “%(title)s” is kept for you."),
    EntrantState.ENTERED: lambda: _("You have a place in “%(title)s”."),
    EntrantState.CHECKED: lambda: _("You have checked in for “%(title)s”."),
    EntrantState.ACTIVE: lambda: _("You are playing in “%(title)s”."),
    EntrantState.WITHDRAWN: lambda: _("You are no longer taking part in “%(title)s”."),
    EntrantState.DISQUALIFIED: lambda: _("You were disqualified from “%(title)s”."),
}


def _describe_question(entrant: Entrant, one: EntrantQuestion) -> str:
    words = {"when": format_time(one.until) if one.until else "", "stage": ""}
    if one.kind == "stage":
        words["stage"] = format_stage_name(entrant.tournament.stages.get(number=one.about))
    text = QUESTION_TEXTS[one.kind]() % words
    late = _("Please answer by %(when)s.") % words
    return f"{text} {late}" if one.until else text


QUESTION_TEXTS: dict[str, Callable[[], str]] = {
    "check_in": lambda: _("You are asked to check in."),
    "place": lambda: _("You are asked whether you take the place."),
    "stage": lambda: _("You are asked whether you are coming to “%(stage)s”."),
    "challenge": lambda: _("You are asked whether you accept a challenge."),
}


def _link_to_question(entrant: Entrant, one: EntrantQuestion) -> SectionLink:
    return SectionLink(_("Answer"), links.build_action_url(entrant, one.kind, one.about))


def _list_reply_words(one: EntrantQuestion) -> list[ReplyWord]:
    if one.kind == "check_in":
        return [ReplyWord(_("checkin"), _("you are playing")), ReplyWord(_("no"), _("you are not playing"))]
    return [
        *list_yes_no_words(_("you are coming"), _("you decline")),
        *([build_seats_word()] if one.seats else []),
    ]
