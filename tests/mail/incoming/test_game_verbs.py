"""A command of replies comes before a verb of the game, so no game may have a verb that reads like one."""

import pytest

from games.mail.incoming.commands import Command
from games.mail.incoming.game_commands import GAME_COMMANDS
from games.mail.incoming.game_reply import GameReply
from games.rules import registry
from games.rules.core.lexicon import ANY_LANGUAGE
from tests.helpers.rulesets.fair import FAIR
from tests.helpers.rulesets.market_day import MARKET_DAY
from tests.helpers.rulesets.pebbles import PEBBLES

RULESETS = [*registry.RULESETS.values(), FAIR, MARKET_DAY, PEBBLES]
# “stop” is a word of a game that has it; there “stop emails” ends emails, as it does everywhere;
# “vrati” and “poništi” alone take a move back; with words of the game behind them they are its verbs
TOLD_APART = {("cancel", "undo"), ("give", "undo"), ("end", "stop")}


def find_command(line: str) -> Command[GameReply] | None:
    return GAME_COMMANDS.find_command(line)[0]


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.slug)
def test_no_verb_of_a_game_reads_like_a_command_in_any_language(rules):
    spelled = [
        (verb, text) for verb in rules.lexicon.verbs for text in rules.lexicon.spellings(verb, ANY_LANGUAGE)
    ]
    taken = {(verb, command.key) for verb, text in spelled if (command := find_command(text))}
    assert taken <= TOLD_APART
