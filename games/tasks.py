"""What happens beside the requests. A task takes ids, opens the door, and can be run twice."""

from celery import shared_task
from django.utils import timezone

from games.mail import incoming, invitations, outbox
from games.play import bot_moves, lessons, lobby, outages, tallies, time_outs, times, votes
from games.tournaments import directing, rating, veiling
from games.tournaments import outbox as event_letters


@shared_task(name="games.tasks.bots_move")
def bots_move(game_id: int) -> int:
    """Let the bots of this table make their moves."""
    return bot_moves.play_on(game_id)


@shared_task(name="games.tasks.sweep_bots")
def sweep_bots() -> int:
    """Find the tables where a bot is asked and no bell was heard."""
    return bot_moves.sweep()


@shared_task(name="games.tasks.post_invitations")
def post_invitations() -> int:
    """Post the letters of invitation that have not left yet."""
    return invitations.post_due()


@shared_task(name="games.tasks.send_notices")
def send_notices() -> int:
    """Write and send the letters that are due."""
    outages.letters_beat(times.now())
    return outbox.send_due()


@shared_task(name="games.tasks.send_event_letters")
def send_event_letters() -> int:
    """Write and send the letters about tournaments that are due."""
    return event_letters.send_due()


@shared_task(name="games.tasks.direct")
def direct(tournament_id: int | None = None) -> int:
    """Look after a tournament to which something has happened, or after all that are not over: check-ins,
    draws, tables that may begin, results, rounds, stages."""
    return directing.direct_all() if tournament_id is None else directing.direct_one(tournament_id)


@shared_task(name="games.tasks.rate_games")
def rate_games() -> int:
    """Reckon with the games that have ended, for the ratings."""
    return rating.rate_due()


@shared_task(name="games.tasks.count_games")
def count_games() -> int:
    """Take the games that have ended into the statistics."""
    return tallies.count_due(veiling.SECRET)


@shared_task(name="games.tasks.ring")
def ring() -> int:
    """Remind those whose time is running out, and decide for those whose time is over."""
    return time_outs.ring()


@shared_task(name="games.tasks.expire_tables")
def expire_tables() -> int:
    """Clear away the tables that nobody has filled in time."""
    return lobby.expire_due(timezone.now())


@shared_task(name="games.tasks.forget_visitors")
def forget_visitors() -> int:
    """Clear away those who have tried a game long ago and have not signed up."""
    return lessons.forget_visitors(timezone.now())


@shared_task(name="games.tasks.end_pauses")
def end_pauses() -> int:
    """Let the games go on whose pause has lasted as long as one may."""
    return votes.end_pauses()


@shared_task(name="games.tasks.read_post")
def read_post() -> int:
    """Read, obey and answer the letters that have come in."""
    return incoming.read_due()


@shared_task(name="games.tasks.forget_post")
def forget_post() -> int:
    """Throw away the text of letters that were read long ago."""
    return incoming.forget_old(timezone.now())
