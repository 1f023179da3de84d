"""Replays: a game step by step, its chart and its lists."""
