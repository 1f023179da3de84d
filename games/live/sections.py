"""A section of a page: parts that come from the same facts; see `games.live.parts`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Key = tuple[Any, ...]
Listed = tuple[Key, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Section:
    """Parts and lists by name, and the facts that they come from."""

    facts: Key
    parts: dict[str, Key] = field(default_factory=dict)
    lists: dict[str, Listed] = field(default_factory=dict)
