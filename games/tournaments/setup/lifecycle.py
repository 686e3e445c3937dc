"""Opening registration, starting, cancelling and deleting a tournament."""

from typing import Any

from django.db.transaction import atomic
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.errors import NotNow, NotPossible
from games.tournaments.director import director, ladder, pauses, stages
from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import open_transaction
from games.tournaments.models import Tournament, TournamentNotice
from games.tournaments.results import hidden_results, standings_cache
from games.tournaments.setup.drafts import State, find_opening_problems
from games.tournaments.staff.permissions import DIRECTOR_ROLES, OWNER_ROLES
from games.tournaments.text import require_text

MOST_ACTIVE_TOURNAMENTS = 20  # per owner: the director checks each of them again and again


@atomic
def open_registration(tournament_id: int, user: Any) -> Tournament:
    """Open registration. Repeating it has no effect."""
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES)
    if transaction.tournament.state == State.OPEN:
        return transaction.tournament
    transaction.require_state(State.DRAFT)
    if found := find_opening_problems(transaction.tournament, transaction.now):
        raise NotPossible(found[0].sentence)
    others = Tournament.objects.filter(owner=transaction.tournament.owner, state__in=director.ACTIVE_STATES)
    if others.count() >= MOST_ACTIVE_TOURNAMENTS:
        raise NotPossible(_("You already run many tournaments. Please end or cancel one first."))
    transaction.update_tournament(state=State.OPEN)
    transaction.append_entry(
        "opened",
        seed=transaction.tournament.seed,
        title=transaction.tournament.title,
        ruleset=transaction.tournament.ruleset,
        settings=transaction.tournament.settings,
        stages=[stage.settings for stage in transaction.stages],
    )
    return transaction.tournament


@atomic
def begin_tournament_now(tournament_id: int, user: Any) -> Tournament:
    """Begin at once: close the check-in and start with those who are there."""
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES)
    if transaction.tournament.state == State.RUNNING:
        return transaction.tournament
    transaction.require_state(State.OPEN, State.CHECK_IN)
    transaction.update_tournament(starts_at=transaction.now)
    transaction.append_entry("now")
    registration.close_check_in(transaction)
    director.begin_tournament(transaction)
    if transaction.tournament.state != State.RUNNING:
        raise NotPossible(_describe_too_few(transaction.tournament))
    return transaction.tournament


def _describe_too_few(tournament: Tournament) -> str:
    there = sum(one.is_in for one in tournament.entrants.all())
    text = ngettext(
        "At least %(least)d people are needed, and there is %(there)d.",
        "At least %(least)d people are needed, and there are %(there)d.",
        there,
    )
    return text % {"least": tournament.settings.least, "there": there}


@atomic
def cancel_tournament(tournament_id: int, user: Any, reason: str) -> Tournament:
    """Cancel the tournament. Running games go on to their end but no longer count."""
    transaction = open_transaction(tournament_id, user, OWNER_ROLES)
    if transaction.tournament.state == State.CANCELLED:
        return transaction.tournament
    if transaction.tournament.is_over:
        raise NotNow(_("The tournament is over."))
    reason = require_text(reason)
    number = transaction.append_entry("called_off", reason=reason)
    transaction.update_tournament(state=State.CANCELLED, ended_at=transaction.now)
    transaction.notify(TournamentNotice.Kind.ENDED, transaction.entrants(), number, reason=reason)
    pauses.release_all_games(transaction)
    hidden_results.reveal_all_rounds(transaction.tournament)
    standings_cache.refresh_standings(transaction)
    return transaction.tournament


@atomic
def delete_draft(tournament_id: int, user: Any) -> None:
    """Delete a draft, which nobody else has seen."""
    transaction = open_transaction(tournament_id, user, OWNER_ROLES)
    transaction.require_state(State.DRAFT)
    transaction.tournament.delete()


@atomic
def end_ladder(tournament_id: int, user: Any) -> Tournament:
    """End a ladder. Running games go on but no longer change places."""
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES)
    stage = transaction.running_stage
    if stage is None or stage.settings.format != "ladder":
        raise NotNow(_("No ladder is running."))
    ladder.void_open_challenges(transaction, stage)
    stages.end_stage(transaction, stage)
    return transaction.tournament
