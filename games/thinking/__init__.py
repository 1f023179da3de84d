"""Computer players in processes of their own, so that a search neither slows down nor outlives
the site.
"""

from games.thinking.processes import ThinkingFailed, end_processes, think

__all__ = ["ThinkingFailed", "end_processes", "think"]
