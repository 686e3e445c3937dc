"""The forms for the standing orders and the plan of a seat, built from what the rules offer.

A question becomes radio buttons, a preference list gets numbers, and a plan is composed line by line. Until
it is sent, a plan exists only as lines in the form. Nothing here depends on a particular game.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.play.errors import NotPossible, describe_error
from games.queries.game_view import GameView
from games.rules.core import orders
from games.rules.core.errors import RulesError
from games.rules.core.move_parser import LONGEST_LINE, tidy_line
from games.rules.core.order_forms import ONE, PLAN, RANKED, OrderChoice, OrderForm
from games.rules.core.orders import CANCEL, MAX_ORDERS, OR_SEPARATOR, BadOrderLine, OrdersChange, begins_with
from games.views.params import parse_whole_number

STANDING, WRITE, RANK, PLANNED, WITHDRAW, ALL = ("standing", "write", "rank", "plan", "withdraw", "all")
ADD, UP, DOWN, DROP = PLAN_ACTIONS = ("add", "up", "down", "drop")


class OrderLine(msgspec.Struct, frozen=True):
    """A standing order or a line of the plan: in notation, as a sentence, and as its owner would type it."""

    line: str
    text: str
    localized_line: str


class PlanStep(msgspec.Struct, frozen=True):
    """A move that may be planned."""

    line: str
    label: str
    sign: str
    localized_line: str


class PlanStepGroup(msgspec.Struct, frozen=True):
    """Moves of one kind that may be planned."""

    label: str
    choices: list[PlanStep]


class OrderNumberInput(msgspec.Struct, frozen=True):
    """A number that may be entered with an answer."""

    name: str
    label: str
    value: str


class AnswerRadio(msgspec.Struct, frozen=True):
    """One answer to a question, as a radio button."""

    id: str
    value: str
    label: str
    is_chosen: bool
    number: OrderNumberInput | None = None


class OrderQuestion(msgspec.Struct, frozen=True):
    """A question that a standing order answers. `was` is the order when the page was rendered."""

    kind: str
    name: str
    label: str
    help: str
    order_before: str
    answers: list[AnswerRadio]
    error: str = ""


class RankingItem(msgspec.Struct, frozen=True):
    """Something in a preference list, with its number if it has one."""

    name: str
    label: str
    note: str
    sign: str
    number: str


class OrderRanking(msgspec.Struct, frozen=True):
    """A list to number by preference. `was` is the order when the page was rendered."""

    kind: str
    label: str
    help: str
    order_before: str
    choices: list[RankingItem]
    error: str = ""


class InvalidOrderField(NotPossible):
    """Something in the form is not valid; `field` says where."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class OrderFormSet:
    """All order forms of a seat: the orders it has, those it may file, and the submitted input."""

    def __init__(self, view: GameView, sent: QueryDict | None = None, *, with_hand: bool = True) -> None:
        self.rules, self.position, self.language = view.rules, view.position, view.language
        self.seat = str(view.name)
        self.submitted = sent if sent is not None else QueryDict()
        self.action = self.submitted.get("do", "").partition("-")[0]
        self.errors: dict[str, str] = {}
        self._fields: dict[str, str] = {}  # line to be filed → the field it came from
        self.lines = list(self.rules.orders.lines(self.position, self.seat))
        forms = self.rules.orders.forms(self.position, self.seat, self.language)
        self.forms = [form for form in forms if with_hand or form.shape != PLAN]

    # --- orders that are filed

    @property
    def standing_orders(self) -> list[OrderLine]:
        return [self._describe_line(line) for line in self.lines if self.rules.orders.kind(line)]

    @property
    def plan(self) -> list[OrderLine]:
        return [self._describe_line(line) for line in self.lines if not self.rules.orders.kind(line)]

    def _describe_line(self, line: str) -> OrderLine:
        text = self.rules.orders.describe(self.position, self.seat, line, self.language)
        return OrderLine(line, text, self._localize_line(line))

    def _localize_line(self, line: str) -> str:
        return self.rules.vocabulary.writer(self.position, self.language)(line)

    def _find_standing_order(self, kind: str) -> str:
        """Return the standing order of this kind, or an empty string."""
        return next((line for line in self.lines if self.rules.orders.kind(line) == kind), "")

    # --- questions

    @property
    def questions(self) -> list[OrderQuestion]:
        return [self._build_question(form) for form in self._list_forms(ONE)]

    def _list_forms(self, shape: str) -> Iterator[OrderForm]:
        return (form for form in self.forms if form.shape == shape)

    def _build_question(self, form: OrderForm) -> OrderQuestion:
        name, was = f"order-{form.kind}", self._find_standing_order(form.kind)
        if self.action == STANDING:
            chosen = self.submitted.get(name, "")
        else:
            chosen = next((one.line for one in form.choices if one.number_in(was) is not None), "")
        picks = [AnswerRadio(f"{name}-ask", "", _("Ask me"), not chosen)]
        for place, one in enumerate(form.choices):
            known = (
                one.number_in(was) or ""
                if self.action != STANDING
                else self.submitted.get(f"{name}-{place}", "")
            )
            number = OrderNumberInput(f"{name}-{place}", one.asks, known) if one.word else None
            picks.append(AnswerRadio(f"{name}-pick-{place}", one.line, one.label, one.line == chosen, number))
        return OrderQuestion(form.kind, name, form.label, form.help, was, picks, self.errors.get(name, ""))

    def _read_questions(self) -> OrdersChange:
        """Collect the answers that were changed; unchanged ones leave alone what was filed meanwhile."""
        gone, filed = [], {}
        for form in self._list_forms(ONE):
            name = f"order-{form.kind}"
            line, was = self._read_answer(form, name), self.submitted.get(f"was-{form.kind}", "")
            if line and line != was:
                filed[line] = name
            elif not line and was:
                gone.append(was)
        self._fields = filed
        return OrdersChange(tuple(gone), tuple(filed))

    def _read_answer(self, form: OrderForm, name: str) -> str:
        chosen = self.submitted.get(name, "")
        for place, one in enumerate(form.choices):
            if one.line == chosen:
                return one.with_number(
                    " ".join(self.submitted.get(f"{name}-{place}", "").split())[:LONGEST_LINE]
                )
        return ""

    # --- preference lists

    @property
    def rankings(self) -> list[OrderRanking]:
        return [self._build_ranking(form) for form in self._list_forms(RANKED)]

    def _build_ranking(self, form: OrderForm) -> OrderRanking:
        was = self._find_standing_order(form.kind)
        ranked = {word: str(place) for place, word in enumerate(form.ranking(was), 1)}
        is_sent = self.submitted.get("do") == f"{RANK}-{form.kind}"
        places = []
        for one in form.choices:
            name = f"rank-{form.kind}-{one.line}"
            number = self.submitted.get(name, "") if is_sent else ranked.get(one.line, "")
            places.append(RankingItem(name, one.label, one.note, one.sign, number))
        error = self.errors.get(f"rank-{form.kind}", "")
        return OrderRanking(form.kind, form.label, form.help, was, places, error)

    def _read_ranking(self, kind: str) -> OrdersChange:
        form = next((form for form in self._list_forms(RANKED) if form.kind == kind), None)
        if form is None:
            raise NotPossible(_("This is no longer on offer."))
        was, words = self.submitted.get(f"was-{kind}", ""), self._sort_by_number(form)
        line = form.ranked_line(words, was)
        self._fields = {line: f"rank-{kind}"}
        if not words:
            return OrdersChange((was,) if was else ())
        return OrdersChange(standing_orders=(line,) if line != was else ())

    def _sort_by_number(self, form: OrderForm) -> list[str]:
        """Return the numbered words, the lowest number first; refuse two with the same number."""
        found: dict[int, tuple[str, str]] = {}
        for one in form.choices:
            text = self.submitted.get(f"rank-{form.kind}-{one.line}", "").strip()
            if not text:
                continue
            number = _require_number(text, f"rank-{form.kind}", one.label)
            if number in found:
                both = {"one": found[number][1], "other": one.label, "number": number}
                sentence = _("%(one)s and %(other)s both have number %(number)d.") % both
                raise InvalidOrderField(f"rank-{form.kind}", sentence)
            found[number] = one.line, one.label
        return [found[number][0] for number in sorted(found)]

    # --- the plan

    @property
    def composed_lines(self) -> list[OrderLine]:
        """The lines of the plan in the form while it is composed, else those that are filed."""
        return (
            [self._describe_line(line) for line in self._read_plan_lines()]
            if self.is_composing
            else self.plan
        )

    @property
    def warning(self) -> str:
        """A warning if the composed plan is sure to stop early."""
        return self.find_plan_warning([one.line for one in self.composed_lines])

    def find_plan_warning(self, lines: Sequence[str]) -> str:
        return self.rules.orders.plan_doubt(self.position, self.seat, lines, self.language)

    @property
    def is_composing(self) -> bool:
        return self.action in (*PLAN_ACTIONS, PLANNED)

    def _read_plan_lines(self) -> list[str]:
        lines = [line.strip()[:LONGEST_LINE] for line in self.submitted.getlist("line")]
        return [line for line in lines if line][:MAX_ORDERS]

    @cached_property
    def steps(self) -> list[PlanStepGroup]:
        """The moves that may be planned, in groups."""
        return [
            PlanStepGroup(form.label, list(map(self._build_step, form.choices)))
            for form in self._list_forms(PLAN)
        ]

    def _build_step(self, one: OrderChoice) -> PlanStep:
        return PlanStep(one.line, one.label, one.sign, self._localize_line(one.line))

    @property
    def or_word(self) -> str:
        """The word between alternatives, in the reader's language."""
        return self.rules.lexicon.name(OR_SEPARATOR.strip(), self.language)

    @property
    def examples(self) -> dict[str, str]:
        """Examples of what may be typed, in the reader's language; empty where nothing is offered."""
        order = next((form.choices[0].line for form in self._list_forms(ONE) if form.choices), "")
        groups = [group.choices for group in self.steps if group.choices]
        return {
            "order": self._localize_line(order),
            "plan": self._localize_line(f"{orders.PLAN} {groups[0][0].line}") if groups else "",
            "step": groups[-1][0].localized_line if groups else "",
        }

    @property
    def input_values(self) -> dict[str, str]:
        """The submitted input for the next line of the plan and for a typed order."""
        return {name: self.submitted.get(name, "") for name in ("step", "or", "free", "order")}

    def edit_plan(self, place: str) -> None:
        """Add a line to the plan, move one, or drop one; nothing is stored."""
        lines = self._read_plan_lines()
        number = parse_whole_number(place, 3)
        if self.action == ADD:
            lines += self._read_new_line(must=True)
        elif number is not None and number < len(lines):
            line = lines.pop(number)
            if self.action != DROP:
                lines.insert(max(number + (1 if self.action == DOWN else -1), 0), line)
        self.submitted = self.submitted.copy()
        self.submitted.setlist("line", lines)
        if self.action == ADD:
            for name in ("step", "or", "free"):
                self.submitted[name] = ""

    def _read_new_line(self, *, must: bool = False) -> list[str]:
        """Read the new line of the plan, typed or else chosen, in the form in which it is stored."""
        chosen = OR_SEPARATOR.join(
            filter(None, (self.submitted.get("step", ""), self.submitted.get("or", "")))
        )
        text = self.submitted.get("free", "").strip() or chosen
        if not text:
            if must:
                raise InvalidOrderField(PLANNED, _("Please choose something first."))
            return []
        try:
            return orders.parse_plan_lines(self.rules, self.position, text)
        except RulesError as error:
            raise InvalidOrderField(PLANNED, describe_error(error)) from error

    # --- reading the submitted forms

    def read_change(self) -> OrdersChange:
        """Return the changes that the pressed button asks for."""
        do, _dash, rest = self.submitted.get("do", "").partition("-")
        if do == STANDING:
            return self._read_questions()
        if do == RANK:
            return self._read_ranking(rest)
        if do == WRITE:
            return self._read_typed_line()
        if do == PLANNED:
            return OrdersChange(plan=(*self._read_plan_lines(), *self._read_new_line()))
        if do == ALL:
            return OrdersChange(tuple(self.lines))
        if do == WITHDRAW:
            return (
                OrdersChange(plan=())
                if self.submitted.get("what") == PLANNED
                else OrdersChange((self.submitted.get("what", ""),))
            )
        raise NotPossible(_("Please choose something first."))

    def _read_typed_line(self) -> OrdersChange:
        """Read a typed line, as in an email: a standing order, a line for the plan, or a cancellation."""
        line = self.submitted.get("order", "").strip()[:LONGEST_LINE]
        self._fields = {line: WRITE}
        if begins_with(self.rules, line, orders.PLAN):
            return OrdersChange(plan=(*self._read_plan_lines(), line))
        if begins_with(self.rules, line, CANCEL):
            return OrdersChange(tuple(self._find_cancelled(tidy_line(line).partition(" ")[2])))
        return OrdersChange(standing_orders=(line,))

    def _find_cancelled(self, what: str) -> list[str]:
        try:
            return orders.find_orders_to_cancel(self.rules, self.position, self.seat, what)
        except RulesError as error:
            raise InvalidOrderField(WRITE, describe_error(error)) from error

    def find_field(self, error: Exception) -> str:
        """Find the field beside which an error is shown; empty for the top of the page."""
        if isinstance(error, InvalidOrderField):
            return error.field
        line = error.line if isinstance(error, BadOrderLine) else ""
        return self._fields.get(line, PLANNED if self.action == PLANNED else "")


def _require_number(text: str, field: str, label: str) -> int:
    if (found := parse_whole_number(text, 3)) is None:
        sentence = _("%(label)s: “%(text)s” is not a number.") % {"label": label, "text": text[:20]}
        raise InvalidOrderField(field, sentence)
    return found
