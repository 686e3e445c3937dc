"""Did the sender's house vouch for this letter? Our own mail server has looked, and wrote it down (RFC 8601).

Only what the trusted server says counts: anybody can write such a header. Its own one stands on top.
"""

import re

from games.mail.reading.headers import Headers

PASS, FAIL = "pass", "fail"
RESULT = re.compile(r"\s*([a-z0-9-]+)(?:\s?/\s?\d+)?\s?=\s?([a-z]+)(?![\w-])(.*)", re.IGNORECASE)
PROPERTY = re.compile(r"([a-z]+\.[a-z-]+)\s?=\s?(\S+)", re.IGNORECASE)
STRUCTURE = "; =("  # what means something outside of quotes


def verdict(headers: Headers, sender: str, trusted: str) -> str:
    """`pass` or `fail` for the address of From; nothing, where no server is trusted.

    One that is, and has not looked, vouches for nobody: a filter that was down must not open the door."""
    if not trusted.strip():
        return ""
    for value in headers.get("authentication-results", []):
        server, _, results = _bare(value).partition(";")
        if server.split()[:1] == [trusted.strip().lower()]:
            return PASS if _passes(results, sender.partition("@")[2]) else FAIL
    return FAIL


def _bare(value: str) -> str:
    """In lower case and without comments. What a stranger has put into quotes has no structure any more."""
    signs, depth, is_quoted = [], 0, False
    for sign in re.sub(r"\\.", "_", value.lower()):
        if sign == '"' and not depth:
            is_quoted = not is_quoted
        elif is_quoted:
            signs.append("_" if sign in STRUCTURE else sign)
        elif sign == "(":
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
        elif not depth:
            signs.append(sign)
    return "".join(signs)


def _passes(results: str, domain: str) -> bool:
    return any(_vouches(result, domain) for result in results.split(";"))


def _vouches(result: str, domain: str) -> bool:
    found = RESULT.fullmatch(result)
    if found is None or found[2] != PASS or not domain:
        return False
    properties = {name: value.rpartition("@")[2] for name, value in PROPERTY.findall(found[3])}
    match found[1]:
        case "dmarc":
            return properties.get("header.from", domain) == domain
        case "dkim":
            return aligned(properties.get("header.d") or properties.get("header.i", ""), domain)
        case "spf":
            return aligned(properties.get("smtp.mailfrom", ""), domain)
    return False


def aligned(one: str, other: str) -> bool:
    """The same domain, or one is part of the other. A country or `org` vouches for nobody."""
    short, long = sorted((one, other), key=len)
    return "." in short and (short == long or long.endswith(f".{short}"))
