"""The round after the draft: calling the characters, and the end of the round (T, X)."""

from collections.abc import Iterator

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer
from .actions import (
    earn,
    give_gold,
    holder_of,
    list_crown_candidates,
    neighbours_of,
    owner_of,
    pass_crown,
    rank_of,
)
from .characters.card import CHARACTERS
from .districts.cards import CLASSIC, NEW
from .draft import begin_draft
from .orders import ORDER_TABLE
from .position import END, OVER, TURNS, CitadelsGame, steps
from .turn import begin_turn, find_hospital_owner_to_ask, pay_tax_collector, tell_no_answer


def begin_calls(game: CitadelsGame) -> None:
    """Start calling the characters after the draft."""
    game.phase = TURNS
    game.called = game.cast[0]
    then(game, Step("round.call"))


@steps.act("round.begin")
def begin_round(game: CitadelsGame, step: Step) -> None:
    begin_calls(game)


@steps.act("round.next")
def call_next(game: CitadelsGame, step: Step) -> None:
    """Move on to the next character of the cast, or to the end of the calls."""
    place = game.cast.index(game.called) + 1
    game.called = game.cast[place] if place < len(game.cast) else END
    then(game, Step("round.call"))


@steps.act("round.call")
def call_character(game: CitadelsGame, step: Step) -> None:
    """Call a character. A murdered one and an absent one look the same (L5)."""
    if game.called == END:
        queen_is_paid = "bonus" in game.used  # the Queen has the last turn, if she has one (R45)
        begin_turn(game)
        _reveal_heir(game, queen_is_paid=queen_is_paid)
        return
    begin_turn(game)
    seat = holder_of(game, game.called)
    if game.called == game.murdered and (asked := find_hospital_owner_to_ask(game, game.called)):
        then(game, Step("hospital.gather", asked))
        return
    if seat is None or game.called == game.murdered:
        tell_no_answer(game)
        then(game, Step("round.next"))
        return
    _reveal_character(game, seat)


def _reveal_character(game: CitadelsGame, seat: str) -> None:
    """Reveal the called character, handle what follows at once, and begin its turn (T5, T6)."""
    game.begun = True
    game.players[seat].revealed.append(game.called)
    tell(game, "revealed", seat=seat, character=game.called)
    game.thanked = not _owes_thanks(game, seat)
    if game.called == game.robbed:
        _carry_out_robbery(game, seat)
    if CHARACTERS[game.called].takes_crown:
        pass_crown(game, seat)
    if game.called == "tax_collector" and game.edition == CLASSIC:
        _collect_back_taxes(game)
    if game.called in game.threats and game.blackmailer == seat:
        del game.threats[game.called]  # a threat against the blackmailer's own character is dropped unseen
    then(game, Step("turn", seat))


def _owes_thanks(game: CitadelsGame, seat: str) -> bool:
    """Classic Ball Room: must this seat thank the owner, who wears the crown?"""
    owner = owner_of(game, "ball_room") if game.edition == CLASSIC else None
    return owner is not None and owner == game.crown and owner != seat and game.courtesy == "spoken"


def _carry_out_robbery(game: CitadelsGame, seat: str) -> None:
    gold = game.players[seat].gold
    if game.robber and game.robber != seat:
        give_gold(game, seat, game.robber, gold)
        tell(game, "robbed", seat=seat, rival=game.robber, gold=gold)


def _collect_back_taxes(game: CitadelsGame) -> None:
    """Classic: collect tax from a player of rank 1 who has already built this round (T15)."""
    for seat in game.seats:
        player = game.players[seat]
        if player.built_this_round and any(rank_of(game, one) == 1 for one in player.revealed):
            pay_tax_collector(game, seat)


# --- the end of the round


def _reveal_heir(game: CitadelsGame, *, queen_is_paid: bool) -> None:
    """After the last call, reveal a murdered character of rank 4 and pass the crown on (X1, X2)."""
    murdered = game.murdered
    seat = holder_of(game, murdered) if murdered and rank_of(game, murdered) == 4 else None
    then(game, Step("round.close"))
    if seat is None:
        return
    if murdered not in game.players[seat].revealed:
        game.players[seat].revealed.append(murdered)
    tell(game, "heir", seat=seat, character=murdered)
    if not queen_is_paid:
        then(game, Step("heir.queen", seat))
    if CHARACTERS[murdered].takes_crown:
        pass_crown(game, seat)
    elif game.edition == NEW:
        then(game, Step("heir.crown", seat))


@steps.act("heir.queen")
def pay_queen_beside_heir(game: CitadelsGame, step: Step) -> None:
    """Pay the Queen after all if she sits next to the player who has just revealed rank 4 (X2)."""
    queen = holder_of(game, "queen")
    if queen and step.seat in neighbours_of(game, queen):
        earn(game, queen, 3, "queen")


@steps.ask("heir.crown")
def heir_crown_question(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    for seat in list_crown_candidates(game, step.seat):
        yield Move("crown", (seat,))


@heir_crown_question.answer
def answer_heir_crown(game: CitadelsGame, step: Step, move: Move) -> None:
    pass_crown(game, move.args[0])


def _drop_plan(game: CitadelsGame, seat: str) -> None:
    """Drop what is left of a seat's plan: a plan lasts one round, even if it never came to its turn."""
    player = game.players[seat]
    lines = [line for line in player.orders if not ORDER_TABLE.kind(line)]
    if lines:
        player.orders = [line for line in player.orders if line not in lines]
        tell(game, "plan_stopped", private=True, secret={seat: {"seat": seat, "line": lines[0]}})


@steps.act("round.close")
def close_round(game: CitadelsGame, step: Step) -> None:
    """End the round: the game is over after the last one, otherwise the next draft begins (X3)."""
    if game.first_completed:
        game.phase = OVER
        tell(game, "over")
        return
    for seat, player in game.players.items():
        _drop_plan(game, seat)
        player.characters = []
        player.revealed = []
        player.built_this_round = []
        player.seen = player.picked = player.away = ()
    game.called = game.murdered = game.bewitched = game.robbed = game.robber = game.blackmailer = ""
    game.warrants = {}
    game.threats = {}
    game.unmasked = False
    game.round += 1
    begin_draft(game)
