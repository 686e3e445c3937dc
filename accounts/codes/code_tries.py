"""The tries that a mailed code is good for, counted before it is compared.

The session counts them too, but requests that arrive at once all read the same count. Here each takes one of
the places in the shared cache, which exactly one request can have.
"""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

MAX_TRIES = 3
PLACES_LAST = 60 * 60  # seconds: longer than any code


def claim_try(request: HttpRequest, state: dict[str, Any]) -> bool:
    """Take one of the tries of the code that this session waits for; return whether there was one left."""
    process = f"{request.session.session_key}/{state['at']}"
    name = salted_hmac("accounts.code_tries", process, algorithm="sha256").hexdigest()
    return any(cache.add(f"code_try/{name}/{number}", True, PLACES_LAST) for number in range(MAX_TRIES))
