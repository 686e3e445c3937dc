"""Letters about places: entered, waiting, offered, to be confirmed, lost."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play import times
from games.tournaments import links, places, questions
from games.tournaments.links import WITHDRAW
from games.tournaments.models import Entrant, Letter, Stage, Tournament
from games.tournaments.naming import conditions, game_name, games, stage_name, when
from games.tournaments.passages.passage import (
    Passage,
    Way,
    Word,
    data_of,
    entrant_of,
    seats_word,
    tells,
    yes_or_no,
)

Kind = Letter.Kind
State = Entrant.State
Phase = Tournament.State


@tells(Kind.ENTERED)
def entered(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    entrant, event = entrant_of(letter), letter.tournament
    return Passage(
        kind=letter.kind,
        heading=_("You have entered"),
        told=[_about(event), *games(event), _as_whom(entrant), *_start(event, entrant)],
        words=[_withdraw_word()],
        conditions=conditions(event),
    )


def _about(event: Tournament) -> str:
    if event.owner is None:
        return _("You take part in “%(title)s”, a tournament of %(game)s.") % _named(event)
    words = _("You take part in “%(title)s”, a tournament of %(game)s that %(owner)s organizes.")
    return words % {**_named(event), "owner": event.owner.handle}


def _as_whom(entrant: Entrant) -> str:
    return _("Your name there is %(name)s.") % {"name": entrant.name}


def _start(event: Tournament, entrant: Entrant) -> list[str]:
    """When it begins, and what is to be done before."""
    if event.state in (Phase.RUNNING, Phase.PAUSED):
        return [_("It runs already: you are in from the next draw on, and get a letter then.")]
    if event.starts_at is None:
        return []
    begins = _("It begins on %(when)s.") % {"when": when(event.starts_at)}
    if entrant.state == State.CHECKED:
        return [begins, _("You have checked in already: there is nothing to do before.")]
    asked_in = places.asked_between(event, times.now())
    if asked_in is None:
        return [begins, _("There is nothing to do before: a letter comes when your first table is drawn.")]
    words = {"opens": when(asked_in[0]), "closes": when(asked_in[1])}
    asked = _(
        "On %(opens)s you get a letter that asks you to check in, with a link. Please do so by %(closes)s, "
        "or your place goes to somebody else."
    )
    return [begins, asked % words]


def _withdraw_word() -> Word:
    return Word(_("withdraw"), _("you do not want to play after all; we ask once more"))


@tells(Kind.WAITING)
def waiting(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    entrant, event = entrant_of(letter), letter.tournament
    is_pending = entrant.state == State.PENDING
    return Passage(
        kind=letter.kind,
        heading=_("Your entry is being looked at") if is_pending else _("You are on the waiting list"),
        told=[*(_pending(event) if is_pending else _queue(event, entrant)), *games(event)],
        words=[_withdraw_word()],
        conditions=conditions(event),
    )


def _pending(event: Tournament) -> list[str]:
    return [
        _("You would like to take part in “%(title)s”, a tournament of %(game)s.") % _named(event),
        _("The organizers look at each entry. You get a letter as soon as they have decided."),
    ]


def _named(event: Tournament) -> dict[str, str]:
    return {"title": event.title, "game": game_name(event)}


def _queue(event: Tournament, entrant: Entrant) -> list[str]:
    words = {**_named(event), "n": questions.place_in_queue(entrant), "most": event.plan.most}
    told = [
        _("All %(most)d places of “%(title)s”, a tournament of %(game)s, are taken.") % words,
        _("You are number %(n)d on the waiting list.") % words,
    ]
    if event.has_begun:
        return [*told, _("It has begun. If somebody does not come, you may still be asked in.")]
    kept = ngettext(
        "If a place becomes free for you, you get a letter, and the place is kept for an hour. "
        "Shortly before the start it is yours at once.",
        "If a place becomes free for you, you get a letter, and the place is kept for %(n)d hours. "
        "Shortly before the start it is yours at once.",
        event.plan.offer_hours,
    )
    return [*told, kept % {"n": event.plan.offer_hours}]


@tells(Kind.PLACE)
def place(letters: list[Letter]) -> Passage:
    """Offered, or theirs at once; while people check in, to be confirmed."""
    letter = letters[-1]
    entrant, event = entrant_of(letter), letter.tournament
    words = _("A place in “%(title)s”, a tournament of %(game)s, has become free, and you are next.")
    told = [words % _named(event), *games(event)]
    if event.starts_at:
        told.append(_("It begins on %(when)s.") % {"when": when(event.starts_at)})
    if entrant.state == State.OFFERED:
        heading, asked = _("A place for you"), _asked_place(entrant)
    elif event.state == Phase.CHECK_IN:
        heading, asked = _("A place for you: please check in"), _asked_check_in(entrant)
    else:
        heading, asked = _("You have a place"), _theirs(entrant)
        told.append(_("The place is yours. If you cannot play, please say so soon: others wait for it."))
    return Passage(kind=letter.kind, heading=heading, told=told, conditions=conditions(event), **asked)


def _asked_place(entrant: Entrant) -> dict[str, Any]:
    return {
        "due": _kept(entrant.offered_until),
        "ways": [Way(_("Take the place, or decline"), links.matter(entrant, "place"))],
        "words": yes_or_no(_("you take the place"), _("you decline, and it goes to the next one")),
    }


def _kept(until: datetime | None) -> str:
    if until is None:
        return ""
    return _("It is kept for you until %(when)s. Then it goes to the next one.") % {"when": when(until)}


def _theirs(entrant: Entrant) -> dict[str, Any]:
    return {
        "ways": [Way(_("I cannot play: decline"), links.matter(entrant, WITHDRAW))],
        "words": [Word(_("no"), _("you decline, and the place goes to the next one"))],
    }


@tells(Kind.CHECK_IN)
def check_in(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    entrant, event = entrant_of(letter), letter.tournament
    starts = when(event.starts_at) if event.starts_at else ""
    words = {**_named(event), "when": starts}
    return Passage(
        kind=letter.kind,
        heading=_("Please check in"),
        told=[
            _("“%(title)s”, a tournament of %(game)s, begins on %(when)s. Will you play?") % words,
            *games(event),
        ],
        conditions=conditions(event),
        **_asked_check_in(entrant),
    )


def _asked_check_in(entrant: Entrant) -> dict[str, Any]:
    until = entrant.offered_until
    late = _("Please answer by %(when)s. Without an answer your place goes to the next one.")
    return {
        "due": late % {"when": when(until)} if until else "",
        "ways": [Way(_("Check in, or withdraw"), links.matter(entrant, "check_in"))],
        "words": [
            Word(_("checkin"), _("you will play; “yes” does the same")),
            Word(_("no"), _("you cannot play, and your place goes to the next one")),
        ],
    }


@tells(Kind.MISSED)
def missed(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    event, is_offer = letter.tournament, data_of(letter).get("why") == "place"
    told = (
        _("You have not answered, so the place in “%(title)s” that was kept for you went to the next one.")
        if is_offer
        else _("You have not checked in for “%(title)s” in time, so your place has gone to the next one.")
    ) % _named(event)
    again = _("If you would still like to play, enter again: you are then last on the waiting list.")
    return Passage(
        kind=letter.kind,
        heading=_("The place was not taken") if is_offer else _("You have not checked in"),
        told=[told, again] if event.is_open else [told],
    )


@tells(Kind.REFUSED)
def refused(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    event, reasons = letter.tournament, data_of(letter).get("reasons", [])
    words = _("You cannot take part in “%(title)s”, a tournament of %(game)s.") % _named(event)
    return Passage(
        kind=letter.kind,
        heading=_("You cannot take part"),
        told=[words, _("The reason:")] if reasons else [words],
        listed=reasons,
    )


@tells(Kind.OUT)
def out(letters: list[Letter]) -> Passage:
    letter = letters[-1]
    why = OUT.get(data_of(letter).get("why", ""), lambda: "")()
    told = [_("You do not take part in “%(title)s” any more.") % _named(letter.tournament), why]
    played = _("What you have played stands. A bot plays on at tables that you have begun.")
    return Passage(
        kind=letter.kind,
        heading=_("You are out of the tournament"),
        told=[*filter(None, told), *([played] if letter.tournament.has_begun else [])],
    )


OUT = {
    "organizer": lambda: _("The organizers have taken you out. Please ask them if you do not know why."),
    "no_show": lambda: _("You have not made a move at your table, although it has waited for you."),
    "left": lambda: _("You have left too many tables to others."),
}


# --- later stages


@tells(Kind.THROUGH)
def through(letters: list[Letter]) -> Passage:
    return _stage_place(letters[-1], _("You go on"), _("You are among those who play in “%(stage)s”."))


@tells(Kind.ALTERNATE)
def alternate(letters: list[Letter]) -> Passage:
    told = _("Somebody does not come, so that a place in “%(stage)s” is yours.")
    return _stage_place(letters[-1], _("A place for you in the next stage"), told)


def _stage_place(letter: Letter, heading: str, told: str) -> Passage:
    entrant, event = entrant_of(letter), letter.tournament
    stage = event.stages.get(number=data_of(letter)["stage"])
    about = {"stage": stage_name(stage)}
    is_asked = [one for one in questions.asked(entrant, times.now()) if one.about == stage.number]
    asked = _asked_stage(entrant, stage, is_asked[0].until) if is_asked else _not_asked()
    return Passage(kind=letter.kind, heading=heading, told=[told % about, *asked.pop("told")], **asked)


def _asked_stage(entrant: Entrant, stage: Stage, until: datetime | None) -> dict[str, Any]:
    late = _("Please say by %(when)s whether you come. Then the place goes to the next in line.")
    words = yes_or_no(_("you come"), _("you decline, and the place goes to the next in line"))
    chosen = stage.plan.seats_are_chosen
    return {
        "told": [_about_seats()] if chosen else [],
        "due": late % {"when": when(until)} if until else "",
        "ways": [Way(_("Come, or decline"), links.matter(entrant, "stage", stage.number))],
        "words": [*words, *([seats_word()] if chosen else [])],
    }


def _about_seats() -> str:
    return _(
        "Seats are chosen: whoever stood higher in the stage before chooses first. With your answer, say "
        "which ones you would like, the favourite first; the first seat begins. If you choose nothing, you "
        "have what is left."
    )


def _not_asked() -> dict[str, Any]:
    told = _("There is nothing to do: a letter comes when your first table is drawn.")
    return {"told": [told], "words": [_withdraw_word()]}
