"""The steps of all lessons, as a screen reader says them."""

import re

from games.messages.lessons import first, insist_on_step, short, tell_step_of_lesson

STEPS = [*first.STEPS, *short.STEPS]
TWO_ARTICLES = re.compile(r"\b(the|your|a|an|one|opponent’s) (the|a|an)\b", re.IGNORECASE)


def test_a_card_in_a_step_has_one_article() -> None:
    for says in STEPS:
        for text in (tell_step_of_lesson(says), insist_on_step(says)):
            assert not TWO_ARTICLES.search(text.spoken), text.spoken


def test_a_card_in_a_step_is_called_by_its_name() -> None:
    assert "Your seven of spades takes the seven of diamonds" in (
        tell_step_of_lesson("trifecta_capture").spoken
    )
