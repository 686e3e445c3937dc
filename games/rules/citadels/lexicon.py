"""The names, effects and words of Citadels in our languages; the texts are in `texts/`."""

from pathlib import Path

from ..core.lexicon import Lexicon

LEXICON = Lexicon(Path(__file__).parent / "texts")
