from django.urls import path

from games import views

urlpatterns = [
    path("", views.lobby, name="home"),
    path("lobby/live/", views.lobby_live, name="lobby_live"),
    path("play/", views.play_now, name="play_now"),
    path("play/computer/", views.play_computer, name="play_computer"),
    path("tables/", views.open_table, name="open_table"),
    path("games/<str:public_id>/", views.game, name="game"),
    path("games/<str:public_id>/live/", views.game_live, name="game_live"),
    path("games/<str:public_id>/join/", views.join, name="join"),
    path("games/<str:public_id>/leave/", views.leave, name="leave"),
    path("games/<str:public_id>/pick/", views.pick, name="pick"),
    path("games/<str:public_id>/move/", views.move, name="move"),
    path("games/<str:public_id>/clock/", views.clock, name="clock"),
    path("games/<str:public_id>/quit/", views.quit_game, name="quit"),
    path("games/<str:public_id>/rematch/", views.rematch, name="rematch"),
    path("rules/", views.rules_index, name="rules_index"),
    path("rules/<str:variant>/", views.rules_page, name="rules"),
    path("me/download/", views.download, name="download"),
    path("me/delete/", views.delete_account, name="delete_account"),
]
