"""Computer players with a time limit. Those that search do so in processes of their own, so that a
search neither slows down nor outlives the site.
"""

from games.thinking.lines import expect_line
from games.thinking.processes import ThinkingFailed, end_processes, think
from games.thinking.timer import choose_in_time

__all__ = ["ThinkingFailed", "choose_in_time", "end_processes", "expect_line", "think"]
