"""Sections about what others at the table would like to have: more time, a vote, a word."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.mail.content import game_links
from games.mail.content.game_update import GameUpdate, Kind
from games.mail.content.section import HTML, TEXT, Section, SectionLink, join_in_one_cell
from games.mail.content.sections import sentences
from games.mail.content.sections.host_news import build_invitation_news
from games.models import ExtensionRequest
from games.queries.votes import VoteStatus


def build_request_sections(topic: GameUpdate, *, level: int = 2, may_reply: bool = True) -> list[Section]:
    """Return all of them, for the end of an email about a game, or about several, which takes no reply."""
    if not topic.game.has_begun:
        return []
    may_reply = may_reply and bool(game_links.find_reply_address(topic))
    return join_in_one_cell(
        [
            *_build_extension_sections(topic, level, may_reply=may_reply),
            *_build_vote_sections(topic, level, may_reply=may_reply),
            *_build_invitation_news(topic),
            *_build_unreachable_section(topic),
            *build_chat_section(topic, level=level),
        ]
    )


def _build_extension_sections(topic: GameUpdate, level: int, *, may_reply: bool) -> list[Section]:
    """Ask to grant more time."""
    requests = [_build_extension_section(topic, one) for one in topic.extension_requests]
    hint = _("It is granted as soon as one of you agrees. Nobody has to: if nobody answers, nothing changes.")
    word = _("Or reply to this email with “grant”.")
    return _build_requests(topic, requests, _("More time"), [hint, word] if may_reply else [hint], level)


def _build_extension_section(topic: GameUpdate, extension: ExtensionRequest) -> Section:
    name, hours = extension.seat.shown_name, extension.hours
    label = ngettext("Give %(name)s one more hour", "Give %(name)s %(hours)s more hours", hours)
    link = game_links.find_extension_link(topic, extension)
    way = SectionLink(label % {"name": name, "hours": hours}, link, text_label=_("Give more time:"))
    text = sentences.describe_extension_request(extension)
    return Section(is_compact=True, paragraphs=[text], links=[way] if link else [])


def _build_vote_sections(topic: GameUpdate, level: int, *, may_reply: bool) -> list[Section]:
    """Ask to vote."""
    requests = [_build_vote_section(topic, one) for one in topic.open_votes]
    hint = _("Nobody has to vote: without enough votes, nothing changes.")
    word = _("Or reply to this email with “agree” or “object”.")
    if len(requests) > 1:
        word = _("Or reply to this email with “agree” or “object” and what you mean, as in “agree pause”.")
    return _build_requests(topic, requests, _("A vote"), [hint, word] if may_reply else [hint], level)


def _build_vote_section(topic: GameUpdate, vote: VoteStatus) -> Section:
    link = game_links.find_vote_link(topic, vote.key)
    way = SectionLink(_("Vote yes or no"), link, text_label=_("Vote yes or no:"))
    return Section(is_compact=True, paragraphs=[vote.sentence], links=[way] if link else [])


def _build_requests(
    topic: GameUpdate, requests: list[Section], heading: str, hints: list[str], level: int
) -> list[Section]:
    """Put a heading above requests, and below them what an answer does and how to reply."""
    if not requests:
        return []
    requests[0].heading, requests[0].level = heading, level
    for later in requests[1:]:
        later.is_tight = True
    return [*requests, *_build_hint_sections(" ".join(hints), game_links.find_sign_in_link(topic))]


def _build_hint_sections(hint: str, sign_in: str) -> Iterable[Section]:
    if not sign_in:
        return [Section(is_tight=True, style="p soft", paragraphs=[hint])]
    asked = sentences.ask_to_sign_in()
    way = SectionLink(_("Sign in"), sign_in, text_label="")
    return [
        Section(only=TEXT, is_tight=True, paragraphs=[hint, asked], inline_links=[way]),
        Section(only=HTML, style="p soft", paragraphs=[f"{hint} {asked}"], inline_links=[way]),
    ]


def _build_invitation_news(topic: GameUpdate) -> list[Section]:
    """Tell what became of invitations, unless the email has begun with it."""
    return [] if topic.kind == Kind.HOST_NEWS else build_invitation_news(topic)


def _build_unreachable_section(topic: GameUpdate) -> list[Section]:
    """Say who does not get their emails; empty if everybody does."""
    return [Section(paragraphs=[describe_unreachable(topic)])] if topic.unreachable_seats else []


def describe_unreachable(topic: GameUpdate) -> str:
    text = _(
        "Our emails to %(names)s bounce. Meanwhile their clocks are stopped, and at their next visit "
        "they will see what to do. If you can reach them some other way, please do. If emails still "
        "bounce after three days, a bot plays for them until they are back."
    ) % {"names": ", ".join(topic.unreachable_seats)}
    if topic.game.creator_id != topic.user.pk:
        return text
    more = _("As the host of the table, you can then also give the seat to somebody else.")
    return f"{text} {more}"


def build_chat_section(topic: GameUpdate, *, level: int = 2) -> list[Section]:
    """Return what was said at the table since the last email."""
    if not topic.chat_messages:
        return []
    said = {"said": topic.chat_messages}
    return [Section(heading=_("Said at the table"), level=level, template="chat", context=said)]
