"""Rounds: pair, review, publish and close them. A table that has started is never paired again."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.transaction import atomic
from django.utils.translation import gettext as _

from games.play.errors import NotNow, NotPossible
from games.tournaments.entries import avoidances
from games.tournaments.ledger.state import LedgerStage, TournamentState
from games.tournaments.ledger.transaction import TournamentTransaction, load_state, open_transaction
from games.tournaments.models import (
    Entrant,
    Round,
    Stage,
    TableSeat,
    Tournament,
    TournamentNotice,
    TournamentTable,
)
from games.tournaments.pairing import next_round, round_quality
from games.tournaments.pairing.avoidances import find_unwanted_pairs
from games.tournaments.pairing.next_round import RoundPairing, TableSeating
from games.tournaments.results import hidden_results, standings_cache
from games.tournaments.staff.permissions import DIRECTOR_ROLES

PAIRING_DELAY = timedelta(minutes=5)
ONE_DAY = timedelta(days=1)
MOST_REFUSED_SWAPS = 5  # by one organizer in a day
PAIRING_LOCK_SECONDS = 120  # a run that was killed while it was pairing holds up the next one so long

State = Round.State


# --- Pairing


def compute_notice_delay(stage: Stage) -> timedelta:
    """Return how long to hold back notices so that the next pairing can be sent in the same email."""
    comes_by_itself = not stage.settings.by_hand and stage.settings.format != "ladder"
    return PAIRING_DELAY if comes_by_itself else timedelta(0)


def pair_due_rounds(tournament_id: int, now: datetime, known: TournamentState) -> bool:
    """Pair the rounds that can be paired now. Return whether the director should look once more.

    Many games may end at once, and each end runs the director: only one run computes the pairing. The others
    leave it to that run, which looks once more if the ledger has changed meanwhile.
    """
    lock = f"tournament-pairing-{tournament_id}"
    if not cache.add(lock, 1, PAIRING_LOCK_SECONDS):
        return False
    tournament = Tournament.objects.get(pk=tournament_id)
    try:
        if _pair_rounds(tournament, now, known):
            return True
    finally:
        cache.delete(lock)
    return Tournament.objects.get(pk=tournament_id).ledger_length != tournament.ledger_length


def _pair_rounds(tournament: Tournament, now: datetime, known: TournamentState) -> bool:
    """Pair what can be paired; return whether that was anything.

    It may take seconds, so it happens before the tournament is locked.
    """
    stage = tournament.stages.filter(state=Stage.State.RUNNING).first()
    if stage is None or tournament.state != Tournament.State.RUNNING:
        return False
    apart = avoidances.load_avoidances(tournament)
    drawn = next_round.pair_next_rounds(load_state(tournament, known), stage.number, apart)
    return bool(drawn) and _save_rounds(tournament, stage, drawn, now, known)


@atomic
def _save_rounds(
    tournament: Tournament,
    stage: Stage,
    drawn: Sequence[RoundPairing],
    now: datetime,
    known: TournamentState,
) -> bool:
    """Save the pairings, unless the ledger has changed since they were computed."""
    transaction = TournamentTransaction(tournament.pk, now=now, known=known)
    if transaction.tournament.ledger_length == tournament.ledger_length:
        for one in drawn:
            _save_round(transaction, stage, one)
        if not stage.settings.by_hand:
            publish_drafted_rounds(transaction, stage)
    return True


def _save_round(transaction: TournamentTransaction, stage: Stage, drawn: RoundPairing) -> Round:
    """Save the rows of a round and its ledger entry, replacing an earlier pairing."""
    row, _new = Round.objects.get_or_create(stage=stage, number=drawn.number)
    row.tables.all().delete()
    first = transaction.next_number(transaction.tournament.tables)
    tables = [_build_table(transaction, row, first + place, one) for place, one in enumerate(drawn.tables)]
    TournamentTable.objects.bulk_create(tables)
    _create_seats(transaction, zip(tables, drawn.tables, strict=True))
    sat_out = {"sat_out": drawn.sat_out} if drawn.sat_out else {}
    transaction.append_entry(
        "drawn",
        stage=stage.number,
        round=drawn.number,
        tables=_dump_tables(tables, drawn),
        byes=drawn.byes,
        **sat_out,
    )
    row.quality = round_quality.dump_quality(
        round_quality.compute_round_quality(transaction.state, stage.number, drawn.number)
    )
    row.save(update_fields=["quality"])
    return row


def _build_table(
    transaction: TournamentTransaction, row: Round, number: int, seating: TableSeating
) -> TournamentTable:
    return TournamentTable(
        tournament=transaction.tournament,
        round=row,
        number=number,
        group=seating.group,
        size=len(seating.seats),
        planned_at=transaction.now,
    )


def _create_seats(
    transaction: TournamentTransaction, tables: Iterable[tuple[TournamentTable, TableSeating]]
) -> None:
    keys = dict(transaction.tournament.entrants.values_list("number", "pk"))
    TableSeat.objects.bulk_create(
        TableSeat(table=table, seat=place, entrant_id=keys[entrant])
        for table, seating in tables
        for place, entrant in enumerate(seating.seats)
    )


def _dump_tables(tables: Sequence[TournamentTable], drawn: RoundPairing) -> list[dict[str, Any]]:
    return [
        {"table": table.number, "seats": seating.seats, "group": seating.group}
        for table, seating in zip(tables, drawn.tables, strict=True)
    ]


# --- Review by the organizer


def pair_round_again(tournament_id: int, user: Any, round_id: int) -> Round | None:
    """Pair an unpublished round again, after somebody left or a constraint changed.

    None if it comes out as it is: the lots follow from the seed, so that nobody draws until they like it.

    As with any pairing, the computation runs before the tournament is locked.
    """
    with atomic():
        transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES)
        row = _get_drafted_round(transaction, round_id)
    tournament = transaction.tournament
    apart = avoidances.load_avoidances(tournament)
    drawn = next_round.pair_again(load_state(tournament), row.stage.number, row.number, apart)
    return _replace_round(tournament, user, round_id, drawn)


@atomic
def _replace_round(
    tournament: Tournament, user: Any, round_id: int, drawn: Sequence[RoundPairing]
) -> Round | None:
    transaction = open_transaction(tournament.pk, user, DIRECTOR_ROLES)
    row = _get_drafted_round(transaction, round_id)
    if transaction.tournament.ledger_length != tournament.ledger_length:
        raise NotNow(_("Something has changed meanwhile. Please have a look and draw again."))
    known = [next_round.get_pairing(transaction.state, row.stage.number, anew.number) for anew in drawn]
    if known == list(drawn):
        return None
    for anew in drawn:
        _save_round(transaction, row.stage, anew)
    return Round.objects.get(pk=row.pk)


class ConstrainedSwap(NotPossible):
    """A swap that the constraints of the draw do not allow. The message is the same for all of them."""


def swap_entrants(
    tournament_id: int, user: Any, round_id: int, one: int, other: int, *, now: datetime | None = None
) -> Round:
    """Swap two entrants in an unpublished round, between tables or at one table.

    What is refused is recorded, and soon refused altogether: nobody can find out by trying who avoids whom.
    """
    try:
        with atomic():
            return _swap_entrants(tournament_id, user, round_id, one, other, now)
    except ConstrainedSwap:
        _record_refused_swap(tournament_id, user, round_id, now)
        raise


def _swap_entrants(
    tournament_id: int, user: Any, round_id: int, one: int, other: int, now: datetime | None
) -> Round:
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES, now)
    row = _get_drafted_round(transaction, round_id)
    before = next_round.get_pairing(transaction.state, row.stage.number, row.number)
    seated = {entrant for seating in before.tables for entrant in seating.seats} | set(before.byes)
    if not {one, other} <= seated or one == other:
        raise NotPossible(_("Both have to be in this round."))
    _require_few_refused_swaps(transaction)
    after = next_round.swap_entrants(before, one, other)
    _require_constraints(transaction, row, before, after)
    return _save_round(transaction, row.stage, after)


def _require_few_refused_swaps(transaction: TournamentTransaction) -> None:
    refused = transaction.tournament.ledger_entries.filter(
        kind="swap_refused", by=transaction.by, at__gt=transaction.now - ONE_DAY
    )
    if refused.count() >= MOST_REFUSED_SWAPS:
        raise NotNow(_("Too many swaps were not possible. Please go on tomorrow, or draw the round anew."))


@atomic
def _record_refused_swap(tournament_id: int, user: Any, round_id: int, now: datetime | None) -> None:
    """Record that a swap was refused, but neither who nor why."""
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES, now)
    row = _get_drafted_round(transaction, round_id)
    transaction.append_entry("swap_refused", stage=row.stage.number, round=row.number)


def _require_constraints(
    transaction: TournamentTransaction, row: Round, before: RoundPairing, after: RoundPairing
) -> None:
    """Refuse a swap between groups, one that seats avoided entrants together, or a table once more.

    The message says neither which of these it is, nor about whom.
    """
    apart = avoidances.load_avoidances(transaction.tournament)
    stage = transaction.state.stages[row.stage.number]
    were, are = (
        set(find_unwanted_pairs([one.seats for one in draw.tables], apart)) for draw in (before, after)
    )
    again = _list_repeated_tables(transaction, stage, row.number, after)
    known = _list_repeated_tables(transaction, stage, row.number, before)
    if are - were or again - known or _mixes_groups(stage, after):
        raise ConstrainedSwap(_("That is not possible with the constraints of this draw."))


def _mixes_groups(stage: LedgerStage, drawn: RoundPairing) -> bool:
    """Tell whether somebody sits at a table of another group."""
    groups = [set(group) for group in stage.groups]
    return any(one.group and not set(one.seats) <= groups[one.group - 1] for one in drawn.tables)


def _list_repeated_tables(
    transaction: TournamentTransaction, stage: LedgerStage, number: int, drawn: RoundPairing
) -> set[frozenset[int]]:
    """List the tables of a round at which exactly the same people have sat before."""
    earlier = (
        frozenset(table)
        for one in stage.rounds
        if one != number
        for table in next_round.list_round_tables(transaction.state, stage, one)
    )
    return {frozenset(one.seats) for one in drawn.tables} & set(earlier)


def _get_drafted_round(transaction: TournamentTransaction, round_id: int) -> Round:
    transaction.require_state(Tournament.State.RUNNING, Tournament.State.PAUSED)
    row = (
        Round.objects.select_related("stage")
        .filter(stage__tournament=transaction.tournament, pk=round_id)
        .first()
    )
    if row is None or row.state != State.DRAFTED:
        raise NotNow(_("This round has been published, so its tables cannot be drawn again."))
    return row


@atomic
def publish_stage(tournament_id: int, user: Any, stage_number: int) -> None:
    """Publish the paired rounds of a stage and notify everybody. Repeating it has no effect."""
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES)
    transaction.require_state(Tournament.State.RUNNING)
    stage = transaction.tournament.stages.filter(number=stage_number).first()
    if stage is None:
        raise NotPossible(_("There is no such stage."))
    publish_drafted_rounds(transaction, stage)


def publish_drafted_rounds(transaction: TournamentTransaction, stage: Stage) -> None:
    """Publish all paired rounds of the stage, with one notice per entrant."""
    drafted = list(stage.rounds.filter(state=State.DRAFTED))
    if not drafted:
        return
    deadline = transaction.now + timedelta(days=stage.settings.round_days)
    Round.objects.filter(pk__in=[row.pk for row in drafted]).update(
        state=State.PUBLISHED, opens_at=transaction.now, deadline=deadline
    )
    numbers = [row.number for row in drafted]
    entry = transaction.append_entry("published", stage=stage.number, rounds=numbers)
    transaction.notify(
        TournamentNotice.Kind.ROUND,
        _list_concerned_entrants(transaction, stage, numbers),
        entry,
        stage=stage.number,
        rounds=numbers,
    )


def _list_concerned_entrants(
    transaction: TournamentTransaction, stage: Stage, rounds: Sequence[int]
) -> list[Entrant]:
    """List the entrants whom these rounds concern and who are not out."""
    numbers = next_round.find_concerned_entrants(transaction.state, stage.number, rounds)
    return [one for one in transaction.entrants() if one.number in numbers and one.is_in]


# --- Closing


def close_finished_round(transaction: TournamentTransaction, stage: Stage) -> bool:
    """Close the first published round whose tables are all done. Return whether there was one."""
    for row in stage.rounds.filter(state=State.PUBLISHED).order_by("number"):
        tables = list(row.tables.all())
        if all(table.is_done for table in tables):
            close_round(transaction, row)
            return True
    return False


def close_round(transaction: TournamentTransaction, row: Round) -> None:
    """Close a round: reveal its results, refresh the standings, and notify the entrants."""
    entry = transaction.append_entry("closed", stage=row.stage.number, round=row.number)
    row.state, row.closed_at = State.CLOSED, transaction.now
    row.save(update_fields=["state", "closed_at"])
    hidden_results.reveal_round(row)
    standings_cache.refresh_standings(transaction)
    if not next_round.is_stage_complete(
        transaction.state, row.stage.number
    ):  # the last round is reported with the end of the stage
        _notify_round_closed(transaction, row, entry)


def _notify_round_closed(transaction: TournamentTransaction, row: Round, entry: int) -> None:
    """Notify entrants of the standings; in a knock-out also whether they are in the next round."""
    recipients, wait = (
        _list_concerned_entrants(transaction, row.stage, [row.number]),
        compute_notice_delay(row.stage),
    )
    about = {"stage": row.stage.number, "round": row.number}
    if row.stage.settings.format != "knock_out":
        transaction.notify(TournamentNotice.Kind.CLOSED, recipients, entry, wait=wait, **about)
        return
    through = next_round.find_survivors(transaction.state, row.stage.number, row.number)
    for goes_on in (True, False):
        some = [one for one in recipients if (one.number in through) == goes_on]
        transaction.notify(TournamentNotice.Kind.CLOSED, some, entry, wait=wait, goes_on=goes_on, **about)
