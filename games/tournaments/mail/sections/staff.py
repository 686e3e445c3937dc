"""Email sections from and to the staff: news, rulings, disputes, tables that need attention."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tournaments.display import format_stage_name, format_time
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.mail import links
from games.tournaments.mail.links import APPEAL, build_tournament_url
from games.tournaments.mail.sections.section import (
    EmailSection,
    ReplyWord,
    SectionLink,
    load_notice_data,
    register_section,
)
from games.tournaments.models import Dispute, Role, Ruling, TournamentNotice
from games.tournaments.rulings import disputes, effects, rulings
from games.tournaments.staff.permissions import REFEREE_ROLES

NoticeKind = TournamentNotice.Kind
MIN_RULING_STAFF = 2


# --- news


@register_section(NoticeKind.NEWS)
def describe_news(letters: list[TournamentNotice]) -> EmailSection:
    """Report a ledger entry as news; an announcement brings its own text."""
    letter = letters[-1]
    entry = letter.tournament.entries.get(number=letter.number)
    data: dict[str, Any] = msgspec.json.decode(entry.data)
    told = NEWS_WRITERS.get(entry.kind, _describe_announcement)(letter, data)
    return EmailSection(
        kind=letter.kind,
        words=_list_dispute_words(letter),
        **told,
    )


def _list_dispute_words(letter: TournamentNotice) -> list[ReplyWord]:
    if letter.entrant is None:
        return []
    return [
        ReplyWord(_("dispute …"), _("with your words behind it: a question or a complaint to the referees"))
    ]


def _describe_announcement(letter: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    return {
        "heading": data.get("subject") or _("News"),
        "told": [_("The organizers write:")],
        "quoted": data.get("text", ""),
    }


def _describe_pause(letter: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    stop = _("The clocks stand still, and deadlines move by as long as the pause lasts.")
    told = _choose_scope_text(
        letter,
        data,
        table=_("Table %(table)d is paused."),
        round=_("Round %(round)d of “%(stage)s” is paused."),
        event=_("“%(title)s” is paused."),
    )
    return {"heading": _("A pause"), "told": [told, stop], "quoted": data.get("reason", "")}


def _describe_resumption(letter: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    moved = _("Nobody has lost time: every deadline has moved by as long as the pause has lasted.")
    told = _choose_scope_text(
        letter,
        data,
        table=_("Table %(table)d goes on."),
        round=_("Round %(round)d of “%(stage)s” goes on."),
        event=_("“%(title)s” goes on."),
    )
    held = _("What you were asked before is still asked, and the links of those letters hold.")
    return {"heading": _("It goes on"), "told": [told, f"{moved} {held}"]}


def _describe_extension(letter: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    hours: int = data["hours"]
    told = _choose_scope_text(
        letter,
        data,
        table=ngettext(
            "Table %(table)d has an hour more.", "Table %(table)d has %(hours)d hours more.", hours
        ),
        round=ngettext(
            "Round %(round)d of “%(stage)s” has an hour more.",
            "Round %(round)d of “%(stage)s” has %(hours)d hours more.",
            hours,
        ),
        event=ngettext(
            "All deadlines of “%(title)s” are an hour later.",
            "All deadlines of “%(title)s” are %(hours)d hours later.",
            hours,
        ),
    )
    clocks = _describe_clock_extension(load_notice_data(letter).get("clock", 0))
    return {"heading": _("More time"), "told": [told, *clocks], "quoted": data.get("reason", "")}


def _describe_clock_extension(hours: int) -> list[str]:
    """Say how much more time players get who have an open decision at the table."""
    words = ngettext(
        "Whoever is asked there at the moment has an hour more for the answer.",
        "Whoever is asked there at the moment has %(hours)d hours more for the answer.",
        hours,
    )
    return [words % {"hours": hours}] if hours else []


def _choose_scope_text(
    letter: TournamentNotice, data: dict[str, Any], *, table: str, round: str, event: str
) -> str:
    """Choose the sentence about a table, a round or the whole tournament, whichever the entry concerns."""
    words = {"title": letter.tournament.title, **data}
    if "table" in data:
        return table % words
    if "round" in data:
        stage = letter.tournament.stages.get(number=data["stage"])
        return round % {**words, "stage": format_stage_name(stage)}
    return event % words


def _describe_prolongation(letter: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    words = _("Table %(table)d is nearly through and gets more time, once: until %(when)s.")
    about = {"table": data["table"], "when": format_time(datetime.fromisoformat(data["until"]))}
    return {"heading": _("More time"), "told": [words % about]}


def _describe_replacement_table(letter: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    """Say that a table is void because somebody did not come, and which table replaces it, if any."""
    if "new" not in data:
        words = _(
            "Somebody did not come to table %(table)d. It does not count, and too few are left for another."
        )
        return {
            "heading": _("A table does not count"),
            "told": [words % data, _("You may challenge others.")],
        }
    words = _(
        "Somebody did not come to table %(table)d. It does not count, and table %(new)d takes its place: "
        "letters come from there as soon as it begins."
    )
    return {"heading": _("A table is made again"), "told": [words % data]}


def _describe_dropped_challenge(letter: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    """Say that a challenge comes to nothing because somebody declined or left."""
    if not data["by"]:
        gone = _(
            "Somebody of table %(table)d is out of the tournament, and so no table comes of the challenge."
        )
        return {
            "heading": _("No table comes of a challenge"),
            "told": [gone % data, _("You may challenge others.")],
        }
    found = letter.tournament.entrants.filter(number__in=data["by"]).values_list("name", flat=True)
    words = ngettext(
        "%(names)s does not play at table %(table)d, and so no table comes of the challenge.",
        "%(names)s do not play at table %(table)d, and so no table comes of the challenge.",
        len(data["by"]),
    )
    told = words % {"names": ", ".join(found), "table": data["table"]}
    return {"heading": _("A challenge is declined"), "told": [told, _("You may challenge others.")]}


def _describe_new_start(letter: TournamentNotice, data: dict[str, Any]) -> dict[str, Any]:
    """Announce the start as it is now: if it was moved twice, only the last date counts."""
    starts = letter.tournament.starts_at
    told = _("The organizers have moved the start. It begins on %(when)s.")
    return {"heading": _("Another start"), "told": [told % {"when": format_time(starts)}] if starts else []}


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
def describe_ruling(letters: list[TournamentNotice]) -> EmailSection:
    """Report a ruling: proposed, in force, refused or lapsed."""
    letter = letters[-1]
    found = Ruling.objects.select_related(
        "table__game", "entrant", "of__table", "of__entrant", "by", "second_by"
    )
    found = found.select_related("tournament__owner")
    one = found.get(pk=load_notice_data(letter)["ruling"])
    told = [_describe_ruling_authors(one), _describe_ruling_effect(one), *_describe_signatures(letter, one)]
    if one.objection:
        told.append(_("It was not signed: %(reason)s") % {"reason": one.objection})
    if one.state == Ruling.State.LAPSED:
        told.append(_("Nobody has signed it in time. Things stay as they are, and the event goes on."))
    return EmailSection(
        kind=letter.kind,
        heading=_format_ruling_heading(one),
        told=told,
        listed=_list_result_lines(letter, one),
        quoted=one.reason,
        ways=_link_to_desk(letter, "staff_rulings", _("Sign, or refuse"))
        if one.state == Ruling.State.PROPOSED
        else [],
        words=_list_dispute_words(letter) if one.state != Ruling.State.PROPOSED else [],
    )


def _describe_signatures(letter: TournamentNotice, one: Ruling) -> list[str]:
    """Say which signatures are missing, and what to do if nobody can give them."""
    if one.state != Ruling.State.PROPOSED:
        return []
    told = [] if one.by_id else [_("It changes who goes on: two of those who rule have to sign it.")]
    told += _describe_pending_effect(one)
    if letter.tournament.roles.filter(kind__in=REFEREE_ROLES).count() < MIN_RULING_STAFF:
        told.append(
            _("You are the only one who may rule here: please name a referee on the page of helpers.")
        )
    return told


def _describe_pending_effect(one: Ruling) -> list[str]:
    """Say what waits for the signature and until when; nothing once the tournament is over."""
    if one.tournament.is_over:
        return []
    until = rulings.compute_expiry(one)
    if until is None:
        return [_("The stage does not end before that: the table has no other result.")]
    words = _("The stage does not end before that; without a signature the ruling lapses on %(when)s.")
    return [words % {"when": format_time(until)}]


def _link_to_desk(letter: TournamentNotice, page: str, label: str) -> list[SectionLink]:
    """Link to the staff page where something can be done, which requires signing in; not for entrants."""
    if letter.entrant_id:
        return []
    return [SectionLink(label, build_tournament_url(letter.tournament, page), needs_sign_in=True)]


def _format_ruling_heading(one: Ruling) -> str:
    if one.state == Ruling.State.PROPOSED:
        return _("A ruling waits for a signature")
    if one.state in (Ruling.State.REFUSED, Ruling.State.LAPSED):
        return _("A ruling was not signed")
    return _("A ruling about table %(table)d") % {"table": one.table.number} if one.table else _("A ruling")


def _describe_ruling_authors(one: Ruling) -> str:
    names = [user.handle for user in (one.by, one.second_by) if user and one.state == Ruling.State.IN_FORCE]
    if names:
        return _("Ruled by %(names)s.") % {"names": ", ".join(names)}
    if one.by is None:
        return _("By the rules:")
    words = (
        _("By the rules, and signed by %(name)s.") if one.is_by_rule else _("It was proposed by %(name)s.")
    )
    return words % {"name": one.by.handle}


def _describe_ruling_effect(one: Ruling) -> str:
    about = {
        "table": one.table.number if one.table else 0,
        "name": one.entrant.name if one.entrant else "",
        "when": format_time(one.until) if one.until else "",
        "owner": one.tournament.owner.handle if one.kind == Ruling.Kind.BAN and one.tournament.owner else "",
    }
    return RULING_TEXTS[one.kind]() % about


RULING_TEXTS: dict[str, Callable[[], str]] = {
    Ruling.Kind.RESULT: lambda: _("Table %(table)d has ended like this:"),
    Ruling.Kind.VOID: lambda: _("Table %(table)d does not count."),
    Ruling.Kind.LOSS: lambda: _("%(name)s has lost at table %(table)d, and the others close ranks."),
    Ruling.Kind.WARNING: lambda: _("%(name)s is warned."),
    Ruling.Kind.DISQUALIFY: lambda: _(
        "%(name)s is disqualified. At all their tables the others close ranks."
    ),
    Ruling.Kind.REINSTATE: lambda: _("%(name)s is taken in again."),
    Ruling.Kind.BAN: lambda: _("%(name)s may not enter tournaments of %(owner)s until %(when)s."),
    Ruling.Kind.REVERSE: lambda: _("An earlier ruling is taken back: what was there before it counts again."),
}


def _list_result_lines(letter: TournamentNotice, one: Ruling) -> list[str]:
    """List the ruled result, seat by seat."""
    if one.kind != Ruling.Kind.RESULT:
        return []
    lines = effects.parse_lines(one)
    seated = letter.tournament.entrants.filter(number__in=[line.entrant for line in lines])
    names = dict(seated.values_list("number", "name"))
    return [_format_result_line(names.get(line.entrant, ""), line) for line in lines]


def _format_result_line(name: str, line: VerdictLine) -> str:
    words = _("%(name)s: %(score)s, but lost") if line.left else _("%(name)s: %(score)s")
    return words % {"name": name, "score": line.score}


# --- disputes


@register_section(NoticeKind.TICKET)
def describe_dispute(letters: list[TournamentNotice]) -> EmailSection:
    """Send the claimant the answer to their dispute, and the referees the question."""
    letter = letters[-1]
    rows = letter.tournament.tickets.select_related("table", "claimant", "tournament")
    found = rows.get(number=load_notice_data(letter)["ticket"])
    return _describe_to_claimant(letter, found) if letter.entrant_id else _describe_to_referees(letter, found)


def _describe_to_claimant(letter: TournamentNotice, one: Dispute) -> EmailSection:
    about = {"number": one.number}
    answer = one.final_answer or one.answer
    told = DISPUTE_TEXTS[one.state]() % about
    may_appeal = one.state == Dispute.State.RULED and one.appeal_until is not None
    return EmailSection(
        kind=letter.kind,
        heading=_("Your dispute %(number)d") % about,
        told=[told],
        quoted=answer,
        due=_describe_appeal_deadline(one.appeal_until) if may_appeal else "",
        ways=[SectionLink(_("Appeal"), links.build_action_url(one.claimant, APPEAL, one.number))]
        if may_appeal
        else [],
        words=[ReplyWord(_("appeal …"), _("with your reasons behind it"))] if may_appeal else [],
    )


DISPUTE_TEXTS: dict[str, Callable[[], str]] = {
    Dispute.State.OPEN: lambda: _("The referees have your dispute %(number)d. They write to you."),
    Dispute.State.RULED: lambda: _("The referees have answered your dispute %(number)d:"),
    Dispute.State.APPEALED: lambda: _("Another referee looks at your dispute %(number)d again."),
    Dispute.State.CLOSED: lambda: _("Your dispute %(number)d is closed."),
}


def _describe_appeal_deadline(until: datetime | None) -> str:
    return _("You may appeal until %(when)s.") % {"when": format_time(until)} if until else ""


def _describe_to_referees(letter: TournamentNotice, one: Dispute) -> EmailSection:
    if not disputes.may_see_dispute(one, letter.user):
        return _describe_to_party(letter, one)
    words = {"number": one.number, "name": one.claimant.name, "table": one.table.number if one.table else 0}
    about = _("%(name)s asks about table %(table)d:") if one.table else _("%(name)s asks:")
    texts = [one.text, *([_("Appeal:"), one.appeal] if one.appeal else [])]
    is_open = one.state in (Dispute.State.OPEN, Dispute.State.APPEALED)
    return EmailSection(
        kind=letter.kind,
        heading=_("Dispute %(number)d: %(state)s") % {**words, "state": Dispute.State(one.state).label},
        told=[about % words],
        quoted="\n\n".join(texts),
        ways=_link_to_desk(letter, "staff_disputes", _("Answer it") if is_open else _("All disputes")),
    )


def _describe_to_party(letter: TournamentNotice, one: Dispute) -> EmailSection:
    """Tell staff who may not read a dispute that a neutral referee is needed, without its text."""
    return EmailSection(
        kind=letter.kind,
        heading=_("Dispute %(number)d: somebody must be found") % {"number": one.number},
        told=[
            _("Everybody who could answer it sits at the table that it is about."),
            _("Please name a referee who does not."),
        ],
    )


# --- what needs the attention of the staff


@register_section(NoticeKind.DIGEST)
def describe_digest(letters: list[TournamentNotice]) -> EmailSection:
    """List what needs the attention of the staff."""
    told: list[str] = []
    tables: list[int] = []
    for one in letters:
        data = load_notice_data(one)
        tables += data.get("tables", [])
        told += [_describe_shortage(data)] if "there" in data else []
    event = letters[-1].tournament
    late = event.tables.filter(number__in=tables).select_related("game").order_by("number")
    listed = [_format_late_table(table.number, table.game.name if table.game else "") for table in late]
    if listed:
        told.append(_("These tables will hardly end in time, or have ended without a result:"))
    return EmailSection(
        kind=letters[-1].kind,
        heading=_("What you should look at"),
        told=told,
        listed=listed,
        ways=_link_to_desk(letters[-1], "staff_rulings" if listed else "staff_board", _("To the desk")),
    )


def _describe_shortage(data: dict[str, Any]) -> str:
    words = ngettext(
        "Only one is there, and %(least)d are needed. You can wait, take fewer, or call it off.",
        "Only %(there)d are there, and %(least)d are needed. You can wait, take fewer, or call it off.",
        data["there"],
    )
    return words % {"there": data["there"], "least": data["least"]}


def _format_late_table(number: int, game: str) -> str:
    return _("Table %(table)d: %(name)s") % {"table": number, "name": game} if game else str(number)


@register_section(NoticeKind.ROLE)
def describe_role(letters: list[TournamentNotice]) -> EmailSection:
    """Tell somebody about their staff role, or the owner that a helper declined."""
    letter = letters[-1]
    data, title = load_notice_data(letter), letter.tournament.title
    kind = data.get("role", "")
    if "declined" in data:
        return _describe_declined_role(letter, data["declined"])
    if not kind:
        heading, told = _("You do not help any more"), _("You do not help to run “%(title)s” any more.")
        return EmailSection(kind=letter.kind, heading=heading, told=[told % {"title": title}])
    words = {"title": title, "role": Role.Kind(kind).label}
    return EmailSection(
        kind=letter.kind,
        heading=_("You help to run a tournament"),
        told=[_("You help to run “%(title)s”, as %(role)s.") % words, ROLE_TEXTS[kind]()],
        ways=[*_link_to_desk(letter, "staff_board", _("To the desk")), *_link_to_decline_role(letter, kind)],
    )


def _link_to_decline_role(letter: TournamentNotice, kind: str) -> list[SectionLink]:
    """Link to decline a role without signing in: nobody helps against their will."""
    role = letter.tournament.roles.filter(user=letter.user_id, kind=kind).first()
    return (
        [SectionLink(_("I would rather not help"), links.build_role_url(role), is_asked=False)]
        if role
        else []
    )


def _describe_declined_role(letter: TournamentNotice, name: str) -> EmailSection:
    words = {"title": letter.tournament.title, "name": name}
    return EmailSection(
        kind=letter.kind,
        heading=_("A helper has declined"),
        told=[_("%(name)s does not help to run “%(title)s”. You may name somebody else.") % words],
        ways=_link_to_desk(letter, "staff_helpers", _("To the helpers")),
    )


ROLE_TEXTS: dict[str, Callable[[], str]] = {
    Role.Kind.OWNER: lambda: _("It is yours: you may do everything, and name others."),
    Role.Kind.DIRECTOR: lambda: _("You may do everything but name others."),
    Role.Kind.REFEREE: lambda: _("You may rule and answer disputes, but not where you play yourself."),
    Role.Kind.ANNOUNCER: lambda: _("You may write to everybody, and to those whom a table waits for."),
}
