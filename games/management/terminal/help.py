"""Explain verbs and cards from the lexicon of the game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.rules.core.lexicon import normalize_text
from games.rules.core.notation import Offer
from games.rules.core.ruleset import Ruleset
from games.rules.core.translation import mark

ORDER = "order LINE"
COMMAND_HELP = {
    "help": mark("what you can do now and what the cards do; help CARD or help VERB for one of them"),
    "rules": mark("how the game is played, chapter by chapter"),
    "table": mark("show the whole table again"),
    "hand": mark("what you hold"),
    "log": mark("everything that has happened"),
    "undo": mark("take your last move back, as long as it revealed nothing and your turn is not over"),
    ORDER: mark("answer before you are asked: order always …, order plan …; order alone lists your orders"),
    "save FILE": mark("save the game when you leave it; without a name in var/records"),
    "quit": mark("leave the game (resign does the same)"),
}


class WordHelp:
    """Explains the words of one game to a reader of one language."""

    def __init__(self, rules: Ruleset[Any], position: Any, language: str) -> None:
        self.lexicon = rules.lexicon
        self.name = rules.vocabulary.namer(position, language)
        self.language = language
        self.effect = lambda word: rules.vocabulary.effect(position, word.rstrip("+"), language)

    def verb(self, verb: str) -> str:
        """Return what this verb does, without a full stop; empty if the lexicon has no help for it."""
        entries: Mapping[str, Any] = self.lexicon.texts(self.language).get("verbs", {})
        entry = entries.get(verb)
        return str(entry.get("help", "")) if isinstance(entry, Mapping) else ""

    def on_offer(self, offers: Sequence[Offer]) -> Iterator[tuple[str, str]]:
        """Yield every verb on offer with what it does, then every card named there that has an effect."""
        for verb in dict.fromkeys(offer.verb for offer in offers):
            if self.verb(verb):
                yield verb, self.verb(verb)
        for word in dict.fromkeys(word.rstrip("+") for offer in offers for word in offer.words()):
            if self.effect(word):
                yield self.name(word), self.effect(word)

    def about(self, text: str) -> list[tuple[str, str]]:
        """Find the meanings of a word in any of its spellings, or of all words that begin with it."""
        start = normalize_text(text)
        spelled = {word: self.lexicon.spellings(word, self.language) for word in sorted(self.lexicon.words())}
        exact = [word for word, written in spelled.items() if start in written]
        if exact:
            return list(self._meanings(exact)) or [(self.name(word), "") for word in exact]
        return list(
            self._meanings(
                word for word, written in spelled.items() if any(one.startswith(start) for one in written)
            )
        )

    def _meanings(self, words: Iterable[str]) -> Iterator[tuple[str, str]]:
        for word in words:
            if self.verb(word):
                yield word, self.verb(word)
            if self.effect(word):
                yield self.name(word), self.effect(word)
