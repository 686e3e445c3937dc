"""What the players decide together: a pause, going on, abandoning the game."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, Move, Vote
from games.play.errors import NotNow
from games.play.origin import Origin
from games.play.store import SeatRow, show_pages
from games.play.table import Table

Matter = Vote.Matter


@transaction.atomic(durable=True)
def vote(game_id: int, seat: str, matter: str, origin: Origin) -> bool:
    """Be for it; the last vote that was missing carries it out. Is it decided now?"""
    table = Table(game_id, origin)
    chair = table.seat(seat)
    must_be_possible(table.game.state, matter)
    if not _is_person(chair):
        raise NotNow(_("A bot plays for you at the moment. Come back first."))
    Vote.objects.get_or_create(game_id=game_id, seat_id=chair.pk, matter=matter, defaults={"at": origin.now})
    if not _is_carried(table, matter):
        show_pages(game_id)
        return False
    carry_out(table, matter)
    return True


@transaction.atomic
def take_back(game_id: int, seat: str, matter: str, origin: Origin) -> None:
    """Not for it any more."""
    chair = Table(game_id, origin).seat(seat)
    Vote.objects.filter(game_id=game_id, seat_id=chair.pk, matter=matter).delete()
    show_pages(game_id)


def needed(people: int, matter: str) -> int:
    """More than half for a pause and for going on; a game is given up only by all."""
    return people if matter == Matter.ABANDON else people // 2 + 1


def possible(state: str) -> list[str]:
    """What can be voted on now."""
    if state == Game.State.RUNNING:
        return [Matter.PAUSE, Matter.ABANDON]
    return [Matter.RESUME, Matter.ABANDON] if state == Game.State.PAUSED else []


def must_be_possible(state: str, matter: str) -> None:
    if matter not in possible(state):
        raise NotNow(_("This cannot be voted on now."))


def _is_carried(table: Table, matter: str) -> bool:
    people = [row for row in table.game.seats.values() if _is_person(row)]
    ids = [row.pk for row in people]
    votes = Vote.objects.filter(game_id=table.game.id, matter=matter, seat_id__in=ids).count()
    return votes >= needed(len(people), matter)


def _is_person(row: SeatRow) -> bool:
    return row.user_id is not None and not row.bot


def carry_out(table: Table, matter: str) -> None:
    """Pause, go on, or give up."""
    if matter == Matter.PAUSE:
        table.game.state = Game.State.PAUSED
        table.stop_clocks()
    elif matter == Matter.RESUME:
        table.game.state = Game.State.RUNNING
        table.start_clocks()
    else:
        table.game.state = Game.State.ABANDONED
        table.close_decisions()
    table.enter(KINDS[Matter(matter)], matter)
    table.save()
    Vote.objects.filter(game_id=table.game.id).delete()


KINDS = {Matter.PAUSE: Move.Kind.PAUSE, Matter.RESUME: Move.Kind.RESUME, Matter.ABANDON: Move.Kind.ABANDON}
