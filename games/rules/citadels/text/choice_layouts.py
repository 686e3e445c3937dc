"""How the fields of an offer are drawn: warrants, threats and the draft of two as marks, cards as cards."""

from collections.abc import Callable

from ...core.choices import ChoiceHint, FieldHint, FieldLayout
from ...core.notation import DealOffer, Offer, PickOffer
from ...core.sentences import Voice
from ..districts.cards import COST
from ..position import CitadelsGame
from .choice_notes import ChoiceNotes, find_picture, order_by_cost


def build_layout(game: CitadelsGame, seat: str, offer: Offer, voice: Voice) -> FieldLayout:
    """Build the layout of an offer with fields; any other has none to lay out."""
    if not isinstance(offer, PickOffer | DealOffer):
        return FieldLayout()
    notes = ChoiceNotes(game, seat, voice)
    if isinstance(offer, PickOffer) and offer.verb in MARK_LAYOUTS:
        return MARK_LAYOUTS[offer.verb](notes, offer)
    seats = offer.seats if isinstance(offer, DealOffer) else ()
    titles = {rival: _build_receiver(notes, rival) for rival in seats}
    return FieldLayout(fields=titles, choices=_build_card_hints(notes, offer))


def _build_receiver(notes: ChoiceNotes, rival: str) -> FieldHint:
    return FieldHint(notes.say("To {seat}", seat=rival), notes.describe_rival(rival))


def _build_card_hints(notes: ChoiceNotes, offer: PickOffer | DealOffer) -> dict[str, ChoiceHint]:
    cards = [card for card in offer.pool if card.rstrip("+") in COST[notes.game.edition]]
    return {
        card: ChoiceHint(
            note=notes.describe_card(card, with_price=offer.verb == "keep"),
            doubt=notes.doubt_card(card) if offer.verb == "keep" else "",
            card=find_picture(notes.game, card),
            summary=notes.summarize_card(card),
            order=order_by_cost(notes.game, card),
        )
        for card in cards
    }


# --- two marks among the same characters


def _build_target_hints(notes: ChoiceNotes, offer: PickOffer) -> dict[str, ChoiceHint]:
    """Say who may hold each character, and mark those that it makes no sense to aim at."""
    hints = {}
    for character in offer.pool:
        doubt = notes.doubt_target(character)
        note = "" if doubt else notes.describe_holders(character)
        hints[character] = ChoiceHint(note, doubt, card=find_picture(notes.game, character))
    return hints


def _lay_out_warrants(notes: ChoiceNotes, offer: PickOffer) -> FieldLayout:
    say = notes.say
    return FieldLayout(
        title=say("Lay three warrants: one signed, two blank."),
        has_marks=True,
        choices_title=say("Character, and who may have it"),
        fields={
            "signed": FieldHint(say("signed"), card={"stamp": "signed"}),
            "blank": FieldHint(say("blank"), card={"stamp": "blank"}),
        },
        choices=_build_target_hints(notes, offer),
    )


def _lay_out_threats(notes: ChoiceNotes, offer: PickOffer) -> FieldLayout:
    say = notes.say
    return FieldLayout(
        title=say("Lay two threats: one with the lace, one empty."),
        has_marks=True,
        choices_title=say("Character, and who may have it"),
        fields={
            "lace": FieldHint(say("with the lace"), mark=say("lace"), card={"stamp": "signed"}),
            "blank": FieldHint(say("empty"), card={"stamp": "blank"}),
        },
        choices=_build_target_hints(notes, offer),
    )


def _lay_out_draft_of_two(notes: ChoiceNotes, offer: PickOffer) -> FieldLayout:
    """Two players: one card is kept, another one put away (D8)."""
    say, game = notes.say, notes.game
    return FieldLayout(
        title=notes.count("Choose from {n} character.", "Choose from {n} characters.", len(offer.pool)),
        has_marks=True,
        choices_title=say("Character, and what it does"),
        fields={
            "keeps": FieldHint(say("keep"), mark=say("yours"), card={"stamp": "yours"}),
            "discards": FieldHint(say("put away"), mark=say("away"), card={"stamp": "away"}),
        },
        choices={
            character: ChoiceHint(effect=notes.voice.effect(character), card=find_picture(game, character))
            for character in offer.pool
        },
    )


MARK_LAYOUTS: dict[str, Callable[[ChoiceNotes, PickOffer], FieldLayout]] = {
    "warrant": _lay_out_warrants,
    "threaten": _lay_out_threats,
    "pick": _lay_out_draft_of_two,
}
