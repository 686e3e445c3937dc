"""A decision as somebody composes it: the lines of a plan, what may come then, and what was chosen last.

The page of the table and the page behind the link of a letter both work from this. A plan is nothing but its
lines, in the address or in the form: nothing of it is stored before it is sent.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.play.errors import NotPossible, reason_of
from games.play.views_of import Sight
from games.rules.core.ahead import GOES_ON, Ahead
from games.rules.core.errors import RulesError
from games.views.decision import OPEN, Desk

MOST_LINES = 30  # of one turn
LONGEST_LINE = 400


def planned(lines: Sequence[str]) -> list[str]:
    """The lines that somebody has written, none too long and not too many."""
    return [line.strip()[:LONGEST_LINE] for line in lines if line.strip()][:MOST_LINES]


def ahead_of(sight: Sight, lines: Sequence[str]) -> tuple[Ahead[Any], str]:
    """How it would stand after these lines, and what is wrong with the first that cannot be planned."""
    seed = f"{sight.game.key}/{sight.seat.decision if sight.seat else 0}"  # no secret, and the same each time
    ahead = Ahead(sight.rules, sight.position, str(sight.name), seed, sight.language)
    return ahead, ahead.add_all(planned(lines))


def one_more(sight: Sight, sent: QueryDict) -> tuple[Ahead[Any], str]:
    """The plan of the form with what was chosen last behind it, or with the reason why that cannot be."""
    ahead, trouble = ahead_of(sight, sent.getlist("then"))
    try:
        last = _last(sent, lambda: desk_at(sight, ahead))
    except (NotPossible, RulesError) as error:
        return ahead, reason_of(error)
    if not last:
        trouble = trouble or nothing_chosen()
    return ahead, trouble or ahead.add_all(last)


def lines_sent(sent: QueryDict, sight: Callable[[], Sight]) -> list[str]:
    """The lines of the plan, then what was chosen last. Only a form with fields has to know the position."""
    plan = planned(sent.getlist("then"))

    def desk() -> Desk:
        seen = sight()
        return desk_at(seen, ahead_of(seen, plan)[0])

    lines = [*plan, *_last(sent, desk)]
    if not lines:
        raise NotPossible(nothing_chosen())
    return lines


def _last(sent: QueryDict, desk: Callable[[], Desk]) -> list[str]:
    """What was written, a move a line; else what was chosen and filled in. Both may only be the same."""
    written, chosen = planned(sent.get("line", "").splitlines()), sent.get("move", "")
    if written and chosen:
        desk().compare(written[0], chosen)
    if not written and chosen.startswith(OPEN):
        chosen = desk().line(sent)
    return written or planned(chosen.splitlines())


def nothing_chosen() -> str:
    return _("Please choose something first.")


def desk_of(sight: Sight) -> Desk:
    return Desk(sight.rules, sight.position, str(sight.name), sight.language)


def desk_at(sight: Sight, ahead: Ahead[Any] | None) -> Desk:
    """Where the choice is made: at the table as it stands, or at the end of a plan."""
    if ahead is None or not ahead.planned:
        return desk_of(sight)
    return Desk(sight.rules, ahead.position, ahead.seat, sight.language)


def form_of(sight: Sight, chosen: QueryDict | None, ahead: Ahead[Any] | None) -> dict[str, Any]:
    """What the form shows; behind a plan, the form for what may come then."""
    if not sight.offers:
        return {"groups": []}
    if ahead is None or not ahead.planned:
        form = _filled(desk_of(sight), chosen)
        return {**form, "composable": sight.is_on_turn(), "can_undo": sight.may_undo}
    form = {"groups": []}
    if ahead.state == GOES_ON:
        form = _filled(desk_at(sight, ahead), chosen)
        form["after"] = sight.rules.page(ahead.position, ahead.seat, sight.language)
    return {**form, "composable": True, "ahead": ahead}


def _filled(desk: Desk, chosen: QueryDict | None) -> dict[str, Any]:
    groups = desk.groups(chosen)
    written = chosen.get("line", "") if chosen else ""
    return {"groups": groups, "has_fields": desk.has_fields, "written": written, "example": desk.example}
