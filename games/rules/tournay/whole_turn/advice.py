"""What the form of a turn is preset with: a plan that the seat has filed, or else what the bot would do."""

from collections.abc import Iterator, Sequence

from ...core.agenda import list_questions
from ...core.chain_offer import ChainOffer
from ...core.notation import Move, Offer, parse_exact_move
from ...core.orders import list_plan_lines
from ...core.ruleset import Ruleset
from ..bot.card_value import CardValues
from ..bot.placement import choose_placement, rate_placement
from ..bot.turn import choose_turn_move, rate_action
from ..bot.view import TownView
from ..knowledge.view import build_view
from ..position import TournayGame


class TurnAdvice:
    """The placements and actions that make most sense, out of what the seat sees."""

    def __init__(self, rules: Ruleset[TournayGame], game: TournayGame, seat: str) -> None:
        self.rules = rules
        self.game = game
        self.seat = seat
        self.offers: Sequence[Offer] = rules.offers(game, seat)
        self.values = CardValues(TownView(build_view(game, seat)))
        self.plan = [parse_exact_move(line) for line in list_plan_lines(rules, game, seat)]

    @property
    def placing(self) -> list[ChainOffer]:
        """The cards that may be placed."""
        return [offer for offer in self.offers if isinstance(offer, ChainOffer) and offer.verb == "place"]

    @property
    def acting(self) -> list[Offer]:
        """The actions that may be taken."""
        return [offer for offer in self.offers if offer.verb != "place"]

    def choose_placement(self) -> Move | None:
        """What is placed: as planned, or as the bot would; None for no card."""
        if self.plan:
            return next(self._list_planned(self.placing), None)
        return choose_placement(self.values, self.offers)

    def find_place(self, offer: ChainOffer) -> Move:
        """The best place for this card, and the best payment."""
        return rate_placement(self.values, offer)[1]

    def find_loan(self, offer: ChainOffer) -> Move | None:
        """The action with borrowed citizens that makes most sense."""
        rated = rate_action(self.values, offer)
        return rated[1] if rated else None

    def choose_action(self, placed: Move | None) -> Move | None:
        """The action after this placement; None where something else is asked in between."""
        later = self.game
        if placed is not None:
            later = self.rules.copy(self.game)
            self.rules.play(later, self.seat, placed)
        if [step.name for step in list_questions(later, self.seat)] != ["turn"]:
            return None
        offers = [offer for offer in self.rules.offers(later, self.seat) if offer.verb != "place"]
        if planned := next(self._list_planned(offers), None):
            return planned
        return choose_turn_move(TownView(build_view(later, self.seat)), offers)

    def _list_planned(self, offers: Sequence[Offer]) -> Iterator[Move]:
        """What the plan says of these offers."""
        return (move for move in self.plan if any(offer.accepts(move) for offer in offers))
