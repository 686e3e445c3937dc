"""Letters about games: what they are made of, and what they say to mail programs.

One game is one thread. The text part is written first and holds everything; the HTML part holds the same.
All that is told of a game comes through `Sight`, so a letter knows what its reader may know.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from css_inline import CSSInliner
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.letters import marks
from games.links import tokens
from games.mail import addresses, posting
from games.mail.options import FEW_LINKS, Listing, turn_link
from games.mail.topics import Kind, Topic
from games.models import Extension, Game, Notice, Seat
from games.play import consequence, times, views_of
from games.play.describing import described
from games.play.views_of import Sight
from games.rules.core.errors import printable

NARROW = 38  # letters in a line of a phone, for a game that is shown as text
INDENTED = re.compile(r"(<pre.*?</pre>)|\n\s+", re.DOTALL)  # what stands as it is, and what need not
# letters that have the template of another one
LIKE: dict[str, str] = {Kind.REMINDER: Kind.YOUR_TURN, Kind.ALONE: Kind.YOUR_TURN}


# --- the letter


def letter(user: Any, told: Sequence[Topic], *, collected: bool = False) -> EmailMultiAlternatives:
    """One letter about one game; or about several: collected, or to remind of all that is due."""
    with translation.override(user.language), timezone.override(user.zone):
        if len(told) > 1:
            template = "collected" if collected else "reminders"
            words, headings = _several(template, told), _headers_of_several(template, told)
            message = written(template, words, headings, to=user.email, language=user.language)
        else:
            [topic] = told
            template = LIKE.get(topic.kind, topic.kind)
            message = written(template, context(topic), headers(topic), to=user.email, language=user.language)
    newest = last_of([notice for topic in told for notice in topic.notices])
    posting.with_way_back(message, addresses.way_back(newest, user.email))
    return message


def written(
    template: str,
    words: dict[str, Any],
    headers: dict[str, str],
    *,
    to: str,
    language: str,
    folder: str = "games/mail",
) -> EmailMultiAlternatives:
    """A letter out of a pair of templates, the text and the same as HTML."""
    subject = render_to_string(words["subject"], words)
    text = render_to_string(f"{folder}/{template}_message.txt", words)
    html = render_to_string(f"{folder}/{template}_message.html", words)
    message = EmailMultiAlternatives(
        one_line(subject),
        re.sub(r"\n{3,}", "\n\n", text.strip()) + "\n",
        to=[to],
        reply_to=[words["reply"]] if words.get("reply") else None,
        headers={**marks(language), **headers},
    )
    message.attach_alternative(inlined(html), "text/html")
    return message


def one_line(text: str) -> str:
    """A name that a player has chosen can stand in a header: it has no lines and no strange signs."""
    return printable(" ".join(text.split()), most=120)


def inlined(html: str) -> str:
    """Mail programs read styles where they apply; what depends on the screen stays in the head."""
    return _inliner().inline(INDENTED.sub(lambda found: found[1] or "\n", html))


@cache
def _inliner() -> CSSInliner:
    return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


# --- what it tells


def context(topic: Topic) -> dict[str, Any]:
    """All that the templates of a letter about one game need."""
    game, seat = topic.game, topic.seat
    words: dict[str, Any] = {
        "subject": "games/mail/letter_subject.txt",
        "kind": topic.kind,
        "game": game,
        "seat": seat,
        "rules": described(game),
        "house": settings.BASE_URL,
        "link": _address("table", game.key) if topic.may_look else "",
        "wishes": _address("profile"),
        "unsubscribe": unsubscribe_link(topic),
        **(_of_the_seat(topic, seat) if seat else {}),
    }
    return words | (_of_the_game(topic, topic.sight) if game.has_begun else {})


def _address(route: str, *words: object) -> str:
    return settings.BASE_URL + reverse(route, args=words)


def _of_the_seat(topic: Topic, seat: Seat) -> dict[str, Any]:
    """The ways to act for a seat. A guarded one has none before its player has signed in."""
    if seat.is_guarded:
        return {"sign_in": _address("account_login")}
    reply = addresses.reply_to(seat, seat.decision) if topic.game.has_begun else ""
    ways = {"reply": reply, "not_me": _address("not_me", tokens.not_me(seat))}
    if topic.game.is_live and topic.sight.rules.knows_orders:
        ways["orders_link"] = _address("orders_by_link", tokens.orders(seat, topic.game.length))
    return ways


def _of_the_game(topic: Topic, sight: Sight) -> dict[str, Any]:
    return {
        "page": sight.page,
        "told": topic.told,
        "earlier": f"{_address('log', sight.game.key)}?before={topic.earlier}" if topic.earlier else "",
        "is_last_round": topic.is_last_round,
        "has_decided": topic.last_decision > 0,
        "rounds": topic.rounds,
        "reports": topic.reports if topic.kind == Kind.GAZETTE else [],
        "gazette": _address("gazette", sight.game.key) if topic.may_look else "",
        "orders": topic.orders,
        "said": topic.said,
        "unreachable": topic.unreachable,
        "may_give": sight.game.creator_id == topic.user.pk,
        "zone": timezone.get_current_timezone_name().replace("_", " "),
        **_of_time(topic),
        "is_successor": topic.is_successor,
        "is_new_here": topic.is_successor and Kind.STARTED in topic.kinds,
        "table": _table(sight),
        "narrow": _table(sight, width=NARROW),
        "board": _own_or_plain(sight.game.ruleset, "board"),
        "board_styles": _own_or_plain(sight.game.ruleset, "styles"),
        **(_decision(topic, sight, topic.seat) if topic.asks and topic.seat else {}),
        **(_still_open(sight, topic.seat) if topic.kind == Kind.CHANGES and topic.is_still_asked else {}),
        **(_result(sight) if sight.game.state == Game.State.OVER else {}),
    }


def _of_time(topic: Topic) -> dict[str, Any]:
    """What the clock has done to the reader, what others ask for, and seats that look for somebody."""
    game, seat = topic.game, topic.seat
    free = [{"name": one.name, "link": _address("stand_in", game.key, one.pk)} for one in topic.free_seats]
    return {
        "missed": _missed(topic, seat) if seat and Kind.MISSED in topic.kinds else None,
        "back_link": _address("back_by_link", tokens.back(seat)) if seat and _may_come_back(seat) else "",
        "more_time": [_wish(topic, wish) for wish in topic.wishes],
        "votes": [{"told": one, "link": _vote_link(seat, one.key)} for one in topic.votes],
        "free_seats": free,
        "names": [one.name for one in topic.sight.seats] if free else [],
    }


def _missed(topic: Topic, seat: Seat) -> dict[str, Any]:
    is_excused = bool(topic.misses) and topic.misses[-1].text.startswith("excused ")
    return {
        "is_lost": not topic.misses,  # a bot plays on because letters did not arrive
        "is_absent": seat.is_absent,
        "answered": views_of.what_answered(topic.misses[-1].text) if topic.misses else "",
        "sentence": consequence.after_a_miss(topic.game, seat, is_excused=is_excused),
    }


def _may_come_back(seat: Seat) -> bool:
    return seat.is_absent and not seat.is_guarded


def _wish(topic: Topic, wish: Extension) -> dict[str, Any]:
    """What somebody asks for, with a link for its reader; a guarded seat has none."""
    seat = topic.seat if topic.seat and not topic.seat.bot else None
    token = "" if seat and seat.is_guarded else tokens.more_time(wish.pk, topic.user.pk, seat)
    return {
        "name": wish.seat.name,
        "hours": wish.hours,
        "due": wish.seat.final_at if wish.seat.stopped_at is None else None,
        "link": _address("more_time", token) if token else "",
    }


def _vote_link(seat: Seat | None, vote_id: int) -> str:
    """Where this reader votes; a guarded seat has no link."""
    return _address("vote_by_link", tokens.vote(seat, vote_id)) if seat and not seat.is_guarded else ""


def _table(sight: Sight, **width: int) -> str:
    """The table as text, without its first paragraph, which the letter says elsewhere."""
    lines = sight.rules.table_text(sight.position, sight.name, sight.language, **width)
    start = lines.index("") + 1 if "" in lines else 0
    return "\n".join(lines[start:])


def _own_or_plain(ruleset: str, part: str) -> list[str]:
    """The game's own template for this part, or the one that shows the table as text."""
    return [f"games/{ruleset}/mail/_{part}.html", f"games/mail/plain/_{part}.html"]


def _decision(topic: Topic, sight: Sight, seat: Seat) -> dict[str, Any]:
    words = {
        **_deadline(sight, seat),
        "alone": Kind.ALONE in topic.kinds,
        "only_you": topic.kind == Kind.REMINDER and len(sight.awaited) == 1,
        "consequence": consequence.sentence(sight.game, seat),
    }
    return words if seat.is_guarded else words | _ways_to_decide(sight, seat)


def _deadline(sight: Sight, seat: Seat) -> dict[str, Any]:
    return {
        "due": seat.deadline,
        "is_late": seat.deadline is not None and seat.deadline < times.now(),
        "moved": consequence.moved(sight.game, seat),
    }


def _still_open(sight: Sight, seat: Seat | None) -> dict[str, Any]:
    """What an earlier letter has asked, by one line and one link."""
    if seat is None:
        return {}
    link = {} if seat.is_guarded else {"seat_link": turn_link(seat)}
    return {"is_still_asked": True, **_deadline(sight, seat), **link}


def _ways_to_decide(sight: Sight, seat: Seat) -> dict[str, Any]:
    found = Listing(sight, seat).options()
    return {
        "options": found,
        "has_forms": any(option.is_form for option in found),
        "is_long": len(found) > FEW_LINKS,
        "example": found[0].written,
        "seat_link": turn_link(seat),
    }


def _result(sight: Sight) -> dict[str, Any]:
    return {
        "verdict": sight.rules.verdict(sight.position, sight.language),
        "scores": views_of.scores(sight),
        "record": _address("record", sight.game.key),
        "ending": _address("ending", sight.game.key),
    }


def _several(template: str, told: Sequence[Topic]) -> dict[str, Any]:
    return {
        "subject": f"games/mail/{template}_subject.txt",
        "tables": [_one_of_several(template, context(topic)) for topic in told],
        "house": settings.BASE_URL,
        "wishes": _address("profile"),
    }


def _one_of_several(template: str, words: dict[str, Any]) -> dict[str, Any]:
    """What is told of one table, each with words of its own; its headings stand below the table's name."""
    words["level"] = 3
    text = render_to_string(f"games/mail/_{template}.txt", words)
    html = render_to_string(f"games/mail/_{template}.html", words)
    return {"game": words["game"], "text": text, "html": html}


# --- what it says to mail programs


def unsubscribe_link(topic: Topic) -> str:
    """No more about this table; whoever has no seat may have enough of the gazette."""
    if topic.seat is not None:
        return _address("unsubscribe", tokens.no_more(topic.seat, topic.notices[-1].kind))
    if topic.is_followed:
        return _address("unsubscribe", tokens.no_gazette(topic.game.pk, topic.user.pk))
    if topic.kind == Kind.STAND_IN:
        return _address("unsubscribe", tokens.no_stand_in(topic.user.pk))
    return ""


def message_id(notices: Sequence[Notice]) -> str:
    """From the newest row that it tells of: the same letter has the same one, however often we try."""
    last = last_of(notices)
    again = f"-{last.copies}" if last.copies else ""
    earlier = f"-{last.sent_at:%Y%m%d%H%M%S}" if last.sent_at else ""  # a second letter out of the same row
    return f"<notice-{last.pk}{again}{earlier}@{posting.domain()}>"


def last_of(notices: Iterable[Notice]) -> Notice:
    return max(notices, key=lambda notice: notice.pk)


def headers(topic: Topic) -> dict[str, str]:
    key, domain = topic.game.key, posting.domain()
    root = f"<game-{key}@{domain}>"
    return {
        "Message-ID": message_id(topic.notices),
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"<{key}.games.{domain}>",
        **_ways_out(topic),
        "X-Game": key,
        "X-Reason": topic.kind,
    }


def _ways_out(topic: Topic) -> dict[str, str]:
    """A page that takes one click; where letters come in, a letter too. Some letters come only once."""
    by_mail = addresses.stop(topic.seat) if topic.seat and not topic.seat.is_guarded else ""
    ways = list(filter(None, [unsubscribe_link(topic), f"mailto:{by_mail}" if by_mail else ""]))
    return by_one_click(*ways) if ways else {}


def _headers_of_several(template: str, told: Sequence[Topic]) -> dict[str, str]:
    seat = next((topic.seat for topic in told if topic.seat), None)
    return {
        "Message-ID": message_id([notice for topic in told for notice in topic.notices]),
        "List-Id": f"<{template}.{posting.domain()}>",
        "X-Reason": "collected" if template == "collected" else Kind.REMINDER,
        **(by_one_click(_address("unsubscribe", tokens.no_more(seat, template))) if seat else {}),
    }


def by_one_click(*ways: str) -> dict[str, str]:
    """RFC 8058."""
    return {
        "List-Unsubscribe": ", ".join(f"<{way}>" for way in ways),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
