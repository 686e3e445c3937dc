"""Build the emails about games: template context, text and HTML parts, headers.

One game is one thread. The text part is written first and complete; the HTML part says the same. Everything
about a game comes from the reader's view of it, so an email never says what its reader may not know.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts import server_time
from games.links import tokens
from games.mail import addresses
from games.mail.content import render
from games.mail.content.game_update import GameUpdate, Kind
from games.mail.content.move_options import MAX_SPACED_LINKS, OptionList, build_turn_link
from games.mail.content.render import build_one_click_headers, render_email
from games.models import ExtensionRequest, Game, GameNotice, Seat
from games.queries import deadline_text, log, scores
from games.queries.game_view import GameView
from games.queries.table_summary import describe_rules

NARROW_WIDTH = 38  # characters in a line on a phone, for a game that is shown as text
# kinds that use the template of another one
SHARED_TEMPLATES: dict[str, str] = {Kind.REMINDER: Kind.YOUR_TURN, Kind.ALONE: Kind.YOUR_TURN}


# --- the email


def build_game_email(
    user: Any, updates: Sequence[GameUpdate], *, collected: bool = False
) -> EmailMultiAlternatives:
    """Build an email about one game, or about several: a digest, or reminders of all that is due."""
    with translation.override(user.language), timezone.override(user.zone):
        if len(updates) > 1:
            template = "collected" if collected else "reminders"
            context, headings = (
                _build_digest_context(template, updates),
                _build_digest_headers(template, updates),
            )
            message = render_email(template, context, headings, to=user.email, language=user.language)
        else:
            [topic] = updates
            template = SHARED_TEMPLATES.get(topic.kind, topic.kind)
            message = render_email(
                template,
                build_game_context(topic),
                build_game_headers(topic),
                to=user.email,
                language=user.language,
            )
    newest = find_newest_notice([notice for topic in updates for notice in topic.notices])
    render.set_return_path(message, addresses.build_bounce_address(newest, user.email))
    return message


# --- its content


def build_game_context(topic: GameUpdate) -> dict[str, Any]:
    """Build the template context of an email about one game."""
    game, seat = topic.game, topic.seat
    context: dict[str, Any] = {
        "subject": "games/mail/game_subject.txt",
        "kind": topic.kind,
        "game": game,
        "seat": seat,
        "rules": describe_rules(game),
        "site_url": settings.BASE_URL,
        "link": _build_url("table", game.key) if topic.may_open_table else "",
        "mail_preferences_link": _build_url("profile"),
        "unsubscribe": build_unsubscribe_link(topic),
        **(_build_seat_context(topic, seat) if seat else {}),
    }
    return context | (_build_position_context(topic, topic.view) if game.has_begun else {})


def _build_url(route: str, *words: object) -> str:
    return settings.BASE_URL + reverse(route, args=words)


def _build_seat_context(topic: GameUpdate, seat: Seat) -> dict[str, Any]:
    """Return the links and addresses that act for a seat; only a sign-in link while they are revoked."""
    if seat.has_revoked_links:
        return {"sign_in": _build_url("account_login")}
    reply = addresses.build_reply_address(seat, seat.decision) if topic.game.has_begun else ""
    ways = {"reply": reply, "not_me": _build_url("report_not_me", tokens.sign_not_me_token(seat))}
    if topic.game.is_live and topic.view.rules.knows_orders:
        ways["orders_link"] = _build_url(
            "orders_by_link", tokens.sign_orders_token(seat, topic.game.log_length)
        )
    return ways


def _build_position_context(topic: GameUpdate, view: GameView) -> dict[str, Any]:
    return {
        "page": view.page,
        "log_entries": topic.log_entries,
        "earlier": f"{_build_url('game_log', view.game.key)}?before={topic.earlier_entry}"
        if topic.earlier_entry
        else "",
        "is_last_round": topic.is_recap_cut,
        "has_decided": topic.last_decision > 0,
        "rounds": topic.finished_rounds,
        "reports": topic.gazette_reports if topic.kind == Kind.GAZETTE else [],
        "gazette": _build_url("gazette", view.game.key) if topic.may_open_table else "",
        "orders": topic.order_sentences,
        "said": topic.chat_messages,
        "unreachable": topic.unreachable_seats,
        "may_give": view.game.creator_id == topic.user.pk,
        "zone": timezone.get_current_timezone_name().replace("_", " "),
        **_build_time_context(topic),
        "is_successor": topic.is_successor,
        "is_new_here": topic.is_successor and Kind.STARTED in topic.kinds,
        "table": _format_table(view),
        "narrow": _format_table(view, width=NARROW_WIDTH),
        "board": _list_template_candidates(view.game.ruleset, "board"),
        "board_styles": _list_template_candidates(view.game.ruleset, "styles"),
        **(_build_decision_context(topic, view, topic.seat) if topic.asks_question and topic.seat else {}),
        **(
            _build_open_question_context(view, topic.seat)
            if topic.kind == Kind.CHANGES and topic.has_been_asked
            else {}
        ),
        **(_build_result_context(view) if view.game.state == Game.State.OVER else {}),
    }


def _build_time_context(topic: GameUpdate) -> dict[str, Any]:
    """Return what concerns time: a missed deadline, requests for more time, votes, seats to take over."""
    game, seat = topic.game, topic.seat
    free = [{"name": one.name, "link": _build_url("stand_in", game.key, one.pk)} for one in topic.free_seats]
    return {
        "missed": _build_missed_context(topic, seat) if seat and Kind.MISSED in topic.kinds else None,
        "back_link": _build_url("return_by_link", tokens.sign_return_token(seat))
        if seat and _may_return(seat)
        else "",
        "more_time": [_build_extension_context(topic, extension) for extension in topic.extension_requests],
        "votes": [{"status": one, "link": _build_vote_link(seat, one.key)} for one in topic.open_votes],
        "free_seats": free,
        "names": [one.name for one in topic.view.seats] if free else [],
    }


def _build_missed_context(topic: GameUpdate, seat: Seat) -> dict[str, Any]:
    is_excused = bool(topic.missed_deadlines) and topic.missed_deadlines[-1].text.startswith("excused ")
    return {
        "is_lost": not topic.missed_deadlines,  # a bot took over because emails did not arrive
        "is_absent": seat.is_absent,
        "answered": log.describe_time_out_answers(topic.missed_deadlines[-1].text)
        if topic.missed_deadlines
        else "",
        "sentence": deadline_text.describe_miss(topic.game, seat, is_excused=is_excused),
    }


def _may_return(seat: Seat) -> bool:
    return seat.is_absent and not seat.has_revoked_links


def _build_extension_context(topic: GameUpdate, extension: ExtensionRequest) -> dict[str, Any]:
    """Describe a request for more time, with a link to grant it unless the seat's links are revoked."""
    seat = topic.seat if topic.seat and not topic.seat.bot else None
    token = (
        ""
        if seat and seat.has_revoked_links
        else tokens.sign_extension_token(extension.pk, topic.user.pk, seat)
    )
    return {
        "name": extension.seat.name,
        "hours": extension.hours,
        "due": extension.seat.final_at if extension.seat.stopped_at is None else None,
        "link": _build_url("grant_extension_by_link", token) if token else "",
    }


def _build_vote_link(seat: Seat | None, vote_id: int) -> str:
    """Return where this reader votes; empty if the links of the seat are revoked."""
    return (
        _build_url("vote_by_link", tokens.sign_vote_token(seat, vote_id))
        if seat and not seat.has_revoked_links
        else ""
    )


def _format_table(view: GameView, **width: int) -> str:
    """Return the table as text, without its first paragraph, which the email says elsewhere."""
    lines = view.rules.table_text(view.position, view.name, view.language, **width)
    start = lines.index("") + 1 if "" in lines else 0
    return "\n".join(lines[start:])


def _list_template_candidates(ruleset: str, part: str) -> list[str]:
    """Return template candidates for a part: the game's own, then one that shows the table as text."""
    return [f"games/{ruleset}/mail/_{part}.html", f"games/mail/plain/_{part}.html"]


def _build_decision_context(topic: GameUpdate, view: GameView, seat: Seat) -> dict[str, Any]:
    context = {
        **_build_deadline_context(view, seat),
        "alone": Kind.ALONE in topic.kinds,
        "only_you": topic.kind == Kind.REMINDER and len(view.awaited_seats) == 1,
        "consequence": deadline_text.describe_deadline(view.game, seat),
    }
    return context if seat.has_revoked_links else context | _build_options_context(view, seat)


def _build_deadline_context(view: GameView, seat: Seat) -> dict[str, Any]:
    return {
        "due": seat.deadline,
        "is_late": seat.deadline is not None and seat.deadline < server_time.now(),
        "moved": deadline_text.describe_deadline_shifts(view.game, seat),
    }


def _build_open_question_context(view: GameView, seat: Seat | None) -> dict[str, Any]:
    """Repeat in one line, with one link, a question that an earlier email has asked."""
    if seat is None:
        return {}
    link = {} if seat.has_revoked_links else {"seat_link": build_turn_link(seat)}
    return {"is_still_asked": True, **_build_deadline_context(view, seat), **link}


def _build_options_context(view: GameView, seat: Seat) -> dict[str, Any]:
    found = OptionList(view, seat).list_options()
    return {
        "options": found,
        "has_forms": any(option.needs_form for option in found),
        "is_long": len(found) > MAX_SPACED_LINKS,
        "example": found[0].localized_line,
        "seat_link": build_turn_link(seat),
    }


def _build_result_context(view: GameView) -> dict[str, Any]:
    return {
        "verdict": view.rules.verdict(view.position, view.language),
        "scores": scores.list_scores(view),
        "record": _build_url("game_record", view.game.key),
        "ending": _build_url("final_page", view.game.key),
    }


def _build_digest_context(template: str, updates: Sequence[GameUpdate]) -> dict[str, Any]:
    return {
        "subject": f"games/mail/{template}_subject.txt",
        "tables": [_render_digest_section(template, build_game_context(topic)) for topic in updates],
        "site_url": settings.BASE_URL,
        "mail_preferences_link": _build_url("profile"),
    }


def _render_digest_section(template: str, context: dict[str, Any]) -> dict[str, Any]:
    """Render the section of one table in a digest; its headings are below the table's name."""
    context["level"] = 3
    text = render_to_string(f"games/mail/_{template}.txt", context)
    html = render_to_string(f"games/mail/_{template}.html", context)
    return {"game": context["game"], "text": text, "html": html}


# --- its headers


def build_unsubscribe_link(topic: GameUpdate) -> str:
    """Return the link that ends emails about this table, or the gazette for somebody without a seat."""
    if topic.seat is not None:
        return _build_url("unsubscribe", tokens.sign_unsubscribe_token(topic.seat, topic.notices[-1].kind))
    if topic.is_for_follower:
        return _build_url("unsubscribe", tokens.sign_gazette_token(topic.game.pk, topic.user.pk))
    if topic.kind == Kind.STAND_IN:
        return _build_url("unsubscribe", tokens.sign_stand_in_token(topic.user.pk))
    return ""


def build_message_id(notices: Sequence[GameNotice]) -> str:
    """Return a Message-ID from the newest row of this email, so that it is the same on every try."""
    last = find_newest_notice(notices)
    again = f"-{last.resend_count}" if last.resend_count else ""
    earlier = f"-{last.sent_at:%Y%m%d%H%M%S}" if last.sent_at else ""  # a second email from the same row
    return f"<notice-{last.pk}{again}{earlier}@{render.get_site_domain()}>"


def find_newest_notice(notices: Iterable[GameNotice]) -> GameNotice:
    return max(notices, key=lambda notice: notice.pk)


def build_game_headers(topic: GameUpdate) -> dict[str, str]:
    key, domain = topic.game.key, render.get_site_domain()
    root = f"<game-{key}@{domain}>"
    return {
        "Message-ID": build_message_id(topic.notices),
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"<{key}.games.{domain}>",
        **_build_unsubscribe_headers(topic),
        "X-Game": key,
        "X-Reason": topic.kind,
    }


def _build_unsubscribe_headers(topic: GameUpdate) -> dict[str, str]:
    """Build the unsubscribe headers: a one-click page, and an email address where mail can come in.

    Emails that come only once have none.
    """
    by_mail = (
        addresses.build_unsubscribe_address(topic.seat)
        if topic.seat and not topic.seat.has_revoked_links
        else ""
    )
    ways = list(filter(None, [build_unsubscribe_link(topic), f"mailto:{by_mail}" if by_mail else ""]))
    return build_one_click_headers(*ways) if ways else {}


def _build_digest_headers(template: str, updates: Sequence[GameUpdate]) -> dict[str, str]:
    seat = next((topic.seat for topic in updates if topic.seat), None)
    return {
        "Message-ID": build_message_id([notice for topic in updates for notice in topic.notices]),
        "List-Id": f"<{template}.{render.get_site_domain()}>",
        "X-Reason": "collected" if template == "collected" else Kind.REMINDER,
        **(
            build_one_click_headers(_build_url("unsubscribe", tokens.sign_unsubscribe_token(seat, template)))
            if seat
            else {}
        ),
    }
