"""Email sections about a player's place: registered, waiting, offered, to be confirmed, lost."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.deadlines import server_time
from games.tournaments.display import (
    describe_conditions,
    describe_games,
    find_game_name,
    format_stage_name,
    format_time,
)
from games.tournaments.entries import questions, waiting_list
from games.tournaments.mail import links
from games.tournaments.mail.links import WITHDRAW
from games.tournaments.mail.sections.section import (
    EmailSection,
    ReplyWord,
    SectionLink,
    build_seats_word,
    list_yes_no_words,
    load_notice_data,
    register_section,
    require_entrant,
)
from games.tournaments.models import Entrant, Stage, Tournament, TournamentNotice

NoticeKind = TournamentNotice.Kind
EntrantState = Entrant.State
TournamentState = Tournament.State


@register_section(NoticeKind.ENTERED)
def describe_registration(letters: list[TournamentNotice]) -> EmailSection:
    """Confirm a registration."""
    letter = letters[-1]
    entrant, event = require_entrant(letter), letter.tournament
    return EmailSection(
        kind=letter.kind,
        heading=_("You have entered"),
        told=[
            _describe_participation(event),
            *describe_games(event),
            _describe_own_name(entrant),
            *_describe_start(event, entrant),
        ],
        words=[_build_withdraw_word()],
        conditions=describe_conditions(event),
    )


def _describe_participation(event: Tournament) -> str:
    if event.owner is None:
        return _("You take part in “%(title)s”, a tournament of %(game)s.") % _build_names(event)
    words = _("You take part in “%(title)s”, a tournament of %(game)s that %(owner)s organizes.")
    return words % {**_build_names(event), "owner": event.owner.handle}


def _describe_own_name(entrant: Entrant) -> str:
    return _("Your name there is %(name)s.") % {"name": entrant.name}


def _describe_start(event: Tournament, entrant: Entrant) -> list[str]:
    """Say when the tournament begins, and what has to be done before."""
    if event.state in (TournamentState.RUNNING, TournamentState.PAUSED):
        return [_("It runs already: you are in from the next draw on, and get a letter then.")]
    if event.starts_at is None:
        return []
    begins = _("It begins on %(when)s.") % {"when": format_time(event.starts_at)}
    if entrant.state == EntrantState.CHECKED:
        return [begins, _("You have checked in already: there is nothing to do before.")]
    asked_in = waiting_list.compute_check_in_window(event, server_time.now())
    if asked_in is None:
        return [begins, _("There is nothing to do before: a letter comes when your first table is drawn.")]
    words = {"opens": format_time(asked_in[0]), "closes": format_time(asked_in[1])}
    asked = _(
        "On %(opens)s you get a letter that asks you to check in, with a link. Please do so by %(closes)s, "
        "or your place goes to somebody else."
    )
    return [begins, asked % words]


def _build_withdraw_word() -> ReplyWord:
    return ReplyWord(_("withdraw"), _("you do not want to play after all; we ask once more"))


@register_section(NoticeKind.WAITING)
def describe_waiting_list(letters: list[TournamentNotice]) -> EmailSection:
    """Say that the registration awaits approval, or the place on the waiting list."""
    letter = letters[-1]
    entrant, event = require_entrant(letter), letter.tournament
    is_pending = entrant.state == EntrantState.PENDING
    return EmailSection(
        kind=letter.kind,
        heading=_("Your entry is being looked at") if is_pending else _("You are on the waiting list"),
        told=[
            *(_describe_pending_entry(event) if is_pending else _describe_queue(event, entrant)),
            *describe_games(event),
        ],
        words=[_build_withdraw_word()],
        conditions=describe_conditions(event),
    )


def _describe_pending_entry(event: Tournament) -> list[str]:
    return [
        _("You would like to take part in “%(title)s”, a tournament of %(game)s.") % _build_names(event),
        _("The organizers look at each entry. You get a letter as soon as they have decided."),
    ]


def _build_names(event: Tournament) -> dict[str, str]:
    return {"title": event.title, "game": find_game_name(event)}


def _describe_queue(event: Tournament, entrant: Entrant) -> list[str]:
    words = {**_build_names(event), "n": questions.find_queue_position(entrant), "most": event.plan.most}
    told = [
        _("All %(most)d places of “%(title)s”, a tournament of %(game)s, are taken.") % words,
        _("You are number %(n)d on the waiting list.") % words,
    ]
    if event.has_begun:
        return [*told, _("It has begun. If somebody does not come, you may still be asked in.")]
    kept = ngettext(
        "If a place becomes free for you, you get a letter, and the place is kept for an hour. "
        "Shortly before the start it is yours at once.",
        "If a place becomes free for you, you get a letter, and the place is kept for %(n)d hours. "
        "Shortly before the start it is yours at once.",
        event.plan.offer_hours,
    )
    return [*told, kept % {"n": event.plan.offer_hours}]


@register_section(NoticeKind.PLACE)
def describe_place(letters: list[TournamentNotice]) -> EmailSection:
    """Announce a free place: offered, given at once or, during check-in, to be confirmed."""
    letter = letters[-1]
    entrant, event = require_entrant(letter), letter.tournament
    words = _("A place in “%(title)s”, a tournament of %(game)s, has become free, and you are next.")
    told = [words % _build_names(event), *describe_games(event)]
    if event.starts_at:
        told.append(_("It begins on %(when)s.") % {"when": format_time(event.starts_at)})
    if entrant.state == EntrantState.OFFERED:
        heading, asked = _("A place for you"), _ask_to_take_place(entrant)
    elif event.state == TournamentState.CHECK_IN:
        heading, asked = _("A place for you: please check in"), _ask_to_check_in(entrant)
    else:
        heading, asked = _("You have a place"), _offer_to_decline(entrant)
        told.append(_("The place is yours. If you cannot play, please say so soon: others wait for it."))
    return EmailSection(
        kind=letter.kind, heading=heading, told=told, conditions=describe_conditions(event), **asked
    )


def _ask_to_take_place(entrant: Entrant) -> dict[str, Any]:
    """Ask to take or decline an offered place."""
    return {
        "due": _describe_offer_deadline(entrant.offered_until),
        "ways": [SectionLink(_("Take the place, or decline"), links.build_action_url(entrant, "place"))],
        "words": list_yes_no_words(_("you take the place"), _("you decline, and it goes to the next one")),
    }


def _describe_offer_deadline(until: datetime | None) -> str:
    if until is None:
        return ""
    return _("It is kept for you until %(when)s. Then it goes to the next one.") % {
        "when": format_time(until)
    }


def _offer_to_decline(entrant: Entrant) -> dict[str, Any]:
    """Offer to decline a place that was given at once."""
    return {
        "ways": [SectionLink(_("I cannot play: decline"), links.build_action_url(entrant, WITHDRAW))],
        "words": [ReplyWord(_("no"), _("you decline, and the place goes to the next one"))],
    }


@register_section(NoticeKind.CHECK_IN)
def describe_check_in(letters: list[TournamentNotice]) -> EmailSection:
    """Ask the player to check in."""
    letter = letters[-1]
    entrant, event = require_entrant(letter), letter.tournament
    starts = format_time(event.starts_at) if event.starts_at else ""
    words = {**_build_names(event), "when": starts}
    return EmailSection(
        kind=letter.kind,
        heading=_("Please check in"),
        told=[
            _("“%(title)s”, a tournament of %(game)s, begins on %(when)s. Will you play?") % words,
            *describe_games(event),
        ],
        conditions=describe_conditions(event),
        **_ask_to_check_in(entrant),
    )


def _ask_to_check_in(entrant: Entrant) -> dict[str, Any]:
    until = entrant.offered_until
    late = _("Please answer by %(when)s. Without an answer your place goes to the next one.")
    return {
        "due": late % {"when": format_time(until)} if until else "",
        "ways": [SectionLink(_("Check in, or withdraw"), links.build_action_url(entrant, "check_in"))],
        "words": [
            ReplyWord(_("checkin"), _("you will play; “yes” does the same")),
            ReplyWord(_("no"), _("you cannot play, and your place goes to the next one")),
        ],
    }


@register_section(NoticeKind.MISSED)
def describe_missed_place(letters: list[TournamentNotice]) -> EmailSection:
    """Say that an offer or the check-in was missed, and the place is gone."""
    letter = letters[-1]
    event, is_offer = letter.tournament, load_notice_data(letter).get("why") == "place"
    told = (
        _("You have not answered, so the place in “%(title)s” that was kept for you went to the next one.")
        if is_offer
        else _("You have not checked in for “%(title)s” in time, so your place has gone to the next one.")
    ) % _build_names(event)
    again = _("If you would still like to play, enter again: you are then last on the waiting list.")
    return EmailSection(
        kind=letter.kind,
        heading=_("The place was not taken") if is_offer else _("You have not checked in"),
        told=[told, again] if event.is_open else [told],
    )


@register_section(NoticeKind.REFUSED)
def describe_refusal(letters: list[TournamentNotice]) -> EmailSection:
    """Say that the registration was refused, and why."""
    letter = letters[-1]
    event, reasons = letter.tournament, load_notice_data(letter).get("reasons", [])
    words = _("You cannot take part in “%(title)s”, a tournament of %(game)s.") % _build_names(event)
    return EmailSection(
        kind=letter.kind,
        heading=_("You cannot take part"),
        told=[words, _("The reason:")] if reasons else [words],
        listed=reasons,
    )


@register_section(NoticeKind.OUT)
def describe_removal(letters: list[TournamentNotice]) -> EmailSection:
    """Say that the player is no longer in the tournament, and why."""
    letter = letters[-1]
    why = REMOVAL_REASONS.get(load_notice_data(letter).get("why", ""), lambda: "")()
    told = [_("You do not take part in “%(title)s” any more.") % _build_names(letter.tournament), why]
    played = _("What you have played stands. A bot plays on at tables that you have begun.")
    return EmailSection(
        kind=letter.kind,
        heading=_("You are out of the tournament"),
        told=[*filter(None, told), *([played] if letter.tournament.has_begun else [])],
    )


REMOVAL_REASONS = {
    "organizer": lambda: _("The organizers have taken you out. Please ask them if you do not know why."),
    "no_show": lambda: _("You have not made a move at your table, although it has waited for you."),
    "left": lambda: _("You have left too many tables to others."),
}


# --- later stages


@register_section(NoticeKind.THROUGH)
def describe_advancement(letters: list[TournamentNotice]) -> EmailSection:
    """Announce that the player has qualified for a stage."""
    return _describe_stage_place(
        letters[-1], _("You go on"), _("You are among those who play in “%(stage)s”.")
    )


@register_section(NoticeKind.ALTERNATE)
def describe_alternate_place(letters: list[TournamentNotice]) -> EmailSection:
    """Offer a place in a stage that somebody else has given up."""
    told = _("Somebody does not come, so that a place in “%(stage)s” is yours.")
    return _describe_stage_place(letters[-1], _("A place for you in the next stage"), told)


def _describe_stage_place(letter: TournamentNotice, heading: str, told: str) -> EmailSection:
    entrant, event = require_entrant(letter), letter.tournament
    stage = event.stages.get(number=load_notice_data(letter)["stage"])
    about = {"stage": format_stage_name(stage)}
    is_asked = [
        one for one in questions.list_questions(entrant, server_time.now()) if one.about == stage.number
    ]
    asked = _ask_to_join_stage(entrant, stage, is_asked[0].until) if is_asked else _describe_no_action()
    return EmailSection(kind=letter.kind, heading=heading, told=[told % about, *asked.pop("told")], **asked)


def _ask_to_join_stage(entrant: Entrant, stage: Stage, until: datetime | None) -> dict[str, Any]:
    """Ask whether the player will play in the stage and, if seats are chosen, which ones they prefer."""
    late = _("Please say by %(when)s whether you come. Then the place goes to the next in line.")
    words = list_yes_no_words(_("you come"), _("you decline, and the place goes to the next in line"))
    chosen = stage.plan.seats_are_chosen
    return {
        "told": [_describe_seat_choice()] if chosen else [],
        "due": late % {"when": format_time(until)} if until else "",
        "ways": [SectionLink(_("Come, or decline"), links.build_action_url(entrant, "stage", stage.number))],
        "words": [*words, *([build_seats_word()] if chosen else [])],
    }


def _describe_seat_choice() -> str:
    return _(
        "Seats are chosen: whoever stood higher in the stage before chooses first. With your answer, say "
        "which ones you would like, the favourite first; the first seat begins. If you choose nothing, you "
        "have what is left."
    )


def _describe_no_action() -> dict[str, Any]:
    told = _("There is nothing to do: a letter comes when your first table is drawn.")
    return {"told": [told], "words": [_build_withdraw_word()]}
