"""A public server: https, and no start without the settings that only the operator can know."""

import os

from citadels.settings.environment import read_flag, require_allowed_hosts, require_secret_key
from citadels.settings.mail import check_sender, require_mail_server

from .base import *

DEBUG = False
SECRET_KEY = require_secret_key(os.environ)
ALLOWED_HOSTS = require_allowed_hosts(os.environ)
BASE_URL = os.environ.get("BASE_URL", f"https://{ALLOWED_HOSTS[0].lstrip('.')}").rstrip("/")

require_mail_server(os.environ)
DEFAULT_FROM_EMAIL = check_sender(
    os.environ.get("DEFAULT_FROM_EMAIL") or f"Citadels by Post <post@{ALLOWED_HOSTS[0].lstrip('.')}>"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL

SECURE_SSL_REDIRECT = read_flag(os.environ, "SECURE_SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = int(os.environ.get("SECURE_HSTS_SECONDS", "31536000"))
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
CSRF_TRUSTED_ORIGINS = [BASE_URL]

if read_flag(os.environ, "BEHIND_PROXY"):
    # only where a proxy sets this header itself; otherwise anybody could forge it
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
