"""Letters about play: a stage begins, tables are drawn, a round is over, a table waits, the end."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import languages
from games.mail.options import turn_link
from games.models import Game, Seat
from games.play import consequence
from games.tournaments import copies, laddering, links
from games.tournaments.links import event_page
from games.tournaments.models import Entrant, Letter, Round, Sitting, Stage, Standing, Table, Tournament
from games.tournaments.naming import FORMATS, stage_name, when
from games.tournaments.passages.passage import (
    Passage,
    Rank,
    Seating,
    Standings,
    Way,
    Word,
    data_of,
    entrant_of,
    tells,
    yes_or_no,
)
from games.tournaments.plan import AT_ONCE
from games.tournaments.reckoning import Section
from games.tournaments.standings import exact
from games.tournaments.standings.ranking import Row

TOP = 3  # lines of the standings that everybody reads
AROUND = 1  # lines above and below the own one
MOST_TABLES = 24  # in one letter
SIT_OUT = ("swiss", "pods", "knock_out")  # in these, whoever has no table in a round has a bye

Kind = Letter.Kind


@tells(Kind.STARTED)
def started(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    stage = _stage(letter)
    cap = _cap(letter, stage)
    about = {"format": FORMATS[stage.plan.format], "size": stage.plan.size, "n": cap}
    at_once = ngettext("You play at one table at a time.", "You play at up to %(n)d tables at a time.", cap)
    facts = [
        _("The format: %(format)s, at tables of %(size)d.") % about,
        at_once % about,
        _("Letters come from each table as soon as it begins and you are asked."),
    ]
    return Passage(
        kind=letter.kind,
        heading=_("“%(stage)s” begins") % {"stage": stage_name(stage)},
        told=[" ".join(facts)],
        words=_challenging() if stage.plan.format == "ladder" else [],
    )


def _challenging() -> list[Word]:
    return [Word(_("challenge Anna, Luka"), _("you ask these people to a table; their places will do, too"))]


def _stage(letter: Letter) -> Stage:
    return letter.tournament.stages.get(number=data_of(letter)["stage"])


def _cap(letter: Letter, stage: Stage) -> int:
    if stage.plan.format not in AT_ONCE:
        return 1
    wished = letter.entrant.cap if letter.entrant else None
    return min(wished or stage.plan.cap, stage.plan.cap)


# --- the tables of a round


@tells(Kind.ROUND)
def drawn(letters: list[Letter]) -> Passage:
    """Several rounds that were drawn at once, or one after the other, are one list."""
    letter, stage = letters[-1], _stage(letters[-1])
    numbers = {number for one in letters for number in data_of(one)["rounds"]}
    rounds = list(stage.rounds.filter(number__in=numbers).order_by("number"))
    tables, many = _tables(entrant_of(letter), rounds), len(rounds) > 1
    return Passage(
        kind=letter.kind,
        heading=_drawn(rounds, len(tables)),
        told=[*_byes(stage, rounds, tables), *_begins(tables), *_more(tables)],
        tables=[
            _seating(entrant_of(letter), one, many=many, hides=stage.plan.anonymous)
            for one in tables[:MOST_TABLES]
        ],
        due=_deadline(rounds),
        ways=[Way(_("All tables"), event_page(letter.tournament, "tournament_rounds"), is_asked=False)],
    )


def _tables(entrant: Entrant, rounds: Iterable[Round]) -> list[Table]:
    own = _own_tables(entrant).filter(round__in=list(rounds))
    return list(own.exclude(state=Table.State.VOID))


def _own_tables(entrant: Entrant) -> QuerySet[Table]:
    found = Table.objects.filter(sittings__entrant=entrant).select_related("round__stage", "game")
    return found.prefetch_related("sittings__entrant").order_by("number")


def seatings(entrant: Entrant, state: str) -> list[Seating]:
    """The tables of an entrant that are in this state."""
    return [
        _seating(entrant, table, many=True, hides=table.game is not None and table.game.is_anonymous)
        for table in _own_tables(entrant).filter(state=state)
    ]


def _drawn(rounds: Sequence[Round], tables: int) -> str:
    if len(rounds) != 1:
        return _("Your tables")
    words = ngettext("Your table of round %(round)d", "Your tables of round %(round)d", tables)
    return words % {"round": rounds[0].number}


def _byes(stage: Stage, rounds: Iterable[Round], tables: Iterable[Table]) -> list[str]:
    if stage.plan.format not in SIT_OUT:
        return []
    seated = {table.round_id for table in tables}
    words = (
        _("In round %(round)d you have no table: you are through to the next one.")
        if stage.plan.format == "knock_out"
        else _("In round %(round)d you sit out: that counts like a middling table.")
    )
    return [words % {"round": one.number} for one in rounds if one.pk not in seated]


def _more(tables: Sequence[Table]) -> list[str]:
    more = len(tables) - MOST_TABLES
    words = ngettext(
        "One more table is on the page of the tournament.",
        "%(n)d more tables are on the page of the tournament.",
        more,
    )
    return [words % {"n": more}] if more > 0 else []


def _begins(tables: Sequence[Table]) -> list[str]:
    if all(table.state != Table.State.PLANNED for table in tables):
        return []
    return [_("A table begins as soon as all who sit there have a hand free for it.")]


def _seating(entrant: Entrant, table: Table, *, many: bool, hides: bool) -> Seating:
    words = {"table": table.number, "round": table.round.number if table.round else 0}
    title = _("Round %(round)d, table %(table)d") if many and table.round else _("Table %(table)d")
    sittings = sorted(table.sittings.all(), key=lambda one: one.seat)
    seats = [_name(one.entrant, entrant, hides=hides and not table.is_done) for one in sittings]
    note, link = _where(table)
    return Seating(title % words, seats, note, link)


def _name(one: Entrant, reader: Entrant, *, hides: bool) -> str:
    if one.pk == reader.pk:
        return _("%(name)s, that is you") % {"name": one.name}
    return _("somebody whose name you learn at the end") if hides else one.name


def _where(table: Table) -> tuple[str, str]:
    if table.game is None or table.state == Table.State.PLANNED:
        return _("to come"), ""
    link = settings.BASE_URL + reverse("table", args=[table.game.key])
    return (_("over") if table.is_done else _("running")), link


def _deadline(rounds: Iterable[Round]) -> str:
    ends = [one.deadline for one in rounds if one.deadline]
    if not ends:
        return ""
    words = _("The time for these tables ends on %(when)s. What is not finished then the referees decide.")
    return words % {"when": when(max(ends))}


# --- standings


@tells(Kind.CLOSED)
def closed(letters: list[Letter]) -> Passage:
    letter, stage = letters[-1], _stage(letters[-1])
    data = data_of(letter)
    told = [_stage_is_over()] if data.get("out") else _knocked_out(data)
    heading = (
        _("“%(stage)s” is over") % {"stage": stage_name(stage)}
        if data.get("out")
        else _("Round %(round)d is over") % {"round": data["round"]}
    )
    return Passage(
        kind=letter.kind,
        heading=heading,
        told=[*told, *_own_rank(stage, letter.entrant)],
        standings=excerpt(stage, letter.entrant),
        ways=[_to_standings(letter, _("All standings, and why"))],
    )


def _to_standings(letter: Letter, label: str) -> Way:
    return Way(label, event_page(letter.tournament, "tournament_standings"), is_asked=False)


def _stage_is_over() -> str:
    return _("You are not among those who go on. If somebody does not come, the next in line are asked.")


def _knocked_out(data: dict[str, Any]) -> list[str]:
    """In a knock-out: whether the reader is in the next round."""
    if "goes_on" not in data:
        return []
    return [_("You are in the next round.") if data["goes_on"] else _("You are not in the next round.")]


def _points(row: Row) -> str:
    return exact.spoken(exact.short(row.points), languages.spoken())


def _own_rank(stage: Stage, entrant: Entrant | None) -> list[str]:
    own = entrant.number if entrant else 0
    row = next((row for row in _own_section(stage, entrant) if row.entrant == own), None)
    if row is None:
        return []
    words = {"rank": row.rank, "points": _points(row)}
    told = ngettext(
        "You are in place %(rank)d, with %(points)s point.",
        "You are in place %(rank)d, with %(points)s points.",
        exact.plural(row.points),
    )
    return [told % words]


def last_result(entrant: Entrant) -> tuple[list[str], list[Standings]]:
    """Where somebody stands in the last stage in which they have any result, in a sentence and as lines."""
    for stage in entrant.tournament.stages.order_by("-number"):
        row = next((one for one in _own_section(stage, entrant) if one.entrant == entrant.number), None)
        if row is not None and (row.games or row.byes):
            return _own_rank(stage, entrant), excerpt(stage, entrant)
    return [], []


def excerpt(stage: Stage, entrant: Entrant | None) -> list[Standings]:
    """The best, the reader, and those around; of several groups the reader's own."""
    rows = _own_section(stage, entrant)
    own = next((place for place, row in enumerate(rows) if entrant and row.entrant == entrant.number), None)
    near = range(own - AROUND, own + AROUND + 1) if own is not None else range(0)
    shown = [place for place in range(len(rows)) if place < TOP or place in near]
    if not shown:
        return []
    numbers = [rows[place].entrant for place in shown]
    names = dict(stage.tournament.entrants.filter(number__in=numbers).values_list("number", "name"))
    ranks = [
        Rank(
            rank=rows[place].rank,
            name=names.get(int(rows[place].entrant), ""),
            points=_points(rows[place]),
            is_own=place == own,
            has_gap=place > 0 and place - 1 not in shown,
        )
        for place in shown
    ]
    return [Standings(_("How it stands"), ranks)]


def _own_section(stage: Stage, entrant: Entrant | None) -> Sequence[Row]:
    sections = _sections(stage)
    own = (one for one in sections if entrant and any(row.entrant == entrant.number for row in one.rows))
    found = next(own, sections[0] if len(sections) == 1 else None)
    return found.rows if found else ()


def _sections(stage: Stage) -> Sequence[Section]:
    """The copy that pages read. A thousand letters about one round read it once."""
    found = Standing.objects.filter(stage=stage).values_list("pk", "number").first()
    return decoded(*found) if found else ()


@lru_cache(maxsize=8)
def decoded(standing_id: int, number: int) -> Sequence[Section]:
    """The number is that of the entry after which it was reckoned: another one is another copy."""
    return copies.decoded(Standing.objects.values_list("data", flat=True).get(pk=standing_id))


@tells(Kind.ENDED)
def ended(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    event = letter.tournament
    if event.state == Tournament.State.CANCELLED:
        return _called_off(letter)
    stages = [stage for stage in event.stages.order_by("-number") if not stage.is_left_out]
    mine = next((stage for stage in stages if _own_rank(stage, letter.entrant)), None)
    told = [_("“%(title)s” is over. Thank you for playing.") % {"title": event.title}]
    told += _winner(stages[0]) if stages else []
    if mine is not None and mine != stages[0]:
        told += [_("Your last stage was “%(stage)s”.") % {"stage": stage_name(mine)}]
    return Passage(
        kind=letter.kind,
        heading=_("The tournament is over"),
        told=[*told, *(_own_rank(mine, letter.entrant) if mine else [])],
        standings=excerpt(stages[0], letter.entrant if mine == stages[0] else None) if stages else [],
        ways=[_to_standings(letter, _("The final standings, and why"))],
    )


def _winner(last: Stage) -> list[str]:
    """Who has won it all; where there are several groups, nobody has."""
    sections = _sections(last)
    if len(sections) != 1 or not (first := [row for row in sections[0].rows if row.rank == 1]):
        return []
    numbers = [row.entrant for row in first]
    names = last.tournament.entrants.filter(number__in=numbers).values_list("name", flat=True)
    words = ngettext("%(names)s has won.", "%(names)s have won.", len(numbers))
    return [words % {"names": ", ".join(names)}]


def _called_off(letter: Letter) -> Passage:
    reason = data_of(letter).get("reason", "")
    told = [_("“%(title)s” does not take place.") % {"title": letter.tournament.title}]
    if letter.tournament.has_begun:
        told.append(_("Games that run go on to their end, for nothing but themselves."))
    return Passage(
        kind=letter.kind,
        heading=_("The tournament is called off"),
        told=told,
        quoted=reason,
    )


# --- a table waits


@tells(Kind.CHALLENGE)
def challenge(letters: list[Letter]) -> Passage:
    """Somebody further down a ladder would like a table with the reader."""
    letter, entrant = letters[-1], entrant_of(letters[-1])
    table = _own_tables(entrant).get(number=data_of(letter)["table"])
    others = [one.entrant.name for one in table.sittings.all() if one.entrant_id != entrant.pk]
    late = _what_silence_means(next(one for one in table.sittings.all() if one.entrant_id == entrant.pk))
    return Passage(
        kind=letter.kind,
        heading=_("You are challenged"),
        told=[_("You are asked to play at a table with %(names)s.") % {"names": ", ".join(others)}],
        due=late % {"when": when(table.deadline)} if table.deadline else "",
        ways=[Way(_("Accept, or decline"), links.matter(entrant, "challenge", table.number))],
        words=yes_or_no(_("you play"), _("you decline")),
    )


def _what_silence_means(sitting: Sitting) -> str:
    if laddering.avoids(sitting):
        return _(
            "Please answer by %(when)s. No answer is a no, and costs you nothing: "
            "you have asked not to sit with somebody of this table."
        )
    return _("Please answer by %(when)s. No answer is a no, and to decline again counts as a lost game.")


@tells(Kind.NUDGE)
def nudge(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    waits = [seat for one in letters if (seat := waited_for(letter, data_of(one)["table"]))]
    told = [
        _("The organizers ask you to look at your table: it waits for your answer."),
        *(_until(seat) for seat in waits),
    ]
    return Passage(
        kind=letter.kind,
        heading=_("A table waits for you"),
        told=[*filter(None, told)],
        ways=[Way(_("Answer at “%(name)s”") % {"name": seat.game.name}, _to_answer(seat)) for seat in waits],
    )


def _until(seat: Seat) -> str:
    """When the answer is due, and what happens otherwise."""
    then = consequence.sentence(seat.game, seat)
    if seat.deadline is None:
        return then
    due = _("It is due on %(when)s.") % {"when": when(seat.deadline)}
    return f"{due} {then}".strip()


def waited_for(letter: Letter, number: int) -> Seat | None:
    """The reader's seat at this table, if it is asked something."""
    table = letter.tournament.tables.filter(number=number, game__state=Game.State.RUNNING)
    seats = Seat.objects.filter(game__tournament_table__in=table, user=letter.user, bot="")
    return seats.filter(decision__isnull=False).select_related("game", "user").first()


def _to_answer(seat: Seat) -> str:
    """A guarded seat is played by whoever signs in."""
    return settings.BASE_URL + reverse("table", args=[seat.game.key]) if seat.is_guarded else turn_link(seat)
