"""Sections of the email of an invitation, and of the answer to a reply to it."""

import msgspec
from django.utils.translation import gettext as _

from games.mail.content.section import HTML, TEXT, Fact, Section, SectionLink
from games.mail.content.sections.rulebook import link_to_rulebook
from games.models import Invitation
from games.queries import pace_text
from games.queries.table_summary import describe_expected_length, describe_rules


def get_host_name(invitation: Invitation) -> str:
    return invitation.invited_by.name if invitation.invited_by else ""


def is_rematch(invitation: Invitation) -> bool:
    """Does the host ask somebody with whom they have played before?"""
    return invitation.game.rematch_of_id is not None and invitation.invitee_id is not None


def describe_invitation(invitation: Invitation) -> str:
    """Say who invites to what: to a table, or to a seat in a running game."""
    context = {"host": get_host_name(invitation), "name": invitation.game.name}
    if is_rematch(invitation):
        return _("%(host)s wants to play again with the same people, at the table “%(name)s”.") % context
    if invitation.seat is None:
        return _("%(host)s invites you to the table “%(name)s”.") % context
    text = _(
        "%(host)s asks you to take over the seat of %(seat)s at the table “%(name)s”. The game is "
        "already running; you would continue with everything that belongs to that seat."
    )
    return text % {**context, "seat": invitation.seat.shown_name}


def build_invitation_sections(
    invitation: Invitation, link: str, handle: str, *, may_reply: bool
) -> list[Section]:
    """Invite: what kind of game it is, the table, where to answer, the pace in full, how to reply."""
    pace = Section(
        heading=_("The deadlines in full"),
        lines=pace_text.describe_pace(invitation.game.pace, invitation.game.patience),
    )
    return [
        Section(only=TEXT, paragraphs=[describe_invitation(invitation)]),
        Section(paragraphs=[_describe_game_by_mail()]),
        Section(is_continued=True, facts=_list_facts(invitation), links=[_link_to_invitation(link)]),
        *link_to_rulebook(invitation.game.ruleset),
        msgspec.structs.replace(pace, only=TEXT),
        *(_explain_reply(handle) if may_reply else []),
        Section(only=HTML, paragraphs=[pace.heading], strong=pace.heading),
        Section(only=HTML, is_continued=True, lines=pace.lines),
        Section(only=TEXT, paragraphs=[reassure_stranger(invitation)]),
    ]


def _describe_game_by_mail() -> str:
    return _(
        "It is a long card game, played over days by email: you get an email when it is your turn, "
        "and you answer when it suits you."
    )


def _list_facts(invitation: Invitation) -> list[Fact]:
    game = invitation.game
    rules, names = describe_rules(game), [seat.shown_name for seat in game.seats.select_related("user")]
    expected = "" if game.has_begun else describe_expected_length(game)
    free = _("%(free)s of %(size)s free") % {"free": game.size - len(names), "size": game.size}
    facts = [
        Fact(_("Game:"), rules.game),
        Fact(_("Rules:"), rules.summary),
        Fact(_("Pace:"), pace_text.describe_pace_briefly(game.pace), expected),
        Fact(_("At the table:"), ", ".join(names)),
        *([] if invitation.seat else [Fact(_("Seats:"), free)]),
    ]
    return [fact for fact in facts if fact.value]


def _link_to_invitation(link: str) -> SectionLink:
    """Lead to the page of the invitation; in the text the address stands alone, to be found at once."""
    return SectionLink(
        _("See the table, then accept or decline"),
        link,
        text_label=_("See the table, then accept or decline, without an account:") + "\n",
        note=_("You need no account."),
    )


def _explain_reply(handle: str) -> list[Section]:
    text = _(
        "Or reply to this email: “yes”, followed by the name you want to use at the table, or “no”, "
        "with a word for your host if you like."
    )
    yes = _("yes")
    return [Section(paragraphs=[text], sample=f"{yes} {handle}")]


def reassure_stranger(invitation: Invitation) -> str:
    if invitation.join_link_id is not None:
        return _(
            "Somebody with an invitation link to this table has asked for this email and given your "
            "address. If it was not you, just ignore it: nothing happens without your answer."
        )
    text = _(
        "If you do not know %(host)s, just ignore this email. Nothing happens without your answer, "
        "and %(host)s does not learn whether you have read this."
    )
    return text % {"host": get_host_name(invitation)}


def build_answered_sections(invitation: Invitation, link: str) -> list[Section]:
    """Say below the answer to a reply what is left to do; only the text says it."""
    context = {"name": invitation.game.name}
    if invitation.state != Invitation.State.SENT:
        text = _("This is about the table “%(name)s”. You do not need to do anything else.")
        return [Section(only=TEXT, paragraphs=[text % context])]
    text = _(
        "This is about the table “%(name)s”. To accept, reply “yes” with the name you want to use "
        "there; to decline, reply “no”. The page of the invitation:"
    )
    way = SectionLink("", link, text_label="")
    return [Section(only=TEXT, paragraphs=[text % context], inline_links=[way])]


def describe_foreign_reply() -> Section:
    """Tell the invited address that somebody has answered from another one."""
    text = _(
        "Somebody has answered your invitation from a different address, so we did nothing. If it was "
        "you, please answer from the address at which you receive this email, or open the link below."
    )
    return Section(paragraphs=[text])
