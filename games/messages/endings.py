"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence

from games.messages.language import gettext as _
from games.messages.language import ngettext
from games.messages.lists import join_and, join_commas
from games.messages.names import Names
from games.messages.numbers import Points, count_points
from games.messages.text import EMPTY, Text, fill, join
from games.rules.wording.values import show_number


def tell_win(names: Names, winners: Sequence[int], own: Points, others: Sequence[Points]) -> Text:
    """Return who won with which totals: "Ada wins 12 to 9"; the seats are of one side."""
    score = score_text(own, others)
    if len(winners) > 1:
        return fill(_("{players} win {score}"), players=names.subject(winners), score=score)
    if names.is_you(winners[0]):
        return fill(_("You win {score}"), score=score)
    return fill(_("{name} wins {score}"), name=names.name(winners[0]), score=score)


def tell_forfeit_win(names: Names, winners: Sequence[int]) -> Text:
    """Return who won because the others left; the seats of every winning side."""
    if len(winners) > 1:
        return fill(_("{players} win by forfeit"), players=names.subject(winners))
    if names.is_you(winners[0]):
        return fill(_("You win by forfeit"))
    return fill(_("{name} wins by forfeit"), name=names.name(winners[0]))


def tell_draw(totals: Sequence[Points]) -> Text:
    """Return that nobody won."""
    return fill(_("A draw, {totals}"), totals=join_totals([show_number(total) for total in totals]))


def tell_shared_win(names: Names, winners: Sequence[int], total: Points, unit: str) -> Text:
    """Return that several sides share the win."""
    return fill(
        _("{players} share the win with {points} each"),
        players=names.subject(winners),
        points=count_points(total, unit),
    )


def score_text(own: Points, others: Sequence[Points]) -> Text:
    """Return totals against each other: "12 to 9", "12 to 9 and 7"."""
    return fill(
        _("{own} to {others}"),
        own=show_number(own),
        others=join_and([show_number(other) for other in others]),
    )


def tell_lead(lead: Points, unit: str) -> Text:
    """Return by how much the winner was ahead."""
    if not lead:
        return EMPTY
    return fill(_("{points} ahead."), points=count_points(lead, unit))


def tell_counted_out(line: str, goal: Points, unit: str) -> Text:
    """Return up to which line the points had to be counted until somebody had won: "spades"."""
    return fill(
        _("Counted up to “{line}”, the winner was ahead with {points} or more."),
        line=line,
        points=count_points(goal, unit),
    )


def tell_dropped_out(names: Names, gone: Sequence[int]) -> Text:
    """Return who left a game that others played on."""
    return fill(_("{players} dropped out."), players=names.subject(gone))


def tell_quit(names: Names, seat: int) -> Text:
    """Return whose quitting ended the game."""
    if names.is_you(seat):
        return fill(_("You quit the game."))
    return fill(_("{name} quit the game."), name=names.name(seat))


def tell_left_lesson() -> tuple[str, str]:
    """Return that a player has left a lesson, and that nothing is lost."""
    return _("You have left this lesson"), _("You can begin it again at any time.")


def tell_ran_out(names: Names, seat: int, times: int) -> Text:
    """Return whose clock ended the game, and how often it had run out."""
    if names.is_you(seat):
        return fill(
            ngettext(
                "You ran out of time.",
                "You ran out of time {count} times.",
                times,
            ),
            count=times,
        )
    return fill(
        ngettext(
            "{name} ran out of time.",
            "{name} ran out of time {count} times.",
            times,
        ),
        name=names.name(seat),
        count=times,
    )


def tell_void_score(sides: Sequence[str], totals: Sequence[Points]) -> Text:
    """Return that the totals do not count, and what they were."""
    return fill(_("The score does not count: {scores}."), scores=list_scores(sides, totals))


def list_scores(sides: Sequence[str], points: Sequence[Points]) -> Text:
    """Return the points of each side: "Ada 7, Ben 4"."""
    scores = [
        fill(_("{side} {points}"), side=side, points=show_number(scored))
        for side, scored in zip(sides, points, strict=True)
    ]
    return join_commas(scores)


def tell_cancelled() -> str:
    """Return that a game ended before it began."""
    return _("This game was cancelled")


def tell_why_cancelled(reason: str, *, is_live: bool, is_offer: bool, was_alone: bool) -> str:
    """Return why a game ended before it began, "" for a reason that needs no words.

    An offer is an invitation, or a rematch with one player, whose other seat nobody has taken. In
    other ways, too, whoever left may have been there alone.
    """
    if reason in ("left", "declined") and is_offer:
        return _("The other player declined, or the offer was withdrawn.")
    if reason == "declined":
        return _("One of the players has declined.")
    if reason == "left" and was_alone:
        return _("The table was closed while nobody else was there.")
    if reason == "left":
        return _("A player left before the deal. The game does not count.")
    if reason == "picks_ran_out":
        return _("Nobody picked a secret card in time. The game does not count.")
    if reason == "lapsed" and is_live:
        return _("It was closed because whoever waited there had gone away.")
    if reason == "lapsed":
        return _("The table was closed because not enough players came in time.")
    if reason == "paired":
        return _("The player who waited here was paired at another place in the queue.")
    return ""


def join_totals(totals: Sequence[str]) -> Text:
    """Return totals in a row: "12 to 9 to 7"."""
    row = join(totals[:1])
    for total in totals[1:]:
        row = fill(_("{own} to {others}"), own=row, others=total)
    return row


def say_sentences(sentences: Sequence[str]) -> Text:
    """Return sentences one after the other, empty ones left out."""
    return join([sentence for sentence in sentences if sentence])
