"""A player's own games, as the player sees them in one list."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from games.messages import events as events_told
from games.messages import mine as told
from games.messages import offers, turns
from games.messages.facts import tell_fact
from games.messages.moves import tell_play
from games.messages.names import Names, name_text
from games.messages.plans import mark_planned
from games.messages.standings import tell_standing
from games.messages.text import EMPTY, Text, fill
from games.models import Event, Game, Seat
from games.presenters.clock import seat_seconds, seconds_left
from games.presenters.events import is_planned_by
from games.presenters.offers import offer_words
from games.presenters.people import names_by_seat, player_avatar, short_name
from games.presenters.seeks import Seek, view_own_seeks
from games.presenters.standings import rivals_words, score_words
from games.presenters.vacations import tell_vacations, zone_of
from games.rules import IllegalMove, UnknownRules
from games.selectors.access import Viewer
from games.selectors.mine import MyGames, find_my_games


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game of the viewer's own in a list.

    `names` are the others at the table, `last` is the last move in words, `facts` what is played
    and how it stands; `times` tell how much time each player has.
    """

    game_id: str
    names: Text
    avatars: tuple[str, ...]
    last: Text
    facts: tuple[str, ...]
    turn_words: Text | str
    times: tuple[Text, ...]
    vacations: tuple[Text, ...] = ()


Lines = tuple[MyGame, ...] | tuple[Seek, ...]
Group = tuple[str, str, Lines]


@dataclass(frozen=True, slots=True)
class MyGamesView:
    """The viewer's own games in groups, each with its name and its title.

    `version` changes when anything in them does, except the time that runs down. `more_words` say
    that more games have just finished than are listed.
    """

    version: str
    groups: tuple[Group, ...]
    more_words: str = ""

    @property
    def has_turn(self) -> bool:
        """Whether it is the viewer's turn anywhere."""
        return self.turns > 0

    @property
    def turns(self) -> int:
        """In how many games it is the viewer's turn."""
        return len(self._lines("turns"))

    @property
    def seeks(self) -> tuple[Seek, ...]:
        """The viewer's places in the queue."""
        return tuple(line for line in self._lines("seeks") if isinstance(line, Seek))

    @property
    def calls(self) -> tuple[Seek, ...]:
        """The places at which somebody waits for the viewer, who is on this page."""
        return tuple(seek for seek in self.seeks if seek.is_called)

    def _lines(self, group: str) -> Lines:
        return next((lines for name, _, lines in self.groups if name == group), ())


def view_my_games(viewer: Viewer, *, now: dt.datetime) -> MyGamesView:
    """Return a player's games in a constant number of queries."""
    return group_games(find_my_games(viewer), viewer, now=now)


def tell_next_due(viewer: Viewer, *, now: dt.datetime) -> Text:
    """Return when the next turn of a player without one now is due, or "" if nothing is."""
    found = find_my_games(viewer).others
    others = [game for game in found if game.deadline or game.to_move is not None]
    if not others:
        return EMPTY
    due = min(others, key=lambda game: _until_next(game, now))
    if due.to_move is None:
        return told.picks_are_due(due.title, seconds_left(due, now) or 0.0)
    names, seat = Names(names_by_seat(due, due.seated)), _seat_to_move(due)
    if seat.stand_in:
        return told.next_of_stand_in(names, seat.index, due.title)
    if due.deadline is None or seat.computer:
        return told.next_to_move(names, seat.index, due.title)
    return told.next_is_due(names, seat.index, due.title, seconds_left(due, now) or 0.0)


def _until_next(game: Game, now: dt.datetime) -> tuple[bool, float]:
    """Return what orders games by when a person has to move; the others come last."""
    is_computers = game.to_move is not None and bool(_seat_to_move(game).level)
    return is_computers or game.deadline is None, seconds_left(game, now) or 0.0


def group_games(games: MyGames, viewer: Viewer, *, now: dt.datetime) -> MyGamesView:
    """Return a player's games as the player sees them."""

    def view(found: Iterable[Game]) -> tuple[MyGame, ...]:
        return tuple(_view(game, games, viewer, now) for game in found)

    found: dict[str, Lines] = {
        "turns": view(games.turns),
        "others": view(games.others),
        "waiting": view(games.waiting),
        "seeks": view_own_seeks(games.seeks, viewer, now=now),
        "finished": view(games.finished),
    }
    groups = tuple((name, told.name_group(name), lines) for name, lines in found.items() if lines)
    more = told.tell_newest_only(len(games.finished)) if games.has_more_finished else ""
    return MyGamesView(_version_of(groups, more), groups, more)


def _version_of(groups: Sequence[Group], more_words: str) -> str:
    shown = [
        (name, replace(line, times=()) if isinstance(line, MyGame) else line)
        for name, _, lines in groups
        for line in lines
    ]
    whole = repr((shown, more_words))
    return hashlib.sha256(whole.encode()).hexdigest()[:16] if shown else ""


def _view(game: Game, games: MyGames, viewer: Viewer, now: dt.datetime) -> MyGame:
    seats = game.seated
    mine = next((seat for seat in seats if seat.user_id == viewer.pk), None)
    others = [seat for seat in seats if seat is not mine]
    names = Names(names_by_seat(game, seats), mine.index if mine is not None else None)
    standing = _standing_words(game, mine) or score_words(game, seats, mine)
    facts = (game.title, offer_words(game), stage_words(game), standing)
    return MyGame(
        game_id=game.public_id,
        names=rivals_words(game, seats, mine) or name_text(str(game.invited or "")),
        avatars=tuple(player_avatar(seat) for seat in others) or ("nobody",),
        last=_tell_last(game, games.last.get(game.pk), names),
        facts=tuple(filter(None, facts)),
        turn_words=_turn_words(game, len(seats), is_mine=game in games.turns),
        times=_times(game, seats, names, now, is_mine=game in games.turns),
        vacations=tell_vacations(game, seats, names, zone_of(viewer), now=now),
    )


def stage_words(game: Game) -> str:
    """Return how far a game of several rounds is; only its own page gives the details."""
    number = getattr(game, "newest_round", None)
    if game.status != Game.Status.PLAYING or not number:
        return ""
    try:
        variant = game.rules
    except UnknownRules:
        return ""
    return tell_fact(variant.batch(number, game.players)) if variant.rounds > 1 else ""


def _standing_words(game: Game, mine: Seat | None) -> str:
    """Return the points so far, the player's own first."""
    if mine is None or not game.standing:
        return ""
    points, side = list(map(Decimal, game.standing.split())), game.sides[mine.index]
    return tell_standing(points[side], [*points[:side], *points[side + 1 :]])


def _tell_last(game: Game, event: Event | None, names: Names) -> Text:
    """Return the last move in words; what it brings needs the table, and is left out."""
    if event is None or event.seat is None:
        return fill(events_told.tell_deal()) if game.started_at else EMPTY
    if event.kind == Event.Kind.RESIGNATION:
        return events_told.tell_resignation(names, event.seat)
    if event.kind == Event.Kind.TIMEOUT:
        return events_told.tell_timeout(names, event.seat)
    try:
        described = game.rules.describe_text(event.text)
    except (IllegalMove, UnknownRules):
        return EMPTY
    words = tell_play(described, names.names[event.seat], is_you=names.is_you(event.seat))
    return mark_planned(words) if is_planned_by(names.viewer, event) else words


def _turn_words(game: Game, taken: int, *, is_mine: bool) -> Text | str:
    """Return whose turn it is, or what a game waits for."""
    if game.status == Game.Status.WAITING:
        return waiting_words(game, taken)
    if game.status == Game.Status.PICKING:
        return turns.pick_your_card() if is_mine else offers.picking_cards()
    if game.to_move is None:
        return ""
    return turns.your_turn() if is_mine else turn_of_other(game)


def turn_of_other(game: Game) -> Text:
    """Return whose turn it is in a game in which it is not the viewer's."""
    seat = _seat_to_move(game)
    tell = turns.turn_of_stand_in if seat.stand_in else turns.turn_of
    return tell(short_name(seat))


def _seat_to_move(game: Game) -> Seat:
    return next(seat for seat in game.seated if seat.index == game.to_move)


def waiting_words(game: Game, taken: int) -> str:
    """Return whom a table waits for."""
    if game.players == 2:
        return offers.waiting_for(str(game.invited or ""))
    return offers.waiting_for_players(game.players - taken)


def _times(
    game: Game, seats: Sequence[Seat], names: Names, now: dt.datetime, *, is_mine: bool
) -> tuple[Text, ...]:
    """Return how much time each player has, the viewer first; nothing without a clock."""
    if not game.is_running:
        return ()
    order = sorted(seats, key=lambda seat: not names.is_you(seat.index))
    left = {seat.index: _seconds(game, seat, names, now, is_mine=is_mine) for seat in order}
    return tuple(
        told.tell_time_left(names, index, seconds)
        for index, seconds in left.items()
        if seconds is not None
    )


def _seconds(
    game: Game, seat: Seat, names: Names, now: dt.datetime, *, is_mine: bool
) -> float | None:
    """Return how much time a player has; computer players need none."""
    if seat.level:
        return None
    is_turn = seat.index == game.to_move
    if game.status == Game.Status.PICKING:
        is_turn = is_mine if names.is_you(seat.index) else True
    return seat_seconds(game, seat, is_turn=is_turn, now=now)
