"""Hiding cards: only here does a card that a viewer may not see become `??`."""

from collections.abc import Sequence

from games.rules.cards import HIDDEN


def hide_cards(cards: Sequence[str]) -> tuple[str, ...]:
    """Return as many hidden cards.

    >>> hide_cards(["7H", "TD"])
    ('??', '??')
    """
    return (HIDDEN,) * len(cards)


def hide_hands(hands: Sequence[tuple[str, ...]], seat: int | None) -> tuple[tuple[str, ...], ...]:
    """Return the hands as `seat` sees them: only its own. None sees no hand."""
    return tuple(hand if owner == seat else hide_cards(hand) for owner, hand in enumerate(hands))


def hide_secrets(
    secrets: Sequence[str | None], seat: int | None, shown: frozenset[str]
) -> tuple[str | None, ...]:
    """Return the secret cards as `seat` sees them; those in `shown` are open to everyone."""
    return tuple(
        card if card is None or owner == seat or card in shown else HIDDEN
        for owner, card in enumerate(secrets)
    )
