"""All that an entrant does before and around play: enter, wait, take a place, check in, withdraw.

Each of these is one transaction with the book of the event, and the same click twice is the same as once.
"""

from datetime import datetime
from typing import Any, Literal

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.play import arranging
from games.play.errors import DoorError, NotNow, NotPossible, NotYours, Stale
from games.play.lobby import BOT
from games.play.wording import tidy
from games.tournaments import drawing, eligible, impartial, ledger, places, wishes
from games.tournaments.book import DIRECTING, Book, open_book, role_of
from games.tournaments.eligible import eligibility
from games.tournaments.models import Entrant, Letter, Stage, Tournament
from games.tournaments.places import begin_check_in, close_check_in, promote
from games.tournaments.questions import my_entries
from games.tournaments.ruling import changes_who_goes_on
from games.tournaments.seeding import seed_by_hand, seeds
from games.tournaments.wishes import block, change_wishes, unblock

__all__ = [
    "add_bots",
    "approve",
    "begin_check_in",
    "block",
    "change_wishes",
    "check_in",
    "close_check_in",
    "decline_place",
    "eligibility",
    "enter",
    "join",
    "late_stage",
    "my_entries",
    "promote",
    "prospect",
    "refuse",
    "seed_by_hand",
    "seeds",
    "take_place",
    "unblock",
    "withdraw",
]

LATE_FORMATS = ("swiss", "ladder")  # the others are drawn in one go
BY_THEMSELVES, BY_ORGANIZER = "own", "organizer"  # who has taken somebody out

State = Entrant.State
Phase = Tournament.State
Kind = Letter.Kind

MAKES_ROOM = Q(state__in=[State.ENTERED, State.CHECKED]) & ~Q(bot="")  # for people who enter


class NotEligible(NotPossible):
    """The reasons, one by one, for a page; together, for a letter."""

    def __init__(self, reasons: list[str]) -> None:
        self.reasons = reasons
        super().__init__(" ".join(reasons))


# --- entering


@transaction.atomic
def enter(
    tournament_id: int,
    user: Any,
    *,
    household: str = "",
    cap: int | None = None,
    heats: int | None = None,
    join_key: str = "",
    now: datetime | None = None,
) -> Entrant:
    """Take a place, or one on the waiting list. Whoever is in it already stays where they are."""
    fields = wishes.checked(household=household, cap=cap, heats=heats)
    book = Book(tournament_id, user, now)
    mine = book.tournament.entrants.filter(user=user).first()
    if mine is not None and not mine.is_out:
        return mine
    stage = _must_be_open(book)
    _must_be_welcome(book, user, mine, join_key)
    entrant = _row(book, user, mine, fields)
    if book.tournament.plan.approval:
        _tell_waiting(book, entrant, State.PENDING)
    else:
        _take_in(book, entrant, stage, is_here=True)
    return entrant


def _must_be_open(book: Book) -> Stage | None:
    """May anybody enter now? If it runs already, the stage that they would come into."""
    if book.tournament.is_open:
        return None
    if book.tournament.state != Phase.RUNNING:
        raise NotNow(_("Nobody can enter this tournament at the moment."))
    stage = late_stage(book.tournament)
    if stage is None:
        raise NotNow(_("It is too late to enter: the tournament runs."))
    if places.free(book) <= 0:
        raise NotPossible(_("All places are taken."))
    return stage


def late_stage(tournament: Tournament) -> Stage | None:
    """The stage into which somebody may still come: the first one, until half of its rounds have begun."""
    stage = tournament.stages.order_by("number").first()
    if not tournament.plan.late_entry or stage is None or stage.state != Stage.State.RUNNING:
        return None
    if stage.plan.format not in LATE_FORMATS:
        return None
    return stage if stage.plan.format == "ladder" or _is_early(tournament, stage) else None


def _is_early(tournament: Tournament, stage: Stage) -> bool:
    """From the entries that tell it, for pages ask, too; as long as the first stage runs, all are of it."""
    entries = tournament.entries.filter(kind__in=("stage", "joined", "drawn")).values_list("kind", "data")
    told = [(kind, msgspec.json.decode(data)) for kind, data in entries]
    field = {one for kind, data in told if kind == "stage" for one in data["field"]}
    field |= {data["entrant"] for kind, data in told if kind == "joined"}
    drawn = {data["round"] for kind, data in told if kind == "drawn"}
    return 2 * len(drawn) <= drawing.rounds_of(stage.plan, len(field))


def _must_be_welcome(book: Book, user: Any, mine: Entrant | None, join_key: str) -> None:
    if mine is None and not eligible.is_invited(book.tournament, join_key):
        raise NotYours(
            _("This tournament is for those who were invited. Please use the link of the invitation.")
        )
    if mine is not None and _was_refused(book, mine):
        raise NotPossible(_("The organizers have not accepted your entry. Only they can change that."))
    if reasons := eligibility(book.tournament, user):
        raise NotEligible(reasons)


def _was_refused(book: Book, entrant: Entrant) -> bool:
    """Have the organizers had the last word about them?"""
    kinds = ["refused", "withdrew", "unlisted", "entered", "waiting", "pending"]
    about = book.tournament.entries.filter(kind__in=kinds, data__contains=f'"entrant":{entrant.number},')
    last = about.order_by("-number").first()
    return last is not None and (last.kind == "refused" or f'"why":"{BY_ORGANIZER}"' in last.data)


def _row(book: Book, user: Any, mine: Entrant | None, fields: dict[str, Any]) -> Entrant:
    """Somebody who comes again has the same number, and comes to the end of the queue."""
    if mine is None:
        return Entrant.objects.create(
            tournament=book.tournament,
            number=book.next_number(book.tournament.entrants),
            user=user,
            name=_free_name(book, user.handle),
            state=State.WITHDRAWN,  # until a moment later
            queued_at=book.now,
            **fields,
        )
    for name, value in (fields | {"queued_at": book.now, "is_silent": False}).items():
        setattr(mine, name, value)
    mine.save()
    return mine


def _free_name(book: Book, handle: str) -> str:
    """The handle; somebody else may have had it when they entered."""
    taken = {name.lower() for name in book.tournament.entrants.values_list("name", flat=True)}
    name, number = handle, 2
    while name.lower() in taken:
        name, number = f"{handle}-{number}", number + 1
    return name


def _take_in(book: Book, entrant: Entrant, stage: Stage | None, *, is_here: bool) -> None:
    """A place if there is one. Who enters while others check in has just said that they will play."""
    if stage is not None:
        join(book, entrant, stage)
    elif places.free(book) <= 0 and not _bot_makes_room(book):
        _tell_waiting(book, entrant, State.WAITING)
    elif book.tournament.state == Phase.CHECK_IN and not is_here:
        places.move_up(book, entrant)
    else:
        _admit(book, entrant)


def _admit(book: Book, entrant: Entrant) -> None:
    entry = places.admit(book, entrant)
    if book.tournament.state == Phase.CHECK_IN:
        places.check(book, entrant)
    book.tell(Kind.ENTERED, [entrant], entry)


def _tell_waiting(book: Book, entrant: Entrant, state: str) -> None:
    entry = places.put_off(book, entrant, state)
    book.tell(Kind.WAITING, [entrant], entry)


def _bot_makes_room(book: Book) -> bool:
    bots = list(book.tournament.entrants.filter(MAKES_ROOM))
    if bots:
        places.vacate(book, bots[-1], "room")
    return bool(bots)


Prospect = Literal["place", "place of a bot", "looked at", "waiting", "none"]


def prospect(tournament: Tournament, *, taken: int, bots: int) -> Prospect:
    """What entering would bring somebody now, as far as places go; of them so many are taken, or bots'."""
    is_full = taken >= tournament.plan.most
    if is_full and not tournament.is_open:
        return "none"
    if tournament.plan.approval:
        return "looked at"
    if not is_full:
        return "place"
    return "place of a bot" if bots else "waiting"


def join(book: Book, entrant: Entrant, stage: Stage) -> None:
    """Into a stage that runs: from its next draw on."""
    entry = places.admit(book, entrant, stage=stage.number)
    book.write("joined", entrant=entrant.number, stage=stage.number)
    places.change(entrant, State.ACTIVE)
    book.write("active", entrant=entrant.number)
    book.tell(Kind.ENTERED, [entrant], entry)
    _stands_in_no_more(book, entrant)


def _stands_in_no_more(book: Book, entrant: Entrant) -> None:
    """Whoever plays in the event stands in at none of its tables, though they may have been asked before."""
    games = book.tournament.tables.exclude(game=None).values_list("game_id", flat=True)
    if entrant.user_id is not None:
        arranging.no_longer_welcome(entrant.user_id, games)


# --- the organizer takes people in


@transaction.atomic
def approve(tournament_id: int, organizer: Any, entrant_id: int, now: datetime | None = None) -> Entrant:
    """Take somebody in who has asked for it, or was refused before. Twice is the same as once."""
    book = open_book(tournament_id, organizer, DIRECTING, now)
    entrant = _entrant(book, entrant_id)
    if entrant.state == State.PENDING or (entrant.state == State.WITHDRAWN and _was_refused(book, entrant)):
        _take_in(book, entrant, _must_be_open(book), is_here=False)
    return entrant


@transaction.atomic
def refuse(
    tournament_id: int, organizer: Any, entrant_id: int, reason: str = "", now: datetime | None = None
) -> Entrant:
    """Do not take somebody in. The reason is for them alone, and so not in the ledger."""
    book = open_book(tournament_id, organizer, DIRECTING, now)
    entrant = _entrant(book, entrant_id)
    if entrant.state in (State.PENDING, State.WAITING, State.OFFERED):
        places.change(entrant, State.WITHDRAWN)
        entry = book.write("refused", entrant=entrant.number, name=entrant.name)
        book.tell(Kind.REFUSED, [entrant], entry, reasons=[words] if (words := tidy(reason)) else [])
        places.fill(book)
    elif not entrant.is_out:
        raise NotNow(_("They are in already. You can take them out of the tournament."))
    return entrant


@transaction.atomic
def add_bots(tournament_id: int, organizer: Any, upto: int, now: datetime | None = None) -> int:
    """Bots until so many places are taken; whoever enters later has the place of one. Returns how many."""
    book = open_book(tournament_id, organizer, DIRECTING, now)
    book.must_be(Phase.OPEN, Phase.CHECK_IN)
    most = book.tournament.plan.most
    wanted = min(upto, most) - (most - places.free(book))
    for _number in range(wanted):
        number = book.next_number(book.tournament.entrants)
        entrant = Entrant.objects.create(
            tournament=book.tournament, number=number, bot=BOT, name=f"Bot-{number}", queued_at=book.now
        )
        places.admit(book, entrant)
        places.check(book, entrant)
    return max(wanted, 0)


# --- a place that became free


@transaction.atomic
def take_place(entrant_id: int, by: Any, now: datetime | None = None) -> Entrant:
    """Say yes to a place that is offered."""
    book, entrant = _own(entrant_id, by, now)
    if entrant.is_in:
        return entrant
    if entrant.state != State.OFFERED or not _is_kept(book, entrant):
        raise Stale(_("This place is not kept for you any more."))
    places.admit(book, entrant, moved_up=True)
    return entrant


def _is_kept(book: Book, entrant: Entrant) -> bool:
    return entrant.offered_until is None or entrant.offered_until > book.now


@transaction.atomic
def decline_place(entrant_id: int, by: Any, now: datetime | None = None) -> Entrant:
    """Say no to it, whether it was offered or theirs at once.

    A letter that asked is soon old: a no to it must not take somebody out of an event that has begun."""
    book, entrant = _own(entrant_id, by, now)
    if not entrant.is_out and not (entrant.has_place and book.tournament.is_open):
        raise Stale(_("You are not asked this any more, so nothing has changed. To leave, please withdraw."))
    return withdraw(entrant_id, by, now)


# --- checking in


@transaction.atomic
def check_in(entrant_id: int, by: Any, now: datetime | None = None) -> Entrant:
    """Say that one will play."""
    book, entrant = _own(entrant_id, by, now)
    if entrant.state in (State.CHECKED, State.ACTIVE):
        return entrant
    if trouble := _no_check_in(book, entrant):
        raise trouble
    if entrant.state == State.OFFERED:
        places.admit(book, entrant, moved_up=True)
    places.check(book, entrant)
    return entrant


def _no_check_in(book: Book, entrant: Entrant) -> DoorError | None:
    """Why this entrant cannot check in now."""
    if entrant.is_out:
        return Stale(_("You do not take part any more, so there is nothing to check in for."))
    if entrant.state in (State.WAITING, State.PENDING):
        return NotNow(_("You do not have a place yet. You are asked if one becomes free."))
    if book.tournament.state != Phase.CHECK_IN:
        return NotNow(_("Nobody has to check in at the moment."))
    return None if _is_kept(book, entrant) else Stale(_("The time to check in is over."))


# --- withdrawing


@transaction.atomic
def withdraw(entrant_id: int, by: Any, now: datetime | None = None) -> Entrant:
    """Leave: by oneself, or by those who run the event. Games that run are the director's to look after."""
    book, entrant = _own(entrant_id, by, now, or_directing=True)
    if entrant.state == State.WITHDRAWN:
        return entrant
    if entrant.state == State.DISQUALIFIED or book.tournament.is_over:
        raise NotNow(_("There is nothing to withdraw from any more."))
    why = BY_THEMSELVES if entrant.user_id == by.pk else BY_ORGANIZER
    if why == BY_ORGANIZER and book.tournament.has_begun:
        _must_be_fair(book, entrant)
    entry = places.vacate(book, entrant, why)
    if why == BY_ORGANIZER:
        book.tell(Kind.OUT, [entrant], entry, why=why)
    if not book.tournament.has_begun:
        places.fill(book)
    return entrant


def _must_be_fair(book: Book, entrant: Entrant) -> None:
    """Once people play, to take one out is like a ruling: not where one sits oneself, and not by one alone if
    somebody else goes on because of it."""
    tables = book.tournament.tables.filter(sittings__entrant=entrant)
    impartial.must_not_be_party(book.by, tables=tables)
    if not entrant.is_in:  # the ledger does not know whoever waits
        return
    without = ledger.foretold(book.story, ledger.Entry("withdrew", {"entrant": entrant.number}))
    if changes_who_goes_on(book.story, without):
        raise NotPossible(_("Somebody else would go on because of it: please let the referees rule on it."))


# --- whose it is


def _own(
    entrant_id: int, by: Any, now: datetime | None, *, or_directing: bool = False
) -> tuple[Book, Entrant]:
    """The book and the entrant, for the person or, where that is allowed, for those who run the event."""
    found = Entrant.objects.filter(pk=entrant_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise NotYours(_("This is somebody else's place."))
    book = Book(found, by, now)
    entrant = _entrant(book, entrant_id)
    is_own = entrant.user_id is not None and entrant.user_id == by.pk
    if not is_own and not (or_directing and role_of(book.tournament, by) in DIRECTING):
        raise NotYours(_("This is somebody else's place."))
    return book, entrant


def _entrant(book: Book, entrant_id: int) -> Entrant:
    found = book.tournament.entrants.select_related("user").filter(pk=entrant_id).first()
    if found is None:
        raise NotPossible(_("There is no such entrant."))
    return found
