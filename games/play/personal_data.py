"""Personal data in games: exported on request, anonymised when an account is closed."""

import re
from typing import Any

import msgspec
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.close_account import build_neutral_handle
from accounts.models import User
from games.models import (
    ChatMessage,
    Game,
    GameLogEntry,
    IncomingMail,
    Invitation,
    JoinLinkUse,
    MessageReport,
    Seat,
    StandInCandidate,
)
from games.play.lobby import tables
from games.play.seats import change_player
from games.play.transaction import sql
from games.play.transaction.origin import How, by_user


def export_player(user: User) -> dict[str, Any]:
    """Export everything the games store about a user: seats with moves, chat, invitations, mail, results."""
    return {
        "seats": [_export_seat(seat, user) for seat in _select_seats(user)],
        "talk": list(ChatMessage.objects.filter(by=user).values("game__key", "text", "at", "edited_at")),
        "invitations": _export_invitations(Invitation.objects.to_user(user)),
        "invited": _export_invitations(Invitation.objects.filter(invited_by=user)),
        "joined_by_link": list(JoinLinkUse.objects.filter(user=user).values("link__game__key", "used_at")),
        "follows": list(user.subscriptions.values("game__key", "at")),
        "incoming_mail": [_export_mail(email) for email in _select_incoming_mail(user)],
        "results": list(user.results.values("counted__game__key", "number", "points", "has_won", "traits")),
    }


def _select_seats(user: User) -> QuerySet[Seat]:
    """Select the seats of the user, and those that they have played and given away."""
    played = GameLogEntry.objects.filter(by=user, kind=GameLogEntry.Kind.MOVE, seat__isnull=False)
    found = Seat.objects.filter(Q(user=user) | Q(pk__in=played.values("seat")))
    return found.select_related("game").order_by("pk")


def _export_seat(seat: Seat, user: User) -> dict[str, Any]:
    moves = seat.log_entries.filter(by=user, kind=GameLogEntry.Kind.MOVE)
    return {
        "game": seat.game.key,
        "table": seat.game.name,
        "name": seat.name,
        "given_away": seat.user_id != user.pk,
        "moves": list(moves.values("number", "text", "how", "at")),
    }


def _select_incoming_mail(user: User) -> QuerySet[IncomingMail]:
    """Select the emails that the user sent to us."""
    return IncomingMail.objects.filter(user=user)


def _export_mail(email: IncomingMail) -> dict[str, Any]:
    text = bytes(email.raw).decode("utf-8", "replace")
    return {"received_at": email.received_at, "status": email.status, "text": text}


def _export_invitations(invitations: QuerySet[Invitation]) -> list[dict[str, Any]]:
    fields = ("game__key", "address", "state", "invited_at", "word")
    return [dict(row) for row in invitations.values(*fields)]


def list_closing_warnings(user: User) -> list[str]:
    """List sentences on what happens to the user's games when the account is closed."""
    running = Seat.objects.filter(user=user, game__state__in=[Game.State.RUNNING, Game.State.PAUSED]).count()
    if not running:
        return [_("Finished games stay readable, under a neutral name.")]
    return [
        ngettext(
            "You are playing in %(n)d running game: a bot will take over.",
            "You are playing in %(n)d running games: bots will take over.",
            running,
        )
        % {"n": running},
        _("Finished games stay readable, under a neutral name."),
    ]


def anonymise_player(user: User) -> None:
    """Leave tables that have not started, give running seats to a bot, and remove the user's name everywhere.

    Games are locked in order of their ids, so that two accounts closed at once cannot deadlock."""
    _select_incoming_mail(user).delete()
    theirs = Q(seats__user=user) | Q(seats__original_user=user) | Q(creator=user)
    named = _find_named_tables(user)
    for game_id in sorted({*Game.objects.filter(theirs).values_list("pk", flat=True), *named}):
        game = Game.objects.select_for_update().get(pk=game_id)
        if game_id in named:
            _rename_table(game, user)
        _leave_game(game, user)
    for name in {user.handle, *user.former_handles.values_list("handle", flat=True)}:
        _anonymise_successor(name, build_neutral_handle(user))
    ChatMessage.objects.filter(by=user).update(text="", is_hidden=True)
    MessageReport.objects.filter(Q(by=user) | Q(message__by=user)).update(reason="")
    Invitation.objects.to_user(user).delete()
    _delete_sent_invitations(user)
    JoinLinkUse.objects.filter(user=user).delete()
    user.subscriptions.all().delete()
    StandInCandidate.objects.filter(user=user).delete()
    user.results.update(user=None)  # the totals stay; they name nobody


def _delete_sent_invitations(user: User) -> None:
    """Delete the addresses that the user has invited, except of people who play a running game by them."""
    playing = Q(state=Invitation.State.ACCEPTED, game__state__in=[Game.State.RUNNING, Game.State.PAUSED])
    Invitation.objects.filter(invited_by=user).exclude(playing).delete()


def _leave_game(game: Game, user: User) -> None:
    """Take the user out of one game. The caller has locked it, so that nobody starts or ends it meanwhile."""
    if game.state == Game.State.OPEN:
        if game.creator_id == user.pk:
            tables.cancel_table(game.pk, user)
        game.seats.filter(user=user).delete()
        return
    for seat in game.seats.filter(user=user):  # also one that a bot plays until they return
        if game.is_live:
            change_player(game.pk, seat.pk, by_user(user, How.FORM), bot=tables.DEFAULT_BOT)
    if not game.is_anonymous:  # seats have aliases, which name nobody
        for seat in game.seats.filter(original_user=user):
            rename_seat(game.pk, seat.name, build_neutral_handle(user))


def _find_named_tables(user: User) -> set[int]:
    """Find the tables that may be named after the user: their own, and rematches of these, whoever opened
    them."""
    found: set[int] = set()
    new = set(Game.objects.filter(creator=user).values_list("pk", flat=True))
    while new:
        found |= new
        new = set(Game.objects.filter(rematch_of__in=new).values_list("pk", flat=True)) - found
    return found


def _rename_table(game: Game, user: User) -> None:
    """Replace the user's handle in the name of the table, which contains it by default, and their name."""
    for name in filter(None, (user.handle, user.display_name)):
        game.name = compile_whole_word(name).sub(build_neutral_handle(user), game.name)[:60]
    game.save(update_fields=["name"])


def _anonymise_successor(old: str, new: str) -> None:
    """Replace a handle in log entries about seats that were taken over: they contain it as text."""
    for entry in GameLogEntry.objects.filter(kind=GameLogEntry.Kind.SEAT, text__endswith=f" {old}"):
        entry.text = entry.text.removesuffix(old) + new
        entry.save(update_fields=["text"])


def compile_whole_word(name: str) -> re.Pattern[str]:
    """Compile a pattern that matches this name as a whole word only, hyphens included."""
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def rename_seat(game_id: int, old: str, new: str) -> None:
    """Rename a seat in the position, the log and the chat of a game.

    Seat names never equal a word that the rules store (`Ruleset.may_be_seat`), so every match is this
    seat."""
    word = compile_whole_word(old)

    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return word.sub(new, value)
        if isinstance(value, dict):
            return {new if key == old else key: renamed(one) for key, one in value.items()}
        return [renamed(one) for one in value] if isinstance(value, list) else value

    def rewritten(text: str) -> str:
        return msgspec.json.encode(renamed(msgspec.json.decode(text))).decode() if text else ""

    sql.rewrite_game(game_id, rewritten, renamed)
    Seat.objects.filter(game_id=game_id, name=old).update(name=new)
    ChatMessage.objects.filter(game_id=game_id, name=old).update(name=new)
