"""Personal data in tournaments: exported on request, anonymised when an account is closed."""

from collections.abc import Collection
from typing import Any

import msgspec
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.close_account import build_neutral_handle
from accounts.models import User
from games.models.game import generate_key, generate_reply_key
from games.play.personal_data import compile_whole_word
from games.tournaments.entries import waiting_list
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import (
    Avoidance,
    Ban,
    Dispute,
    Entrant,
    LedgerEntry,
    Qualifier,
    Rating,
    Role,
    Tournament,
    TournamentNotice,
)
from games.tournaments.staff import roles
from games.tournaments.staff.permissions import DIRECTOR_ROLES

Phase = Tournament.State
FINAL_STATES = (Phase.FINISHED, Phase.CANCELLED)


def export_user_data(user: User) -> dict[str, Any]:
    """Export a user's entries with their preferences, roles, disputes, bans and ratings."""
    preferences = ("household", "cap", "heats", "sits_out_on_leave")
    fields = (
        "tournament__slug",
        "number",
        "name",
        "state",
        "queued_at",
        *preferences,
        "place",
        "is_punctual",
    )
    return {
        "entries": list(Entrant.objects.filter(user=user).values(*fields)),
        "avoids": list(_find_avoidances(user).values("entrant__tournament__slug", "other__name")),
        "bans": list(Ban.objects.filter(user=user).values("organizer__handle", "until", "reason", "at")),
        "seats": list(
            _find_seat_preferences(user).values("stage__tournament__slug", "stage__number", "seats")
        ),
        "roles": list(Role.objects.filter(user=user).values("tournament__slug", "kind")),
        "disputes": list(
            _find_disputes(user).values("tournament__slug", "number", "text", "answer", "appeal", "at")
        ),
        "ratings": list(Rating.objects.filter(user=user).values("ruleset", "mu", "sigma", "games")),
    }


def _find_avoidances(user: User) -> QuerySet[Avoidance]:
    return Avoidance.objects.filter(entrant__user=user)


def _find_seat_preferences(user: User) -> QuerySet[Qualifier]:
    return Qualifier.objects.filter(entrant__user=user).exclude(seats="")


def _find_disputes(user: User) -> QuerySet[Dispute]:
    return Dispute.objects.filter(claimant__user=user)


def list_closing_warnings(user: User) -> list[str]:
    """Warn a user who is about to close the account of what happens in their tournaments."""
    return [*_warn_about_entries(user), *_warn_about_ownership(user)]


def _warn_about_ownership(user: User) -> list[str]:
    """Warn about tournaments that would be left without anybody who can run them."""
    owned = Tournament.objects.filter(roles__user=user, roles__kind=Role.Kind.OWNER).exclude(
        state__in=FINAL_STATES
    )
    others = Role.objects.filter(tournament=OuterRef("pk"), kind__in=DIRECTOR_ROLES).exclude(user=user)
    alone = owned.exclude(state=Phase.DRAFT).filter(~Exists(others)).count()
    text = ngettext(
        "You alone run %(n)d tournament: please hand it over first, or nobody can decide anything there.",
        "You alone run %(n)d tournaments: please hand them over first, or nobody can decide anything there.",
        alone,
    )
    return [text % {"n": alone}] if alone else []


def _warn_about_entries(user: User) -> list[str]:
    playing = [one for one in _list_entrants(user) if not one.is_out and not one.tournament.is_over]
    if not playing:
        return []
    text = ngettext(
        "You are in %(n)d tournament: you will be withdrawn from it.",
        "You are in %(n)d tournaments: you will be withdrawn from them.",
        len(playing),
    )
    return [text % {"n": len(playing)}, _("What you have played there stands, under a neutral name.")]


def close_account(user: User) -> None:
    """Withdraw the user from running tournaments, remove their name from all, and pass on those they own.

    Tournaments are locked in the order of their ids, so that two users closing at once cannot deadlock.
    """
    TournamentNotice.objects.filter(user=user).delete()
    entries = {one.tournament_id: one for one in _list_entrants(user)}
    owned = {one.tournament_id: one for one in Role.objects.filter(user=user, kind=Role.Kind.OWNER)}
    for tournament_id in sorted({*entries, *owned}):
        transaction = TournamentTransaction(tournament_id, user)
        if tournament_id in entries:
            _withdraw_and_anonymise(transaction, entries[tournament_id], user)
        if tournament_id in owned:
            roles.pass_on_ownership(transaction, owned[tournament_id])
    Role.objects.filter(user=user).exclude(kind=Role.Kind.OWNER).delete()
    Rating.objects.filter(user=user).delete()


def revoke_links(user: User, _addresses: Collection[str]) -> None:
    """Void the links and reply addresses of all entries of this person."""
    for pk in Entrant.objects.filter(user=user).order_by("pk").values_list("pk", flat=True):
        Entrant.objects.filter(pk=pk).update(key=generate_key(), reply_key=generate_reply_key())


def _withdraw_and_anonymise(transaction: TournamentTransaction, entrant: Entrant, user: User) -> None:
    entrant.refresh_from_db()
    if not entrant.is_out and not transaction.tournament.is_over:
        waiting_list.vacate_place(transaction, entrant, "closed")
    _anonymise_entrant(transaction, entrant, build_neutral_handle(user))


def _list_entrants(user: User) -> list[Entrant]:
    found = Entrant.objects.filter(user=user).select_related("tournament")
    return list(found.order_by("tournament_id"))


def _anonymise_entrant(transaction: TournamentTransaction, entrant: Entrant, name: str) -> None:
    """Replace the entrant's name in the ledger and in rulings, and delete private data.

    This is the only change ever made to existing ledger entries.
    """
    for entry in transaction.tournament.ledger_entries.filter(data__contains=f'"entrant":{entrant.number},'):
        _rename_in_entry(entry, entrant.number, name)
    for ruling in transaction.tournament.rulings.filter(reason__contains=entrant.name):
        ruling.reason = compile_whole_word(entrant.name).sub(name, ruling.reason)
        ruling.save(update_fields=["reason"])
    entrant.name, entrant.household = name, ""
    entrant.key, entrant.reply_key = generate_key(), generate_reply_key()
    entrant.save(update_fields=["name", "household", "key", "reply_key"])
    entrant.avoidances.all().delete()
    entrant.disputes.update(text="", appeal="")


def _rename_in_entry(entry: LedgerEntry, number: int, name: str) -> None:
    data = msgspec.json.decode(entry.data)
    if data.get("entrant") == number and "name" in data:
        entry.data = msgspec.json.encode({**data, "name": name}).decode()
        entry.save(update_fields=["data"])
