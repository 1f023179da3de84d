"""The benchmarks measure what is there."""

from importlib import import_module
from typing import Any

import pytest

from bench.profile_move import STEPS


@pytest.mark.parametrize(("_step", "module", "path"), STEPS)
def test_every_step_of_the_profile_of_a_move_is_a_function(
    _step: str, module: str, path: str
) -> None:
    found: Any = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    assert callable(found)
