"""Put the open question of a written position on the agenda."""

from collections.abc import Callable

import msgspec

from ...core.agenda import Step, then
from ...core.errors import BadPosition
from ..actions import holder_of, owner_of
from ..draft import begin_draft, can_draft_continue, count_characters_each
from ..position import DRAFT, END, OVER, THEATER, CitadelsGame
from .schema import REQUIRED_FIELDS, STEP_BY_KIND, PendingSchema, PositionSchema
from .validation import MOST_GOLD


def restore_question(page: PositionSchema, game: CitadelsGame) -> None:
    """Put the question on the agenda that the phase or the pending field asks for."""
    if game.phase == OVER:
        return
    if game.phase == DRAFT:
        _open_draft(page, game)
    elif game.phase == THEATER:
        if any(len(player.characters) != count_characters_each(game) for player in game.players.values()):
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
        then(game, Step("turn", _find_acting_seat(game)))


def _open_draft(page: PositionSchema, game: CitadelsGame) -> None:
    drafter = page.drafter or game.crown
    if page.character_deck is None:
        begin_draft(game)
        game.agenda.clear()
    elif not can_draft_continue(game, drafter):
        raise BadPosition("The cards of “character_deck” do not go round from the drafter.")
    then(game, Step("draft.pick", drafter))


def _find_acting_seat(game: CitadelsGame) -> str:
    """Who acts for the called character: its holder, or the Witch once the victim has gathered."""
    seat = holder_of(game, "witch" if game.called == game.bewitched and game.gathered else game.called)
    if seat is None:
        raise BadPosition(f"Nobody holds the character whose turn it is ({game.called}).")
    return seat


def _open_question(pending: PendingSchema, game: CitadelsGame) -> None:
    kind = pending.kind
    if kind not in STEP_BY_KIND:
        raise BadPosition(f"There is no pending question “{kind:.40}”.")
    data = {key: value for key, value in msgspec.to_builtins(pending).items() if value is not None}
    missing = [key for key in REQUIRED_FIELDS.get(kind, ()) if key not in data]
    if missing:
        raise BadPosition(f"The pending question “{kind}” must say “{missing[0]}”.")
    args = {key: data[key] for key in REQUIRED_FIELDS.get(kind, ())}
    if pending.study:
        args["study"] = True
    _check_question(pending, game)
    question = Step(STEP_BY_KIND[kind], pending.seat, args)
    if kind == "hospital":
        then(game, question)
    elif kind == "crown":
        then(game, question, Step("heir.queen", pending.seat), Step("round.close"))
    elif kind == "keep" and not pending.study:
        then(game, question, Step("turn.gathered", pending.seat))
    else:
        then(game, question, Step("turn", _find_acting_seat(game)))


KINDS_ON_OWN_TURN = ("bribe", "look", "give", "search", "announce")


def _check_question(pending: PendingSchema, game: CitadelsGame) -> None:
    """Refuse a pending question that cannot come up at this moment."""
    kind, seat = pending.kind, pending.seat
    fits = (kind == "crown") == (game.called == END) and KIND_CHECKS.get(kind, _fits_always)(pending, game)
    if kind in KINDS_ON_OWN_TURN or (kind == "keep" and pending.study):
        fits = fits and seat == _find_acting_seat(game)
    if not fits:
        raise BadPosition(f"The pending question “{kind}” for {seat} does not come up here.")


def _fits_always(pending: PendingSchema, game: CitadelsGame) -> bool:
    return True


def _can_recover(pending: PendingSchema, game: CitadelsGame) -> bool:
    owner = game.players[pending.seat]
    return "graveyard" in owner.city and owner.gold > 0


def _can_confiscate(pending: PendingSchema, game: CitadelsGame) -> bool:
    return 0 <= (pending.gold or 0) <= MOST_GOLD and pending.seat != pending.builder


KIND_CHECKS: dict[str, Callable[[PendingSchema, CitadelsGame], bool]] = {
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
