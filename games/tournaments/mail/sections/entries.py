"""Email sections about a player's place: registered, waiting, offered, to be confirmed, lost."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import server_time
from games.mail.content.section import ReplyWord, Section, SectionLink
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
from games.tournaments.mail.sections.registry import (
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
def describe_registration(notices: list[TournamentNotice]) -> Section:
    """Confirm a registration."""
    notice = notices[-1]
    entrant, tournament = require_entrant(notice), notice.tournament
    return Section(
        kind=notice.kind,
        heading=_("You have entered"),
        paragraphs=[
            _describe_participation(tournament),
            *describe_games(tournament),
            _describe_own_name(entrant),
            *_describe_start(tournament, entrant),
        ],
        reply_words=[_build_withdraw_word()],
        conditions=describe_conditions(tournament),
    )


def _describe_participation(tournament: Tournament) -> str:
    if tournament.owner is None:
        return _("You are in “%(title)s”, a tournament of %(game)s.") % _build_names(tournament)
    text = _("You are in “%(title)s”, a tournament of %(game)s organized by %(owner)s.")
    return text % {**_build_names(tournament), "owner": tournament.owner.handle}


def _describe_own_name(entrant: Entrant) -> str:
    return _("Your name there is %(name)s.") % {"name": entrant.name}


def _describe_start(tournament: Tournament, entrant: Entrant) -> list[str]:
    """Say when the tournament begins, and what has to be done before."""
    if tournament.state in (TournamentState.RUNNING, TournamentState.PAUSED):
        if entrant.table_seats.exists():
            return [_("It runs already: you play for somebody who did not come, and get a letter about it.")]
        return [_("It is already running: you are in from the next draw, and will get an email then.")]
    if tournament.starts_at is None:
        return []
    begins = _("It begins on %(when)s.") % {"when": format_time(tournament.starts_at)}
    if entrant.state == EntrantState.CHECKED:
        return [begins, _("You have already checked in: there is nothing to do until then.")]
    asked_in = waiting_list.compute_check_in_window(tournament, server_time.now())
    if asked_in is None:
        return [
            begins,
            _("There is nothing to do until then: you will get an email when your first table is drawn."),
        ]
    words = {"opens": format_time(asked_in[0]), "closes": format_time(asked_in[1])}
    asked = _(
        "On %(opens)s you will get an email with a link to check in. Please do so by %(closes)s, or "
        "your place goes to somebody else."
    )
    return [begins, asked % words]


def _build_withdraw_word() -> ReplyWord:
    return ReplyWord(_("withdraw"), _("you do not want to play after all; we will ask you to confirm"))


@register_section(NoticeKind.WAITING)
def describe_waiting_list(notices: list[TournamentNotice]) -> Section:
    """Say that the registration awaits approval, or the place on the waiting list."""
    notice = notices[-1]
    entrant, tournament = require_entrant(notice), notice.tournament
    is_pending = entrant.state == EntrantState.PENDING
    return Section(
        kind=notice.kind,
        heading=_("Your entry is being reviewed") if is_pending else _("You are on the waiting list"),
        paragraphs=[
            *(_describe_pending_entry(tournament) if is_pending else _describe_queue(tournament, entrant)),
            *describe_games(tournament),
        ],
        reply_words=[_build_withdraw_word()],
        conditions=describe_conditions(tournament),
    )


def _describe_pending_entry(tournament: Tournament) -> list[str]:
    return [
        _("You would like to play in “%(title)s”, a tournament of %(game)s.") % _build_names(tournament),
        _("The organizers look at each entry. You will get an email as soon as they have decided."),
    ]


def _build_names(tournament: Tournament) -> dict[str, str]:
    return {"title": tournament.title, "game": find_game_name(tournament)}


def _describe_queue(tournament: Tournament, entrant: Entrant) -> list[str]:
    context = {
        **_build_names(tournament),
        "n": questions.find_queue_position(entrant),
        "most": tournament.settings.most,
    }
    texts = [
        _("All %(most)d places in “%(title)s”, a tournament of %(game)s, are taken.") % context,
        _("You are number %(n)d on the waiting list.") % context,
    ]
    if tournament.has_begun:
        return [*texts, _("It has begun. If somebody does not show up, you may still be asked.")]
    kept = ngettext(
        "If a place becomes free for you, you get an email, and the place is kept for an hour. "
        "Shortly before the start you get it straight away.",
        "If a place becomes free for you, you get an email, and the place is kept for %(n)d hours. "
        "Shortly before the start you get it straight away.",
        tournament.settings.offer_hours,
    )
    return [*texts, kept % {"n": tournament.settings.offer_hours}]


@register_section(NoticeKind.PLACE)
def describe_place(notices: list[TournamentNotice]) -> Section:
    """Announce a free place: offered, given at once or, during check-in, to be confirmed."""
    notice = notices[-1]
    entrant, tournament = require_entrant(notice), notice.tournament
    text = _("A place in “%(title)s”, a tournament of %(game)s, has become free, and you are next.")
    texts = [text % _build_names(tournament), *describe_games(tournament)]
    if tournament.has_begun:
        texts.append(_("It runs already: whoever takes the place is in from the next draw on."))
    elif tournament.starts_at:
        texts.append(_("It begins on %(when)s.") % {"when": format_time(tournament.starts_at)})
    if entrant.state == EntrantState.OFFERED:
        heading, asked = _("A place for you"), _ask_to_take_place(entrant)
    elif tournament.state == TournamentState.CHECK_IN:
        heading, asked = _("A place for you: please check in"), _ask_to_check_in(entrant)
    else:
        heading, asked = _("You have a place"), _offer_to_decline(entrant)
        texts.append(
            _("The place is yours. If you cannot play, please say so soon: others are waiting for it.")
        )
    return Section(
        kind=notice.kind,
        heading=heading,
        paragraphs=texts,
        conditions=describe_conditions(tournament),
        **asked,
    )


def _ask_to_take_place(entrant: Entrant) -> dict[str, Any]:
    """Ask to take or decline an offered place."""
    return {
        "deadline_text": _describe_offer_deadline(entrant.offered_until),
        "links": [SectionLink(_("Take the place or decline"), links.build_action_url(entrant, "place"))],
        "reply_words": list_yes_no_words(
            _("you take the place"), _("you decline, and it goes to the next in line")
        ),
    }


def _describe_offer_deadline(until: datetime | None) -> str:
    if until is None:
        return ""
    return _("It is kept for you until %(when)s. Then it goes to the next in line.") % {
        "when": format_time(until)
    }


def _offer_to_decline(entrant: Entrant) -> dict[str, Any]:
    """Offer to decline a place that was given at once."""
    return {
        "links": [SectionLink(_("I cannot play: decline"), links.build_action_url(entrant, WITHDRAW))],
        "reply_words": [ReplyWord(_("no"), _("you decline, and the place goes to the next in line"))],
    }


@register_section(NoticeKind.CHECK_IN)
def describe_check_in(notices: list[TournamentNotice]) -> Section:
    """Ask the player to check in."""
    notice = notices[-1]
    entrant, tournament = require_entrant(notice), notice.tournament
    starts = format_time(tournament.starts_at) if tournament.starts_at else ""
    words = {**_build_names(tournament), "when": starts}
    return Section(
        kind=notice.kind,
        heading=_("Please check in"),
        paragraphs=[
            _("“%(title)s”, a tournament of %(game)s, begins on %(when)s. Will you play?") % words,
            *describe_games(tournament),
        ],
        conditions=describe_conditions(tournament),
        **_ask_to_check_in(entrant),
    )


def _ask_to_check_in(entrant: Entrant) -> dict[str, Any]:
    until = entrant.offered_until
    late = _("Please answer by %(when)s. Without an answer your place goes to the next in line.")
    return {
        "deadline_text": late % {"when": format_time(until)} if until else "",
        "links": [SectionLink(_("Check in, or withdraw"), links.build_action_url(entrant, "check_in"))],
        "reply_words": [
            ReplyWord(_("checkin"), _("you will play; “yes” does the same")),
            ReplyWord(_("no"), _("you cannot play, and your place goes to the next in line")),
        ],
    }


@register_section(NoticeKind.MISSED)
def describe_missed_place(notices: list[TournamentNotice]) -> Section:
    """Say that an offer or the check-in was missed, and the place is gone."""
    notice = notices[-1]
    tournament, is_offer = notice.tournament, load_notice_data(notice).get("why") == "place"
    text = (
        _(
            "You have not answered, so the place in “%(title)s” that was kept for you has gone to the "
            "next in line."
        )
        if is_offer
        else _("You did not check in for “%(title)s” in time, so your place has gone to the next in line.")
    ) % _build_names(tournament)
    again = _("If you would still like to play, enter again: you will then be last on the waiting list.")
    return Section(
        kind=notice.kind,
        heading=_("The place was not taken") if is_offer else _("You have not checked in"),
        paragraphs=[text, again] if tournament.is_open else [text],
    )


@register_section(NoticeKind.REFUSED)
def describe_refusal(notices: list[TournamentNotice]) -> Section:
    """Say that the registration was refused, and why."""
    notice = notices[-1]
    tournament, reasons = notice.tournament, load_notice_data(notice).get("reasons", [])
    text = _("You cannot take part in “%(title)s”, a tournament of %(game)s.") % _build_names(tournament)
    return Section(
        kind=notice.kind,
        heading=_("You cannot take part"),
        paragraphs=[text, _("The reason:")] if reasons else [text],
        items=reasons,
    )


@register_section(NoticeKind.OUT)
def describe_removal(notices: list[TournamentNotice]) -> Section:
    """Say that the player is no longer in the tournament, and why."""
    notice = notices[-1]
    why = REMOVAL_REASONS.get(load_notice_data(notice).get("why", ""), lambda: "")()
    texts = [_("You are no longer taking part in “%(title)s”.") % _build_names(notice.tournament), why]
    played = _("What you have played stands. A bot takes over at the tables you have started.")
    return Section(
        kind=notice.kind,
        heading=_("You are out of the tournament"),
        paragraphs=[*filter(None, texts), *([played] if notice.tournament.has_begun else [])],
    )


REMOVAL_REASONS = {
    "organizer": lambda: _("The organizers have removed you. Please ask them if you do not know why."),
    "no_show": lambda: _("You have not made a move at your table, although it waited for you."),
    "left": lambda: _("You have left too many tables to others."),
}


# --- later stages


@register_section(NoticeKind.THROUGH)
def describe_advancement(notices: list[TournamentNotice]) -> Section:
    """Announce that the player has qualified for a stage."""
    return _describe_stage_place(notices[-1], _("You advance"), _("You have qualified for “%(stage)s”."))


@register_section(NoticeKind.ALTERNATE)
def describe_alternate_place(notices: list[TournamentNotice]) -> Section:
    """Offer a place in a stage that somebody else has given up."""
    text = _("Somebody cannot come, so a place in “%(stage)s” is yours.")
    return _describe_stage_place(notices[-1], _("A place for you in the next stage"), text)


def _describe_stage_place(notice: TournamentNotice, heading: str, text: str) -> Section:
    entrant, tournament = require_entrant(notice), notice.tournament
    stage = tournament.stages.get(number=load_notice_data(notice)["stage"])
    about = {"stage": format_stage_name(stage)}
    is_asked = [
        one for one in questions.list_questions(entrant, server_time.now()) if one.about == stage.number
    ]
    asked = _ask_to_join_stage(entrant, stage, is_asked[0].until) if is_asked else _describe_no_action()
    return Section(
        kind=notice.kind, heading=heading, paragraphs=[text % about, *asked.pop("paragraphs")], **asked
    )


def _ask_to_join_stage(entrant: Entrant, stage: Stage, until: datetime | None) -> dict[str, Any]:
    """Ask whether the player will play in the stage and, if seats are chosen, which ones they prefer."""
    late = _("Please say by %(when)s whether you are coming. After that the place goes to the next in line.")
    words = list_yes_no_words(_("you are coming"), _("you decline, and the place goes to the next in line"))
    chosen = stage.settings.seats_are_chosen
    return {
        "paragraphs": [_describe_seat_choice()] if chosen else [],
        "deadline_text": late % {"when": format_time(until)} if until else "",
        "links": [
            SectionLink(_("Accept or decline"), links.build_action_url(entrant, "stage", stage.number))
        ],
        "reply_words": [*words, *([build_seats_word()] if chosen else [])],
    }


def _describe_seat_choice() -> str:
    return _(
        "You can choose your seat: whoever finished higher in the previous stage chooses first. Add "
        "to your answer which seats you would like, your favourite first; the first seat starts. If "
        "you choose nothing, you get what is left."
    )


def _describe_no_action() -> dict[str, Any]:
    text = _("There is nothing to do: you will get an email when your first table is drawn.")
    return {"paragraphs": [text], "reply_words": [_build_withdraw_word()]}
