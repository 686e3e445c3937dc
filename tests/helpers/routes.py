"""Every route of the site, what each visitor gets there, and a scene in which all routes lead somewhere."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.links import kinds
from games.models import Game, Invitation, JoinLink, Seat
from games.play import chat
from games.play.lobby import tables
from games.rules import registry
from games.tournaments.models import Role, Tournament
from tests.helpers.factories import InvitationFactory, JoinLinkFactory, UserFactory
from tests.helpers.pages import client_of
from tests.helpers.tables import put
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import FINAL, SWISS

PRIVATE = (404, 404)  # a stranger and somebody who is signed in but has no seat


DESK = (302, 404, 302, 404, 200)  # for those who run the event


# route: (method, at which table, answers to stranger, outsider, guest with a pass, player, host)
TABLE: dict[str, tuple[str, str, tuple[int, ...]]] = {
    "front_page": ("get", "", (200, 200, 200, 200, 200)),
    "rules": ("get", "", (200, 200, 200, 200, 200)),
    "rulebook": ("get", "", (200, 200, 200, 200, 200)),
    "cards": ("get", "", (200, 200, 200, 200, 200)),
    "card": ("get", "", (200, 200, 200, 200, 200)),
    "manifest": ("get", "", (200, 200, 200, 200, 200)),
    "site_picture": ("get", "", (200, 200, 200, 200, 200)),
    "tables": ("get", "", (200, 200, 200, 200, 200)),
    "watch": ("get", "", (200, 200, 200, 200, 200)),
    "watch_finished": ("get", "", (200, 200, 200, 200, 200)),
    "watch_feed": ("get", "", (200, 200, 200, 200, 200)),
    "new_table": ("get", "", (302, 200, 302, 200, 200)),
    "start_tutorial": ("post", "", (302, 302, 302, 302, 302)),
    "start_bot_game": ("post", "", (302, 302, 302, 302, 302)),
    "next_table": ("get", "", (302, 302, 302, 302, 302)),  # to a table, to the own games, or to sign in
    "my_games": ("get", "", (200, 200, 200, 200, 200)),
    "finished_games": ("get", "", (200, 200, 200, 200, 200)),
    "invitation_picture": ("get", "", (200, 200, 200, 200, 200)),
    "join_link": ("get", "waiting", (200, 200, 302, 302, 302)),  # who sits there goes to the table
    "create_join_link": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    "revoke_join_link": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    "invitation": ("get", "waiting", (200, 200, 200, 200, 200)),  # who has the link has the address
    "play_by_link": ("get", "", (200, 200, 200, 200, 200)),
    "orders_by_link": ("get", "", (200, 200, 200, 200, 200)),
    "unsubscribe": ("get", "", (200, 200, 200, 200, 200)),
    "report_not_me": ("get", "", (200, 200, 200, 200, 200)),
    # for machines: they ask for nobody
    "healthz": ("get", "", (200, 200, 200, 200, 200)),
    "privacy": ("get", "", (200, 200, 200, 200, 200)),
    "security_txt": ("get", "", (404, 404, 404, 404, 404)),  # the tests have no contact
    "readyz": ("get", "", (503, 503, 503, 503, 503)),  # no worker runs beside a test
    "metrics": ("get", "", (403, 403, 403, 403, 403)),  # only with a token
    "grant_extension_by_link": ("get", "", (410, 410, 410, 410, 410)),  # nobody has asked for any
    "vote_by_link": ("get", "", (410, 410, 410, 410, 410)),  # nobody has voted on anything
    "tournament_link": ("get", "", (404, 404, 404, 404, 404)),  # with a token for something else
    "return_by_link": ("get", "", (200, 200, 200, 200, 200)),
    "play_again_by_link": ("get", "", (410, 410, 410, 410, 410)),  # the game still runs
    # a table that waits for players, by invitation only
    "join_table": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    "leave_table": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    "cancel_table": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    "start_game": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    "add_bots": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    "invite_people": ("post", "waiting", (*PRIVATE, 200, 200, 200)),  # no address was written
    "remove_seat": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    "resend_invitation": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    "withdraw_invitation": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    "send_account_code": ("post", "waiting", (*PRIVATE, 302, 302, 302)),
    # a running game that only its players may see
    "table": ("get", "running", (*PRIVATE, 200, 200, 200)),
    "table_news": ("get", "running", (*PRIVATE, 200, 200, 200)),
    "game_log": ("get", "running", (*PRIVATE, 200, 200, 200)),
    "game_record": ("get", "running", (404, 404, 404, 404, 404)),  # not before the end
    "replay": ("get", "running", (*PRIVATE, 302, 302, 302)),
    "replay_step": ("get", "running", (*PRIVATE, 302, 302, 302)),  # its position was put there by hand
    "final_page": ("get", "running", (404, 404, 404, 404, 404)),  # not before the end
    "play_again": ("post", "running", (*PRIVATE, 302, 302, 302)),
    "post_move": ("post", "running", (*PRIVATE, 409, 409, 409)),
    "planned_turn": ("get", "running", (*PRIVATE, 302, 302, 302)),
    "orders": ("get", "running", (*PRIVATE, 200, 200, 200)),
    "turn_off_tutorial": ("post", "running", (*PRIVATE, 404, 404, 404)),  # it is no first game
    "undo_move": ("post", "running", (*PRIVATE, 409, 409, 409)),
    "post_message": ("post", "running", (*PRIVATE, 422, 422, 422)),  # nothing was said
    "mark_chat_read": ("post", "running", (*PRIVATE, 302, 302, 302)),
    "edit_message": ("post", "running", (*PRIVATE, 422, 422, 422)),  # the message is somebody else's
    "report_message": ("post", "running", (*PRIVATE, 302, 302, 302)),
    "mute_seat": ("post", "running", (*PRIVATE, 302, 302, 302)),
    "post_vote": ("post", "running", (*PRIVATE, 409, 409, 409)),  # on nothing
    "return_to_seat": ("post", "running", (*PRIVATE, 302, 302, 302)),
    "stand_in": ("get", "running", (404, 404, 302, 302, 302)),  # a private table
    "seat": ("get", "running", (*PRIVATE, 200, 200, 200)),
    "let_bot_play": ("get", "running", (*PRIVATE, 200, 200, 200)),
    "abandon_game": ("get", "running", (*PRIVATE, 200, 200, 200)),
    "request_extension": ("post", "running", (*PRIVATE, 409, 409, 409)),  # none of them is asked anything
    "grant_extension": ("post", "running", (*PRIVATE, 404, 404, 404)),  # and nobody has asked for more time
    "table_picture": ("get", "running", (404, 404, 404, 404, 404)),  # the table is private
    "gazette": ("get", "running", (*PRIVATE, 409, 409, 409)),  # nobody has played up to where it stands
    "restore_links": ("post", "running", (*PRIVATE, 403, 302, 302)),  # a pass is not enough
    # an event that the host runs and the player has entered
    "tournaments": ("get", "", (200, 200, 200, 200, 200)),
    "my_tournaments": ("get", "", (302, 200, 302, 200, 200)),
    "new_tournament": ("get", "", (302, 200, 302, 200, 200)),
    "check_tournament_file": ("get", "", (200, 200, 200, 200, 200)),
    "ratings": ("get", "", (200, 200, 200, 200, 200)),
    "tournament": ("get", "", (200, 200, 200, 200, 200)),
    "tournament_rules": ("get", "", (200, 200, 200, 200, 200)),
    "tournament_rulings": ("get", "", (200, 200, 200, 200, 200)),
    "tournament_entrants": ("get", "", (200, 200, 200, 200, 200)),
    "tournament_entrant": ("get", "", (200, 200, 200, 200, 200)),
    "tournament_rounds": ("get", "", (200, 200, 200, 200, 200)),
    "tournament_standings": ("get", "", (200, 200, 200, 200, 200)),
    "tournament_meetings": ("get", "", (200, 200, 200, 200, 200)),
    "tournament_bracket": ("get", "", (404, 404, 404, 404, 404)),  # it is no knock-out
    "tournament_embed": ("get", "", (200, 200, 200, 200, 200)),
    "standings_csv": ("get", "", (200, 200, 200, 200, 200)),
    "tables_csv": ("get", "", (200, 200, 200, 200, 200)),
    "tournament_json": ("get", "", (200, 200, 200, 200, 200)),
    "tournament_trf": ("get", "", (404, 404, 404, 404, 404)),  # its tables have more than two seats
    "tournament_picture": ("get", "", (200, 200, 200, 200, 200)),
    "enter_tournament": ("post", "", (302, 302, 302, 302, 302)),
    "tournament_answer": ("post", "", (302, 404, 302, 302, 404)),
    "tournament_challenge": ("post", "", (302, 404, 302, 302, 404)),
    "tournament_entry": ("get", "", (302, 404, 302, 200, 404)),
    "staff_board": ("get", "", DESK),
    "staff_entrants": ("get", "", DESK),
    "staff_rounds": ("get", "", DESK),
    "staff_rulings": ("get", "", DESK),
    "staff_disputes": ("get", "", DESK),
    "staff_announcements": ("get", "", DESK),
    "staff_helpers": ("get", "", DESK),
    "staff_ledger": ("get", "", DESK),
    "staff_settings": ("get", "", DESK),
    # people
    "my_leave": ("get", "", (302, 200, 302, 200, 200)),
    "cancel_leave": ("post", "", (302, 302, 302, 302, 302)),
    "calendar": ("get", "", (302, 200, 302, 200, 200)),
    "calendar_feed": ("get", "", (200, 200, 200, 200, 200)),  # who has the address has the calendar
    "public_profile": ("get", "", (200, 200, 200, 200, 200)),
    "statistics": ("get", "", (200, 200, 200, 200, 200)),
    # the own account; the post room is for laptops only
    "profile": ("get", "", (302, 200, 302, 200, 200)),
    "export_data": ("post", "", (302, 302, 302, 302, 302)),  # only after a fresh sign-in
    "close_account": ("get", "", (302, 302, 302, 302, 302)),
    "account_reauthenticate": ("get", "", (302, 200, 302, 200, 200)),
    "account_login": ("get", "", (200, 302, 200, 302, 302)),
    "account_request_login_code": ("get", "", (200, 302, 200, 302, 302)),
    "account_confirm_login_code": ("get", "", (302, 302, 302, 302, 302)),
    "account_signup": ("get", "", (200, 302, 200, 302, 302)),
    "account_logout": ("get", "", (302, 200, 302, 200, 200)),
    "account_inactive": ("get", "", (403, 403, 403, 403, 403)),
    "account_email": ("get", "", (302, 302, 302, 302, 302)),
    "account_email_verification_sent": ("get", "", (302, 302, 302, 302, 302)),
    "confirm_reachable": ("post", "", (302, 302, 302, 302, 302)),
    "change_language": ("post", "", (302, 403, 302, 403, 403)),  # without a word of where it comes from
    "change_theme": ("post", "", (302, 403, 302, 403, 403)),
    "mfa_list_webauthn": ("get", "", (302, 200, 302, 200, 200)),
    "mfa_index": ("get", "", (302, 200, 302, 200, 200)),
    "mfa_login_webauthn": ("get", "", (302, 302, 302, 302, 302)),  # asked for by a script
    "mfa_add_webauthn": ("get", "", (302, 302, 302, 302, 302)),
    "mfa_edit_webauthn": ("get", "", (302, 302, 302, 302, 302)),
    "mfa_remove_webauthn": ("get", "", (302, 302, 302, 302, 302)),
    "dev_inbox": ("get", "", (404, 404, 404, 404, 404)),
    "dev_inbox_email": ("get", "", (404, 404, 404, 404, 404)),
    "dev_inbox_html": ("get", "", (404, 404, 404, 404, 404)),
    "dev_inbox_reply": ("post", "", (404, 404, 404, 404, 404)),
}


def routes(patterns: list[Any], prefix: str = "") -> dict[str, str]:
    """Every name and its pattern, the admin's own apart."""
    found: dict[str, str] = {}
    for pattern in patterns:
        if isinstance(pattern, URLResolver) and pattern.app_name != "admin":
            found |= routes(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            found[pattern.name or ""] = prefix + str(pattern.pattern)
    return found


@dataclass
class Scene:
    """Two tables, and the same five visitors at both."""

    tables: dict[str, Game]
    clients: dict[str, Client]
    invitation: Invitation
    link: JoinLink
    message: int
    event: Tournament

    def address(self, name: str, where: str) -> str:
        pattern = routes(get_resolver().url_patterns)[name]
        words = [word for word in WORDS if f":{word}>" in pattern]
        return reverse(name, kwargs={word: self.word(word, where, name) for word in words})

    def word(self, key: str, where: str, name: str) -> object:
        bystander = self.tables[where].seats.order_by("-pk")[0] if where else None
        return {
            "key": self.tables[where].key if where else "",
            "seen": "0-0-x",
            "seat_id": bystander.pk if bystander else 0,
            "pk": self.message if where == "running" else self.invitation.pk if where else 1,
            "token": self.token(name),
            "name": "letter",
            "secret": "a-secret-word",
            "handle": "Hostess",
            "slug": self.event.slug,
            "number": 1,
            "step": 1,
            "ruleset": "citadels",
            "card": "market",
            "language": "en",
        }[key]

    def token(self, name: str) -> str:
        asked = self.tables["running"].seats.get(decision__isnull=False)
        links = {
            "play_by_link": kinds.TURN.sign(kinds.TurnLink.for_seat(asked)),
            "report_not_me": kinds.NOT_ME.sign(kinds.NotMeLink.for_seat(asked)),
        }
        links |= {"return_by_link": kinds.SEAT_RETURN.sign(kinds.SeatReturnLink.for_seat(asked))}
        links |= {"play_again_by_link": kinds.REMATCH.sign(kinds.RematchLink.for_seat(asked))}
        links |= {
            "grant_extension_by_link": kinds.EXTENSION.sign(
                kinds.ExtensionLink.for_user(0, asked.user, asked)
            )
        }
        links |= {"vote_by_link": kinds.VOTE.sign(kinds.VoteLink.for_seat(asked, 0))}
        links |= {
            "unsubscribe": kinds.UNSUBSCRIBE.sign(kinds.GameUnsubscribeLink.for_seat(asked, "your_turn"))
        }
        links |= {"orders_by_link": kinds.ORDERS.sign(kinds.OrdersLink.for_seat(asked, asked.decision))}
        links |= {"join_link": kinds.JOIN_LINK.sign(kinds.JoinLinkToken(self.link.pk))}
        return links.get(name) or kinds.INVITATION.sign(kinds.InvitationLink.for_invitation(self.invitation))


WORDS = (
    "key",
    "seen",
    "seat_id",
    "pk",
    "token",
    "name",
    "secret",
    "handle",
    "slug",
    "number",
    "step",
    "ruleset",
    "card",
    "language",
)


def a_tournament(host: Any, player: Any) -> Tournament:
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    Role.objects.filter(tournament=found).update(user=host)
    found.entrants.filter(number=1).update(user=player)
    return found


def seated(host: Any, *people: Any, size: int) -> Game:
    new_table = tables.NewTable("Ours", "citadels", {}, size, visibility=Game.Visibility.NOBODY)
    game = tables.open_table(host, new_table)
    for user in (*people, UserFactory()):
        tables.join_table(game.pk, user, invited=True)
    game.refresh_from_db()
    return game


def ask(game: Game, seat: Seat) -> None:
    """Let it be the turn of this seat, so that none of the five visitors is asked anything."""
    names = [one.name for one in game.seats.all()]
    order = [seat.name, *(name for name in names if name != seat.name)]
    page = {name: {"characters": [character]} for name, character in zip(order, CAST, strict=True)}
    rules = registry.get(game.ruleset)
    put(game, rules.notation.load({"seats": names, "called": CAST[0], "begun": True, **page}, {}))


CAST = ("assassin", "thief", "king", "bishop")


def give_passes(client: Client, seats: Any) -> None:
    session = client.session
    session["passes"] = {str(seat.pk): seat.key for seat in seats}
    session.save()
    client.cookies["sessionid"] = session.session_key


def asked(scene: Scene, client: Client, name: str, method: str = "") -> HttpResponse:
    """The answer of this route. What it has changed is taken back, so that the next finds all as it was."""
    own_method, where, _answers = TABLE[name]
    before = transaction.savepoint()
    response: HttpResponse = getattr(client, method or own_method)(scene.address(name, where))
    transaction.savepoint_rollback(before)
    return response


FORMS = [name for name, (method, _where, _answers) in TABLE.items() if method == "post"]


FORMS_ALONE = set(FORMS) - {"edit_message", "report_message"}  # which have a page before it


ODD = {
    "then": "gold",
    "move": "@0",
    "line": "",
    "decision": "1",
    "key": "a\x00b",
    "matter": "\x00",
    "text": "",
}


def build_scene() -> Scene:
    host = UserFactory(handle="Hostess", calendar_key="a-secret-word")
    player, guest = UserFactory(), UserFactory(is_guest=True)
    waiting, running = seated(host, player, guest, size=6), seated(host, player, guest, size=4)
    invitation = InvitationFactory(game=waiting, invited_by=host, address="dora@example.org")
    speaker = running.seats.exclude(user__in=[host, player, guest])[0]
    ask(running, speaker)
    message = chat.post_message(running, speaker, "Hello", key="k")
    clients = {"stranger": Client(), "outsider": client_of(UserFactory()), "guest": Client()}
    clients |= {"player": client_of(player), "host": client_of(host)}
    give_passes(clients["guest"], Seat.objects.filter(user=guest))
    return Scene(
        {"waiting": waiting, "running": running},
        clients,
        invitation,
        JoinLinkFactory(game=waiting),
        message.pk,
        a_tournament(host, player),
    )
