"""Fill in an offer that leaves something open: which cards, for whom, how much."""

from collections.abc import Mapping, Sequence

import msgspec

from games.management.terminal.prompt import LinePrompt, is_number
from games.management.terminal.screen import capitalize_first
from games.rules.core.chain_offer import ChainOffer
from games.rules.core.notation import Move, Namer, Offer, OfferField, SplitOffer
from games.rules.core.translation import get_translator

FieldChoices = Sequence[tuple[str, str]]  # value and what it is called


def fill_offer(asker: LinePrompt, offer: Offer, title: str, name: Namer) -> Move:
    """Ask for each field until the values make a legal move."""
    while True:
        asker.screen.title(title)
        values = _ask_for_fields(asker, offer, name)
        if isinstance(values, Move):
            return values
        move = offer.fill(values)
        if offer.accepts(move):
            return move
        asker.screen.say(get_translator(asker.game.language).say("That combination is not possible."))


def _ask_for_fields(asker: LinePrompt, offer: Offer, name: Namer) -> Move | dict[str, list[str]]:
    fields, values = offer.form(name).fields, dict[str, list[str]]()
    while field := _find_next_field(offer, fields, values, name):
        if values and len(field.choices) == field.least:  # nothing is left to choose
            values[field.name] = [value for value, _ in field.choices]
            continue
        answer = _FieldPrompt(asker, field, label="" if len(fields) == 1 else field.label).ask(offer.verb)
        if isinstance(answer, Move):
            return answer
        values[field.name] = answer
    return values


def _find_next_field(
    offer: Offer, fields: Sequence[OfferField], values: Mapping[str, Sequence[str]], name: Namer
) -> OfferField | None:
    """The next field to ask for, with the choices that the values so far leave; None at the end."""
    if isinstance(offer, ChainOffer):
        return offer.narrow(name, values)
    field = next((field for field in fields if field.name not in values), None)
    if field is None:
        return None
    there = _list_available_choices(offer, fields, field, values)
    return msgspec.structs.replace(field, choices=tuple(there))


def _list_available_choices(
    offer: Offer, fields: Sequence[OfferField], field: OfferField, values: Mapping[str, Sequence[str]]
) -> FieldChoices:
    """List the choices for a field: a card can be used only once, and the parts of a sum must add up."""
    there = list(field.choices)
    if not isinstance(offer, SplitOffer):
        for value in (value for chosen in values.values() for value in chosen):
            there.remove(next(one for one in there if one[0] == value))
    elif field is fields[-1]:
        there = [one for one in there if offer.accepts(offer.fill({**values, field.name: [one[0]]}))]
    return there


class _FieldPrompt:
    """Asks for one field. A number stands for a line of the list, or for itself if the field is numeric."""

    def __init__(self, asker: LinePrompt, field: OfferField, label: str) -> None:
        self.asker = asker
        self.field = field
        self.choices = field.choices
        self.values = [value for value, _ in field.choices]
        self.is_numeric = all(map(is_number, self.values))
        self.label = label

    def ask(self, verb: str) -> Move | list[str]:
        answer = self.asker.answer(self._show, self._check, verb)
        if isinstance(answer, Move):
            return answer
        return [str(number) if self.is_numeric else self.values[number - 1] for number in answer]

    def _show(self) -> None:
        if self.label or self.is_numeric or self.field.most > 1:
            self.asker.screen.say(
                capitalize_first(f"{self.label}: {self._describe_expected()}".removeprefix(": "))
            )
        if not self.is_numeric:
            for number, (_, name) in enumerate(self.choices, 1):
                self.asker.screen.entry(number, name)

    def _check(self, numbers: Sequence[int]) -> str:
        known = set(map(int, self.values)) if self.is_numeric else set(range(1, len(self.choices) + 1))
        fits = known.issuperset(numbers) and len(set(numbers)) == len(numbers)
        if fits and self.field.least <= len(numbers) <= self.field.most:
            return ""
        return capitalize_first(self._describe_expected())

    def _describe_expected(self) -> str:
        speak, field = get_translator(self.asker.game.language), self.field
        if self.is_numeric:
            return speak.say(
                "type a number from {least} to {most}.", least=self.values[0], most=self.values[-1]
            )
        if field.least == field.most:
            wanted = speak.count("choose one number.", "choose {n} numbers.", field.least)
        else:
            wanted = speak.say("choose {least} to {most} numbers.", least=field.least, most=field.most)
        if field.ordered and field.most > 1:
            wanted += " " + speak.say("Their order matters.")
        return wanted
