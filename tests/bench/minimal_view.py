"""The least that a Django view can do to save a move: the reference for SQLite.

No session, no rules, no middleware: read a row, write it back, write the move and two notices, with the ORM.
"""

import itertools
import os
import uuid

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")
django.setup()

from games.models import Game, GameLogEntry, GameNotice  # noqa: E402  the app has to be set up first

counter = itertools.count(1)


@transaction.atomic
def save_move(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    game = Game.objects.select_for_update().get(pk=pk)
    now = timezone.now()
    game.log_length += 1
    game.changed_at = now
    game.save(update_fields=["position", "log_length", "changed_at"])
    GameLogEntry.objects.create(
        game=game, number=game.log_length, text="gold", how="form", key=uuid.uuid4().hex, at=now
    )
    for kind in ("your_turn", "changes"):
        GameNotice.objects.create(game=game, user_id=user, kind=kind, number=game.log_length, created_at=now)
    return HttpResponse(status=303)


def answer_ready(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [path("", answer_ready), path("<int:pk>/<int:user>/", save_move)]
settings.MIDDLEWARE = []
settings.ROOT_URLCONF = __name__
application = get_wsgi_application()
