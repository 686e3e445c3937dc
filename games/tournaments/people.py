"""What events keep about a person: told on request, renamed when the account is closed."""

from typing import Any

import msgspec
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.closing import neutral_handle
from accounts.models import User
from games.models.game import new_key, new_post_key
from games.play.people import whole_word
from games.tournaments import helping, places
from games.tournaments.book import DIRECTING, Book
from games.tournaments.models import (
    Ban,
    Block,
    Entrant,
    Entry,
    Letter,
    Qualifier,
    Rating,
    Role,
    Ticket,
    Tournament,
)

Phase = Tournament.State
OVER = (Phase.FINISHED, Phase.CANCELLED)


def export(user: User) -> dict[str, Any]:
    """Every entry with its wishes, every role, every dispute, every rating."""
    wishes = ("household", "cap", "heats")
    fields = ("tournament__slug", "number", "name", "state", "queued_at", *wishes, "place", "is_punctual")
    return {
        "entries": list(Entrant.objects.filter(user=user).values(*fields)),
        "avoids": list(_blocks(user).values("entrant__tournament__slug", "other__name")),
        "bans": list(Ban.objects.filter(user=user).values("organizer__handle", "until", "reason", "at")),
        "seats": list(_seats(user).values("stage__tournament__slug", "stage__number", "seats")),
        "roles": list(Role.objects.filter(user=user).values("tournament__slug", "kind")),
        "disputes": list(
            _tickets(user).values("tournament__slug", "number", "text", "answer", "appeal", "at")
        ),
        "ratings": list(Rating.objects.filter(user=user).values("ruleset", "mu", "sigma", "games")),
    }


def _blocks(user: User) -> QuerySet[Block]:
    return Block.objects.filter(entrant__user=user)


def _seats(user: User) -> QuerySet[Qualifier]:
    return Qualifier.objects.filter(entrant__user=user).exclude(seats="")


def _tickets(user: User) -> QuerySet[Ticket]:
    return Ticket.objects.filter(claimant__user=user)


def warn(user: User) -> list[str]:
    """What becomes of the events of somebody who closes the account."""
    return [*_about_entries(user), *_about_owning(user)]


def _about_owning(user: User) -> list[str]:
    """Where nobody else could do what an owner does."""
    owned = Tournament.objects.filter(roles__user=user, roles__kind=Role.Kind.OWNER).exclude(state__in=OVER)
    others = Role.objects.filter(tournament=OuterRef("pk"), kind__in=DIRECTING).exclude(user=user)
    alone = owned.exclude(state=Phase.DRAFT).filter(~Exists(others)).count()
    words = ngettext(
        "You run %(n)d tournament alone: please hand it over first, or nobody can decide anything there.",
        "You run %(n)d tournaments alone: please hand them over first, or nobody can decide anything there.",
        alone,
    )
    return [words % {"n": alone}] if alone else []


def _about_entries(user: User) -> list[str]:
    playing = [one for one in _entries(user) if not one.is_out and not one.tournament.is_over]
    if not playing:
        return []
    words = ngettext(
        "You take part in %(n)d tournament: you will be withdrawn from it.",
        "You take part in %(n)d tournaments: you will be withdrawn from them.",
        len(playing),
    )
    return [words % {"n": len(playing)}, _("What you have played there stands, under a neutral name.")]


def close(user: User) -> None:
    """Withdraw from what goes on, take the name out of all events, and hand on what the person has run.

    Event by event in the order of their numbers, so that two who close at once do not wait for each other."""
    Letter.objects.filter(user=user).delete()
    entries = {one.tournament_id: one for one in _entries(user)}
    owned = {one.tournament_id: one for one in Role.objects.filter(user=user, kind=Role.Kind.OWNER)}
    for tournament_id in sorted({*entries, *owned}):
        book = Book(tournament_id, user)
        if tournament_id in entries:
            _leave(book, entries[tournament_id], user)
        if tournament_id in owned:
            helping.hand_on(book, owned[tournament_id])
    Role.objects.filter(user=user).exclude(kind=Role.Kind.OWNER).delete()
    Rating.objects.filter(user=user).delete()


def _leave(book: Book, entrant: Entrant, user: User) -> None:
    entrant.refresh_from_db()
    if not entrant.is_out and not book.tournament.is_over:
        places.vacate(book, entrant, "closed")
    _forget(book, entrant, neutral_handle(user))


def _entries(user: User) -> list[Entrant]:
    found = Entrant.objects.filter(user=user).select_related("tournament")
    return list(found.order_by("tournament_id"))


def _forget(book: Book, entrant: Entrant, name: str) -> None:
    """The ledger is never changed but for this: nobody can be read out of it who does not want to be."""
    for entry in book.tournament.entries.filter(data__contains=f'"entrant":{entrant.number},'):
        _rename(entry, entrant.number, name)
    for ruling in book.tournament.rulings.filter(reason__contains=entrant.name):
        ruling.reason = whole_word(entrant.name).sub(name, ruling.reason)
        ruling.save(update_fields=["reason"])
    entrant.name, entrant.household = name, ""
    entrant.key, entrant.post_key = new_key(), new_post_key()
    entrant.save(update_fields=["name", "household", "key", "post_key"])
    entrant.blocks.all().delete()
    entrant.tickets.update(text="", appeal="")


def _rename(entry: Entry, number: int, name: str) -> None:
    data = msgspec.json.decode(entry.data)
    if data.get("entrant") == number and "name" in data:
        entry.data = msgspec.json.encode({**data, "name": name}).decode()
        entry.save(update_fields=["data"])
