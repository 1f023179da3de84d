from django.urls import path

from games.views import archive, compose, own_account, players, reading, replay, seats, table

urlpatterns = [
    path("", seats.lobby, name="home"),
    path("lobby/live/", seats.lobby_live, name="lobby_live"),
    path("play/", seats.play_now, name="play_now"),
    path("play/computer/", seats.play_computer, name="play_computer"),
    path("tables/", seats.open_table, name="open_table"),
    path("games/<str:public_id>/", table.game, name="game"),
    path("games/<str:public_id>/live/", table.game_live, name="game_live"),
    path("games/<str:public_id>/join/", seats.join, name="join"),
    path("games/<str:public_id>/leave/", seats.leave, name="leave"),
    path("games/<str:public_id>/pick/", table.pick, name="pick"),
    path("games/<str:public_id>/move/", table.move, name="move"),
    path("games/<str:public_id>/compose/", compose.compose, name="compose"),
    path("games/<str:public_id>/clock/", table.clock, name="clock"),
    path("games/<str:public_id>/settings/", table.table_settings, name="table_settings"),
    path("games/<str:public_id>/quit/", table.quit_game, name="quit"),
    path("games/<str:public_id>/replay/", replay.replay, name="replay"),
    path("games/<str:public_id>/replay/<int:step>/", replay.replay, name="replay"),
    path("games/<str:public_id>/rematch/", seats.rematch, name="rematch"),
    path("archive/", archive.archive, name="archive"),
    path("players/<str:username>/", players.player, name="player"),
    path("rules/", reading.rules_index, name="rules_index"),
    path("rules/<str:variant>/", reading.rules_page, name="rules"),
    path("me/download/", own_account.download, name="download"),
    path("me/delete/", own_account.delete_account, name="delete_account"),
]
