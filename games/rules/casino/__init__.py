"""Casino: the traditional game for two to four players, in games of several decks."""

from games.rules.casino.game import Casino

__all__ = ["Casino"]
