"""Orders as forms and sentences: what a seat may order at this table, and what its orders mean.

The forms list only what can come up: without a Blackmailer in the cast there is no bribe to answer.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from ...core.notation import list_distinct
from ...core.order_forms import PLAN, RANKED, OrderChoice, OrderForm
from ...core.orders import FORCED
from ...core.sentences import Voice
from ...core.standing_orders import FORCED_NOTE, FORCED_QUESTION, FORCED_TEXT, OrderText
from ...core.translation import mark, mark_both
from ..characters.card import CHARACTERS, RANK
from ..districts.cards import CLASSIC, COST, TYPES
from ..orders import ORDER_TABLE
from ..position import CitadelsGame

# --- standing orders

QUESTIONS = {  # kind → label of its form
    "gather": mark("When you gather"),
    "end": mark("When nothing else is left to do"),
    "forced": FORCED_QUESTION,
    "bribe": mark("When your character is threatened"),
    "reveal": mark("When somebody refuses your bribe"),
    "confiscate": mark("When a character with your warrant builds"),
    "recover": mark("When your Graveyard could save a district"),
    "theater": mark("When your Theater could be used"),
    "tribute": mark("When the Emperor crowns you"),
    "thanks": mark("When thanks are due at the Ball Room"),
}
QUESTION_NOTES = {
    "forced": FORCED_NOTE,
    "gather": mark("As soon as your turn begins, if nothing else has to be decided first."),
    "reveal": mark("As the Blackmailer, for both threats alike."),
    "confiscate": mark("As the Magistrate. A blank warrant lets the district stand, as it must."),
}
CONDITIONS: dict[str, Callable[[CitadelsGame], bool]] = {  # kind → can it come up at this table?
    "bribe": lambda game: "blackmailer" in game.cast,
    "reveal": lambda game: "blackmailer" in game.cast,
    "confiscate": lambda game: "magistrate" in game.cast,
    "recover": lambda game: "graveyard" in game.uniques and game.edition == CLASSIC,
    "theater": lambda game: "theater" in game.uniques,
    "tribute": lambda game: "emperor" in game.cast and game.edition == CLASSIC,
    "thanks": lambda game: "ball_room" in game.uniques and game.courtesy == "spoken",
}


def can_come_up(game: CitadelsGame, kind: str) -> bool:
    """Can this kind of question come up at this table?"""
    return kind not in CONDITIONS or CONDITIONS[kind](game)


ORDER_TEXTS = {
    "always gold": OrderText(
        mark("Take gold"),
        mark("Whenever you gather, you take gold."),
    ),
    "always cards": OrderText(
        mark("Draw cards"),
        mark("Whenever you gather, you draw cards."),
    ),
    "always end": OrderText(
        mark("End my turn"),
        mark("When nothing else is left to do, your turn ends."),
    ),
    FORCED: FORCED_TEXT,
    "always bribe": OrderText(
        mark("Pay the bribe"),
        mark("If you are threatened, you pay the bribe."),
        mark("only if it costs at most"),
        mark("If you are threatened, you pay a bribe of at most {n} gold, and refuse anything higher."),
    ),
    "always refuse": OrderText(
        mark("Refuse to pay"),
        mark("If you are threatened, you refuse to pay."),
    ),
    "always reveal": OrderText(
        mark("Show the threat"),
        mark("If somebody refuses your bribe, you show the threat."),
    ),
    "always conceal": OrderText(
        mark("Take back the threat unseen"),
        mark("If somebody refuses your bribe, you take back the threat unseen."),
    ),
    "always confiscate": OrderText(
        mark("Confiscate the district"),
        mark("You confiscate what is built under your signed warrant."),
        mark("only if it costs at least"),
        mark("You confiscate what is built under your signed warrant, if it costs at least {n}."),
    ),
    "always recover": OrderText(
        mark("Take the district into my hand for 1 gold"),
        mark("Your Graveyard saves every destroyed district for 1 gold."),
        mark("only if it costs at least"),
        mark("Your Graveyard saves destroyed districts that cost at least {n}, for 1 gold each."),
    ),
    "always decline recover": OrderText(
        mark("Let it go: never ask me about the Graveyard"),
        mark("You let destroyed districts go, and are not asked about the Graveyard."),
    ),
    "always decline theater": OrderText(
        mark("Leave the characters as they are: never ask me about the Theater"),
        mark("You never use the Theater, and are not asked about it."),
    ),
    "always tribute gold": OrderText(
        mark("Give 1 gold"),
        mark("If the Emperor crowns you, you give 1 gold."),
    ),
    "always tribute card": OrderText(
        mark("Give a card, drawn by lot"),
        mark("If the Emperor crowns you, you give a card that is drawn by lot."),
    ),
    "always thanks": OrderText(
        mark("Say thanks"),
        mark("You always say thanks at the Ball Room."),
    ),
}

# --- moves in a plan: verb and number of words after it → sentence; {a}, {b}, {c} are those words

MOVE_SENTENCES: dict[tuple[str, int], str | tuple[str, str]] = {
    ("thanks", 0): mark("Say thanks"),
    ("gold", 0): mark("Take gold"),
    ("cards", 0): mark("Draw cards"),
    ("keep", 1): mark("Keep {a}"),
    ("build", 1): mark("Build {a}"),
    ("build", 3): mark("Build {a} and destroy {c} instead of paying"),
    ("income", 0): mark("Collect the income of your districts"),
    ("income", 2): mark_both(
        "Collect {a} gold and {b} card from your districts",
        "Collect {a} gold and {b} cards from your districts",
    ),
    ("bonus", 0): mark("Take the bonus of your character"),
    ("bonus", 1): mark("Take the bonus in {a}"),
    ("tithe", 1): mark("Take 1 gold from {a}"),
    ("levy", 0): mark("Take the gold from the tax token"),
    ("murder", 1): mark("Murder the {a}"),
    ("bewitch", 1): mark("Bewitch the {a}"),
    ("warrant", 3): mark("Lay the signed warrant on the {a}, blank ones on {b} and {c}"),
    ("rob", 1): mark("Rob the {a}"),
    ("spy", 2): mark("Look for {b} cards in {a}’s hand"),
    ("threaten", 2): mark("Put the lace on the {a}, an empty threat on the {b}"),
    ("swap", 1): mark("Exchange hands with {a}"),
    ("redraw", 1): mark("Put {a} under the deck and gain a card"),
    ("look", 1): mark("Look at {a}’s hand"),
    ("take", 1): mark("Take {a}"),
    ("foresee", 0): mark("Draw a card at random from every other hand"),
    ("crown", 1): mark("Crown {a}"),
    ("crown", 2): mark("Crown {a} and take {b}"),
    ("study", 0): mark("Look at 7 cards and keep 1"),
    ("destroy", 2): mark("Destroy {a}’s {b}"),
    ("exchange", 3): mark("Get {a}’s {b} for your {c}"),
    ("seize", 2): mark("Seize {a}’s {b}"),
    ("beautify", 1): mark("Put a coin on {a}"),
    ("beautify", 2): mark("Put a coin on {a} and one on {b}"),
    ("smithy", 0): mark("Pay 2 gold for 3 cards at the Smithy"),
    ("laboratory", 1): mark("Discard {a} at the Laboratory"),
    ("museum", 1): mark("Put {a} under your Museum"),
    ("armory", 2): mark("Destroy your Armory and {a}’s {b}"),
    ("search", 1): mark("Take {a} from the deck"),
    ("announce", 0): mark("Ring the bell"),
    ("decline", 0): mark("Say no"),
    ("end", 0): mark("End your turn"),
}
GATHERING_VERBS = {"gold", "cards"}
VERBS_ON_CHARACTERS = ("murder", "bewitch", "rob")
VERBS_ON_SEATS = ("swap", "look", "tithe", "crown")
VERBS_ON_DISTRICTS = ("destroy", "seize")
VERBS_ALONE = ("income", "bonus", "levy", "foresee", "study")
DISTRICTS_USING_A_CARD = ("laboratory", "museum")  # effects of districts that use a card from the hand


class OrderPresenter:
    """The order forms and texts of one seat in one language. Of other seats it uses only open information."""

    def __init__(self, game: CitadelsGame, seat: str, voice: Voice) -> None:
        self.game = game
        self.me = game.players[seat]
        self.others = [other for other in game.seats if other != seat]
        self.name = voice.name
        self.effect = voice.effect
        self.listed = voice.join_names
        self.say, self.count = voice.speak.say, voice.speak.count

    # --- forms

    def build_draft_form(self) -> OrderForm:
        ranks = RANK[self.game.edition]
        choices = tuple(
            OrderChoice(slug, str(self.name(slug)), self.effect(slug), str(ranks[slug]))
            for slug in self.game.cast
        )
        text = self.say("You pick the first of your list that is there; if none is, you are asked.")
        if len(self.game.seats) == 2:
            text += " " + self.say("You are also asked when a character has to be put away.")
        return OrderForm(RANKED, self.say("Which character you want"), choices, "prefer", text, "prefer")

    # --- lines of a plan

    def list_plan_forms(self) -> list[OrderForm]:
        """Forms for what the seat can plan with its present cards. Anything else can be typed."""
        return [form for form in self._plan() if form.choices]

    def _plan(self) -> Iterator[OrderForm]:
        thanks = ["thanks"] if can_come_up(self.game, "thanks") else []
        yield self._moves(self.say("Gather"), [*thanks, "gold", "cards"])
        hand = sorted(list_distinct(self.me.hand))
        yield self._moves(self.say("Build"), [f"build {card}" for card in hand])
        for slug in self.me.characters:
            if slug not in self.me.revealed or slug == self.game.called:
                yield self._moves(
                    self.say("As the {character}", character=self.name(slug)), self._powers(slug)
                )
        if not self.me.characters:
            yield self._moves(self.say("Your character, whichever it is"), ["income", "bonus"])
        yield self._moves(self.say("Your districts"), self._effects(hand))
        yield self._moves(self.say("The end"), ["end"])

    def _moves(self, label: str, lines: Iterable[str]) -> OrderForm:
        choices = tuple(OrderChoice(line, self._move(line.split()), sign=self._price(line)) for line in lines)
        return OrderForm(PLAN, label, choices)

    def _price(self, line: str) -> str:
        verb, *words = line.split()
        return str(COST[self.game.edition][words[0]]) if verb == "build" else ""

    def _powers(self, slug: str) -> Iterator[str]:
        for verb in CHARACTERS[slug].powers[self.game.edition]:
            yield from self._ways(verb, slug)

    def _ways(self, verb: str, slug: str) -> Iterator[str]:
        """List the moves of a power with all their arguments, where that is a short list."""
        if verb in VERBS_ALONE:
            yield from [f"bonus {what}" for what in ("gold", "cards")] if slug == "navigator" else [verb]
        elif verb in VERBS_ON_CHARACTERS:
            yield from (f"{verb} {other}" for other in self.game.cast if other != slug)
        elif verb in VERBS_ON_SEATS:
            yield from (f"{verb} {other}" for other in self.others)
        elif verb in VERBS_ON_DISTRICTS:
            yield from (f"{verb} {other} {card}" for other, card in self._districts())
        elif verb == "spy":
            yield from (f"spy {other} {kind}" for other in self.others for kind in TYPES)

    def _districts(self) -> Iterator[tuple[str, str]]:
        for other in self.others:
            for card in sorted(list_distinct(self.game.players[other].city)):
                yield other, card

    def _effects(self, hand: Sequence[str]) -> Iterator[str]:
        city = self.me.city
        if "smithy" in city:
            yield "smithy"
        yield from (
            f"{district} {card}" for district in DISTRICTS_USING_A_CARD if district in city for card in hand
        )
        if "armory" in city:
            yield from (f"armory {other} {card}" for other, card in self._districts())

    # --- orders as sentences

    def describe_preference(self, line: str) -> str:
        """Describe an order for the draft in a sentence."""
        names = ", ".join(map(self.name, line.split()[1:]))
        return self.say("In the draft you pick the first of these that is there: {names}.", names=names)

    def describe_plan_line(self, choices: Sequence[Sequence[str]]) -> str:
        """Describe a line of a plan, with its alternatives, in a sentence."""
        first, *others = map(self._move, choices)
        for other in others:
            first = self.say("{first}, or else {other}", first=first, other=_lower_first(other))
        return f"{first}."

    def describe_plan_doubt(self, plan: Sequence[Sequence[Sequence[str]]]) -> str:
        """Warn if the plan builds before it gathers and no standing order gathers first."""
        verbs = [{choice[0] for choice in choices} for choices in plan]
        built = next((place for place, some in enumerate(verbs) if some == {"build"}), len(verbs))
        if (
            built == len(verbs)
            or any(some & GATHERING_VERBS for some in verbs[:built])
            or self._will_have_gathered
        ):
            return ""
        return self.say(
            "You can only build after you have taken gold or drawn cards. Put “gold” or “cards” before "
            "it, or set an answer for when you gather; otherwise this plan stops there."
        )

    @property
    def _will_have_gathered(self) -> bool:
        """Has the seat already gathered in its current turn, or will a standing order do it?"""
        is_now = self.game.called in self.me.characters and self.game.gathered
        return is_now or any(ORDER_TABLE.kind(line) == "gather" for line in self.me.orders)

    def _move(self, words: Sequence[str]) -> str:
        verb, *rest = words
        names = list(map(self.name, rest))
        text = MOVE_SENTENCES.get((verb, len(rest)))
        if text is None or (verb == "build" and rest[1:2] not in ([], ["by"])):
            return _upper_first(" ".join([self.name(verb), *names]))
        places = dict(zip("abc", names, strict=False))
        if isinstance(text, tuple):  # singular and plural, counted by the last word
            return self.count(*text, int(rest[-1]), **places)
        return self.say(text, **places)


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]
