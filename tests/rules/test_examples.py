"""The examples in the docstrings of the rules engine are true."""

import doctest
import importlib
import pkgutil

import pytest

from games import rules

MODULES = ["games.rules"] + [
    module.name for module in pkgutil.walk_packages(rules.__path__, "games.rules.")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
