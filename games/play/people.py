"""What the games keep about a person: told on request, renamed when the account is closed."""

import re
from typing import Any

import msgspec
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.closing import neutral_handle
from accounts.models import User
from games.models import Candidate, Game, Incoming, Invitation, Message, Move, Seat
from games.play import lobby, store
from games.play.origin import How, from_person
from games.play.seats import change_player


def export(user: User) -> dict[str, Any]:
    """Every seat with its moves, every word said, every invitation."""
    return {
        "seats": [_seat(seat) for seat in Seat.objects.filter(user=user).select_related("game")],
        "talk": list(Message.objects.filter(by=user).values("game__key", "text", "at", "edited_at")),
        "invitations": _invitations(address=user.email),
        "invited": _invitations(invited_by=user),
        "follows": list(user.subscriptions.values("game__key", "at")),
        "letters": [_letter(letter) for letter in _letters(user)],
        "results": list(user.results.values("counted__game__key", "number", "points", "has_won", "traits")),
    }


def _seat(seat: Seat) -> dict[str, Any]:
    moves = seat.move_set.filter(by=seat.user).values("number", "text", "how", "at")
    return {"game": seat.game.key, "table": seat.game.name, "name": seat.name, "moves": list(moves)}


def _letters(user: User) -> QuerySet[Incoming]:
    """What they wrote by mail."""
    return Incoming.objects.filter(user=user)


def _letter(letter: Incoming) -> dict[str, Any]:
    text = bytes(letter.raw).decode("utf-8", "replace")
    return {"received_at": letter.received_at, "status": letter.status, "text": text}


def _invitations(**whose: Any) -> list[dict[str, Any]]:
    fields = ("game__key", "address", "state", "sent_at", "word")
    return [dict(row) for row in Invitation.objects.filter(**whose).values(*fields)]


def warn(user: User) -> list[str]:
    """What becomes of the games of somebody who closes the account."""
    running = Seat.objects.filter(user=user, game__state__in=[Game.State.RUNNING, Game.State.PAUSED]).count()
    if not running:
        return [_("Finished games stay readable, under a neutral name.")]
    return [
        ngettext(
            "You play in %(n)d running game: a bot will play on for you.",
            "You play in %(n)d running games: bots will play on for you.",
            running,
        )
        % {"n": running},
        _("Finished games stay readable, under a neutral name."),
    ]


def close(user: User) -> None:
    """Leave what has not begun, give running seats to a bot, and take the name out of all games.

    Game by game in the order of their numbers, so that two who close at once do not wait for each other."""
    _letters(user).delete()
    theirs = Q(seats__user=user) | Q(seats__namesake=user) | Q(creator=user)
    for game_id in Game.objects.filter(theirs).order_by("pk").values_list("pk", flat=True).distinct():
        _leave(Game.objects.select_for_update().get(pk=game_id), user)
    for name in {user.handle, *user.former_handles.values_list("handle", flat=True)}:
        _forget_successor(name, neutral_handle(user))
    Message.objects.filter(by=user).update(text="", is_hidden=True)
    Invitation.objects.filter(address=user.email).delete()
    user.subscriptions.all().delete()
    Candidate.objects.filter(user=user).delete()
    user.results.update(user=None)  # the sums stay, and name nobody


def _leave(game: Game, user: User) -> None:
    """The game is locked: nobody starts or ends it meanwhile."""
    if game.creator_id == user.pk:
        _rename_table(game, user)
    if game.state == Game.State.OPEN:
        if game.creator_id == user.pk:
            lobby.cancel(game.pk, user)
        game.seats.filter(user=user).delete()
        return
    for seat in game.seats.filter(user=user):  # also one that a bot plays until they are back
        if game.is_live:
            change_player(game.pk, seat.pk, from_person(user, How.FORM), bot=lobby.BOT)
    if not game.is_anonymous:  # an alias is nobody's name
        for seat in game.seats.filter(namesake=user):
            rename(game.pk, seat.name, neutral_handle(user))


def _rename_table(game: Game, user: User) -> None:
    """A table is called after its creator unless he thought of something better."""
    game.name = whole_word(user.handle).sub(neutral_handle(user), game.name)[:60]
    game.save(update_fields=["name"])


def _forget_successor(old: str, new: str) -> None:
    """Whoever took a seat over stands in the journal by handle."""
    for entry in Move.objects.filter(kind=Move.Kind.SEAT, text__endswith=f" {old}"):
        entry.text = entry.text.removesuffix(old) + new
        entry.save(update_fields=["text"])


def whole_word(name: str) -> re.Pattern[str]:
    """Where somebody is called by this name, and not by one that only begins or ends like it."""
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")


def rename(game_id: int, old: str, new: str) -> None:
    """Call a seat by another name, in the position and in all that was ever written of it.

    No seat is called like a word that is stored (`Ruleset.may_be_seat`), so every such word is this seat."""
    word = whole_word(old)

    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return word.sub(new, value)
        if isinstance(value, dict):
            return {new if key == old else key: renamed(one) for key, one in value.items()}
        return [renamed(one) for one in value] if isinstance(value, list) else value

    def rewritten(text: str) -> str:
        return msgspec.json.encode(renamed(msgspec.json.decode(text))).decode() if text else ""

    store.rewrite(game_id, rewritten, renamed)
    Seat.objects.filter(game_id=game_id, name=old).update(name=new)
    Message.objects.filter(game_id=game_id, name=old).update(name=new)
