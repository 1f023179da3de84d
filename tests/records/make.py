"""Search seeded games for rare events, and write records of them.

    .venv/bin/python -m tests.records.make casino

Players of several styles play. A game in which an event occurs for the first time is kept under the
name of that event. The events of each record are listed in covers.json. Records are made once for
each version of the rules: a change of the rules that would alter a record needs a new version.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from games import rules
from games.computer import choose_move
from games.rules import Action, shuffle
from games.rules.cards import JOKER
from games.rules.record import (
    Player,
    Record,
    RecordedDeck,
    RecordedEvent,
    RecordedPick,
    Result,
    check_record,
    write_record,
)
from games.rules.triple_four.hints import measure_takes, measure_tray
from games.rules.triple_four.notation import Action as TripletAction
from tests.records.events import WANTED, find_events

FOLDER = Path(__file__).resolve().parent
LISTED = 300
SEEDS = 60_000
MOVE_TIME = 60
DROPS = (Action.DROP,)
BUILDS = (Action.BUILD_SAME, Action.BUILD)
LIFELINES = (Action.SUBTRACTION, Action.PASS)

NAMES = ("Alice", "Bob", "Carol", "Dave")

Choice = Callable[[Any, Any, random.Random], Any]


def choose_any(variant: Any, state: Any, rng: random.Random) -> Any:
    return rng.choice(list(islice(variant.moves(state), LISTED)))


def choose_easy(variant: Any, state: Any, rng: random.Random) -> Any:
    return choose_move(variant.document(state, state.to_move), rng, "easy")


def prefer(*actions: Action) -> Choice:
    """Return a player who takes the first of these actions that is possible."""

    def choose(variant: Any, state: Any, rng: random.Random) -> Any:
        moves = list(islice(variant.moves(state), LISTED))
        for action in actions:
            if liked := [move for move in moves if move.action is action]:
                return rng.choice(liked)
        return rng.choice(moves)

    return choose


def choose_largest(variant: Any, state: Any, rng: random.Random) -> Any:
    """Take as many cards as possible; else build; else anything."""
    moves = list(islice(variant.moves(state), LISTED))
    captures = [move for move in moves if move.action is Action.CAPTURE]
    if captures:
        return max(captures, key=lambda move: move.taken.bit_count())
    return prefer(*BUILDS)(variant, state, rng)


STYLES: tuple[Choice, ...] = (
    choose_any,
    choose_easy,
    choose_largest,
    prefer(*BUILDS),
    prefer(*LIFELINES, *BUILDS),
    prefer(*DROPS),
)


def choose_tallest(variant: Any, state: Any, rng: random.Random) -> Any:
    """Build with as many cards as possible, often on a build; else anything."""
    moves = list(islice(variant.moves(state), LISTED))
    builds = [move for move in moves if move.action in BUILDS]
    if builds:
        return max(builds, key=lambda move: move.taken.bit_count())
    return rng.choice(moves)


BUILDING_STYLES: tuple[Choice, ...] = (
    choose_any,
    choose_largest,
    choose_tallest,
    prefer(*BUILDS),
    prefer(*reversed(BUILDS)),
)
"""The players of the games with builds. None fills the table: listing would take too long."""


def collect(*actions: TripletAction, jokers: int = 0) -> Choice:
    """Return a player of Triple Four who lays down cards by one of these actions when possible.

    The cards laid down include at least `jokers` jokers. The discards are neither jokers nor cards
    that belong together.
    """

    def choose(variant: Any, state: Any, rng: random.Random) -> Any:
        moves = list(variant.moves(state))
        laid = [move for move in moves if move.triplet]
        enough = [move for move in laid if move.cards.count(JOKER) >= jokers]
        if liked := [move for move in enough if move.action in actions]:
            return rng.choice(liked)
        seat = state.to_move
        goals = [*measure_tray(state, seat), *measure_takes(state, seat)]
        kept = {card for goal in goals if goal.short < 2 for card in goal.held} | {JOKER}
        wanted = {card for goal in goals for card in goal.missing}
        if state.drawn is None:
            return moves[-1 if wanted.intersection(state.discard[-1:]) else 0]
        loose = [move for move in moves if move.action is TripletAction.DISCARD]
        spare = [move for move in loose if move.cards[0] not in kept]
        return rng.choice(spare or loose or moves)

    return choose


TRIPLET_STYLES: tuple[Choice, ...] = (
    choose_any,
    collect(TripletAction.MATCH, TripletAction.TAKE),
    collect(TripletAction.TAKE),
    collect(TripletAction.MATCH),
    collect(),
    collect(TripletAction.MATCH, TripletAction.TAKE, jokers=3),
)
"""The players of Triple Four: most collect, some never match, some only take."""


STYLES_OF = {"trifecta": STYLES, "triple_four": TRIPLET_STYLES}


@dataclass(frozen=True)
class SetUp:
    """The number of players and the options of a game."""

    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)


SINGLE_DECK = {"target": None}
SET_UPS: Mapping[str, Sequence[SetUp]] = {
    "casino": (
        SetUp(2, SINGLE_DECK),
        SetUp(3, SINGLE_DECK),
        SetUp(4, SINGLE_DECK),
        SetUp(4, {**SINGLE_DECK, "partnership": True}),
        SetUp(2, {**SINGLE_DECK, "sweeps": True}),
        SetUp(2, {"target": 11, "sweeps": True}),
        SetUp(2, {"target": 11, "count_out": True}),
        SetUp(4, {"target": 11, "partnership": True}),
        SetUp(3, {"target": 11, "count_out": True}),
        SetUp(2, {"target": 21}),
        SetUp(2, {"target": 50}),
    ),
    "spade": (
        SetUp(2, SINGLE_DECK),
        SetUp(3, SINGLE_DECK),
        SetUp(4, SINGLE_DECK),
        SetUp(4, {**SINGLE_DECK, "partnership": True}),
        SetUp(2, {"target": 24, "count_out": True}),
        SetUp(3, {"target": 24, "count_out": True, "sweeps": False}),
        SetUp(4, {"target": 24, "partnership": True}),
        SetUp(2),
    ),
    "royal_casino": (
        SetUp(2, {**SINGLE_DECK, "high_casinos": True}),
        SetUp(3, SINGLE_DECK),
        SetUp(4, {**SINGLE_DECK, "high_casinos": True}),
        SetUp(4, {**SINGLE_DECK, "partnership": True}),
        SetUp(2, {**SINGLE_DECK, "sweeps": True}),
        SetUp(2, {"target": 11, "count_out": True}),
        SetUp(3, {"target": 11, "count_out": True, "high_casinos": True}),
        SetUp(4, {"target": 11, "partnership": True}),
        SetUp(2),
        SetUp(2, {"target": 50}),
    ),
    "triple_four": (SetUp(2), SetUp(3), SetUp(4)),
}
"""The set-ups that are played in turn. Others are played by as few as can, without options."""


def fewest(name: str) -> SetUp:
    """Return the set-up of a game with as few players as can play it, without options."""
    return SetUp(rules.variant(name).seats[0])


def play_game(
    name: str, seed: int, styles: Sequence[Choice] = STYLES, set_up: SetUp | None = None
) -> Record:
    """Return the game that follows from a seed: its cards, its players, their late moves."""
    set_up = set_up or fewest(name)
    seats = set_up.players
    rng = random.Random(f"{name} {seed}")
    variant = rules.variant(name)
    promised, values = rng.randbytes(32), (rng.randbytes(8).hex(), *[""] * (seats - 1))
    stream = shuffle.stream(shuffle.VERSION, promised, values)
    starter = stream.below(seats)
    cards = stream.shuffled(variant.pack)
    extras = {name: stream.shuffled(pack) for name, pack in variant.extra_packs}
    deck = RecordedDeck(
        recipe=shuffle.VERSION,
        commitment=shuffle.commitment(promised),
        seed=promised,
        values=values,
        starter=starter,
        cards=cards,
        extras=extras,
    )
    options = {**set_up.options, **extras}
    state = variant.begin(cards, players=seats, starter=starter, options=options)
    events, picks = list[RecordedEvent](), list[RecordedPick]()
    for seat, _ in enumerate(variant.secret_cards(state)):
        card, salt = rng.choice(variant.pack), rng.randbytes(32)
        picks.append(RecordedPick(seat, card, salt, shuffle.pick_commitment(salt, card)))
        events.append(RecordedEvent("move", seat, f"secret {card}"))
        state = variant.play(state, events[-1].text)
    players = rng.choice(
        [(style,) * seats for style in styles] + [tuple(rng.choices(styles, k=seats))] * len(styles)
    )
    late, quits = rng.choice((0.0, 0.0, 0.02, 0.2)), rng.choice((0.0, 0.0, 0.01))
    while not state.is_over:
        if owed := variant.awaited_shuffle(state):
            event = RecordedEvent("reshuffle", None, " ".join((owed[0], *stream.shuffled(owed[1]))))
            state = variant.play(state, event.text)
        else:
            event, state = _next_event(variant, state, players[state.to_move], rng, late, quits)
        events.append(event)
    winners, reason = variant.outcome(state) or ((), "")
    return Record(
        variant=variant.name,
        rules_version=variant.rules_version,
        options=set_up.options,
        game=f"seed-{seed}",
        move_time=MOVE_TIME,
        players=tuple(Player(name) for name in NAMES[:seats]),
        decks=(deck,),
        picks=tuple(picks),
        events=tuple(events),
        position=variant.document(state),
        result=Result(winners, reason, tuple(variant.scores(state))),
    )


def _next_event(
    variant: Any, state: Any, choose: Choice, rng: random.Random, late: float, quits: float
) -> tuple[RecordedEvent, Any]:
    seat = state.to_move
    out = getattr(state, "out", ())
    if rng.random() < late and seat not in out:
        return RecordedEvent("timeout", seat, seconds=MOVE_TIME), variant.timeout(state)
    if rng.random() < quits:
        quitter = rng.choice([each for each in range(len(state.hands)) if each not in out])
        return RecordedEvent("resignation", quitter, seconds=2.0), variant.resign(state, quitter)
    move = choose(variant, state, rng)
    seconds = round(rng.uniform(0.5, 20), 3)
    return RecordedEvent("move", seat, str(move), seconds), variant.play(state, move)


def search(name: str, seeds: Iterable[int]) -> dict[str, tuple[Record, frozenset[str]]]:
    """Return records by the event for which they are kept, until every wanted event has one."""
    kept: dict[str, tuple[Record, frozenset[str]]] = {}
    missing = set(WANTED[name])
    styles = STYLES_OF.get(name, BUILDING_STYLES)
    set_ups = SET_UPS.get(name, (fewest(name),))
    for seed in seeds:
        record = play_game(name, seed, styles, set_ups[seed % len(set_ups)])
        shown = find_events(record)
        if new := [event for event in WANTED[name] if event in shown & missing]:
            # Keep each record for one event only, so that there are many records.
            kept[new[0]] = (record, shown)
            missing.discard(new[0])
        if not missing:
            break
    if missing:
        raise SystemExit(f"not found: {', '.join(sorted(missing))}")
    return kept


def main(name: str) -> None:
    path = FOLDER / "covers.json"
    covers = {
        place: shown
        for place, shown in json.loads(path.read_text()).items()
        if not place.startswith(f"{name}/v{rules.variant(name).rules_version}-")
    }
    (FOLDER / name).mkdir(exist_ok=True)
    for event, (record, shown) in search(name, range(SEEDS)).items():
        check_record(record)
        place = f"{name}/v{record.rules_version}-{event.replace('_', '-')}.json"
        (FOLDER / place).write_text(json.dumps(write_record(record)) + "\n")
        covers[place] = sorted(shown)
    path.write_text(json.dumps(dict(sorted(covers.items())), indent=1) + "\n")
    sys.stdout.write(f"{len(covers)} records of all games\n")


if __name__ == "__main__":
    main(sys.argv[1])
