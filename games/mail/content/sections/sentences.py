"""Sentences that several emails about games share."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import server_time
from games.mail.content import game_links
from games.mail.content.game_update import GameUpdate, Kind
from games.models import ExtensionRequest, Game, Seat
from games.queries import deadline_text, log

# --- times


def format_moment(when: datetime) -> str:
    return date_format(timezone.localtime(when), "WEEKDAY_DATETIME")


def get_zone_name() -> str:
    return timezone.get_current_timezone_name().replace("_", " ")


# --- the table


def get_headline(topic: GameUpdate) -> str:
    """Return what the game says of its state in one line."""
    return str(topic.view.page.get("headline", ""))


def get_question(topic: GameUpdate) -> str:
    """Return what the game asks the reader."""
    return str(topic.view.page.get("question", ""))


def describe_game_state(topic: GameUpdate) -> str:
    """Say what the game waits for, or that it does not."""
    match topic.game.state:
        case Game.State.PAUSED:
            return _describe_pause(topic.game.paused_until)
        case Game.State.ABANDONED:
            return _("The game stays as it was then.")
        case Game.State.OVER:
            return _("The game is over.")
    return get_headline(topic)


def _describe_pause(until: datetime | None) -> str:
    if until is None:
        return _("The clocks are stopped, and nobody can move until the pause is over.")
    context = {"when": format_moment(until), "zone": get_zone_name()}
    stopped = _("The clocks are stopped, and nobody can move until the players vote to resume.")
    resumes = _("It resumes automatically on %(when)s (%(zone)s).") % context
    return f"{stopped} {resumes}"


def describe_closed_table(game: Game) -> str:
    if game.state == Game.State.EXPIRED:
        return _("This table did not fill up in time and has been removed. Nothing was played.")
    return _("The host has cancelled this table. Nothing was played.")


def list_log_sentences(topic: GameUpdate) -> list[str]:
    """Return the news from the log, a text for each entry, without what was undone."""
    return [" ".join(entry.sentences) for entry in topic.log_entries if not entry.taken_back]


def describe_verdict(topic: GameUpdate) -> str:
    """Say who has won; empty before the end."""
    view = topic.view
    if topic.game.state != Game.State.OVER:
        return ""
    return " ".join(view.rules.presentation.verdict(view.position, view.language))


def describe_successor(topic: GameUpdate) -> str:
    """Tell a player who plays no longer: that a bot does until they return, or that the seat is gone."""
    if topic.seat is not None:
        return _(
            "You have handed your seat to a bot. You can take it back as long as the game is running and "
            "nobody else has taken it."
        )
    entries = [f"{' '.join(one.sentences)} ({format_moment(one.at)})" for one in topic.log_entries]
    thanks = _(
        "The links in your emails and replies to them no longer work, and you will get no more emails "
        "about this table. Thank you for playing."
    )
    return " ".join([*entries, thanks])


def describe_offered_seat(seat: Seat) -> str:
    text = _(
        "%(name)s has stayed away, and a bot is playing this seat now. Would you like to take over, "
        "with everything that belongs to it?"
    )
    return text % {"name": seat.shown_name}


# --- what is asked


def describe_call(topic: GameUpdate, *, is_reminder: bool) -> str:
    """Say why the reader should answer now, with a space behind every sentence."""
    sentences: list[str] = []
    if Kind.REACHABLE in topic.kinds:
        sentences.append(describe_working_address())
    if topic.is_new_player and topic.seat:
        sentences.append(_("From now on you play for %(name)s.") % {"name": topic.seat.shown_name})
    if is_reminder:
        sentences.append(_("Your time is running out."))
    if topic.asks_question and Kind.ALONE in topic.kinds:
        sentences.append(_("Everybody else has answered, and the table is waiting only for you."))
    elif topic.kind == Kind.REMINDER and len(topic.view.awaited_seats) == 1:
        sentences.append(_("The table is waiting only for you."))
    return "".join(f"{sentence} " for sentence in sentences)


def describe_working_address() -> str:
    return _("Our emails reach you again.")


def describe_deadline(topic: GameUpdate) -> str:
    """Say by when the reader is asked to answer, and what has moved it; empty without a deadline."""
    if (deadline := _find_deadline(topic)) is None:
        return ""
    context = {"when": format_moment(deadline), "zone": get_zone_name()}
    if deadline < server_time.now():
        text = _("Time ran out on %(when)s (%(zone)s).") % context
    else:
        text = _("Please answer by %(when)s (%(zone)s).") % context
    return " ".join(filter(None, [text, describe_deadline_shifts(topic)]))


def describe_deadline_in_short(topic: GameUpdate) -> str:
    """Say in one line of a phone by when the reader is asked to answer; empty without a deadline.

    The year and the zone stand elsewhere in the email."""
    if (deadline := _find_deadline(topic)) is None:
        return ""
    context = {"when": format_deadline_in_short(topic)}
    if deadline < server_time.now():
        return _("Time ran out on %(when)s.") % context
    return _("Answer by %(when)s.") % context


def format_deadline_in_short(topic: GameUpdate) -> str:
    deadline = _find_deadline(topic)
    return date_format(timezone.localtime(deadline), "WEEKDAY_MONTH_DAY_TIME") if deadline else ""


def _find_deadline(topic: GameUpdate) -> datetime | None:
    """The deadline of what this email asks, or an earlier one has asked."""
    is_asked = topic.asks_question or is_still_asked(topic)
    return topic.seat.deadline if topic.seat and is_asked else None


def describe_deadline_shifts(topic: GameUpdate) -> str:
    """Say what has moved the deadline of this email; empty if nothing has."""
    if topic.seat is None or _find_deadline(topic) is None:
        return ""
    return deadline_text.describe_deadline_shifts(topic.game, topic.seat)


def describe_zone(topic: GameUpdate) -> str:
    """Name the time zone in which the deadline is told in short; empty without a deadline."""
    return _("time zone: %(zone)s") % {"zone": get_zone_name()} if _find_deadline(topic) else ""


def is_still_asked(topic: GameUpdate) -> bool:
    """Does this email repeat a question that an earlier one has asked?"""
    return topic.seat is not None and topic.kind == Kind.CHANGES and topic.has_been_asked


def describe_consequence(topic: GameUpdate) -> str:
    """Say what happens without an answer; empty if nothing is asked."""
    return (
        deadline_text.describe_deadline(topic.game, topic.seat) if topic.asks_question and topic.seat else ""
    )


def describe_missed_deadline(topic: GameUpdate) -> str:
    """Say what was played for a reader who was late; empty for everybody else."""
    seat, missed = topic.seat, topic.missed_deadlines
    if seat is None or Kind.MISSED not in topic.kinds:
        return ""
    is_excused = bool(missed) and missed[-1].text.startswith("excused ")
    if missed:
        told = [_("You ran out of time, so a move was played for you.")]
        told.append(log.describe_time_out_answers(missed[-1].text))
    else:  # a bot took over because emails did not arrive
        told = [_("Our emails did not reach you, and the table has waited for you long enough.")]
    told.append(deadline_text.describe_miss(topic.game, seat, is_excused=is_excused))
    return " ".join(filter(None, told))


def describe_extension_request(extension: ExtensionRequest) -> str:
    name = extension.seat.shown_name
    text = ngettext(
        "%(name)s asks for one more hour.", "%(name)s asks for %(hours)s more hours.", extension.hours
    ) % {"name": name, "hours": extension.hours}
    if extension.seat.stopped_at is not None or extension.seat.final_at is None:
        return text
    context = {"name": name, "when": format_moment(extension.seat.final_at), "zone": get_zone_name()}
    due = _("Otherwise %(name)s’s time ends on %(when)s (%(zone)s).") % context
    return f"{text} {due}"


def ask_to_sign_in() -> str:
    return _(
        "Somebody else has used the links to your seat, so this email has none, and a reply to it "
        "does not count. Please sign in to continue:"
    )


# --- the footer


def explain_recipient(topic: GameUpdate) -> str:
    """Say why the reader gets this email."""
    if topic.seat:
        text = _("You get this email because you are playing at this table as %(name)s.") % {
            "name": topic.seat.shown_name
        }
        return f"{text} {warn_of_forwarding()}"
    match topic.kind:
        case Kind.GAZETTE:
            return _("You get this email because you follow this game.")
        case Kind.STAND_IN:
            return _("You get this email because you offered to substitute for others.")
        case Kind.SUCCEEDED:
            return _("You get this email because you played at this table.")
        case Kind.MORE_TIME if not game_links.find_table_link(topic):
            return _(
                "You get this email because you help to run this tournament, or play at one of its tables."
            )
    return _("You get this email because you opened this table.")


def confirm_stopped_emails(game: Game) -> str:
    """Confirm that no more emails about this table come, and say what that means and how it is undone."""
    stopped = _("You will get no more emails about this table.")
    clock = _(
        "The game goes on, and so does your clock: your turns are waiting at the table, and the "
        "others can see that you get no emails."
    )
    undo = _("To get emails again, reply “start”.")
    return " ".join([stopped, *([clock] if game.is_live else []), undo])


def warn_of_forwarding() -> str:
    return _("Its links are for you only, so please do not forward it.")


def get_unsubscribe_label(topic: GameUpdate) -> str:
    if topic.seat:
        return _("Stop emails about this table")
    if topic.kind == Kind.STAND_IN:
        return _("No more emails about substitutes wanted")
    return _("No more gazettes of this game")
