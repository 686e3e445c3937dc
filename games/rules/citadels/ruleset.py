"""Citadels for the rest of the house."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.agenda import awaits, run, tell
from ..core.cards import Card, Facet
from ..core.errors import BadOptions
from ..core.events import Event
from ..core.gazette import Issue, Report
from ..core.notation import Below, Move, Namer, Offer
from ..core.order_forms import OrderForm
from ..core.orders import choices_of
from ..core.positions import Store
from ..core.reading import Spellings
from ..core.rng import Rng, fresh_seed
from ..core.ruleset import Blow, Census, Figures, Hint, House, Lesson, Ruleset, ScoreLine
from ..core.setup import Described, Option
from ..core.speech import tongue
from . import building, census, gists, orders, phrases, round, scoring, turn, written
from .audit import audit
from .catalogue import Catalogue
from .characters import rank_1, rank_2, rank_3, rank_4, rank_5, rank_6, rank_7, rank_8, rank_9
from .districts.table import BASIC, EDITIONS
from .draft import begin_draft
from .fallback import fallback
from .gazette import report
from .hints import hint
from .hostile import hostile
from .labels import Teller
from .lessons import lessons
from .lexicon import LEXICON, counted, taken_names
from .open_page import figures, open_page, streets
from .open_phrases import open_phrase
from .options import COURTESIES, FIRST_GAME, SEATS, Setup, goal_of, sample_setup, set_up, settled
from .order_forms import Orders
from .page import page
from .position import OVER, PHASES, VERSION, Game, Player, steps
from .quiet import QUIET, is_quiet
from .refusals import Refusal
from .rulebook import rulebook
from .score_text import reason, score_text, ties, verdict
from .setup_text import SetUp
from .table_text import table_text
from .thumb.advice import advice
from .thumb.foresight import advised_orders
from .unknown import deal_again
from .upgrades import UPGRADES
from .view import view
from .waits import LENGTHS, WAITS, usual_waits

# Importing them enters their steps and powers in the book.
ROOMS = (rank_1, rank_2, rank_3, rank_4, rank_5, rank_6, rank_7, rank_8, rank_9, building, turn, round)


class Citadels(Ruleset[Game]):
    """The 2016 edition and the classic one, for 2 to 8 seats."""

    slug = "citadels"
    seats = SEATS
    steps = steps
    store = Store(Game, VERSION, UPGRADES)
    quiet = QUIET
    told_later = frozenset({"silent"})
    knows_orders = True
    lexicon = LEXICON
    lengths = LENGTHS
    waits_file = WAITS
    stored_words = frozenset(
        {*phrases.SENTENCES, *phrases.PARTS, *PHASES, *EDITIONS, *COURTESIES, *written.FIELDS}
    )

    def new(self, seats: Sequence[str], options: Mapping[str, Any], seed: str) -> tuple[Game, list[Event]]:
        written.check_seats(list(seats), BadOptions)
        rng = Rng(seed or str(options.get("seed", "")) or fresh_seed())
        game = _dealt(list(seats), set_up(len(seats), options, rng), rng)
        begin_draft(game)
        return game, run(steps, game)

    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        return settled(set_up(seats, options, Rng(seed)))

    def sample_setup(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        return sample_setup(rng)

    def is_quiet(self, event: Event) -> bool:
        return is_quiet(event)

    def over(self, position: Game) -> bool:
        return position.phase == OVER

    def scores(self, position: Game) -> dict[str, list[ScoreLine]]:
        return scoring.scores(position)

    def winners(self, position: Game) -> list[str]:
        return scoring.winners(position)

    def ranking(self, position: Game) -> list[list[str]]:
        return scoring.ranking(position)

    def hostile(self, events: Sequence[Event]) -> list[Blow]:
        return hostile(events)

    def census(self, position: Game, events: Sequence[Event]) -> Census:
        return census.census(position, events)

    def census_titles(self, language: str = "en") -> dict[str, str]:
        return census.titles(language)

    def players(self, position: Game) -> list[str]:
        return position.seats

    # --- positions and set-ups as text

    def from_notation(self, written_position: Mapping[str, Any], options: Mapping[str, Any]) -> Game:
        return written.load(written_position, options)

    def to_notation(self, position: Game) -> dict[str, Any]:
        return written.save(position)

    def full_notation(self, position: Game) -> dict[str, Any]:
        return written.full(position)

    # --- words

    def variant(self, position: Game) -> str:
        return position.edition

    def spellings(self, position: Game, language: str) -> Spellings:
        """A name that cards of both editions have means the one of this game; amounts are this city's."""
        spelt, others = super().spellings(position, language), taken_names(position.edition)
        amounts = _amounts(position)

        def here(word: str) -> set[str]:
            found = spelt(word) - others.get(word, frozenset())
            return found | counted(found, amounts[word]) if word in amounts else found

        return here

    def label(self, position: Game, seat: str, offer: Offer, language: str = "en") -> str:
        return Teller(position, seat, phrases.Voice(position.edition, language)).label(offer)

    def hint(self, position: Game, seat: str, offer: Offer, language: str = "en") -> Hint:
        return hint(position, seat, offer, phrases.Voice(position.edition, language))

    def heading(self, position: Game, seen: Mapping[str, Any], language: str = "en") -> str:
        return phrases.heading(seen, phrases.Voice(position.edition, language))

    def turn_heading(
        self, position: Game, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        return gists.turn_heading(seen, seat, phrases.Voice(position.edition, language))

    def gist(self, position: Game, seen: Mapping[str, Any], language: str = "en") -> str:
        return gists.gist(seen, phrases.Voice(position.edition, language))

    def phrase(self, position: Game, seen: Mapping[str, Any], seat: str | None, language: str = "en") -> str:
        return phrases.phrase(seen, seat, phrases.Voice(position.edition, language))

    def open_phrase(self, position: Game, event: Event, language: str = "en") -> str:
        return open_phrase(event, phrases.Voice(position.edition, language))

    def gazette(self, issue: Issue, language: str = "en") -> Report:
        return report(issue, phrases.Voice(issue.after["edition"], language))

    def why_not(self, position: Game, seat: str, move: Move, language: str = "en") -> str | None:
        return Refusal(position, seat, phrases.Voice(position.edition, language)).of(move)

    # --- orders

    def orders(self, position: Game, seat: str) -> list[str]:
        return position.players[seat].orders

    def standing_order(self, position: Game, seat: str, line: str) -> str:
        return orders.standing_order(line, position.edition)

    def kind_of_order(self, line: str) -> str:
        return orders.kind_of_order(line)

    def answer_by_order(self, position: Game, seat: str, line: str) -> Move | None:
        return orders.answer_by_order(position, seat, line, self.offers(position, seat))

    def on_turn(self, position: Game, seat: str) -> bool:
        return orders.on_turn(position, seat)

    def order_forms(self, position: Game, seat: str, language: str = "en") -> tuple[OrderForm, ...]:
        return self._orders(position, seat, language).forms()

    def order_text(self, position: Game, seat: str, line: str, language: str = "en") -> str:
        told = self._orders(position, seat, language)
        if orders.kind_of_order(line):
            return told.standing(line)
        choices = choices_of(self, position, line)
        return told.planned(choices) if choices else line

    def plan_doubt(self, position: Game, seat: str, lines: Sequence[str], language: str = "en") -> str:
        plan = [choices for line in lines if (choices := choices_of(self, position, line))]
        return self._orders(position, seat, language).doubt(plan)

    def _orders(self, position: Game, seat: str, language: str) -> Orders:
        return Orders(position, seat, phrases.Voice(position.edition, language))

    # --- what a seat may see, and what it may not

    def view(self, position: Game, seat: str | None) -> dict[str, Any]:
        return view(position, seat)

    def table_text(
        self, position: Game, seat: str | None, language: str = "en", width: int = 72
    ) -> list[str]:
        return table_text(view(position, seat), _namer(position, language), language, width)

    def page(self, position: Game, seat: str | None, language: str = "en") -> dict[str, Any]:
        return page(view(position, seat), _namer(position, language), language)

    def open_page(self, position: Game, language: str = "en") -> dict[str, Any]:
        return open_page(position, self.namer(position, language), language)

    def figures(self, view: Mapping[str, Any], language: str = "en") -> list[Figures]:
        return figures(view, language)

    def streets(self, view: Mapping[str, Any]) -> dict[str, list[House]]:
        return streets(view)

    def score_text(self, position: Game, language: str = "en") -> list[str]:
        return score_text(position, _namer(position, language), language)

    def verdict(self, position: Game, language: str = "en") -> list[str]:
        return list(verdict(position, tongue(language)))

    def ties(self, position: Game, language: str = "en") -> list[str]:
        return list(ties(position, tongue(language)))

    def reason(self, position: Game, line: ScoreLine, language: str = "en") -> str:
        return reason(line, _namer(position, language), tongue(language))

    def rulebook(self, language: str = "en", *, with_cards: bool = True) -> str:
        return rulebook(self.lexicon, language, with_cards)

    def cards(self, language: str = "en") -> tuple[Card, ...]:
        return Catalogue(language).cards()

    def facets(self, language: str = "en") -> tuple[Facet, ...]:
        return Catalogue(language).facets()

    def first_game(self) -> tuple[int, dict[str, Any]]:
        return 4, {"preset": FIRST_GAME}

    def lessons(
        self, position: Game, seat: str, seen: Sequence[Mapping[str, Any]], language: str = "en"
    ) -> list[Lesson]:
        return lessons(position, seat, seen, phrases.Voice(position.edition, language))

    def setup(self, seats: int, language: str = "en") -> tuple[Option, ...]:
        return SetUp(seats, language).options()

    def describe(self, options: Mapping[str, Any], seats: int, language: str = "en") -> Described:
        return SetUp(seats, language).described(options)

    def fallback(self, position: Game, seat: str) -> Move:
        return fallback(position, seat, self.offers(position, seat))

    def advice(self, view: Mapping[str, Any], offers: Sequence[Offer], below: Below) -> Move:
        return advice(view, offers, below)

    def advised_orders(self, view: Mapping[str, Any], below: Below) -> list[str]:
        return advised_orders(view, below)

    def usual_waits(self, seats: int, options: Mapping[str, Any]) -> list[int]:
        return usual_waits(seats, options)

    def deal_again(self, position: Game, seat: str, rng: Rng) -> Game:
        return deal_again(self.copy(position), seat, rng)

    def audit(self, position: Game) -> None:
        audit(position)


def _amounts(position: Game) -> dict[str, int]:
    """What the one who is asked now would gather."""
    asked = next(iter(awaits(position)), "")
    return dict(zip(("gold", "cards"), turn.gathering(position, asked), strict=False)) if asked else {}


def _namer(position: Game, language: str) -> Namer:
    """Names for sentences, which may ask for other forms than the one of the dictionary."""
    return phrases.Voice(position.edition, language).name


def _dealt(seats: list[str], setup: Setup, rng: Rng) -> Game:
    """Four cards and two gold each, the crown to a random seat (O4, R1)."""
    deck = [*BASIC[setup.edition], *setup.uniques]
    rng.shuffle(deck)
    players = {seat: Player(gold=2, hand=[deck.pop() for _ in range(4)]) for seat in seats}
    crown = rng.choice(seats)
    game = Game(
        version=VERSION,
        rng=rng,
        edition=setup.edition,
        seats=seats,
        players=players,
        cast=tuple(setup.cast),
        uniques=tuple(setup.uniques),
        goal=goal_of(setup.edition, len(seats), setup.short),
        crown=crown,
        deck=deck,
        short=setup.short,
        courtesy=setup.courtesy,
    )
    secret = {seat: {"cards": sorted(player.hand)} for seat, player in players.items()}
    tell(game, "dealt", seat=crown, gold=2, count=4, secret=secret)
    return game


CITADELS = Citadels()
