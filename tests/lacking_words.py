"""What a registered game lacks words for; the rest is in lacking.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from games import rules
from games.messages import labels, standings
from games.messages.facts import tell_fact
from games.messages.moves import tell_play
from games.messages.piles import count_captured, counted_kind, name_counted
from games.presenters.events import explain_event
from games.rules.building import BuildingGame
from games.rules.fishing import FishingGame
from games.rules.options import Option, Value
from games.rules.variant import Variant
from tests.rules.test_every_variant import SETUPS, Setup

AnyGame = Variant[Any, Any]
Lacking = Iterator[str]
Label = tuple[str, str, Callable[[], object]]

_WHOLE_GAMES: Final = 1
"""The random games of each set-up in which everything must have words."""
_LABELS: Final = "games/messages/labels.py"


def labels_of_what_it_declares(game: AnyGame) -> Lacking:
    """The labels of actions, lines, options, choices, highlights and reasons, and of examples."""
    for what, table, label in _labels(game):
        try:
            label()
        except KeyError:
            yield f"{game.title} has no label for {what}: add it to {table}."
    for option in game.options:
        for value in option.choices:
            yield from _words_without_numbers(game, option, value)
    for text, action in game.typed_examples:
        if text != action and not labels.example_words(action):
            yield (
                f"{game.title} has no words for the example {text!r} of a typed move: add "
                f"{action!r} to _EXAMPLES in {_LABELS}."
            )
    for reason in game.reasons:
        for table, words in (
            ("_OUTCOMES", labels.outcome_words),
            ("_OUTCOMES_IN_LISTS", labels.outcome_in_list),
        ):
            if reason != "score" and not words(game, reason):  # the totals tell that one
                yield (
                    f"{game.title} has no words for the reason {reason!r}: add it to {table} in "
                    f"{_LABELS}."
                )


def _labels(game: AnyGame) -> Iterator[Label]:
    """Yield what needs a label, where the label stands, and what returns it or raises KeyError."""

    def label(what: str, table: str, find: Callable[..., str], *of: Any) -> Label:
        return what, f"{table} in {_LABELS}", partial(find, *of)

    for action in game.actions:
        yield label(f"the action {action!r}", "_ACTIONS", labels.action_label, game, action)
    for line in game.lines:
        what = f"the line {line!r}"
        yield label(what, "_LINES", labels.line_label, game, line)
        yield label(f"{what} in lists", "_LINES_IN_LISTS", labels.line_in_list, game, line)
    for kind in game.counted if isinstance(game, BuildingGame) else ():
        what, place = f"the kind of cards {kind!r} that it counts", "games/messages/piles.py"
        yield what, f"_KINDS in {place}", partial(counted_kind, kind)
        what, place = f"a number of {kind!r}", "games/rules/wording/piles.py"
        yield what, f"GAINS and KINDS in {place}", partial(_tell_number_of, kind)
    for option in game.options:
        what, name = f"the option {option.name!r}", option.name
        yield label(what, "_OPTIONS", labels.option_label, game, name)
        for value in option.choices:
            choice = f"the choice {value!r} of {what}"
            yield label(choice, "_CHOICES", labels.option_choice, game, name, value)
            in_menus = labels.option_choice_label
            yield label(f"{choice} in menus", "_CHOICES_ALONE", in_menus, game, name, value)
    for kind in game.highlight_kinds:
        yield label(f"the highlight {kind!r}", "_HIGHLIGHTS", labels.highlight_label, kind)
    for reason in game.reasons:
        what = f"the reason {reason!r} in the archive"
        yield (
            what,
            "_REASONS in games/messages/standings.py",
            partial(standings.reason_label, reason),
        )


def _words_without_numbers(game: AnyGame, option: Option, value: Value) -> Lacking:
    """Yield what is said of a choice in the words of another game, where it has other numbers."""
    for table, find in (
        ("_CHOICES", labels.option_choice),
        ("_CHOICES_ALONE", labels.option_choice_label),
    ):
        try:
            words = find(game, option.name, value)
        except KeyError:
            continue  # that is said already
        named = {int(number) for number in re.findall(r"[0-9]+", words)}
        for number in sorted(_numbers_of(game, option, value) - named):
            yield (
                f"The words {words!r} of {game.title} lack the number {number}: give {game.title} "
                f"words of its own in {table} in {_LABELS}."
            )


def _numbers_of(game: AnyGame, option: Option, value: Value) -> set[int]:
    """Return the numbers that only this choice brings: a target, points, numbers of cards."""
    own = _numbers_with(game, option, value)
    others = (_numbers_with(game, option, other) for other in option.choices if other != value)
    numbers = {number for _, number in own.difference(*others)} - {0}
    return numbers | {value} if type(value) is int else numbers


def _numbers_with(game: AnyGame, option: Option, value: Value) -> set[tuple[str, int]]:
    """Return the points for a sweep and the numbers of each card, as they are with a choice."""
    if not isinstance(game, FishingGame):
        return set()
    players = (option.seats or game.seats)[0]
    state: Any = game.deal(game.pack, players=players, **{option.name: value})
    numbers = game.numbers_in(state)
    of_cards = {(card, number) for card, each in numbers.items() for number in each}
    return of_cards | {("a sweep", game.sweep_points(state))}


def _tell_number_of(kind: str) -> str:
    return count_captured(kind, 1) + name_counted(kind, 1)


def words_for_whole_games(game: AnyGame) -> Lacking:
    """The sentences about stages, moves and points."""
    told: dict[str, Callable[[], object]] = {}

    def tell_stage(state: rules.State) -> object:
        return tell_fact(game.stage(state))

    def tell_move(state: rules.State, text: str) -> object:
        return tell_play(explain_event(game, state, text))

    for setup in setups_of(game):
        for seed in range(_WHOLE_GAMES):
            before: Any = None
            for state, text in setup.walk(seed):
                _tell(f"stages of {game.title}", partial(tell_stage, state), told)
                if text is not None and before.to_move is not None:
                    _tell(
                        f"moves of {game.title}",
                        partial(tell_move, before, text),
                        told,
                    )
                before = state
            for reason in game.explain_score(before):
                _tell(f"points of {game.title}", partial(tell_fact, reason.cause), told)
    yield from told


def _tell(what: str, tell: Callable[[], object], told: dict[str, Any]) -> None:
    """Note as the key of a dictionary, so once, what has no words."""
    try:
        tell()
    except KeyError as error:
        sentence = (
            f"The {what} cannot be told, because {error} has no words: add it in "
            "games/rules/wording and games/messages."
        )
        told.setdefault(sentence, tell)


def setups_of(game: AnyGame) -> Iterator[Setup]:
    """Yield the set-ups in which a game is played at random."""
    known = [setup for setup in SETUPS if setup.game is game]
    yield from known or [Setup(game, players, {}) for players in game.seats]
