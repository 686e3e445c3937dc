"""The form of a whole turn: what may be chosen in each of its parts, and the lines that the choices mean.

The game lists the parts and orders the moves; here they only become rows, and what is submitted lines. A game
that has no such form is played move by move, with the form of `move_form`.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.play.errors import NotNow, NotPossible
from games.queries.game_view import GameView
from games.rules.core.capabilities.whole_turn import TurnChoice, TurnPart, TurnSums
from games.rules.core.chain_offer import ChainOffer
from games.rules.core.choices import FieldLayout
from games.rules.core.errors import IllegalMove
from games.rules.core.notation import Move, Namer, Offer, parse_exact_move
from games.rules.core.turns.composition import ComposedTurn
from games.rules.core.turns.preview import CONTINUES, ENDS
from games.views.table.field_values import read_fields
from games.views.table.form_fields import FieldBuilder, build_mark_table
from games.views.table.move_rows import MAX_ROWS_UNFOLDED, FormField, MarkTable, find_shared_note

TURN_FIELD = "turn"  # is submitted with the form of a whole turn, and with no other
PART_PREFIX = "part-"
MAX_ROWS_ABREAST, MAX_LENGTH_ABREAST = 2, 60
NOT_COMPOSED = "turn"  # no move, for a decision that is not open any more

ChosenValues = Mapping[str, Sequence[str]]  # key of a part → values chosen in it


class TurnPlace(msgspec.Struct, frozen=True):
    """Where a choice may be put into one place of an ordered part."""

    id: str
    name: str
    title: str
    is_chosen: bool


class TurnRow(msgspec.Struct, frozen=True):
    """One choice as the page shows it."""

    id: str
    value: str
    choice: TurnChoice
    has_sums: bool
    sums: TurnSums
    is_chosen: bool
    moves: tuple[Move, ...]  # those of the choice, or the one that it is filled in with
    told: str  # what is chosen with it, in a few words
    fields: list[FormField] = []  # to fill in
    marks: MarkTable | None = None  # the fields, where they are drawn as one table
    places: list[TurnPlace] = []

    @property
    def label(self) -> str:
        return self.choice.label

    @property
    def description_ids(self) -> str:
        """The ids of what is said of the choice beside its places, for whoever hears the page."""
        sums = [f"{self.id}-sums"] if self.has_sums else []
        return " ".join([*sums, f"{self.id}-note"] if self.choice.note else sums)


class TurnFieldset(msgspec.Struct, frozen=True):
    """A part of the turn as the page shows it."""

    name: str
    part: TurnPart
    rows: list[TurnRow]
    chosen: list[TurnRow]  # in the order of the rows, or of their places

    @property
    def kind(self) -> str:
        return "checkbox" if self.part.takes_several else "radio"

    @property
    def shared_note(self) -> str:
        """What would otherwise be said in every row, below a heading that says what it is about."""
        notes = [(row.choice.note, row.choice.doubt) for row in self.rows if row.choice.moves]
        return find_shared_note(notes) if self.part.note_heading else ""

    @property
    def is_abreast(self) -> bool:
        """Are its choices so few and short that they stand side by side?"""
        is_short = all(len(row.choice.label) + len(row.choice.note) < MAX_LENGTH_ABREAST for row in self.rows)
        is_list = self.part.has_sums or self.part.is_main
        return len(self.rows) <= MAX_ROWS_ABREAST and not is_list and is_short

    @property
    def is_folded(self) -> bool:
        return self.part.is_aside or (len(self.rows) > MAX_ROWS_UNFOLDED and not self.part.is_main)

    @property
    def is_open(self) -> bool:
        """Is it shown unfolded, because it has to be answered or was answered otherwise than preset?"""
        is_answered = self.part.takes_several or any(row.is_chosen for row in self.rows)
        return not is_answered or any(row.is_chosen != row.choice.is_preset for row in self.rows)

    @property
    def chosen_labels(self) -> str:
        return ", ".join(row.choice.label for row in self.rows if row.is_chosen)


class TurnForm(msgspec.Struct, frozen=True):
    """The form as the page shows it, with what comes of the choices in it."""

    question: str
    fieldsets: list[TurnFieldset]
    turn: ComposedTurn

    @property
    def told(self) -> str:
        """What is chosen, in a few words: the main things, or else the first that is done."""
        chosen = [(one.part, row) for one in self.fieldsets for row in one.chosen if row.told]
        done = [(part, row.told) for part, row in chosen if self.turn.problem or self._plays(row)]
        main = [told for part, told in done if part.is_told]
        return ", ".join(main or [told for _part, told in done][:1])

    def _plays(self, row: TurnRow) -> bool:
        """Are its moves played, rather than asked again after something else?"""
        return {*row.moves} <= {*self.turn.moves}

    @property
    def outcome(self) -> str:
        """What comes of it, in a few words."""
        if self.turn.problem:
            return self.turn.problem
        sums = ", ".join(filter(None, (self.turn.sums.left, self.turn.sums.worth)))
        if self.turn.is_cut or self.turn.state not in (CONTINUES, ENDS):
            return _("You are asked again after that.")
        if self.turn.state == CONTINUES:
            return _("%(sums)s, and your turn continues") % {"sums": sums} if sums else ""
        return _("You end with %(sums)s") % {"sums": sums} if sums else ""


def is_turn_form(sent: Mapping[str, object] | None) -> bool:
    return sent is not None and TURN_FIELD in sent


# --- building the form


class TurnFormBuilder:
    """Builds the form as it was filled in, or with what is preset, and reads it back."""

    def __init__(self, view: GameView, sent: QueryDict | None = None) -> None:
        self.composer = view.make_composer()
        self.rules = view.rules
        self.seat = str(view.name)
        self.language = view.language
        self.decision = view.seat.decision if view.seat else 0
        self.sent = sent if is_turn_form(sent) else None

    def build(self) -> TurnForm:
        values, turn = self.composer.presets, None
        if self.sent is not None:
            try:
                values = self.read_values()
            except IllegalMove as error:
                values, turn = self._list_sent_values(), ComposedTurn(problem=error.message_in(self.language))
        fieldsets = [self._build_fieldset(part, values) for part in self.composer.parts]
        return TurnForm(self.composer.question, fieldsets, turn or self.composer.compose(values))

    def _build_fieldset(self, part: TurnPart, values: ChosenValues) -> TurnFieldset:
        sums = self.composer.compute_sums(values, part) if part.has_sums else {}
        rows = [
            self._build_row(part, choice, place, values, sums.get(choice.value, TurnSums()))
            for place, choice in enumerate(part.choices)
        ]
        return TurnFieldset(PART_PREFIX + part.key, part, rows, _list_chosen(part, rows, values))

    def _build_row(
        self, part: TurnPart, choice: TurnChoice, place: int, values: ChosenValues, sums: TurnSums
    ) -> TurnRow:
        wanted = values.get(part.key, ())
        filled = _find_filled_move(choice, wanted)
        fields, marks = self._build_fields(part, choice, choice.offer, filled) if choice.offer else ([], None)
        row_id = f"turn-{self.decision}-{part.key}-{slugify(choice.value)}-{place}"
        return TurnRow(
            id=row_id,
            value=choice.value,
            choice=choice,
            has_sums=part.has_sums,
            sums=sums,
            is_chosen=choice.value in wanted or filled is not None,
            moves=(filled,) if filled else choice.moves,
            told=self._describe_move(filled) if filled else choice.label if choice.moves else "",
            fields=fields,
            marks=marks,
            places=_build_places(part, choice, wanted, row_id),
        )

    def _build_fields(
        self, part: TurnPart, choice: TurnChoice, offer: Offer, filled: Move | None
    ) -> tuple[list[FormField], MarkTable | None]:
        """The fields as they were filled in; before that with the move that the game proposes, if any."""
        layout, prefix = self._find_layout(offer), _name_fields(part, choice)
        sent, proposed = self.sent, filled or choice.filled
        if proposed and not self._is_begun(prefix):
            sent = _build_field_data(offer, proposed, prefix)
        builder = FieldBuilder(layout, prefix, sent, self._describe_effect)
        fields = builder.build_fields(offer.form(self._name).fields)
        return fields, build_mark_table(layout, fields)

    def _find_layout(self, offer: Offer) -> FieldLayout:
        position = self.composer.position
        return self.rules.presentation.layout(position, self.seat, offer, self.language)

    @cached_property
    def _name(self) -> Namer:
        return self.rules.vocabulary.namer(self.composer.position, self.language)

    def _describe_effect(self, value: str) -> str:
        return self.rules.vocabulary.effect(self.composer.position, value, self.language)

    def _describe_move(self, move: Move) -> str:
        return self.rules.label(self.composer.position, self.seat, move, self.language)

    # --- reading the submitted form

    def read_values(self) -> dict[str, list[str]]:
        """The values chosen in each part, with the line of an offer that is filled in as its value."""
        values = self._list_sent_values()
        for part in self.composer.parts:
            self._refuse_further_places(part)
            for choice in part.choices:
                prefix = _name_fields(part, choice)
                if choice.offer and choice.value in values[part.key] and self._is_begun(prefix):
                    values[part.key] = [str(self._read_offer(prefix, choice.offer))]
        return values

    def _refuse_further_places(self, part: TurnPart) -> None:
        """Refuse what was put into places that this part does not have."""
        start, names = f"{PART_PREFIX}{part.key}-", _list_place_names(part)
        if any(name.startswith(start) and name not in names for name in self.sent or ()):
            text = _("You have chosen more for “%(part)s” than there is room for. Please choose again.")
            raise IllegalMove(text % {"part": part.title})

    def _list_sent_values(self) -> dict[str, list[str]]:
        sent = self.sent or QueryDict()
        return {part.key: _list_sent_in_part(part, sent) for part in self.composer.parts}

    def _is_begun(self, prefix: str) -> bool:
        """Is anything filled in? Otherwise the composer says what is missing."""
        return any(name.startswith(f"{prefix}.") for name in self.sent or ())

    def _read_offer(self, prefix: str, offer: Offer) -> Move:
        return read_fields(offer, self._find_layout(offer), self._name, self.sent or QueryDict(), prefix)


def build_turn_form(view: GameView, sent: QueryDict | None = None) -> TurnForm | None:
    """Build the form as it was filled in, or with what is preset; None if this decision has none."""
    if not view.offers:
        return None
    builder = TurnFormBuilder(view, sent)
    return builder.build() if builder.composer.parts else None


def build_turn_data(parts: Sequence[TurnPart], values: ChosenValues) -> QueryDict:
    """What the form would submit with these values chosen."""
    sent = QueryDict(mutable=True)
    sent[TURN_FIELD] = "1"
    for part in parts:
        chosen = [*values.get(part.key, ())]
        if not part.places:
            sent.setlist(PART_PREFIX + part.key, chosen)
        for number, value in enumerate(chosen if part.places else ()):
            sent[_name_place(part, number)] = value
    return sent


def _name_fields(part: TurnPart, choice: TurnChoice) -> str:
    """How the names of the fields begin with which this choice is filled in."""
    name = PART_PREFIX + part.key
    return f"{name}.{slugify(choice.value)}" if sum(bool(one.offer) for one in part.choices) > 1 else name


def _build_field_data(offer: Offer, move: Move, prefix: str) -> QueryDict | None:
    """What the fields of an offer would submit for this move; None if it cannot be taken apart."""
    if not isinstance(offer, ChainOffer):
        return None
    sent = QueryDict(mutable=True)
    for name, values in offer.list_values(move).items():
        sent.setlist(f"{prefix}.{name}", list(values))
    return sent


def _find_filled_move(choice: TurnChoice, wanted: Sequence[str]) -> Move | None:
    """The move with which the first of these values that fits fills in this choice; None if none does."""
    moves = map(parse_exact_move, wanted)
    return next((move for move in moves if choice.offer and choice.offer.accepts(move)), None)


def _list_chosen(part: TurnPart, rows: list[TurnRow], values: ChosenValues) -> list[TurnRow]:
    """The chosen rows in their order, or in that of the places that they take."""
    if not part.places:
        return [row for row in rows if row.is_chosen]
    by_value = {row.value: row for row in rows}
    return [by_value[value] for value in values.get(part.key, ()) if value in by_value]


# --- places


def _build_places(part: TurnPart, choice: TurnChoice, wanted: Sequence[str], row_id: str) -> list[TurnPlace]:
    """The places that this choice may take; what does nothing is in all that nothing else has taken."""
    return [
        TurnPlace(
            id=f"{row_id}-{number}",
            name=_name_place(part, number),
            title=title,
            is_chosen=wanted[number] == choice.value if number < len(wanted) else not choice.moves,
        )
        for number, title in enumerate(part.places)
    ]


def _name_place(part: TurnPart, number: int) -> str:
    return f"{PART_PREFIX}{part.key}-{number + 1}"


def _list_sent_in_part(part: TurnPart, sent: QueryDict) -> list[str]:
    if not part.places:
        return sent.getlist(PART_PREFIX + part.key)
    return [value for name in _list_place_names(part) for value in sent.getlist(name)]


def _list_place_names(part: TurnPart) -> list[str]:
    return [_name_place(part, number) for number in range(len(part.places))]


# --- reading the submitted form


def read_turn_lines(view: GameView, sent: QueryDict, decision: int) -> list[str]:
    """Read the form of a whole turn into lines, or refuse all of it with the reason.

    Of a decision that is not open any more nothing can be composed; the play service answers it."""
    if view.seat is None or view.seat.decision != decision:
        return [NOT_COMPOSED]
    if view.seat.bot:
        raise NotNow(_("A bot is playing for you at the moment. Come back first."))
    builder = TurnFormBuilder(view, sent)
    if not builder.composer.parts:
        raise NotPossible(_("This is no longer on offer."))
    turn = builder.composer.compose(builder.read_values())
    if turn.problem:
        raise NotPossible(turn.problem)
    return turn.lines


def list_choices(sent: QueryDict) -> list[str]:
    """What was chosen, as text that tells one submission from another even when the game has moved on."""
    return [
        f"{name}={value}"
        for name in sorted(sent)
        if name.startswith(PART_PREFIX)
        for value in sorted(sent.getlist(name))
    ]
