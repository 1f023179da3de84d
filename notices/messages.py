"""Notices in words, in the language of whoever reads them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.time_zones import tell_offset
from notices.kinds import OF_A_TURN, OF_NO_GAME, OF_PARTNERS, Kind
from notices.models import Notice


@dataclass(frozen=True, slots=True)
class Told:
    """What a notice says: a headline, and a sentence or two below it."""

    title: str
    text: str


def describe(
    notice: Notice,
    names: Mapping[int, str],
    deadlines: Mapping[str, dt.datetime],
    begun: Mapping[str, str] = MappingProxyType({}),
) -> Told:
    """Return a notice in words.

    `names` are those of the people in its facts, by id, `deadlines` those of the person's turns, by
    game; `begun` are games that no longer wait for the person, and how far they are. Times are in
    the active time zone, words in the active language.
    """
    facts = notice.facts
    words = {
        "game": facts.get("title", ""),
        "others": _join(
            [_name(each, names) for each in facts.get("people", ())] + facts.get("computers", [])
        ),
        "name": _name(facts.get("by"), names),
        "host": facts.get("host", ""),
        "offer": _offer(facts),
        "until": _until(notice, deadlines),
    }
    told = _TOLD_AT.get(begun.get(notice.game, ""), _TOLD)[Kind(notice.kind)](notice, words)
    text = told.text % words
    if "partner" in facts and notice.kind in OF_PARTNERS:
        partner = facts["partner"]
        name = partner if isinstance(partner, str) else _name(partner, names)
        text += " " + _("Your partner is %(name)s.") % {"name": name}
    return Told(told.title % words, text)


def describe_digest(notices: Sequence[Notice]) -> str:
    """Return the headline above several notices."""
    if all(notice.kind in OF_A_TURN for notice in notices):
        games = len({notice.game for notice in notices})
        line = ngettext(
            "It is your turn in %(count)d game", "It is your turn in %(count)d games", games
        )
        return line % {"count": games}
    if any(notice.kind in OF_NO_GAME for notice in notices):
        return ngettext("%(count)d notice", "%(count)d notices", len(notices)) % {
            "count": len(notices)
        }
    line = ngettext(
        "%(count)d notice about your games", "%(count)d notices about your games", len(notices)
    )
    return line % {"count": len(notices)}


def describe_subject(title: str, notices: Sequence[Notice]) -> str:
    """Return the subject of a message about notices, given the headline of the first."""
    if len(notices) == 1:
        return title
    if all(notice.kind in OF_A_TURN for notice in notices):
        return describe_digest(notices)
    others = len(notices) - 1
    line = ngettext(
        "%(title)s, and %(count)d more notice", "%(title)s, and %(count)d more notices", others
    )
    return line % {"title": title, "count": others}


def _turn(notice: Notice, words: Mapping[str, str]) -> Told:
    if notice.facts.get("pick"):
        return Told(
            _("Pick your secret card: %(game)s against %(others)s"),
            _("The game begins when everyone has picked one.") + "%(until)s",
        )
    if notice.facts.get("first"):
        return Told(
            _("Your game of %(game)s against %(others)s has begun"),
            _("You go first.") + "%(until)s",
        )
    return Told(_("Your turn against %(others)s"), _("It is your turn in %(game)s.") + "%(until)s")


def _warning(notice: Notice, words: Mapping[str, str]) -> Told:
    awaited = (
        _("You have yet to pick your secret card in %(game)s.")
        if notice.facts.get("pick")
        else _("It is your turn in %(game)s.")
    )
    return Told(_("Your time is running out against %(others)s"), awaited + "%(until)s")


def _started(notice: Notice, words: Mapping[str, str]) -> Told:
    # E-mail tells of no turn in a live game, so it may not promise that.
    next_turn = (
        _("Another player goes first. It will be your turn soon.")
        if notice.is_urgent
        else _("Another player goes first. You will be told when it is your turn.")
    )
    return Told(_("Your game of %(game)s against %(others)s has begun"), next_turn)


def _invitation(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("%(name)s invites you to a game"),
        _("The game is %(game)s: %(offer)s. Take your seat, or decline.")
        if words["offer"]
        else _("The game is %(game)s. Take your seat, or decline."),
    )


def _rematch(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("%(name)s asks you for a rematch"),
        _("It would be %(game)s again, with the same options and the same time for each turn."),
    )


def _closed_invitation(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("%(name)s invited you to a game"),
        _("The invitation to %(game)s is no longer open."),
    )


def _closed_rematch(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("%(name)s asked you for a rematch"),
        _("The offer to play %(game)s again is no longer open."),
    )


def _declined_rematch(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("%(name)s asked you for a rematch"),
        _("One of the players has declined the offer to play %(game)s again."),
    )


def _joined_rematch(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("%(name)s asked you for a rematch"),
        _("You have accepted. It begins as soon as all seats are taken."),
    )


def _accepted_invitation(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("%(name)s invited you to a game"),
        _("You have accepted the invitation to %(game)s."),
    )


def _accepted_rematch(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("%(name)s asked you for a rematch"),
        _("You have accepted the offer to play %(game)s again."),
    )


def _vacation(notice: Notice, words: Mapping[str, str]) -> Told:
    facts = notice.facts
    left = ngettext(
        "If it lasts that long, you then have %(count)d full day left in %(year)d.",
        "If it lasts that long, you then have %(count)d full days left in %(year)d.",
        facts["days_left"],
    )
    sentences = (
        _("Your time ran out in %(game)s against %(others)s."),
        _("The vacation lasts until %(moment)s, unless you end it before.")
        % {"moment": _moment(dt.datetime.fromisoformat(facts["ends_at"]))},
        _("If that game still waits for you, play there before you end it: no time is left."),
        left % {"count": facts["days_left"], "year": facts["year"]},
    )
    return Told(_("Your vacation has begun automatically"), " ".join(sentences))


def _violation(notice: Notice, words: Mapping[str, str]) -> Told:
    if notice.facts.get("own"):
        return Told(
            _("You ran out of time against %(others)s"),
            _("This counts as a violation in %(game)s.") + "%(until)s",
        )
    return Told(
        _("%(name)s ran out of time"),
        _("This counts as a violation in %(game)s. The table shows what it cost."),
    )


def _take_over(notice: Notice, words: Mapping[str, str]) -> Told:
    if notice.facts.get("own"):
        return Told(
            _("A computer player has taken over your seat"),
            _("You are out of %(game)s. The others play on."),
        )
    return Told(
        _("A computer player has taken over the seat of %(name)s"),
        _("The game of %(game)s goes on."),
    )


def _ended(notice: Notice, words: Mapping[str, str]) -> Told:
    results = {
        "won": _("You won against %(others)s"),
        "lost": _("You lost against %(others)s"),
        "drawn": _("Your game against %(others)s ended in a draw"),
    }
    result = notice.facts.get("result", "")
    title = results.get(result)
    if notice.facts.get("sides", 2) > 2 and result == "lost":  # though perhaps not to all others
        title = _("You did not win against %(others)s")
    elif notice.facts.get("has_lost") and result == "drawn":
        title = _("Your game against %(others)s ended in a shared win")
    if title is None:
        return Told(_("Your game of %(game)s will not be played"), _why_not_played(notice))
    return Told(title, _("The game of %(game)s is over. See how it ended."))


def _why_not_played(notice: Notice) -> str:
    """Return why a game was cancelled; older notices do not know it."""
    declined = _("The other player declined, or the offer was withdrawn.")
    if "by" in notice.facts:
        declined = _("%(name)s has declined.")
    reasons = {
        "declined": declined,
        "left": _("A player left before the deal. The game does not count."),
        "picks_ran_out": _("Nobody picked a secret card in time. The game does not count."),
        "away": _("It was closed because whoever waited there had gone away."),
        "lapsed": _("The table was closed because not enough players came in time."),
        "missed_call": _(
            "An opponent was there, but you did not come in time. You can look for another one."
        ),
    }
    usual = _("A seat was not taken in time, or a player left before the deal.")
    return reasons.get(notice.facts.get("why", ""), usual)


def _webhook(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("Your webhook for %(host)s is switched off"),
        _("Messages no longer arrive there. A test that arrives switches it on again."),
    )


def _removed(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("The staff has ended another player’s part in %(game)s"),
        _("It counts as if this player had quit. You did nothing wrong."),
    )


def _report(notice: Notice, words: Mapping[str, str]) -> Told:
    return Told(
        _("The staff has looked at your report"),
        _("Thank you. What needed to be done has been done."),
    )


def _sanction(notice: Notice, words: Mapping[str, str]) -> Told:
    if notice.facts.get("answer"):
        return Told(_("The staff has answered your reply"), _("Read the answer."))
    return Told(_("You have a warning from the staff"), _("Read it. You can reply once."))


def _account(notice: Notice, words: Mapping[str, str]) -> Told:
    facts = notice.facts
    if facts.get("is_open"):
        return Told(_("Your account is open again"), _("You can play again."))
    if facts.get("until"):
        until = _("You cannot play before %(moment)s.") % {
            "moment": _moment(dt.datetime.fromisoformat(facts["until"]))
        }
        return Told(_("Your account is suspended"), f"{until} {_read_and_reply()}")
    closed = _("The people who run this site have closed it.")
    return Told(_("Your account is closed"), f"{closed} {_read_and_reply()}")


def _read_and_reply() -> str:
    return _("When you log in, you can read why, and reply once.")


def _queue(notice: Notice, words: Mapping[str, str]) -> Told:
    if notice.facts.get("reply"):
        return Told(
            _("A player has replied to the staff"),
            _("The reply is waiting for you or a colleague."),
        )
    return Told(_("A player has been reported"), _("The report is waiting for you or a colleague."))


def describe_test() -> Told:
    """Return what a test of a webhook says."""
    return Told(_("A test"), _("Your webhook works."))


_TOLD = {
    Kind.TURN: _turn,
    Kind.WARNING: _warning,
    Kind.STARTED: _started,
    Kind.INVITATION: _invitation,
    Kind.REMATCH: _rematch,
    Kind.VACATION: _vacation,
    Kind.VIOLATION: _violation,
    Kind.TAKE_OVER: _take_over,
    Kind.ENDED: _ended,
    Kind.WEBHOOK: _webhook,
    Kind.REMOVED: _removed,
    Kind.REPORT: _report,
    Kind.SANCTION: _sanction,
    Kind.QUEUE: _queue,
    Kind.ACCOUNT: _account,
}
_TOLD_LATER = _TOLD | {Kind.INVITATION: _closed_invitation, Kind.REMATCH: _closed_rematch}
_ACCEPTED = _TOLD | {Kind.INVITATION: _accepted_invitation, Kind.REMATCH: _accepted_rematch}
_TOLD_AT = {
    "joined": _TOLD_LATER | {Kind.REMATCH: _joined_rematch},
    "playing": _ACCEPTED,
    "played": _ACCEPTED,
    "begun": _TOLD_LATER,
    "over": _TOLD_LATER,
    "declined": _TOLD_LATER | {Kind.REMATCH: _declined_rematch},
}


def _until(notice: Notice, deadlines: Mapping[str, dt.datetime]) -> str:
    """Return by when the person must move, as a further sentence, if the game is over days."""
    deadline = deadlines.get(notice.game)
    if deadline is None or notice.is_urgent:
        return ""
    return " " + _("You have until %(moment)s.") % {"moment": _moment(deadline)}


def _moment(moment: dt.datetime) -> str:
    """Return a moment; in the hour that comes twice when clocks are put back, with its offset."""
    local = timezone.localtime(moment)
    words = date_format(local, _("j F, H:i"))
    is_double = local.replace(fold=1 - local.fold).utcoffset() != local.utcoffset()
    if not is_double:
        return words
    return _("{moment} (UTC{offset})").format(moment=words, offset=tell_offset(local))


def _offer(facts: Mapping[str, Any]) -> str:
    """Return what is played and at what pace; older notices do not know all of it."""
    if "time" not in facts:
        return ""
    return str(import_string(settings.NOTICES_TELL_OFFER)(facts["time"], facts.get("offer")))


def _name(user_id: int | None, names: Mapping[int, str]) -> str:
    if user_id is None:
        return _("a computer player")
    return names.get(user_id, _("Former player"))


def _join(names: Sequence[str]) -> str:
    """Return the names as a list in a sentence: "Ada, Ben and Carol", but "Ana e Inés"."""
    if not names:
        return _("the computer")
    *others, last = names
    if not others:
        return last
    pattern = pgettext("pattern of items before which “and” has another form", "none")
    if pattern != "none" and re.match(pattern, last):
        sentence = pgettext("the other form of “and”", "{others} and {last}")
    else:
        sentence = _("{others} and {last}")
    commas = pgettext("between the items of a list", ", ")
    return sentence.format(others=commas.join(others), last=last)
