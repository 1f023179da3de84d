"""The English sentences of the rules."""

from games.rules.wording import SENTENCES, common, documents, piles, trays


def test_each_code_has_one_sentence() -> None:
    modules = (common, documents, piles, trays)
    assert len(SENTENCES) == sum(len(module.SENTENCES) for module in modules)
