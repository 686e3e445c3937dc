"""What an email offers of a turn with Actions in hand: the plays of the bot, other plays, and none.

The bot judges by what the seat knows: a card that is drawn on the way is none to it. Where nothing is drawn
and nobody is asked, the buys are listed; otherwise the turn stops, and the rest is decided then.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.capabilities.whole_turn import TurnPreset
from ...core.notation import Move
from ...core.ruleset import Ruleset
from ...core.sentences import Voice
from ..cards.card import TREASURES as TREASURE_CARDS
from ..knowledge.view import build_view
from ..position import DominionGame
from ..turn import END
from .action_rows import ActionRow, ActionRowList
from .certainty import UNSEEN, hide_draws
from .parts import NOTHING, OPEN, PLACE_TITLES, may_draw, may_play_actions
from .sequences import ACTIONS, BUYS, SHOW, THEN, TREASURES

MAX_ROWS_OF_CARD = 3  # of a card with more answers only the bot's is offered


class DominionTurnPresets:
    """Lists the presets for one seat, out of what it knows."""

    def __init__(self, rules: Ruleset[DominionGame], game: DominionGame, seat: str, voice: Voice) -> None:
        self.rules = rules
        self.game = game
        self.seat = seat
        self.say = voice.speak.say
        self.rows = ActionRowList(game, seat, voice).build() if may_play_actions(game, seat) else []

    def build(self) -> tuple[TurnPreset, ...]:
        """The best plays first; the form as it is where no Action can be played."""
        if not self.rows:
            return (TurnPreset(),)
        played = BotPlays(self.rules, self.game, self.seat).choose(self.rows)
        starts = [self._build_start([row]) for row in self._list_alternatives(played)]
        if not played:
            return (self._build_turn([]), *starts)
        first = self._build_start(played) if _is_unsure(played) else self._build_turn(played)
        return (first, *starts, self._build_turn([]))

    def _list_alternatives(self, played: Sequence[ActionRow]) -> Iterator[ActionRow]:
        """Single plays, except those after which the bot knows how to go on."""
        for row in self.rows:
            is_known = row in played and not _is_unsure([row])
            if not is_known and sum(one.card == row.card for one in self.rows) <= MAX_ROWS_OF_CARD:
                yield row

    # --- what they preset

    def _build_start(self, rows: Sequence[ActionRow]) -> TurnPreset:
        then = SHOW if may_draw(self.rows) else OPEN
        values = {TREASURES: [NOTHING], BUYS: [NOTHING], THEN: [then]}
        heading = self.say("Play first, then decide the rest:")
        return TurnPreset(self._join(rows), heading, {**self._choose(rows), **values}, is_start=True)

    def _build_turn(self, rows: Sequence[ActionRow]) -> TurnPreset:
        """These Actions, all Treasures, and the end."""
        label = self._join(rows) if rows else self.say("Play no Action")
        return TurnPreset(label, self._describe_turn(rows), {**self._choose(rows), THEN: [str(END)]})

    def _describe_turn(self, rows: Sequence[ActionRow]) -> str:
        has_treasures = not TREASURE_CARDS.isdisjoint(self.game.players[self.seat].hand)
        if not rows:
            only = self.say("Play no Action, only all Treasures, and buy:")
            return only if has_treasures else self.say("Play no Action, and buy:")
        if has_treasures:
            return self.say("Play {actions}, then all Treasures, and buy:", actions=self._join(rows))
        return self.say("Play {actions}, and buy:", actions=self._join(rows))

    def _choose(self, rows: Sequence[ActionRow]) -> dict[str, list[str]]:
        return {ACTIONS: [row.value for row in rows] or [NOTHING]}

    def _join(self, rows: Sequence[ActionRow]) -> str:
        *before, last = [row.label for row in rows]
        return self.say("{actions}, then {last}", actions=", ".join(before), last=last) if before else last


class BotPlays:
    """Which Actions the bot would play, one after the other, as far as the seat can know."""

    def __init__(self, rules: Ruleset[DominionGame], game: DominionGame, seat: str) -> None:
        self.rules = rules
        self.seat = seat
        self.owned = build_view(game, seat)["you"]["owned"]
        self.later = rules.copy(game)
        hide_draws(self.later, seat)

    def choose(self, rows: Sequence[ActionRow]) -> list[ActionRow]:
        """The rows in their order, up to one that asks next; none if the bot would rather play no Action."""
        chosen: list[ActionRow] = []
        while len(chosen) < len(PLACE_TITLES) and may_play_actions(self.later, self.seat):
            row = self._choose_row(rows)
            if row is None:
                break
            chosen.append(row)
            if row.is_last:
                break
        return chosen

    def _choose_row(self, rows: Sequence[ActionRow]) -> ActionRow | None:
        """Play the next Action with the answer to what it asks; return its row."""
        moves = [self._ask()]
        found = [row for row in rows if row.moves[0] == moves[0]]
        if not found or (found[0].is_last and len(found) == 1):
            return found[0] if found else None
        self.rules.play(self.later, self.seat, moves[0])
        if len(found) > 1 or len(found[0].moves) > 1:
            moves.append(self._ask())
            found = [row for row in found if [*row.moves] == moves] or [row for row in found if row.is_last]
            self.rules.play(self.later, self.seat, moves[1])
        return found[0] if found else None

    def _ask(self) -> Move:
        view, offers = self._build_known_view(), self.rules.offers(self.later, self.seat)
        return self.rules.advice.choose_move(view, offers, lambda most: 0)

    def _build_known_view(self) -> dict[str, Any]:
        view = build_view(self.later, self.seat)
        hand = [card for card in view["you"]["hand"] if card != UNSEEN]
        return {**view, "you": {**view["you"], "hand": hand, "owned": self.owned}}


def _is_unsure(rows: Sequence[ActionRow]) -> bool:
    """Is a card drawn, or is somebody asked, before the turn is over?"""
    return any(row.has_draws or row.is_last for row in rows)
