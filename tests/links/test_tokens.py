"""Signed tokens: whole, for one purpose, of one form, for a time."""

from datetime import timedelta
from typing import Any, NamedTuple

import msgspec
import pytest
import time_machine

from accounts.models import User
from games.links import kinds, tokens
from games.links.tokens import BadToken, ExpiredToken, Token
from games.models import Invitation, Seat
from games.tournaments.mail import links
from games.tournaments.models import Role

WEEK = timedelta(days=7)


class SomeLink(NamedTuple):
    number: int
    line: str = ""


TOKEN = Token("tests.some.v1", SomeLink, WEEK)


def sign_raw(kind: Token[Any], content: Any) -> str:
    """A valid signature for any content."""
    return kind.sign(content)


def test_a_token_gives_back_what_was_put_in():
    assert TOKEN.read(TOKEN.sign(SomeLink(7, "gold"))) == SomeLink(7, "gold")


@pytest.mark.parametrize(
    "spoil",
    [
        str.lower,
        lambda token: token[:-3],
        lambda token: f"{token}x",
        lambda token: f"{token}=",
        lambda token: token.replace(":", ""),
        lambda token: token.replace(":", "::"),
        lambda token: token.partition(":")[0],
        lambda token: f"{token.partition(':')[0]}:",
        lambda token: f"é{token}",
        lambda _: "",
        lambda _: ":",
    ],
)
def test_a_mutilated_token_is_refused(spoil):
    with pytest.raises(BadToken) as refused:
        TOKEN.read(spoil(TOKEN.sign(SomeLink(7, "Q" * 9))))
    assert not isinstance(refused.value, ExpiredToken)


def test_a_token_has_one_spelling():
    """Of the last sign only some bits count: another one with the same bits is not accepted."""
    token = TOKEN.sign(SomeLink(7))
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    last = alphabet.index(token[-1])
    with pytest.raises(BadToken):
        TOKEN.read(token[:-1] + alphabet[last ^ 1])


def test_a_token_is_short_and_its_signature_has_128_bits():
    content, signature = TOKEN.sign(SomeLink(7, "build market")).split(":")
    assert len(content) <= 26
    assert len(signature) == 22


def test_a_token_for_one_thing_opens_no_other():
    with pytest.raises(BadToken):
        Token("tests.other.v1", SomeLink, WEEK).read(TOKEN.sign(SomeLink(7)))


def test_an_old_token_is_ours_but_too_old_and_still_tells_what_it_was_about():
    with time_machine.travel("2026-01-01", tick=False) as clock:
        token = TOKEN.sign(SomeLink(7))
        clock.shift(WEEK + timedelta(seconds=1))
        with pytest.raises(ExpiredToken) as refused:
            TOKEN.read(token)
    assert refused.value.content == SomeLink(7)


def test_a_token_lives_through_a_change_of_the_key_as_long_as_the_old_one_is_kept(settings):
    token = TOKEN.sign(SomeLink(7))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert TOKEN.read(token) == SomeLink(7)
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(BadToken):
        TOKEN.read(token)


# --- contents of another form, such as an older version has signed


def test_a_field_with_a_default_may_be_missing():
    assert TOKEN.read(sign_raw(TOKEN, [7])) == SomeLink(7)


WRONG_FORMS = [
    None,
    7,
    "seven",
    b"7",
    [],
    {},
    {"x": 1},
    ["a"],
    [[]],
    [None] * 3,
    [1] * 9,
    [1, 2, 3, 4, 5, b""],
]


@pytest.mark.parametrize("content", WRONG_FORMS, ids=str)
@pytest.mark.parametrize("kind", tokens.KINDS.values(), ids=tokens.KINDS)
def test_a_signed_content_of_a_wrong_form_is_a_bad_token(kind, content):
    with pytest.raises(BadToken):
        kind.read(sign_raw(kind, content))


def test_an_old_token_of_a_wrong_form_is_bad_and_not_just_old():
    with time_machine.travel("2026-01-01", tick=False):
        token = sign_raw(TOKEN, ["seven"])
    with pytest.raises(BadToken) as refused:
        TOKEN.read(token)
    assert not isinstance(refused.value, ExpiredToken)


# --- the kinds

SEAT = Seat(pk=5, decision=12, user_id=7, key="k")
DIGEST = tokens.compute_key_digest(SEAT)
INVITATION = Invitation(pk=7, reply_key="k", address="eve@example.org")
PERSON = User(pk=7, link_key="k")
USER_DIGEST = tokens.compute_user_digest(PERSON)
ADDRESS_DIGEST = tokens.compute_address_digest("k", "eve@example.org")

STORED = {  # what is in emails that were sent: a token of these contents must be readable for ever
    "games.invitation.v1": (kinds.InvitationLink.for_invitation(INVITATION), [7, ADDRESS_DIGEST]),
    "games.no_invitations.v1": (
        kinds.InvitationUnsubscribeLink.for_invitation(INVITATION),
        [7, ADDRESS_DIGEST],
    ),
    "games.join_link.v1": (kinds.JoinLinkToken(7), [7]),
    "games.turn.v1": (kinds.TurnLink.for_seat(SEAT, "gold"), [5, DIGEST, 12, "gold", 0]),
    "games.orders.v1": (kinds.OrdersLink.for_seat(SEAT, 3), [5, DIGEST, 3]),
    "games.seat_return.v1": (kinds.SeatReturnLink.for_seat(SEAT), [5, DIGEST]),
    "games.rematch.v1": (kinds.RematchLink.for_seat(SEAT), [5, DIGEST]),
    "games.extension.v1": (kinds.ExtensionLink.for_user(1, User(pk=2), SEAT), [1, 2, 5, DIGEST, b""]),
    "games.vote.v1": (kinds.VoteLink.for_seat(SEAT, 8), [5, DIGEST, 8]),
    "games.not_me.v1": (kinds.NotMeLink.for_seat(SEAT), [5, DIGEST, 7]),
    "games.unsubscribe.v1": (kinds.GameUnsubscribeLink.for_seat(SEAT, "your_turn"), [5, DIGEST, "your_turn"]),
    "games.gazette.v1": (kinds.GazetteUnsubscribeLink.for_user(1, PERSON), [1, 7, USER_DIGEST]),
    "games.stand_in.v1": (kinds.StandInUnsubscribeLink.for_user(PERSON), [7, USER_DIGEST]),
    "tournaments.matter.v1": (links.EntrantActionLink(9, b"d", "place", 2), [9, b"d", "place", 2]),
    "tournaments.role.v1": (
        links.RoleLink.for_role(Role(pk=3, user=PERSON, kind="referee")),
        [3, 7, "referee", USER_DIGEST],
    ),
    "tournaments.unsubscribe.v1": (
        links.TournamentUnsubscribeLink.for_user(PERSON, None),
        [0, b"", 7, USER_DIGEST],
    ),
}


def test_every_kind_is_stored_in_a_known_form():
    assert STORED.keys() == tokens.KINDS.keys()
    for purpose, (content, stored) in STORED.items():
        kind = tokens.KINDS[purpose]
        assert msgspec.msgpack.encode(content) == msgspec.msgpack.encode(stored)
        assert kind.read(sign_raw(kind, stored)) == content


OLDER = {  # emails that were sent before a field was added
    "games.invitation.v1": (kinds.InvitationLink(7), [7]),
    "games.no_invitations.v1": (kinds.InvitationUnsubscribeLink(7), [7]),
    "games.turn.v1": (kinds.TurnLink(5, DIGEST, 12, "gold"), [5, DIGEST, 12, "gold"]),
    "games.extension.v1": (kinds.ExtensionLink(1, 2, 5, DIGEST), [1, 2, 5, DIGEST]),
    "games.gazette.v1": (kinds.GazetteUnsubscribeLink(1, 2), [1, 2]),
    "games.stand_in.v1": (kinds.StandInUnsubscribeLink(7), [7]),
    "tournaments.role.v1": (links.RoleLink(3, 4, "referee"), [3, 4, "referee"]),
    "tournaments.unsubscribe.v1": (links.TournamentUnsubscribeLink(0, b"", 7), [0, b"", 7]),
}


@pytest.mark.parametrize("purpose", OLDER)
def test_a_token_from_before_a_field_was_added_is_read(purpose):
    content, stored = OLDER[purpose]
    assert tokens.KINDS[purpose].read(sign_raw(tokens.KINDS[purpose], stored)) == content


def test_no_kind_is_read_as_another():
    for purpose, (content, _) in STORED.items():
        token = tokens.KINDS[purpose].sign(content)
        for other in tokens.KINDS.values():
            if other.purpose != purpose:
                with pytest.raises(BadToken):
                    other.read(token)


def test_two_kinds_cannot_have_the_same_purpose():
    with pytest.raises(ValueError, match="already"):
        tokens.declare_token("games.turn.v1", SomeLink, WEEK)


def test_a_link_fits_its_seat_until_the_key_changes():
    link = kinds.TurnLink.for_seat(SEAT)
    assert tokens.fits_seat(link, SEAT)
    assert not tokens.fits_seat(link, Seat(pk=6, key="k"))
    assert not tokens.fits_seat(link, Seat(pk=5, key="another"))


def test_a_link_without_a_seat_fits_its_person_until_they_revoke_all():
    assert tokens.fits_user(b"", User(pk=7))  # nobody has revoked anything: as in older links
    assert tokens.fits_user(USER_DIGEST, PERSON)
    assert not tokens.fits_user(b"", PERSON)
    assert not tokens.fits_user(USER_DIGEST, User(pk=7, link_key="another"))
