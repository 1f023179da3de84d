from django.apps import AppConfig


class CommunityConfig(AppConfig):
    """What keeps people safe among strangers: blocks, mutes, reports and what comes of them."""

    name = "community"
