"""Settings that are the same on a laptop, in the tests and in production."""

import os
from urllib.parse import quote

from citadels.settings.environment import (
    CHECKOUT,
    parse_database_url,
    read_flag,
    read_list,
    read_number,
    var_dir,
)
from citadels.settings.logging import *

from .accounts import *
from .cache import *
from .celery import *
from .mail import *
from .metrics import *
from .security import *

BASE_DIR = CHECKOUT
VAR_DIR = var_dir(os.environ)

DEBUG = read_flag(os.environ, "DEBUG")
SECRET_KEY_FALLBACKS = read_list(
    os.environ, "SECRET_KEY_FALLBACKS"
)  # links signed with an older key stay valid

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "anymail",
    "csp",
    "django_htmx",
    "accounts",
    "games",
    "games.tournaments",
]

MIDDLEWARE = [
    "games.ops.middleware.MonitoringMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # random padding: the length of a page reveals no secret
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "accounts.middleware.UserLocaleMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "citadels.urls"
WSGI_APPLICATION = "citadels.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.preferences.display_preferences.display_context",
                "games.views.context_processors.tables_waiting",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # templates/django/forms beside Django's own

DATABASES = {
    "default": parse_database_url(
        os.environ.get("DATABASE_URL") or f"sqlite:///{quote(str(VAR_DIR / 'db.sqlite3'))}", base=BASE_DIR
    ),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Links in emails are built from this and never from the Host header, which a stranger can forge.
BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:8000").rstrip("/")

LEAVE_DAYS = read_number(os.environ, "LEAVE_DAYS", default=28)  # in a calendar year, for each person

TIME_ZONE = "UTC"
USE_TZ = True
USE_DATABASE_TIME = True  # clocks of several machines differ; PostgreSQL's is shared by all
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("hu", "magyar"), ("hr", "hrvatski")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["citadels.formats"]

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "citadels.static.StaticStorage"},
}

# Everything comes from this server: no inline style or script, no foreign font, no frame.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
