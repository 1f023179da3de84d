"""Celery tasks: the sweep of the clock, computer players, hints, analyses, the nightly audit."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Mapping
from typing import Any

from celery import shared_task
from django.utils import timezone

from games import hints, services, tables
from games.computer import PLAYERS_VERSION, view_hash
from games.thinking import Answer, ThinkingFailed, find_answer, is_quick, rate_move, think

logger = logging.getLogger(__name__)

# The sweep of the clock has to wait for a slice to end.
SLICE_SECONDS = 0.3
FALL_BACK = "club"
HINT_LEVEL = "strong"
ANALYST_SECONDS = 3.0
"""For each move, an analysis may take longer than a player at the table."""
_SEED_BITS = 48


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Apply what is due: violations, tables that lapse, computer players' turns."""
    now = timezone.now()
    for game_id in services.overdue_games(now=now):
        try:
            services.expire_turn(game_id)
        except Exception as error:  # noqa: BLE001
            # One broken game must not stop the clock of all the others. Here and below, the error's
            # own words stay out of the log: they may name cards.
            kind = type(error).__name__
            logger.error("game %d: the turn was not expired: %s", game_id, kind)
    services.lapse_waiting_games(now=now)
    for game_id in services.claim_computer_turns(now=now):
        play_computer.delay(game_id)
    services.record_sweep(now=now)


# A task that has waited this long has been queued again: a long queue must not grow longer.
@shared_task(name="games.tasks.play_computer", expires=services.TURN_EXPIRES)
def play_computer(game_id: int) -> None:
    """Choose and play a computer player's move. It is void if the game has moved on."""
    try:
        turn = tables.computer_turn(game_id)
        if turn is not None:
            _play_turn(game_id, turn)
    except services.Refused as refused:
        logger.info("game %d: the computer's move is void: %s", game_id, type(refused).__name__)
    except Exception as error:  # noqa: BLE001
        kind = type(error).__name__
        logger.error("game %d: the computer's turn was not played: %s", game_id, kind)


def _play_turn(game_id: int, turn: tables.ComputerTurn) -> None:
    seed = random.SystemRandom().getrandbits(_SEED_BITS)
    answer = _find_answer(game_id, turn, seed)
    try:
        _play_answer(game_id, turn, answer)
    except services.IllegalPlay:
        logger.error("game %d: level %s chose a move that is not legal", game_id, answer.level)
        _play_answer(game_id, turn, _any_answer(turn, seed))


def _play_answer(game_id: int, turn: tables.ComputerTurn, answer: Answer) -> None:
    chosen = services.Chosen(
        level=answer.level,
        seed=answer.seed,
        view_hash=answer.view_hash,
        players_version=PLAYERS_VERSION,
        budget=answer.budget,
        was_cut=answer.was_cut,
    )
    if turn.is_pick:
        _, card = answer.move.split()
        services.pick_computer_secret(game_id, seat=turn.seat, card=card, chosen=chosen)
        return
    services.make_computer_move(
        game_id,
        seat=turn.seat,
        selection=services.Selection(turn.seen, text=answer.move),
        chosen=chosen,
        events=turn.events,
    )


def _find_answer(game_id: int, turn: tables.ComputerTurn, seed: int) -> Answer:
    """Return the computer player's choice, else that of a simpler level, else any legal move.

    Nobody should have to wait for a computer player that crashed, or win because of it.
    """
    for asked in (turn.level, FALL_BACK):
        find = find_answer if is_quick(asked) else think
        try:
            answer = find(turn.view, asked, seed)
        except Exception as error:  # noqa: BLE001
            _log_failure(game_id, asked, error)
        else:
            if answer.failure:
                logger.error("game %d: level %s failed: %s", game_id, asked, answer.failure)
            return answer
    return _any_answer(turn, seed)


def _any_answer(turn: tables.ComputerTurn, seed: int) -> Answer:
    move = str(next(iter(turn.rules.moves(turn.rules.position(turn.view)))))
    return Answer(move, "", seed, view_hash(turn.view), 0, False, "", ((move, 0.0),))


def _log_failure(game_id: int, level: str, error: Exception) -> None:
    words = str(error) if isinstance(error, ThinkingFailed) else type(error).__name__
    logger.error("game %d: level %s failed: %s", game_id, level, words)


@shared_task(name="games.tasks.give_hint", expires=hints.ASKED_SECONDS)
def give_hint(game_id: int, user_id: int, seen: int) -> None:
    """Find a move for the player whose turn it is, from what this player sees."""
    try:
        turn = tables.hint_turn(game_id, user_id, HINT_LEVEL)
        if turn is None or turn.seen != seen:
            return
        seed = random.SystemRandom().getrandbits(_SEED_BITS)
        answer = _find_answer(game_id, turn, seed)
        hints.store_hint(game_id, user_id, seen, answer.move)
    except Exception as error:  # noqa: BLE001
        logger.error("game %d: no hint was found: %s", game_id, type(error).__name__)


@shared_task(name="games.tasks.analyse_games")
def analyse_games(analysis_id: int | None = None) -> None:
    """Do a slice of an analysis; without an id, begin or resume the one that is due."""
    turn = services.claim_analysis(analysis_id, now=timezone.now())
    if turn is None:
        return
    try:
        is_ours, is_done = _analyse_slice(turn)
    except Exception as error:  # noqa: BLE001
        kind = type(error).__name__
        logger.error("game %d: the analysis was given up: %s", turn.game_id, kind)
        services.give_up_analysis(turn, now=timezone.now())
        is_ours = is_done = True
    if is_ours:
        # The next slice, or the next analysis in the queue.
        analyse_games.delay(None if is_done else turn.pk)


def _analyse_slice(turn: Any) -> tuple[bool, bool]:
    """Analyse at least one move.

    Return whether no other worker had taken it over, and whether the last move is done.
    """
    found: list[services.Analysed] = []
    number, until, is_done = turn.last_number, time.monotonic() + SLICE_SECONDS, True
    for position in tables.positions_of(turn.game_id, after=turn.last_number):
        if number != turn.last_number and time.monotonic() > until:
            is_done = False
            break
        number = position.number
        try:
            found.append(_analyse(position.view, position))
        except ThinkingFailed as failed:
            # The other moves are still analysed; this one is left out.
            logger.error("game %d: move %d: %s", turn.game_id, number, failed)
    is_ours = services.record_analysed(
        turn, found, last_number=number, is_done=is_done, now=timezone.now()
    )
    return is_ours, is_done


def _analyse(view: Mapping[str, Any], position: tables.Position) -> services.Analysed:
    # With its number as the seed, a move is judged the same every time, unless the clock cuts the
    # search short.
    answer = think(
        view, services.ANALYST, position.number, seconds=ANALYST_SECONDS, also=position.made
    )
    if answer.failure:
        raise ThinkingFailed(answer.failure)
    points, lost = rate_move(answer, position.made)
    return services.Analysed(position.number, position.seat, answer.alternatives, points, lost)


@shared_task(name="games.tasks.verify_games")
def verify_games(verification_id: int | None = None) -> None:
    """Do a slice of the nightly audit; without an id, begin or resume the one that is due."""
    turn = services.claim_verification(verification_id, now=timezone.now())
    if turn is None:
        return
    verified: list[tuple[int, str]] = []
    until = time.monotonic() + SLICE_SECONDS
    is_done = True
    for game in tables.verify_games(tables.verifiable_games(), after=turn.last_game_id):
        verified.append((game.game_id, game.difference))
        if game.difference:
            logger.error("game %d is not what its events lead to", game.game_id)
        if time.monotonic() > until:
            is_done = False
            break
    is_ours = services.record_verified(turn, verified, is_done=is_done, now=timezone.now())
    if is_ours and not is_done:
        verify_games.delay(turn.pk)
