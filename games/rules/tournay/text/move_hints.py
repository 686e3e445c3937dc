"""What a page shows beside a choice: what it leads to, what is left, the card; and how fields are drawn."""

from collections.abc import Callable, Set
from typing import Any

from ...core.capabilities.presentation import OfferHint
from ...core.choices import CardData, ChoiceHint, FieldHint, FieldLayout, ListEntry, PlanSpot
from ...core.notation import Move, Offer, OfferField
from ...core.ruleset import Ruleset
from ...core.sentences import Voice
from ...core.translation import mark, mark_both
from ..actions import ASIDE, PLAZA
from ..activation import list_effects
from ..cards.card import DAMAGE, DEPARTURE, LEVY, DeckCard, card_set
from ..district import list_new_cells, list_spaces_in_line, reading_order
from ..knowledge.view import build_view
from ..numbers import BORROWED_CITIZEN, DECKS
from ..offers import USING
from ..placement import CELL
from ..position import COLUMNS, ROWS, Space, TournayGame
from ..town_crier import DAMAGE_CARDS
from .deck_marks import DeckMark, build_deck_mark
from .deeds import DeedWriter
from .move_labels import TournayLabelWriter
from .move_sums import compute_sums_after

HEADINGS = {  # verb → heading of the list of its moves
    "place": mark("Place a card"),
    "draw": mark("Draw a card"),
    "activate": mark("Activate a building"),
    "fight": mark("Fight an event, for 2 points and a rampart"),
    "tax": mark("Collect tax, 1 denier for two of a colour"),
    "recruit": mark("Recruit"),
    "other": mark("Use a building"),
}
SIGNS = {
    "tax": "tax",
    "gather": "plaza",
    "recruit": "recruit",
    "endure": "damage",
}  # verb → what is drawn beside it
LOANS = frozenset({"draw", "activate", "fight"})  # verbs of what may be done with citizens of others
GIFTS = {PLAZA: mark("a ready one"), ASIDE: mark("a spent one")}  # where a citizen that pays comes from
FIELD_TITLES = {  # name of a place, or verb of an offer with only one → what is chosen there
    "damage": mark("Which cards are damaged"),
    "drop": mark("Which cards go back"),
    "lay": mark("Which citizens lie down"),
    "events": mark("Which events get a coin"),
    "cell": mark("Where"),
    "discard": mark("Which card pays"),
    "give": mark("Which citizen pays"),
    "deck": mark("Which deck, and how"),
    "building": mark("Which building"),
    "event": mark("Which event, with how many citizens"),
    "using": mark("Whose citizens"),
}
LOSSES = {  # family of an event → what enduring it costs
    LEVY: mark_both("You lose {n} denier.", "You lose {n} deniers."),
    DEPARTURE: mark_both("{n} ready citizen of yours lies down.", "{n} ready citizens of yours lie down."),
    DAMAGE: mark_both("{n} card of yours is damaged.", "{n} cards of yours are damaged."),
}


class TournayHintWriter:
    """Writes what a page shows beside the labels of what one seat is offered."""

    def __init__(self, rules: Ruleset[Any], game: TournayGame, seat: str, voice: Voice) -> None:
        self.rules = rules
        self.game = game
        self.seat = seat
        self.voice = voice
        self.say: Callable[..., str] = voice.speak.say
        self.count: Callable[..., str] = voice.speak.count
        self.cards = card_set(game).cards
        self.deeds = DeedWriter(voice.name, voice.speak)

    def write(self, offer: Offer) -> OfferHint:
        """What is shown beside an offer; one with something to fill in has no sums yet."""
        if offer.form(str).fields:
            return self._write_form(offer)
        move = next(offer.moves())
        sums = compute_sums_after(self.rules, self.game, self.seat, move)
        labels = TournayLabelWriter(self.game, self.seat, self.voice, with_sums=not sums)
        note = NOTES[move.verb](self, move) if move.verb in NOTES else ""
        return OfferHint(
            note=note,
            left=self.count("{n} denier", "{n} deniers", sums.deniers) if sums else "",
            worth=self.count("{n} point", "{n} points", sums.points) if sums else "",
            label=labels.label(move) if sums else "",
            card=self._find_picture(move),
            entry=self._build_entry(move, labels, note),
            is_aside=USING in move.args,
        )

    def _write_form(self, offer: Offer) -> OfferHint:
        """The hint of an offer with something to fill in, which is listed with the moves of its kind."""
        if offer.verb == "place":
            card = self.cards[next(offer.moves()).args[0]]
            label = self.say(
                "{card}, for {price}", card=self.voice.name(card.slug), price=self.deeds.describe_price(card)
            )
            entry = ListEntry(self.say(HEADINGS["place"]), label, effect=self.deeds.describe(card))
            return OfferHint(card=self._build_picture(card.slug), entry=entry)
        if offer.verb not in HEADINGS:
            return OfferHint()
        label = self.say("With citizens of others, for {n} deniers each", n=BORROWED_CITIZEN)
        return OfferHint(
            entry=ListEntry(self.say(HEADINGS[offer.verb]), label, order=len(DECKS)), is_aside=True
        )

    def _build_entry(self, move: Move, labels: TournayLabelWriter, note: str) -> ListEntry | None:
        """How a move reads in the list of its kind."""
        if move.verb not in HEADINGS:
            return None
        order = DECKS.index(move.args[0] + move.args[1]) if move.verb == "draw" else 0
        return ListEntry(
            self.say(HEADINGS[move.verb]),
            labels.label_in_list(move),
            labels.describe_lenders(move),
            effect=note,
            order=order,
        )

    # --- what a move leads to

    def _describe_placing(self, move: Move) -> str:
        """What the card does, and which characters in line see it placed."""
        slug, cell = move.args[:2]
        card = self.cards[slug]
        seen = [
            character
            for character in self._list_characters(cell)
            if character.on_place and character.on_place.fits(card)
        ]
        return "; ".join([self.deeds.describe(card), *map(self._describe_help, seen)])

    def _list_characters(self, cell: str) -> list[DeckCard]:
        """The undamaged cards in sight in line with this cell."""
        district = self.game.players[self.seat].district
        return [
            self.cards[space.cards[0]] for space in list_spaces_in_line(district, cell) if not space.damaged
        ]

    def _describe_help(self, character: DeckCard) -> str:
        line = character.on_place or character.on_activate
        deed = self.deeds.describe_effect(line.effect) if line else ""
        return self.say("{card}: {deed}", card=self.voice.name(character.slug), deed=deed)

    def _describe_activation(self, move: Move) -> str:
        """Every effect in its order, with the characters that bring one."""
        slug, cell = move.args[:2]
        parts = []
        for step in list_effects(self.game, self.seat, self.cards[slug], cell):
            card = self.cards[step.args["card"]]
            parts.append(self.deeds.describe(card) if card.slug == slug else self._describe_help(card))
        return "; ".join(parts)

    def _describe_draw(self, move: Move) -> str:
        colour, level, how = move.args[:3]
        deck = colour + level
        if how == "top":
            return self.deeds.describe(self.cards[self.game.decks[deck][0]])
        return ""

    def _describe_gathering(self, move: Move) -> str:
        player = self.game.players[self.seat]
        working = sum(bool(space.citizen) and space.citizen != "grey" for space in player.district.values())
        damaged = sum(space.damaged for space in player.district.values())
        back = sum(player.aside.values()) + working
        parts = [self.count("{n} citizen stands up.", "{n} citizens stand up.", back)]
        if damaged:
            parts.append(self.count("{n} card is repaired.", "{n} cards are repaired.", damaged))
        return " ".join(parts)

    def _describe_card(self, move: Move) -> str:
        return self.deeds.describe(self.cards[move.args[0]])

    def _describe_other(self, move: Move) -> str:
        return self.deeds.describe(self.cards[move.args[1]])

    def _describe_rampart(self, move: Move) -> str:
        return self.say("You are spared this event. The rampart keeps its points.")

    def _describe_endurance(self, move: Move) -> str:
        """What the event takes from the seat, as everybody can see."""
        [event] = [one for one in build_view(self.game, self.seat)["queue"] if one["event"] == move.args[0]]
        loss = event["outcome"][self.seat]
        if not loss:
            return self.say("It does nothing to you.")
        return self.count(*LOSSES[card_set(self.game).events[move.args[0]].family], loss)

    # --- the card

    def _find_picture(self, move: Move) -> CardData:
        """Template data for what the move is about: a card, an event, or a sign."""
        if move.verb in SIGNS:
            return {"slug": SIGNS[move.verb]}
        if move.verb == "draw":
            return self._find_drawn(move)
        known = (word for word in move.args if word in self.cards or word in card_set(self.game).events)
        return self._build_picture(next(known, ""))

    def _find_drawn(self, move: Move) -> CardData:
        deck = move.args[0] + move.args[1]
        slug = self.game.decks[deck][0] if move.args[2] == "top" else "cards"
        return {"slug": slug, "mark": self._build_mark(deck)}

    def _build_picture(self, slug: str) -> CardData:
        if slug in self.cards:
            return {"slug": slug, "mark": self._build_mark(self.cards[slug].deck)}
        return {"slug": slug} if slug else {}

    def _build_mark(self, deck: str) -> DeckMark:
        return build_deck_mark(deck, self.voice.name, self.voice.speak.language)

    # --- fields

    def lay_out(self, offer: Offer) -> FieldLayout:
        """How the fields of an offer are drawn."""
        fields = offer.form(str).fields
        hints = {field.name: self._hint_field(offer, field) for field in fields}
        values = {value for field in fields for value, _name in field.choices}
        return FieldLayout(
            fields=hints, choices={value: self._hint_value(offer.verb, value) for value in values}
        )

    def _hint_field(self, offer: Offer, field: OfferField) -> FieldHint:
        """The title of a field, and the plan of the district where its cells are chosen."""
        title = FIELD_TITLES.get(offer.verb) or FIELD_TITLES[field.name]
        if field.name != CELL and offer.verb != DAMAGE_CARDS:
            return FieldHint(self.say(title))
        covered = {value for value, _name in field.choices} if field.name == CELL else set[str]()
        return FieldHint(self.say(title), plan=self._draw_plan(covered))

    def _draw_plan(self, covered: Set[str]) -> tuple[PlanSpot, ...]:
        """Every card of the district, some of which may be covered, and every space for the next one."""
        district = self.game.players[self.seat].district
        cells = sorted({*district, *list_new_cells(frozenset(district))}, key=reading_order)
        return tuple(self._draw_spot(cell, district.get(cell), cell in covered) for cell in cells)

    def _draw_spot(self, cell: str, space: Space | None, is_covered: bool) -> PlanSpot:
        place = COLUMNS.index(cell[0]), ROWS.index(cell[1])
        if space is None:
            return PlanSpot(place, cell, cell)
        card = self.cards[space.cards[0]]
        name = self.voice.name(card.slug)
        note = self.say("over {card}", card=name) if is_covered else str(name)
        return PlanSpot(place, cell, cell, note, {"tone": f"is-{card.colour}"})

    def _hint_value(self, verb: str, value: str) -> ChoiceHint:
        """What a value of a field is: a loan, what lies in a cell, what a card does."""
        if verb in LOANS and " " in value:
            move = Move(verb, tuple(value.split(" ")))
            labels = TournayLabelWriter(self.game, self.seat, self.voice)
            return ChoiceHint(summary=labels.label_in_list(move))
        if value in GIFTS:
            return ChoiceHint(note=self.say(GIFTS[value]))
        district = self.game.players[self.seat].district
        if value in district:
            return ChoiceHint(note=str(self.voice.name(district[value].cards[0])))
        word = value.split(" ")[0]
        if word in self.cards:
            return ChoiceHint(note=self.deeds.describe(self.cards[word]))
        return ChoiceHint()


NOTES: dict[str, Callable[[TournayHintWriter, Move], str]] = {
    "place": TournayHintWriter._describe_placing,
    "draw": TournayHintWriter._describe_draw,
    "activate": TournayHintWriter._describe_activation,
    "gather": TournayHintWriter._describe_gathering,
    "keep": TournayHintWriter._describe_card,
    "other": TournayHintWriter._describe_other,
    "rampart": TournayHintWriter._describe_rampart,
    "endure": TournayHintWriter._describe_endurance,
}
