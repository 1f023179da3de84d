"""Triple Four: three cards for each triplet card, four of those to win; two to four players."""

from games.rules.triple_four.game import TripleFour

__all__ = ["TripleFour"]
