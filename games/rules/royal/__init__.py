"""Royal Cassino: face cards count from 11 to 13, aces 1 or 14, and only the cards count."""

from games.rules.royal.game import Royal

__all__ = ["Royal"]
