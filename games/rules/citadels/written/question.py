"""The open question of a written position, on the agenda."""

import msgspec

from ...core.agenda import Step, then
from ...core.errors import BadPosition
from ..draft import begin_draft
from ..position import DRAFT, END, OVER, THEATER, Game
from ..words import holder, owner_of
from .page import KINDS, NEEDED, Pending, Written


def put_question(page: Written, game: Game) -> None:
    """Put on the agenda what the moment asks for."""
    if game.phase == OVER:
        return
    if game.phase == DRAFT:
        _open_draft(page, game)
    elif game.phase == THEATER:
        then(game, Step("begin_calls"))
        if owner := owner_of(game, "theater"):
            then(game, Step("theater", owner))
    elif not game.called:
        raise BadPosition("In the phase “turns” somebody must be “called”.")
    elif page.pending:
        _open_question(page.pending, game)
    elif not game.begun or game.called == END:
        then(game, Step("call"))
    else:
        then(game, Step("turn", _on_turn(game)))


def _open_draft(page: Written, game: Game) -> None:
    if page.character_deck is None:
        begin_draft(game)
        game.agenda.clear()
    then(game, Step("pick", page.drafter or game.crown))


def _on_turn(game: Game) -> str:
    """Who acts for the called character: its holder, or the Witch once the victim has gathered."""
    seat = holder(game, "witch" if game.called == game.bewitched and game.gathered else game.called)
    if seat is None:
        raise BadPosition(f"Nobody holds the character whose turn it is ({game.called}).")
    return seat


def _open_question(pending: Pending, game: Game) -> None:
    kind = pending.kind
    if kind not in KINDS:
        raise BadPosition(f"There is no pending question “{kind:.40}”.")
    told = {key: value for key, value in msgspec.to_builtins(pending).items() if value is not None}
    missing = [key for key in NEEDED.get(kind, ()) if key not in told]
    if missing:
        raise BadPosition(f"The pending question “{kind}” must say “{missing[0]}”.")
    args = {key: told[key] for key in NEEDED.get(kind, ())}
    if pending.study:
        args["study"] = True
    question = Step(KINDS[kind], pending.seat, args)
    if kind == "hospital":
        then(game, question)
    elif kind == "crown":
        then(game, question, Step("close"))
    elif kind == "keep" and not pending.study:
        then(game, question, Step("gathered", pending.seat))
    else:
        then(game, question, Step("turn", _on_turn(game)))
