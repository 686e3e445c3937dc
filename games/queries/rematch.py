"""What the end of a game offers its players: to play again, or to join those who already do."""

from typing import NamedTuple

from games.models import Game, Invitation, Seat
from games.play.lobby import rematches
from games.queries.game_view import GameView


class RematchOffer(NamedTuple):
    """What a player of a finished game may do: open the table of a rematch, join it, or go there."""

    table: Game | None  # of the rematch; None: nobody has asked for one yet
    is_solo: bool  # everybody else was a bot: the new game starts at once
    has_seat: bool = False
    may_join: bool = True

    @property
    def host(self) -> str:
        return self.table.creator.name if self.table and self.table.creator else ""


def find_rematch_offer(view: GameView) -> RematchOffer | None:
    """Return what the end of the game offers its reader; None for spectators, and before the end."""
    seat = view.seat
    if seat is None or seat.user_id is None or not rematches.can_be_played_again(view.game):
        return None
    table = None if view.game.is_tutorial else rematches.find_rematch(view.game)
    if table is None:
        return RematchOffer(None, is_solo(view))
    return _describe_rematch(table, seat, is_solo(view))


def is_solo(view: GameView) -> bool:
    """Has the reader played against bots alone?"""
    return all(one.user_id is None for one in view.seats if one != view.seat)


def _describe_rematch(table: Game, seat: Seat, was_solo: bool) -> RematchOffer:
    has_seat = table.seats.filter(user=seat.user_id).exists()
    open_to = [Invitation.State.SENT, Invitation.State.DECLINED]
    is_invited = table.invitations.to_user(seat.user).filter(state__in=open_to).exists()
    may_join = not has_seat and table.state == Game.State.OPEN and is_invited
    return RematchOffer(table, was_solo, has_seat, may_join)
