"""Letters about events: one letter tells one person all that waits about one event.

The text part is written first and holds everything; the HTML part is made of the same passages. What asks
something, and what weighs most, comes first and gives the letter its subject.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.mail import addresses, posting
from games.mail import letters as post
from games.mail.addresses import EVENT
from games.tournaments import links, passages
from games.tournaments.links import DISPUTE, WITHDRAW, event_page
from games.tournaments.models import Entrant, Letter
from games.tournaments.naming import game_name
from games.tournaments.passages import Passage
from games.tournaments.passages.passage import data_of

FOLDER = "tournaments/mail"
STOP = "stop"  # behind an address: no more letters about this event

Kind = Letter.Kind
# these ask for an answer
ASKING = (Kind.CHECK_IN, Kind.PLACE, Kind.ALTERNATE, Kind.THROUGH, Kind.CHALLENGE, Kind.NUDGE)
BY_WEIGHT = (
    *ASKING,
    *(Kind.MISSED, Kind.REFUSED, Kind.OUT, Kind.ENDED, Kind.RULING, Kind.TICKET, Kind.NEWS),
    *(Kind.STARTED, Kind.ROUND, Kind.CLOSED, Kind.ENTERED, Kind.WAITING, Kind.ROLE, Kind.DIGEST),
)
# what another kind in the same letter tells anyway
TOLD_BY: dict[str, set[str]] = {
    Kind.WAITING: {Kind.ENTERED, Kind.PLACE, Kind.CHECK_IN},
    Kind.ENTERED: {Kind.CHECK_IN},
    Kind.CHECK_IN: {Kind.PLACE},
    Kind.CLOSED: {Kind.ENDED},
}


# --- the letter


def letter(user: Any, waiting: Sequence[Letter]) -> EmailMultiAlternatives:
    """One letter about all of these, which are about one event."""
    newest = last_of(waiting)
    own = [one for one in waiting if one.entrant_id]  # who plays and helps, too, may reply as a player
    about = last_of(own) if own else newest
    with translation.override(user.language), timezone.override(user.zone):
        told = told_in(waiting)
        words = {**context(about), **telling(told), "heading": told[0].heading, "kind": told[0].kind}
        headings = {**headers(about), "Message-ID": message_id(newest), "X-Reason": told[0].kind}
        message = post.written(
            "letter", words, headings, to=user.email, language=user.language, folder=FOLDER
        )
    posting.with_way_back(message, addresses.way_back(newest, user.email))
    return message


def telling(told: Sequence[Passage]) -> dict[str, Any]:
    """What a letter tells, and whether it has named words that can be replied."""
    return {"passages": told, "asks_for_words": any(one.words for one in told)}


def last_of(waiting: Iterable[Letter]) -> Letter:
    return max(waiting, key=lambda one: one.pk)


def told_in(waiting: Sequence[Letter]) -> list[Passage]:
    """What there is to tell, in the order of its weight; the conditions of the event only once."""
    kinds = {one.kind for one in waiting}
    needed = [one for one in waiting if not TOLD_BY.get(one.kind, set()) & kinds]
    told = [passages.of(list(some)) for some in _grouped(needed)]
    for later in told[1:]:
        later.conditions = [one for one in later.conditions if one not in told[0].conditions]
    return told


def _grouped(waiting: Iterable[Letter]) -> list[list[Letter]]:
    ordered = sorted(waiting, key=lambda one: (BY_WEIGHT.index(one.kind), _subject(one), one.pk))
    return [list(some) for _key, some in groupby(ordered, key=lambda one: (one.kind, _subject(one)))]


def _subject(one: Letter) -> str:
    """What it is about: two about the same are told once, as it stands now."""
    if one.kind == Kind.NEWS:
        return f"{one.number:09}"
    if one.kind in (Kind.RULING, Kind.TICKET, Kind.CHALLENGE):
        return one.data
    return str(data_of(one).get("stage", ""))


# --- what every letter about an event says


def context(about: Letter) -> dict[str, Any]:
    event, entrant = about.tournament, about.entrant
    return {
        "subject": f"{FOLDER}/letter_subject.txt",
        "event": event,
        "entrant": entrant,
        "game_name": game_name(event),
        "reply": reply_to(entrant, about) if entrant else "",
        "foot": _foot(about),
        "why": _why(entrant),
        "unsubscribe": links.no_more(entrant, about.user_id),
        "wishes": settings.BASE_URL + reverse("profile"),
        "house": settings.BASE_URL,
    }


def reply_to(entrant: Entrant, about: Letter) -> str:
    """Where an answer goes; the number says which letter it answers."""
    return addresses.written(EVENT, entrant.post_key, about.pk or "")


def _why(entrant: Entrant | None) -> str:
    if entrant is None:
        return _("You get this letter because you help to run this tournament, or play at one of its tables.")
    return " ".join(
        [
            _("You get this letter because you have entered this tournament as %(name)s.")
            % {"name": entrant.name},
            _("Its links are yours alone: please do not forward it."),
        ]
    )


def _foot(about: Letter) -> list[tuple[str, str]]:
    """What somebody who takes part, or who runs it, can always do by a link."""
    event, entrant = about.tournament, about.entrant
    found = [(_("The tournament"), event_page(event))]
    if entrant is None and event.roles.filter(user=about.user_id).exists():
        found.append((_("The desk"), event_page(event, "desk")))
    if entrant is None or entrant.is_out or event.is_over:
        return found
    if event.has_begun:
        found.append((_("Ask the referees"), links.matter(entrant, DISPUTE)))
    return [*found, (_("Withdraw"), links.matter(entrant, WITHDRAW))]


# --- what it says to mail programs


def message_id(newest: Letter) -> str:
    """From the newest row: the same letter has the same one, however often we try."""
    return f"<event-letter-{newest.pk}@{posting.domain()}>"


def headers(about: Letter) -> dict[str, str]:
    slug, domain = about.tournament.slug, posting.domain()
    root = f"<event-{about.tournament_id}@{domain}>"
    return {
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"<{slug}.tournaments.{domain}>",
        "X-Event": slug,
        **_ways_out(about),
    }


def _ways_out(about: Letter) -> dict[str, str]:
    """A page that takes one click; where letters come in, a letter too."""
    entrant = about.entrant
    by_mail = addresses.written(EVENT, entrant.post_key, STOP) if entrant else ""
    ways = [links.no_more(entrant, about.user_id), *([f"mailto:{by_mail}"] if by_mail else [])]
    return post.by_one_click(*ways)
