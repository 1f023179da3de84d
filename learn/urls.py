from django.urls import path

from learn import views

urlpatterns = [
    path("learn/", views.lessons, name="lessons"),
    path("learn/<str:variant>/rule/<str:clause>/", views.lesson_about_rule, name="lesson_about"),
    path("learn/<str:variant>/<str:name>/", views.lesson, name="lesson"),
]
