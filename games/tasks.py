"""Celery tasks: the sweep of the clock, the moves of computer players, the nightly audit."""

from __future__ import annotations

import logging
import random
import time
from typing import Any

from celery import shared_task
from django.utils import timezone

from games import rules, services, tables
from games.computer import choose_move, choose_secret

logger = logging.getLogger(__name__)

# The sweep of the clock waits behind a slice.
SLICE_SECONDS = 0.3


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Apply what time has brought: violations, lapsed tables, computer players' turns."""
    now = timezone.now()
    for game_id in services.overdue_games(now=now):
        try:
            services.expire_turn(game_id)
        except Exception as error:  # noqa: BLE001
            # One broken game must not stop the clock of all the others. The error's own words
            # may name cards, so they are not written down, here and below.
            kind = type(error).__name__
            logger.error("game %d: the turn was not expired: %s", game_id, kind)
    services.lapse_waiting_games(now=now)
    for game_id in services.claim_computer_turns(now=now):
        play_computer.delay(game_id)
    services.record_sweep(now=now)


@shared_task(name="games.tasks.play_computer")
def play_computer(game_id: int) -> None:
    """Choose and play a computer player's move. A game that moved on makes it void."""
    turn = tables.computer_turn(game_id)
    if turn is None:
        return
    rng = random.SystemRandom()
    try:
        if turn.view is None:
            card = choose_secret(rules.variant(turn.variant).pack, rng)
            services.pick_computer_secret(game_id, seat=turn.seat, card=card)
            return
        move = _choose_move(game_id, turn.view, turn.level, rng)
        services.make_computer_move(
            game_id, seat=turn.seat, selection=services.Selection(turn.seen, text=str(move))
        )
    except services.Refused as refused:
        logger.info("game %d: the computer's move is void: %s", game_id, type(refused).__name__)


def _choose_move(game_id: int, view: dict[str, Any], level: str, rng: random.Random) -> rules.Move:
    """Return the computer player's choice, or any legal move when it fails to choose."""
    try:
        return choose_move(view, rng, level)
    except Exception as error:  # noqa: BLE001
        # Nobody should wait for, or win against, a computer player that crashed.
        kind = type(error).__name__
        logger.error("game %d: the computer player failed: %s; any move is played", game_id, kind)
        variant = rules.variant(view["variant"])
        return next(iter(variant.moves(variant.position(view))))


@shared_task(name="games.tasks.verify_games")
def verify_games(verification_id: int | None = None) -> None:
    """Do a slice of the nightly audit, or without an id begin or resume what is due."""
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
