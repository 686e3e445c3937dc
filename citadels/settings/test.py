"""The test suite: isolated from the machine's own data. DATABASE_URL runs it on PostgreSQL."""

import os
import tempfile

from .base import *

DEBUG = False
SECRET_KEY = "only-for-tests"  # noqa: S105
ALLOWED_HOSTS = ["testserver"]

# A file, not memory: locks and journal as on a real server. A unique name: two runs may overlap.
DATABASES["default"]["TEST"] = {
    "NAME": f"{tempfile.gettempdir()}/citadels-{os.getpid()}.sqlite3"
    if DATABASES["default"]["ENGINE"].endswith("sqlite3")
    else f"test_citadels_{os.getpid()}"
}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
DEV_INBOX, DEV_INBOX_KEY = False, ""
USE_DATABASE_TIME = False  # tests freeze the time
REPLY_DOMAIN = "post.example.org"
EMAIL_PROVIDER, WEBHOOK_SECRET, POSTMASTER, AUTHSERV_ID = "", "", None, ""
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}

CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}
METRICS_DIR, METRICS_TOKEN = None, ""
LOGGING["root"]["level"] = "INFO"  # so that tests/helpers/token_audit.py sees everything
