"""The words of Tournay in all our languages."""

from pathlib import Path

from ...core.lexicon import Lexicon

LEXICON = Lexicon(Path(__file__).parent.parent / "texts")
