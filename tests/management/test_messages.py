"""`manage.py messages`: catalogues follow the code, and what was translated stays."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.management.commands import messages
from games.management.translations import catalogues
from games.management.translations.catalogues import RULES_KEYWORDS, MessageDomain


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings) -> Path:
    """A module that speaks, in a checkout of its own."""
    settings.BASE_DIR = tmp_path
    settings.LANGUAGES = [("en", "English"), ("hr", "hrvatski")]
    monkeypatch.setattr(messages, "DOMAINS", (MessageDomain("rules", "locale", ("*.py",), RULES_KEYWORDS),))
    return tmp_path / "cards.py"


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("messages", *arguments, stdout=out)
    return out.getvalue()


def test_a_catalogue_is_begun_filled_and_kept_up(code, tmp_path):
    path = tmp_path / "locale" / "hr" / "LC_MESSAGES" / "rules.po"
    code.write_text('say("Your turn.")\nspeak.count("{n} card", "{n} cards", n)\nsay(f"not {this}")\n')
    assert "hr: not begun" in told()
    assert not path.exists()
    assert told("--begin", "rules") == "rules: 2 messages\n  hr: 2 to be translated\n"
    text = path.read_text("utf-8")
    assert "#: cards.py\n" in text
    assert "nplurals=3" in text

    path.write_text(
        text.replace('msgid "Your turn."\nmsgstr ""', 'msgid "Your turn."\nmsgstr "Na potezu ste."')
    )
    code.write_text('\n\n\nsay("Your turn.")\nsay("Our turn.")\n')
    assert "hr: 1 to be translated" in told()
    again = path.read_text("utf-8")
    assert "Na potezu ste." in again  # and not as a guess for the other one
    assert again.count("Na potezu ste.") == 1
    assert "{n} cards" not in again
    assert "fuzzy" not in again
    told()
    assert path.read_text("utf-8") == again


def test_the_site_reads_templates_and_leaves_the_rules_alone():
    paths = list(catalogues.DOMAINS[1].files())
    assert {path.suffix for path in paths} == {".py", ".html", ".txt"}
    assert not any(
        "rules" in path.parts and "citadels" in path.parts for path in paths if path.suffix == ".py"
    )
