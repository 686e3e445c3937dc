"""What an email offers of a turn: the actions after the best placement, and other cards to begin with."""

from ...core.capabilities.whole_turn import TurnPreset
from ...core.notation import Move
from ...core.ruleset import Ruleset
from ...core.sentences import Voice
from ..offers import GATHER
from ..position import TournayGame
from ..text.move_labels import TournayLabelWriter
from .advice import TurnAdvice
from .parts import NOTHING, OPEN, is_whole_turn, name_act
from .sequences import ACT, PLACE


class TournayTurnPresets:
    """Lists the presets for one seat, out of what it knows."""

    def __init__(self, rules: Ruleset[TournayGame], game: TournayGame, seat: str, voice: Voice) -> None:
        self.rules = rules
        self.game = game
        self.seat = seat
        self.say = voice.speak.say
        self.labels = TournayLabelWriter(game, seat, voice)

    def build(self) -> tuple[TurnPreset, ...]:
        """The best placement first; the form as it is where no card can be placed."""
        if not is_whole_turn(self.game, self.seat):
            return (TurnPreset(),)
        advice = TurnAdvice(self.rules, self.game, self.seat)
        if not advice.placing:
            return (TurnPreset(),)
        best = advice.choose_placement()
        others = [advice.find_place(offer) for offer in advice.placing if not best or not offer.accepts(best)]
        return self._build_turn(advice, best), *map(self._build_start, others)

    def _build_turn(self, advice: TurnAdvice, placed: Move | None) -> TurnPreset:
        """The actions after this placement, or without any."""
        act = name_act(advice.choose_action(placed) or GATHER, placed)
        values = {PLACE: [str(placed) if placed else NOTHING], ACT: [act]}
        if placed is None:
            return TurnPreset(heading=self.say("Place no card, and take one action:"), values=values)
        heading = self.say("{placing}, then take one action:", placing=self.labels.label(placed))
        return TurnPreset(heading=heading, values=values)

    def _build_start(self, placed: Move) -> TurnPreset:
        """Another card; the action is asked for afterwards."""
        heading = self.say("Place a card first, then decide the rest:")
        values = {PLACE: [str(placed)], ACT: [OPEN]}
        return TurnPreset(self.labels.label(placed), heading, values, is_start=True)
