"""Check the DKIM, SPF and DMARC results that our own mail server wrote into a header (RFC 8601).

Only the trusted server's results count, and only above its own Received: anybody can write such a header,
with any name in it, but it comes in below that line. So nothing forged passes while the filter is down.
"""

import re

from games.mail.parsing.headers import Headers

PASS, FAIL = "pass", "fail"
METHOD_RESULT = re.compile(r"\s*([a-z0-9-]+)(?:\s?/\s?\d+)?\s?=\s?([a-z]+)(?![\w-])(.*)", re.IGNORECASE)
METHOD_PROPERTY = re.compile(r"([a-z]+\.[a-z-]+)\s?=\s?(\S+)", re.IGNORECASE)
STRUCTURAL_CHARACTERS = "; =("  # characters with a meaning outside quotes


def check_authentication(server_headers: Headers, sender: str, trusted: str) -> str:
    """Return `pass` or `fail` for the domain of From; empty if no server is trusted.

    A trusted server that left no result means `fail`: a filter that was down must not let forgeries in.
    Every filter leaves a header of its own, and any of them may vouch.
    """
    if not trusted.strip():
        return ""
    domain = sender.partition("@")[2]
    for value in server_headers.get("authentication-results", []):
        server, _, results = _strip_comments(value).partition(";")
        if server.split()[:1] == [trusted.strip().lower()] and _has_passing_method(results, domain):
            return PASS
    return FAIL


def _strip_comments(value: str) -> str:
    """Return the header in lower case, without comments and without the structure of quoted text."""
    signs, depth, is_quoted = [], 0, False
    for sign in re.sub(r"\\.", "_", value.lower()):
        if sign == '"' and not depth:
            is_quoted = not is_quoted
        elif is_quoted:
            signs.append("_" if sign in STRUCTURAL_CHARACTERS else sign)
        elif sign == "(":
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
        elif not depth:
            signs.append(sign)
    return "".join(signs)


def _has_passing_method(results: str, domain: str) -> bool:
    return any(_is_aligned_pass(result, domain) for result in results.split(";"))


def _is_aligned_pass(result: str, domain: str) -> bool:
    found = METHOD_RESULT.fullmatch(result)
    if found is None or found[2] != PASS or not domain:
        return False
    properties = {name: value.rpartition("@")[2] for name, value in METHOD_PROPERTY.findall(found[3])}
    match found[1]:
        case "dmarc":
            return properties.get("header.from", domain) == domain
        case "dkim":
            return is_aligned(properties.get("header.d") or properties.get("header.i", ""), domain)
        case "spf":
            return is_aligned(properties.get("smtp.mailfrom", ""), domain)
    return False


def is_aligned(one: str, other: str) -> bool:
    """Are these the same domain, or is one a subdomain of the other? Top-level domains vouch for nobody."""
    short, long = sorted((one, other), key=len)
    return "." in short and (short == long or long.endswith(f".{short}"))
