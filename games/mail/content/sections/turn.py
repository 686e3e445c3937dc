"""The email that asks for a decision: the question, hand and options; then what has happened, the table."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.mail.content import game_links
from games.mail.content.game_update import GameUpdate, Kind
from games.mail.content.move_options import (
    MAX_EXPLAINED_STEPS,
    MAX_SPACED_LINKS,
    MoveOption,
    OptionList,
    build_turn_link,
)
from games.mail.content.section import HTML, Section
from games.mail.content.sections import sentences
from games.mail.content.sections.parts import (
    GameNews,
    build_board_section,
    build_hand_section,
    build_log_sections,
)
from games.mail.content.sections.rulebook import link_to_rulebook


def ask_for_decision(topic: GameUpdate) -> GameNews:
    """Ask the reader, first, as a reminder, or as the only one who is still waited for."""
    options = _build_options_section(topic)
    question = options.context.get("question") or sentences.get_question(topic)
    call = sentences.describe_call(topic, is_reminder=topic.kind == Kind.REMINDER)
    deadline, consequence = sentences.describe_deadline(topic), sentences.describe_consequence(topic)
    return GameNews(
        heading=question,
        preview=f"{call}{question} {deadline}",
        note=sentences.describe_zone(topic),
        lead=_build_deadline_lead(topic, call, consequence),
        sections=[
            build_hand_section(topic),
            options,
            *_explain_reply(topic, options.context.get("example", "")),
            *(link_to_rulebook(topic.game.ruleset) if Kind.STARTED in topic.kinds else []),
            *_build_missed_section(topic),
            *build_log_sections(topic),
            build_board_section(topic, is_hand_apart=True),
            *_explain_consequence(consequence),
        ],
    )


def _build_deadline_lead(topic: GameUpdate, call: str, consequence: str) -> list[Section]:
    """Say below the question by when to answer; the text has opened with it."""
    deadline = sentences.describe_deadline_in_short(topic)
    told = (deadline, sentences.describe_deadline_shifts(topic), call.rstrip())
    text = " ".join(filter(None, told)) if deadline else f"{call}{consequence}"
    strong = sentences.format_deadline_in_short(topic)
    return [Section(only=HTML, style="due", paragraphs=[text], strong=strong)] if text else []


def _build_missed_section(topic: GameUpdate) -> list[Section]:
    missed = sentences.describe_missed_deadline(topic)
    return [Section(paragraphs=[missed])] if missed else []


def _build_options_section(topic: GameUpdate) -> Section:
    """List the numbered options; for a seat with revoked links, say where to sign in instead."""
    context: dict[str, Any] = {
        "table_link": game_links.find_table_link(topic),
        "sign_in": game_links.find_sign_in_link(topic),
        "sign_in_text": sentences.ask_to_sign_in(),
    }
    seat = game_links.find_active_seat(topic)
    if seat and (topic.asks_question or sentences.is_still_asked(topic)):
        context["seat_link"] = build_turn_link(seat)
    if seat is None or not topic.asks_question:
        return Section(template="options", context=context)
    options = OptionList(topic.view, seat)
    moves = options.list_options()
    if options.turns:
        return Section(template="turns", context=context | _build_turns_context(topic, options, moves))
    more = {"options": moves, "is_long": len(moves) > MAX_SPACED_LINKS, "example": moves[0].localized_line}
    return Section(template="options", context=context | more)


def _build_turns_context(
    topic: GameUpdate, options: OptionList, moves: Sequence[MoveOption]
) -> dict[str, Any]:
    """Return the whole turns, and below them the single moves, for whoever replies step by step."""
    return {
        "question": options.question,
        "turns": options.turns,
        "open_part": options.open_part,
        "varied_title": options.varied_title,
        "shared_moves": options.shared_moves,
        "steps": moves,
        "is_long": len(moves) > MAX_EXPLAINED_STEPS,
        "can_reply": bool(game_links.find_reply_address(topic)),
    }


def _explain_reply(topic: GameUpdate, example: str) -> list[Section]:
    """Say what a reply may be; where whole turns are offered, that stands with them."""
    if not example or not game_links.find_reply_address(topic):
        return []
    text = _(
        "Reply with the number of an option, or with the line below it. Several moves, each on its "
        "own line, make a whole turn. A line that begins with “say” goes to the table talk; “help” "
        "tells you what else you can write. We answer with what we understood."
    )
    return [Section(heading=_("Or reply"), paragraphs=[text], sample=example)]


def _explain_consequence(consequence: str) -> list[Section]:
    if not consequence:
        return []
    return [Section(heading=_("If you do not answer"), paragraphs=[consequence])]
