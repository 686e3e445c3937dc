"""How the votes at a table stand."""

from collections.abc import Sequence
from datetime import timedelta

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat, Vote
from games.play.votes import Matter, compute_max_pause, count_votes_needed, has_vote, list_open_matters
from games.queries.game_view import GameView


class VoteStatus(msgspec.Struct, frozen=True):
    """The state of a vote, as everybody at the table may see it."""

    matter: str
    key: int  # id of the oldest vote on it, used by links in emails
    supporters: list[str]  # in favour
    opponents: list[str]
    needed: int
    own_vote: bool | None  # the reader's own vote
    may_vote: bool
    ends_after: timedelta | None = None  # a pause

    @property
    def name(self) -> str:
        return str(Matter(self.matter).label)

    @property
    def is_open(self) -> bool:
        return bool(self.supporters)

    @property
    def waits_for_me(self) -> bool:
        return self.is_open and self.may_vote and self.own_vote is None

    @property
    def is_alone(self) -> bool:
        """Is the reader the only person at the table, so that there is nobody to vote with?"""
        return self.needed == 1

    @property
    def is_decisive(self) -> bool:
        """Would the reader's vote in favour carry it out at once?

        So would their vote that is there already, once nobody else is needed because somebody has left."""
        with_own = len(self.supporters) + (not self.own_vote)
        return self.may_vote and with_own >= self.needed

    @property
    def may_vote_for(self) -> bool:
        """Does the reader's vote in favour change anything?"""
        return self.may_vote and (not self.own_vote or self.is_decisive)

    @property
    def label_for(self) -> str:
        """What a button says that votes in favour: what it does at once, or else that it is a vote."""
        return (DECISION_LABELS if self.is_decisive else VOTE_LABELS)[Matter(self.matter)]()

    @property
    def label_against(self) -> str:
        return OBJECTION_LABELS[Matter(self.matter)]()

    @property
    def sentence(self) -> str:
        """Who proposes what, and how many votes there are and are needed."""
        proposal = PROPOSAL_SENTENCES[Matter(self.matter)]() % {"names": ", ".join(self.supporters)}
        count = ngettext("%(n)d vote needed", "%(n)d votes needed", self.needed) % {"n": self.needed}
        so_far = _("%(takes)s, %(votes)d so far.") % {"takes": count, "votes": len(self.supporters)}
        against = _("Against: %(names)s.") % {"names": ", ".join(self.opponents)} if self.opponents else ""
        return " ".join(filter(None, [proposal, so_far, against, self.limit]))

    @property
    def limit(self) -> str:
        """When a pause would end by itself; empty for other votes."""
        if self.ends_after is None:
            return ""
        text = ngettext(
            "A pause ends automatically after %(n)d day, or when the players vote to resume.",
            "A pause ends automatically after %(n)d days, or when the players vote to resume.",
            self.ends_after.days,
        )
        return text % {"n": self.ends_after.days}


PROPOSAL_SENTENCES = {
    Matter.PAUSE: lambda: _("%(names)s: pause the game?"),
    Matter.RESUME: lambda: _("%(names)s: resume the game?"),
    Matter.ABANDON: lambda: _("%(names)s: abandon the game?"),
}
DECISION_LABELS = {
    Matter.PAUSE: lambda: _("Pause the game"),
    Matter.RESUME: lambda: _("Resume the game"),
    Matter.ABANDON: lambda: _("Abandon this game"),
}
VOTE_LABELS = {
    Matter.PAUSE: lambda: _("Vote for a pause"),
    Matter.RESUME: lambda: _("Vote to resume"),
    Matter.ABANDON: lambda: _("Vote to abandon"),
}
OBJECTION_LABELS = {
    Matter.PAUSE: lambda: _("Vote against the pause"),
    Matter.RESUME: lambda: _("Vote against resuming"),
    Matter.ABANDON: lambda: _("Vote against abandoning"),
}


def list_vote_statuses(view: GameView) -> list[VoteStatus]:
    """List what can be voted on, with votes for and against and the number needed."""
    if view.game.has_fixed_pace or not (matters := list_open_matters(view.game.state)):
        return []
    people = [seat for seat in view.seats if has_vote(seat)]
    cast = list(Vote.objects.filter(game=view.game, seat__in=people).order_by("pk"))
    return [
        _build_vote_status(view, matter, people, [one for one in cast if one.matter == matter])
        for matter in matters
    ]


def find_vote_status(view: GameView, matter: str) -> VoteStatus | None:
    """Find how the vote on this matter stands; None if it cannot be voted on."""
    return next((one for one in list_vote_statuses(view) if one.matter == matter), None)


def _build_vote_status(
    view: GameView, matter: str, people: Sequence[Seat], cast: Sequence[Vote]
) -> VoteStatus:
    stands = {one.seat_id: one.is_for for one in cast}
    own = view.seat
    return VoteStatus(
        matter=matter,
        key=cast[0].pk if cast else 0,
        supporters=[seat.shown_name for seat in people if stands.get(seat.pk)],
        opponents=[seat.shown_name for seat in people if stands.get(seat.pk) is False],
        needed=count_votes_needed(len(people), matter),
        own_vote=stands.get(own.pk) if own else None,
        may_vote=own in people,
        ends_after=compute_max_pause(view.game.pace) if matter == Matter.PAUSE else None,
    )
