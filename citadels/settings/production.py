"""A server that strangers can reach: https, and no start without what only the operator can know."""

import os

from .base import *
from .environment import flag, real_hosts, real_secret
from .mail import real_mail, sender

DEBUG = False
SECRET_KEY = real_secret(os.environ)
ALLOWED_HOSTS = real_hosts(os.environ)
BASE_URL = os.environ.get("BASE_URL", f"https://{ALLOWED_HOSTS[0].lstrip('.')}").rstrip("/")

real_mail(os.environ)
DEFAULT_FROM_EMAIL = sender(
    os.environ.get("DEFAULT_FROM_EMAIL") or f"Citadels by Post <post@{ALLOWED_HOSTS[0].lstrip('.')}>"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL

SECURE_SSL_REDIRECT = flag(os.environ, "SECURE_SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = int(os.environ.get("SECURE_HSTS_SECONDS", "31536000"))
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
CSRF_TRUSTED_ORIGINS = [BASE_URL]

if flag(os.environ, "BEHIND_PROXY"):
    # only where a proxy sets this header itself; otherwise anybody could
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
