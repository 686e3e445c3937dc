"""The move form, built from the offers of the rules; nothing here depends on a particular game.

A complete move is one row to choose. An offer with something left open becomes a row with fields, unless it
can be filled in so few ways that each gets a row. What is submitted is turned into a line of notation, which
the rules parse like a typed one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.play.errors import NotPossible
from games.rules.core.choices import FieldLayout
from games.rules.core.notation import Move, Offer, list_few_moves
from games.rules.core.ruleset import Ruleset
from games.views.params import parse_whole_number
from games.views.table.field_values import read_fields
from games.views.table.form_fields import FieldBuilder, build_mark_table, capitalize_first
from games.views.table.move_groups import group_rows
from games.views.table.move_rows import FormField, MoveGroup, MoveRow

PLAIN_LAYOUT = FieldLayout()
OFFER_PREFIX = "@"  # before the number of an offer with fields; no move starts with it


class MoveForm:
    """Builds the form for one seat in a position, and reads the submitted form. Not a Django form."""

    def __init__(self, rules: Ruleset[Any], position: Any, seat: str, language: str) -> None:
        self.rules = rules
        self.position = position
        self.seat = seat
        self.language = language
        self.name = rules.vocabulary.namer(position, language)
        self.offers = rules.offers(position, seat)

    @property
    def has_fields(self) -> bool:
        """Does any offer have fields, so that its sentence is known only once it is filled in?"""
        return not all(self._list_ways(offer) for offer in self.offers)

    @property
    def example(self) -> str:
        """A line that could be typed now, taken from the last offer, which usually ends the turn."""
        write = self.rules.vocabulary.writer(self.position, self.language)
        return write(str(next(self.offers[-1].moves()))) if self.offers else ""

    # --- building the form

    def build_groups(self, chosen: QueryDict | None = None) -> list[MoveGroup]:
        """List everything that may be chosen, in groups, with the earlier choice marked."""
        rows = self._build_all_rows(chosen)
        if len(rows) == 1:  # the page chooses it
            return [MoveGroup("", [msgspec.structs.replace(rows[0], is_chosen=True)], is_all=True)]
        return group_rows(rows, self._build_title)

    def _build_all_rows(self, chosen: QueryDict | None = None) -> list[MoveRow]:
        return [
            row for number, offer in enumerate(self.offers) for row in self._build_rows(number, offer, chosen)
        ]

    def _build_rows(self, number: int, offer: Offer, chosen: QueryDict | None) -> Iterator[MoveRow]:
        ways = self._list_ways(offer)
        for offered, way in ways:
            yield self._build_row(str(way), offered, chosen)
        if not ways:
            layout = self._find_layout(offer)
            fields = FieldBuilder(layout, str(number), chosen, self._describe_effect).build_fields(
                offer.form(self.name).fields
            )
            yield self._build_row(f"{OFFER_PREFIX}{number}", offer, chosen, layout=layout, fields=fields)

    def _list_ways(self, offer: Offer) -> list[tuple[Offer, Move]]:
        """List the moves of an offer that are shown one by one; empty if it is shown with fields."""
        ways = list_few_moves(offer, self.name)
        return [] if len(ways) > 1 and self._find_layout(offer).is_drawn else ways

    def _find_layout(self, offer: Offer) -> FieldLayout:
        return self.rules.presentation.layout(self.position, self.seat, offer, self.language)

    def _describe_effect(self, value: str) -> str:
        return self.rules.vocabulary.effect(self.position, value, self.language)

    def _build_row(
        self,
        value: str,
        offer: Offer,
        chosen: QueryDict | None,
        *,
        layout: FieldLayout = PLAIN_LAYOUT,
        fields: Sequence[FormField] = (),
    ) -> MoveRow:
        hint = self.rules.presentation.hint(self.position, self.seat, offer, self.language)
        return MoveRow(
            id=f"choice-{value}".replace(" ", "-").replace(OFFER_PREFIX, "open-").replace("+", "-plus"),
            value=value,
            label=layout.title or hint.label or self._build_label(offer),
            notation=f"{offer.verb} …" if fields else value,
            note=hint.note,
            resources_left=hint.left,
            worth=hint.worth,
            card=hint.card,
            fields=list(fields),
            marks=build_mark_table(layout, fields) if fields else None,
            is_chosen=chosen is not None and chosen.get("move") == value,
            entry=hint.entry,
        )

    def _build_label(self, offer: Offer) -> str:
        label = self.rules.label(self.position, self.seat, offer, self.language)
        return label or capitalize_first(offer.form(self.name).label)

    def _build_title(self, words: Sequence[str]) -> str:
        """The title of the moves that start with these words, within the group of those before the last."""
        if len(words) > 1:
            return capitalize_first(self.name(words[-1]))
        verbs: Mapping[str, Any] = self.rules.lexicon.texts(self.language).get("verbs", {})
        verb = verbs.get(words[0])
        help_text = verb.get("help", "") if isinstance(verb, Mapping) else ""
        return capitalize_first(str(help_text) or self.name(words[0]))

    # --- reading the submitted form

    def read_line(self, sent: QueryDict) -> str:
        """Return the typed or chosen line, empty if there is none; refuse two that contradict each other."""
        text = " ".join(sent.get("line", "").split())
        chosen = sent.get("move", "")
        if text and chosen:
            self.require_agreement(text, chosen)
        if text or not chosen.startswith(OFFER_PREFIX):
            return text or chosen
        offer = self._require_offer(chosen)
        number = chosen.removeprefix(OFFER_PREFIX)
        return str(read_fields(offer, self._find_layout(offer), self.name, sent, number))

    def require_agreement(self, text: str, chosen: str) -> None:
        """Refuse a typed move that differs from the chosen one: we cannot know which is meant."""
        if len(self._build_all_rows()) == 1:  # the page chose it, not the player
            return
        move = self.rules.read(self.position, self.seat, text, self.language)
        is_open = chosen.startswith(OFFER_PREFIX)
        if not (self._require_offer(chosen).accepts(move) if is_open else str(move) == chosen):
            raise NotPossible(_("You have both chosen and typed a move. Please remove one of them."))

    def _require_offer(self, chosen: str) -> Offer:
        number = parse_whole_number(chosen.removeprefix(OFFER_PREFIX), 4)
        if number is None or number >= len(self.offers):
            raise NotPossible(_("This is no longer on offer."))
        return self.offers[number]
