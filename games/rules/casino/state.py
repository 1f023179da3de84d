"""The state of a game of Casino."""

from dataclasses import dataclass

from games.rules.state import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class CasinoState(TableState):
    """A game of Casino, in the middle of a deck or between two.

    `partnership` to `sweeps` are the options of the table, by name; the defaults are those of a
    variant without the option. `target` is None for a single deck. `starter` is the seat on the
    dealer's left, `match_scores` are the points of each side from the decks before this one. `out`
    are the seats that quit or forfeited while others play on. `waits` means that a deck has been
    played out and counted, and the next one is not dealt yet.
    """

    partnership: bool = False
    target: int | None = None
    count_out: bool = False
    sweeps: bool = False
    match_scores: tuple[int, ...]
    out: tuple[int, ...] = ()
    waits: bool = False

    __hash__ = TableState.__hash__

    @property
    def is_over(self) -> bool:
        """Whether the game is decided; between two decks it is nobody's turn either."""
        return self.to_move is None and not self.waits

    @property
    def dealer(self) -> int:
        """The seat that deals this deck (clause 1.2)."""
        return (self.starter - 1) % len(self.hands)

    @property
    def staying(self) -> tuple[int, ...]:
        """The sides that have not dropped out (clause 6.3)."""
        gone = {self.side_of(seat) for seat in self.out}
        return tuple(side for side in range(len(self.captured)) if side not in gone)
