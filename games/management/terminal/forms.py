"""Filling in an offer that leaves something open: which cards, for whom, how much."""

from collections.abc import Mapping, Sequence

from games.rules.core.notation import Field, Move, Namer, Offer, Split
from games.rules.core.speech import tongue

from .asking import Asker, is_number
from .screen import sentence

Choices = Sequence[tuple[str, str]]  # value and what it is called


def fill(asker: Asker, offer: Offer, title: str, name: Namer) -> Move:
    """Field by field, until all of it is a move."""
    fields = offer.form(name).fields
    while True:
        asker.screen.title(title)
        values = _filled(asker, offer, fields)
        if isinstance(values, Move):
            return values
        move = offer.fill(values)
        if offer.accepts(move):
            return move
        asker.screen.say(tongue(asker.game.language).say("That does not go together."))


def _filled(asker: Asker, offer: Offer, fields: Sequence[Field]) -> Move | dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for field in fields:
        there = _there(offer, fields, field, values)
        if values and len(there) == field.least:  # nothing is left to choose
            values[field.name] = [value for value, _ in there]
            continue
        answer = _Entry(asker, field, there, label="" if len(fields) == 1 else field.label).ask(offer.verb)
        if isinstance(answer, Move):
            return answer
        values[field.name] = answer
    return values


def _there(
    offer: Offer, fields: Sequence[Field], field: Field, values: Mapping[str, Sequence[str]]
) -> Choices:
    """What may be chosen here: a card goes only once, and the parts of a sum must add up."""
    there = list(field.choices)
    if not isinstance(offer, Split):
        for value in (value for chosen in values.values() for value in chosen):
            there.remove(next(one for one in there if one[0] == value))
    elif field is fields[-1]:
        there = [one for one in there if offer.accepts(offer.fill({**values, field.name: [one[0]]}))]
    return there


class _Entry:
    """One field. A number stands for a line of its list, or for itself where numbers are to be chosen."""

    def __init__(self, asker: Asker, field: Field, there: Choices, label: str) -> None:
        self.asker = asker
        self.field = field
        self.there = there
        self.values = [value for value, _ in there]
        self.itself = all(map(is_number, self.values))
        self.label = label

    def ask(self, verb: str) -> Move | list[str]:
        answer = self.asker.answer(self._show, self._check, verb)
        if isinstance(answer, Move):
            return answer
        return [str(number) if self.itself else self.values[number - 1] for number in answer]

    def _show(self) -> None:
        if self.label or self.itself or self.field.most > 1:
            self.asker.screen.say(sentence(f"{self.label}: {self._wanted()}".removeprefix(": ")))
        if not self.itself:
            for number, (_, name) in enumerate(self.there, 1):
                self.asker.screen.entry(number, name)

    def _check(self, numbers: Sequence[int]) -> str:
        known = set(map(int, self.values)) if self.itself else set(range(1, len(self.there) + 1))
        fits = known.issuperset(numbers) and len(set(numbers)) == len(numbers)
        if fits and self.field.least <= len(numbers) <= self.field.most:
            return ""
        return sentence(self._wanted())

    def _wanted(self) -> str:
        speak, field = tongue(self.asker.game.language), self.field
        if self.itself:
            return speak.say(
                "type a number from {least} to {most}.", least=self.values[0], most=self.values[-1]
            )
        if field.least == field.most:
            wanted = speak.count("choose one number.", "choose {n} numbers.", field.least)
        else:
            wanted = speak.say("choose {least} to {most} numbers.", least=field.least, most=field.most)
        if field.ordered and field.most > 1:
            wanted += " " + speak.say("Their order counts.")
        return wanted
