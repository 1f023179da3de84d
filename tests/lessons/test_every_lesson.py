"""Every lesson is played through by the rules engine, on each way that its steps accept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games import rules
from games.lessons import FIRST, LEARNER, Lesson, arrange_pack, lesson_about, lessons_of
from games.messages import lessons as told
from games.rules import IllegalMove
from games.rules.cards import BIT

LESSONS = [lesson for name in rules.VARIANTS for lesson in lessons_of(name)]
WORDS_IN_A_SENTENCE = 20
RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"


def begin(lesson: Lesson) -> Any:
    """Return the state after the deal and the secret picks, the other cards in order."""
    game = rules.variant(lesson.variant)
    extras = {
        name: arrange_pack(lesson.extras.get(name, ()), pack, tuple)
        for name, pack in game.extra_packs
    }
    cards = arrange_pack(lesson.cards, game.pack, tuple)
    options = {**dict(lesson.options), **extras}
    state = game.begin(cards, players=game.seats[0], starter=LEARNER, options=options)
    for card in lesson.secrets:
        state = game.play(state, game.pick_text(card))
    return state


def walk(lesson: Lesson) -> Iterator[tuple[int, Any, str]]:
    """Yield each step's place, the state before it and an accepted move, on every way."""
    game = rules.variant(lesson.variant)

    def go(place: int, state: Any, seen: set[tuple[int, Any]]) -> Iterator[tuple[int, Any, str]]:
        if place == len(lesson.steps) or (place, state) in seen:
            return
        seen.add((place, state))
        fits = [text for text in lesson.steps[place].moves if is_legal(game, state, text)]
        if not fits:
            raise LookupError(f"no move of step {place + 1} is possible")
        for text in fits:
            yield place, state, text
            yield from go(place + 1, game.play(state, text), seen)

    yield from go(0, begin(lesson), set())


def is_legal(game: Any, state: Any, text: str) -> bool:
    try:
        game.parse(state, text)
    except IllegalMove:
        return False
    return True


def ids(lesson: Lesson) -> str:
    return f"{lesson.variant}-{lesson.name}"


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_every_way_through_a_lesson_can_be_played(lesson: Lesson) -> None:
    game = rules.variant(lesson.variant)
    reached = set()
    for place, state, text in walk(lesson):
        reached.add((place, text))
        assert str(game.parse(state, text)) == text
        is_learners = state.to_move == LEARNER
        assert bool(lesson.steps[place].says) == is_learners, f"step {place} is the other seat's"
    wanted = {(place, text) for place, step in enumerate(lesson.steps) for text in step.moves}
    assert reached == wanted, "some accepted moves are never possible"


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_the_game_goes_on_after_a_lesson(lesson: Lesson) -> None:
    game = rules.variant(lesson.variant)
    ends = [(state, text) for place, state, text in walk(lesson) if place + 1 == len(lesson.steps)]
    assert ends
    for state, text in ends:
        after = game.play(state, text)
        assert not after.is_over
        assert next(iter(game.moves(after))) is not None


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_the_opponent_has_one_move_in_each_step(lesson: Lesson) -> None:
    assert all(len(step.moves) == 1 for step in lesson.steps if not step.says)


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_the_options_of_a_lesson_are_possible(lesson: Lesson) -> None:
    game = rules.variant(lesson.variant)
    assert game.check_options(lesson.options, game.seats[0]) == dict(lesson.options)


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_what_is_said_names_only_cards_in_sight(lesson: Lesson) -> None:
    for place, state, _ in walk(lesson):
        step = lesson.steps[place]
        if not step.says:
            continue
        view = rules.variant(lesson.variant).mask(state, LEARNER)
        for words in (told.tell_step_of_lesson(step.says), told.insist_on_step(step.says)):
            named = {part.code for part in words.parts if part.code}
            assert named <= cards_in_sight(view), f"step {place}: {words}"


def cards_in_sight(view: Any) -> set[str]:
    """Return the cards that lie on the table or in the learner's hand."""
    seen = set(view.hands[LEARNER])
    for pile in getattr(view, "table", ()):
        seen.update(pile.cards)
    return (seen | set(getattr(view, "discard", ())[-1:])) & BIT.keys()


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_the_sums_in_what_is_said_are_right(lesson: Lesson) -> None:
    for step in lesson.steps:
        if step.says:
            said = f"{told.tell_step_of_lesson(step.says)} {told.insist_on_step(step.says)}"
            for left, right in re.findall(r"(\d+(?: [+−] \d+)+) = (\d+)", said):
                assert add(left) == int(right), said


def add(text: str) -> int:
    total, sign = 0, 1
    for word in text.split():
        if word in "+−":
            sign = 1 if word == "+" else -1
        else:
            total += sign * int(word)
    return total


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_the_table_speaks_in_short_sentences(lesson: Lesson) -> None:
    said = [told.tell_end_of_lesson(lesson.ends)]
    for step in lesson.steps:
        if step.says:
            said += [told.tell_step_of_lesson(step.says), told.insist_on_step(step.says)]
    for words in said:
        for sentence in re.split(r"(?<=[.:]) ", words):
            assert len(sentence.split()) <= WORDS_IN_A_SENTENCE, sentence


@pytest.mark.parametrize("name", rules.VARIANTS)
def test_the_first_lesson_of_a_game_takes_8_to_12_moves(name: str) -> None:
    first = lessons_of(name)[0]
    assert first.name == FIRST
    assert 8 <= first.length <= 12


# The points that the sentences promise, by the engine: of a step, before and after it.
PROMISED = {
    "trifecta": {
        "secret": 3,
        "trifecta": 1,
        "four_kings": 2,
        "flush": 2,
        "big_capture": 1,
        "take_subtraction": 2,
        "point_ten": 2,
        "point_two": 1,
        "point_aces": 2,
    },
    "casino": {
        "casino_capture": 2,
        "casino_sweep": 2,
        "casino_ten": 2,
        "casino_two": 1,
        "casino_aces": 2,
        "sweep": 1,
    },
    "spade": {
        "spade_capture": 3,
        "spade_sweep": 3,
        "spade_ten": 3,
        "spade_two": 2,
        "casino_aces": 2,
        "spade_sweep_points": 2,
    },
    "royal_casino": {"casino_capture": 2, "ace_with_point": 1, "casino_aces": 2, "sweep": 1},
    "royal": {"royal_capture": 2, "royal_point": 2},
    "triple_four": {"match": 1, "take": 1, "four_take": 1, "four_first": 1},
}


@pytest.mark.parametrize("variant", PROMISED)
def test_a_step_brings_the_points_that_it_promises(variant: str) -> None:
    game = rules.variant(variant)
    brought = {}
    for lesson in lessons_of(variant):
        for place, state, text in walk(lesson):
            says = lesson.steps[place].says
            if says in PROMISED[variant]:
                before, after = game.totals(state), game.totals(game.play(state, text))
                brought[says] = after[LEARNER] - before[LEARNER]
    assert brought == PROMISED[variant]


def test_the_opponents_sweep_of_casino_is_worth_a_point() -> None:
    game = rules.variant("casino")
    for _, state, text in walk(lessons_of("casino")[0]):
        if text == "QD x QC":
            before, after = game.totals(state), game.totals(game.play(state, text))
            assert after[1 - LEARNER] - before[1 - LEARNER] == 1
            return
    raise AssertionError


def test_a_variant_without_lessons_of_its_own_has_those_of_its_family(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Begun(type(rules.variant("casino"))):  # type: ignore[misc]
        name = "begun"
        title = "Begun Casino"

    monkeypatch.setitem(rules.VARIANTS, "begun", Begun())
    monkeypatch.setattr(rules, "variant", rules.VARIANTS.__getitem__)
    lessons_of.cache_clear()
    try:
        assert [lesson.variant for lesson in lessons_of("begun")] == ["begun"] * len(
            lessons_of("casino")
        )
        assert lessons_of("begun")[0].steps == lessons_of("casino")[0].steps
    finally:
        lessons_of.cache_clear()


@pytest.mark.parametrize("name", rules.VARIANTS)
def test_every_section_of_the_rules_has_a_lesson(name: str) -> None:
    sections = re.findall(r"^## (\d+) ", (RULES / f"{name}.md").read_text(), flags=re.MULTILINE)
    assert [section for section in sections if lesson_about(name, section) is None] == []


@pytest.mark.parametrize("lesson", LESSONS, ids=ids)
def test_a_lesson_is_about_clauses_that_there_are(lesson: Lesson) -> None:
    text = (RULES / f"{lesson.variant}.md").read_text()
    headings = set(re.findall(r"^#{2,3} ([\d.]+) ", text, flags=re.MULTILINE))
    assert set(lesson.clauses) <= headings


@pytest.mark.parametrize("name", rules.VARIANTS)
def test_a_clause_has_one_lesson_and_a_lesson_one_name(name: str) -> None:
    lessons = lessons_of(name)
    clauses = [clause for lesson in lessons for clause in lesson.clauses]
    assert len(set(clauses)) == len(clauses)
    names = [lesson.name for lesson in lessons]
    assert len(set(names)) == len(names)
    assert all(told.lesson_title(each) for each in names)


def test_a_clause_without_a_lesson_of_its_own_has_that_of_its_section() -> None:
    wanted = {"4.5": "building", "4.9": "turn", "4.1": "turn", "5.3": "points", "6.3": "clock"}
    for clause, name in wanted.items():
        found = lesson_about("casino", clause)
        assert found is not None
        assert found.name == name
    assert lesson_about("casino", "9") is None


def test_the_capture_of_builds_has_a_lesson_in_royal_cassino_that_captures_one() -> None:
    found = lesson_about("royal", "4.3")
    assert found is not None
    assert found.name == "piles"
    assert lesson_about("chess", "4") is None
