"""The shapes of what the live templates render: plain values, hidden cards left out."""

from __future__ import annotations

from dataclasses import dataclass

from games.messages.text import Part, Text, parts_of
from games.rules.variant import AnyMove

CardChoice = tuple[tuple[str, ...], tuple[str, ...]]
"""The cards of the hand and the keys of the piles that a player chooses."""


@dataclass(frozen=True, slots=True)
class FormState:
    """What the viewer just sent and what came of it; empty for a mere look."""

    cards: tuple[str, ...] = ()
    piles: tuple[str, ...] = ()
    refusal: str = ""
    clause: str = ""
    readings: tuple[AnyMove, ...] = ()
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """A card that is shown: what a screen reader says of it, and the numbers on its badge."""

    code: str
    title: str
    badge: str = ""


@dataclass(frozen=True, slots=True)
class ActionView:
    """A button of the table; `note` says what it would do, or why it does nothing."""

    name: str
    label: str
    enabled: bool
    note: str = ""
    clause: str = ""
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One of the moves that the chosen cards may mean."""

    move_text: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """What the chosen card can do with the piles of these keys."""

    words: Text
    piles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComposerView:
    """What the chosen cards would do: in a sentence, by action, and where a choice is left.

    `suggestions` are what else can be chosen.
    """

    sentence: str
    actions: tuple[ActionView, ...]
    choices: tuple[ChoiceView, ...]
    suggestions: tuple[SuggestionView, ...] = ()

    @property
    def notes(self) -> tuple[tuple[str, tuple[Part, ...], str], ...]:
        """What each action would do, or why it does nothing: name, note and clause."""
        return tuple(
            [(action.name, parts_of(action.note), action.clause) for action in self.actions]
        )


@dataclass(frozen=True, slots=True)
class HappenedView:
    """One event in words: a move without a full stop, anything else as a whole sentence.

    `label` is a move without its player and what it brings. `face` was played from the hand,
    `used` are the table cards that it took or joined. What `follows` came of itself with the event
    before, as a shuffle does.
    """

    number: int
    seat: int | None
    is_mine: bool
    words: Text
    is_move: bool = False
    label: str = ""
    action: str = ""
    face: Face | None = None
    used: tuple[str, ...] = ()
    points: str = ""
    follows: bool = False

    @property
    def card(self) -> str:
        """The code of the card that was played, or ""."""
        return self.face.code if self.face else ""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the point sheet; `changed` are the sides whose points are new."""

    name: str
    label: str
    points: tuple[str, ...]
    changed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A place at the table. What its board lays before it is added by that board.

    `total` are the points of its side in the whole game. `level` is that of a computer player, ""
    for a person. `partner_words` tell whose partner it is in a partnership, `left_words` that its
    player dropped out and who plays now.
    """

    index: int
    name: str
    avatar: str
    is_me: bool
    is_turn: bool
    side: int = 0
    violations: int = 0
    max_violations: int = 0
    hand_count: int = 0
    total: str = "0"
    level: str = ""
    partner_words: str = ""
    left_words: str = ""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The player at a seat, and what of a seat stays the same from move to move."""

    index: int
    name: str
    avatar: str
    level: str
    side: int
    is_me: bool
    partner_words: str = ""
    left_words: str = ""


@dataclass(frozen=True, slots=True)
class SideView:
    """Players who score together: the numbers of their seats, and their points in the whole game.

    `name` stands alone, `object_name` after a preposition: "You", "by you".
    """

    index: int
    name: str
    object_name: str
    is_mine: bool
    seats: tuple[int, ...]
    total: str


@dataclass(frozen=True, slots=True)
class PickView:
    """What a player picks a secret card from, and the card that the player has picked."""

    picked: Face | None
    opponent_picked: bool
    rows: tuple[tuple[Face, ...], ...]
    badges: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class PickProof:
    """The promise of a secret card; card and salt are "" until it is opened."""

    name: str
    commitment: str
    card: str = ""
    salt: str = ""


@dataclass(frozen=True, slots=True)
class ShuffleView:
    """What the shuffle of a finished game came from, and the cards that it gave."""

    seed: str
    values: tuple[str, ...]
    starter: int | None
    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReasonView:
    """One thing that scored: the side, the reason, and the points."""

    side: str
    words: Text
    points: str


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A line of the final sheet that brought somebody points. `points` are per side."""

    name: str
    label: str
    points: tuple[str, ...]
    reasons: tuple[ReasonView, ...]


@dataclass(frozen=True, slots=True)
class CountedView:
    """A deck that was counted while the match goes on. `points` and `totals` are per side.

    `key` is another one for each deck; `next_words` tell who deals now and who begins.
    """

    key: str
    title: str
    headline: str
    points: tuple[str, ...]
    totals: tuple[str, ...]
    lines: tuple[ResultLine, ...]
    next_words: str


@dataclass(frozen=True, slots=True)
class Rank:
    """A side's place in a game of more than two; one that dropped out comes last."""

    place: int
    name: Text
    total: str
    has_dropped_out: bool


@dataclass(frozen=True, slots=True)
class ResultView:
    """How a game ended. `unscored` names the lines that brought nobody points.

    `is_won` says that the viewer's side alone has won a game that was played to its end.
    `may_find_another` says that the viewer may look for somebody else in the queue, and
    `is_called_away` that the viewer waited there and was called to another place.

    The addresses are "" where there is nothing: no cards were dealt, nobody made a move to analyse,
    no guest looks, or the viewer is not asked for a rematch, and so cannot decline one.
    """

    headline: str
    reason_words: str
    ranking: tuple[Rank, ...]
    lines: tuple[ResultLine, ...]
    unscored: str
    rematch_state: str
    rematch_url: str
    rematch_words: str
    decline_url: str
    replay_url: str
    record_url: str
    shuffle_url: str
    analysis_url: str
    keep_url: str
    player_urls: tuple[str, ...]
    may_find_another: bool = False
    is_called_away: bool = False
    is_won: bool = False
