"""The words of replies: complete in every language, and none with two meanings in one place."""

import re
from pathlib import Path

import pytest

from games.mail.incoming.game_commands import GAME_COMMANDS
from games.mail.incoming.invitation_commands import INVITATION_COMMANDS
from games.mail.parsing import vocabulary
from games.mail.parsing.vocabulary import VocabularyError, load_vocabulary, map_words
from games.models import Vote
from games.rules.core.translation import LANGUAGES
from games.tournaments.mail.commands import TOURNAMENT_COMMANDS

SETS = (GAME_COMMANDS, TOURNAMENT_COMMANDS, INVITATION_COMMANDS)


def write(folder: Path, **changed: str) -> Path:
    for language in LANGUAGES:
        text = (vocabulary.FOLDER / f"{language}.toml").read_text("utf-8")
        (folder / f"{language}.toml").write_text(changed.get(language, text), "utf-8")
    return folder


def change(language: str, old: str, new: str) -> dict[str, str]:
    text = (vocabulary.FOLDER / f"{language}.toml").read_text("utf-8")
    assert old in text
    return {language: text.replace(old, new)}


def test_every_word_belongs_to_a_command_that_is_read_somewhere():
    assert set(load_vocabulary()["commands"]) == {key for one in SETS for key in one.commands}


def test_whatever_can_be_voted_on_has_words():
    assert set(load_vocabulary()["votes"]) == set(Vote.Matter.values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translator_reads_what_each_command_does(language):
    text = (vocabulary.FOLDER / f"{language}.toml").read_text("utf-8")
    commands = text.partition("[commands]")[2].partition("[votes]")[0].splitlines()
    keys = [place for place, line in enumerate(commands) if re.match(r"\w+ = ", line)]
    assert [commands[place] for place in keys if not commands[place - 1].startswith("# ")] == []


def test_capitals_accents_hyphens_and_blanks_make_no_difference():
    for text in ("Check-in!", "CHECK IN", "checkin"):
        assert vocabulary.has_word("commands", "check_in", text)
    assert vocabulary.has_word("commands", "help", "segitseg")


@pytest.mark.parametrize(
    "changes",
    [
        change("hu", 'undo = ["visszavonás", "visszavon", "vissza"]\n', ""),
        change("hr", 'undo = ["poništi", "vrati"]', "undo = []"),
        change("hr", 'undo = ["poništi", "vrati"]', 'undo = ["poništi", ""]'),
        change("hr", 'undo = ["poništi", "vrati"]', 'undo = "poništi"'),
        change("hu", "[votes]\n", "[votes]\nsing = ['énekelek']\n"),
        change("hu", "[votes]", "[votes"),
    ],
)
def test_a_file_that_is_not_complete_is_refused(tmp_path, changes):
    with pytest.raises(VocabularyError, match=r"\[commands\] undo|\[votes\] sing|hu\.toml"):
        load_vocabulary(write(tmp_path, **changes))


def test_a_language_without_a_file_is_refused(tmp_path):
    write(tmp_path)
    (tmp_path / "hr.toml").unlink()
    with pytest.raises(VocabularyError, match=r"hr\.toml"):
        load_vocabulary(tmp_path)


def test_a_word_with_two_meanings_in_one_set_is_refused(tmp_path, monkeypatch):
    changed = load_vocabulary(write(tmp_path, **change("hr", '"vrati"', '"vrati", "Pomoc"')))
    monkeypatch.setattr(vocabulary, "load_vocabulary", lambda: changed)
    assert map_words("commands", ["undo", "say"])
    with pytest.raises(VocabularyError, match="“pomoc” stands for both undo and help"):
        map_words("commands", ["undo", "help"])


def test_a_command_without_words_is_refused():
    with pytest.raises(VocabularyError, match="sing"):
        map_words("commands", ["say", "sing"])
