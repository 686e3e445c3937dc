"""The email that answers a reply: which lines were done, which were not and why, and what is next."""

from typing import Any

import msgspec
from django.core.mail import EmailMessage
from django.utils import timezone, translation

from accounts.mail_headers import get_site_domain
from games.mail import addresses, registry
from games.mail.content import game_email, invitation_email, render
from games.mail.content.game_update import GameUpdate
from games.mail.content.sections.answers import build_help_section, describe_outcome
from games.mail.content.sections.news import describe_standing
from games.mail.content.sections.parts import GameNews
from games.mail.content.sections.rulebook import build_short_rules
from games.mail.content.sections.turn import ask_for_decision
from games.mail.incoming import game_commands
from games.mail.parsing import reply
from games.mail.reply_outcome import ReplyOutcome
from games.models import GameNotice, IncomingMail, Invitation, Seat

MAX_MESSAGE_ID_LENGTH = 250  # characters of a Message-ID


def build_answer(incoming: IncomingMail) -> EmailMessage | None:
    """Build the answer to an incoming email, or return None if there is nobody to answer.

    It is rendered when it is sent, so its options are those that are legal by then.
    """
    outcome = msgspec.json.decode(incoming.outcome, type=ReplyOutcome)
    if (other := registry.find_app(addresses.parse_address(incoming.recipient))) is not None:
        return other.build_answer(incoming, outcome)
    if incoming.seat_id is not None:
        seat = Seat.objects.select_related("user", "game").get(pk=incoming.seat_id)
        is_theirs = seat.user_id == incoming.user_id
        return _build_player_answer(incoming, seat, outcome) if is_theirs else None
    return _build_invitee_answer(incoming, incoming.invitation, outcome) if incoming.invitation else None


def _build_player_answer(incoming: IncomingMail, seat: Seat, outcome: ReplyOutcome) -> EmailMessage | None:
    user = seat.user
    if user is None or not user.is_active:
        return None
    with translation.override(user.language), timezone.override(user.zone):
        topic = _build_update(seat, user, outcome)
        answer = [
            *describe_outcome(outcome),
            *build_help_section(outcome, game_commands.list_help_lines(topic.view)),
            *(build_short_rules(seat.game.ruleset, user.language) if outcome.wants_rules else []),
        ]
        content = game_email.build_game_content(topic, _describe_next(topic), answer)
        headers = continue_thread(game_email.build_game_headers(topic), build_answer_headers(incoming))
        message = render.render_email(content, headers, to=user.email, language=user.language)
    render.set_return_path(message, addresses.build_bounce_address(incoming, user.email))
    return message


def _build_update(seat: Seat, user: Any, outcome: ReplyOutcome) -> GameUpdate:
    game, kind = seat.game, _choose_notice_kind(seat)
    notice = GameNotice(game=game, user=user, seat=seat, kind=kind, number=game.log_length)
    return GameUpdate([notice], answered_from=outcome.first_entry)


def _describe_next(topic: GameUpdate) -> GameNews:
    """A player who is asked gets the whole turn email below the answer; others get the state of the table."""
    return ask_for_decision(topic) if topic.view.offers else describe_standing(topic)


def _choose_notice_kind(seat: Seat) -> str:
    return GameNotice.Kind.YOUR_TURN if seat.is_awaited and not seat.bot else GameNotice.Kind.CHANGES


def build_answer_headers(incoming: IncomingMail) -> dict[str, str]:
    """Headers that make this the answer to the person's own email, not one more email of the game."""
    asked = reply.extract_message_id(bytes(incoming.raw))
    headers = {
        "Message-ID": f"<answer-{incoming.pk}@{get_site_domain()}>",
        "Auto-Submitted": "auto-replied",
        "X-Citadels-Kind": "answer",
    }
    return headers | ({"In-Reply-To": f"<{asked}>"} if is_safe_message_id(asked) else {})


def continue_thread(thread: dict[str, str], answer: dict[str, str]) -> dict[str, str]:
    """Give an answer the headers of its thread, whose `References` end with the email that it answers."""
    headers = thread | answer
    named = [thread.get("References", ""), answer.get("In-Reply-To", "")]
    return headers | ({"References": " ".join(filter(None, named))} if any(named) else {})


def is_safe_message_id(name: str) -> bool:
    """Can a Message-ID from outside be copied into a header of ours?"""
    return 0 < len(name) < MAX_MESSAGE_ID_LENGTH and name.isascii() and name.isprintable()


# --- to an invited person, who has no seat yet


def _build_invitee_answer(
    incoming: IncomingMail, invitation: Invitation, outcome: ReplyOutcome
) -> EmailMessage:
    headers = continue_thread(
        invitation_email.build_invitation_headers(invitation), build_answer_headers(incoming)
    )
    return invitation_email.render_invitation_email(
        invitation, headers, lambda: invitation_email.build_answer_content(invitation, outcome)
    )
