"""Email sections from and to the staff: news, rulings, disputes, tables that need attention."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.mail.content.section import ReplyWord, Section, SectionLink
from games.tournaments.display import format_stage_name, format_time
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.mail import links
from games.tournaments.mail.links import APPEAL, build_tournament_url
from games.tournaments.mail.sections.registry import load_notice_data, register_section
from games.tournaments.models import Dispute, Role, Ruling, TournamentNotice
from games.tournaments.rulings import disputes, effects, rulings
from games.tournaments.staff.permissions import REFEREE_ROLES

NoticeKind = TournamentNotice.Kind
MIN_RULING_STAFF = 2


# --- news


@register_section(NoticeKind.NEWS)
def describe_news(notices: list[TournamentNotice]) -> Section:
    """Report a ledger entry as news; an announcement brings its own text."""
    notice = notices[-1]
    entry = notice.tournament.ledger_entries.get(number=notice.number)
    data: dict[str, Any] = msgspec.json.decode(entry.data)
    told_data = NEWS_WRITERS.get(entry.kind, _describe_announcement)(notice, data)
    return Section(
        kind=notice.kind,
        reply_words=_list_dispute_words(notice),
        **told_data,
    )


def _list_dispute_words(notice: TournamentNotice) -> list[ReplyWord]:
    if notice.entrant is None:
        return []
    return [ReplyWord(_("dispute …"), _("followed by your question or complaint to the referees"))]


def _describe_announcement(notice: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    return {
        "heading": data.get("subject") or _("News"),
        "paragraphs": [_("The organizers write:")],
        "quotation": data.get("text", ""),
    }


def _describe_pause(notice: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    stop = _("The clocks are stopped, and deadlines move by the length of the pause.")
    text = _choose_scope_text(
        notice,
        data,
        table=_("Table %(table)d is paused."),
        round=_("Round %(round)d of “%(stage)s” is paused."),
        tournament=_("“%(title)s” is paused."),
    )
    return {"heading": _("A pause"), "paragraphs": [text, stop], "quotation": data.get("reason", "")}


def _describe_resumption(notice: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    moved = _("Nobody has lost time: every deadline has moved by the length of the pause.")
    text = _choose_scope_text(
        notice,
        data,
        table=_("Table %(table)d resumes."),
        round=_("Round %(round)d of “%(stage)s” resumes."),
        tournament=_("“%(title)s” resumes."),
    )
    held = _("Questions you were asked before are still open, and the links in those emails still work.")
    return {"heading": _("The tournament resumes"), "paragraphs": [text, f"{moved} {held}"]}


def _describe_extension(notice: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    hours: int = data["hours"]
    text = _choose_scope_text(
        notice,
        data,
        table=ngettext(
            "Table %(table)d has one more hour.", "Table %(table)d has %(hours)d more hours.", hours
        ),
        round=ngettext(
            "Round %(round)d of “%(stage)s” has one more hour.",
            "Round %(round)d of “%(stage)s” has %(hours)d more hours.",
            hours,
        ),
        tournament=ngettext(
            "All deadlines of “%(title)s” are an hour later.",
            "All deadlines of “%(title)s” are %(hours)d hours later.",
            hours,
        ),
    )
    clocks = _describe_clock_extension(load_notice_data(notice).get("clock", 0))
    return {"heading": _("More time"), "paragraphs": [text, *clocks], "quotation": data.get("reason", "")}


def _describe_clock_extension(hours: int) -> list[str]:
    """Say how much more time players get who have an open decision at the table."""
    text = ngettext(
        "Whoever has a decision open there has one more hour.",
        "Whoever has a decision open there has %(hours)d more hours.",
        hours,
    )
    return [text % {"hours": hours}] if hours else []


def _choose_scope_text(
    notice: TournamentNotice, data: dict[str, Any], *, table: str, round: str, tournament: str
) -> str:
    """Choose the sentence about a table, a round or the whole tournament, whichever the entry concerns."""
    context = {"title": notice.tournament.title, **data}
    if "table" in data:
        return table % context
    if "round" in data:
        stage = notice.tournament.stages.get(number=data["stage"])
        return round % {**context, "stage": format_stage_name(stage)}
    return tournament % context


def _describe_prolongation(notice: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    text = _("Table %(table)d is nearly finished and gets more time, just this once: until %(when)s.")
    about = {"table": data["table"], "when": format_time(datetime.fromisoformat(data["until"]))}
    return {"heading": _("More time"), "paragraphs": [text % about]}


def _describe_replacement_table(notice: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    """Say that a table is void because somebody did not come, and which table replaces it, if any."""
    if "new" not in data:
        text = _(
            "Somebody did not show up at table %(table)d. It does not count, and too few players are left "
            "for a new one."
        )
        return {
            "heading": _("A table no longer counts"),
            "paragraphs": [text % data, _("You can challenge others.")],
        }
    text = _(
        "Somebody did not show up at table %(table)d. It does not count, and table %(new)d replaces "
        "it: you will get emails from there as soon as it begins."
    )
    return {"heading": _("A table has been redrawn"), "paragraphs": [text % data]}


def _describe_dropped_challenge(notice: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    """Say that a challenge comes to nothing because somebody declined or left."""
    if not data["by"]:
        gone = _("Somebody at table %(table)d is out of the tournament, so the challenge is off.")
        return {
            "heading": _("A challenge is off"),
            "paragraphs": [gone % data, _("You can challenge others.")],
        }
    found = notice.tournament.entrants.filter(number__in=data["by"]).values_list("name", flat=True)
    phrase = ngettext(
        "%(names)s will not play at table %(table)d, so the challenge is off.",
        "%(names)s will not play at table %(table)d, so the challenge is off.",
        len(data["by"]),
    )
    text = phrase % {"names": ", ".join(found), "table": data["table"]}
    return {"heading": _("A challenge was declined"), "paragraphs": [text, _("You can challenge others.")]}


def _describe_new_start(notice: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    """Announce the start as it is now: if it was moved twice, only the last date counts."""
    starts = notice.tournament.starts_at
    text = _("The organizers have moved the start. It begins on %(when)s.")
    return {
        "heading": _("New start date"),
        "paragraphs": [text % {"when": format_time(starts)}] if starts else [],
    }


NEWS_WRITERS: dict[str, Callable[[TournamentNotice, dict[str, Any]], dict[str, Any]]] = {
    "changed": _describe_new_start,
    "paused": _describe_pause,
    "resumed": _describe_resumption,
    "extended": _describe_extension,
    "prolonged": _describe_prolongation,
    "remade": _describe_replacement_table,
    "struck": _describe_dropped_challenge,
}


# --- rulings


@register_section(NoticeKind.RULING)
def describe_ruling(notices: list[TournamentNotice]) -> Section:
    """Report a ruling: proposed, in force, refused or lapsed."""
    notice = notices[-1]
    found = Ruling.objects.select_related(
        "table__game", "entrant", "reversed_ruling__table", "reversed_ruling__entrant", "by", "second_by"
    )
    found = found.select_related("tournament__owner")
    one = found.get(pk=load_notice_data(notice)["ruling"])
    texts = [_describe_ruling_authors(one), _describe_ruling_effect(one), *_describe_signatures(notice, one)]
    if one.objection:
        texts.append(_("It was not signed: %(reason)s") % {"reason": one.objection})
    if one.state == Ruling.State.LAPSED:
        texts.append(_("Nobody signed it in time. Things stay as they are, and the tournament continues."))
    return Section(
        kind=notice.kind,
        heading=_format_ruling_heading(one),
        paragraphs=texts,
        items=_list_result_lines(notice, one),
        quotation=one.reason,
        links=_link_to_desk(notice, "staff_rulings", _("Sign or refuse"))
        if one.state == Ruling.State.PROPOSED
        else [],
        reply_words=_list_dispute_words(notice) if one.state != Ruling.State.PROPOSED else [],
    )


def _describe_signatures(notice: TournamentNotice, one: Ruling) -> list[str]:
    """Say which signatures are missing, and what to do if nobody can give them."""
    if one.state != Ruling.State.PROPOSED:
        return []
    texts = [] if one.by_id else [_("It changes who advances, so two referees have to sign it.")]
    texts += _describe_pending_effect(one)
    if notice.tournament.roles.filter(kind__in=REFEREE_ROLES).count() < MIN_RULING_STAFF:
        texts.append(
            _(
                "You are the only one who can make rulings here: please appoint a referee on the page of "
                "helpers."
            )
        )
    return texts


def _describe_pending_effect(one: Ruling) -> list[str]:
    """Say what waits for the signature and until when; nothing once the tournament is over."""
    if one.tournament.is_over:
        return []
    until = rulings.compute_expiry(one)
    if until is None:
        return [_("The stage does not end before that: the table has no other result.")]
    text = _("The stage does not end before that; without a signature the ruling lapses on %(when)s.")
    return [text % {"when": format_time(until)}]


def _link_to_desk(notice: TournamentNotice, page: str, label: str) -> list[SectionLink]:
    """Link to the staff page where something can be done, which requires signing in; not for entrants."""
    if notice.entrant_id:
        return []
    return [SectionLink(label, build_tournament_url(notice.tournament, page), needs_sign_in=True)]


def _format_ruling_heading(one: Ruling) -> str:
    if one.state == Ruling.State.PROPOSED:
        return _("A ruling is waiting for a signature")
    if one.state in (Ruling.State.REFUSED, Ruling.State.LAPSED):
        return _("A ruling was not signed")
    return _("A ruling about table %(table)d") % {"table": one.table.number} if one.table else _("A ruling")


def _describe_ruling_authors(one: Ruling) -> str:
    names = [user.handle for user in (one.by, one.second_by) if user and one.state == Ruling.State.IN_FORCE]
    if names:
        return _("Ruling by %(names)s.") % {"names": ", ".join(names)}
    if one.by is None:
        return _("By the rules:")
    text = _("By the rules, signed by %(name)s.") if one.is_automatic else _("It was proposed by %(name)s.")
    return text % {"name": one.by.handle}


def _describe_ruling_effect(one: Ruling) -> str:
    about = {
        "table": one.table.number if one.table else 0,
        "name": one.entrant.name if one.entrant else "",
        "when": format_time(one.until) if one.until else "",
        "owner": one.tournament.owner.handle if one.kind == Ruling.Kind.BAN and one.tournament.owner else "",
    }
    return RULING_TEXTS[one.kind]() % about


RULING_TEXTS: dict[str, Callable[[], str]] = {
    Ruling.Kind.RESULT: lambda: _("The result of table %(table)d:"),
    Ruling.Kind.VOID: lambda: _("Table %(table)d no longer counts."),
    Ruling.Kind.LOSS: lambda: _("%(name)s has lost at table %(table)d, and the others move up."),
    Ruling.Kind.WARNING: lambda: _("%(name)s has been warned."),
    Ruling.Kind.DISQUALIFY: lambda: _("%(name)s is disqualified. At all their tables the others move up."),
    Ruling.Kind.REINSTATE: lambda: _("%(name)s has been readmitted."),
    Ruling.Kind.BAN: lambda: _("%(name)s may not enter tournaments by %(owner)s until %(when)s."),
    Ruling.Kind.REVERSE: lambda: _(
        "An earlier ruling has been withdrawn: what applied before it counts again."
    ),
}


def _list_result_lines(notice: TournamentNotice, one: Ruling) -> list[str]:
    """List the ruled result, seat by seat."""
    if one.kind != Ruling.Kind.RESULT:
        return []
    lines = effects.parse_lines(one)
    seated = notice.tournament.entrants.filter(number__in=[line.entrant for line in lines])
    names = dict(seated.values_list("number", "name"))
    return [_format_result_line(names.get(line.entrant, ""), line) for line in lines]


def _format_result_line(name: str, line: VerdictLine) -> str:
    text = _("%(name)s: %(score)s, but lost") if line.left else _("%(name)s: %(score)s")
    return text % {"name": name, "score": line.score}


# --- disputes


@register_section(NoticeKind.TICKET)
def describe_dispute(notices: list[TournamentNotice]) -> Section:
    """Send the claimant the answer to their dispute, and the referees the question."""
    notice = notices[-1]
    rows = notice.tournament.disputes.select_related("table", "claimant", "tournament")
    found = rows.get(number=load_notice_data(notice)["ticket"])
    return _describe_to_claimant(notice, found) if notice.entrant_id else _describe_to_referees(notice, found)


def _describe_to_claimant(notice: TournamentNotice, one: Dispute) -> Section:
    about = {"number": one.number}
    answer = one.final_answer or one.answer
    text = DISPUTE_TEXTS[one.state]() % about
    may_appeal = one.state == Dispute.State.RULED and one.appeal_until is not None
    return Section(
        kind=notice.kind,
        heading=_("Your dispute %(number)d") % about,
        paragraphs=[text],
        quotation=answer,
        deadline_text=_describe_appeal_deadline(one.appeal_until) if may_appeal else "",
        links=[SectionLink(_("Appeal"), links.build_action_url(one.claimant, APPEAL, one.number))]
        if may_appeal
        else [],
        reply_words=[ReplyWord(_("appeal …"), _("followed by your reasons"))] if may_appeal else [],
    )


DISPUTE_TEXTS: dict[str, Callable[[], str]] = {
    Dispute.State.OPEN: lambda: _("The referees have your dispute %(number)d. They will write to you."),
    Dispute.State.RULED: lambda: _("The referees have answered your dispute %(number)d:"),
    Dispute.State.APPEALED: lambda: _("Another referee is looking at your dispute %(number)d again."),
    Dispute.State.CLOSED: lambda: _("Your dispute %(number)d is closed."),
}


def _describe_appeal_deadline(until: datetime | None) -> str:
    return _("You can appeal until %(when)s.") % {"when": format_time(until)} if until else ""


def _describe_to_referees(notice: TournamentNotice, one: Dispute) -> Section:
    if not disputes.may_see_dispute(one, notice.user):
        return _describe_to_party(notice, one)
    context = {"number": one.number, "name": one.claimant.name, "table": one.table.number if one.table else 0}
    about = _("%(name)s asks about table %(table)d:") if one.table else _("%(name)s asks:")
    texts = [one.text, *([_("Appeal:"), one.appeal] if one.appeal else [])]
    is_open = one.state in (Dispute.State.OPEN, Dispute.State.APPEALED)
    return Section(
        kind=notice.kind,
        heading=_("Dispute %(number)d: %(state)s") % {**context, "state": Dispute.State(one.state).label},
        paragraphs=[about % context],
        quotation="\n\n".join(texts),
        links=_link_to_desk(notice, "staff_disputes", _("Answer it") if is_open else _("All disputes")),
    )


def _describe_to_party(notice: TournamentNotice, one: Dispute) -> Section:
    """Tell staff who may not read a dispute that a neutral referee is needed, without its text."""
    return Section(
        kind=notice.kind,
        heading=_("Dispute %(number)d needs somebody to answer it") % {"number": one.number},
        paragraphs=[
            _("Everybody who could answer it is playing at the table it is about."),
            _("Please appoint a referee who is not."),
        ],
    )


# --- what needs the attention of the staff


@register_section(NoticeKind.DIGEST)
def describe_digest(notices: list[TournamentNotice]) -> Section:
    """List what needs the attention of the staff."""
    texts: list[str] = []
    tables: list[int] = []
    for one in notices:
        data = load_notice_data(one)
        tables += data.get("tables", [])
        texts += [_describe_shortage(data)] if "there" in data else []
    tournament = notices[-1].tournament
    late = tournament.tables.filter(number__in=tables).select_related("game").order_by("number")
    listed = [_format_late_table(table.number, table.game.name if table.game else "") for table in late]
    if listed:
        texts.append(_("These tables will probably not end in time, or have ended without a result:"))
    return Section(
        kind=notices[-1].kind,
        heading=_("What needs your attention"),
        paragraphs=texts,
        items=listed,
        links=_link_to_desk(
            notices[-1], "staff_rulings" if listed else "staff_board", _("To the organizer’s desk")
        ),
    )


def _describe_shortage(data: dict[str, Any]) -> str:
    text = ngettext(
        "Only one person is there, and %(least)d are needed. You can wait, take fewer, or cancel.",
        "Only %(there)d people are there, and %(least)d are needed. You can wait, take fewer, or cancel.",
        data["there"],
    )
    return text % {"there": data["there"], "least": data["least"]}


def _format_late_table(number: int, game: str) -> str:
    return _("Table %(table)d: %(name)s") % {"table": number, "name": game} if game else str(number)


@register_section(NoticeKind.ROLE)
def describe_role(notices: list[TournamentNotice]) -> Section:
    """Tell somebody about their staff role, or the owner that a helper declined."""
    notice = notices[-1]
    data, title = load_notice_data(notice), notice.tournament.title
    kind = data.get("role", "")
    if "declined" in data:
        return _describe_declined_role(notice, data["declined"])
    if not kind:
        heading, text = _("You are no longer a helper"), _("You no longer help to run “%(title)s”.")
        return Section(kind=notice.kind, heading=heading, paragraphs=[text % {"title": title}])
    words = {"title": title, "role": Role.Kind(kind).label}
    return Section(
        kind=notice.kind,
        heading=_("You help to run a tournament"),
        paragraphs=[_("You help to run “%(title)s” as %(role)s.") % words, ROLE_TEXTS[kind]()],
        links=[
            *_link_to_desk(notice, "staff_board", _("To the organizer’s desk")),
            *_link_to_decline_role(notice, kind),
        ],
    )


def _link_to_decline_role(notice: TournamentNotice, kind: str) -> list[SectionLink]:
    """Link to decline a role without signing in: nobody helps against their will."""
    role = notice.tournament.roles.filter(user=notice.user_id, kind=kind).first()
    return (
        [SectionLink(_("I would rather not help"), links.build_role_url(role), is_action=False)]
        if role
        else []
    )


def _describe_declined_role(notice: TournamentNotice, name: str) -> Section:
    words = {"title": notice.tournament.title, "name": name}
    return Section(
        kind=notice.kind,
        heading=_("A helper has declined"),
        paragraphs=[_("%(name)s has declined to help run “%(title)s”. You can ask somebody else.") % words],
        links=_link_to_desk(notice, "staff_helpers", _("To the page of helpers")),
    )


ROLE_TEXTS: dict[str, Callable[[], str]] = {
    Role.Kind.OWNER: lambda: _("It is yours: you can do everything, and appoint helpers."),
    Role.Kind.DIRECTOR: lambda: _("You can do everything except appoint helpers."),
    Role.Kind.REFEREE: lambda: _(
        "You can make rulings and answer disputes, except where you are playing yourself."
    ),
    Role.Kind.ANNOUNCER: lambda: _("You can write to everybody, and to those whom a table is waiting for."),
}
