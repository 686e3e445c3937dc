"""Numbers without rounding: fractions inside, decimals only where somebody reads them."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeVar

K = TypeVar("K")

DECIMALS = 4
MOST_DIGITS = 4_000  # of one number that is read from a file
LARGEST = 1 << 1024  # common denominator that is worth its length

WITH_COMMA = {"hu", "hr"}  # languages

_WRITTEN = re.compile(r"(-?[0-9]+)(?:/([0-9]+))?", re.ASCII)


def shown(value: Fraction | int, decimals: int = DECIMALS) -> str:
    """With so many decimals and a dot; what lies in the middle goes to the even neighbour."""
    return _dotted(_digits(value, decimals), decimals)


def _digits(value: Fraction | int, decimals: int) -> int:
    return round(Fraction(value.numerator * 10**decimals, value.denominator))


def _dotted(digits: int, decimals: int) -> str:
    whole, rest = divmod(abs(digits), 10**decimals)
    sign = "-" if digits < 0 else ""
    return f"{sign}{whole}.{rest:0{decimals}}"


def short(value: Fraction | int, decimals: int = DECIMALS) -> str:
    """As few decimals as are exact (“1.5”), or else as many as are allowed (“0.3333”)."""
    digits = _digits(value, decimals)
    text = _dotted(digits, decimals)
    is_exact = digits * value.denominator == value.numerator * 10**decimals
    return text.rstrip("0").rstrip(".") if is_exact else text


def spoken(text: str, language: str) -> str:
    """A number as it is written in this language: “5.56” is “5,56” where the comma parts."""
    return text.replace(".", ",") if language in WITH_COMMA else text


def plural(value: Fraction | int) -> int:
    """The number after which a noun goes: “2½ points” as “2 points”, in every language that we speak."""
    return value.numerator if value.denominator == 1 else 2


def apart(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Both as text, with decimals enough to see which is larger."""
    decimals = DECIMALS
    while one != other and _digits(one, decimals) == _digits(other, decimals):
        decimals += 1
    return short(one, decimals), short(other, decimals)


def written(value: Fraction | int) -> str:
    """Exactly: numerator, stroke, denominator."""
    return f"{value.numerator}/{value.denominator}"


def read(text: str) -> Fraction:
    """What `written` wrote, or a whole number. ValueError, if it is neither."""
    found = _WRITTEN.fullmatch(text) if len(text) <= MOST_DIGITS else None
    if found is None or (found[2] is not None and not int(found[2])):
        raise ValueError("not an exact number")
    return Fraction(int(found[1]), int(found[2] or 1))


def ratios(pairs: Iterable[tuple[int, int]], divisor: int = 1) -> Fraction:
    """The sum of these, or a part of it, brought to lowest terms only once: that is what takes time."""
    above, below = 0, 1
    for over, under in pairs:
        if under == below:
            above += over
        else:
            above, below = above * under + over * below, below * under
    return Fraction(above, below * divisor)


def total(values: Iterable[Fraction | int], divisor: int = 1) -> Fraction:
    """The sum, or a part of it."""
    return ratios(((value.numerator, value.denominator) for value in values), divisor)


def scaled(values: Mapping[K, Fraction]) -> tuple[Mapping[K, Fraction | int], int]:
    """The same proportions in whole numbers, which are faster, and what they were multiplied by.

    If the numbers would be very long nothing is gained, and the fractions stay."""
    unit = 1
    for below in {value.denominator for value in values.values()}:
        unit = lcm(unit, below)
        if unit > LARGEST:
            return values, 1
    return {key: value.numerator * (unit // value.denominator) for key, value in values.items()}, unit
