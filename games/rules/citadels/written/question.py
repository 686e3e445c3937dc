"""The open question of a written position, on the agenda."""

from collections.abc import Callable

import msgspec

from ...core.agenda import Step, then
from ...core.errors import BadPosition
from ..draft import begin_draft, can_go_on, characters_each
from ..position import DRAFT, END, OVER, THEATER, Game
from ..words import holder, owner_of
from .check import MOST_GOLD
from .page import KINDS, NEEDED, Pending, Written


def put_question(page: Written, game: Game) -> None:
    """Put on the agenda what the moment asks for."""
    if game.phase == OVER:
        return
    if game.phase == DRAFT:
        _open_draft(page, game)
    elif game.phase == THEATER:
        if any(len(player.characters) != characters_each(game) for player in game.players.values()):
            raise BadPosition("At the Theater everybody holds characters.")
        then(game, Step("round.begin"))
        if owner := owner_of(game, "theater"):
            then(game, Step("theater.exchange", owner))
    elif not game.called:
        raise BadPosition("In the phase “turns” somebody must be “called”.")
    elif page.pending:
        _open_question(page.pending, game)
    elif not game.begun or game.called == END:
        then(game, Step("round.call"))
    else:
        then(game, Step("turn", _on_turn(game)))


def _open_draft(page: Written, game: Game) -> None:
    drafter = page.drafter or game.crown
    if page.character_deck is None:
        begin_draft(game)
        game.agenda.clear()
    elif not can_go_on(game, drafter):
        raise BadPosition("The cards of “character_deck” do not go round from the drafter.")
    then(game, Step("draft.pick", drafter))


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
    _check_question(pending, game)
    question = Step(KINDS[kind], pending.seat, args)
    if kind == "hospital":
        then(game, question)
    elif kind == "crown":
        then(game, question, Step("heir.queen", pending.seat), Step("round.close"))
    elif kind == "keep" and not pending.study:
        then(game, question, Step("turn.gathered", pending.seat))
    else:
        then(game, question, Step("turn", _on_turn(game)))


OF_THE_PLAYER_ON_TURN = ("bribe", "look", "give", "search", "announce")


def _check_question(pending: Pending, game: Game) -> None:
    """Does this question come up at this moment?"""
    kind, seat = pending.kind, pending.seat
    fits = (kind == "crown") == (game.called == END) and FITS.get(kind, _always)(pending, game)
    if kind in OF_THE_PLAYER_ON_TURN or (kind == "keep" and pending.study):
        fits = fits and seat == _on_turn(game)
    if not fits:
        raise BadPosition(f"The pending question “{kind}” for {seat} does not come up here.")


def _always(pending: Pending, game: Game) -> bool:
    return True


def _can_recover(pending: Pending, game: Game) -> bool:
    owner = game.players[pending.seat]
    return "graveyard" in owner.city and owner.gold > 0


def _can_confiscate(pending: Pending, game: Game) -> bool:
    return 0 <= (pending.gold or 0) <= MOST_GOLD and pending.seat != pending.builder


FITS: dict[str, Callable[[Pending, Game], bool]] = {
    "bribe": lambda pending, game: game.called in game.threats,
    "reveal": lambda pending, game: game.called in game.threats and pending.seat == game.blackmailer,
    "hospital": lambda pending, game: game.called == game.murdered,
    "keep": lambda pending, game: 0 < (pending.count or 0) <= len(pending.cards or ()),
    "confiscate": lambda pending, game: (
        0 <= (pending.gold or 0) <= MOST_GOLD and pending.seat != pending.builder
    ),
    "look": lambda pending, game: pending.target != pending.seat,
    "give": lambda pending, game: len({pending.seat, *(pending.giver or ())}) == 1 + len(pending.giver or ()),
    "tribute": lambda pending, game: pending.to != pending.seat,
    "recover": _can_recover,
}
