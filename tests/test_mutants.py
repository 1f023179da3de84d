"""The mutants can still be planted; `python -m tests.mutants` tries them."""

import re
from pathlib import Path

from tests.mutants.planted import AREAS

ROOT = Path(__file__).resolve().parents[1]
EVERY = [mutant for mutants in AREAS.values() for mutant in mutants]


def test_a_fault_can_be_planted_in_one_place_and_its_tests_exist() -> None:
    for mutant in EVERY:
        assert (ROOT / mutant.file).read_text().count(mutant.text) == 1, mutant.fault
        assert mutant.becomes != mutant.text
        assert mutant.tests
        for test in mutant.tests.split():
            file, _, name = test.partition("::")
            source = (ROOT / file).read_text()
            assert re.search(
                rf"^(async )?def {f'{name}[(]' if name else 'test_'}", source, re.MULTILINE
            ), test


def test_no_area_is_left_out_and_no_fault_is_planted_twice() -> None:
    assert set(AREAS) == {"services", "masks", "clock", "sockets", "settings"}
    assert all(len(mutants) >= 8 for mutants in AREAS.values())
    assert len({(mutant.file, mutant.text, mutant.becomes) for mutant in EVERY}) == len(EVERY)
    assert len({mutant.fault for mutant in EVERY}) == len(EVERY)
