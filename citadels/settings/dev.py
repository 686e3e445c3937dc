"""A laptop, or a small server for friends behind it: nothing needs to be configured."""

import os

from citadels.settings.environment import load_or_create_secret, read_list

from .base import *

VAR_DIR.mkdir(parents=True, exist_ok=True)
(BROKER_DIR / "queue").mkdir(parents=True, exist_ok=True)
(BROKER_DIR / "control").mkdir(exist_ok=True)

SECRET_KEY = os.environ.get("SECRET_KEY") or load_or_create_secret(VAR_DIR / "secret_key")
ALLOWED_HOSTS = read_list(os.environ, "ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]

WHITENOISE_USE_FINDERS = True  # pages have their style without collectstatic

MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True  # passkeys on http://localhost
