"""What is kept about people, and for how long: the periods are those of the code that deletes."""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts import handles
from accounts.codes import known_browsers
from games.mail.incoming import inbox, processor
from games.play.lobby import invitations, tutorial


class KeptData(NamedTuple):
    """One kind of data: what it is, what there is to say about it, how long it is kept."""

    what: str
    about: str
    time: str


@require_safe
def show_privacy(request: HttpRequest) -> HttpResponse:
    context = {
        "kept": [*_list_account_data(), *_list_game_data(), *_list_mail_data(), *_list_technical_data()]
    }
    return render(request, "games/site/privacy.html", context)


def _describe_time(time: timedelta | int) -> str:
    days = time.days if isinstance(time, timedelta) else time // (24 * 60 * 60)
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


def _list_account_data() -> list[KeptData]:
    until_closed = _("until you close your account")
    return [
        KeptData(
            _("Your address, your name and your settings"),
            _("The address is for letters and for signing in. Nobody else sees it."),
            until_closed,
        ),
        KeptData(
            _("Names that you had before"),
            _("Nobody else may take one for %(time)s.") % {"time": _describe_time(handles.RESERVATION_TIME)},
            until_closed,
        ),
        KeptData(
            _("That you are signed in"),
            _("After a new sign-in the time starts again. Signing out ends it at once."),
            _describe_time(settings.SESSION_COOKIE_AGE),
        ),
        KeptData(
            _("Visitors who try a first game"),
            _("Without an address. Whoever signs up stays."),
            _describe_time(tutorial.VISITOR_LIFETIME),
        ),
    ]


def _list_game_data() -> list[KeptData]:
    return [
        KeptData(
            _("Games, with every move and who made it"),
            _("After you have closed your account, under a neutral name."),
            _("for ever"),
        ),
        KeptData(
            _("What you write at a table, and what you report"),
            _("The operator reads what is reported."),
            _("until you close your account"),
        ),
        KeptData(
            _("Entries, disputes and ratings in tournaments"),
            _("Results stay, under a neutral name."),
            _("until you close your account"),
        ),
    ]


def _list_mail_data() -> list[KeptData]:
    return [
        KeptData(
            _("Letters that you send us"),
            _("At most %(number)d a day are taken in. What they did stands in the game.")
            % {"number": inbox.MAX_EMAILS_A_DAY},
            _describe_time(processor.RETENTION),
        ),
        KeptData(
            _("Addresses that somebody has invited"),
            _("The time begins when the game is over. If the host closes the account, they go at once."),
            _describe_time(invitations.RETENTION),
        ),
        KeptData(
            _("That an address wants no more invitations"),
            _("Only a fingerprint of the address."),
            _("until you allow them again"),
        ),
    ]


def _list_technical_data() -> list[KeptData]:
    return [
        KeptData(
            _("Cookies for language and colours, and that this browser has signed in before"),
            _("There are no others, none of other sites, and nobody is followed."),
            _describe_time(known_browsers.LASTS),
        ),
        KeptData(
            _("How often a network address has asked for something"),
            _("So that nobody tries out codes or floods mailboxes."),
            _("at most one day"),
        ),
        KeptData(
            _("Log lines"),
            _("They hold no email address, no link and no card."),
            _("as long as the operator needs them"),
        ),
    ]
