"""Replaying a record, and checking every part of it against the rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from games import rules
from games.rules import shuffle
from games.rules.errors import IllegalMove, InvalidPosition
from games.rules.position import quote
from games.rules.record.shapes import (
    InvalidRecord,
    Record,
    RecordedDeck,
    RecordedEvent,
    counting_moves,
)
from games.rules.record.writing import write_points
from games.rules.state import State
from games.rules.variant import AnyVariant


def play_record(record: Record) -> list[State]:
    """Return the state after the deal, then after each event.

    Raises InvalidRecord at the first event that the rules refuse, and when the cards are hidden.
    """
    variant = rules.variant(record.variant, record.rules_version)
    deck = record.decks[0]
    if deck.cards is None or deck.starter is None or deck.extras is None:
        raise InvalidRecord("decks[0].cards", "cards_are_hidden")
    players = len(record.players)
    try:
        variant.check_options(record.options, players)
        options = {**record.options, **deck.extras}
        state = variant.begin(deck.cards, players=players, starter=deck.starter, options=options)
    except InvalidPosition as invalid:
        raise InvalidRecord("options", "impossible_deal_because", reason=invalid.fact) from None
    except TypeError:
        raise InvalidRecord("options", "impossible_deal") from None
    with counting_moves(variant):
        return _play_events(variant, state, record.events)


def _play_events(variant: AnyVariant, state: State, events: Sequence[RecordedEvent]) -> list[State]:
    states, computers = [state], set()
    for number, event in enumerate(events):
        place = f"events[{number}]"
        if event.kind == "take-over":
            if event.seat in computers:
                raise InvalidRecord(f"{place}.seat", "seat_of_computer")
            if event.seat not in variant.out(states[-1]):
                raise InvalidRecord(f"{place}.seat", "not_dropped_out")
            if not event.text:
                raise InvalidRecord(f"{place}.text", "no_level")
            computers.add(event.seat)
        states.append(_play_event(variant, states[-1], event, place))
    return states


def _play_event(variant: AnyVariant, state: State, event: RecordedEvent, place: str) -> State:
    if event.kind == "take-over":
        return state
    if event.kind in ("move", "reshuffle"):
        is_owed = variant.awaited_shuffle(state) is not None
        if is_owed != (event.kind == "reshuffle"):
            raise InvalidRecord(f"{place}.kind", "shuffle_due" if is_owed else "no_shuffle_due")
    if event.kind in ("move", "timeout") and state.to_move not in (None, event.seat):
        raise InvalidRecord(
            f"{place}.seat", "other_seats_turn", mover=state.to_move, seat=event.seat
        )
    after: State
    try:
        if event.kind == "timeout":
            after = variant.timeout(state)
        elif event.kind == "resignation":
            assert event.seat is not None
            after = variant.resign(state, event.seat)
        else:
            move = variant.parse(state, event.text)
            if str(move) != event.text:
                raise InvalidRecord(
                    f"{place}.text", "written_otherwise", text=event.text, notation=str(move)
                )
            after = variant.play_legal(state, move)
    except IllegalMove as illegal:
        if not event.text:
            raise InvalidRecord(f"{place}.kind", "illegal_event", reason=illegal.fact) from None
        raise InvalidRecord(
            f"{place}.text", "illegal_move", text=event.text, reason=illegal.fact
        ) from None
    return after


def check_record(record: Record) -> list[State]:
    """Derive the deck, every state, the sheet and the result again, and return the states.

    Raises InvalidRecord at the first place where the record says something else.
    """
    if record.result is None:
        raise InvalidRecord("result", "not_finished")
    variant = rules.variant(record.variant, record.rules_version)
    states = derive_record(record)
    outcome = variant.outcome(states[-1])
    if outcome is None:
        raise InvalidRecord("events", "not_over")
    winners, reason = outcome
    _expect("result.winners", list(record.result.winners), list(winners))
    _expect("result.reason", record.result.reason, reason)
    derived = [
        {line: write_points(points) for line, points in sheet.items()}
        for sheet in variant.scores(states[-1])
    ]
    given = [
        {line: write_points(points) for line, points in sheet.items()}
        for sheet in record.result.sheet
    ]
    _expect("result.sheet", given, derived)
    position = None if record.position is None else dict(record.position)
    _expect("position", position, variant.document(states[-1]))
    return states


def derive_record(record: Record) -> list[State]:
    """Derive the deck and every state again, also of a running game, and return the states.

    Raises InvalidRecord at the first deck, pick or event that says something else.
    """
    variant = rules.variant(record.variant, record.rules_version)
    stream = _check_deck(record.decks[0], variant, len(record.players), "decks[0]")
    states = play_record(record)
    _check_picks(record, variant.secret_cards(states[-1]))
    for number, event in enumerate(record.events):
        owed = variant.awaited_shuffle(states[number])
        if owed is not None and event.kind == "reshuffle":
            word, cards = owed
            text = " ".join((word, *stream.shuffled(cards)))
            with counting_moves(variant):
                _expect(f"events[{number}].text", event.text, text)
    return states


def _check_deck(
    deck: RecordedDeck, variant: AnyVariant, players: int, place: str
) -> shuffle.Stream:
    """Check the first shuffle, and return the stream that later shuffles continue."""
    if deck.seed is None or deck.values is None or deck.cards is None:
        raise InvalidRecord(f"{place}.seed", "seed_missing")
    if shuffle.commitment(deck.seed) != deck.commitment:
        raise InvalidRecord(f"{place}.commitment", "seed_hash")
    if deck.recipe not in shuffle.RECIPES:
        raise InvalidRecord(place, "unknown_recipe", version=deck.recipe)
    try:
        stream = shuffle.stream(deck.recipe, deck.seed, deck.values)
    except ValueError:
        raise InvalidRecord(place, "no_shuffle") from None
    _expect(f"{place}.starter", deck.starter, stream.below(players))
    _expect(f"{place}.cards", list(deck.cards), list(stream.shuffled(variant.pack)))
    given = {name: list(cards) for name, cards in (deck.extras or {}).items()}
    shuffled = {name: list(stream.shuffled(pack)) for name, pack in variant.extra_packs}
    _expect(f"{place}.extras", given, shuffled)
    return stream


def _check_picks(record: Record, secrets: Sequence[str | None]) -> None:
    """Compare the picks with the secret cards of the game, and each with its commitment."""
    _expect("picks", [pick.seat for pick in record.picks], list(range(len(secrets))))
    for number, pick in enumerate(record.picks):
        place = f"picks[{number}]"
        _expect(f"{place}.card", pick.card, secrets[number])
        if pick.card is None or pick.salt is None:
            raise InvalidRecord(f"{place}.salt", "salt_missing")
        if shuffle.pick_commitment(pick.salt, pick.card) != pick.commitment:
            raise InvalidRecord(f"{place}.commitment", "pick_hash")


def _expect(place: str, given: Any, derived: Any) -> None:
    """Raise InvalidRecord at the first place where what is given is not what was derived.

    Compare only as deep as what was derived; 1, 1.0 and true are three things.
    """
    if isinstance(derived, Mapping) and isinstance(given, Mapping):
        for key in derived:
            if key not in given:
                raise InvalidRecord(f"{place}.{key}", "is_missing")
            _expect(f"{place}.{key}", given[key], derived[key])
        for key in given:
            if key not in derived:
                raise InvalidRecord(place, "key_out_of_place", given=quote(key))
    elif isinstance(derived, list) and isinstance(given, list):
        for number, (one, other) in enumerate(zip(given, derived, strict=False)):
            _expect(f"{place}[{number}]", one, other)
        if len(given) != len(derived):
            raise InvalidRecord(place, "list_differs", count=len(given), derived=len(derived))
    elif type(given) is not type(derived) or given != derived:
        raise InvalidRecord(place, "differs", given=quote(given), derived=quote(derived))
