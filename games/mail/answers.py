"""The answer to a letter that came in: what was understood and done, what was not and why, and what now."""

from typing import Any

import msgspec
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.mail import addresses, correspondence, invitations, letters, posting
from games.mail.obeying import Line
from games.mail.reading import replies
from games.mail.topics import MUCH, Topic
from games.models import Game, Incoming, Invitation, Notice, Seat
from games.play import extending, views_of

LONGEST_NAME = 250  # letters of a Message-ID


class Refusal:
    """Why a letter was not obeyed."""

    FOREIGN = "foreign"  # it came from an address that is not the player's
    UNPROVEN = "unproven"  # its own mail server does not vouch for it
    GUARDED = "guarded"  # somebody else has used the links of this seat: first its player must sign in


IDLE = "idle"  # it asked for nothing that could be done


class Outcome(msgspec.Struct):
    """What became of a letter; kept with it until it is answered."""

    lines: list[Line] = []
    why: str = ""  # a refusal, or IDLE
    start: int = 0  # the last entry of the journal before it
    wants_help: bool = False
    is_cut: bool = False  # there was more in it than we read


def letter(incoming: Incoming) -> EmailMessage | None:
    """The answer, written when it leaves: the options are those that hold now. None if it is for nobody."""
    outcome = msgspec.json.decode(incoming.outcome, type=Outcome)
    if (other := correspondence.of(addresses.read(incoming.recipient))) is not None:
        return other.answer(incoming, outcome)
    seat = incoming.seat
    if seat is not None:
        is_theirs = seat.user_id == incoming.user_id
        return _to_a_player(incoming, seat, outcome) if is_theirs else None
    return _to_the_invited(incoming, incoming.invitation, outcome) if incoming.invitation else None


def _to_a_player(incoming: Incoming, seat: Seat, outcome: Outcome) -> EmailMessage | None:
    user = seat.user
    if user is None or not user.is_active:
        return None
    with translation.override(user.language), timezone.override(user.zone):
        topic = Topic(
            [Notice(game=seat.game, user=user, seat=seat, kind=_kind(seat), number=seat.game.length)]
        )
        words = letters.context(topic) | words_of(outcome, _help(seat.game)) | {"parent": _parent(topic)}
        if outcome.start and topic.game.has_begun:
            words |= {"told": views_of.since(topic.sight, outcome.start, most=MUCH), "is_answer": True}
        headers = letters.headers(topic) | headers_of(incoming)
        message = letters.written("answer", words, headers, to=user.email, language=user.language)
    posting.with_way_back(message, addresses.way_back(incoming, user.email))
    return message


def _parent(topic: Topic) -> str:
    """Whoever is asked gets the whole letter of a turn below the answer; everybody else, how things stand."""
    return "games/mail/your_turn_message" if topic.sight.offers else "games/mail/standing_message"


def _kind(seat: Seat) -> str:
    return Notice.Kind.YOUR_TURN if seat.is_awaited and not seat.bot else Notice.Kind.CHANGES


def words_of(outcome: Outcome, help: list[str]) -> dict[str, Any]:
    """What every answer begins with."""
    return {
        "lines": outcome.lines,
        "refusal": outcome.why if outcome.why != IDLE else "",
        "wants_help": outcome.wants_help,
        "is_cut": outcome.is_cut,
        "help": help,
    }


def _help(game: Game) -> list[str]:
    hours = extending.usual_hours(game.pace)
    return [
        _("a move, or the number of an option; several of them, a line each, are a whole turn"),
        _("say …: something to the table"),
        _("undo: take your last move back, if nobody has learnt anything from it"),
        _("plan …: a line to be played when your turn comes, with “or” between alternatives"),
        _("prefer … and always …: your answer to a kind of question, each time it comes"),
        _("cancel …: take an order back; “cancel plan” and “cancel all” do what they say"),
        _("orders: which of your orders stand"),
        _("status: the table as it stands"),
        _("extend %(hours)d: ask the others for so many hours more; one of them has to grant it")
        % {"hours": hours},
        _("grant: give somebody else the time that was asked for"),
        _("vote pause, vote resume, vote abandon: be for a pause, for going on, for giving the game up"),
        _("agree and object: be for, or against, what somebody else would like"),
        _("leave 2026-12-20 2027-01-03: be away on these days, the last one included"),
        _("leave cancel: be there after all"),
        _("back: play yourself again, after a bot has played for you"),
    ]


def headers_of(incoming: Incoming) -> dict[str, str]:
    """Another answer than the letter of the game: it belongs to what the person wrote."""
    asked = replies.message_id(bytes(incoming.raw))
    headers = {
        "Message-ID": f"<answer-{incoming.pk}@{posting.domain()}>",
        "Auto-Submitted": "auto-replied",
        "X-Reason": "answer",
    }
    return headers | ({"In-Reply-To": f"<{asked}>"} if is_fit(asked) else {})


def is_fit(name: str) -> bool:
    """May a stranger's Message-ID stand in a header of ours?"""
    return 0 < len(name) < LONGEST_NAME and name.isascii() and name.isprintable()


# --- to somebody who has no seat yet


def _to_the_invited(incoming: Incoming, invitation: Invitation, outcome: Outcome) -> EmailMessage:
    with translation.override(invitation.language):
        words = {**words_of(outcome, []), "is_open": invitation.state == Invitation.State.SENT}
    headers = invitations.headers(invitation) | headers_of(incoming)
    return invitations.written(invitation, "answer_invited", headers, **words)
