"""The test vectors that docs/shuffle.md publishes."""

import json
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[1] / "docs"


def read_vectors() -> list[dict[str, Any]]:
    """Return the documented vectors: seed, values, commitment, starter and cards."""
    text = (DOCS / "shuffle.md").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(re.findall(r"```json\n(.*?)```", text, re.DOTALL)[0])
    return found
