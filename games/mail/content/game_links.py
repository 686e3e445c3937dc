"""The links and addresses in emails about games: those of the table, and those that act for a seat."""

from django.conf import settings
from django.urls import reverse

from games.links import kinds
from games.mail import addresses
from games.mail.content.game_update import GameUpdate, Kind
from games.models import ExtensionRequest, Seat
from games.play.lobby import rematches
from games.rules import registry
from games.rules.core.errors import RulesError


def build_url(route: str, *words: object) -> str:
    return settings.BASE_URL + reverse(route, args=words)


def find_rulebook_link(ruleset: str) -> str:
    """Return the page with the rules of a game; empty if nobody has written them down."""
    try:
        registry.get(ruleset).reference.rulebook()
    except RulesError:
        return ""
    return build_url("rulebook", ruleset)


# --- the table


def find_table_link(topic: GameUpdate) -> str:
    """Return the page of the table; empty if the reader may not open it."""
    return build_url("table", topic.game.key) if topic.may_open_table else ""


def find_gazette_link(topic: GameUpdate) -> str:
    return build_url("gazette", topic.game.key) if topic.may_open_table else ""


def find_earlier_log_link(topic: GameUpdate) -> str:
    """Return where the log is that the email leaves out; empty if it leaves nothing out."""
    if not topic.earlier_entry:
        return ""
    return f"{build_url('game_log', topic.game.key)}?before={topic.earlier_entry}"


# --- the seat: while its links are revoked, its player can only sign in


def find_sign_in_link(topic: GameUpdate) -> str:
    """Return where the player of a seat with revoked links signs in; empty for everybody else."""
    return build_url("account_login") if topic.seat and topic.seat.has_revoked_links else ""


def find_active_seat(topic: GameUpdate) -> Seat | None:
    """Return the reader's seat if its links work."""
    return topic.seat if topic.seat and not topic.seat.has_revoked_links else None


def find_reply_address(topic: GameUpdate) -> str:
    seat = find_active_seat(topic)
    return addresses.build_reply_address(seat, seat.decision) if seat and topic.game.has_begun else ""


def find_not_me_link(topic: GameUpdate) -> str:
    seat = find_active_seat(topic)
    return build_url("report_not_me", kinds.NOT_ME.sign(kinds.NotMeLink.for_seat(seat))) if seat else ""


def find_orders_link(topic: GameUpdate) -> str:
    seat = find_active_seat(topic)
    if seat is None or not topic.game.is_live or not topic.view.rules.orders.offered:
        return ""
    return build_url(
        "orders_by_link", kinds.ORDERS.sign(kinds.OrdersLink.for_seat(seat, topic.game.log_length))
    )


def find_return_link(topic: GameUpdate) -> str:
    """Return where a player whom a bot replaces says that they are back."""
    seat = find_active_seat(topic)
    return (
        build_url("return_by_link", kinds.SEAT_RETURN.sign(kinds.SeatReturnLink.for_seat(seat)))
        if seat and seat.is_absent
        else ""
    )


def find_rematch_link(topic: GameUpdate) -> str:
    """Return where a player of a finished game asks for another one with the same people."""
    seat = find_active_seat(topic)
    if seat is None or not rematches.can_be_played_again(topic.game):
        return ""
    return build_url("play_again_by_link", kinds.REMATCH.sign(kinds.RematchLink.for_seat(seat)))


def find_vote_link(topic: GameUpdate, vote_id: int) -> str:
    seat = find_active_seat(topic)
    return build_url("vote_by_link", kinds.VOTE.sign(kinds.VoteLink.for_seat(seat, vote_id))) if seat else ""


def find_extension_link(topic: GameUpdate, extension: ExtensionRequest) -> str:
    """Return where the reader grants more time; empty if the links of their seat are revoked."""
    seat = topic.seat if topic.seat and not topic.seat.bot else None
    if seat and seat.has_revoked_links:
        return ""
    token = kinds.EXTENSION.sign(kinds.ExtensionLink.for_user(extension.pk, topic.user, seat))
    return build_url("grant_extension_by_link", token)


def find_unsubscribe_link(topic: GameUpdate) -> str:
    """Return the link that ends emails about this table, or the gazette for somebody without a seat."""
    token = _sign_unsubscribe_token(topic)
    return build_url("unsubscribe", token) if token else ""


def _sign_unsubscribe_token(topic: GameUpdate) -> str:
    if topic.seat is not None:
        return kinds.UNSUBSCRIBE.sign(kinds.GameUnsubscribeLink.for_seat(topic.seat, topic.notices[-1].kind))
    if topic.is_for_follower:
        return kinds.GAZETTE_UNSUBSCRIBE.sign(
            kinds.GazetteUnsubscribeLink.for_user(topic.game.pk, topic.user)
        )
    if topic.kind == Kind.STAND_IN:
        return kinds.STAND_IN_UNSUBSCRIBE.sign(kinds.StandInUnsubscribeLink.for_user(topic.user))
    return ""
