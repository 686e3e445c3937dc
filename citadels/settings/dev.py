"""A laptop, or a small server for friends behind it: nothing has to be set."""

import os

from .base import *
from .environment import kept_secret, listed

VAR_DIR.mkdir(parents=True, exist_ok=True)
(BROKER_DIR / "queue").mkdir(parents=True, exist_ok=True)
(BROKER_DIR / "control").mkdir(exist_ok=True)

SECRET_KEY = os.environ.get("SECRET_KEY") or kept_secret(VAR_DIR / "secret_key")
ALLOWED_HOSTS = listed(os.environ, "ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]

WHITENOISE_USE_FINDERS = True  # pages have their style before anybody has collected it

MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True  # passkeys on http://localhost
