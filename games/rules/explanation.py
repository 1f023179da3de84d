"""What a move on a table of piles does, as values instead of words."""

from dataclasses import dataclass

from games.rules.wording.piles import say_play

Groups = tuple[tuple[str, ...], ...]
Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A move on a table of piles, explained; `str()` says it in English.

    `action` is what the move is called in its game: `drop` or `trail`, `build`, `build_same` or
    `build_multiple`, `capture`, `subtraction`, `pass`, `secret` or `deal`. `card` is the card
    played; it is empty where there is none, and for a secret card.

    `value` is the number that a capturing card is read as (None for what it is anyway), what a
    build is worth, or what a subtraction leaves. `groups` are the cards taken or put together,
    those that add up in one group. A capture explained on its table also has `gains`, the counts
    of what the game counts (`cards`, `spades`, `diamonds`), and `points` by the line of the sheet
    that they go to.

    >>> str(Explanation("capture", "8C", groups=(("5H", "3D"), ("8S",)), gains=(("cards", 4),)))
    '8♣ takes 5♥ + 3♦ and 8♠: 4 cards'
    """

    action: str
    card: str = ""
    value: int | str | None = None
    groups: Groups = ()
    gains: Counts = ()
    points: Counts = ()

    def __str__(self) -> str:
        return say_play(self)
