"""ASGI entry point, for those who prefer such a server."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

application = get_asgi_application()
