"""The words of replies in all our languages, from `vocabulary/<language>.toml`: commands, dates, politeness.

A reply may use the words of any language. Each file has the same sections and keys, and at least one word for
each; a file that does not is an error at start-up.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from games.rules.core.lexicon import normalize_text
from games.rules.core.translation import LANGUAGES

FOLDER = Path(__file__).parent / "vocabulary"

WordFile = dict[str, dict[str, list[str]]]  # section, key, words as written
Vocabulary = Mapping[str, Mapping[str, frozenset[str]]]  # section, key, normalized words of all languages


class VocabularyError(Exception):
    """A file of words is incomplete, or a word has two meanings in one place."""


def normalize_word(text: str) -> str:
    """Strip all that makes no difference: “Check-in”, “check in” and “checkin” are the same word."""
    return normalize_text(text).replace(" ", "")


def get_words(section: str, key: str) -> frozenset[str]:
    """Return the normalized words of all languages for this key."""
    return load_vocabulary()[section][key]


def has_word(section: str, key: str, text: str) -> bool:
    """Is this text one of the words for this key?"""
    return normalize_word(text) in get_words(section, key)


def find_keys(section: str, text: str) -> list[str]:
    """Return the keys of which a word occurs in this text."""
    written = set(normalize_text(text).split())
    return [key for key, words in load_vocabulary()[section].items() if words & written]


def map_words(section: str, keys: Iterable[str]) -> dict[str, str]:
    """Return each word with the key that it stands for; raise VocabularyError if it stands for two."""
    known, found = load_vocabulary()[section], dict[str, str]()
    for key in keys:
        if key not in known:
            raise VocabularyError(f"No language has words for [{section}] {key}")
        for word in known[key]:
            if found.setdefault(word, key) != key:
                raise VocabularyError(f"[{section}] “{word}” stands for both {found[word]} and {key}")
    return found


# --- loading


@cache
def load_vocabulary(folder: Path = FOLDER) -> Vocabulary:
    """Load the files of all languages and join their words."""
    files = {language: _load_file(folder / f"{language}.toml") for language in LANGUAGES}
    for language, words in files.items():
        _require_all_keys(language, words, files["en"])
    return {
        section: {key: _join_words(file[section][key] for file in files.values()) for key in keys}
        for section, keys in files["en"].items()
    }


def _load_file(path: Path) -> WordFile:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise VocabularyError(f"{path.name}: {error}") from error


def _require_all_keys(language: str, words: WordFile, expected: WordFile) -> None:
    """Raise VocabularyError unless this language has words for exactly the keys of English."""
    if wrong := _list_keys(words) ^ _list_keys(expected):
        names = ", ".join(sorted(wrong))
        raise VocabularyError(f"{language}.toml lacks words, or has words that English lacks: {names}")


def _list_keys(words: WordFile) -> set[str]:
    """List the keys that have words. A single word must be in a list, too: its letters are no words."""
    return {
        f"[{section}] {key}"
        for section, keys in words.items()
        for key, listed in keys.items()
        if isinstance(listed, list) and all(map(normalize_word, listed or [""]))
    }


def _join_words(lists: Iterable[list[str]]) -> frozenset[str]:
    return frozenset(normalize_word(word) for words in lists for word in words)
