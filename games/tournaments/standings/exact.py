"""Exact numbers: fractions for computing, decimals only for display."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeVar

K = TypeVar("K")

DECIMALS = 4
MAX_DIGITS = 4_000  # of one number that is parsed from a file
MAX_COMMON_DENOMINATOR = 1 << 1024  # largest common denominator worth scaling to

COMMA_LANGUAGES = {"hu", "hr"}  # languages

_EXACT_NUMBER = re.compile(r"(-?[0-9]+)(?:/([0-9]+))?", re.ASCII)


def format_decimal(value: Fraction | int, decimals: int = DECIMALS) -> str:
    """Format with this many decimals and a point; exact halves are rounded to even."""
    return _insert_point(_round_to_digits(value, decimals), decimals)


def _round_to_digits(value: Fraction | int, decimals: int) -> int:
    return round(Fraction(value.numerator * 10**decimals, value.denominator))


def _insert_point(digits: int, decimals: int) -> str:
    whole, rest = divmod(abs(digits), 10**decimals)
    sign = "-" if digits < 0 else ""
    return f"{sign}{whole}.{rest:0{decimals}}"


def format_short(value: Fraction | int, decimals: int = DECIMALS) -> str:
    """Format with as few decimals as are exact (“1.5”), or else with the given number (“0.3333”)."""
    digits = _round_to_digits(value, decimals)
    text = _insert_point(digits, decimals)
    is_exact = digits * value.denominator == value.numerator * 10**decimals
    return text.rstrip("0").rstrip(".") if is_exact else text


def localize_number(text: str, language: str) -> str:
    """Localize a formatted number: “5.56” becomes “5,56” in languages with a decimal comma."""
    return text.replace(".", ",") if language in COMMA_LANGUAGES else text


def choose_plural_count(value: Fraction | int) -> int:
    """Return the number that selects the plural form: fractions count as 2 in all our languages."""
    return value.numerator if value.denominator == 1 else 2


def format_distinctly(one: Fraction, other: Fraction) -> tuple[str, str]:
    """Format two numbers with enough decimals to see which is larger."""
    decimals = DECIMALS
    while one != other and _round_to_digits(one, decimals) == _round_to_digits(other, decimals):
        decimals += 1
    return format_short(one, decimals), format_short(other, decimals)


def dump_fraction(value: Fraction | int) -> str:
    """Format exactly as numerator/denominator."""
    return f"{value.numerator}/{value.denominator}"


def parse_fraction(text: str) -> Fraction:
    """Parse an exact fraction or an integer; raise ValueError otherwise."""
    found = _EXACT_NUMBER.fullmatch(text) if len(text) <= MAX_DIGITS else None
    if found is None or (found[2] is not None and not int(found[2])):
        raise ValueError("not an exact number")
    return Fraction(int(found[1]), int(found[2] or 1))


def sum_ratios(pairs: Iterable[tuple[int, int]], divisor: int = 1) -> Fraction:
    """Sum fractions given as pairs, and divide. Reducing only once at the end is what makes it fast."""
    above, below = 0, 1
    for over, under in pairs:
        if under == below:
            above += over
        else:
            above, below = above * under + over * below, below * under
    return Fraction(above, below * divisor)


def sum_fractions(values: Iterable[Fraction | int], divisor: int = 1) -> Fraction:
    """Sum fractions, and divide."""
    return sum_ratios(((value.numerator, value.denominator) for value in values), divisor)


def scale_to_integers(values: Mapping[K, Fraction]) -> tuple[Mapping[K, Fraction | int], int]:
    """Scale fractions to integers, which are faster to compare; return them with the factor.

    If the integers would be very long nothing is gained, and the fractions are returned unchanged."""
    unit = 1
    for below in {value.denominator for value in values.values()}:
        unit = lcm(unit, below)
        if unit > MAX_COMMON_DENOMINATOR:
            return values, 1
    return {key: value.numerator * (unit // value.denominator) for key, value in values.items()}, unit
