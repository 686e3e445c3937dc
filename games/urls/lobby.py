"""Tables before their game, and the lists of them."""

from django.urls import path

from games.views import invitation, lobby, new_table, stand_in, trying, waiting_room

urlpatterns = [
    path("tables/", lobby.tables, name="tables"),
    path("tables/new/", new_table.new_table, name="new_table"),
    path("try/<slug:ruleset>/", trying.try_it, name="try_it"),
    path("games/", lobby.my_games, name="my_games"),
    path("games/finished/", lobby.finished_games, name="finished_games"),
    path("i/<str:token>/", invitation.invitation, name="invitation"),
    path("g/<slug:key>/stand-in/<int:seat_id>/", stand_in.stand_in, name="stand_in"),
    path("g/<slug:key>/join/", waiting_room.join, name="join"),
    path("g/<slug:key>/leave/", waiting_room.leave, name="leave"),
    path("g/<slug:key>/cancel/", waiting_room.cancel, name="cancel"),
    path("g/<slug:key>/start/", waiting_room.start, name="start"),
    path("g/<slug:key>/bots/", waiting_room.bots, name="bots"),
    path("g/<slug:key>/invite/", waiting_room.invite, name="invite"),
    path("g/<slug:key>/account/", waiting_room.account, name="seat_account"),
    path("g/<slug:key>/remove/<int:seat_id>/", waiting_room.remove, name="remove"),
    path("g/<slug:key>/invitations/<int:pk>/again/", waiting_room.again, name="send_again"),
    path("g/<slug:key>/invitations/<int:pk>/withdraw/", waiting_room.withdraw, name="withdraw"),
]
