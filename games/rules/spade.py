"""Spade Casino: every spade is a point, and a game goes to 61."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.rules.casino import Casino, lines
from games.rules.casino.options import COUNT_OUT, PARTNERSHIP
from games.rules.casino.state import CasinoState
from games.rules.errors import InvalidPosition
from games.rules.options import Option
from games.rules.position import Reader
from games.rules.scoring import ScoreLine
from games.rules.state import Capture

_SPADES = ScoreLine("spades", lines.SPADES, 1)
_JACK = ScoreLine("jack_of_spades", ("JS",), 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpadeState(CasinoState):
    """A game of Spade Casino. `spade_takers` are the sides that captured the spades, in order."""

    spade_takers: tuple[int, ...] = ()

    __hash__ = CasinoState.__hash__


class Spade(Casino):
    """Spade Casino, the rules of docs/rules/spade.md."""

    name = "spade"
    title = "Spade Casino"
    scoring = (lines.MOST_CARDS, _SPADES, lines.BIG_CASINO, lines.LITTLE_CASINO, _JACK, lines.ACES)
    options = (
        PARTNERSHIP,
        Option("target", (61, 24, None)),
        Option("sweeps", (True, False)),
        COUNT_OUT,
    )
    state = SpadeState
    keys = Casino.keys | {"spade_takers"}

    def points_in_order(self, state: CasinoState, line: ScoreLine) -> Iterator[Sequence[int]]:
        """Yield the points of a line in the order of counting out, spades as captured (5.5)."""
        if line is not _SPADES:
            return super().points_in_order(state, line)
        assert isinstance(state, SpadeState)
        sides = range(len(state.captured))
        return ([int(side == taker) for side in sides] for taker in state.spade_takers)

    def _add_capture(self, state: CasinoState, side: int, capture: Capture) -> CasinoState:
        assert isinstance(state, SpadeState)
        count = len(set(capture.cards).intersection(_SPADES.cards))
        taken = replace(state, spade_takers=(*state.spade_takers, *[side] * count))
        return super()._add_capture(taken, side, capture)

    def _read_more(self, reader: Reader, state: CasinoState) -> CasinoState:
        counts = [(captured & _SPADES.bits).bit_count() for captured in state.captured]
        takers = [side for side, count in enumerate(counts) for _ in range(count)]
        read = reader.read_numbers("spade_takers", 0, len(counts) - 1, takers)
        if sorted(read) != takers:
            raise InvalidPosition("other_spade_takers")
        return replace(state, spade_takers=read)  # type: ignore[call-arg]

    def _write(self, state: CasinoState) -> dict[str, Any]:
        assert isinstance(state, SpadeState)
        return super()._write(state) | {"spade_takers": list(state.spade_takers)}
