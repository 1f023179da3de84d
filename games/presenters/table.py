"""The table as one viewer may see it: what the live template renders, hidden cards left out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import cached_property

from games.messages.clock import clock_words
from games.messages.events import say_sentence
from games.messages.labels import example_words
from games.messages.language import remembered
from games.messages.names import Names
from games.messages.seats import tell_contest
from games.messages.text import EMPTY, Text, join, speak_text
from games.messages.turns import tell_pace
from games.models import NO_TIMER, TURNS_A_MINUTE, Game
from games.presenters.boards import board_of
from games.presenters.boards.context import BoardContext
from games.presenters.clock import (
    clock_extended_words,
    clock_note,
    seconds_in_all,
    seconds_left,
    turn_words,
)
from games.presenters.counted import view_counted, view_earlier_decks
from games.presenters.endings import find_gone
from games.presenters.events import (
    ask_to_quit,
    find_newest,
    recent_steps,
    said_words,
    tell_step,
    view_happened,
)
from games.presenters.guides import NOTHING, GuideView, view_guide
from games.presenters.people import names_by_seat, player_avatar
from games.presenters.picking import own_secret_words, view_pick
from games.presenters.results import view_result
from games.presenters.seats import seats_around, view_players, view_seats, view_sides
from games.presenters.shapes import (
    ComposerView,
    CountedView,
    FormState,
    HappenedView,
    PickProof,
    PickView,
    PlayerView,
    ResultView,
    SeatView,
    SheetRow,
    ShuffleView,
    SideView,
)
from games.presenters.sheet import find_scores, list_lines, view_sheet
from games.presenters.shuffle import view_picks, view_shuffle
from games.presenters.stages import counts_decks, find_stage, is_new_stage
from games.presenters.states import mask, masked_state, since_last_deck, state_since
from games.presenters.vacations import tell_vacations, zone_of
from games.presenters.waiting import WaitingView, view_waiting
from games.rules.scoring import Points
from games.rules.state import State
from games.rules.wording.values import show_number
from games.snapshots import Snapshot, find_totals, is_pick_open

EMPTY_FORM = FormState()


def view_table(
    snapshot: Snapshot,
    user_id: int | None,
    *,
    now: dt.datetime,
    form: FormState = EMPTY_FORM,
    four_colours: bool = False,
) -> TableView:
    """Return the table as the user sees it at that moment."""
    return TableView(snapshot, user_id, now=now, form=form, four_colours=four_colours)


class TableView:
    """Everything on the page of one game for one viewer, hidden cards left out.

    What takes work is done when it is first asked for: a change of the page needs little of it.
    Seats are in seat order. No query is made while the game goes on.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        user_id: int | None,
        *,
        now: dt.datetime,
        form: FormState,
        four_colours: bool,
    ) -> None:
        game, own_seat = snapshot.game, snapshot.seat_of(user_id)
        self._snapshot, self._user_id, self._now = snapshot, user_id, now
        self._variant = variant = game.rules
        self._events = snapshot.events[game.opening_moves :]
        self.form, self.four_colours = form, four_colours
        self.game_id, self.status, self.kind = game.public_id, game.status, game.kind
        self.version, self.moves_seen = game.version, game.move_count
        self.move_time, self.bank, self.lesson = game.move_time, game.bank, game.lesson
        self.variant, self.title, self.unit = variant.name, variant.title, variant.unit
        self.board_name = variant.board
        self.is_over_days = game.is_over_days
        self.viewer = own_seat.index if own_seat is not None else None
        self.to_move = game.to_move
        self.your_turn = self.viewer is not None and game.to_move == self.viewer
        self.steps = len(self._events)

    @cached_property
    def state(self) -> State | None:
        """The state as far as the viewer may know it, None before the deal."""
        return masked_state(self._snapshot, self.viewer)

    @cached_property
    def since(self) -> State | None:
        """How it stood before the events that the viewer is told of, as the viewer may see it."""
        before = state_since(self._snapshot, self.viewer, len(self.happened))
        return mask(self._variant, before, self.viewer) if before is not None else self.state

    @cached_property
    def names(self) -> Names:
        """The players' names, as the viewer reads them."""
        names = names_by_seat(self._snapshot.game, self._snapshot.seats)
        return Names(names, self.viewer)

    @cached_property
    def players(self) -> tuple[PlayerView, ...]:
        """The players at the seats."""
        return view_players(self._snapshot, self.state, self.viewer)

    @cached_property
    def stand_ins(self) -> tuple[str, ...]:
        """The level that plays for each seat whose player has left, "" for the others."""
        return tuple([seat.stand_in for seat in self._snapshot.seats])

    @cached_property
    def avatars(self) -> tuple[str, ...]:
        """The players' pictures."""
        return tuple([player_avatar(seat) for seat in self._snapshot.seats])

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        """The seats with what lies before them."""
        return view_seats(self._snapshot, self.state, self._totals, self.players)

    @cached_property
    def me(self) -> SeatView | None:
        """The seat at the bottom: the viewer's, or the first for a spectator."""
        return seats_around(self.seats, self.viewer)[0]

    @cached_property
    def others(self) -> tuple[SeatView, ...]:
        """The other seats, clockwise from the left."""
        return seats_around(self.seats, self.viewer)[1]

    @cached_property
    def sides(self) -> tuple[SideView, ...]:
        """The sides; that of `me` comes first."""
        return view_sides(self.state, self.seats, self.me, self.names)

    @cached_property
    def scores(self) -> Sequence[Mapping[str, Points]]:
        """The point sheet of each side, of the deck that is played."""
        state = self._snapshot.state
        return find_scores(self._variant, state) if state is not None else ()

    @cached_property
    def scores_since(self) -> Sequence[Mapping[str, Points]]:
        """The same before the events that the viewer is told of, if there are any."""
        before = state_since(self._snapshot, self.viewer, len(self.happened))
        return find_scores(self._variant, before) if before is not None else ()

    @cached_property
    def _sheet(self) -> tuple[tuple[SheetRow, ...], tuple[str, ...]]:
        is_timed, state = self.move_time != NO_TIMER, self.state
        lines = list_lines(self._variant, state, is_timed=is_timed) if state is not None else ()
        return view_sheet(self._variant, lines, self.scores, self.scores_since)

    @property
    def sheet(self) -> tuple[SheetRow, ...]:
        """The lines of the point sheet, of the deck that is played."""
        return self._sheet[0]

    @property
    def sheet_totals(self) -> tuple[str, ...]:
        """Each side's points in the deck that is played."""
        return self._sheet[1]

    @cached_property
    def _totals(self) -> Sequence[Points]:
        state = self._snapshot.state
        return find_totals(self._variant, state) if state is not None else ()

    @cached_property
    def totals(self) -> tuple[str, ...]:
        """Each side's points in the whole game."""
        return tuple(map(show_number, self._totals))

    @property
    def goal(self) -> int | None:
        """The points that win, None where the game ends with the cards."""
        return self._variant.goal(self.state) if self.state is not None else None

    @property
    def counts_decks(self) -> bool:
        """Whether `sheet_totals` and `totals` differ: in a match of several decks."""
        return self.state is not None and counts_decks(self._variant, self.state)

    @cached_property
    def contest(self) -> str:
        """Which players play against which."""
        return _tell_contest(self.names, tuple([side.seats for side in self.sides]))

    @cached_property
    def quit_words(self) -> str:
        """What quitting would bring."""
        gone = find_gone(self._variant, self.state) if self.state is not None else ()
        own, *others = (side.seats for side in self.sides)
        staying = [seats for seats in others if not set(seats).intersection(gone)]
        return ask_to_quit(
            self.names,
            partners=own[1:],
            rivals=staying[0] if len(staying) == 1 else (),
            is_lesson=bool(self.lesson),
        )

    @cached_property
    def happened(self) -> tuple[HappenedView, ...]:
        """The events that the viewer is told of above the piles, in their order."""
        happened = view_happened(self._snapshot, self._events, self.names)
        return since_last_deck(happened, self._snapshot, self.viewer)

    @property
    def newest(self) -> HappenedView | None:
        """The newest of them that did not just follow from another one."""
        return find_newest(self.happened) if self.happened else None

    @cached_property
    def own_secret(self) -> Text:
        """Which secret card the viewer has, until there is an event to tell."""
        return EMPTY if self.happened else own_secret_words(self._variant, self.state, self.viewer)

    @cached_property
    def counted(self) -> CountedView | None:
        """The deck that was just counted, while the viewer has not moved since."""
        return view_counted(self._snapshot, self.names)

    @cached_property
    def earlier_decks(self) -> tuple[CountedView, ...]:
        """The decks of a finished match, except the last one, which `result` explains."""
        return view_earlier_decks(self._snapshot, self.names)

    @cached_property
    def stage(self) -> str:
        """How far the game is."""
        return find_stage(self._snapshot)

    @property
    def is_new_stage(self) -> bool:
        """Whether that is new to the viewer."""
        return is_new_stage(self._snapshot, len(self.happened))

    @cached_property
    def turn_words(self) -> str:
        """Whose turn it is."""
        return turn_words(self._snapshot, self.names)

    @property
    def has_clock(self) -> bool:
        """Whether the turn has a deadline."""
        return self._snapshot.game.deadline is not None

    @cached_property
    def seconds_left(self) -> float | None:
        """The seconds left of the turn, None when no clock runs."""
        return seconds_left(self._snapshot.game, self._now)

    @property
    def seconds_in_all(self) -> int:
        """The seconds that the turn had when it began."""
        return seconds_in_all(self._snapshot.game)

    @property
    def clock_words(self) -> str:
        """The time that is left, as the clock shows it."""
        return clock_words(self.seconds_left or 0)

    @property
    def grace_seconds(self) -> float:
        """How much later than the deadline a move may arrive."""
        return self._snapshot.game.grace.total_seconds()

    @property
    def clock_note(self) -> str:
        """What happens when the time runs out."""
        game, seats = self._snapshot.game, self._snapshot.seats
        notes = [*self.vacations]
        if game.is_paced and game.to_move is not None:
            notes.append(tell_pace(self.names, game.to_move, most=TURNS_A_MINUTE))
        picked = self._snapshot.picks
        note = clock_note(game, seats, self.state, self.names, picked=picked, now=self._now)
        return join([*notes, *([note] if note else [])], ". ") if notes else note

    @cached_property
    def vacations(self) -> tuple[Text, ...]:
        """Who is on vacation, in the time zone of a viewer who has a seat."""
        game, seats = self._snapshot.game, self._snapshot.seats
        if not game.counts_vacation:  # as in all live games: then no time zone is needed either
            return ()
        own = self._snapshot.seat_of(self._user_id)
        zone = zone_of(own.user) if own is not None else None
        return tell_vacations(game, seats, self.names, zone, now=self._now)

    @property
    def clock_extended_words(self) -> str:
        """That an outage made the turn longer, or ""."""
        return clock_extended_words(self._snapshot.game)

    @cached_property
    def _context(self) -> BoardContext[Any] | None:
        if self.state is None:
            return None
        is_playing = self.status == Game.Status.PLAYING
        names = self.names.names
        return BoardContext(
            *(self._variant, self.state, self.since, self.viewer, names, is_playing, self.form),
            glows=self.glows,
        )

    @cached_property
    def guide(self) -> GuideView | None:
        """What the host of a lesson says, None in any other game and after the end."""
        return view_guide(self._snapshot) if self.lesson else None

    @property
    def glows(self) -> frozenset[str]:
        """What matters for the step of a lesson."""
        return self.guide.glows if self.guide is not None else NOTHING

    @cached_property
    def board(self) -> Any:
        """What lies on the table and in the viewer's hand, None before the deal."""
        context = self._context
        return board_of(self._variant).view_board(context) if context is not None else None

    @cached_property
    def composer(self) -> ComposerView | None:
        """What the chosen cards would do, None for somebody who only watches."""
        return _view_composer(self._context)

    @property
    def typed_examples(self) -> tuple[tuple[str, str], ...]:
        """Moves in notation, and what they do."""
        return _view_examples(self._variant.typed_examples)

    def lifelines_of(self, seat: int) -> tuple[object, ...]:
        """Return a seat's lifelines, each with whether it is used."""
        return board_of(self._variant).view_lifelines(self._variant, self.state, seat)

    @property
    def max_violations(self) -> int:
        """How many violations a player may have, 0 without a timer."""
        return self._variant.max_violations if self.move_time != NO_TIMER else 0

    @property
    def said(self) -> str:
        """What a screen reader says of the newest event, and of what follows from it.

        Before the deal, that is what the viewer has to do, if anything.
        """
        if self.state is None:
            is_to_pick = self.viewer is not None and self.pick is not None and not self.pick.picked
            return say_sentence(self.turn_words) if is_to_pick else ""
        # The result's headline gets the focus, and is read out then.
        guide = self.guide
        outcome = "" if self.result else say_sentence(speak_text(self.turn_words))
        if guide is not None and guide.is_new:
            outcome = speak_text(guide.words)
        if self.own_secret:
            outcome = f"{say_sentence(speak_text(self.own_secret))} {outcome}"
        if drawn := getattr(self.board, "drawn_words", EMPTY):
            outcome = f"{say_sentence(speak_text(drawn))} {outcome}"
        return said_words(self._snapshot, self.happened, self.counted, self.stage, outcome)

    @property
    def told_steps(self) -> range:
        """The numbers of the newest events that are told below the table, the newest first."""
        return recent_steps(self._snapshot, self._events)

    def tell_step(self, number: int) -> Text:
        """Return one of these events in words."""
        return tell_step(self._snapshot, self._events, number, self.names)

    @property
    def commitment(self) -> str:
        """The promise of the shuffle."""
        return self._snapshot.deck.commitment

    @property
    def open_picks(self) -> tuple[bool, ...]:
        """Which of the secret cards everybody may know."""
        return tuple([is_pick_open(self._snapshot, p) for p in self._snapshot.picks.values()])

    @property
    def pick_proofs(self) -> tuple[PickProof, ...]:
        """The promises of the secret cards."""
        return view_picks(self._snapshot)

    @property
    def shuffle(self) -> ShuffleView | None:
        """The opened shuffle of a finished game."""
        return view_shuffle(self._snapshot)

    @cached_property
    def result(self) -> ResultView | None:
        """How the game ended. Only this needs queries: one to three, for the rematch."""
        return view_result(self._snapshot, self.names)

    @cached_property
    def pick(self) -> PickView | None:
        """What a player picks a secret card from."""
        return view_pick(self._snapshot, self.viewer)

    @cached_property
    def waiting(self) -> WaitingView | None:
        """The table that waits for players."""
        return view_waiting(self._snapshot, self._user_id, now=self._now)

    @property
    def can_leave(self) -> bool:
        """Whether the viewer may leave without losing."""
        return self.viewer is not None and self.status in ("waiting", "picking")


@remembered(16)
def _view_examples(examples: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((text, example_words(action)) for text, action in examples)


@remembered(512)
def _tell_contest(names: Names, sides: tuple[tuple[int, ...], ...]) -> str:
    return tell_contest([names.object(side) for side in sides])


def _view_composer(context: BoardContext[State] | None) -> ComposerView | None:
    if context is None or context.viewer is None or not context.is_playing:
        return None
    view, form = board_of(context.variant).view_composer, context.form
    return view(context.variant, context.state, context.viewer, form.cards, form.piles)
