"""Rows of people and games for tests: what a test does not say about a row is harmless and right.

What is only right if a service makes it (a table, a running game, an invitation) is made by that service.
"""

from datetime import timedelta

from factory import LazyAttribute, LazyFunction, SelfAttribute, Sequence, SubFactory
from factory.django import DjangoModelFactory

from accounts import server_time
from accounts.models import User
from games.models import ChatMessage, Game, GameLogEntry, GameNotice, Invitation, JoinLink, Seat
from games.play.lobby import invitations, join_links, tables
from games.play.lobby.tables import NewTable

Now = LazyFunction(server_time.now)


# --- people


class UserFactory(DjangoModelFactory):
    """A person without a password, stored unchecked: to check a row takes longer than to store it."""

    class Meta:
        model = User

    handle = Sequence(lambda n: f"Ann{n}")
    email = LazyAttribute(lambda user: f"{user.handle}@example.org")
    quiet_from = quiet_until = None  # tests count hours; those about nights give their own
    holds_email = True

    @classmethod
    def _create(cls, model_class, *args, email, password=None, **kwargs):
        user = model_class(*args, email=model_class.objects.normalize_email(email), **kwargs)
        user.set_password(password)
        user.save()
        return user


# --- games


class TableFactory(DjangoModelFactory):
    """A table that is open to all and waits for players; its bots sit there already."""

    class Meta:
        model = Game

    creator = SubFactory(UserFactory)
    name = "Our table"
    ruleset = "citadels"
    options = LazyFunction(dict)
    size = 4
    is_open = True

    @classmethod
    def _create(cls, model_class, *args, creator, **wish):
        return tables.open_table(creator, NewTable(**wish))


class RunningGameFactory(TableFactory):
    """A game that has begun, unless `size` leaves seats free: so many people, and so many bots."""

    people = 4
    bots = 0
    size = LazyAttribute(lambda wish: wish.people + wish.bots)

    @classmethod
    def _create(cls, model_class, *args, people, **wish):
        game = super()._create(model_class, *args, **wish)
        for _ in range(people - 1):
            tables.join_table(game.pk, UserFactory())
        game.refresh_from_db()
        return game


class GameRowFactory(DjangoModelFactory):
    """The row of a game alone, without a position: for what only reads columns."""

    class Meta:
        model = Game

    name = "A game"
    ruleset = "citadels"
    size = 2
    created_at = Now
    started_at = SelfAttribute("created_at")


class SeatFactory(DjangoModelFactory):
    class Meta:
        model = Seat

    game = SubFactory(GameRowFactory)
    place = LazyAttribute(lambda seat: seat.game.seats.count())
    name = LazyAttribute(lambda seat: f"Seat{seat.place}")
    joined_at = SelfAttribute("game.created_at")


class GameLogEntryFactory(DjangoModelFactory):
    class Meta:
        model = GameLogEntry

    game = SubFactory(GameRowFactory)
    number = LazyAttribute(lambda entry: entry.game.log_entries.count() + 1)
    how = GameLogEntry.How.FORM
    key = Sequence(lambda n: f"key {n}")
    at = Now


class GameNoticeFactory(DjangoModelFactory):
    """A notice to whoever has a seat, after the last entry of the log."""

    class Meta:
        model = GameNotice

    seat = None
    game = SelfAttribute("seat.game")
    user = SelfAttribute("seat.user")
    kind = GameNotice.Kind.YOUR_TURN
    number = SelfAttribute("game.log_length")
    created_at = Now


class ChatMessageFactory(DjangoModelFactory):
    class Meta:
        model = ChatMessage

    seat = None
    game = SelfAttribute("seat.game")
    by = SelfAttribute("seat.user")
    name = SelfAttribute("seat.name")
    text = "Good luck."
    key = Sequence(lambda n: f"key {n}")
    number = SelfAttribute("game.log_length")
    at = Now


class InvitationFactory(DjangoModelFactory):
    """Somebody is invited to a table by whoever has opened it."""

    class Meta:
        model = Invitation

    game = SubFactory(TableFactory, is_open=False)
    invited_by = SelfAttribute("game.creator")
    address = Sequence(lambda n: f"guest{n}@example.org")

    @classmethod
    def _create(cls, model_class, *args, game, invited_by, address):
        [invitation] = invitations.invite_people(game.pk, invited_by, [address])
        return invitation


class JoinLinkFactory(DjangoModelFactory):
    """The invitation link of a private table, for so many people and a week."""

    class Meta:
        model = JoinLink

    game = SubFactory(TableFactory, is_open=False)
    max_uses = 3
    lasts = timedelta(days=7)

    @classmethod
    def _create(cls, model_class, *args, game, **wish):
        return join_links.create_join_link(game.pk, game.creator, **wish)
