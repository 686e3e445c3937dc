"""What hosts hear about their invitations: declined, come back, or answered from another address."""

from django.utils.translation import gettext as _

from games.mail.content.game_update import GameUpdate
from games.mail.content.section import Section
from games.models import Invitation


def build_invitation_news(topic: GameUpdate) -> list[Section]:
    """Tell what became of the reader's invitations, each with the words of whoever has declined."""
    return [
        Section(is_compact=True, paragraphs=[describe_invitation_news(one)], quotation=one.word)
        for one in topic.invitation_news
    ]


def describe_invitation_news(invitation: Invitation) -> str:
    """Say what became of an invitation, and what its host may do."""
    if invitation.state == Invitation.State.DECLINED:
        text = _("%(address)s has declined your invitation.")
    elif invitation.invitee_id is not None:
        text = _describe_trouble_by_name(invitation)
    elif invitation.is_refused:
        text = _(
            "Your invitation to %(address)s has bounced. Please check the address, or invite them in "
            "another way."
        )
    else:
        text = _(
            "Somebody has answered your invitation to %(address)s from a different address, so we did "
            "nothing. If that is the person you mean, they can answer from the invited address, or you "
            "can invite the other one. We have told the invited address as well."
        )
    return text % {"address": invitation.label, "name": invitation.label}


def _describe_trouble_by_name(invitation: Invitation) -> str:
    """Say it without an address to somebody who knows none."""
    if invitation.is_refused:
        return _("Your invitation to %(name)s has bounced. Please invite them in another way.")
    return _(
        "Somebody has answered your invitation to %(name)s from an address that is not theirs, so we "
        "did nothing. We have told %(name)s as well."
    )
