"""Play the recorded game of the front page: master against master, from a seed.

    python bench/recorded.py casino 1 20

The games of these seeds are played; each line says how interesting one was: its highlights, how
often the lead changed, and the points. With --keep the last game is written where the site reads
it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import rules
from games.computer import choose_move
from games.rules import shuffle
from games.rules.record import (
    Player,
    Record,
    RecordedDeck,
    RecordedEvent,
    RecordedPick,
    Result,
    check_record,
    play_record,
    write_record,
)

LEVEL = "master"
PLACE = Path(__file__).resolve().parent.parent / "games" / "recorded" / "game.json"
PLAYERS = tuple(Player(f"{name} ({LEVEL} computer)", LEVEL) for name in ("Ada", "Basil"))


def play(name: str, seed: int) -> Record:
    """Return the game of two masters that follows from a seed."""
    rng, variant = random.Random(f"{name} {seed}"), rules.variant(name)
    promised, values = rng.randbytes(32), ("", "")
    stream = shuffle.stream(shuffle.VERSION, promised, values)
    starter = stream.below(len(PLAYERS))
    cards = stream.shuffled(variant.pack)
    extras = {name: stream.shuffled(pack) for name, pack in variant.extra_packs}
    commitment = shuffle.commitment(promised)
    deck = RecordedDeck(shuffle.VERSION, commitment, promised, values, starter, cards, extras)
    state = variant.begin(cards, players=len(PLAYERS), starter=starter, options=extras)
    picks, events = list[RecordedPick](), list[RecordedEvent]()
    for seat, _ in enumerate(variant.secret_cards(state)):
        card, salt = pick(variant, seat, rng), rng.randbytes(32)
        picks.append(RecordedPick(seat, card, salt, shuffle.pick_commitment(salt, card)))
        events.append(RecordedEvent("move", seat, variant.pick_text(card)))
        state = variant.play(state, events[-1].text)
    while not state.is_over:
        if owed := variant.awaited_shuffle(state):
            text = " ".join((owed[0], *stream.shuffled(owed[1])))
            events.append(RecordedEvent("reshuffle", None, text))
        else:
            view = variant.document(state, state.to_move)
            text = str(choose_move(view, rng, LEVEL))
            events.append(RecordedEvent("move", state.to_move, text))
        state = variant.play(state, text)
    winners, reason = variant.outcome(state) or ((), "")
    record = Record(
        variant=variant.name,
        rules_version=variant.rules_version,
        options={},
        game=f"seed-{seed}",
        move_time=0,
        players=PLAYERS,
        decks=(deck,),
        picks=tuple(picks),
        events=tuple(events),
        position=variant.document(state),
        result=Result(winners, reason, tuple(variant.scores(state))),
    )
    check_record(record)
    return record


def pick(variant: Any, seat: int, rng: random.Random) -> str:
    """Return the secret card that a master picks, who knows no card of the deal."""
    options = dict(variant.extra_packs)
    state = variant.begin(variant.pack, players=len(PLAYERS), starter=0, options=options)
    while state.to_move != seat:
        state = variant.play(state, next(iter(variant.moves(state))))
    return str(choose_move(variant.document(state, seat), rng, LEVEL)).split()[-1]


def describe(record: Record) -> str:
    """Return the highlights of a game, how often the lead changed, and the points at the end."""
    variant, states = rules.variant(record.variant), play_record(record)
    found, leads = list[str](), list[int]()
    for number, (event, before, after) in enumerate(
        zip(record.events, states, states[1:], strict=False), 1
    ):
        if event.kind == "move":
            move = variant.parse(before, event.text)
            found += [f"{number} {kind}" for kind in variant.highlights(before, move, after)]
        first, second = variant.totals(after)
        if first != second and leads[-1:] != [int(first < second)]:
            leads.append(int(first < second))
    totals = " to ".join(map(str, variant.totals(states[-1])))
    return f"{record.game}: {totals}; {len(leads)} leads; {'; '.join(found)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=rules.VARIANTS)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    for seed in range(asked.first, asked.last + 1):
        record = play(asked.game, seed)
        sys.stdout.write(describe(record) + "\n")
        sys.stdout.flush()
        if asked.keep:
            text = json.dumps(write_record(record), ensure_ascii=False, separators=(",", ":"))
            PLACE.write_text(text + "\n")


if __name__ == "__main__":
    main()
