"""A table while its game is played, and afterwards."""

from django.urls import path

from games.views import (
    affairs,
    coming_back,
    gazette,
    looking_back,
    more_time,
    move,
    orders,
    table,
    talk,
    voting,
)
from games.views.sharing import pictures

urlpatterns = [
    path("g/<slug:key>/", table.table, name="table"),
    path("g/<slug:key>/news/<slug:seen>/", table.news, name="news"),
    path("g/<slug:key>/log/", table.log, name="log"),
    path("g/<slug:key>/record/", table.record, name="record"),
    path("g/<slug:key>/replay/", looking_back.replay, name="replay"),
    path("g/<slug:key>/replay/<int:number>/", looking_back.moment, name="moment"),
    path("g/<slug:key>/end/", looking_back.ending, name="ending"),
    path("g/<slug:key>/move/", move.move, name="move"),
    path("g/<slug:key>/turn/", move.turn, name="turn"),
    path("g/<slug:key>/orders/", orders.orders, name="orders"),
    path("g/<slug:key>/lessons/", move.no_more_lessons, name="no_more_lessons"),
    path("g/<slug:key>/undo/", move.undo, name="undo"),
    path("g/<slug:key>/say/", talk.say, name="say"),
    path("g/<slug:key>/say/<int:pk>/mend/", talk.mend, name="mend"),
    path("g/<slug:key>/say/<int:pk>/report/", talk.report, name="report"),
    path("g/<slug:key>/mute/<int:seat_id>/", talk.mute, name="mute"),
    path("g/<slug:key>/vote/", voting.vote, name="vote"),
    path("g/<slug:key>/back/", coming_back.back, name="back"),
    path("g/<slug:key>/seat/", affairs.seat, name="seat"),
    path("g/<slug:key>/time/", more_time.ask, name="ask_for_time"),
    path("g/<slug:key>/time/<int:pk>/", more_time.grant, name="grant_time"),
    path("g/<slug:key>/gazette/", gazette.gazette, name="gazette"),
    path("g/<slug:key>/card/<slug:language>.png", pictures.of_table, name="table_picture"),
]
