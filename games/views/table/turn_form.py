"""The form of a whole turn: what may be chosen in each of its parts, and the lines that the choices mean.

The game lists the parts and orders the moves; here they only become rows, and what is submitted lines. A game
that has no such form is played move by move, with the form of `move_form`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.play.errors import NotNow, NotPossible
from games.queries.game_view import GameView
from games.rules.core.capabilities.whole_turn import TurnChoice, TurnPart, TurnSums
from games.rules.core.turns.composition import ComposedTurn, TurnComposer
from games.rules.core.turns.preview import CONTINUES, ENDS

TURN_FIELD = "turn"  # is submitted with the form of a whole turn, and with no other
PART_PREFIX = "part-"
MAX_ROWS_UNFOLDED = 9  # a part with more is folded
MAX_ROWS_ABREAST, MAX_LENGTH_ABREAST = 2, 60
NOT_COMPOSED = "turn"  # no move, for a decision that is not open any more

ChosenValues = Mapping[str, Sequence[str]]  # key of a part → values chosen in it


class TurnRow(msgspec.Struct, frozen=True):
    """One choice as the page shows it."""

    id: str
    value: str
    choice: TurnChoice
    sums: TurnSums
    is_chosen: bool


class TurnFieldset(msgspec.Struct, frozen=True):
    """A part of the turn as the page shows it."""

    name: str
    part: TurnPart
    rows: list[TurnRow]

    @property
    def kind(self) -> str:
        return "checkbox" if self.part.takes_several else "radio"

    @property
    def is_abreast(self) -> bool:
        """Are its choices so few and short that they stand side by side?"""
        is_short = all(len(row.choice.label) + len(row.choice.note) < MAX_LENGTH_ABREAST for row in self.rows)
        return len(self.rows) <= MAX_ROWS_ABREAST and not self.part.has_sums and is_short

    @property
    def is_folded(self) -> bool:
        return self.part.is_aside or len(self.rows) > MAX_ROWS_UNFOLDED

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
        chosen = [(one.part, row.choice) for one in self.fieldsets for row in one.rows if row.is_chosen]
        main = [choice.label for part, choice in chosen if part.is_told and choice.moves]
        return ", ".join(main or [choice.label for _part, choice in chosen if choice.moves][:1])

    @property
    def outcome(self) -> str:
        """What comes of it, in a few words."""
        if self.turn.problem:
            return self.turn.problem
        sums = ", ".join(filter(None, (self.turn.sums.left, self.turn.sums.worth)))
        if self.turn.is_cut or self.turn.state not in (CONTINUES, ENDS):
            return _("Then you are asked again.")
        if self.turn.state == CONTINUES:
            return _("%(sums)s, and your turn stays open") % {"sums": sums} if sums else ""
        return _("You end with %(sums)s") % {"sums": sums} if sums else ""


def get_preview_seed(view: GameView) -> str:
    """The seed of the worlds in which a turn is tried; public, and the same for the whole decision."""
    return f"{view.game.key}/{view.seat.decision if view.seat else 0}"


def make_composer(view: GameView) -> TurnComposer[Any]:
    return TurnComposer(view.rules, view.position, str(view.name), get_preview_seed(view), view.language)


def is_turn_form(sent: Mapping[str, object] | None) -> bool:
    return sent is not None and TURN_FIELD in sent


# --- building the form


def build_turn_form(view: GameView, sent: QueryDict | None = None) -> TurnForm | None:
    """Build the form as it was filled in, or with what is preset; None if this decision has none."""
    if not view.offers or not (composer := make_composer(view)).parts:
        return None
    values = _read_values(composer, sent) if sent is not None and is_turn_form(sent) else composer.presets
    number = view.seat.decision if view.seat else 0
    fieldsets = [_build_fieldset(composer, part, values, f"{number}") for part in composer.parts]
    return TurnForm(composer.question, fieldsets, composer.compose(values))


def _build_fieldset(
    composer: TurnComposer[Any], part: TurnPart, values: ChosenValues, number: str
) -> TurnFieldset:
    sums = composer.compute_sums(values, part) if part.has_sums else {}
    chosen = values.get(part.key, ())
    rows = [
        TurnRow(
            id=f"turn-{number}-{part.key}-{slugify(choice.value)}-{place}",
            value=choice.value,
            choice=choice,
            sums=sums.get(choice.value, TurnSums()),
            is_chosen=choice.value in chosen,
        )
        for place, choice in enumerate(part.choices)
    ]
    return TurnFieldset(PART_PREFIX + part.key, part, rows)


# --- reading the submitted form


def _read_values(composer: TurnComposer[Any], sent: QueryDict) -> dict[str, list[str]]:
    return {part.key: sent.getlist(PART_PREFIX + part.key) for part in composer.parts}


def read_turn_lines(view: GameView, sent: QueryDict, decision: int) -> list[str]:
    """Read the form of a whole turn into lines, or refuse all of it with the reason.

    Of a decision that is not open any more nothing can be composed; the play service answers it."""
    if view.seat is None or view.seat.decision != decision:
        return [NOT_COMPOSED]
    if view.seat.bot:
        raise NotNow(_("A bot plays for you at the moment. Come back first."))
    composer = make_composer(view)
    if not composer.parts:
        raise NotPossible(_("This is not offered any more."))
    turn = composer.compose(_read_values(composer, sent))
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
