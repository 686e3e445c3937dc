"""Letters from those who run an event, and to them: news, rulings, disputes, what should be looked at."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tournaments import decisions, links, ruling, tickets
from games.tournaments.book import RULING
from games.tournaments.ledger import Line
from games.tournaments.links import APPEAL, event_page
from games.tournaments.models import Letter, Role, Ruling, Ticket
from games.tournaments.naming import stage_name, when
from games.tournaments.passages.passage import Passage, Way, Word, data_of, tells

Kind = Letter.Kind
ENOUGH_TO_RULE = 2


# --- news


@tells(Kind.NEWS)
def news(letters: list[Letter]) -> Passage:
    """What it is about stands in the ledger; an announcement has words of its own."""
    letter = letters[-1]
    entry = letter.tournament.entries.get(number=letter.number)
    data: dict[str, Any] = msgspec.json.decode(entry.data)
    told = NEWS.get(entry.kind, _announced)(letter, data)
    return Passage(
        kind=letter.kind,
        words=_ask_referees(letter),
        **told,
    )


def _ask_referees(letter: Letter) -> list[Word]:
    if letter.entrant is None:
        return []
    return [Word(_("dispute …"), _("with your words behind it: a question or a complaint to the referees"))]


def _announced(letter: Letter, data: dict[str, Any]) -> dict[str, Any]:
    return {
        "heading": data.get("subject") or _("News"),
        "told": [_("The organizers write:")],
        "quoted": data.get("text", ""),
    }


def _paused(letter: Letter, data: dict[str, Any]) -> dict[str, Any]:
    stop = _("The clocks stand still, and deadlines move by as long as the pause lasts.")
    told = _of_three(
        letter,
        data,
        table=_("Table %(table)d is paused."),
        round=_("Round %(round)d of “%(stage)s” is paused."),
        event=_("“%(title)s” is paused."),
    )
    return {"heading": _("A pause"), "told": [told, stop], "quoted": data.get("reason", "")}


def _resumed(letter: Letter, data: dict[str, Any]) -> dict[str, Any]:
    moved = _("Nobody has lost time: every deadline has moved by as long as the pause has lasted.")
    told = _of_three(
        letter,
        data,
        table=_("Table %(table)d goes on."),
        round=_("Round %(round)d of “%(stage)s” goes on."),
        event=_("“%(title)s” goes on."),
    )
    held = _("What you were asked before is still asked, and the links of those letters hold.")
    return {"heading": _("It goes on"), "told": [told, f"{moved} {held}"]}


def _extended(letter: Letter, data: dict[str, Any]) -> dict[str, Any]:
    hours: int = data["hours"]
    told = _of_three(
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
    clocks = _on_the_clocks(data_of(letter).get("clock", 0))
    return {"heading": _("More time"), "told": [told, *clocks], "quoted": data.get("reason", "")}


def _on_the_clocks(hours: int) -> list[str]:
    """What more time for a table means to whoever is asked there just now."""
    words = ngettext(
        "Whoever is asked there at the moment has an hour more for the answer.",
        "Whoever is asked there at the moment has %(hours)d hours more for the answer.",
        hours,
    )
    return [words % {"hours": hours}] if hours else []


def _of_three(letter: Letter, data: dict[str, Any], *, table: str, round: str, event: str) -> str:
    """The sentence about a table, a round or the whole event, whichever the entry is about."""
    words = {"title": letter.tournament.title, **data}
    if "table" in data:
        return table % words
    if "round" in data:
        stage = letter.tournament.stages.get(number=data["stage"])
        return round % {**words, "stage": stage_name(stage)}
    return event % words


def _prolonged(letter: Letter, data: dict[str, Any]) -> dict[str, Any]:
    words = _("Table %(table)d is nearly through and gets more time, once: until %(when)s.")
    about = {"table": data["table"], "when": when(datetime.fromisoformat(data["until"]))}
    return {"heading": _("More time"), "told": [words % about]}


def _remade(letter: Letter, data: dict[str, Any]) -> dict[str, Any]:
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


def _struck(letter: Letter, data: dict[str, Any]) -> dict[str, Any]:
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


def _moved(letter: Letter, data: dict[str, Any]) -> dict[str, Any]:
    """Told from how things stand: of two changes the second holds."""
    starts = letter.tournament.starts_at
    told = _("The organizers have moved the start. It begins on %(when)s.")
    return {"heading": _("Another start"), "told": [told % {"when": when(starts)}] if starts else []}


NEWS: dict[str, Callable[[Letter, dict[str, Any]], dict[str, Any]]] = {
    "changed": _moved,
    "paused": _paused,
    "resumed": _resumed,
    "extended": _extended,
    "prolonged": _prolonged,
    "remade": _remade,
    "struck": _struck,
}


# --- rulings


@tells(Kind.RULING)
def ruled(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    found = Ruling.objects.select_related(
        "table__game", "entrant", "of__table", "of__entrant", "by", "second_by"
    )
    found = found.select_related("tournament__owner")
    one = found.get(pk=data_of(letter)["ruling"])
    told = [_by_whom(one), _ruling_words(one), *_signatures(letter, one)]
    if one.objection:
        told.append(_("It was not signed: %(reason)s") % {"reason": one.objection})
    if one.state == Ruling.State.LAPSED:
        told.append(_("Nobody has signed it in time. Things stay as they are, and the event goes on."))
    return Passage(
        kind=letter.kind,
        heading=_ruling_heading(one),
        told=told,
        listed=_lines(letter, one),
        quoted=one.reason,
        ways=_to_desk(letter, "desk_rulings", _("Sign, or refuse"))
        if one.state == Ruling.State.PROPOSED
        else [],
        words=_ask_referees(letter) if one.state != Ruling.State.PROPOSED else [],
    )


def _signatures(letter: Letter, one: Ruling) -> list[str]:
    """How many are missing, and what to do if nobody is there to give them."""
    if one.state != Ruling.State.PROPOSED:
        return []
    told = [] if one.by_id else [_("It changes who goes on: two of those who rule have to sign it.")]
    told += _while_it_waits(one)
    if letter.tournament.roles.filter(kind__in=RULING).count() < ENOUGH_TO_RULE:
        told.append(
            _("You are the only one who may rule here: please name a referee on the page of helpers.")
        )
    return told


def _while_it_waits(one: Ruling) -> list[str]:
    """What waits with it, and until when; after the end of an event nothing does."""
    if one.tournament.is_over:
        return []
    until = ruling.lapses_at(one)
    if until is None:
        return [_("The stage does not end before that: the table has no other result.")]
    words = _("The stage does not end before that; without a signature the ruling lapses on %(when)s.")
    return [words % {"when": when(until)}]


def _to_desk(letter: Letter, page: str, label: str) -> list[Way]:
    """Where those who run it do something about it; they have to sign in for that."""
    if letter.entrant_id:
        return []
    return [Way(label, event_page(letter.tournament, page), needs_sign_in=True)]


def _ruling_heading(one: Ruling) -> str:
    if one.state == Ruling.State.PROPOSED:
        return _("A ruling waits for a signature")
    if one.state in (Ruling.State.REFUSED, Ruling.State.LAPSED):
        return _("A ruling was not signed")
    return _("A ruling about table %(table)d") % {"table": one.table.number} if one.table else _("A ruling")


def _by_whom(one: Ruling) -> str:
    names = [user.handle for user in (one.by, one.second_by) if user and one.state == Ruling.State.IN_FORCE]
    if names:
        return _("Ruled by %(names)s.") % {"names": ", ".join(names)}
    if one.by is None:
        return _("By the rules:")
    words = (
        _("By the rules, and signed by %(name)s.") if one.is_by_rule else _("It was proposed by %(name)s.")
    )
    return words % {"name": one.by.handle}


def _ruling_words(one: Ruling) -> str:
    about = {
        "table": one.table.number if one.table else 0,
        "name": one.entrant.name if one.entrant else "",
        "when": when(one.until) if one.until else "",
        "owner": one.tournament.owner.handle if one.kind == Ruling.Kind.BAN and one.tournament.owner else "",
    }
    return RULINGS[one.kind]() % about


RULINGS: dict[str, Callable[[], str]] = {
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


def _lines(letter: Letter, one: Ruling) -> list[str]:
    """The result, seat by seat."""
    if one.kind != Ruling.Kind.RESULT:
        return []
    lines = decisions.lines_of(one)
    seated = letter.tournament.entrants.filter(number__in=[line.entrant for line in lines])
    names = dict(seated.values_list("number", "name"))
    return [_line(names.get(line.entrant, ""), line) for line in lines]


def _line(name: str, line: Line) -> str:
    words = _("%(name)s: %(score)s, but lost") if line.left else _("%(name)s: %(score)s")
    return words % {"name": name, "score": line.score}


# --- disputes


@tells(Kind.TICKET)
def ticket(letters: list[Letter]) -> Passage:
    """To whoever has asked, the answer; to the referees, what was asked."""
    letter = letters[-1]
    rows = letter.tournament.tickets.select_related("table", "claimant", "tournament")
    found = rows.get(number=data_of(letter)["ticket"])
    return _to_claimant(letter, found) if letter.entrant_id else _to_referees(letter, found)


def _to_claimant(letter: Letter, one: Ticket) -> Passage:
    about = {"number": one.number}
    answer = one.final_answer or one.answer
    told = TICKETS[one.state]() % about
    may_appeal = one.state == Ticket.State.RULED and one.appeal_until is not None
    return Passage(
        kind=letter.kind,
        heading=_("Your dispute %(number)d") % about,
        told=[told],
        quoted=answer,
        due=_appeal_until(one.appeal_until) if may_appeal else "",
        ways=[Way(_("Appeal"), links.matter(one.claimant, APPEAL, one.number))] if may_appeal else [],
        words=[Word(_("appeal …"), _("with your reasons behind it"))] if may_appeal else [],
    )


TICKETS: dict[str, Callable[[], str]] = {
    Ticket.State.OPEN: lambda: _("The referees have your dispute %(number)d. They write to you."),
    Ticket.State.RULED: lambda: _("The referees have answered your dispute %(number)d:"),
    Ticket.State.APPEALED: lambda: _("Another referee looks at your dispute %(number)d again."),
    Ticket.State.CLOSED: lambda: _("Your dispute %(number)d is closed."),
}


def _appeal_until(until: datetime | None) -> str:
    return _("You may appeal until %(when)s.") % {"when": when(until)} if until else ""


def _to_referees(letter: Letter, one: Ticket) -> Passage:
    if not tickets.may_see(one, letter.user):
        return _to_a_party(letter, one)
    words = {"number": one.number, "name": one.claimant.name, "table": one.table.number if one.table else 0}
    about = _("%(name)s asks about table %(table)d:") if one.table else _("%(name)s asks:")
    texts = [one.text, *([_("Appeal:"), one.appeal] if one.appeal else [])]
    is_open = one.state in (Ticket.State.OPEN, Ticket.State.APPEALED)
    return Passage(
        kind=letter.kind,
        heading=_("Dispute %(number)d: %(state)s") % {**words, "state": Ticket.State(one.state).label},
        told=[about % words],
        quoted="\n\n".join(texts),
        ways=_to_desk(letter, "desk_tickets", _("Answer it") if is_open else _("All disputes")),
    )


def _to_a_party(letter: Letter, one: Ticket) -> Passage:
    """Nobody is left who may read it: they hear that somebody must be found, and not what was written."""
    return Passage(
        kind=letter.kind,
        heading=_("Dispute %(number)d: somebody must be found") % {"number": one.number},
        told=[
            _("Everybody who could answer it sits at the table that it is about."),
            _("Please name a referee who does not."),
        ],
    )


# --- what those who run it should look at


@tells(Kind.DIGEST)
def digest(letters: list[Letter]) -> Passage:
    told: list[str] = []
    tables: list[int] = []
    for one in letters:
        data = data_of(one)
        tables += data.get("tables", [])
        told += [_few(data)] if "there" in data else []
    event = letters[-1].tournament
    late = event.tables.filter(number__in=tables).select_related("game").order_by("number")
    listed = [_late(table.number, table.game.name if table.game else "") for table in late]
    if listed:
        told.append(_("These tables will hardly end in time, or have ended without a result:"))
    return Passage(
        kind=letters[-1].kind,
        heading=_("What you should look at"),
        told=told,
        listed=listed,
        ways=_to_desk(letters[-1], "desk_rulings" if listed else "desk", _("To the desk")),
    )


def _few(data: dict[str, Any]) -> str:
    words = ngettext(
        "Only one is there, and %(least)d are needed. You can wait, take fewer, or call it off.",
        "Only %(there)d are there, and %(least)d are needed. You can wait, take fewer, or call it off.",
        data["there"],
    )
    return words % {"there": data["there"], "least": data["least"]}


def _late(number: int, game: str) -> str:
    return _("Table %(table)d: %(name)s") % {"table": number, "name": game} if game else str(number)


@tells(Kind.ROLE)
def role(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    data, title = data_of(letter), letter.tournament.title
    kind = data.get("role", "")
    if "declined" in data:
        return _declined(letter, data["declined"])
    if not kind:
        heading, told = _("You do not help any more"), _("You do not help to run “%(title)s” any more.")
        return Passage(kind=letter.kind, heading=heading, told=[told % {"title": title}])
    words = {"title": title, "role": Role.Kind(kind).label}
    return Passage(
        kind=letter.kind,
        heading=_("You help to run a tournament"),
        told=[_("You help to run “%(title)s”, as %(role)s.") % words, ROLES[kind]()],
        ways=[*_to_desk(letter, "desk", _("To the desk")), *_rather_not(letter, kind)],
    )


def _rather_not(letter: Letter, kind: str) -> list[Way]:
    """Nobody helps against their will: one link, without signing in."""
    role = letter.tournament.roles.filter(user=letter.user_id, kind=kind).first()
    return [Way(_("I would rather not help"), links.role(role), is_asked=False)] if role else []


def _declined(letter: Letter, name: str) -> Passage:
    words = {"title": letter.tournament.title, "name": name}
    return Passage(
        kind=letter.kind,
        heading=_("A helper has declined"),
        told=[_("%(name)s does not help to run “%(title)s”. You may name somebody else.") % words],
        ways=_to_desk(letter, "desk_people", _("To the helpers")),
    )


ROLES: dict[str, Callable[[], str]] = {
    Role.Kind.OWNER: lambda: _("It is yours: you may do everything, and name others."),
    Role.Kind.DIRECTOR: lambda: _("You may do everything but name others."),
    Role.Kind.REFEREE: lambda: _("You may rule and answer disputes, but not where you play yourself."),
    Role.Kind.ANNOUNCER: lambda: _("You may write to everybody, and to those whom a table waits for."),
}
