"""Email sections about play: a stage begins, tables are published, a round ends, a table waits, the end."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.preferences import languages
from games.mail.content.move_options import build_turn_link
from games.mail.content.section import (
    RankLine,
    ReplyWord,
    Section,
    SectionLink,
    StandingsExcerpt,
    TableSummary,
)
from games.models import Game, Seat
from games.queries import deadline_text
from games.tournaments.director import ladder
from games.tournaments.display import FORMAT_NAMES, format_stage_name, format_time
from games.tournaments.mail import links
from games.tournaments.mail.links import build_tournament_url
from games.tournaments.mail.sections.registry import (
    list_yes_no_words,
    load_notice_data,
    register_section,
    require_entrant,
)
from games.tournaments.models import (
    CachedStanding,
    Entrant,
    Round,
    Stage,
    TableSeat,
    Tournament,
    TournamentNotice,
    TournamentTable,
)
from games.tournaments.pairing import next_round
from games.tournaments.results import standings_cache
from games.tournaments.settings import PARALLEL_FORMATS
from games.tournaments.standings import exact
from games.tournaments.standings.from_state import GroupStandings
from games.tournaments.standings.ranking import StandingsRow

TOP_RANKS = 3  # rows of the standings that everybody sees
NEIGHBOURING_RANKS = 1  # rows above and below the reader's own
MAX_TABLES = 24  # in one email
FORMATS_WITH_BYES = (
    "swiss",
    "pods",
    "knock_out",
)  # formats in which a player without a table in a round has a bye

NoticeKind = TournamentNotice.Kind


@register_section(NoticeKind.STARTED)
def describe_stage_start(notices: list[TournamentNotice]) -> Section:
    """Announce the start of a stage."""
    notice = notices[-1]
    stage = _load_stage(notice)
    cap = _compute_table_cap(notice, stage)
    about = {"format": FORMAT_NAMES[stage.settings.format], "size": stage.settings.size, "n": cap}
    at_once = ngettext("You play at one table at a time.", "You play at up to %(n)d tables at a time.", cap)
    facts = [
        _("The format: %(format)s, at tables of %(size)d.") % about,
        at_once % about,
        _("You will get an email from each table as soon as it begins and it is your turn."),
    ]
    return Section(
        kind=notice.kind,
        heading=_("“%(stage)s” begins") % {"stage": format_stage_name(stage)},
        paragraphs=[" ".join(facts)],
        reply_words=_list_challenge_words() if stage.settings.format == "ladder" else [],
    )


def _list_challenge_words() -> list[ReplyWord]:
    return [
        ReplyWord(_("challenge Anna, Luka"), _("you challenge these people; you can also give their places"))
    ]


def _load_stage(notice: TournamentNotice) -> Stage:
    return notice.tournament.stages.get(number=load_notice_data(notice)["stage"])


def _compute_table_cap(notice: TournamentNotice, stage: Stage) -> int:
    if stage.settings.format not in PARALLEL_FORMATS:
        return 1
    wished = notice.entrant.cap if notice.entrant else None
    return min(wished or stage.settings.cap, stage.settings.cap)


# --- the tables of a round


@register_section(NoticeKind.ROUND)
def describe_round(notices: list[TournamentNotice]) -> Section:
    """List the reader's tables. Several published rounds become one list."""
    notice, stage = notices[-1], _load_stage(notices[-1])
    numbers = {number for one in notices for number in load_notice_data(one)["rounds"]}
    rounds = list(stage.rounds.filter(number__in=numbers).order_by("number"))
    tables, many = _list_round_tables(require_entrant(notice), rounds), len(rounds) > 1
    return Section(
        kind=notice.kind,
        heading=_format_round_heading(rounds, len(tables)),
        paragraphs=[
            *_describe_byes(stage, rounds, tables),
            *_describe_table_start(tables),
            *_describe_omitted_tables(tables),
        ],
        tables=[
            _build_table_summary(require_entrant(notice), one, many=many, hides=stage.settings.anonymous)
            for one in tables[:MAX_TABLES]
        ],
        deadline_text=_describe_deadline(rounds),
        links=[
            SectionLink(
                _("All tables"), build_tournament_url(notice.tournament, "tournament_rounds"), is_action=False
            ),
            *_list_sit_out_links(require_entrant(notice), stage, rounds),
        ],
    )


def _list_sit_out_links(entrant: Entrant, stage: Stage, rounds: Sequence[Round]) -> list[SectionLink]:
    """Offer to sit out the round after this one, if there is one."""
    last = stage.settings.rounds or next_round.count_rounds(stage.settings, stage.tournament.entrants.count())
    if stage.settings.format != "swiss" or not rounds or rounds[-1].number >= last:
        return []
    following = rounds[-1].number + 1
    label = _("I would like to sit out round %(round)d") % {"round": following}
    return [SectionLink(label, links.build_action_url(entrant, links.SIT_OUT, following), is_action=False)]


def _list_round_tables(entrant: Entrant, rounds: Iterable[Round]) -> list[TournamentTable]:
    """List the reader's tables in these rounds, without void ones."""
    own = _query_own_tables(entrant).filter(round__in=list(rounds))
    return list(own.exclude(state=TournamentTable.State.VOID))


def _query_own_tables(entrant: Entrant) -> QuerySet[TournamentTable]:
    found = TournamentTable.objects.filter(seats__entrant=entrant).select_related("round__stage", "game")
    return found.prefetch_related("seats__entrant").order_by("number")


def list_own_tables(entrant: Entrant, state: str) -> list[TableSummary]:
    """Summarize an entrant's tables that are in this state."""
    return [
        _build_table_summary(
            entrant, table, many=True, hides=table.game is not None and table.game.is_anonymous
        )
        for table in _query_own_tables(entrant).filter(state=state)
    ]


def _format_round_heading(rounds: Sequence[Round], tables: int) -> str:
    if len(rounds) != 1:
        return _("Your tables")
    text = ngettext("Your table in round %(round)d", "Your tables in round %(round)d", tables)
    return text % {"round": rounds[0].number}


def _describe_byes(stage: Stage, rounds: Iterable[Round], tables: Iterable[TournamentTable]) -> list[str]:
    """Say in which rounds the reader has no table."""
    if stage.settings.format not in FORMATS_WITH_BYES:
        return []
    seated = {table.round_id for table in tables}
    text = (
        _("You have no table in round %(round)d: you advance to the next one.")
        if stage.settings.format == "knock_out"
        else _("In round %(round)d you have no table.")
        if stage.settings.missed_points
        else _("You sit out round %(round)d: that counts as an average table.")
    )
    return [text % {"round": one.number} for one in rounds if one.pk not in seated]


def _describe_omitted_tables(tables: Sequence[TournamentTable]) -> list[str]:
    """Say how many tables were left out because there are too many."""
    more = len(tables) - MAX_TABLES
    text = ngettext(
        "One more table is on the tournament’s page.",
        "%(n)d more tables are on the tournament’s page.",
        more,
    )
    return [text % {"n": more}] if more > 0 else []


def _describe_table_start(tables: Sequence[TournamentTable]) -> list[str]:
    if all(table.state != TournamentTable.State.PLANNED for table in tables):
        return []
    return [_("A table begins as soon as everybody at it has room for another game.")]


def _build_table_summary(
    entrant: Entrant, table: TournamentTable, *, many: bool, hides: bool
) -> TableSummary:
    words = {"table": table.number, "round": table.round.number if table.round else 0}
    title = _("Round %(round)d, table %(table)d") if many and table.round else _("Table %(table)d")
    sittings = sorted(table.seats.all(), key=lambda one: one.seat)
    seats = [_format_player_name(one.entrant, entrant, hides=hides and not table.is_done) for one in sittings]
    note, link = _describe_table_state(table)
    return TableSummary(title % words, seats, note, link)


def _format_player_name(one: Entrant, reader: Entrant, *, hides: bool) -> str:
    if one.pk == reader.pk:
        return _("%(name)s (you)") % {"name": one.name}
    return _("somebody whose name you will learn at the end") if hides else one.name


def _describe_table_state(table: TournamentTable) -> tuple[str, str]:
    """Return the state of a table and the link to its game, if it has begun."""
    if table.game is None or table.state == TournamentTable.State.PLANNED:
        return _("to come"), ""
    link = settings.BASE_URL + reverse("table", args=[table.game.key])
    return (_("over") if table.is_done else _("running")), link


def _describe_deadline(rounds: Iterable[Round]) -> str:
    ends = [one.deadline for one in rounds if one.deadline]
    if not ends:
        return ""
    text = _("Time for these tables ends on %(when)s. After that the referees decide what is not finished.")
    return text % {"when": format_time(max(ends))}


# --- standings


@register_section(NoticeKind.CLOSED)
def describe_round_end(notices: list[TournamentNotice]) -> Section:
    """Announce the end of a round, or of the stage for a reader who is out."""
    notice, stage = notices[-1], _load_stage(notices[-1])
    data = load_notice_data(notice)
    texts = [_describe_elimination()] if data.get("out") else _describe_knock_out_result(data)
    heading = (
        _("“%(stage)s” is over") % {"stage": format_stage_name(stage)}
        if data.get("out")
        else _("Round %(round)d is over") % {"round": data["round"]}
    )
    return Section(
        kind=notice.kind,
        heading=heading,
        paragraphs=[*texts, *_describe_own_rank(stage, notice.entrant)],
        standings=build_excerpt(stage, notice.entrant),
        links=[_link_to_standings(notice, _("All standings, and why"))],
    )


def _link_to_standings(notice: TournamentNotice, label: str) -> SectionLink:
    return SectionLink(
        label, build_tournament_url(notice.tournament, "tournament_standings"), is_action=False
    )


def _describe_elimination() -> str:
    return _("You did not qualify. If somebody cannot come, the next in line are asked.")


def _describe_knock_out_result(data: dict[str, Any]) -> list[str]:
    """Say whether the reader is in the next round of a knock-out."""
    if "goes_on" not in data:
        return []
    return [_("You are in the next round.") if data["goes_on"] else _("You are not in the next round.")]


def _format_points(row: StandingsRow) -> str:
    return exact.localize_number(exact.format_short(row.points), languages.get_current_language())


def _describe_own_rank(stage: Stage, entrant: Entrant | None) -> list[str]:
    own = entrant.number if entrant else 0
    row = next((row for row in _find_own_rows(stage, entrant) if row.entrant == own), None)
    if row is None:
        return []
    context = {"rank": row.rank, "points": _format_points(row)}
    text = ngettext(
        "You are in place %(rank)d, with %(points)s point.",
        "You are in place %(rank)d, with %(points)s points.",
        exact.choose_plural_count(row.points),
    )
    return [text % context]


def find_last_result(entrant: Entrant) -> tuple[list[str], list[StandingsExcerpt]]:
    """Return the rank in the last stage with any result, as a sentence and as an excerpt of the standings."""
    for stage in entrant.tournament.stages.order_by("-number"):
        row = next((one for one in _find_own_rows(stage, entrant) if one.entrant == entrant.number), None)
        if row is not None and (row.games or row.byes):
            return _describe_own_rank(stage, entrant), build_excerpt(stage, entrant)
    return [], []


def build_excerpt(stage: Stage, entrant: Entrant | None) -> list[StandingsExcerpt]:
    """Build an excerpt of the standings: the top, the reader and their neighbours.

    If there are several groups, it shows the reader's own."""
    rows = _find_own_rows(stage, entrant)
    own = next((place for place, row in enumerate(rows) if entrant and row.entrant == entrant.number), None)
    near = range(own - NEIGHBOURING_RANKS, own + NEIGHBOURING_RANKS + 1) if own is not None else range(0)
    shown = [place for place in range(len(rows)) if place < TOP_RANKS or place in near]
    if not shown:
        return []
    numbers = [rows[place].entrant for place in shown]
    names = dict(stage.tournament.entrants.filter(number__in=numbers).values_list("number", "name"))
    ranks = [
        RankLine(
            rank=rows[place].rank,
            name=names.get(int(rows[place].entrant), ""),
            points=str(rows[place].survived)
            if rows[place].survived is not None
            else _format_points(rows[place]),
            is_own=place == own,
            has_gap=place > 0 and place - 1 not in shown,
        )
        for place in shown
    ]
    return [StandingsExcerpt(_("Where it stands"), ranks)]


def _find_own_rows(stage: Stage, entrant: Entrant | None) -> Sequence[StandingsRow]:
    """Return the rows of the reader's group, or of the only one."""
    sections = _load_sections(stage)
    own = (one for one in sections if entrant and any(row.entrant == entrant.number for row in one.rows))
    found = next(own, sections[0] if len(sections) == 1 else None)
    return found.rows if found else ()


def _load_sections(stage: Stage) -> Sequence[GroupStandings]:
    """Load the cached standings. A thousand emails about one round decode them only once."""
    found = CachedStanding.objects.filter(stage=stage).values_list("pk", "number").first()
    return load_cached_sections(*found) if found else ()


@lru_cache(maxsize=8)
def load_cached_sections(standing_id: int, number: int) -> Sequence[GroupStandings]:
    """Decode cached standings; `number` is the ledger entry after which they were computed."""
    return standings_cache.parse_standings(
        CachedStanding.objects.values_list("data", flat=True).get(pk=standing_id)
    )


@register_section(NoticeKind.ENDED)
def describe_tournament_end(notices: list[TournamentNotice]) -> Section:
    """Announce the end of the tournament, or that it was cancelled."""
    notice = notices[-1]
    tournament = notice.tournament
    if tournament.state == Tournament.State.CANCELLED:
        return _describe_cancellation(notice)
    stages = [stage for stage in tournament.stages.order_by("-number") if not stage.is_skipped]
    mine = next((stage for stage in stages if _describe_own_rank(stage, notice.entrant)), None)
    texts = [_("“%(title)s” is over. Thank you for playing.") % {"title": tournament.title}]
    texts += _describe_winner(stages[0]) if stages else []
    if mine is not None and mine != stages[0]:
        texts += [_("Your last stage was “%(stage)s”.") % {"stage": format_stage_name(mine)}]
    return Section(
        kind=notice.kind,
        heading=_("The tournament is over"),
        paragraphs=[*texts, *(_describe_own_rank(mine, notice.entrant) if mine else [])],
        standings=build_excerpt(stages[0], notice.entrant if mine == stages[0] else None) if stages else [],
        links=[_link_to_standings(notice, _("The final standings, and why"))],
    )


def _describe_winner(last: Stage) -> list[str]:
    """Name the winner; nobody if the last stage has several groups."""
    sections = _load_sections(last)
    if len(sections) != 1 or not (first := [row for row in sections[0].rows if row.rank == 1]):
        return []
    numbers = [row.entrant for row in first]
    names = last.tournament.entrants.filter(number__in=numbers).values_list("name", flat=True)
    text = ngettext("%(names)s has won.", "%(names)s have won.", len(numbers))
    return [text % {"names": ", ".join(names)}]


def _describe_cancellation(notice: TournamentNotice) -> Section:
    reason = load_notice_data(notice).get("reason", "")
    texts = [_("“%(title)s” will not take place.") % {"title": notice.tournament.title}]
    if notice.tournament.has_begun:
        texts.append(_("Games under way are played to the end, but no longer count for anything."))
    return Section(
        kind=notice.kind,
        heading=_("The tournament has been cancelled"),
        paragraphs=texts,
        quotation=reason,
    )


# --- a table waits


@register_section(NoticeKind.CHALLENGE)
def describe_challenge(notices: list[TournamentNotice]) -> Section:
    """Ask the reader to accept or decline a ladder challenge."""
    notice, entrant = notices[-1], require_entrant(notices[-1])
    table = _query_own_tables(entrant).get(number=load_notice_data(notice)["table"])
    others = [one.entrant.name for one in table.seats.all() if one.entrant_id != entrant.pk]
    late = _describe_silence(next(one for one in table.seats.all() if one.entrant_id == entrant.pk))
    return Section(
        kind=notice.kind,
        heading=_("You have been challenged"),
        paragraphs=[_("You are invited to play at a table with %(names)s.") % {"names": ", ".join(others)}],
        deadline_text=late % {"when": format_time(table.deadline)} if table.deadline else "",
        links=[
            SectionLink(_("Accept or decline"), links.build_action_url(entrant, "challenge", table.number))
        ],
        reply_words=list_yes_no_words(_("you accept"), _("you decline")),
    )


def _describe_silence(sitting: TableSeat) -> str:
    if ladder.avoids_opponent(sitting):
        return _(
            "Please answer by %(when)s. No answer counts as no, and costs you nothing: you have asked not "
            "to sit with somebody at this table."
        )
    return _("Please answer by %(when)s. No answer counts as no, and declining again counts as a lost game.")


@register_section(NoticeKind.NUDGE)
def describe_nudge(notices: list[TournamentNotice]) -> Section:
    """Pass on the organizers' reminder that tables wait for the reader's move."""
    notice = notices[-1]
    waits = [seat for one in notices if (seat := find_waiting_seat(notice, load_notice_data(one)["table"]))]
    texts = [
        _("The organizers ask you to look at your table: it is waiting for your answer."),
        *(_describe_due_date(seat) for seat in waits),
    ]
    return Section(
        kind=notice.kind,
        heading=_("Your table is waiting for you"),
        paragraphs=[*filter(None, texts)],
        links=[
            SectionLink(_("Answer at “%(name)s”") % {"name": seat.game.name}, _link_to_seat(seat))
            for seat in waits
        ],
    )


def _describe_due_date(seat: Seat) -> str:
    """Say when the move is due, and what happens otherwise."""
    then = deadline_text.describe_deadline(seat.game, seat)
    if seat.deadline is None:
        return then
    due = _("It is due on %(when)s.") % {"when": format_time(seat.deadline)}
    return f"{due} {then}".strip()


def find_waiting_seat(notice: TournamentNotice, number: int) -> Seat | None:
    """Return the reader's seat at this table if it has an open decision."""
    table = notice.tournament.tables.filter(number=number, game__state=Game.State.RUNNING)
    seats = Seat.objects.filter(game__tournament_table__in=table, user=notice.user, bot="")
    return seats.filter(decision__isnull=False).select_related("game", "user").first()


def _link_to_seat(seat: Seat) -> str:
    """Link to the move; a guarded seat requires signing in, so it gets a link without a token."""
    return (
        settings.BASE_URL + reverse("table", args=[seat.game.key])
        if seat.has_revoked_links
        else build_turn_link(seat)
    )
