"""A table while its game is played, and afterwards."""

from django.urls import path

from games.views import affairs, move, subscribing, table, talk

urlpatterns = [
    path("g/<slug:key>/", table.table, name="table"),
    path("g/<slug:key>/news/<slug:seen>/", table.news, name="news"),
    path("g/<slug:key>/log/", table.log, name="log"),
    path("g/<slug:key>/record/", table.record, name="record"),
    path("g/<slug:key>/move/", move.move, name="move"),
    path("g/<slug:key>/turn/", move.turn, name="turn"),
    path("g/<slug:key>/undo/", move.undo, name="undo"),
    path("g/<slug:key>/say/", talk.say, name="say"),
    path("g/<slug:key>/say/<int:pk>/mend/", talk.mend, name="mend"),
    path("g/<slug:key>/say/<int:pk>/report/", talk.report, name="report"),
    path("g/<slug:key>/mute/<int:seat_id>/", talk.mute, name="mute"),
    path("g/<slug:key>/vote/", affairs.vote, name="vote"),
    path("g/<slug:key>/seat/", affairs.seat, name="seat"),
    path("g/<slug:key>/gazette/", subscribing.subscribe, name="subscribe"),
]
