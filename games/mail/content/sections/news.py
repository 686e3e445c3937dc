"""Emails about a game that ask for no move: one function for each kind of news."""

from collections.abc import Callable

from django.conf import settings
from django.template.defaultfilters import truncatechars
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.mail.content import game_links
from games.mail.content.game_update import CLOSED_TABLE, GameUpdate, Kind
from games.mail.content.section import HTML, TEXT, Fact, Section, SectionLink, join_in_one_cell
from games.mail.content.sections import sentences
from games.mail.content.sections.host_news import build_invitation_news, describe_invitation_news
from games.mail.content.sections.parts import (
    GameNews,
    build_board_section,
    build_log_sections,
    build_question_sections,
    build_round_sections,
    build_state_section,
    build_text_link,
    link_to_table,
)
from games.mail.content.sections.requests import describe_unreachable
from games.mail.content.sections.rulebook import link_to_rulebook
from games.mail.content.sections.turn import ask_for_decision
from games.models import Game
from games.queries import pace_text, scores
from games.queries.rematch import is_solo
from games.queries.table_summary import describe_rules

NewsWriter = Callable[[GameUpdate], GameNews]


def describe_news(topic: GameUpdate) -> GameNews:
    """Build what an email of this kind says."""
    return NEWS_WRITERS[topic.kind](topic)


# --- the table, before and between games


def describe_closed_table(topic: GameUpdate) -> GameNews:
    is_expired = topic.game.state == Game.State.EXPIRED
    other = SectionLink(_("Other tables"), f"{settings.BASE_URL}/tables/")
    text = sentences.describe_closed_table(topic.game)
    return GameNews(
        heading=_("The table has expired") if is_expired else _("The table was cancelled"),
        preview=text,
        sections=[
            Section(paragraphs=[text], inline_links=[other]),
            build_text_link(_("Other tables:"), other.link),
        ],
    )


def describe_start(topic: GameUpdate) -> GameNews:
    """Say that the game has begun, or that the reader plays on for somebody else."""
    begun = sentences.describe_call(topic, is_reminder=False).rstrip()
    if not topic.is_successor:
        begun = _("The game has begun.")
    headline, later = sentences.get_headline(topic), _("You will get an email when it is your turn.")
    return GameNews(
        heading=begun,
        preview=f"{begun} {headline}",
        lead=[
            Section(only=TEXT, paragraphs=[f"{begun} {headline} {later}"]),
            Section(
                only=HTML, style="due", paragraphs=[f"{headline} {later}"], inline_links=link_to_table(topic)
            ),
        ],
        sections=[
            *build_log_sections(topic),
            build_board_section(topic),
            *_explain_replies(topic),
            *link_to_rulebook(topic.game.ruleset),
        ],
    )


def _explain_replies(topic: GameUpdate) -> list[Section]:
    if not game_links.find_reply_address(topic):
        return []
    text = _(
        "You can reply to this email at any time: a line that begins with “say” goes to the table "
        "talk, “prefer …” and “plan …” decide in advance, and “help” tells you what else you can "
        "write."
    )
    return [Section(paragraphs=[text])]


def describe_changes(topic: GameUpdate) -> GameNews:
    """Tell what has changed at the table, and repeat in short what is still asked."""
    news = Section(paragraphs=sentences.list_log_sentences(topic))
    if sentences.is_still_asked(topic):
        text = _("The question in your last email is still open, and its links still work.")
        asked = build_question_sections(topic, is_reminder=False)
        for one in asked:
            one.is_tight = True
        ahead = [Section(paragraphs=[text]), *asked]
    else:
        ahead = [build_state_section(topic, style="p")]
    return GameNews(
        heading=_("About your table"),
        preview=" ".join(" ".join(entry.sentences) for entry in topic.log_entries),
        sections=join_in_one_cell([news, *ahead]),
    )


def describe_standing(topic: GameUpdate) -> GameNews:
    """Tell how it stands, below the answer to a reply."""
    if topic.game.has_begun:
        return _describe_running_game(topic)
    if topic.game.state != Game.State.OPEN:
        closed = sentences.describe_closed_table(topic.game)
        return GameNews(closed, closed, [Section(only=TEXT, paragraphs=[closed])])
    return GameNews(
        heading=_("The game has not begun yet."),
        preview="",
        sections=[
            Section(
                only=TEXT, paragraphs=[_("The game has not begun yet. You will get an email when it does.")]
            ),
            Section(only=HTML, paragraphs=[_("You will get an email when it does.")]),
        ],
    )


def _describe_running_game(topic: GameUpdate) -> GameNews:
    state = sentences.describe_game_state(topic)
    news = sentences.list_log_sentences(topic)
    log = Section(heading=_("What happened"), cell="pad read", lines=news)
    return GameNews(
        heading=state,
        preview=sentences.get_headline(topic),
        sections=[
            *([log] if topic.log_entries else []),
            Section(only=TEXT, paragraphs=[state]),
            build_board_section(topic),
        ],
    )


# --- the reader's seat


def describe_missed_deadline(topic: GameUpdate) -> GameNews:
    """Tell a player who was late what was played for them, or that a bot plays for them now."""
    text, is_absent = sentences.describe_missed_deadline(topic), bool(topic.seat and topic.seat.is_absent)
    return GameNews(
        heading=_("A bot is playing for you") if is_absent else _("Your time has run out"),
        preview=text,
        lead=[Section(paragraphs=[text]), *([] if is_absent else [build_state_section(topic, only=HTML)])],
        sections=[
            *(_offer_return(topic) if is_absent else []),
            *build_log_sections(topic),
            build_state_section(topic, only=TEXT),
            build_board_section(topic),
        ],
    )


def _offer_return(topic: GameUpdate) -> list[Section]:
    """Tell a player whom a bot replaces how to play themselves again."""
    if sign_in := game_links.find_sign_in_link(topic):
        way = SectionLink(_("Sign in"), sign_in, text_label="")
        return [Section(paragraphs=[sentences.ask_to_sign_in()], inline_links=[way])]
    text = _("To play again yourself, open this link.")
    if game_links.find_reply_address(topic):
        text = _("To play again yourself, open this link, or reply to this email with the word “back”.")
    way = SectionLink(_("I am back: let me play"), game_links.find_return_link(topic), text_label="")
    return [Section(is_compact=True, paragraphs=[text], links=[way])]


def describe_revoked_links(topic: GameUpdate) -> GameNews:
    """Say that somebody else has used the links of the seat, and where to sign in."""
    text = _(
        "Somebody has reported “This was not me” for your seat. All links, passes and reply addresses "
        "in earlier emails are disabled, and emails will have none until you sign in and confirm at "
        "the table that it is you. Moves already made stand; if they were not yours, please tell the "
        "host of the table."
    )
    way = SectionLink(
        _("Sign in, with a code that comes to this address"),
        game_links.find_sign_in_link(topic),
        text_label=_("Sign in here, with a code that comes to this address:"),
    )
    return GameNews(
        heading=_("The links to your seat are disabled"),
        preview=text,
        sections=[
            Section(paragraphs=[text]),
            Section(is_continued=True, paragraphs=[""], inline_links=[way]),
        ],
    )


def describe_stopped_emails(topic: GameUpdate) -> GameNews:
    """Confirm that the emails about the table are stopped, to somebody whose mail program did it."""
    text = sentences.confirm_stopped_emails(topic.game)
    return GameNews(
        heading=_("No more emails about this table"),
        preview=text,
        sections=[Section(paragraphs=[text], inline_links=link_to_table(topic))],
    )


def describe_successor(topic: GameUpdate) -> GameNews:
    """Tell a player that somebody else plays on at their seat, or a bot until they return."""
    text = sentences.describe_successor(topic)
    if topic.seat is not None:
        way_back = [Section(paragraphs=[text]), *_offer_return(topic)]
        return GameNews(heading=_("A bot is playing for you"), preview=text, sections=way_back)
    return GameNews(
        heading=_("Somebody else is playing on"),
        preview="".join(" ".join(entry.sentences) for entry in topic.log_entries),
        sections=[Section(paragraphs=[text], inline_links=link_to_table(topic))],
    )


def describe_orders(topic: GameUpdate) -> GameNews:
    """Tell what the reader's orders have answered, or why they stopped."""
    orders, secret = topic.order_sentences, _("Nobody else can tell that it was an order.")
    return GameNews(
        heading=_("Your orders"),
        preview=" ".join(orders),
        lead=[
            Section(only=TEXT, heading=_("Your orders"), items=orders),
            Section(only=HTML, paragraphs=orders),
            build_state_section(topic, secret),
        ],
        sections=[*build_log_sections(topic), build_board_section(topic)],
    )


# --- rounds, and the end


def describe_rounds(topic: GameUpdate) -> GameNews:
    """Tell the finished rounds: as the gazette reports them, then move by move."""
    verdict, over = sentences.describe_verdict(topic), _("A round is over.")
    state = f"{over} {sentences.describe_game_state(topic)}"
    if verdict:
        over = _("The game is over.")
        state = f"{over} {verdict}"
    reports = topic.gazette_reports
    titles = [f"{one.headline}." for one in reports] or [part.title for part in topic.finished_rounds]
    return GameNews(
        heading=_("The gazette"),
        preview=" ".join(titles),
        lead=[Section(style="due", paragraphs=[state], inline_links=link_to_table(topic))],
        sections=_build_reports(topic) if reports else _build_rounds(topic),
    )


def _build_rounds(topic: GameUpdate) -> list[Section]:
    rounds = build_round_sections(topic) or [Section(cell="pad read")]
    return [*join_in_one_cell(rounds), build_board_section(topic)]


def _build_reports(topic: GameUpdate) -> list[Section]:
    link = game_links.find_gazette_link(topic)
    every = SectionLink(_("All rounds of this game"), link)
    reports = Section(cell="pad read", template="gazette_reports", context={"reports": topic.gazette_reports})
    to_all = Section(only=HTML, is_continued=True, style="soft", paragraphs=[""], inline_links=[every])
    moves = Section(heading=_("Move by move"), cell="pad read")
    return [
        reports,
        *([to_all] if link else []),
        build_board_section(topic),
        *join_in_one_cell([moves, *build_round_sections(topic, level=3)]),
        *([build_text_link(_("All rounds of this game:"), link)] if link else []),
    ]


def describe_end(topic: GameUpdate) -> GameNews:
    """Tell who has won, with the score, and where the whole game can be seen."""
    verdict, over = sentences.describe_verdict(topic), _("The game is over.")
    final = game_links.build_url("final_page", topic.game.key)
    record = game_links.build_url("game_record", topic.game.key)
    gazette = game_links.find_gazette_link(topic)
    ways = [
        SectionLink(_("Go to the table"), game_links.find_table_link(topic)),
        SectionLink(_("How the game unfolded"), final),
        SectionLink(_("The gazette, round by round"), gazette),
        SectionLink(_("The whole game as text, with its seed"), record),
    ]
    return GameNews(
        heading=verdict,
        preview=verdict,
        lead=[
            Section(only=TEXT, paragraphs=[f"{over} {verdict}"]),
            Section(only=HTML, style="due", paragraphs=[over], inline_links=ways),
        ],
        sections=[
            Section(
                heading=_("The final score"),
                template="scores",
                context={"scores": scores.list_scores(topic.view)},
            ),
            *_offer_rematch(topic),
            *build_log_sections(topic),
            build_board_section(topic),
            build_text_link(_("How the game unfolded: turning points, charts, every move again:"), final),
            build_text_link(_("The gazette, round by round:"), gazette),
            build_text_link(_("The whole game as text, with its seed:"), record),
        ],
    )


def _offer_rematch(topic: GameUpdate) -> list[Section]:
    """Ask the players whether they want another game; a tournament pairs them itself."""
    link = game_links.find_rematch_link(topic)
    if not link:
        return []
    label = _("Play again with the same people")
    then = _("The others are asked by email; whoever asks first hosts the table.")
    if is_solo(topic.view):
        label, then = _("Another game against bots"), _("The new game starts at once.")
    text = _("Play again? Open this link.")
    if game_links.find_reply_address(topic):
        text = _("Play again? Open this link, or reply to this email with the word “again”.")
    way = SectionLink(label, link, text_label="")
    return [Section(is_compact=True, paragraphs=[f"{text} {then}"], links=[way])]


# --- what others would like to have: the sections themselves end every email about a game


def describe_extension_requests(topic: GameUpdate) -> GameNews:
    preview = " ".join(map(sentences.describe_extension_request, topic.extension_requests))
    state = build_state_section(topic)
    if not state.inline_links and topic.game.state != Game.State.PAUSED:
        state.paragraphs = [""]
    return GameNews(_("Somebody asks for more time"), preview, [], lead=[state])


def describe_votes(topic: GameUpdate) -> GameNews:
    preview = " ".join(one.sentence for one in topic.open_votes)
    return GameNews(_("You are asked to vote"), preview, [], lead=[build_state_section(topic)])


def describe_unreachable_players(topic: GameUpdate) -> GameNews:
    preview, lead = describe_unreachable(topic), build_state_section(topic)
    return GameNews(_("A player cannot be reached"), preview, [], lead=[lead])


def describe_invitations(topic: GameUpdate) -> GameNews:
    """Tell a host what became of invitations."""
    preview = " ".join(map(describe_invitation_news, topic.invitation_news))
    lead = [*build_invitation_news(topic), *_build_lobby_lead(topic)]
    return GameNews(_("About your invitations"), preview, [], lead=lead)


def describe_working_address(topic: GameUpdate) -> GameNews:
    """Tell somebody whose emails have come back that they arrive again."""
    text = _(
        "Our emails to you bounced for a while. This one has arrived, so you get all of them again, "
        "and your clocks are running again."
    )
    lead = [Section(paragraphs=[text]), *_build_lobby_lead(topic)]
    return GameNews(sentences.describe_working_address(), text, [], lead=lead)


def _build_lobby_lead(topic: GameUpdate) -> list[Section]:
    """Say how a running game stands, or lead to a table whose game has not begun."""
    if topic.game.has_begun:
        return [build_state_section(topic)]
    return [Section(only=HTML, style="due", paragraphs=[""], inline_links=link_to_table(topic))]


def describe_chat(topic: GameUpdate) -> GameNews:
    preview = " ".join(f"{one.name}: {truncatechars(one.text, 60)}" for one in topic.chat_messages)
    return GameNews(_("Table talk"), preview, [], lead=[build_state_section(topic)])


# --- to somebody who does not sit at the table


def describe_free_seats(topic: GameUpdate) -> GameNews:
    """Ask somebody to stand in for a player who has stayed away."""
    about = [*_build_seat_sections(topic), *_describe_table(topic)]
    return GameNews(
        heading=_("Substitute wanted"),
        preview=" ".join(map(sentences.describe_offered_seat, topic.free_seats)),
        sections=[*join_in_one_cell(about), build_board_section(topic)],
    )


def _build_seat_sections(topic: GameUpdate) -> list[Section]:
    text = _("See the table and take the seat of %(name)s")
    return [
        Section(
            is_compact=True,
            paragraphs=[sentences.describe_offered_seat(seat)],
            links=[
                SectionLink(
                    text % {"name": seat.shown_name},
                    game_links.build_url("stand_in", topic.game.key, seat.pk),
                    text_label=_("See the table and take the seat:"),
                    note="",
                )
            ],
        )
        for seat in topic.free_seats
    ]


def _describe_table(topic: GameUpdate) -> list[Section]:
    game, rules = topic.game, describe_rules(topic.game)
    names = [seat.shown_name for seat in topic.view.seats] if topic.free_seats else []
    since = date_format(timezone.localtime(game.started_at), "DATE_FORMAT") if game.started_at else ""
    facts = [
        Fact(_("Game:"), rules.game),
        Fact(_("Rules:"), rules.summary),
        Fact(_("Pace:"), pace_text.describe_pace_briefly(game.pace)),
        Fact(_("At the table:"), ", ".join(names)),
        Fact(_("Running since:"), since),
    ]
    return [Section(facts=facts), Section(style="due", paragraphs=[sentences.get_headline(topic)])]


NEWS_WRITERS: dict[str, NewsWriter] = {
    CLOSED_TABLE: describe_closed_table,
    Kind.STARTED: describe_start,
    Kind.YOUR_TURN: ask_for_decision,
    Kind.REMINDER: ask_for_decision,
    Kind.ALONE: ask_for_decision,
    Kind.MISSED: describe_missed_deadline,
    Kind.ORDERS: describe_orders,
    Kind.GAZETTE: describe_rounds,
    Kind.OVER: describe_end,
    Kind.CHANGES: describe_changes,
    Kind.MORE_TIME: describe_extension_requests,
    Kind.VOTE: describe_votes,
    Kind.TALK: describe_chat,
    Kind.UNREACHABLE: describe_unreachable_players,
    Kind.HOST_NEWS: describe_invitations,
    Kind.REACHABLE: describe_working_address,
    Kind.STOPPED: describe_stopped_emails,
    Kind.GUARDED: describe_revoked_links,
    Kind.SUCCEEDED: describe_successor,
    Kind.STAND_IN: describe_free_seats,
}
