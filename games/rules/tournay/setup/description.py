"""The set-up form of a new table, and the summary of a chosen set-up, in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.setup_options import ONE, CardGroup, SetupCard, SetupChoice, SetupDescription, SetupOption
from ...core.translation import get_translator, mark
from ..cards.card import CARD_SETS
from ..numbers import (
    ADVANCED,
    BASIC,
    CRIERS_TO_END,
    DECKS,
    MODES,
    PRESTIGE_TO_END,
    START_CITIZENS,
    START_DENIERS,
)
from ..text.lexicon import LEXICON
from .options import CARDS, DEFAULTS, MODE

MODE_EFFECTS = {
    BASIC: mark("Two citizens of each colour and 6 deniers each; only buildings bring new citizens."),
    ADVANCED: mark("One citizen of each colour and 9 deniers each; a citizen can also be recruited."),
}
SET_EFFECTS = {
    "own": mark(
        "The prestige buildings are those of the published game. Most cards of levels I and II and the"
        " events are our own, made from the effects of the published ones, whose whole list was not to be"
        " had."
    ),
}


class TournaySetupPresenter:
    """The set-up form and summary for one number of seats, in one language."""

    def __init__(self, seats: int, language: str) -> None:
        self.seats = seats
        self.language = language
        self.say = get_translator(language).say

    def options(self) -> tuple[SetupOption, ...]:
        """List the options of the set-up form."""
        modes = [SetupChoice(mode, self._name(mode), self.say(MODE_EFFECTS[mode])) for mode in MODES]
        sets = [SetupChoice(slug, self._name(slug), self.say(SET_EFFECTS[slug])) for slug in CARD_SETS]
        return (
            SetupOption(MODE, ONE, self.say("How it begins"), tuple(modes), default=DEFAULTS[MODE]),
            SetupOption(CARDS, ONE, self.say("Cards"), tuple(sets), default=DEFAULTS[CARDS]),
        )

    def describe(self, options: Mapping[str, Any]) -> SetupDescription:
        """Describe a complete set-up: a summary line, facts, and its cards."""
        return SetupDescription(
            game=self._name("tournay"),
            summary=self._name(options[MODE]),
            facts=tuple(self._facts(options)),
            parts=tuple(self._parts(options[CARDS])),
            ruleset="tournay",
        )

    def _facts(self, options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        mode = options[MODE]
        yield (
            self.say("At first"),
            self.say(
                "{citizens} of each colour and {deniers} deniers",
                citizens=START_CITIZENS[mode],
                deniers=START_DENIERS[mode],
            ),
        )
        yield (
            self.say("End"),
            self.say(
                "A full district with {prestige} prestige buildings, and {criers} town criers, "
                "or two such districts.",
                prestige=PRESTIGE_TO_END,
                criers=CRIERS_TO_END[self.seats],
            ),
        )
        yield self.say("Cards"), self.say(SET_EFFECTS[options[CARDS]])

    def _parts(self, slug: str) -> Iterator[CardGroup]:
        facts = CARD_SETS[slug]
        for deck in DECKS:
            cards = [card for card in facts.cards.values() if card.deck == deck]
            shown = tuple(
                SetupCard(
                    self._name(card.slug),
                    LEXICON.effect(card.slug, self.language),
                    str(card.cost or ""),
                    mark=card.colour,
                    slug=card.slug,
                )
                for card in cards
            )
            yield CardGroup(self._name(deck), shown)
        events = tuple(
            SetupCard(self._name(event), LEXICON.effect(event, self.language), slug=event)
            for event in facts.events
        )
        yield CardGroup(self.say("Events"), events)

    def _name(self, slug: str) -> str:
        return LEXICON.name(slug, self.language)
