from django.apps import AppConfig


class LearnConfig(AppConfig):
    """The lessons. It has no tables: how far somebody is stands in the game of the lesson."""

    name = "learn"
