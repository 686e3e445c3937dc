"""What happens beside the requests. A task takes ids, opens the door, and can be run twice."""

from celery import shared_task
from django.utils import timezone

from games.mail import incoming, invitations, outbox
from games.play import bot_moves, lobby, time_outs


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
    return outbox.send_due()


@shared_task(name="games.tasks.ring")
def ring() -> int:
    """Remind those whose time is running out, and decide for those whose time is over."""
    return time_outs.ring()


@shared_task(name="games.tasks.expire_tables")
def expire_tables() -> int:
    """Clear away the tables that nobody has filled in time."""
    return lobby.expire_due(timezone.now())


@shared_task(name="games.tasks.read_post")
def read_post() -> int:
    """Read, obey and answer the letters that have come in."""
    return incoming.read_due()


@shared_task(name="games.tasks.forget_post")
def forget_post() -> int:
    """Throw away the text of letters that were read long ago."""
    return incoming.forget_old(timezone.now())
