"""Casino Trifecta: addition, subtraction and matching for two players, in six rounds."""

from games.rules.trifecta.game import Trifecta

__all__ = ["Trifecta"]
