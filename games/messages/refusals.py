"""Why a change was refused, told to the player who asked for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from django.utils.translation import gettext_noop

from games.messages.facts import tell_fact
from games.messages.language import gettext as _
from games.messages.language import ngettext
from games.messages.lessons import insist_on_step
from games.messages.names import name_text
from games.messages.text import Text, fill, join
from games.messages.times import duration_words
from games.messages.turns import NOT_YOUR_TURN
from games.messages.vacations import days_and_hours
from games.rules.facts import Fact

_SENTENCES: Final = {
    "refused": gettext_noop("That is not possible."),
    # Moves
    "not_seated": gettext_noop("You have no seat at this table."),
    "not_started": gettext_noop("The cards have not been dealt yet."),
    "game_over": gettext_noop("This game is over."),
    "not_your_turn": NOT_YOUR_TURN,
    "stale_table": gettext_noop("The table has changed. Look again, then play."),
    "nothing_typed": gettext_noop("Type a move first, then press Play it."),
    "choice_needed": gettext_noop("Choose which move you mean."),
    # Plans
    "table_to_plan_on_changed": gettext_noop("The table has changed. Look at your plan again."),
    "plan_on_own_turn": gettext_noop("It is your turn now: make your move at the table."),
    "too_many_plans": gettext_noop(
        "You already have three plans for your next turn. Remove one before you add another."
    ),
    "never_tried": gettext_noop(
        "An earlier plan of yours holds for that too and is tried first. "
        "Remove it if you want to play this instead."
    ),
    "impossible_condition": gettext_noop(
        "That can no longer come true. Choose what your plan is to wait for again."
    ),
    "plans_over_days": gettext_noop("Plans are only for games over days."),
    # Secret cards
    "already_picked": gettext_noop("You have already picked your secret card."),
    "no_picks_now": gettext_noop("Secret cards cannot be picked now."),
    "pick_time_over": gettext_noop("The time to pick has run out."),
    # Tables and seats
    "bad_random_value": gettext_noop("The random value must consist of hexadecimal digits."),
    "unknown_game": gettext_noop("There is no such game."),
    "unknown_move_time": gettext_noop("There is no such move time."),
    "mixed_move_times": gettext_noop(
        "Choose either times for live games, up to 15 minutes, or times of one day and more."
    ),
    "came_too_late": gettext_noop(
        "Your opponent could not wait any longer, and your place in the queue is gone. Press Play "
        "now to wait for another player."
    ),
    "impossible_table": gettext_noop("This table cannot be created: {reason}."),
    "account_closed": gettext_noop("This account is closed."),
    "at_live_table": gettext_noop("You are already at a live table. Finish that game first."),
    "no_such_access": gettext_noop(
        "Choose who may join: anyone, anyone with the link, or one player by name."
    ),
    "nobody_invited": gettext_noop("An invitation must name the player it is for."),
    "invited_self": gettext_noop("You cannot play against yourself."),
    "not_to_be_invited": gettext_noop("This player cannot be invited at the moment."),
    "not_all_to_be_invited": gettext_noop(
        "One of the other players cannot be invited at the moment."
    ),
    "invitation_for_two": gettext_noop(
        "Invitations by name are for games of two players. To play with more, share a link."
    ),
    "seat_taken": gettext_noop("That seat has just been taken."),
    "table_closed": gettext_noop("This table has closed: the other player has left."),
    "somebody_leaves": gettext_noop(
        "Somebody is leaving this table just now. Try again in a moment."
    ),
    "for_another_player": gettext_noop("You cannot take a seat at this table."),
    "for_people": gettext_noop("Only people can join this table."),
    "only_host": gettext_noop("Only the host can give seats to computer players."),
    "game_begun": gettext_noop("The game has already begun."),
    "seats_are_final": gettext_noop("The game has begun, so seats can no longer be changed."),
    "cards_dealt": gettext_noop("The cards have been dealt. If you quit now, you forfeit."),
    "unknown_lesson": gettext_noop("There is no such lesson."),
    # Vacations
    "on_vacation_already": gettext_noop("You are on vacation already."),
    "not_on_vacation": gettext_noop("You are not on vacation."),
    "vacation_ends_too_early": gettext_noop("A vacation must end in the future."),
    # Rematches
    "not_over": gettext_noop("The game is not over yet."),
    "nobody_joined": gettext_noop("Nobody else had joined that game."),
    "account_gone": gettext_noop("Another player of that game no longer has an account."),
}


class Refusal(Protocol):
    """Anything that was refused, with the fact that says why."""

    fact: Fact


def tell_refusal(refused: Refusal) -> Text:
    """Return why a change was refused, as a sentence. Raises KeyError for an unknown code."""
    fact = refused.fact
    if fact.code in ("illegal_play", "illegal_pick"):
        return tell_fact(fact["reason"])
    if fact.code == "off_lesson":
        return insist_on_step(fact["says"])
    if fact.code == "time_ran_out":
        return _tell_violation(fact)
    if fact.code in ("forfeited", "dropped_out"):
        return _tell_last_violation(fact.code, fact["count"])
    if fact.code == "too_many_correspondence_games":
        return _tell_limit(fact["count"])
    if fact.code == "too_many_practice_games":
        return _tell_limit_of_practice(fact["count"])
    if fact.code == "too_many_places":
        return _tell_limit_of_places(fact["count"])
    if fact.code == "paused":
        return _tell_pause(fact["count"], fact["seconds"])
    if fact.code == "vacation_too_long":
        return _tell_longest_vacation(fact["hours"])
    reasons = {name: tell_fact(value) for name, value in fact.values if isinstance(value, Fact)}
    return fill(_(_SENTENCES[fact.code]), **reasons)


def _tell_pause(count: int, seconds: float) -> Text:
    sentence = ngettext(
        "In the last week you left {count} live game to the clock. You can look for live "
        "opponents again in {duration}. Until then you can play games over days, or against the "
        "computer.",
        "In the last week you left {count} live games to the clock. You can look for live "
        "opponents again in {duration}. Until then you can play games over days, or against the "
        "computer.",
        count,
    )
    return fill(sentence, count=count, duration=duration_words(max(60, seconds)))


def _tell_limit_of_practice(count: int) -> Text:
    sentence = ngettext(
        "You already have {count} game against the computer. Finish it before you start another.",
        "You already have {count} games against the computer. Finish one before you start another.",
        count,
    )
    return fill(sentence, count=count)


def _tell_limit_of_places(count: int) -> Text:
    sentence = ngettext(
        "You are already waiting in {count} place for a game over days. Stop waiting there first.",
        "You are already waiting in {count} places for games over days. Stop waiting in one of "
        "them first.",
        count,
    )
    return fill(sentence, count=count)


def _tell_longest_vacation(hours: int) -> Text:
    if not hours:
        return fill(_("You have no vacation left this year."))
    sentence = _("That is too long: a vacation that begins now can last for {duration} at most.")
    return fill(sentence, duration=days_and_hours(hours))


def _tell_violation(fact: Fact) -> Text:
    brought = _tell_brought(fact["violation"], fact["rivals"])
    if not fact["is_still_to_move"]:
        return brought
    return join([brought, _("It is still your turn.")])


def _tell_brought(violation: Fact, rivals: Sequence[str]) -> Text:
    """Return what a violation of the reader's has brought; rivals without a name are computers."""
    if violation.code == "clock_plays":
        return fill(_("Your time ran out: your turn was played for you."))
    if violation.code != "rivals_point":
        return fill(_("Your time ran out: {result}."), result=tell_fact(violation))
    if len(rivals) > 1:
        return fill(_("Your time ran out: 1 point to your opponents."))
    if not rivals[0]:
        return fill(_("Your time ran out: 1 point to the computer."))
    return fill(_("Your time ran out: 1 point to {name}."), name=name_text(rivals[0]))


def _tell_last_violation(code: str, count: int) -> Text:
    if code == "forfeited":
        sentence = ngettext(
            "Your time has run out once: you forfeit the game.",
            "Your time has run out {count} times: you forfeit the game.",
            count,
        )
    else:
        sentence = ngettext(
            "Your time has run out once: you are out of this game.",
            "Your time has run out {count} times: you are out of this game.",
            count,
        )
    return fill(sentence, count=count)


def _tell_limit(count: int) -> Text:
    sentence = ngettext(
        "You already have {count} correspondence game. Finish one before you start another.",
        "You already have {count} correspondence games. Finish one before you start another.",
        count,
    )
    return fill(sentence, count=count)
