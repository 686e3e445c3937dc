"""Standing orders and plans in replies from a seat: file them, cancel them, list them."""

from django.utils.translation import gettext as _

from games.mail.incoming.commands import CommandText
from games.mail.incoming.game_reply import GameReply
from games.play.orders import file_order
from games.queries.game_view import GameView
from games.rules.core import orders
from games.text import join_words


def execute_order(reply: GameReply, text: str) -> str:
    """File an order, a plan or a cancellation, in the words of the game."""
    filed = file_order(reply.game_id, reply.find_own_seat, text, reply.new_origin(), language=reply.language)
    reply.forget_game()
    texts = [_describe_filed_order(reply, filed.line)]
    if filed.moves:
        answer = _("It answered at once: %(moves)s") % {"moves": reply.translate_lines(*filed.moves)}
        texts.append(f"{answer}.")
        reply.expect_next_question()
    elif filed.line.startswith(f"{orders.PLAN} ") and not filed.stop_reason:
        texts.append(_find_plan_doubt(reply))
    return " ".join(filter(None, [*texts, filed.stop_reason]))


def _describe_filed_order(reply: GameReply, line: str) -> str:
    """Say exactly which order was filed or cancelled, and in words what it will do."""
    if line.startswith("cancelled"):
        cancelled = reply.translate_lines(*line.partition(": ")[2].split(", "))
        return _("Cancelled: %(order)s") % {"order": cancelled} + "."
    return _("Your order: %(order)s") % {"order": _explain_order(reply, line)}


def _explain_order(reply: GameReply, line: str) -> str:
    """Return an order in the reader's words, and its meaning where that says more."""
    kept = line.removeprefix(f"{orders.PLAN} ")
    steps = [kept] if kept == line else kept.split(orders.PLAN_SEPARATOR)
    rules, position = reply.game_view.rules.orders, reply.game_view.position
    texts = [rules.describe(position, reply.seat.name, step, reply.language) for step in steps]
    typed = reply.translate_lines(*line.split(orders.PLAN_SEPARATOR))
    return f"{typed}. {orders.PLAN_SEPARATOR.join(texts)}" if texts != steps else f"{typed}."


def _find_plan_doubt(reply: GameReply) -> str:
    """Return why the plan, in the current position, is sure to stop."""
    rules, position = reply.game_view.rules, reply.game_view.position
    plan = orders.list_plan_lines(rules, position, reply.seat.name)
    return rules.orders.plan_doubt(position, reply.seat.name, plan, reply.language)


def list_order_examples(view: GameView) -> list[str]:
    """Return an example of each form of order with its meaning, and how to end those of the start.

    A table without orders, or whose game has not begun, has none."""
    rules = view.rules.orders
    if not rules.offered or not view.game.has_begun or view.name is None:
        return []
    write = view.rules.vocabulary.writer(view.position, view.language)
    lines = [
        _("For example “%(line)s”: %(meaning)s")
        % {"line": write(line), "meaning": _describe_example(view, line)}
        for line in rules.examples
    ]
    if rules.defaults:
        text = _(
            "From the start you have %(orders)s, which answer for you when there is no choice. To be "
            "asked again, write “%(cancel)s”."
        )
        named = join_words([_("“%(line)s”") % {"line": write(line)} for line in rules.defaults])
        lines.append(text % {"orders": named, "cancel": write(f"{orders.CANCEL} {rules.defaults[0]}")})
    return lines


def _describe_example(view: GameView, line: str) -> str:
    kept = line.removeprefix(f"{orders.PLAN} ")
    return view.rules.orders.describe(view.position, str(view.name), kept, view.language)


def describe_orders(reply: GameReply, _text: CommandText) -> str:
    """Describe all standing orders, the plan last."""
    if not reply.game_view.game.has_begun:
        return _("The game has not begun.")
    rules, position = reply.game_view.rules, reply.game_view.position
    if not rules.orders.offered:
        return _("This game has no orders: you are asked about everything.")
    lines = list(rules.orders.lines(position, reply.seat.name))
    standing = [line for line in lines if rules.orders.kind(line)]
    plan = [f"{orders.PLAN} {line}" for line in lines if not rules.orders.kind(line)]
    if not lines:
        return _("You have no orders: you are asked about everything.")
    return " ".join(_explain_order(reply, line) for line in (*standing, *plan))
