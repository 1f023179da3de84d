"""Celery tasks: the sweep of the clock, computer players, hints, analyses, the nightly audit."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from celery import shared_task
from django.db import DatabaseError
from django.utils import timezone

from config import storage
from games import selectors, services
from games.computer import LEVELS, Choice, describe_failure, view_hash
from games.services import hints
from games.thinking import ThinkingFailed, choose_in_time, expect_line, think

logger = logging.getLogger(__name__)

EXPIRIES_AT_ONCE = 50
"""How many turns a sweep ends before it looks again for live games and computer players."""
# The sweep of the clock has to wait for a slice to end.
SLICE_SECONDS = 0.3
FALL_BACK = "club"
HINT_LEVEL = "strong"
ANALYST_SECONDS = 3.0
"""For each move, an analysis may take longer than a player at the table."""
_SEED_BITS = 48


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Apply what is due: violations, computer players' turns, warnings, tables that lapse.

    As long as nothing can be stored, nothing is due.
    """
    if storage.has_failed():
        return
    with storage.optional():
        _sweep()


def _sweep() -> None:
    seen: set[int] = set()
    while True:
        overdue = [each for each in services.overdue_games(now=timezone.now()) if each not in seen]
        seen.update(overdue[:EXPIRIES_AT_ONCE])
        for game_id in overdue[:EXPIRIES_AT_ONCE]:
            with storage.contained(logger, "game %d: the turn was not expired", game_id):
                services.expire_turn(game_id)
        for game_id in services.claim_computer_turns(now=timezone.now()):
            play_computer.delay(game_id)
        if services.is_thinking_due(now=timezone.now()):
            think_next.delay()
        if len(overdue) <= EXPIRIES_AT_ONCE:
            break
    for game_id in services.games_to_warn(now=timezone.now()):
        with storage.contained(logger, "game %d: nobody was warned", game_id):
            services.warn_of_deadline(game_id)
    services.lapse_waiting_games(now=timezone.now())
    services.pair_waiting(now=timezone.now())
    services.record_sweep(now=timezone.now())


# A task that has waited this long has been queued again: a long queue must not grow longer.
@shared_task(name="games.tasks.play_computer", expires=services.MESSAGE_EXPIRES)
def play_computer(game_id: int) -> None:
    """Choose and play a computer player's move at once. It is void if the game has moved on."""
    _answer(game_id, is_in_line=False)


@shared_task(name="games.tasks.think_next", expires=services.MESSAGE_EXPIRES)
def think_next() -> None:
    """Think of the turn or hint that comes next, whichever that is.

    The messages of others in the same line found nothing meanwhile, so it is looked through again.
    """
    job = services.claim_thinking_job(now=timezone.now())
    if job is None:
        return
    try:
        if job.seen is None:
            _answer(job.game_id, is_in_line=True)
        else:
            _give_hint(job.game_id, job.user_id, job.seen)
    finally:
        is_more_waiting = services.end_thinking_job(job, now=timezone.now())
    if is_more_waiting:
        think_next.delay()


def _answer(game_id: int, *, is_in_line: bool) -> None:
    """Play a computer player's turn that waits in a line, or one that does not."""
    with storage.contained(logger, "game %d: the computer's turn was not played", game_id):
        turn = selectors.computer_turn(game_id)
        if turn is None or turn.is_in_line != is_in_line:
            return
        if turn.level in services.SLOW_LEVELS and not (is_in_line or turn.is_pick):
            turn = replace(turn, level=FALL_BACK)  # nobody is left for whom it could think
        try:
            _play_turn(game_id, turn)
        except services.Refused as refused:
            # Somebody else has moved meanwhile, or another worker for this player.
            logger.debug(
                "game %d: the computer's move is void: %s", game_id, type(refused).__name__
            )


def _play_turn(game_id: int, turn: selectors.ComputerTurn) -> None:
    if turn.scripted:
        services.make_computer_move(
            game_id,
            seat=turn.seat,
            selection=services.Selection(turn.seen, text=turn.scripted),
            events=turn.events,
        )
        return
    seed = random.SystemRandom().getrandbits(_SEED_BITS)
    choice = _choose(game_id, turn, seed)
    try:
        _play_choice(game_id, turn, choice)
    except services.IllegalPlay as refused:
        level = choice.level or turn.level
        _report_failure(game_id, turn.events + 1, turn.view, level, describe_failure(refused))
        _play_choice(game_id, turn, _choose_any(turn, seed))


def _play_choice(game_id: int, turn: selectors.ComputerTurn, choice: Choice) -> None:
    if turn.is_pick:
        _, card = choice.move.split()
        services.pick_computer_secret(game_id, seat=turn.seat, card=card, recipe=choice.recipe())
        return
    services.make_computer_move(
        game_id,
        seat=turn.seat,
        selection=services.Selection(turn.seen, text=choice.move),
        recipe=choice.recipe(),
        events=turn.events,
    )


def _choose(game_id: int, turn: selectors.ComputerTurn, seed: int) -> Choice:
    """Return the computer player's choice, else that of a simpler level, else any legal move.

    Nobody should have to wait for a computer player that crashed, or win because of it.
    """
    for asked in (turn.level, FALL_BACK):
        try:
            is_quick = turn.is_pick or LEVELS[asked].is_quick
            find = choose_in_time if is_quick else think
            choice = find(turn.view, asked, seed)
        except Exception as error:  # noqa: BLE001
            is_described = isinstance(error, ThinkingFailed)
            failure = str(error) if is_described else describe_failure(error)
            _report_failure(game_id, turn.events + 1, turn.view, asked, failure)
        else:
            if choice.failure:
                _report_failure(game_id, turn.events + 1, turn.view, asked, choice.failure)
            return choice
    return _choose_any(turn, seed)


def _choose_any(turn: selectors.ComputerTurn, seed: int) -> Choice:
    move = str(next(iter(turn.rules.moves(turn.rules.position(turn.view)))))
    return Choice(((move, 0.0),), level="", seed=seed, view_hash=view_hash(turn.view), budget=0)


def _report_failure(
    game_id: int, number: int, view: Mapping[str, Any], level: str, failure: str
) -> None:
    """Log and count that a level failed to choose the event with that number."""
    logger.error("game %d, event %d: level %s failed: %s", game_id, number, level, failure)
    try:
        services.record_failure(variant=view["variant"], level=level, now=timezone.now())
    except DatabaseError as error:  # the move must not wait for the count
        logger.error("game %d: a failure was not counted: %s", game_id, type(error).__name__)


def _give_hint(game_id: int, user_id: int, seen: int) -> None:
    """Find a move for the player whose turn it is, from what this player sees."""
    try:
        with storage.contained(logger, "game %d: no hint was found", game_id):
            turn = selectors.hint_turn(game_id, user_id, HINT_LEVEL)
            if turn is not None and turn.seen == seen:
                seed = random.SystemRandom().getrandbits(_SEED_BITS)
                hints.store_hint(game_id, user_id, seen, _choose(game_id, turn, seed).move)
    finally:
        hints.drop_wanted(game_id, user_id, seen)


@shared_task(name="games.tasks.analyse_games")
def analyse_games() -> None:
    """Do the slice of an analysis that comes next, and look for another one."""
    turn = services.claim_analysis(now=timezone.now())
    if turn is None:
        return
    try:
        is_ours = _analyse_slice(turn)
    except Exception as error:  # noqa: BLE001
        kind = type(error).__name__
        logger.error("game %d: the analysis was given up: %s", turn.game_id, kind)
        services.give_up_analysis(turn, now=timezone.now())
        is_ours = True
    if is_ours:
        analyse_games.delay()


def _analyse_slice(turn: Any) -> bool:
    """Analyse at least one move. Return whether no other worker had taken it over."""
    found: list[services.Analysed] = []
    number, until, is_done = turn.last_number, time.monotonic() + SLICE_SECONDS, True
    for position in selectors.positions_of(turn.game_id, after=turn.last_number):
        if number != turn.last_number and time.monotonic() > until:
            is_done = False
            break
        number = position.number
        try:
            found.append(_analyse(position.view, position))
        except ThinkingFailed as failed:
            # The other moves are still analysed; this one is left out.
            _report_failure(turn.game_id, number, position.view, services.ANALYST, str(failed))
    return services.record_analysed(
        turn, found, last_number=number, is_done=is_done, now=timezone.now()
    )


def _analyse(view: Mapping[str, Any], position: selectors.Position) -> services.Analysed:
    # With its number as the seed, a move is judged the same every time, unless the clock cuts the
    # search short.
    choice = think(
        view, services.ANALYST, position.number, seconds=ANALYST_SECONDS, also=position.made
    )
    if choice.failure:
        raise ThinkingFailed(choice.failure)
    points, lost, error = choice.rate(position.made)
    line: tuple[str, ...] = ()
    if lost > selectors.CERTAIN * error:
        line = _expect_line(position, choice.move)
    return services.Analysed(
        position.number, position.seat, choice.alternatives, points, lost, error, line
    )


def _expect_line(position: selectors.Position, best: str) -> tuple[str, ...]:
    """Return what may be expected after the best move, or nothing if a player fails in it."""
    try:
        return expect_line(position.rules, position.state, best, position.number)
    except Exception as error:  # noqa: BLE001
        logger.error("event %d: no line was found: %s", position.number, type(error).__name__)
        return ()


@shared_task(name="games.tasks.verify_games")
def verify_games(verification_id: int | None = None) -> None:
    """Do a slice of the nightly audit; without an id, begin or resume the one that is due."""
    turn = services.claim_verification(verification_id, now=timezone.now())
    if turn is None:
        return
    until = time.monotonic() + SLICE_SECONDS
    games: list[tuple[int, str]] = []
    players: list[tuple[int, str]] = []
    is_done = False
    audit: Iterable[selectors.Verified | selectors.VerifiedPlayer] = chain(
        selectors.verify_games(selectors.verifiable_games(), after=turn.last_game_id),
        selectors.verify_tallies(after=turn.last_player_id),
    )
    for item in audit:
        if isinstance(item, selectors.Verified):
            games.append((item.game_id, item.difference))
            if item.difference:
                logger.error("game %d is not what its events lead to", item.game_id)
        else:
            players.append((item.player_id, item.difference))
            if item.difference:
                logger.error("player %d: the tallies are not those of the games", item.player_id)
        if time.monotonic() > until:
            break
    else:
        is_done = True
    is_ours = services.record_verified(
        turn, games, players=players, is_done=is_done, now=timezone.now()
    )
    if is_ours and not is_done:
        verify_games.delay(turn.pk)
