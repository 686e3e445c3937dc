"""Endpoints for monitoring. A middleware answers them before any other middleware runs."""

from django.urls import path

from games.ops import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("metrics", views.show_metrics, name="metrics"),
]
