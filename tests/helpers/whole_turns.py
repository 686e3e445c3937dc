"""Turns as they were played move by move, and what comes of the form of a whole turn in their place.

What differs between games stays with their own tests: who plays, what tells one turn from the next, and
which choices of the form mean the moves that were made."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec

from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import pick_awaited_seat
from games.rules.core.capabilities.whole_turn import TurnChoice, TurnPart
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset
from games.rules.core.turns.composition import ComposedTurn, TurnComposer
from games.rules.core.turns.preview import ENDS
from tests.helpers.random_games import NAMES

SEED = "turns"

Rules = Ruleset[Any]
Values = dict[str, list[str]]  # key of a part → what is chosen in it
Player = Callable[[Any, str], Move]  # position and seat → the move
ChoosePart = Callable[[TurnPart, Sequence[Move]], list[str]]  # what is chosen in a part for these moves


class AskedMove(NamedTuple):
    """A move of a player, and the position in which it was asked for it; `is_turn` if in its own turn."""

    position: Any
    seat: str
    move: Move
    is_turn: bool


# --- games


def play_game(
    rules: Rules, number: int, seats: int, options: Mapping[str, object], make_player: Callable[[str], Player]
) -> Iterator[AskedMove]:
    """Every decision of a game; `make_player` gets a seed. The positions are copies."""
    names = NAMES[:seats]
    position, _events = rules.new(names, options, f"{SEED} {number}")
    players = {name: make_player(f"{name} {number}") for name in names}
    while not rules.over(position):
        seat = pick_awaited_seat(rules, position)
        move = players[seat](position, seat)
        yield AskedMove(rules.copy(position), seat, move, rules.orders.on_turn(position, seat))
        rules.play(position, seat, move)


def make_bot_player(rules: Rules) -> Callable[[str], Player]:
    """A player that moves as the rule-based bot does."""

    def make(seed: str) -> Player:
        bot = RuleBasedBot(rules, seed)
        return lambda position, seat: bot.choose(rules.view(position, seat), rules.offers(position, seat))

    return make


def list_turns(
    game: Iterable[AskedMove], name_turn: Callable[[AskedMove], object], most: int | None = None
) -> list[list[AskedMove]]:
    """The moves that players were asked for in their own turns, turn by turn; of a long game the first."""
    turns: list[list[AskedMove]] = []
    for one in islice(game, most):
        if not one.is_turn:
            continue
        last = turns[-1][-1] if turns else None
        if last and name_turn(last) == name_turn(one):
            turns[-1].append(one)
        else:
            turns.append([one])
    return turns


# --- forms


def make_composer(rules: Rules, one: AskedMove) -> TurnComposer[Any]:
    return TurnComposer(rules, one.position, one.seat, SEED)


def compose(rules: Rules, position: Any, seat: str, **chosen: Any) -> ComposedTurn:
    """The turn as it is preset, with these choices in place of some of it."""
    composer = TurnComposer(rules, position, seat, "test")
    values = {key: [value] if isinstance(value, str) else value for key, value in chosen.items()}
    return composer.compose({**composer.presets, **values})


def list_values(rules: Rules, position: Any, seat: str) -> Values:
    composer = TurnComposer(rules, position, seat, "test")
    return {part.key: [choice.value for choice in part.choices] for part in composer.parts}


def choose_at_random(composer: TurnComposer[Any], dice: Random, most_ticks: int = 3) -> Values:
    """One choice in each part, one for each place, or some ticks; offers are filled in."""
    values = {}
    for part in composer.parts:
        every = [_fill_in(choice, dice) for choice in part.choices]
        if part.places:
            values[part.key] = [dice.choice(every) for _ in part.places]
        else:
            count = dice.randint(0, min(len(every), most_ticks)) if part.takes_several else 1
            values[part.key] = dice.sample(every, count)
    return values


def _fill_in(choice: TurnChoice, dice: Random) -> str:
    return str(choice.offer.sample(dice.randrange)) if choice.offer else choice.value


def play_composed(rules: Rules, one: AskedMove, turn: ComposedTurn) -> Any:
    """Play the composed turn in the real game, but not a move that only ends it; all must be legal."""
    position = rules.copy(one.position)
    for number, move in enumerate(turn.moves):
        is_end = turn.state == ENDS and number == len(turn.moves) - 1
        if is_end and not rules.whole_turn.last_move_counts:
            assert any(offer.accepts(move) for offer in rules.offers(position, one.seat))
            break
        rules.play(position, one.seat, move)
    return position


def check_that_worlds_look_alike(
    rules: Rules, one: AskedMove, choose: Callable[[TurnComposer[Any]], Values]
) -> None:
    """The form is the same where all that the seat cannot know is dealt again, with what comes of it."""
    other = rules.deal_again(one.position, one.seat, Rng("other world"))
    forms = [TurnComposer(rules, position, one.seat, "same") for position in (one.position, other)]
    assert [_describe(part) for part in forms[0].parts] == [_describe(part) for part in forms[1].parts]
    for values in (forms[0].presets, choose(forms[0])):
        assert forms[0].compose(values) == forms[1].compose(values)
        for part in forms[0].parts:
            assert forms[0].compute_sums(values, part) == forms[1].compute_sums(values, part)
    assert forms[0].list_presets() == forms[1].list_presets()


def _describe(part: TurnPart) -> tuple[TurnPart, list[object]]:
    """A part without its offers, which may hold the position itself, and what a form shows of them."""
    plain = tuple(msgspec.structs.replace(choice, offer=None) for choice in part.choices)
    forms = [choice.offer.form(str) if choice.offer else None for choice in part.choices]
    return msgspec.structs.replace(part, choices=plain), forms


# --- how often something is sent


def count_sends(rules: Rules, turn: Sequence[AskedMove], choose: ChoosePart) -> int:
    """How often a form is sent for this turn, if each takes in as much of it as it can."""
    sends, rest = 0, list(turn)
    while rest:
        rest = rest[_count_moves_of_one_send(rules, rest, choose) :]
        sends += 1
    return sends


def _count_moves_of_one_send(rules: Rules, rest: Sequence[AskedMove], choose: ChoosePart) -> int:
    composer = make_composer(rules, rest[0])
    for count in range(len(rest), 1, -1):
        wanted = [one.move for one in rest[:count]]
        turn = composer.compose({part.key: choose(part, wanted) for part in composer.parts})
        if Counter(turn.moves) == Counter(wanted):
            return count
    return 1


def choose_wanted(part: TurnPart, wanted: Sequence[Move]) -> list[str]:
    """The choices of this part that mean some of the wanted moves, or else the one to do nothing."""
    found = [one.value for one in part.choices if one.moves and {*one.moves} <= {*wanted}]
    offers = [one.offer for one in part.choices if one.offer]
    found += [str(move) for move in wanted for offer in offers if offer.accepts(move)]
    return found or [one.value for one in part.choices if not (one.moves or one.offer)]
