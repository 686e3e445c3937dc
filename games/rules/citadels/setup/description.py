"""The set-up form of a new table, and the summary of a chosen set-up, in words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...core.lexicon import normalize_text
from ...core.setup_options import (
    EACH,
    FLAG,
    MANY,
    ONE,
    CardGroup,
    SetupCard,
    SetupChoice,
    SetupDescription,
    SetupOption,
)
from ...core.translation import get_translator
from ..characters.card import RANK
from ..districts.cards import BASE_PURPLE, CLASSIC, COST, EDITIONS, NEW, UNIQUE, UNIQUE_CARDS, UNIQUES_2016
from ..text.lexicon import LEXICON
from .options import (
    BASE,
    BASE_CAST,
    CUSTOM,
    FIRST_GAME,
    PRESETS,
    RANDOM,
    UNIQUES_IN_A_GAME,
    compute_goal,
    may_have_ninth,
    needs_ninth,
)


class SetupPresenter:
    """The set-up form and summary for one number of seats, in one language."""

    def __init__(self, seats: int, language: str) -> None:
        self.seats = seats
        self.language = language
        self.say = get_translator(language).say
        self.count = get_translator(language).count

    # --- what can be chosen

    def options(self) -> tuple[SetupOption, ...]:
        """List the options of the set-up form."""
        return (self._edition(), *self._sets(), *self._extras(), *self._by_hand())

    def _edition(self) -> SetupOption:
        effects = {
            NEW: self.say("27 characters and 30 unique districts, of which 14 are in a game."),
            CLASSIC: self.say("The game of 2000 with the cards of its expansion, with its original rules."),
        }
        choices = tuple(SetupChoice(one, LEXICON.name(one, self.language), effects[one]) for one in EDITIONS)
        return SetupOption("edition", ONE, self.say("Edition"), choices, default=NEW)

    def _sets(self) -> Iterator[SetupOption]:
        label = self.say("Characters and districts")
        own = SetupChoice(
            CUSTOM, self.say("Chosen by hand"), self.say("You pick every character and every district.")
        )
        drawn = SetupChoice(
            RANDOM,
            LEXICON.name(RANDOM, self.language),
            self.say("Drawn for you; you see the result before the table opens."),
            is_random=True,
        )
        written = tuple(self._preset(slug) for slug in PRESETS)
        yield SetupOption(
            "preset", ONE, label, (*written, drawn, own), default=FIRST_GAME, when={"edition": (NEW,)}
        )
        base = SetupChoice(BASE, LEXICON.name(BASE, self.language), self._list(BASE_CAST, CLASSIC))
        yield SetupOption(
            "preset", ONE, label, (base, drawn, own), default=BASE, when={"edition": (CLASSIC,)}
        )

    def _preset(self, slug: str) -> SetupChoice:
        cast = self._list(PRESETS[slug].characters, NEW)
        return SetupChoice(slug, LEXICON.name(slug, self.language), cast)

    def _extras(self) -> Iterator[SetupOption]:
        free = tuple(one for one in EDITIONS if self._is_ninth_free(one))
        if free:
            yield SetupOption(
                "rank9",
                FLAG,
                self.say("With a ninth character"),
                help=self.say(
                    "One more to choose from in every round. If you choose by hand, you name it yourself."
                ),
                default=False,
                when={"edition": free},
            )
        yield SetupOption(
            "short",
            FLAG,
            self.say("A short game"),
            help=self.say("A city is complete with 7 districts instead of 8."),
            default=False,
            when={"edition": (CLASSIC,)},
        )
        yield self._courtesy()

    def _is_ninth_free(self, edition: str) -> bool:
        return may_have_ninth(self.seats, edition) and not needs_ninth(self.seats, edition)

    def _courtesy(self) -> SetupOption:
        choices = (
            SetupChoice(
                "spoken", self.say("It must be said"), self.say("Whoever forgets “thanks” loses the turn.")
            ),
            SetupChoice("assumed", self.say("It is said automatically"), self.say("Nobody can forget it.")),
        )
        return SetupOption(
            "courtesy",
            ONE,
            self.say("Thanks at the Ball Room"),
            choices,
            help=self.say("Only matters if the Ball Room is in the game."),
            default="spoken",
            when={"edition": (CLASSIC,)},
        )

    def _by_hand(self) -> Iterator[SetupOption]:
        for edition in EDITIONS:
            when = {"edition": (edition,), "preset": (CUSTOM,)}
            yield SetupOption(
                "characters",
                EACH,
                self.say("Characters"),
                tuple(self._characters(edition)),
                help=self.say("One of each rank."),
                default=self._first_cast(edition),
                when=when,
            )
            yield self._districts(edition, when)

    def _characters(self, edition: str) -> Iterator[SetupChoice]:
        for rank in range(1, 10):
            group = self.say("Rank {rank}", rank=rank)
            if rank == 9 and self._is_ninth_free(edition):
                yield SetupChoice("", self.say("No ninth character"), group=group)
            for slug in self._of_rank(edition, rank):
                yield SetupChoice(slug, self._name(slug, edition), self._effect(slug, edition), group)

    def _of_rank(self, edition: str, rank: int) -> list[str]:
        """The characters of a rank that this number of players may use."""
        if rank == 9 and not may_have_ninth(self.seats, edition):
            return []
        barred = {"queen": self.seats < 5, "emperor": self.seats == 2}
        return [slug for slug, one in RANK[edition].items() if one == rank and not barred.get(slug)]

    def _first_cast(self, edition: str) -> list[str]:
        """The default cast: the base game, with a ninth character where one is required."""
        ninth = [""] if self._is_ninth_free(edition) else self._of_rank(edition, 9)[:1]
        return [*BASE_CAST, *ninth]

    def _districts(self, edition: str, when: Mapping[str, tuple[str, ...]]) -> SetupOption:
        return SetupOption(
            "districts",
            MANY,
            self._heading(edition),
            tuple(self._uniques(edition)),
            help=self._how_many(edition),
            default=list(PRESETS[FIRST_GAME].districts if edition == NEW else dict.fromkeys(BASE_PURPLE)),
            count=UNIQUES_IN_A_GAME if edition == NEW else 0,
            when=when,
        )

    def _heading(self, edition: str) -> str:
        return self.say("Unique districts") if edition == NEW else self.say("Purple districts")

    def _how_many(self, edition: str) -> str:
        if edition == NEW:
            return self.say("{n} of these {all}.", n=UNIQUES_IN_A_GAME, all=len(UNIQUES_2016))
        return self.say(
            "Up to three of the bonus cards can simply be added; for each further one a card of the base "
            "game is removed. The Graveyard is left out if the Diplomat is in."
        )

    def _uniques(self, edition: str) -> Iterator[SetupChoice]:
        base = set(UNIQUES_2016 if edition == NEW else BASE_PURPLE)
        for slug in (*self._sorted(base, edition), *self._sorted({*UNIQUE_CARDS[edition]} - base, edition)):
            copies = BASE_PURPLE.count(slug) if edition == CLASSIC else 1
            name = self._name(slug, edition)
            yield SetupChoice(
                slug,
                self.say("{name}, two cards", name=name) if copies > 1 else name,
                self._effect(slug, edition),
                group=self._group(slug, edition),
                sign=str(COST[edition][slug]),
                copies=max(copies, 1),
            )

    def _group(self, slug: str, edition: str) -> str:
        if edition == NEW:
            return ""
        return self.say("Base game") if slug in BASE_PURPLE else self.say("Bonus cards")

    # --- what was chosen

    def describe(self, options: Mapping[str, Any]) -> SetupDescription:
        """Describe a complete set-up: a summary line, facts, and its cards."""
        edition = options["edition"]
        goal = compute_goal(edition, self.seats, options.get("short", False))
        name = self._set_name(options)
        return SetupDescription(
            game=self.say("Citadels"),
            summary=", ".join(
                [
                    LEXICON.name(edition, self.language),
                    *([name] if name else []),
                    self.count("{n} character", "{n} characters", len(options["characters"])),
                    self.count("city of {n} district", "cities of {n} districts", goal),
                ]
            ),
            facts=tuple(self._facts(options, goal, name)),
            parts=tuple(self._parts(options)),
            ruleset="citadels",
        )

    def _set_name(self, options: Mapping[str, Any]) -> str:
        """The name of the preset that these options match, or empty. Complete options do not keep it."""
        for slug, preset in PRESETS.items():
            same = set(preset.districts) == set(options["districts"])
            if same and set(options["characters"]) >= set(preset.characters):
                return LEXICON.name(slug, self.language)
        return ""

    def _facts(self, options: Mapping[str, Any], goal: int, name: str) -> Iterator[tuple[str, str]]:
        yield self.say("Edition"), LEXICON.name(options["edition"], self.language)
        if name:
            yield self.say("Set"), name
        yield (
            self.say("Goal"),
            self.say("{n} districts complete a city; the game ends with that round.", n=goal),
        )
        if "ball_room" in options["districts"]:
            said = options.get("courtesy") == "spoken"
            yield (
                self.say("Thanks at the Ball Room"),
                self.say("It must be said") if said else self.say("It is said automatically"),
            )

    def _parts(self, options: Mapping[str, Any]) -> Iterator[CardGroup]:
        edition = options["edition"]
        ranked = sorted(options["characters"], key=lambda slug: RANK[edition][slug])
        cast = [self._card(slug, edition, str(RANK[edition][slug])) for slug in ranked]
        yield CardGroup(self.say("Characters"), tuple(cast), self.say("by rank, as they are called"))
        priced = self._sorted(set(options["districts"]), edition)
        cards = [self._card(slug, edition, str(COST[edition][slug]), UNIQUE) for slug in priced]
        yield CardGroup(self._heading(edition), tuple(cards), self.say("with their cost"))

    def _card(self, slug: str, edition: str, sign: str, mark: str = "") -> SetupCard:
        return SetupCard(self._name(slug, edition), self._effect(slug, edition), sign, mark, slug)

    def _sorted(self, slugs: Iterable[str], edition: str) -> list[str]:
        return sorted(slugs, key=lambda slug: normalize_text(self._name(slug, edition)))

    def _list(self, slugs: Iterable[str], edition: str) -> str:
        return ", ".join(self._name(slug, edition) for slug in slugs)

    def _name(self, slug: str, edition: str) -> str:
        return LEXICON.name(slug, self.language, edition)

    def _effect(self, slug: str, edition: str) -> str:
        return LEXICON.effect(slug, self.language, edition)
