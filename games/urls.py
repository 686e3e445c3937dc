from django.urls import path

from games.views import front

urlpatterns = [
    path("", front.front, name="front"),
]
