"""Time in replies from a seat: ask for more of it, and give it to others."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.mail.incoming.commands import CommandText
from games.mail.incoming.game_reply import GameReply
from games.mail.incoming.vote_commands import (
    agree_to_vote,
    find_open_votes,
    find_vote_matters,
    is_plain_vote,
)
from games.mail.parsing.vocabulary import has_word
from games.models import ExtensionRequest, Seat
from games.play.deadlines import extensions
from games.play.errors import NotPossible, Stale
from games.rules.core.lexicon import normalize_text

# “24”, “24 hours.”, “kérek 24 órát”
HOURS_PATTERN = re.compile(r"(?:([^\W\d]+)\s+)?(\d{1,9})\s*([^\W\d]*)\.?")


def request_time(reply: GameReply, text: CommandText) -> str:
    """Ask the others for so many hours more."""
    hours = _parse_hours(text.rest)
    if hours is None:
        usual = extensions.compute_default_hours(reply.game_view.game.pace)
        raise NotPossible(
            _("How many hours? Please write a number, as in “extend %(hours)d”.") % {"hours": usual}
        )
    extension = extensions.request_extension(reply.game_id, reply.find_own_seat, hours, reply.new_origin())
    sentence = ngettext(
        "You have asked the others for one more hour. The clock keeps running until somebody agrees.",
        "You have asked the others for %(n)d more hours. The clock keeps running until somebody agrees.",
        extension.hours,
    )
    return sentence % {"n": extension.hours}


def _parse_hours(rest: str) -> int | None:
    found = HOURS_PATTERN.fullmatch(rest.strip())
    if found is None:
        return None
    ask, number, unit = found.groups(default="")
    is_known = (not ask or has_word("hours", "ask", ask)) and (not unit or has_word("hours", "units", unit))
    return int(number) if is_known else None


# --- giving


def is_time_requested(reply: GameReply, text: CommandText) -> bool:
    """Has anybody else asked for time, or the player who is named behind the command?"""
    return bool(_find_requests(reply, text.rest))


def grant_time(reply: GameReply, text: CommandText) -> str:
    """Give somebody else the time they have asked for."""
    requests = _find_requests(reply, text.rest)
    if not requests:  # a move in the lines above has ended it
        raise Stale(_("It is too late: this has already been decided."))
    if len(requests) > 1:
        names = ", ".join(request.seat.shown_name for request in requests)
        raise NotPossible(
            _("Several players have asked for more time: %(names)s. Please write whom you mean.")
            % {"names": names}
        )
    [extension] = requests
    extensions.grant(extension.pk, reply.find_own_seat, reply.new_origin())
    sentence = ngettext("%(name)s has one more hour.", "%(name)s has %(n)d more hours.", extension.hours)
    return sentence % {"name": extension.seat.shown_name, "n": extension.hours}


def _find_requests(reply: GameReply, rest: str) -> list[ExtensionRequest]:
    """Find open requests for more time; the text after the command may name one seat and nothing else."""
    name = normalize_text(rest)
    requests = extensions.list_open_requests(reply.game_id, reply.user_id)
    is_anonymous = reply.game_view.game.is_anonymous
    return [one for one in requests if name in ("", *_list_names(one.seat, is_anonymous))]


def _list_names(seat: Seat, is_anonymous: bool) -> list[str]:
    """Return what somebody may write to name the player of a seat; behind an alias nobody else is found."""
    person = seat.user.name if seat.user and not is_anonymous else ""
    return [normalize_text(name) for name in (seat.name, seat.shown_name, person) if name]


# --- “yes”


def is_consent_asked(reply: GameReply, text: CommandText) -> bool:
    """Can “yes” answer a request for more time or an open vote? If not, it is read as a move."""
    is_vote = is_plain_vote(text.rest) and bool(find_open_votes(reply, text.rest))
    return is_vote or is_time_requested(reply, text)


def is_consent_meant(reply: GameReply, text: CommandText) -> bool:
    """Is “accept” an answer? Only by itself, or with a name or a vote: people accept much else."""
    if text.rest and not find_vote_matters(text.rest):
        return is_time_requested(reply, text)
    return is_consent_asked(reply, text)


def give_consent(reply: GameReply, text: CommandText) -> str:
    """Grant more time, or agree to a vote, whichever is open."""
    if not is_time_requested(reply, text):
        return agree_to_vote(reply, text)
    if find_open_votes(reply, text.rest):
        raise NotPossible(
            _("Somebody has asked for more time, and there is also a vote: please write “grant” or “agree”.")
        )
    return grant_time(reply, text)
