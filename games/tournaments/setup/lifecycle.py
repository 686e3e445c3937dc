"""Opening registration, starting, cancelling and deleting a tournament."""

from typing import Any

from django.db import transaction
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


@transaction.atomic
def open_registration(tournament_id: int, user: Any) -> Tournament:
    """Open registration. Repeating it has no effect."""
    book = open_transaction(tournament_id, user, DIRECTOR_ROLES)
    if book.tournament.state == State.OPEN:
        return book.tournament
    book.require_state(State.DRAFT)
    if found := find_opening_problems(book.tournament, book.now):
        raise NotPossible(found[0].sentence)
    others = Tournament.objects.filter(owner=book.tournament.owner, state__in=director.ACTIVE_STATES)
    if others.count() >= MOST_ACTIVE_TOURNAMENTS:
        raise NotPossible(_("You run many tournaments already. Please end one first, or call it off."))
    book.update_tournament(state=State.OPEN)
    book.write(
        "opened",
        seed=book.tournament.seed,
        title=book.tournament.title,
        ruleset=book.tournament.ruleset,
        event=book.tournament.plan,
        stages=[stage.plan for stage in book.stages],
    )
    return book.tournament


@transaction.atomic
def begin_tournament_now(tournament_id: int, user: Any) -> Tournament:
    """Begin at once: close the check-in and start with those who are there."""
    book = open_transaction(tournament_id, user, DIRECTOR_ROLES)
    if book.tournament.state == State.RUNNING:
        return book.tournament
    book.require_state(State.OPEN, State.CHECK_IN)
    book.update_tournament(starts_at=book.now)
    book.write("now")
    registration.close_check_in(book)
    director.begin_tournament(book)
    if book.tournament.state != State.RUNNING:
        raise NotPossible(_describe_too_few(book.tournament))
    return book.tournament


def _describe_too_few(tournament: Tournament) -> str:
    there = sum(one.is_in for one in tournament.entrants.all())
    words = ngettext(
        "%(least)d people are needed at least, and %(there)d is there.",
        "%(least)d people are needed at least, and %(there)d are there.",
        there,
    )
    return words % {"least": tournament.plan.least, "there": there}


@transaction.atomic
def cancel_tournament(tournament_id: int, user: Any, reason: str) -> Tournament:
    """Cancel the tournament. Running games go on to their end but no longer count."""
    book = open_transaction(tournament_id, user, OWNER_ROLES)
    if book.tournament.state == State.CANCELLED:
        return book.tournament
    if book.tournament.is_over:
        raise NotNow(_("The tournament is over."))
    reason = require_text(reason)
    number = book.write("called_off", reason=reason)
    book.update_tournament(state=State.CANCELLED, ended_at=book.now)
    book.notify(TournamentNotice.Kind.ENDED, book.entrants(), number, reason=reason)
    pauses.release_all_games(book)
    hidden_results.reveal_all_rounds(book.tournament)
    standings_cache.refresh_standings(book)
    return book.tournament


@transaction.atomic
def delete_draft(tournament_id: int, user: Any) -> None:
    """Delete a draft, which nobody else has seen."""
    book = open_transaction(tournament_id, user, OWNER_ROLES)
    book.require_state(State.DRAFT)
    book.tournament.delete()


@transaction.atomic
def end_ladder(tournament_id: int, user: Any) -> Tournament:
    """End a ladder. Running games go on but no longer change places."""
    book = open_transaction(tournament_id, user, DIRECTOR_ROLES)
    stage = book.stage
    if stage is None or stage.plan.format != "ladder":
        raise NotNow(_("No ladder is running."))
    ladder.void_open_challenges(book, stage)
    stages.end_stage(book, stage)
    return book.tournament
