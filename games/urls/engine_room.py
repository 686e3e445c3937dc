"""Doors for machines. The middleware of `games/views/engine_room.py` opens them before anything else."""

from django.urls import path

from games.views import health, metrics

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
]
