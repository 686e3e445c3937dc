"""The commands of replies from a seat. A line that is none of them is an order (`plan …`) or a move."""

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.preferences.languages import get_current_language
from games.mail.incoming import (
    order_commands,
    preference_commands,
    subscription_commands,
    time_commands,
    vote_commands,
)
from games.mail.incoming.commands import Command, CommandSet, CommandText, explain_commands, stands_alone
from games.mail.incoming.game_reply import GameReply
from games.mail.incoming.leave_command import execute_leave_command
from games.mail.incoming.politeness import is_farewell
from games.mail.reply_outcome import ReplyLine
from games.models import Seat
from games.play import chat, moves, replacements
from games.play.deadlines import extensions
from games.play.lobby import rematches
from games.queries.game_view import GameView
from games.rules.core import orders


def post_message(reply: GameReply, text: CommandText) -> str:
    reply.require_own_seat(Seat.objects.select_for_update(no_key=True).filter(pk=reply.seat_id))
    chat.post_message(reply.game_view.game, reply.seat, text.rest, key=reply.new_origin().key)
    return _("Posted to the table.")


def is_message_meant(_reply: GameReply, text: CommandText) -> bool:
    """Tell “talk Good luck!” from “Talk soon!”, which ends an email."""
    return not is_farewell(f"{text.word} {text.rest}")


def undo_move(reply: GameReply, _text: CommandText) -> str:
    moves.undo_last_move(reply.game_id, reply.find_own_seat, reply.new_origin())
    reply.expect_next_question()
    return _("Undone.")


def is_undo_meant(reply: GameReply, text: CommandText) -> bool:
    """Tell undoing from cancelling: “poništi” alone undoes a move; “poništi plan” is an order of the game."""
    return not (text.rest and reply.game_view.rules.lexicon.has_spelling(text.word))


def describe_table(_reply: GameReply, _text: CommandText) -> str:
    return _("The table is shown below.")


def show_rules(reply: GameReply, _text: CommandText) -> str:
    reply.game_view.rules.reference.short_rules(reply.language)  # raises an error if there are none
    reply.wants_rules = True
    return _("The rules in short are below, with a link to all of them.")


def book_leave(reply: GameReply, text: CommandText) -> str:
    return execute_leave_command(reply.require_user(), text.rest)


def choose_language(reply: GameReply, text: CommandText) -> str:
    sentence = preference_commands.choose_language(reply.require_user(), text.rest)
    reply.language = get_current_language()
    return sentence


def choose_quiet_hours(reply: GameReply, text: CommandText) -> str:
    return preference_commands.choose_quiet_hours(reply.require_user(), text.rest)


def return_to_seat(reply: GameReply, _text: CommandText) -> str:
    is_back = replacements.return_to_seat(reply.game_id, reply.find_own_seat, reply.new_origin())
    reply.expect_next_question()
    reply.list_options()
    return (
        _("Welcome back: you are playing yourself again.")
        if is_back
        else _("You are already playing yourself.")
    )


def play_again(reply: GameReply, _text: CommandText) -> str:
    seat = rematches.play_again(reply.game_id, reply.require_user())
    context = {"name": seat.game.name}
    if seat.game.has_begun:
        return _("Your next game has begun: “%(name)s”.") % context
    if seat.game.creator_id == seat.user_id:
        return _("The table “%(name)s” is open, and the others have been asked by email.") % context
    return _("You are at the new table, “%(name)s”. You will get an email when the game begins.") % context


def is_game_finished(reply: GameReply, _text: CommandText) -> bool:
    """While a game runs, “again” in front of a move is only a word."""
    return reply.game_view.is_closed


def read_order_or_move(reply: GameReply, line: ReplyLine) -> None:
    """File an order after the moves above it; collect a move for the turn that it belongs to."""
    if orders.is_order(reply.game_view.rules, line.text):
        reply.play_turn()
        reply.run_line(line, partial(order_commands.execute_order, reply, line.text))
    else:
        reply.read_move_line(line)


GAME_COMMANDS = CommandSet[GameReply](
    Command(
        "say",
        post_message,
        is_meant=is_message_meant,
        waits=False,  # moves around it are still one turn
        help=(gettext_lazy("say …: post a message to the table"),),
    ),
    Command(
        "undo",
        undo_move,
        is_meant=is_undo_meant,
        help=(gettext_lazy("undo: take back your last move, if nobody has learned anything from it"),),
    ),
    Command(
        "orders",
        order_commands.describe_orders,
        acts=False,
        help=(
            gettext_lazy("plan …: a move to be played when your turn comes, with “or” between alternatives"),
            gettext_lazy("prefer … and always …: your standing answer to a kind of question"),
            gettext_lazy("cancel …: withdraw an order; “cancel plan” and “cancel all” do what they say"),
            gettext_lazy("orders: list your orders"),
        ),
    ),
    Command(
        "status",
        describe_table,
        acts=False,
        waits=False,
        help=(gettext_lazy("status: show the table"),),
    ),
    Command(
        "rules",
        show_rules,
        is_meant=stands_alone,
        acts=False,
        waits=False,
        help=(gettext_lazy("rules: a summary of the rules, and where to read all of them"),),
    ),
    Command(
        "extend",
        time_commands.request_time,
        help=(
            gettext_lazy("extend %(hours)d: ask the others for so many more hours; one of them has to agree"),
        ),
    ),
    Command(
        "grant",
        time_commands.grant_time,
        is_meant=time_commands.is_time_requested,
        help=(gettext_lazy("grant: give somebody the extra time they asked for"),),
    ),
    Command("yes", time_commands.give_consent, is_meant=time_commands.is_consent_asked),
    Command("accept", time_commands.give_consent, is_meant=time_commands.is_consent_meant),
    Command(
        "vote",
        vote_commands.vote_for_matter,
        help=(
            gettext_lazy("vote pause, vote resume, vote abandon: vote to pause, resume or abandon the game"),
        ),
    ),
    Command(
        "agree",
        vote_commands.agree_to_vote,
        is_meant=vote_commands.is_vote_asked,
        help=(gettext_lazy("agree and object: vote for or against what somebody has asked for"),),
    ),
    Command("object", vote_commands.object_to_vote, is_meant=vote_commands.is_vote_asked),
    Command(
        "leave",
        book_leave,
        help=(
            gettext_lazy("leave 2026-12-20 2027-01-03: be away on these days, including the last one"),
            gettext_lazy("leave cancel: you are there after all"),
        ),
    ),
    Command(
        "back",
        return_to_seat,
        help=(gettext_lazy("back: take over from the bot that has been playing for you"),),
    ),
    Command(
        "again",
        play_again,
        is_meant=is_game_finished,
        help=(gettext_lazy("again: after the game, play another one with the same people"),),
    ),
    *preference_commands.declare_commands(choose_language, choose_quiet_hours),
    Command(
        "stop",
        subscription_commands.stop_table_emails,
        is_meant=subscription_commands.is_table_stop_meant,
        help=(gettext_lazy("stop emails: get no more emails about this table; “start” turns them on again"),),
    ),
    Command(
        "unsubscribe",
        subscription_commands.unsubscribe_from_table,
        is_meant=subscription_commands.is_table_stop_meant,
    ),
    Command(
        "start", subscription_commands.start_table_emails, is_meant=subscription_commands.is_table_stop_meant
    ),
    Command("help", explain_commands, acts=False, waits=False),
    other=read_order_or_move,
    help=(
        gettext_lazy("a move, or the number of an option; several of them, one per line, make a whole turn"),
    ),
)


def list_help_lines(view: GameView) -> list[str]:
    """Return what a reply to emails of this game may say, in the language of its reader."""
    has_orders, hours = view.rules.orders.offered, extensions.compute_default_hours(view.game.pace)
    lines = GAME_COMMANDS.list_help_lines(() if has_orders else ("orders",), hours=hours)
    return [*lines, *order_commands.list_order_examples(view)]
