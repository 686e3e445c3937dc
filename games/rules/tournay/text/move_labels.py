"""Labels of the offers: what a move does, as words on a button or a form."""

from collections import Counter
from collections.abc import Callable, Iterable

from ...core.notation import Move, Offer
from ...core.sentences import Voice
from ...core.translation import mark, mark_both
from ..actions import ASIDE, PLAZA
from ..cards.card import CARD_COST, CITIZEN_COST, DeckCard, card_set
from ..numbers import CARD_COST_DENIERS, COLOURS, RECRUIT, TAX
from ..offers import TOP, USING
from ..placement import HAND
from ..position import LAST_CARD, TournayGame

FORM_LABELS = {  # verb → label of an offer with something to fill in
    "draw": mark("Draw with citizens of others, for 2 deniers each"),
    "activate": mark("Activate with citizens of others, for 2 deniers each"),
    "fight": mark("Fight with citizens of others, for 2 deniers each"),
    "lay": mark("Lay citizens down"),
    "damage": mark("Have cards damaged"),
    "events": mark("Put coins on events"),
    "drop": mark("Put cards back"),
}
FIGHTS = {  # citizens → label
    "2": mark("Fight: {event}, with 2 red citizens"),
    "1": mark_both(
        "Fight: {event}, with a red citizen and {n} denier",
        "Fight: {event}, with a red citizen and {n} deniers",
    ),
}
GIFTS = {  # where a citizen that is given comes from
    PLAZA: mark("for a ready citizen"),
    ASIDE: mark("for a spent citizen"),
}


class TournayLabelWriter:
    """Writes the labels of what one seat is offered; without sums where these stand beside the label."""

    def __init__(self, game: TournayGame, seat: str, voice: Voice, *, with_sums: bool = True) -> None:
        self.game = game
        self.seat = seat
        self.voice = voice
        self.with_sums = with_sums
        self.say: Callable[..., str] = voice.speak.say
        self.count: Callable[..., str] = voice.speak.count

    def label(self, offer: Offer) -> str:
        if isinstance(offer, Move):
            return LABELS[offer.verb](self, offer)
        if offer.verb == "place":
            return self.say("Place: {card}", card=self.voice.name(next(offer.moves()).args[0]))
        return self.say(FORM_LABELS[offer.verb])

    # --- in a list of its kind

    def label_in_list(self, move: Move) -> str:
        """What differs between the moves of one verb, below a heading that says the verb."""
        return SHORT_LABELS[move.verb](self, move)

    def _shorten_place(self, move: Move) -> str:
        card, cell, *payment = move.args
        words = {"card": self.voice.name(card), "cell": cell}
        covered = self.game.players[self.seat].district.get(cell)
        if covered:
            told = self.say(
                "{card} on {cell}, over {under}", under=self.voice.name(covered.cards[0]), **words
            )
        else:
            told = self.say("{card} on {cell}", **words)
        return self._add_price(told, self._find(card), payment)

    def _shorten_draw(self, move: Move) -> str:
        colour, level, how = move.args[:3]
        deck = self.voice.name(f"{colour}{level}")
        if how == TOP:
            told = self.say(
                "{deck}: {card}", deck=deck, card=self.voice.name(self._find_top(f"{colour}{level}"))
            )
        else:
            told = self.say("{deck}: look at two", deck=deck)
        return capitalize(told)

    def _shorten_activate(self, move: Move) -> str:
        card, cell = move.args[:2]
        told = str(self.voice.name(card))
        if self._has_twin(card):
            told = self.say("{card} on {cell}", card=told, cell=cell)
        return told

    def _shorten_fight(self, move: Move) -> str:
        event, *rest = move.args
        name = self.voice.name(event)
        if not rest:
            return str(name)
        citizen = self.voice.name("red_citizen")
        return self.say("{event}: {n} × {citizen}", event=name, n=rest[1], citizen=citizen)

    def _shorten_tax(self, move: Move) -> str:
        return self.say("{n} × {citizen}", n=move.args[1], citizen=self.voice.name(f"{move.args[0]}_citizen"))

    def _shorten_recruit(self, move: Move) -> str:
        return str(self.voice.name(f"{move.args[0]}_citizen"))

    def _shorten_other(self, move: Move) -> str:
        seat, card, cell = move.args
        return self.say("{card} of {seat}, on {cell}", card=self.voice.name(card), seat=seat, cell=cell)

    # --- the turn

    def _label_place(self, move: Move) -> str:
        card, cell, *payment = move.args
        words = {"card": self.voice.name(card), "cell": cell}
        covered = self.game.players[self.seat].district.get(cell)
        if covered:
            words["under"] = self.voice.name(covered.cards[0])
            placed = self.say("Place on {cell}, over {under}: {card}", **words)
        else:
            placed = self.say("Place on {cell}: {card}", **words)
        return self._add_price(placed, self._find(card), payment)

    def _add_price(self, placed: str, card: DeckCard, payment: list[str]) -> str:
        price = self._describe_payment(card, payment)
        return self.say("{placed}, {price}", placed=placed, price=price) if price else placed

    def _describe_payment(self, card: DeckCard, payment: list[str]) -> str:
        """What is paid: the citizen or the card, and the deniers unless they stand beside the label."""
        if card.payment == CITIZEN_COST:
            return self._describe_gift(payment[-1])
        if card.payment == CARD_COST:
            return self._describe_discard(payment)
        return self.count("for {n} denier", "for {n} deniers", card.cost) if self.with_sums else ""

    def _describe_gift(self, source: str) -> str:
        if source in GIFTS:
            return self.say(GIFTS[source])
        building = self.game.players[self.seat].district[source].cards[0]
        return self.say("for the citizen at work: {card}", card=self.voice.name(building))

    def _describe_discard(self, payment: list[str]) -> str:
        _, slug, _, source = payment
        card = self.voice.name(slug)
        if source == HAND:
            return self.say("for {n} deniers and a card of your hand: {card}", n=CARD_COST_DENIERS, card=card)
        return self.say(
            "for {n} deniers and the card on {cell}: {card}", n=CARD_COST_DENIERS, cell=source, card=card
        )

    def _label_draw(self, move: Move) -> str:
        colour, level, how, *borrowed = move.args
        deck = f"{colour}{level}"
        if how == TOP:
            card = self.voice.name(self._find_top(deck))
            told = self.say("Draw {deck}, the open card: {card}", deck=self.voice.name(deck), card=card)
        else:
            told = self.say("Draw {deck}: look at two, keep one", deck=self.voice.name(deck))
        return self._add_lenders(told, borrowed)

    def _label_activate(self, move: Move) -> str:
        card, cell, *borrowed = move.args
        told = self.say("Activate: {card}", card=self.voice.name(card))
        if self._has_twin(card):
            told = self.say("Activate on {cell}: {card}", cell=cell, card=self.voice.name(card))
        return self._add_lenders(told, borrowed)

    def _has_twin(self, card: str) -> bool:
        """Does the card lie in sight twice, so that its name does not say which is meant?"""
        visible = [space.cards[0] for space in self.game.players[self.seat].district.values()]
        return visible.count(card) > 1

    def _label_fight(self, move: Move) -> str:
        event, *rest = move.args
        name = self.voice.name(event)
        if not rest:
            return self.say("Take: {event}", event=name)
        _, citizens, *borrowed = rest
        if citizens == "2":
            told = self.say(FIGHTS["2"], event=name)
        else:
            coins = next(queued.coins for queued in self.game.queue if queued.event == event)
            told = self.count(*FIGHTS["1"], 1 + coins, event=name)
        return self._add_lenders(told, borrowed)

    def _add_lenders(self, told: str, borrowed: Iterable[str]) -> str:
        """Say from whom citizens are borrowed."""
        lenders = self._join_lenders(borrowed)
        return self.say("{told}, with citizens of {seats}", told=told, seats=lenders) if lenders else told

    def describe_lenders(self, move: Move) -> str:
        """Say from whom the move borrows, where its label does not; empty if from nobody."""
        borrowed = move.args[move.args.index(USING) :] if USING in move.args else ()
        lenders = self._join_lenders(borrowed)
        return self.say("With citizens of {seats}.", seats=lenders) if lenders else ""

    def _join_lenders(self, borrowed: Iterable[str]) -> str:
        lenders = Counter(word for word in borrowed if word != USING)
        parts = [seat if count == 1 else f"{count} × {seat}" for seat, count in lenders.items()]
        return self.voice.speak.join_words(parts)

    def _label_tax(self, move: Move) -> str:
        colour, count = move.args
        deniers = int(count) // TAX[0] * TAX[1]
        citizen = self.voice.name(f"{colour}_citizen")
        if not self.with_sums:
            return self.say("Collect tax: {n} × {citizen}", n=count, citizen=citizen)
        return self.count(
            "Collect {n} denier of tax: {citizens} × {citizen}",
            "Collect {n} deniers of tax: {citizens} × {citizen}",
            deniers,
            citizens=count,
            citizen=citizen,
        )

    def _label_gather(self, move: Move) -> str:
        return self.say("Gather your citizens")

    def _label_recruit(self, move: Move) -> str:
        citizen = self.voice.name(f"{move.args[0]}_citizen")
        if not self.with_sums:
            return self.say("Recruit: {citizen}", citizen=citizen)
        return self.say("Recruit for {n} deniers: {citizen}", n=RECRUIT, citizen=citizen)

    # --- answers

    def _label_keep(self, move: Move) -> str:
        return self.say("Keep: {card}", card=self.voice.name(move.args[0]))

    def _label_other(self, move: Move) -> str:
        seat, card, cell = move.args
        return self.say("Use of {seat} on {cell}: {card}", seat=seat, cell=cell, card=self.voice.name(card))

    def _label_events(self, move: Move) -> str:
        return self.say("Put a coin on: {events}", events=self.voice.cards(move.args))

    def _label_rampart(self, move: Move) -> str:
        card, event = map(self.voice.name, move.args)
        return self.say("Lay as a rampart against {event}: {card}", event=event, card=card)

    def _label_endure(self, move: Move) -> str:
        return self.say("Endure: {event}", event=self.voice.name(move.args[0]))

    def _label_lay(self, move: Move) -> str:
        counts = Counter(move.args)
        parts = [
            self.say("{n} × {citizen}", n=counts[colour], citizen=self.voice.name(f"{colour}_citizen"))
            for colour in COLOURS
            if counts[colour]
        ]
        return self.say("Lay down: {citizens}", citizens=self.voice.speak.join_words(parts))

    def _label_damage(self, move: Move) -> str:
        district = self.game.players[self.seat].district
        parts = [
            self.say("{card} on {cell}", card=self.voice.name(district[cell].cards[0]), cell=cell)
            for cell in move.args
        ]
        return self.say("Have damaged: {cards}", cards=self.voice.speak.join_words(parts))

    def _label_drop(self, move: Move) -> str:
        return self.say("Put back: {cards}", cards=self.voice.cards(move.args))

    def _label_skip(self, move: Move) -> str:
        if self.game.step == LAST_CARD:
            return self.say("Place no last card")
        return self.say("Make no use of it")

    def _find_top(self, deck: str) -> str:
        """The card that lies open on this deck."""
        return self.game.decks[deck][0]

    def _find(self, slug: str) -> DeckCard:
        return card_set(self.game).cards[slug]


def capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


LABELS: dict[str, Callable[[TournayLabelWriter, Move], str]] = {
    "place": TournayLabelWriter._label_place,
    "draw": TournayLabelWriter._label_draw,
    "activate": TournayLabelWriter._label_activate,
    "fight": TournayLabelWriter._label_fight,
    "tax": TournayLabelWriter._label_tax,
    "gather": TournayLabelWriter._label_gather,
    "recruit": TournayLabelWriter._label_recruit,
    "keep": TournayLabelWriter._label_keep,
    "other": TournayLabelWriter._label_other,
    "events": TournayLabelWriter._label_events,
    "rampart": TournayLabelWriter._label_rampart,
    "endure": TournayLabelWriter._label_endure,
    "lay": TournayLabelWriter._label_lay,
    "damage": TournayLabelWriter._label_damage,
    "drop": TournayLabelWriter._label_drop,
    "skip": TournayLabelWriter._label_skip,
}
SHORT_LABELS: dict[str, Callable[[TournayLabelWriter, Move], str]] = {
    "place": TournayLabelWriter._shorten_place,
    "draw": TournayLabelWriter._shorten_draw,
    "activate": TournayLabelWriter._shorten_activate,
    "fight": TournayLabelWriter._shorten_fight,
    "tax": TournayLabelWriter._shorten_tax,
    "recruit": TournayLabelWriter._shorten_recruit,
    "other": TournayLabelWriter._shorten_other,
}
