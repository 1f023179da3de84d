"""Computer players in processes of their own, so that a search neither slows down nor outlives
the site.
"""

from games.thinking.answers import Answer, find_answer, is_quick, rate_move, repeat_answer
from games.thinking.processes import ThinkingFailed, end_processes, think

__all__ = [
    "Answer",
    "ThinkingFailed",
    "end_processes",
    "find_answer",
    "is_quick",
    "rate_move",
    "repeat_answer",
    "think",
]
