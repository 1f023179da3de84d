"""What happens at a table besides moves: violations, players who leave, the dealer's work.

An event is told as a move is, without a full stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_noop

from games.messages.facts import tell_fact
from games.messages.language import gettext as _
from games.messages.language import ngettext
from games.messages.names import Names, name_text
from games.messages.text import Text, fill
from games.rules.facts import Fact

_KINDS: Final = {
    "move": gettext_noop("move"),
    "timeout": gettext_noop("violation"),
    "resignation": gettext_noop("resignation"),
    "take-over": gettext_noop("a computer player takes the seat"),
    "reshuffle": gettext_noop("reshuffle"),
}


def name_kind(kind: str) -> str:
    """Return what an event of that kind is called in a list for the staff."""
    return _(_KINDS[kind])


def tell_deal() -> str:
    """Return that the game begins."""
    return _("The cards are dealt")


def say_sentence(words: str) -> str:
    """Return plain words with a full stop, for a screen reader; none where they end in "…"."""
    if words.endswith("…"):
        return words
    return _("{sentence}.").format(sentence=words)


def tell_resignation(names: Names, seat: int) -> Text:
    """Return that a player quit."""
    if names.is_you(seat):
        return fill(_("You quit"))
    return fill(_("{name} quits"), name=names.name(seat))


def tell_take_over(names: Names, seat: int) -> Text:
    """Return that a computer player took a seat over."""
    if names.is_you(seat):
        return fill(_("A computer player takes your seat"))
    return fill(_("A computer player takes {name}’s seat"), name=names.name(seat))


def tell_timeout(names: Names, seat: int) -> Text:
    """Return that a player ran out of time, in a list of games."""
    if names.is_you(seat):
        return fill(_("You ran out of time"))
    return fill(_("{name} ran out of time"), name=names.name(seat))


def tell_last_violation(names: Names, seat: int, count: int) -> Text:
    """Return that a player ran out of time once too often; `count` is how often."""
    if names.is_you(seat):
        sentence = ngettext(
            "You ran out of time and forfeit",
            "You ran out of time {count} times and forfeit",
            count,
        )
        return fill(sentence, count=count)
    sentence = ngettext(
        "{name} ran out of time and forfeits",
        "{name} ran out of time {count} times and forfeits",
        count,
    )
    return fill(sentence, name=names.name(seat), count=count)


def tell_violation(
    names: Names, seat: int, *, brought: Fact, rivals: Sequence[int], number: int, most: int
) -> Text:
    """Return that a player ran out of time, what it brought, and which violation it was."""
    result = tell_penalty(brought, names, rivals, seat)
    if names.is_you(seat):
        return fill(
            _("You ran out of time: {result} ({number} of {most})"),
            result=result,
            number=number,
            most=most,
        )
    return fill(
        _("{name} ran out of time: {result} ({number} of {most})"),
        name=names.name(seat),
        result=result,
        number=number,
        most=most,
    )


def tell_penalty(brought: Fact, names: Names, rivals: Sequence[int], seat: int) -> Text:
    """Return what a violation brings, for the middle of a sentence: "1 point to Bob"."""
    if brought.code == "clock_plays":
        is_you = names.is_you(seat)
        words = _("your turn is played for you") if is_you else _("the turn is played for them")
        return fill(words)
    if brought.code != "rivals_point":
        return tell_fact(brought)
    if len(rivals) > 2 and names.viewer in rivals:
        return fill(_("1 point each to you and the others"))
    if len(rivals) > 2:
        return fill(_("1 point to each of the others"))
    players = names.receiver(rivals) if rivals else _("nobody")
    if len(rivals) == 2 and len(names.names) == 3:  # everybody plays alone
        return fill(_("1 point each to {players}"), players=players)
    return fill(_("1 point to {players}"), players=players)


def ask_to_quit_others() -> Text:
    """Return what a player who is about to quit is asked if at least two sides play on."""
    return fill(
        _("Quit and lose this game? The others play on, and a computer player takes your seat.")
    )


def ask_to_quit(rivals: str, *, number: int, partner: str = "") -> Text:
    """Return what a player who is about to quit is asked if that ends the game.

    `rivals` are those who win, and `number` is how many they are.
    """
    if partner:
        return fill(
            ngettext(
                "Quit and lose this game? {partner} loses too, and {rivals} wins at once.",
                "Quit and lose this game? {partner} loses too, and {rivals} win at once.",
                number,
            ),
            partner=partner,
            rivals=rivals,
        )
    return fill(
        ngettext(
            "Quit and lose this game? {rivals} wins at once.",
            "Quit and lose this game? {rivals} win at once.",
            number,
        ),
        rivals=rivals,
    )


def ask_to_leave_lesson() -> Text:
    """Return what a player who is about to leave a lesson is asked."""
    return fill(_("Leave this lesson? You can begin it again at any time."))


def tell_used_lifeline(lifeline: str, owner: str) -> Text:
    """Return the mark of another player's lifeline that a move used up: "Bob’s secret card"."""
    sentences = {
        "secret": _("{name}’s secret card"),
        "pass": _("{name}’s pass"),
        "subtraction": _("{name}’s subtraction"),
    }
    return fill(sentences[lifeline], name=name_text(owner))
