"""Compose a whole turn: the lines planned so far, what may follow them, and what was chosen last.

Used by the table page and by the page behind an emailed link. A plan is only a list of lines in the URL or in
the form; nothing is stored before it is sent.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from games.play.errors import NotPossible, describe_error
from games.queries.game_view import GameView
from games.rules.core.errors import RulesError
from games.rules.core.move_parser import LONGEST_LINE
from games.rules.core.turns.preview import CONTINUES, TurnPreview
from games.views.table.move_form import OFFER_PREFIX, MoveForm
from games.views.table.turn_form import build_turn_form, is_turn_form, read_turn_lines

MAX_PLAN_LINES = 30  # in one turn


def clean_lines(lines: Sequence[str]) -> list[str]:
    """Strip empty lines and cut the rest to the allowed length and number."""
    return [line.strip()[:LONGEST_LINE] for line in lines if line.strip()][:MAX_PLAN_LINES]


def preview_lines(view: GameView, lines: Sequence[str]) -> tuple[TurnPreview[Any], str]:
    """Preview the position after these lines; also return why the first bad line cannot be planned."""
    ahead = TurnPreview(view.rules, view.position, str(view.name), view.preview_seed, view.language)
    return ahead, ahead.add_all(clean_lines(lines))


def extend_plan(view: GameView, sent: QueryDict) -> tuple[TurnPreview[Any], str]:
    """Append the last choice to the plan in the form; also return the reason if that is not possible."""
    ahead, problem = preview_lines(view, sent.getlist("then"))
    try:
        last = _read_last_choice(sent, lambda: build_form_after_plan(view, ahead))
    except (NotPossible, RulesError) as error:
        return ahead, describe_error(error)
    if not last:
        problem = problem or nothing_chosen_text()
    return ahead, problem or ahead.add_all(last)


def read_sent_lines(sent: QueryDict, load_view: Callable[[], GameView], decision: int) -> list[str]:
    """Read the form of a whole turn, or else the planned lines, then the last choice.

    The game is loaded only for a whole turn, or if the choice has fields."""
    if is_turn_form(sent):
        return read_turn_lines(load_view(), sent, decision)
    plan = clean_lines(sent.getlist("then"))

    def desk() -> MoveForm:
        seen = load_view()
        return build_form_after_plan(seen, preview_lines(seen, plan)[0])

    lines = [*plan, *_read_last_choice(sent, desk)]
    if not lines:
        raise NotPossible(nothing_chosen_text())
    return lines


def _read_last_choice(sent: QueryDict, desk: Callable[[], MoveForm]) -> list[str]:
    """Read the typed moves, one a line, or else the chosen one; if both are given they must agree."""
    written, chosen = clean_lines(sent.get("line", "").splitlines()), sent.get("move", "")
    if written and chosen:
        desk().require_agreement(written[0], chosen)
    if not written and chosen.startswith(OFFER_PREFIX):
        chosen = desk().read_line(sent)
    return written or clean_lines(chosen.splitlines())


def nothing_chosen_text() -> str:
    return _("Please choose something first.")


def build_move_form(view: GameView) -> MoveForm:
    return MoveForm(view.rules, view.position, str(view.name), view.language)


def build_form_after_plan(view: GameView, ahead: TurnPreview[Any] | None) -> MoveForm:
    """Build the move form for the current position, or for the position at the end of the plan."""
    if ahead is None or not ahead.lines:
        return build_move_form(view)
    return MoveForm(view.rules, ahead.position, ahead.seat, view.language)


def build_form_context(
    view: GameView, chosen: QueryDict | None, ahead: TurnPreview[Any] | None
) -> dict[str, Any]:
    """Build the template context of the move form, for now or for after the plan."""
    if not view.offers:
        return {"groups": []}
    if ahead is None or not ahead.lines:
        form = _build_groups_context(build_move_form(view), chosen)
        turn_form = SimpleLazyObject(lambda: build_turn_form(view, chosen))  # news do not show it
        is_turn = is_turn_form(chosen)
        more = {"turn_form": turn_form, "chosen_turn": is_turn, "chosen_step": bool(chosen) and not is_turn}
        return {**form, **more, "composable": view.is_on_turn(), "can_undo": view.may_undo}
    form = {"groups": []}
    if ahead.state == CONTINUES:
        form = _build_groups_context(build_form_after_plan(view, ahead), chosen)
        form["after"] = view.rules.presentation.page(ahead.position, ahead.seat, view.language)
    return {**form, "composable": True, "ahead": ahead}


def _build_groups_context(desk: MoveForm, chosen: QueryDict | None) -> dict[str, Any]:
    groups = desk.build_groups(chosen)
    text = chosen.get("line", "") if chosen else ""
    return {"groups": groups, "has_fields": desk.has_fields, "written": text, "example": desk.example}
