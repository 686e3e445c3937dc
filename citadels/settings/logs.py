"""What is written down while the server runs: Django's way, without the tokens of links."""

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"without_tokens": {"()": "games.links.scrubbing.WithoutTokens"}},
    "loggers": {
        "django.request": {"filters": ["without_tokens"]},
        "django.security.csrf": {"filters": ["without_tokens"]},
    },
}
