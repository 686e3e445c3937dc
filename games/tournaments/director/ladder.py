"""Ladders: entrants challenge others a few places above, and results change the places."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.db.transaction import atomic
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.errors import NotAllowed, NotNow, NotPossible
from games.rules.core.lexicon import normalize_text
from games.tournaments.director import start_tables
from games.tournaments.entries import avoidances
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Stage, TableSeat, Tournament, TournamentNotice, TournamentTable
from games.tournaments.pairing import seat_order, start_order
from games.tournaments.pairing.avoidances import find_unwanted_pairs
from games.tournaments.pairing.formats import ladder
from games.tournaments.pairing.formats.ladder import ChallengeRefusal
from games.tournaments.standings import from_state

ANSWER_HOURS = 72  # for answering a challenge
MOST_CHALLENGES_A_DAY = 10  # challenges per entrant
MOST_OPPONENTS_LISTED = 12  # possible opponents listed in a sentence
ONE_DAY = timedelta(days=1)
OPEN_STATES = [TournamentTable.State.PLANNED, TournamentTable.State.STARTED]
OUT_STATES = [Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED]


# --- Challenges


@atomic
def challenge_entrants(
    tournament_id: int, user: Any, opponents: Sequence[int], *, now: datetime | None = None
) -> TournamentTable:
    """Challenge these entrants to a table. Repeating an open challenge returns the existing table."""
    transaction = TournamentTransaction(tournament_id, user, now)
    stage = _require_ladder(transaction)
    me = transaction.tournament.entrants.filter(user=user).first()
    if me is None or me.state != Entrant.State.ACTIVE:
        raise NotAllowed(_("You are not on this ladder."))
    wanted = [me.number, *opponents]
    if (earlier := _find_same_table(transaction, wanted)) is not None:
        return earlier
    _require_allowed(transaction, stage, me.number, opponents)
    _limit_challenges(transaction)
    return _create_table(transaction, stage, wanted, me)


@atomic
def challenge_by_name(entrant: Entrant, text: str, *, now: datetime | None = None) -> TournamentTable:
    """Challenge by a line of an email: names, or places on the ladder, separated by commas or blanks."""
    transaction = TournamentTransaction(entrant.tournament_id, entrant.user, now)
    stage = _require_ladder(transaction)
    order = from_state.compute_ladder(transaction.state, stage.number)
    known = {normalize_text(transaction.state.entrants[number].name): number for number in order}
    known |= {str(place): number for place, number in enumerate(order, 1)}
    wanted = text.replace(",", " ").split()
    strangers = [word for word in wanted if normalize_text(word) not in known]
    if strangers or not wanted:
        raise NotPossible(_describe_possible_opponents(transaction, stage, entrant, order, strangers))
    return challenge_entrants(
        transaction.tournament.pk, entrant.user, [known[normalize_text(word)] for word in wanted], now=now
    )


def _describe_possible_opponents(
    transaction: TournamentTransaction,
    stage: Stage,
    entrant: Entrant,
    order: Sequence[int],
    strangers: Sequence[str],
) -> str:
    """Say that a name is not on the ladder, and list whom the reader may challenge."""
    reach = list_possible_opponents(stage, entrant, order)[:MOST_OPPONENTS_LISTED]
    near = [f"{order.index(number) + 1} {transaction.state.entrants[number].name}" for number in reach]
    texts = [_("Nobody on the ladder is called “%(name)s”.") % {"name": name} for name in strangers[:1]]
    may = _("You can challenge: %(names)s.") % {"names": ", ".join(near)}
    return " ".join([*texts, *([may] if near else [])]) or _("Please choose whom to challenge.")


def _require_ladder(transaction: TournamentTransaction) -> Stage:
    stage = transaction.running_stage
    if (
        stage is None
        or stage.settings.format != "ladder"
        or transaction.tournament.state != Tournament.State.RUNNING
    ):
        raise NotNow(_("Nobody can be challenged at the moment."))
    return stage


def _find_same_table(transaction: TournamentTransaction, wanted: Sequence[int]) -> TournamentTable | None:
    """Find an open or running table of exactly these entrants."""
    for table in transaction.tournament.tables.filter(state__in=OPEN_STATES).prefetch_related(
        "seats__entrant"
    ):
        if {one.entrant.number for one in table.seats.all()} == set(wanted):
            return table
    return None


def _require_allowed(
    transaction: TournamentTransaction, stage: Stage, me: int, opponents: Sequence[int]
) -> None:
    order = from_state.compute_ladder(transaction.state, stage.number)
    refusal = ladder.check_challenge(order, me, opponents, reach=stage.settings.reach)
    if refusal is not None:
        raise NotPossible(_describe_refusal(refusal, stage.settings.reach))
    if not stage.settings.least <= len(opponents) + 1 <= stage.settings.most:
        text = _("A table has %(least)d to %(most)d seats.")
        raise NotPossible(text % {"least": stage.settings.least, "most": stage.settings.most})
    _require_free_capacity(transaction, stage, [me, *opponents])
    if find_unwanted_pairs([[me, *opponents]], avoidances.load_household_avoidances(transaction.tournament)):
        raise NotPossible(str(avoidances.KEPT_APART_MESSAGE))


def _require_free_capacity(transaction: TournamentTransaction, stage: Stage, people: Sequence[int]) -> None:
    """Refuse the challenge if somebody already has as many tables as the stage or their own cap allows."""
    busy, caps = Counter(_list_busy_entrants(transaction)), start_tables.load_table_caps(transaction)
    full = [
        number
        for number in people
        if busy[number] >= start_order.compute_player_cap(number, stage.settings.cap, caps)
    ]
    if full:
        names = ", ".join(transaction.state.entrants[number].name for number in full)
        raise NotPossible(_("These players have all the tables they can have: %(names)s.") % {"names": names})


def _limit_challenges(transaction: TournamentTransaction) -> None:
    """Limit challenges per day: each one sends emails, and could be withdrawn and repeated."""
    lately = transaction.tournament.ledger_entries.filter(
        kind="challenged", by=transaction.by, at__gt=transaction.now - ONE_DAY
    )
    if lately.count() >= MOST_CHALLENGES_A_DAY:
        raise NotNow(_("That is a lot of challenges for one day. Please continue tomorrow."))


def _describe_refusal(refusal: ChallengeRefusal, reach: int) -> str:
    words = {
        "not on the ladder": _("One of them is not on the ladder."),
        "twice": _("Everybody can sit at a table only once."),
        "alone": _("Please choose whom to challenge."),
        "too far above": ngettext(
            "You can challenge people one place above you.",
            "You can challenge people up to %(n)d places above you.",
            reach,
        )
        % {"n": reach},
    }
    return words[refusal]


def _list_busy_entrants(transaction: TournamentTransaction) -> list[int]:
    found = TableSeat.objects.filter(table__tournament=transaction.tournament, table__state__in=OPEN_STATES)
    return list(found.values_list("entrant__number", flat=True))


def _create_table(
    transaction: TournamentTransaction, stage: Stage, wanted: Sequence[int], me: Entrant
) -> TournamentTable:
    """Create the table, which waits until everybody has agreed; the seat order balances earlier tables."""
    past = [(table.seats,) for table in transaction.state.list_stage_tables(stage.number) if table.counts]
    [order] = seat_order.seat_round([wanted], past)
    people = {one.number: one for one in transaction.entrants() if one.number in set(wanted)}
    table = TournamentTable.objects.create(
        tournament=transaction.tournament,
        number=transaction.next_number(transaction.tournament.tables),
        size=len(order),
        planned_at=transaction.now,
        deadline=transaction.now + timedelta(hours=ANSWER_HOURS),
    )
    TableSeat.objects.bulk_create(
        TableSeat(
            table=table, seat=place, entrant=people[number], has_agreed=_agrees_unasked(people[number], me)
        )
        for place, number in enumerate(order)
    )
    entry = transaction.append_entry(
        "challenged", stage=stage.number, table=table.number, seats=order, by=me.number
    )
    asked = [one for one in people.values() if not _agrees_unasked(one, me)]
    transaction.notify(TournamentNotice.Kind.CHALLENGE, asked, entry, table=table.number)
    _start_if_all_agree(transaction, stage, table)
    return table


def _agrees_unasked(entrant: Entrant, challenger: Entrant) -> bool:
    """Tell whether an entrant agrees without being asked: the challenger and bots do."""
    return entrant.pk == challenger.pk or bool(entrant.bot)


# --- Answers


@atomic
def answer_challenge(
    tournament_id: int,
    entrant_id: int,
    table_number: int,
    *,
    yes: bool,
    by: Any = None,
    now: datetime | None = None,
) -> TournamentTable:
    """Accept or decline a challenge. Repeating an answer is harmless."""
    transaction = TournamentTransaction(tournament_id, by, now)
    stage = _require_ladder(transaction)
    table = transaction.tournament.tables.filter(number=table_number, round=None).first()
    sitting = table.seats.filter(entrant=entrant_id).first() if table else None
    if table is None or sitting is None:
        raise NotAllowed(_("You are not being asked this."))
    if table.state != TournamentTable.State.PLANNED:
        if yes == (table.state != TournamentTable.State.VOID):
            return table  # a double click
        raise NotNow(_("This challenge is already settled."))
    if _filter_with_leavers(TournamentTable.objects.filter(pk=table.pk)).exists():
        raise NotNow(_("Somebody at this table is out of the tournament, so it will not be played."))
    if yes:
        _accept_challenge(transaction, stage, table, sitting)
    else:
        _decline_challenge(transaction, stage, table, [sitting])
    return table


def _filter_with_leavers(tables: QuerySet[TournamentTable]) -> QuerySet[TournamentTable]:
    """Filter tables at which somebody has left the tournament; nobody has to play with a bot instead."""
    return tables.filter(seats__entrant__state__in=OUT_STATES)


def _accept_challenge(
    transaction: TournamentTransaction, stage: Stage, table: TournamentTable, sitting: TableSeat
) -> None:
    sitting.has_agreed = True
    sitting.save(update_fields=["has_agreed"])
    Entrant.objects.filter(pk=sitting.entrant_id).update(declined_in_a_row=0)
    transaction.append_entry("agreed", table=table.number, entrant=sitting.entrant.number)
    _start_if_all_agree(transaction, stage, table)


def _start_if_all_agree(transaction: TournamentTransaction, stage: Stage, table: TournamentTable) -> None:
    if not table.seats.filter(has_agreed=False).exists():
        start_tables.start_table(transaction, stage, table)


def _decline_challenge(
    transaction: TournamentTransaction, stage: Stage, table: TournamentTable, sittings: Sequence[TableSeat]
) -> None:
    """Void the table and notify the others. Declining too often counts as a loss to the challenger."""
    entry = _void_table(transaction, stage, table, sittings)
    others = table.seats.exclude(pk__in=[one.pk for one in sittings]).select_related("entrant")
    transaction.notify(
        TournamentNotice.Kind.NEWS, [one.entrant for one in others if not one.entrant.is_out], entry
    )
    challenger = _find_challenger(transaction.tournament, table) if sittings else 0
    for sitting in sittings:
        if sitting.entrant.number != challenger and not avoids_opponent(sitting):
            _count_declined_challenge(transaction, stage, sitting.entrant_id, challenger)


def _void_table(
    transaction: TournamentTransaction, stage: Stage, table: TournamentTable, by: Sequence[TableSeat] = ()
) -> int:
    """Mark the table void; return the number of the ledger entry."""
    table.state, table.ended_at = TournamentTable.State.VOID, transaction.now
    table.save(update_fields=["state", "ended_at"])
    numbers = [one.entrant.number for one in by]
    return transaction.append_entry("struck", table=table.number, stage=stage.number, by=numbers)


def avoids_opponent(sitting: TableSeat) -> bool:
    """Tell whether the entrant privately avoids somebody at this table and may decline without consequences.

    Refusing the challenge itself would reveal the avoidance, so it is not refused.
    """
    others = Entrant.objects.filter(table_seats__table=sitting.table_id)
    return sitting.entrant.avoidances.filter(other__in=others).exists()


def _count_declined_challenge(
    transaction: TournamentTransaction, stage: Stage, entrant_id: int, challenger: int
) -> None:
    entrant = Entrant.objects.get(pk=entrant_id)
    entrant.declined_in_a_row += 1
    if ladder.has_declined_too_often(entrant.declined_in_a_row):
        entrant.declined_in_a_row = 0
        transaction.append_entry(
            "reordered", stage=stage.number, declined=entrant.number, challenger=challenger
        )
    entrant.save(update_fields=["declined_in_a_row"])


def _find_challenger(tournament: Tournament, table: TournamentTable) -> int:
    entries = tournament.ledger_entries.filter(kind="challenged", data__contains=f'"table":{table.number},')
    return int(msgspec.json.decode(entries.get().data)["by"])


def list_unanswered_challenges(tournament: Tournament, entrant: Entrant) -> list[TournamentTable]:
    """List this entrant's challenges that somebody has not answered yet."""
    agreed = tournament.tables.filter(seats__entrant=entrant, seats__has_agreed=True)
    found = agreed.filter(round=None, state=TournamentTable.State.PLANNED).prefetch_related("seats__entrant")
    return [table for table in found if _find_challenger(tournament, table) == entrant.number]


# --- Step of the director


def expire_challenges(transaction: TournamentTransaction) -> bool:
    """Decline the next overdue challenge, or void one with a leaver. Return whether there was one."""
    stage = transaction.running_stage
    if stage is None or stage.settings.format != "ladder":
        return False
    waiting = transaction.tournament.tables.filter(round=None, state=TournamentTable.State.PLANNED).order_by(
        "number"
    )
    if (table := _filter_with_leavers(waiting).first()) is not None:
        _decline_challenge(transaction, stage, table, [])  # nobody is counted as declining
        return True
    table = waiting.filter(deadline__lte=transaction.now, hold=TournamentTable.Hold.NONE).first()
    if table is None:
        return False
    silent = list(table.seats.filter(has_agreed=False).select_related("entrant"))
    _decline_challenge(transaction, stage, table, silent)
    return True


def void_open_challenges(transaction: TournamentTransaction, stage: Stage) -> None:
    """Void all open challenges when the ladder ends."""
    for table in transaction.tournament.tables.filter(
        round=None, state=TournamentTable.State.PLANNED
    ).order_by("number"):
        _void_table(transaction, stage, table)


# --- For pages


def list_possible_opponents(stage: Stage, entrant: Entrant, order: Sequence[int]) -> list[int]:
    """List whom an entrant may challenge, from the top."""
    if entrant.number not in order:
        return []
    return list(ladder.list_challengeable(order, entrant.number, reach=stage.settings.reach))
