"""Playing a record again, and checking every part of it against what the rules say."""

from collections.abc import Mapping, Sequence
from typing import Any

from games import rules
from games.rules import shuffle
from games.rules.errors import IllegalMove, InvalidPosition
from games.rules.position import show_value
from games.rules.record.shapes import (
    Event,
    InvalidRecord,
    Record,
    RecordedDeck,
    count_entries,
    counting_moves,
)
from games.rules.record.writing import write_points
from games.rules.variant import Variant


def play_record(record: Record) -> list[Any]:
    """Return the state after the deal, then after each event.

    Raises InvalidRecord at the first event that the rules refuse, and when the cards are hidden.
    """
    variant = rules.variant(record.variant, record.rules_version)
    deck = record.decks[0]
    if deck.cards is None or deck.starter is None or deck.extras is None:
        raise InvalidRecord(
            "decks[0].cards",
            "The cards are hidden while the game runs; it can not be played again.",
        )
    players = len(record.players)
    try:
        variant.check_options(record.options, players)
        options = {**record.options, **deck.extras}
        state = variant.begin(deck.cards, players=players, starter=deck.starter, options=options)
    except (InvalidPosition, TypeError) as invalid:
        raise InvalidRecord("options", f"This deal is not possible: {invalid}.") from None
    with counting_moves(variant):
        return _play_events(variant, state, record.events)


def _play_events(variant: Variant[Any, Any], state: Any, events: Sequence[Event]) -> list[Any]:
    states, computers = [state], set()
    for number, event in enumerate(events):
        place = f"events[{number}]"
        if event.kind == "take-over":
            if event.seat in computers:
                raise InvalidRecord(f"{place}.seat", "A computer player has this seat already.")
            if event.seat not in variant.out(states[-1]):
                raise InvalidRecord(f"{place}.seat", "This player has not dropped out.")
            if not event.text:
                raise InvalidRecord(f"{place}.text", "This must be the level of a computer player.")
            computers.add(event.seat)
        states.append(_play_event(variant, states[-1], event, place))
    return states


def _play_event(variant: Variant[Any, Any], state: Any, event: Event, place: str) -> Any:
    if event.kind == "take-over":
        return state
    if event.kind in ("move", "reshuffle"):
        is_owed = variant.awaited_shuffle(state) is not None
        if is_owed != (event.kind == "reshuffle"):
            owed = "The cards must be shuffled first." if is_owed else "No shuffle is due here."
            raise InvalidRecord(f"{place}.kind", owed)
    if event.kind in ("move", "timeout") and state.to_move not in (None, event.seat):
        raise InvalidRecord(
            f"{place}.seat", f"It is the turn of seat {state.to_move}, not of seat {event.seat}."
        )
    try:
        if event.kind == "timeout":
            return variant.timeout(state)
        if event.kind == "resignation":
            assert event.seat is not None  # noqa: S101
            return variant.resign(state, event.seat)
        move = variant.parse(state, event.text)
    except IllegalMove as illegal:
        key, what = ("text", f"The move {event.text}") if event.text else ("kind", "This")
        raise InvalidRecord(f"{place}.{key}", f"{what} is not legal: {illegal}") from None
    if str(move) != event.text:
        raise InvalidRecord(f"{place}.text", f"The move {event.text} is written {move}.")
    return variant.play(state, move)


def check_record(record: Record) -> list[Any]:
    """Derive the deck, every state, the sheet and the result anew, and return the states.

    Raises InvalidRecord at the first place where the record says something else.
    """
    if record.result is None:
        raise InvalidRecord(
            "result", "The game is not finished; only a finished game can be checked."
        )
    variant = rules.variant(record.variant, record.rules_version)
    states = derive_record(record)
    outcome = variant.outcome(states[-1])
    if outcome is None:
        raise InvalidRecord("events", "After the last event the game is not over.")
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


def derive_record(record: Record) -> list[Any]:
    """Derive the deck and every state anew, of a running game too, and return the states.

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
    deck: RecordedDeck, variant: Variant[Any, Any], players: int, place: str
) -> shuffle.Stream:
    """Check what was shuffled first, and return the stream from which any later one follows."""
    if deck.seed is None or deck.values is None or deck.cards is None:
        raise InvalidRecord(f"{place}.seed", "The seed, the values and the cards must be there.")
    if shuffle.commitment(deck.seed) != deck.commitment:
        raise InvalidRecord(f"{place}.commitment", "This is not the SHA-256 of the seed.")
    try:
        stream = shuffle.stream(deck.recipe, deck.seed, deck.values)
    except ValueError as unknown:
        raise InvalidRecord(place, f"The cards can not be derived: {unknown}.") from None
    _expect(f"{place}.starter", deck.starter, stream.below(players))
    _expect(f"{place}.cards", list(deck.cards), list(stream.shuffled(variant.pack)))
    given = {name: list(cards) for name, cards in (deck.extras or {}).items()}
    shuffled = {name: list(stream.shuffled(pack)) for name, pack in variant.extra_packs}
    _expect(f"{place}.extras", given, shuffled)
    return stream


def _check_picks(record: Record, secrets: Sequence[str | None]) -> None:
    """Compare the picks with the secret cards of the game, and each with what it promised."""
    _expect("picks", [pick.seat for pick in record.picks], list(range(len(secrets))))
    for number, pick in enumerate(record.picks):
        place = f"picks[{number}]"
        _expect(f"{place}.card", pick.card, secrets[number])
        if pick.card is None or pick.salt is None:
            raise InvalidRecord(f"{place}.salt", "This must be there once the game is over.")
        if shuffle.pick_commitment(pick.salt, pick.card) != pick.commitment:
            raise InvalidRecord(f"{place}.commitment", "This is not the SHA-256 of salt and card.")


def _expect(place: str, given: Any, derived: Any) -> None:
    """Raise at the first place where what is given is not what was derived.

    Only as deep as what was derived; 1, 1.0 and true are three things.
    """
    if isinstance(derived, Mapping) and isinstance(given, Mapping):
        for key in derived:
            if key not in given:
                raise InvalidRecord(f"{place}.{key}", "This is missing.")
            _expect(f"{place}.{key}", given[key], derived[key])
        for key in given:
            if key not in derived:
                raise InvalidRecord(place, f"The key {show_value(key)} does not belong here.")
    elif isinstance(derived, list) and isinstance(given, list):
        for number, (one, other) in enumerate(zip(given, derived, strict=False)):
            _expect(f"{place}[{number}]", one, other)
        if len(given) != len(derived):
            told, found = count_entries(given), count_entries(derived)
            raise InvalidRecord(place, f"The list has {told}; played again it has {found}.")
    elif type(given) is not type(derived) or given != derived:
        raise InvalidRecord(
            place, f"The record says {show_value(given)}; played again it is {show_value(derived)}."
        )
