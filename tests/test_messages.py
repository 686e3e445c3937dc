"""Messages that tests know by name are messages of the code."""

import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Iterator

from tests.helpers import messages
from tests.helpers.catalogues import RULES, SITE, code
from tests.helpers.messages import Message, list_messages


def test_every_named_message_is_said_by_the_code():
    said = {text for domain in (SITE, RULES) for message in code(domain) for text in _list_forms(message.id)}
    assert find_unknown(said) == []


def test_a_message_that_nobody_says_is_found():
    assert "pages.PAGE_NOT_FOUND" in find_unknown(said=set())


def test_every_sentence_has_one_name():
    """Two only where the site and the rules say the same: they may be reworded apart."""
    names = defaultdict(list)
    for name, text in list_named():
        names[text].append(name)
    in_both = set.intersection(*({str(message.id) for message in code(domain)} for domain in (SITE, RULES)))
    assert [found for text, found in names.items() if len(found) > 1 + (text in in_both)] == []


def test_a_message_is_filled_in_and_found_whatever_it_names():
    assert Message("{name} has won.").fill(name="Ada") == "Ada has won."
    assert Message("%(count)s games").fill(count=3) == "3 games"
    assert Message("{name} has won (%).").pattern == r".+?\ has\ won\ \(%\)\."


def test_a_message_is_found_in_a_text_that_wraps_it_or_has_it_in_capitals():
    message = Message("%(name)s has won after %(count)d rounds.")
    assert message.is_in("BOB HAS WON\nAFTER 3 ROUNDS. Well done.")
    assert message.is_in("Bob has won after 3 rounds.", name="Bob")
    assert not message.is_in("Bob has won after 3 rounds.", name="Ann")


def find_unknown(said: set[str]) -> list[str]:
    return [name for name, text in list_named() if text not in said]


def list_named() -> Iterator[tuple[str, str]]:
    """The named messages of all areas, each with its sentence."""
    for module in pkgutil.iter_modules(messages.__path__):
        named = list_messages(vars(importlib.import_module(f"tests.helpers.messages.{module.name}")))
        yield from ((f"{module.name}.{name}", str(text)) for name, text in named.items())


def _list_forms(message: str | tuple[str, ...]) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message)
