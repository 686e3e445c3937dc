"""Votes in replies from a seat: propose something, agree, object."""

from django.utils.translation import gettext as _

from games.mail.incoming.commands import CommandText
from games.mail.incoming.game_reply import GameReply
from games.mail.incoming.politeness import is_polite
from games.mail.incoming.sentence_parts import has_doubt, split_words
from games.mail.parsing.vocabulary import find_keys, has_word
from games.models import Vote
from games.play import votes
from games.play.errors import NotPossible
from games.queries import log
from games.queries.votes import find_vote_status, list_vote_statuses


def vote_for_matter(reply: GameReply, text: CommandText) -> str:
    """Vote for what is named, whether or not somebody has proposed it."""
    found = find_vote_matters(text.rest)
    if len(found) != 1:
        raise NotPossible(_("On what? Please write “vote pause”, “vote resume” or “vote abandon”."))
    return _cast_vote(reply, found[0], text)


def is_vote_asked(reply: GameReply, text: CommandText) -> bool:
    """May “agree” be a vote? With more words than a vote has, only while there is one to be asked about."""
    return is_plain_vote(text.rest) or bool(find_open_votes(reply, text.rest))


def is_plain_vote(rest: str) -> bool:
    """Is there nothing behind the command but politeness, or what is voted on: not “it was close”?"""
    return is_polite(rest) or (bool(find_vote_matters(rest)) and not has_doubt(split_words(rest)))


def agree_to_vote(reply: GameReply, text: CommandText) -> str:
    """Vote for what somebody else has proposed."""
    return _cast_vote(reply, _require_open_vote(reply, text.rest), text)


def object_to_vote(reply: GameReply, text: CommandText) -> str:
    """Vote against what somebody else has proposed."""
    matter = _require_open_vote(reply, text.rest)
    votes.vote_against(reply.game_id, reply.find_own_seat, matter, reply.new_origin())
    return _describe_vote(reply, matter)


def find_open_votes(reply: GameReply, rest: str) -> list[str]:
    """Return the matters with an open vote; only those named after the command, if any are."""
    named = find_vote_matters(rest)
    opened = [one.matter for one in list_vote_statuses(reply.game_view) if one.is_open]
    return [matter for matter in opened if matter in named or not named]


def find_vote_matters(text: str) -> list[str]:
    """Return the matters of a vote that this text names."""
    return [Vote.Matter(key) for key in find_keys("votes", text)]


def _require_open_vote(reply: GameReply, rest: str) -> str:
    """Return the matter of the vote that is named, or of the only open one."""
    if not is_plain_vote(rest):
        raise NotPossible(
            _("This may be a vote, but we are not sure: please write just “agree” or “object”.")
        )
    found = find_open_votes(reply, rest)
    if not found:
        raise NotPossible(_("There is no such vote at this table at the moment."))
    if len(found) > 1:
        raise NotPossible(_("Several votes are open: please write which one you mean, as in “agree pause”."))
    return found[0]


def _cast_vote(reply: GameReply, matter: str, text: CommandText) -> str:
    _require_confirmed_end(reply, matter, text)
    if votes.cast_vote(reply.game_id, reply.find_own_seat, matter, reply.new_origin()):
        return log.CHANGE_SENTENCES[votes.LOG_KINDS[Vote.Matter(matter)]]()
    return _describe_vote(reply, matter)


def _require_confirmed_end(reply: GameReply, matter: str, text: CommandText) -> None:
    """Refuse a vote that would end the game at once, unless its line says both what and “yes”."""
    if matter != Vote.Matter.ABANDON or (_says_yes(text) and matter in find_vote_matters(text.rest)):
        return
    standing = find_vote_status(reply.game_view, matter)
    if standing is not None and standing.is_decisive:
        raise NotPossible(
            _(
                "Nothing has changed yet: yours is the last vote needed, so it would end the game at once, "
                "for good. If you want that, please reply “vote abandon yes”."
            )
        )


def _says_yes(text: CommandText) -> bool:
    return any(has_word("commands", "yes", word) for word in (text.word, *text.rest.split()))


def _describe_vote(reply: GameReply, matter: str) -> str:
    reply.forget_game()
    standing = find_vote_status(reply.game_view, matter)
    return _("Your vote is recorded. %(standing)s") % {"standing": standing.sentence if standing else ""}
