"""A text that is written like a move is explained or refused, whatever cards it names."""

import pytest
from hypothesis import given, settings

from games import rules
from tests.rules.written_moves import TEXTS


@pytest.mark.parametrize("game", rules.VARIANTS.values(), ids=lambda game: game.name)
def test_a_well_formed_text_is_explained_or_refused(game):
    @settings(derandomize=True, max_examples=500, deadline=None)
    @given(TEXTS[game.board])
    def explain(text):
        try:
            explained = game.describe_text(text)
        except rules.IllegalMove as refused:
            explained = refused.fact
        assert str(explained)
        assert hash(explained) is not None

    explain()
