"""The lexicon of Dominion."""

from pathlib import Path

from ...core.lexicon import Lexicon

LEXICON = Lexicon(Path(__file__).parent.parent / "texts")
