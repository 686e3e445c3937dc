"""The set-up form of a new table, and the summary of a chosen set-up, in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...core.lexicon import normalize_text
from ...core.setup_options import MANY, ONE, CardGroup, SetupCard, SetupChoice, SetupDescription, SetupOption
from ...core.translation import get_translator
from ..cards.card import BASE, CARDS, INTRIGUE, list_kingdom_cards
from ..scoring import EMPTY_PILES_TO_END
from ..text.lexicon import LEXICON
from .kingdoms import KINGDOM_SIZE, SETS, find_set
from .options import BOTH, BOXES, CUSTOM, RANDOM, SET, SPLIT


class KingdomPresenter:
    """The set-up form and summary for one number of seats, in one language."""

    def __init__(self, seats: int, language: str) -> None:
        self.seats = seats
        self.language = language
        self.say = get_translator(language).say
        self.count = get_translator(language).count

    # --- what can be chosen

    def options(self) -> tuple[SetupOption, ...]:
        """List the options of the set-up form."""
        return self._sets(), self._boxes(), self._cards()

    def _sets(self) -> SetupOption:
        written = [
            SetupChoice(slug, self._name(slug), self._list(cards.split()), self._name_boxes(cards.split()))
            for slug, cards in SETS.items()
        ]
        drawn = SetupChoice(
            RANDOM,
            self._name(RANDOM),
            self.say("Drawn for you; you see the result before the table opens, and can draw again."),
            group=self.say("Another kingdom"),
            is_random=True,
        )
        own = SetupChoice(
            CUSTOM, self.say("Chosen by hand"), self.say("You pick the ten cards."), drawn.group
        )
        return SetupOption(SET, ONE, self.say("Kingdom"), (*written, drawn, own), default="victory_dance")

    def _boxes(self) -> SetupOption:
        labels = {
            INTRIGUE: self.say("From Intrigue"),
            BASE: self.say("From the base game"),
            BOTH: self.say("From both boxes"),
            SPLIT: self.say("Five cards from each box"),
        }
        choices = tuple(SetupChoice(value, label) for value, label in labels.items())
        label = self.say("Where the cards come from")
        return SetupOption("boxes", ONE, label, choices, default=INTRIGUE, when={SET: (RANDOM,)})

    def _cards(self) -> SetupOption:
        choices = tuple(
            SetupChoice(card, self._name(card), self._effect(card), self._name(box), str(CARDS[card].cost))
            for box in BOXES
            for card in self._sort(list_kingdom_cards(box))
        )
        help_text = self.say("Choose {n} of these {all} cards.", n=KINGDOM_SIZE, all=len(choices))
        default = SETS["victory_dance"].split()
        return SetupOption(
            "kingdom",
            MANY,
            self.say("Kingdom cards"),
            choices,
            help=help_text,
            default=default,
            count=KINGDOM_SIZE,
            when={SET: (CUSTOM,)},
        )

    # --- what was chosen

    def describe(self, options: Mapping[str, Any]) -> SetupDescription:
        """Describe a complete set-up: a summary line, facts, and its cards."""
        kingdom = options["kingdom"]
        named = find_set(kingdom)
        summary = self._name(named) if named else self._list(kingdom)
        return SetupDescription(
            game=self._name("dominion"),
            summary=summary,
            facts=tuple(self._facts(named, kingdom)),
            parts=tuple(self._parts(kingdom)),
            ruleset="dominion",
        )

    def _facts(self, named: str, kingdom: Sequence[str]) -> Iterator[tuple[str, str]]:
        if named:
            yield self.say("Set"), self._name(named)
        else:
            yield self.say("Where the cards come from"), self._name_boxes(kingdom)
        yield (
            self.say("End"),
            self.say("When the Provinces are gone, or any {n} piles.", n=EMPTY_PILES_TO_END[self.seats]),
        )

    def _parts(self, kingdom: Iterable[str]) -> Iterator[CardGroup]:
        priced = sorted(self._sort(kingdom), key=lambda card: CARDS[card].cost)
        cards = [
            SetupCard(
                self._name(card),
                self._effect(card),
                str(CARDS[card].cost),
                mark=CARDS[card].types[0],
                more_marks=CARDS[card].types[1:],
                slug=card,
            )
            for card in priced
        ]
        yield CardGroup(self.say("Kingdom cards"), tuple(cards), self.say("with their cost"))

    # --- words

    def _sort(self, slugs: Iterable[str]) -> list[str]:
        return sorted(slugs, key=lambda slug: normalize_text(self._name(slug)))

    def _list(self, slugs: Iterable[str]) -> str:
        return ", ".join(self._name(slug) for slug in slugs)

    def _name_boxes(self, kingdom: Iterable[str]) -> str:
        """The heading of a set: the boxes that its cards come from."""
        needed = {CARDS[card].box for card in kingdom}
        return get_translator(self.language).join_words([self._name(box) for box in BOXES if box in needed])

    def _name(self, slug: str) -> str:
        return LEXICON.name(slug, self.language)

    def _effect(self, slug: str) -> str:
        return LEXICON.effect(slug, self.language)
