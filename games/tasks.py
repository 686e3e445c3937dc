"""Celery tasks. They take ids, call a service, and can safely run twice.

A task is only a hint: the work is a database row that a periodic sweep also finds.
"""

from celery import shared_task

from accounts import server_time, sessions
from games.mail.incoming import processor
from games.mail.outgoing import game_outbox, invitation_outbox
from games.play import bot_moves, votes
from games.play.deadlines import alarms, outages
from games.play.lobby import invitations, tables, tutorial
from games.statistics import tallies
from games.tournaments.director import director
from games.tournaments.mail import outbox
from games.tournaments.results import hidden_results, player_ratings


@shared_task(name="games.tasks.play_bot_moves")
def play_bot_moves(game_id: int) -> int:
    """Let the bots of this game make their moves."""
    return bot_moves.play_bot_moves(game_id)


@shared_task(name="games.tasks.sweep_bot_moves")
def sweep_bot_moves() -> int:
    """Find the games in which a bot is to move and no task was triggered, or it was lost."""
    return bot_moves.trigger_stalled_bots()


@shared_task(name="games.tasks.send_invitations")
def send_invitations() -> int:
    """Send the invitations that are due."""
    return invitation_outbox.send_due_invitations()


@shared_task(name="games.tasks.send_game_notices")
def send_game_notices() -> int:
    """Send the notices about games that are due."""
    outages.record_mail_heartbeat(server_time.now())
    return game_outbox.send_due_notices()


@shared_task(name="games.tasks.send_tournament_notices")
def send_tournament_notices() -> int:
    """Send the notices about tournaments that are due."""
    return outbox.send_due_notices()


@shared_task(name="games.tasks.direct_tournaments")
def direct_tournaments(tournament_id: int | None = None) -> int:
    """Advance one tournament after something has happened in it, or all that are not over.

    This covers check-ins, pairings, tables that may start, results, rounds and stages.
    """
    return (
        director.direct_all_tournaments()
        if tournament_id is None
        else director.direct_tournament(tournament_id)
    )


@shared_task(name="games.tasks.rate_games")
def rate_games() -> int:
    """Update the ratings with games that have ended."""
    return player_ratings.rate_due_games()


@shared_task(name="games.tasks.count_games")
def count_games() -> int:
    """Update the statistics with games that have ended."""
    return tallies.count_due_games(hidden_results.HIDDEN_GAMES)


@shared_task(name="games.tasks.handle_due_alarms")
def handle_due_alarms() -> int:
    """Handle due alarms: send reminders, and decide for players whose time is over."""
    return alarms.handle_due_alarms()


@shared_task(name="games.tasks.expire_tables")
def expire_tables() -> int:
    """Close tables that were not filled in time."""
    return tables.expire_due_tables(server_time.now())


@shared_task(name="games.tasks.delete_old_visitors")
def delete_old_visitors() -> int:
    """Delete visitors who tried a game long ago and have not signed up."""
    return tutorial.delete_old_visitors(server_time.now())


@shared_task(name="games.tasks.delete_old_invitations")
def delete_old_invitations() -> int:
    """Delete the invitations to games that ended long ago, with the addresses in them."""
    return invitations.delete_old_invitations(server_time.now())


@shared_task(name="games.tasks.delete_old_sessions")
def delete_old_sessions() -> int:
    """Delete the sessions that are over."""
    return sessions.delete_old_sessions(server_time.now())


@shared_task(name="games.tasks.end_expired_pauses")
def end_expired_pauses() -> int:
    """Resume games whose pause has lasted as long as a pause may."""
    return votes.end_due_pauses()


@shared_task(name="games.tasks.process_incoming_mail")
def process_incoming_mail() -> int:
    """Process the emails that have come in, and answer them."""
    return processor.process_due_mail()


@shared_task(name="games.tasks.delete_old_mail")
def delete_old_mail() -> int:
    """Delete the emails that were processed long ago."""
    return processor.delete_old_mail(server_time.now())
