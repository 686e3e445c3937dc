"""Who wrote a reply, whether it was a person at all, and who vouches for it."""

from hashlib import sha256

import pytest

from games.mail.parsing.reply import compute_duplicate_key
from tests.helpers.mail.raw_replies import ANN, heard, raw_email

# --- who


@pytest.mark.parametrize(
    ("field", "sender"),
    [
        ("Ann@Example.ORG", ANN),
        ("Ann <ann@example.org>", ANN),
        ('"bob@example.org" <ann@example.org>', ANN),
        ("(bob@example.org) ann@example.org", ANN),
        ("=?utf-8?Q?bob@example.org?= <ann@example.org>", ANN),
        ("ann@example.org <ann@example.org>", ANN),
        ("bob@example.org <ann@example.org>", ""),
        ("Ann <ann@example.org>, Bob <bob@example.org>", ""),
        ("ann@example.org\nFrom: bob@example.org", ""),
        ("ann@example.org\nFrom: ann@example.org", ""),
        ("Ann", ""),
        ("", ""),
    ],
)
def test_the_sender_is_the_one_address_of_from(field, sender):
    assert heard(raw_email(From=field)).sender == sender


@pytest.mark.parametrize(
    ("field", "found"),
    [("<a.1@example.org>", "a.1@example.org"), ("a.1@example.org", "a.1@example.org"), ("", ""), ("<>", "")],
)
def test_the_message_id_comes_without_its_brackets(field, found):
    assert heard(raw_email(Message_ID=field)).message_id == found


def named(message_id: str, text: str = "one") -> bytes:
    return f"Message-ID: <{message_id}>\n\n{text}\n".encode()


def test_a_email_brought_twice_has_the_same_key_at_each_address():
    key = compute_duplicate_key(named("a@example.org"), "Reply+x@example.org")
    assert key == compute_duplicate_key(named("a@example.org", "brought again"), "reply+X@example.org")
    assert key != compute_duplicate_key(named("a@example.org"), "reply+y@example.org")
    assert key != compute_duplicate_key(named("b@example.org"), "reply+x@example.org")
    assert len(key) == len(sha256().hexdigest())


def test_without_a_message_id_the_email_itself_is_the_key():
    key = compute_duplicate_key(b"one", "reply+x@example.org")
    assert key == compute_duplicate_key(b"one", "reply+x@example.org")
    assert key != compute_duplicate_key(b"two", "reply+x@example.org")


# --- a person or a machine


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"Auto_Submitted": "auto-replied"}, "auto-submitted"),
        ({"Auto_Submitted": "auto-generated (rejected)"}, "auto-submitted"),
        ({"Precedence": "BULK"}, "precedence"),
        ({"Precedence": "auto_reply"}, "precedence"),
        ({"Precedence": "list"}, "precedence"),
        ({"List_Id": "<games.example.org>"}, "list"),
        ({"X_Autoreply": "yes"}, "auto-reply header"),
        ({"X_Autorespond": "Danube nights"}, "auto-reply header"),
        ({"X_Loop": "ann@example.org"}, "loop"),
        ({"Return_Path": "<>"}, "null sender"),
        ({"X_Failed_Recipients": "bob@example.org"}, "mailer daemon"),
        ({"From": "MAILER-DAEMON@example.org"}, "mailer daemon"),
        ({"From": "Postmaster <postmaster@example.org>"}, "mailer daemon"),
        ({"From": "no-reply@example.org"}, "no-reply sender"),
        ({"From": "Post@Example.org"}, "own address"),
        ({"Subject": "Out of office: Danube nights"}, "auto-reply subject"),
        ({"Subject": "Automatic reply: Re: Danube nights"}, "auto-reply subject"),
        ({"Subject": "=?utf-8?Q?Automatikus_v=C3=A1lasz=3A?= x"}, "auto-reply subject"),
        ({"Subject": "Házon kívül"}, "auto-reply subject"),
        ({"Subject": "Automatski odgovor: x"}, "auto-reply subject"),
        ({"Subject": "Odsutan do petka"}, "auto-reply subject"),
        ({"Content_Type": "multipart/report; report-type=disposition-notification"}, "report"),
    ],
)
def test_a_machine_is_known_by_one_sign(headers, reason):
    assert heard(raw_email(**headers), own=["POST@example.org"]).auto_reply_reason == reason


@pytest.mark.parametrize("envelope", ["", "<>", " "])
def test_nobody_on_the_envelope_means_a_machine(envelope):
    assert heard(raw_email(), envelope_sender=envelope).auto_reply_reason == "null sender"


def test_a_machine_on_the_envelope_is_one_whatever_from_says():
    assert (
        heard(raw_email(), envelope_sender="Mailer-Daemon@mx.example.org").auto_reply_reason
        == "mailer daemon"
    )
    assert (
        heard(raw_email(), envelope_sender="post@example.org", own=["post@example.org"]).auto_reply_reason
        == "own address"
    )


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Auto_Submitted": "no"},
        {"Precedence": "normal"},
        {"X_Auto_Response_Suppress": "DR, OOF, AutoReply"},
        {"Subject": "Re: Out of office (Citadels)"},
        {"Subject": "RE: Házon kívül (Citadels)"},
        {"Subject": "Odg: Odsutan (Citadels)"},
        {"Subject": "Odsutanje (Citadels)"},
        {"From": "Noreen Reply <noreplyson@example.org>"},
    ],
)
def test_a_person_is_not_taken_for_a_machine(headers):
    assert heard(raw_email(**headers), own=["post@example.org"]).auto_reply_reason == ""


# --- the verdict of the trusted server

MX = "mx.play.example"
RECEIVED = b"Received: from mail.example.org by mx.play.example; Wed, 18 Nov 2026 12:00:00 +0000\n"


def results_header(results: str, server: str = MX) -> bytes:
    return f"Authentication-Results: {server}; {results}\n".encode()


def handed_over(*headers: bytes, **sent: str) -> bytes:
    """An email as our server hands it over: its results, its own Received, and below that what was sent."""
    return b"".join(headers) + RECEIVED + raw_email(**sent)


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        ("dmarc=pass", "pass"),
        ("dmarc=pass (p=none dis=none) header.from=example.org", "pass"),
        ("dmarc=pass header.from=other.example", "fail"),
        ("dkim=pass header.d=example.org header.s=s1", "pass"),
        ("dkim=pass (2048-bit key; secure) header.i=@mail.example.org", "pass"),
        ("dkim/1 = PASS header.d = EXAMPLE.org", "pass"),
        ("dkim=pass header.d=other.example; dkim=pass header.d=example.org", "pass"),
        ("dkim=pass header.d=other.example", "fail"),
        ("dkim=pass header.d=notexample.org", "fail"),
        ("dkim=pass header.d=org", "fail"),
        ("dkim=pass", "fail"),
        ("dkim=passed header.d=example.org", "fail"),
        ("dkim=fail header.d=example.org; spf=softfail smtp.mailfrom=ann@example.org", "fail"),
        ("spf=pass smtp.mailfrom=ann@example.org", "pass"),
        ("spf=pass smtp.mailfrom=bounces.example.org", "pass"),
        ("spf=pass smtp.mailfrom=ann@other.example", "fail"),
        ("spf=pass smtp.helo=example.org", "fail"),
        ("none", "fail"),
        ("", "fail"),
        ('spf=fail smtp.mailfrom="a; dmarc=pass header.from=example.org"@other.example', "fail"),
        ("spf=fail (; dmarc=pass (x) header.from=example.org) smtp.mailfrom=other.example", "fail"),
        (r'spf=fail reason="\"; dmarc=pass"', "fail"),
    ],
)
def test_the_sender_is_vouched_for_only_by_what_belongs_to_his_domain(results, verdict):
    raw = handed_over(results_header(results))
    assert heard(raw, trusted=MX.upper()).authentication == verdict


def test_a_domain_below_the_writers_or_above_it_vouches():
    raw = handed_over(
        results_header("dkim=pass header.d=example.org", f"{MX} 1"), From="ann@mail.example.org"
    )
    assert heard(raw, trusted=MX).authentication == "pass"


def test_what_strangers_say_about_themselves_is_no_verdict():
    raw = handed_over(results_header("dmarc=pass", "mx.example.org"))
    assert heard(raw, trusted=MX).authentication == "fail"
    assert heard(raw, trusted="").authentication == ""
    assert heard(handed_over(), trusted=MX).authentication == "fail"
    arc = f"ARC-Authentication-Results: i=1; {MX}; dmarc=pass\n".encode()
    assert heard(handed_over(arc), trusted=MX).authentication == "fail"


def test_results_of_several_filters_count_together():
    dmarc, dkim = results_header("dmarc=none"), results_header("dkim=pass header.d=example.org")
    assert heard(handed_over(dmarc, dkim), trusted=MX).authentication == "pass"


def test_results_in_our_name_below_our_received_are_forged():
    forged = {"Authentication_Results": f"{MX}; dmarc=pass"}
    assert heard(handed_over(**forged), trusted=MX).authentication == "fail"
    assert heard(handed_over(results_header("dmarc=fail"), **forged), trusted=MX).authentication == "fail"
    assert heard(handed_over(Received="from x by y", **forged), trusted=MX).authentication == "fail"


def test_without_a_received_nobody_knows_who_wrote_the_results():
    raw = raw_email(Authentication_Results=f"{MX}; dmarc=pass")
    assert heard(raw, trusted=MX).authentication == "fail"


def test_nobody_vouches_for_a_email_of_several_writers():
    raw = handed_over(results_header("dmarc=pass"), From="ann@example.org, bob@example.org")
    assert heard(raw, trusted=MX).authentication == "fail"
