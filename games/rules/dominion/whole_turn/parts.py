"""The parts of a turn's form: Actions in their order, Treasures, buys, and then."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from ...core.agenda import list_questions
from ...core.capabilities.whole_turn import TurnChoice, TurnPart
from ...core.notation import Move
from ...core.orders import list_plan_lines
from ...core.ruleset import Ruleset
from ...core.sentences import Voice
from ..actions import compute_cost
from ..cards import card as cards
from ..cards.basic import compute_coins
from ..position import ACTION_PHASE, DominionGame
from ..text.move_hints import describe_ending, find_card_picture
from ..text.move_sums import TurnNumbers, format_coins
from ..turn import END, PLAY_ALL
from .action_rows import ActionRow, ActionRowList
from .sequences import ACTIONS, BUYS, SHOW, SOME_TREASURES, THEN, TREASURES

NOTHING, OPEN = "none", "open"
PLACE_TITLES = ("1.", "2.", "3.", "4.")  # more columns do not fit a phone


class DominionTurnParts:
    """Lists the parts of the form for one seat; it sees no more than that seat."""

    def __init__(self, rules: Ruleset[DominionGame], game: DominionGame, seat: str, voice: Voice) -> None:
        self.game = game
        self.seat = seat
        self.voice = voice
        self.say = voice.speak.say
        self.hand = game.players[seat].hand
        self.plan = list_plan_lines(rules, game, seat)
        self.rows = ActionRowList(game, seat, voice).build() if may_play_actions(game, seat) else []

    def build(self) -> tuple[TurnPart, ...]:
        """The parts in their order; none if something else than the turn is asked."""
        asked = list_questions(self.game, self.seat)
        if not asked or asked[0].name != "main":
            return ()
        parts = (self._actions(), self._treasures(), self._buys(), self._some_treasures(), self._then())
        return tuple(part for part in parts if part is not None)

    # --- the parts

    def _actions(self) -> TurnPart | None:
        if not self.rows:
            return None
        count = Counter(self.hand)
        choices = [self._make_action(row, count[row.card]) for row in self.rows]
        places = self._count_action_places()
        return self._make_ordered(
            ACTIONS,
            self.say("Play in this order") if places > 1 else self.say("Play an Action"),
            choices,
            places,
            self.say("Play no Action"),  # an email quotes it without the title
        )

    def _treasures(self) -> TurnPart | None:
        treasures = self._list_treasures()
        if not treasures:
            return None
        coins = format_coins(TurnNumbers(0, 0, compute_coins(self.game, treasures)), self.voice.speak)
        play_all = TurnChoice(str(PLAY_ALL), self.say("All Treasures"), (PLAY_ALL,), coins, is_preset=True)
        none = TurnChoice(NOTHING, self.say("None"))
        return TurnPart(TREASURES, self.say("Treasures"), (play_all, none))

    def _some_treasures(self) -> TurnPart | None:
        """Single Treasures to be played in place of all; of use so seldom that it is folded."""
        treasures = sorted(self._list_treasures())
        if len(treasures) < 2:
            return None
        moves = [Move("treasures", (card,)) for card in treasures]
        choices = [
            TurnChoice(f"{move} {place}", str(self.voice.name(move.args[0])), (move,), card=self._draw(move))
            for place, move in enumerate(moves)
        ]
        title = self.say("Only some Treasures")
        return TurnPart(SOME_TREASURES, title, tuple(choices), takes_several=True, is_aside=True)

    def _buys(self) -> TurnPart | None:
        game = self.game
        if not game.buys:
            return None
        piles = [
            card for card, left in game.supply.items() if left and compute_cost(game, card) <= self._reach
        ]
        piles.sort(key=lambda card: (-cards.COST[card], card))
        choices = [self._make_buy(card) for card in piles]
        places = min(game.buys + self._sum_up("buys"), len(PLACE_TITLES))
        title = self.say("Buy up to {n}", n=places) if places > 1 else self.say("Buy")
        return self._make_ordered(BUYS, title, choices, places, self.say("Buy nothing"))

    def _then(self) -> TurnPart:
        """End the turn; if an Action draws, the drawn cards are good to see before."""
        is_drawing = may_draw(self.rows)
        if is_drawing:
            first = TurnChoice(SHOW, self.say("End unless you draw"), (END,), is_preset=True)
        else:
            first = TurnChoice(OPEN, self.say("Keep my turn open"), note=self.say("to decide the rest later"))
        end = TurnChoice(str(END), self.say("End your turn"), (END,), is_preset=not is_drawing)
        return TurnPart(THEN, self.say("Then"), (first, end) if is_drawing else (end, first))

    # --- what they are made of

    def _make_ordered(
        self, key: str, title: str, choices: Sequence[TurnChoice], places: int, nothing: str
    ) -> TurnPart:
        """A part with a place for each choice that its order allows; with one place they are a plain list."""
        titles = PLACE_TITLES[:places] if places > 1 else ()
        planned = tuple(self._list_planned(choices))[:places]
        none = TurnChoice(NOTHING, nothing, is_preset=not planned)
        return TurnPart(
            key,
            title,
            (*(msgspec.structs.replace(one, is_preset=one.value in planned) for one in choices), none),
            places=titles,
            placed=planned if titles else (),
            has_sums=key == BUYS,
            is_main=True,
            is_told=True,
        )

    def _list_planned(self, choices: Sequence[TurnChoice]) -> Iterator[str]:
        """The values of these choices that the seat has planned, in the order of the plan."""
        by_line = {str(choice.moves[0]): choice for choice in reversed(choices)}
        taken: Counter[str] = Counter()
        for line in self.plan:
            choice = by_line.get(line)
            if choice and taken[line] < choice.most:
                taken[line] += 1
                yield choice.value

    def _make_action(self, row: ActionRow, count: int) -> TurnChoice:
        held = self.say("You hold {n}.", n=count) if count > 1 else ""
        note = " ".join(filter(None, (row.note, held)))
        return TurnChoice(row.value, row.label, row.moves, note, self._draw(row.moves[0]), most=count)

    def _make_buy(self, card: str) -> TurnChoice:
        move = Move("buy", (card,))
        note = describe_ending(self.game, card, self.voice)
        left = self.game.supply[card]
        return TurnChoice(str(move), str(self.voice.name(card)), (move,), note, self._draw(move), most=left)

    def _draw(self, move: Move) -> dict[str, object]:
        return find_card_picture(self.game, move, self.voice)

    def _list_treasures(self) -> list[str]:
        return [] if self.game.bought else [card for card in self.hand if card in cards.TREASURES]

    # --- how far the turn may go

    def _count_action_places(self) -> int:
        """How many Actions can be played one after the other at best: first what gives actions."""
        count, left = Counter(self.hand), self.game.actions
        best: dict[str, ActionRow] = {}
        for row in self.rows:
            if row.card not in best or (best[row.card].is_last, -best[row.card].actions) > (
                row.is_last,
                -row.actions,
            ):
                best[row.card] = row
        gains = [row.actions for row in best.values() for _ in range(count[row.card]) if not row.is_last]
        gains.sort(reverse=True)
        places = 0
        while gains and left:
            left += gains.pop(0) - 1
            places += 1
        places += bool(left and any(row.is_last for row in best.values()))
        return max(1, min(places, len(PLACE_TITLES)))

    @property
    def _reach(self) -> int:
        """The most that a single card may cost, as far as the hand tells."""
        coins = compute_coins(self.game, self._list_treasures())
        return self.game.coins + coins + self._sum_up("coins") + self.hand.count("bridge")

    def _sum_up(self, field: str) -> int:
        """How much of this the Actions in hand may give together, at most."""
        best: Counter[str] = Counter()
        for row in self.rows:
            best[row.card] = max(best[row.card], getattr(row, field))
        count = Counter(self.hand)
        return sum(most * count[card] for card, most in best.items())


def may_draw(rows: Sequence[ActionRow]) -> bool:
    """May the form go on after cards were drawn?"""
    return any(row.has_draws and not row.is_last for row in rows)


def may_play_actions(game: DominionGame, seat: str) -> bool:
    is_possible = game.phase == ACTION_PHASE and game.actions > 0
    return is_possible and not cards.ACTIONS.isdisjoint(game.players[seat].hand)
