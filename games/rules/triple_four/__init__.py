"""Triple Four, a race of two to four players to match four triplet cards."""

from games.rules.triple_four.game import TripleFour

__all__ = ["TripleFour"]
