"""Drawing: what is taken at once, the two cards that are looked at, the double draw (3b, I5)."""

from collections.abc import Iterator

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer
from .knowledge.memory import add_to_hand, bury, combine_marks, put_on_top, take_from_top, take_top
from .offers import TOP
from .position import TOWN_CRIER, TournayGame, steps
from .town_crier import reveal_crier

LOOKED_AT = 2


def begin_draw(game: TournayGame, seat: str, deck: str, how: str) -> None:
    """Take the open top card, or put it under the deck and look at two (D2, D3)."""
    if how == TOP:
        _take_open(game, seat, deck)
        return
    if deck in game.up:
        card, known = take_top(game, deck)
        bury(game, deck, card, known)
        tell(game, "buried", seat=seat, deck=deck, card=card)
    _look_at_two(game, seat, deck)


def _take_open(game: TournayGame, seat: str, deck: str) -> None:
    card, known = take_top(game, deck)
    add_to_hand(game.players[seat], card, known)
    tell(game, "took_open", seat=seat, deck=deck, card=card)


@steps.act("look")
def look_after_crier(game: TournayGame, step: Step) -> None:
    _look_at_two(game, step.seat, step.args["deck"])


def _look_at_two(game: TournayGame, seat: str, deck: str) -> None:
    """Look at the top two cards; a town crier among them comes first (D4). A single card is taken (D5)."""
    if TOWN_CRIER in game.decks[deck][:LOOKED_AT]:
        then(game, Step("look", seat, {"deck": deck}))
        reveal_crier(game, seat, deck)
        return
    if len(game.decks[deck]) < LOOKED_AT:
        _take_unseen(game, seat, deck, 1)
        return
    game.drawn, game.drawn_known = take_from_top(game, deck, LOOKED_AT)
    tell(game, "looked", seat=seat, deck=deck, secret={seat: {"cards": list(game.drawn)}})
    then(game, Step("keep", seat, {"deck": deck}))


@steps.ask("keep")
def offer_to_keep(game: TournayGame, step: Step) -> Iterator[Offer]:
    """Asked even for two equal cards, so that a missing question tells nothing (H4)."""
    for card in dict.fromkeys(game.drawn):
        yield Move("keep", (card,))


@offer_to_keep.answer
def keep(game: TournayGame, step: Step, move: Move) -> None:
    """Keep one card; the other goes back face up."""
    seat, deck, kept = step.seat, step.args["deck"], move.args[0]
    back = game.drawn[1 - game.drawn.index(kept)]
    known = combine_marks(game, game.drawn, game.drawn_known, back)
    game.drawn, game.drawn_known = [], []
    add_to_hand(game.players[seat], kept, known)
    put_on_top(game, deck, back)
    tell(game, "kept", seat=seat, deck=deck, back=back, secret={seat: {"card": kept}})


@steps.act("take")
def take_cards(game: TournayGame, step: Step) -> None:
    """The double draw: so many cards of the deck, face up or down; a town crier comes first (I5)."""
    seat, deck, count = step.seat, step.args["deck"], step.args["count"]
    if TOWN_CRIER in game.decks[deck][:count]:
        then(game, step)
        reveal_crier(game, seat, deck)
        return
    if count and deck in game.up:
        _take_open(game, seat, deck)
        count -= 1
    if count:
        _take_unseen(game, seat, deck, count)


def _take_unseen(game: TournayGame, seat: str, deck: str, count: int) -> None:
    """Take cards that only this seat sees; nothing happens if there are none left."""
    cards, marks = take_from_top(game, deck, count)
    game.players[seat].hand += cards
    game.players[seat].known += marks
    if cards:
        tell(game, "took", seat=seat, deck=deck, count=len(cards), secret={seat: {"cards": cards}})
    else:
        tell(game, "deck_empty", seat=seat, deck=deck)
