"""View models of the list of notices and of the settings."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Set
from dataclasses import dataclass

from accounts.models import User
from notices.kinds import BY_PEOPLE, OF_NO_GAME, Kind
from notices.messages import describe
from notices.models import Notice
from notices.selectors import (
    LISTED,
    find_begun,
    find_deadlines,
    find_muted,
    find_newest_of_muted,
    find_notices,
    find_people,
)

IN_BELL = 8
"""How many notices the box in the header lists."""
_UNMUTABLE = ("played", "begun", "over", "declined")
"""The stages of a game from which on a person is told nothing more about it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A notice in the list. The newest one about each game `can_mute` it while more may come.

    A notice about a webhook, for example, has no game. `sender` is the username of whoever has sent
    it and can be reported, or "".
    """

    number: int
    title: str
    text: str
    path: str
    at: dt.datetime
    is_unread: bool
    game: str
    is_muted: bool
    can_mute: bool
    sender: str


@dataclass(frozen=True, slots=True)
class NoticesView:
    """The list of a person's notices."""

    lines: list[Line]
    newest: int
    has_unread: bool


def view_notices(user: User, *, in_bell: bool = False) -> NoticesView:
    """Return what the page lists, or the first of it, for the box in the header."""
    found = find_notices(user, number=IN_BELL if in_bell else LISTED)
    return NoticesView(
        lines=_lines(found, muted=find_muted(user)),
        newest=max((notice.pk for notice in found), default=0),
        has_unread=any(notice.read_at is None for notice in found),
    )


def view_muted(user: User) -> list[Line]:
    """Return the games that a person has muted, each as the newest notice about it."""
    found = find_newest_of_muted(user)
    return _lines(found, muted={notice.game for notice in found})


def _lines(notices: Iterable[Notice], *, muted: Set[str]) -> list[Line]:
    found = list(notices)
    people, deadlines = find_people(found), find_deadlines(found)
    names = {user_id: person.name for user_id, person in people.items()}
    goes_on = {notice.game for notice in found if notice.kind not in (*OF_NO_GAME, Kind.ENDED)}
    mutable = goes_on | (muted & {notice.game for notice in found})
    begun = find_begun(mutable, found[0].user_id) if mutable else {}
    mutable -= {game for game, stage in begun.items() if stage in _UNMUTABLE} - muted
    lines = []
    for notice in found:
        told = describe(notice, names, deadlines, begun)
        sender = people.get(notice.facts.get("by", 0)) if notice.kind in BY_PEOPLE else None
        lines.append(
            Line(
                number=notice.pk,
                title=told.title,
                text=told.text,
                path=notice.path,
                at=notice.created_at,
                is_unread=notice.read_at is None,
                game=notice.game if notice.kind not in OF_NO_GAME else "",
                is_muted=notice.game in muted,
                can_mute=notice.game in mutable,
                sender=sender.username if sender is not None else "",
            )
        )
        mutable.discard(notice.game)
    return lines
