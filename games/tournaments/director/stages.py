"""Stages: begin and end them, decide who advances, fill declined places, and end the tournament."""

import re
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db.transaction import atomic
from django.utils.translation import gettext as _

from games.play.errors import NotNow, NotPossible
from games.tournaments.director import pauses, rounds
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Qualifier, Stage, Tournament, TournamentNotice
from games.tournaments.pairing import next_round
from games.tournaments.results import standings_cache
from games.tournaments.rulings import rulings
from games.tournaments.setup import seasons
from games.tournaments.standings import from_state

State = Qualifier.State


# --- A stage begins


def begin_stage(transaction: TournamentTransaction, stage: Stage, field: list[int]) -> None:
    """Begin a stage with these entrants, in seed order."""
    people = {one.number: one for one in transaction.entrants()}
    division = seasons.divide_into_groups(transaction, stage, field)
    entry = transaction.append_entry(
        "stage",
        stage=stage.number,
        plan=_expand_settings(stage, len(field)),
        field=field,
        groups=division.groups,
        tiers=division.tiers,
        heat_limits=_collect_heat_limits(stage, [people[number] for number in field]),
        seats=_collect_seat_preferences(stage),
    )
    stage.state, stage.started_at = Stage.State.RUNNING, transaction.now
    stage.save(update_fields=["state", "started_at"])
    wait = rounds.compute_notice_delay(stage)
    transaction.notify(
        TournamentNotice.Kind.STARTED,
        [people[number] for number in field],
        entry,
        wait=wait,
        stage=stage.number,
    )


def _expand_settings(stage: Stage, entrants: int) -> dict[str, Any]:
    """Return the settings with defaults filled in, so that changing a default later does not affect the
    stage."""
    plan = stage.settings
    rounds = (
        next_round.count_rounds(plan, entrants) if plan.format in ("swiss", "pods", "heats") else plan.rounds
    )
    return {
        **msgspec.structs.asdict(plan),
        "rounds": rounds,
        "tie_breaks": from_state.build_terms(plan, "").tie_breaks,
    }


def _collect_heat_limits(stage: Stage, field: list[Entrant]) -> dict[int, int]:
    """Map entrants to the number of heats they want, where that is fewer than there are."""
    if stage.settings.format != "heats":
        return {}
    rounds = next_round.count_rounds(stage.settings, len(field))
    return {one.number: one.heats for one in field if one.heats and one.heats < rounds}


def _collect_seat_preferences(stage: Stage) -> dict[int, list[int]]:
    """Map entrants to the seats they prefer, counted from 0 as in the ledger."""
    wanting = stage.qualifiers.exclude(seats="").values_list("entrant__number", "seats")
    data = {number: msgspec.json.decode(seats, type=list[int]) for number, seats in wanting}
    return {number: [seat - 1 for seat in seats] for number, seats in data.items()}


# --- A stage ends


def end_stage(transaction: TournamentTransaction, stage: Stage) -> None:
    """End a stage: the standings decide who advances, everybody else becomes an alternate by rank."""
    ranked = [
        number
        for number in from_state.compute_stage_order(transaction.state, stage.number)
        if _is_still_in(transaction, number)
    ]
    following = transaction.find_stage(number=stage.number + 1)
    through = ranked[: stage.settings.go_on] if following else []
    entry = transaction.append_entry("stage_over", stage=stage.number, through=through)
    stage.state, stage.ended_at = Stage.State.FINISHED, transaction.now
    stage.save(update_fields=["state", "ended_at"])
    standings_cache.refresh_standings(transaction)
    if following:
        _create_qualifiers(transaction, following, ranked, len(through), entry)


def _is_still_in(transaction: TournamentTransaction, number: int) -> bool:
    return not transaction.state.entrants[number].is_out


def _create_qualifiers(
    transaction: TournamentTransaction, stage: Stage, ranked: list[int], places: int, entry: int
) -> None:
    """Create the qualifier rows of the next stage and notify those who advance and those who do not."""
    people = {one.number: one for one in transaction.entrants()}
    through = [people[number] for number in ranked[:places]]
    offers = [_compute_offer(transaction, stage, one) for one in through]
    others = [(State.ALTERNATE, None)] * (len(ranked) - places)
    Qualifier.objects.bulk_create(
        Qualifier(stage=stage, entrant=people[number], rank=rank, state=state, answer_until=until)
        for rank, (number, (state, until)) in enumerate(zip(ranked, [*offers, *others], strict=True), 1)
    )
    transaction.notify(
        TournamentNotice.Kind.THROUGH,
        through,
        entry,
        stage=stage.number,
        until=_compute_answer_deadline(transaction, stage),
    )
    out = [people[number] for number in ranked[places:]]
    transaction.notify(TournamentNotice.Kind.CLOSED, out, entry, stage=stage.number - 1, out=True)


def _compute_answer_deadline(transaction: TournamentTransaction, stage: Stage) -> datetime | None:
    """Compute the deadline for confirming a place; None if the stage does not ask for confirmation."""
    hours = stage.settings.check_in_hours
    return transaction.now + timedelta(hours=hours) if hours else None


def _compute_offer(
    transaction: TournamentTransaction, stage: Stage, entrant: Entrant
) -> tuple[str, datetime | None]:
    """Return the state of an offered place and its deadline. Bots always accept."""
    until = _compute_answer_deadline(transaction, stage)
    return (State.OFFERED if until and not entrant.bot else State.ACCEPTED), until


# --- Answers


@atomic
def answer_qualification(
    tournament_id: int, entrant_id: int, stage_number: int, *, comes: bool, by: Any = None, seats: str = ""
) -> Qualifier:
    """Record whether an entrant who advanced will play, and which seats they prefer.

    Repeating an answer is harmless.
    """
    transaction = TournamentTransaction(tournament_id, by)
    place = _find_qualifier(transaction, entrant_id, stage_number)
    wanted = State.ACCEPTED if comes else State.DECLINED
    if place is None or place.state == State.ALTERNATE:
        raise NotNow(_("You are not being asked this at the moment."))
    if place.state != wanted:
        transaction.require_state(Tournament.State.RUNNING, Tournament.State.PAUSED)
        if _is_forfeited(transaction, place):
            raise NotNow(_("This place is no longer kept for you."))
        if place.stage.state != Stage.State.PLANNED or place.state == State.DECLINED:
            raise NotNow(_("This place has been given to somebody else in the meantime."))
        _record_answer(transaction, place, wanted)
    if comes and seats.strip():
        _save_seat_preferences(place, seats)
    return place


def _find_qualifier(
    transaction: TournamentTransaction, entrant_id: int, stage_number: int
) -> Qualifier | None:
    found = Qualifier.objects.select_related("entrant", "stage").filter(
        stage__tournament=transaction.tournament, stage__number=stage_number, entrant=entrant_id
    )
    return found.first()


def _record_answer(transaction: TournamentTransaction, place: Qualifier, state: str) -> None:
    place.state = state
    place.save(update_fields=["state"])
    kind = "comes" if state == State.ACCEPTED else "declined"
    transaction.append_entry(kind, entrant=place.entrant.number, stage=place.stage.number)


# --- Preferred seats


@atomic
def choose_seats(entrant_id: int, by: Any, seats: str) -> Qualifier:
    """Save the preferred seats at the final table, best first. May be changed until the stage begins."""
    entrant = Entrant.objects.get(pk=entrant_id)
    transaction = TournamentTransaction(entrant.tournament_id, by)
    keeps = [State.OFFERED, State.ACCEPTED]
    found = entrant.qualifications.filter(stage__state=Stage.State.PLANNED, state__in=keeps)
    place = found.select_related("entrant", "stage").order_by("stage__number").first()
    if place is None or not place.stage.settings.seats_are_chosen or _is_forfeited(transaction, place):
        raise NotNow(_("You are not being asked about seats at the moment."))
    _save_seat_preferences(place, seats)
    return place


def _save_seat_preferences(place: Qualifier, seats: str) -> None:
    if not place.stage.settings.seats_are_chosen:
        raise NotNow(_("You are not being asked about seats at the moment."))
    wanted = msgspec.json.encode(_parse_seat_numbers(seats, count_stage_places(place.stage))).decode()
    if place.seats == wanted:
        return  # a double click
    if place.stage.state != Stage.State.PLANNED:
        raise NotNow(_("You are not being asked about seats at the moment."))
    place.seats = wanted
    place.save(update_fields=["seats"])


def count_stage_places(stage: Stage) -> int:
    """Return how many entrants advance into a stage if everybody accepts."""
    before = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1).first()
    return before.settings.go_on if before else 0


def _parse_seat_numbers(seats: str, most: int) -> list[int]:
    """Parse “2 1 4”, “2, 1, 4” or “2>1>4”: distinct seat numbers, best first."""
    found = [int(word) for word in re.findall(r"[0-9]{1,3}", seats)]
    if not found or len(set(found)) < len(found) or not all(1 <= one <= most for one in found):
        text = _("Please write seat numbers from 1 to %(most)d, each once, your favourite first: “2 1 3”.")
        raise NotPossible(text % {"most": most})
    return found


def begin_next_stage(transaction: TournamentTransaction) -> bool:
    """Begin the next stage once all places are confirmed, or nobody is left to ask, and no ruling is open."""
    stage = transaction.find_stage(state=Stage.State.PLANNED)
    if stage is None:
        return False
    if _rerank_qualifiers(transaction, stage):
        return True
    places = list(stage.qualifiers.select_related("entrant", "stage"))
    if late := next((one for one in places if _is_forfeited(transaction, one)), None):
        _record_answer(transaction, late, State.DECLINED)
        return True
    if _offer_free_place(transaction, stage, places):
        return True
    if any(one.state == State.OFFERED for one in places) or rulings.has_open_rulings(transaction.tournament):
        return False
    field = [one.entrant.number for one in places if one.state == State.ACCEPTED]
    if len(field) < stage.settings.least:
        _skip_stage(transaction, stage, len(field))
    else:
        begin_stage(transaction, stage, field)
    return True


def _skip_stage(transaction: TournamentTransaction, stage: Stage, there: int) -> None:
    """Skip a stage for which too few entrants are left, and notify the staff."""
    entry = transaction.append_entry("skipped", stage=stage.number, there=there)
    stage.state, stage.ended_at = Stage.State.FINISHED, transaction.now
    stage.save(update_fields=["state", "ended_at"])
    transaction.notify_staff(TournamentNotice.Kind.DIGEST, entry, there=there, least=stage.settings.least)


def _rerank_qualifiers(transaction: TournamentTransaction, stage: Stage) -> bool:
    """Update the qualifiers if a ruling has changed the previous stage after it ended. Return whether it had.

    Entrants who moved into a qualifying place are asked; those who dropped out of one become alternates
    again. Answers already given stand.
    """
    if stage.number - 1 not in transaction.state.stages:
        return False  # the stage before was skipped
    ranked = [
        number
        for number in from_state.compute_stage_order(transaction.state, stage.number - 1)
        if _is_still_in(transaction, number)
    ]
    rows = {one.entrant.number: one for one in stage.qualifiers.select_related("entrant")}
    known = [number for number in ranked if number in rows]
    if known == [one.entrant.number for one in rows.values() if one.entrant.number in set(known)]:
        return False
    places = transaction.tournament.stages.get(number=stage.number - 1).settings.go_on
    through = known[:places]
    entry = transaction.append_entry("requalified", stage=stage.number - 1, through=through)
    for rank, number in enumerate(known, 1):
        _apply_new_rank(transaction, stage, rows[number], rank, inside=number in through, entry=entry)
    return True


def _apply_new_rank(
    transaction: TournamentTransaction, stage: Stage, place: Qualifier, rank: int, *, inside: bool, entry: int
) -> None:
    place.rank = rank
    if inside and place.state == State.ALTERNATE:
        place.state, place.answer_until = _compute_offer(transaction, stage, place.entrant)
        transaction.notify(
            TournamentNotice.Kind.THROUGH,
            [place.entrant],
            entry,
            stage=stage.number,
            until=place.answer_until,
        )
    elif not inside and place.state in (State.OFFERED, State.ACCEPTED):
        place.state, place.answer_until = State.ALTERNATE, None
        transaction.notify(
            TournamentNotice.Kind.CLOSED, [place.entrant], entry, stage=stage.number - 1, out=True
        )
    place.save()


def _is_forfeited(transaction: TournamentTransaction, place: Qualifier) -> bool:
    """Tell whether a place is forfeited: not confirmed in time, or the entrant has left the tournament."""
    if place.state not in (State.OFFERED, State.ACCEPTED):
        return False
    is_late = (
        place.state == State.OFFERED
        and place.answer_until is not None
        and place.answer_until <= transaction.now
    )
    return is_late or place.entrant.is_out


def _offer_free_place(transaction: TournamentTransaction, stage: Stage, places: list[Qualifier]) -> bool:
    """Offer a free place to the next alternate. Return whether there was one."""
    before = transaction.tournament.stages.get(number=stage.number - 1)
    held = sum(one.state in (State.OFFERED, State.ACCEPTED) for one in places)
    waiting = (one for one in places if one.state == State.ALTERNATE and not one.entrant.is_out)
    if held >= before.settings.go_on or (place := next(waiting, None)) is None:
        return False
    place.state, place.answer_until = _compute_offer(transaction, stage, place.entrant)
    place.save(update_fields=["state", "answer_until"])
    entry = transaction.append_entry("alternate", entrant=place.entrant.number, stage=stage.number)
    transaction.notify(
        TournamentNotice.Kind.ALTERNATE, [place.entrant], entry, stage=stage.number, until=place.answer_until
    )
    return True


# --- End of the tournament


def end_tournament(transaction: TournamentTransaction) -> None:
    """End the tournament after its last stage and notify everybody of the result."""
    entry = transaction.append_entry("ended", order=from_state.compute_final_order(transaction.state))
    transaction.update_tournament(state=Tournament.State.FINISHED, ended_at=transaction.now)
    pauses.release_all_games(transaction)  # games of a ladder may still be running
    standings_cache.refresh_standings(transaction)
    transaction.notify(TournamentNotice.Kind.ENDED, transaction.entrants(), entry)
    transaction.notify_staff(TournamentNotice.Kind.ENDED, entry)
