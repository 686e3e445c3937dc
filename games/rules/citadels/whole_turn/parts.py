"""The parts of a turn's form: gather, collect, the power of the character, build, districts, and then."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from ...core.capabilities.whole_turn import TurnChoice, TurnPart
from ...core.choices import ListEntry
from ...core.notation import Move, Offer, PickOffer
from ...core.orders import list_plan_lines
from ...core.ruleset import Ruleset
from ...core.sentences import Voice
from ..building import counts_towards_limit
from ..characters.card import CHARACTERS
from ..characters.income import INCOME
from ..districts.cards import COST, TYPE
from ..districts.effects import EFFECTS
from ..position import CitadelsGame
from ..text.choice_layouts import MARK_LAYOUTS, build_layout
from ..text.move_hints import build_hint
from ..turn import CARDS, END, GOLD
from .labels import CARD_INCOME, TurnLabels
from .sequences import BUILD, COLLECT, GATHER, POWER, THEN

FREE_VERBS = ("income", "bonus", "levy", "tithe")  # they only bring something
REQUIRED_VERBS = ("bewitch", "crown")  # the turn cannot end without them
# These cost nothing and are hardly ever left out: to do so is a choice to make, too.
ASKED_VERBS = ("murder", "warrant", "rob", "spy", "threaten", "look", "foresee", "study")
NOTHING, OPEN = "none", "open"
MAX_WAYS = 8  # to fill in one offer; more are left to the form of single steps
MAX_BEAUTIFYINGS = 28  # every pair of seven districts, and each alone
MAX_POWER_CHOICES = 60
MAX_BUILD_CHOICES = 14


class OfferedMove(msgspec.Struct, frozen=True):
    """A move and the position in which it is offered: now, after gathering, or after collecting as well."""

    move: Move
    game: CitadelsGame


class TurnPartList:
    """Lists the parts of the form for one seat, in a position in which its hidden cards are dealt again."""

    def __init__(self, rules: Ruleset[CitadelsGame], game: CitadelsGame, seat: str, voice: Voice) -> None:
        self.rules = rules
        self.now = game
        self.seat = seat
        self.voice = voice
        self.say = voice.speak.say
        self.plan = list_plan_lines(rules, game, seat)
        self.gathered = self._play_best(game, ("tithe", "gold"))
        self.later = self._play_best(self.gathered, FREE_VERBS)
        self.offered = self._list_stages()

    def _list_moves(self, game: CitadelsGame) -> list[Move]:
        """The moves offered in a turn; those of an offer with too many ways to fill it in are left out."""
        return [move for offer in self._list_offers(game) for move in _list_ways(offer)]

    def _list_offers(self, game: CitadelsGame) -> Sequence[Offer]:
        if not game.agenda or [step.name for step in game.agenda[-1]] != ["turn"]:
            return []
        return self.rules.offers(game, self.seat)

    def _list_stages(self) -> dict[Move, OfferedMove]:
        """Each move that is offered now or later in the turn, with the first position in which it is."""
        stages = (self.now, self.gathered, self.later)
        every = [OfferedMove(move, stage) for stage in stages for move in self._list_moves(stage)]
        return {one.move: one for one in reversed(every)}

    def _play_best(self, game: CitadelsGame, verbs: Sequence[str]) -> CitadelsGame:
        """The position after moves with these verbs, as far as they are offered; of several the most gold.

        Cards that come with them are taken out of the hand again: nobody can know them."""
        later = self.rules.copy(game)
        for verb in verbs:
            moves = [move for move in self._list_moves(later) if move.verb == verb]
            if moves:
                self.rules.play(later, self.seat, max(moves, key=_count_gold))
        later.players[self.seat].hand = list(self.now.players[self.seat].hand)
        return later

    def build(self) -> tuple[TurnPart, ...]:
        """The parts in their order; none where a turn begins with something else."""
        if not self.now.thanked or not (self.now.gathered or GOLD in self._list_moves(self.now)):
            return ()
        if not self._list_moves(self.gathered):
            return ()  # a threat has to be answered, or a spell takes over, once gold or cards are taken
        made = (self._gather(), self._collect(), *self._splits(), self._power(), self._build())
        parts = [part for part in (*made, *self._districts()) if part is not None]
        return (*parts, self._then(parts)) if self.now.called != "witch" else tuple(parts)

    # --- the parts

    def _gather(self) -> TurnPart | None:
        if self.now.gathered:
            return None
        wanted = CARDS if str(CARDS) in self.plan else GOLD
        choices = [self._make_choice(OfferedMove(move, self.now), move == wanted) for move in (GOLD, CARDS)]
        return TurnPart(GATHER, self.say("Gather"), tuple(choices))

    def _collect(self) -> TurnPart | None:
        """What is free, to tick; all of it is ticked already."""
        ticks = [
            self._make_choice(one, is_preset=True) for one in self._list_free() if self._is_only_way(one)
        ]
        if not any(tick.moves == (INCOME,) for tick in ticks) and self._may_earn_by_building():
            note = self.say("once you have built for it")
            ticks.append(TurnChoice("income", self.say("Income"), (INCOME,), note, is_preset=True))
        title = self.say("Collect")
        return TurnPart(COLLECT, title, tuple(ticks), takes_several=True) if ticks else None

    def _splits(self) -> Iterator[TurnPart]:
        """Income or a bonus that may be taken in several ways: as gold is preset."""
        free = [one for one in self._list_free() if not self._is_only_way(one)]
        for verb in dict.fromkeys(one.move.verb for one in free):
            ways = [one for one in free if one.move.verb == verb]
            best = max(ways, key=lambda one: _count_gold(one.move))
            choices = [self._make_choice(one, one is best) for one in ways]
            title = TurnLabels(self.now, self.seat, self.voice).title([best.move])
            yield TurnPart(verb, title, (*choices, self._do_nothing()))

    def _power(self) -> TurnPart | None:
        verbs = {*CHARACTERS[self.now.called].powers[self.now.edition], "bewitch"} - {*FREE_VERBS}
        if marks := self._find_marks():
            return self._set_marks(marks)
        found, unlisted = self._list_offered(verbs), self._list_unlisted(verbs)
        if not (found or unlisted) or len(found) > MAX_POWER_CHOICES:
            return None
        choices = [*map(self._make_choice, found), *map(self._make_open_choice, unlisted)]
        first, *others = [one.move for one in found] + [Move(one.verb) for one in unlisted]
        if first.verb in ASKED_VERBS:
            choices.append(self._do_nothing())
        elif first.verb not in REQUIRED_VERBS:
            choices.insert(0, self._do_nothing(is_preset=True))
        title = TurnLabels(self.now, self.seat, self.voice).title([first, *others])
        heading = self._describe_notes(found)
        return TurnPart(POWER, title, tuple(choices), note_heading=heading, is_told=True)

    def _list_unlisted(self, verbs: Iterable[str]) -> list[Offer]:
        """What may be done with these verbs in more ways than can be listed: it is to be filled in."""
        return [one for one in self._list_offers(self.now) if one.verb in verbs and not _list_ways(one)]

    def _make_open_choice(self, offer: Offer) -> TurnChoice:
        title = TurnLabels(self.now, self.seat, self.voice).title([Move(offer.verb)])
        return TurnChoice(offer.verb, title, offer=offer)

    def _describe_notes(self, found: Sequence[OfferedMove]) -> str:
        """What the notes of these choices say, if all of them say the same kind of thing."""
        entries = [self._find_target(one) for one in found]
        headings = {entry.note_heading if entry else "" for entry in entries}
        return headings.pop() if len(headings) == 1 else ""

    def _find_target(self, one: OfferedMove) -> ListEntry | None:
        """The entry of a character to aim at in a list of them; None for any other move."""
        entry = build_hint(one.game, self.seat, one.move, self.voice).entry
        return entry if entry and entry.note_heading and not entry.effect else None

    def _find_marks(self) -> PickOffer | None:
        """The warrants or threats that may be laid, now or after gathering."""
        offers = (*self._list_offers(self.now), *self._list_offers(self.gathered))
        marks = (one for one in offers if isinstance(one, PickOffer) and one.verb in MARK_LAYOUTS)
        return next((one for one in marks if next(one.moves(), None)), None)

    def _set_marks(self, offer: PickOffer) -> TurnPart:
        """Marks to set among characters, or not: too many ways to list."""
        title = build_layout(self.now, self.seat, offer, self.voice).title
        now = TurnChoice(offer.verb, self.say("Now"), is_preset=True, offer=offer)
        return TurnPart(POWER, title.removesuffix("."), (now, self._do_nothing()), is_told=True)

    def _build(self) -> TurnPart | None:
        found = self._list_builds()
        if not found:
            return None
        left = CHARACTERS[self.now.called].limit - self.now.built
        several = left > 1 or not all(counts_towards_limit(self.now, one.move.args[0]) for one in found)
        planned = [one for one in found if str(one.move) in self.plan][: left if several else 1]
        choices = [self._make_choice(one, one in planned) for one in found]
        if not several:
            choices.append(TurnChoice(NOTHING, self.say("Build nothing"), is_preset=not planned))
        title = self.say("Build up to {n}", n=left) if left > 1 else self.say("Build")
        return TurnPart(BUILD, title, tuple(choices), several, has_sums=True, is_told=True)

    def _districts(self) -> Iterator[TurnPart]:
        """What the own unique districts can do; of use so seldom that it is folded."""
        for district in EFFECTS:
            found = self._list_offered({district})[:MAX_POWER_CHOICES]
            if found:
                choices = [self._make_choice(one) for one in found]
                labels = TurnLabels(self.now, self.seat, self.voice)
                title = f"{self.voice.name(district)}: {labels.title([found[0].move])}"
                nothing = self._do_nothing(is_preset=True)
                yield TurnPart(district, title, (nothing, *choices), is_aside=True, is_told=True)

    def _then(self, parts: Sequence[TurnPart]) -> TurnPart:
        """End the turn, unless what is preset draws cards: these are good to see before."""
        preset = [move for part in parts for one in part.choices if one.is_preset for move in one.moves]
        is_open = any(self._brings_cards(move) for move in preset if move in self.offered)
        note = self.say("to decide the rest later")
        keep_open = TurnChoice(OPEN, self.say("Keep my turn open"), note=note, is_preset=is_open)
        end = self._make_choice(OfferedMove(END, self.later), not is_open)
        return TurnPart(THEN, self.say("Then"), (end, keep_open))

    def _brings_cards(self, move: Move) -> bool:
        game = self.now
        if move.verb == "income":
            return game.called in CARD_INCOME
        return move == CARDS or (move.verb == "bonus" and game.called == "architect")

    # --- their choices

    def _list_offered(self, verbs: Iterable[str]) -> list[OfferedMove]:
        """The moves with these verbs, in the order in which they are offered."""
        return [one for one in reversed(self.offered.values()) if one.move.verb in verbs]

    def _list_builds(self) -> list[OfferedMove]:
        """What may be built, the cheapest first; after that other ways to pay for the same."""
        builds = [move for move in self._list_moves(self.later) if move.verb == "build"]
        cost = COST[self.now.edition]
        builds.sort(key=lambda move: (len(move.args) > 1, cost[move.args[0]], move.args[0]))
        return [OfferedMove(move, self.later) for move in builds[:MAX_BUILD_CHOICES]]

    def _list_free(self) -> list[OfferedMove]:
        """What only brings something, as it is offered now, or else after gathering."""
        return [one for one in self._list_offered(FREE_VERBS) if one.move.verb not in self.now.used]

    def _is_only_way(self, one: OfferedMove) -> bool:
        return sum(other.move.verb == one.move.verb for other in self._list_free()) == 1

    def _may_earn_by_building(self) -> bool:
        """Is there no income yet, but a district at hand that would bring some?"""
        who = CHARACTERS[self.now.called]
        if INCOME.verb not in who.powers[self.now.edition] or INCOME.verb in self.later.used:
            return False
        builds = [one.move.args[0] for one in self._list_builds()]
        return any(TYPE[card] == who.income or card == "school_of_magic" for card in builds)

    def _make_choice(self, one: OfferedMove, is_preset: bool = False) -> TurnChoice:
        labels = TurnLabels(one.game, self.seat, self.voice)
        hint = build_hint(one.game, self.seat, one.move, self.voice)
        target = self._find_target(one)
        note = target.note if target else " ".join(filter(None, (hint.note, labels.note(one.move))))
        return TurnChoice(
            str(one.move),
            labels.label(one.move),
            (one.move,),
            note,
            hint.card,
            is_preset,
            target.doubt if target else "",
        )

    def _do_nothing(self, *, is_preset: bool = False) -> TurnChoice:
        return TurnChoice(NOTHING, self.say("Not now"), is_preset=is_preset)


def _list_ways(offer: Offer) -> list[Move]:
    """The moves of an offer; none if there are too many ways to fill it in."""
    most = MAX_BEAUTIFYINGS if offer.verb == "beautify" else MAX_WAYS
    ways = list(islice(offer.moves(), most + 1))
    return ways if len(ways) <= most else []


def _count_gold(move: Move) -> int:
    """How much of what can be divided this move takes in gold; to tell ways to take the same apart."""
    if move.args and move.args[0].isdigit():
        return int(move.args[0])
    return int(move.args == ("gold",))
