"""Text letters: lines that fit into a narrow window."""

from textwrap import TextWrapper

from django import template

register = template.Library()

WIDTH = 72


@register.filter
def hang(text: object, start: str = "") -> str:
    """Wrapped, the first line behind `start`, the others as far in: `{{ sentence|hang:"  * " }}`."""
    wrapper = TextWrapper(
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_on_hyphens=False,
        break_long_words=False,
    )
    return "\n".join(wrapper.wrap(str(text)))


@register.filter
def numbered(text: object, number: int) -> str:
    """An entry of a list: the number, and the text beside it."""
    return hang(text, f"{number:3}. ")


@register.filter
def headed(text: object, line: str = "-") -> str:
    """A heading in capitals with a line below it, as long as a line of the letter."""
    return f"{str(text).upper()}\n{line * WIDTH}"
