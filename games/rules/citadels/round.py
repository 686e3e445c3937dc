"""The round after the draft: the call of the characters, and the closing steps (T, X)."""

from collections.abc import Iterator

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer
from .characters.card import CHARACTERS
from .districts.table import CLASSIC, NEW
from .draft import begin_draft
from .orders import kind_of_order
from .position import END, OVER, TURNS, Game, steps
from .turn import begin_turn, hospital_asks, keeps_silent, pay_collector
from .words import earn, hand_over, holder, may_be_crowned, neighbours, owner_of, pass_crown, rank


def begin_calls(game: Game) -> None:
    """The draft is over: the first character is about to be called."""
    game.phase = TURNS
    game.called = game.cast[0]
    then(game, Step("round.call"))


@steps.act("round.begin")
def calls_begin(game: Game, step: Step) -> None:
    begin_calls(game)


@steps.act("round.next")
def next_call(game: Game, step: Step) -> None:
    """The called one is done; the next character of the cast is about to be called."""
    place = game.cast.index(game.called) + 1
    game.called = game.cast[place] if place < len(game.cast) else END
    then(game, Step("round.call"))


@steps.act("round.call")
def call(game: Game, step: Step) -> None:
    """A character is called. Murdered and absent look alike (L5)."""
    if game.called == END:
        queen_is_paid = "bonus" in game.used  # hers was the last turn, if there was one (R45)
        begin_turn(game)
        _heir(game, queen_is_paid=queen_is_paid)
        return
    begin_turn(game)
    seat = holder(game, game.called)
    if game.called == game.murdered and (asked := hospital_asks(game, game.called)):
        then(game, Step("hospital.gather", asked))
        return
    if seat is None or game.called == game.murdered:
        keeps_silent(game)
        then(game, Step("round.next"))
        return
    _reveal(game, seat)


def _reveal(game: Game, seat: str) -> None:
    """What happens at once when a character shows itself (T5, T6)."""
    game.begun = True
    game.players[seat].revealed.append(game.called)
    tell(game, "revealed", seat=seat, character=game.called)
    game.thanked = not _owes_thanks(game, seat)
    if game.called == game.robbed:
        _robbery(game, seat)
    if CHARACTERS[game.called].crowned:
        pass_crown(game, seat)
    if game.called == "tax_collector" and game.edition == CLASSIC:
        _back_taxes(game)
    if game.called in game.threats and game.blackmailer == seat:
        del game.threats[game.called]  # a threat against oneself is dropped unseen
    then(game, Step("turn", seat))


def _owes_thanks(game: Game, seat: str) -> bool:
    """Ball Room: the crowned owner is thanked by everybody else who is called."""
    owner = owner_of(game, "ball_room") if game.edition == CLASSIC else None
    return owner is not None and owner == game.crown and owner != seat and game.courtesy == "spoken"


def _robbery(game: Game, seat: str) -> None:
    gold = game.players[seat].gold
    if game.robber and game.robber != seat:
        hand_over(game, seat, game.robber, gold)
        tell(game, "robbed", seat=seat, rival=game.robber, gold=gold)


def _back_taxes(game: Game) -> None:
    """Somebody of rank 1 who has built this round already pays now (T15)."""
    for seat in game.seats:
        player = game.players[seat]
        if player.built_this_round and any(rank(game, one) == 1 for one in player.revealed):
            pay_collector(game, seat)


# --- the end of the round


def _heir(game: Game, *, queen_is_paid: bool) -> None:
    """A murdered rank 4 shows itself after the last call (X1, X2)."""
    murdered = game.murdered
    seat = holder(game, murdered) if murdered and rank(game, murdered) == 4 else None
    then(game, Step("round.close"))
    if seat is None:
        return
    if murdered not in game.players[seat].revealed:
        game.players[seat].revealed.append(murdered)
    tell(game, "heir", seat=seat, character=murdered)
    if not queen_is_paid:
        then(game, Step("heir.queen", seat))
    if CHARACTERS[murdered].crowned:
        pass_crown(game, seat)
    elif game.edition == NEW:
        then(game, Step("heir.crown", seat))


@steps.act("heir.queen")
def queen_beside_the_heir(game: Game, step: Step) -> None:
    """A Queen beside the player who has just shown rank 4 is paid after all (X2)."""
    queen = holder(game, "queen")
    if queen and step.seat in neighbours(game, queen):
        earn(game, queen, 3, "queen")


@steps.ask("heir.crown")
def heir_crown(game: Game, step: Step) -> Iterator[Offer]:
    for seat in may_be_crowned(game, step.seat):
        yield Move("crown", (seat,))


@heir_crown.answer
def heir_crowned(game: Game, step: Step, move: Move) -> None:
    pass_crown(game, move.args[0])


def _drop_plan(game: Game, seat: str) -> None:
    """A plan is for one round; whose character was not called (or was murdered) plans anew."""
    player = game.players[seat]
    lines = [line for line in player.orders if not kind_of_order(line)]
    if lines:
        player.orders = [line for line in player.orders if line not in lines]
        tell(game, "plan_stopped", private=True, secret={seat: {"seat": seat, "line": lines[0]}})


@steps.act("round.close")
def close(game: Game, step: Step) -> None:
    """The last round is followed by scoring, every other one by the next draft (X3)."""
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
