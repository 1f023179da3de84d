"""What is played at a table, and the table that waits for players."""

from __future__ import annotations

from collections.abc import Sequence

from games.clocks import LATER_MOVE_TIME, TimeControl
from games.messages.language import gettext as _
from games.messages.language import ngettext
from games.messages.lists import join_commas
from games.messages.numbers import show_count
from games.messages.text import Text, fill, join
from games.messages.times import duration_words, move_time_words, time_words


def count_players(number: int) -> str:
    """Return how many play: "4 players"."""
    return ngettext("{count} player", "{count} players", number).format(count=number)


def count_range(fewest: int, most: int) -> str:
    """Return how many can play: "2 players", "2 to 4 players"."""
    if fewest == most:
        return count_players(most)
    return _("{fewest} to {most} players").format(fewest=fewest, most=most)


def tell_minutes(minutes: int) -> str:
    """Return about how long a game takes."""
    return ngettext("about {count} minute", "about {count} minutes", minutes).format(count=minutes)


def tell_move_time(time: TimeControl) -> str:
    """Return the time for a turn: "60 seconds a turn"; 0 is no timer."""
    if not time.move_time:
        return _("no timer")
    return _("{duration} a turn").format(duration=time_words(time))


def explain_budget(time: TimeControl) -> str:
    """Return how the clock works in a game with this bank."""
    return _(
        "With the time budget you each begin with {bank} in the bank. For each turn you have "
        "{increment} and whatever is in your bank. What you do not use stays in the bank, which "
        "never holds more than {bank}."
    ).format(bank=duration_words(time.bank), increment=move_time_words(time.move_time))


def explain_violations(most: int, *, ends_turn: bool) -> str:
    """Return what a missed move time costs in a game over days, before the game begins."""
    costs = _(
        "Each time you run out of time counts as a violation. With {most} violations you are out "
        "of the game."
    ).format(most=most)
    if ends_turn:
        return costs
    later = _("After a violation you have at most {duration} more for that turn.").format(
        duration=duration_words(LATER_MOVE_TIME.total_seconds())
    )
    return str(join([costs, later]))


def list_facts(facts: Sequence[str]) -> str:
    """Return what is played there, in a row; empty facts are left out."""
    return str(join_commas([fact for fact in facts if fact]))


def count_taken(taken: int, seats: int) -> str:
    """Return how many seats of a table are taken."""
    return _("{taken} of {seats} seats taken").format(taken=taken, seats=seats)


# In lists


def met_before() -> str:
    """Return that the reader has played somebody, among the facts about a table."""
    return _("you have played before")


def count_here(players: int) -> str:
    """Return how many players have a page open; visitors who have no name are not among them."""
    if not players:
        return _("No players are online just now.")
    return ngettext(
        "{count} player is online, not counting visitors.",
        "{count} players are online, not counting visitors.",
        players,
    ).format(count=show_count(players))


def count_playing(players: int) -> str:
    """Return how many people are in live games; nothing if nobody is."""
    if not players:
        return ""
    return ngettext(
        "{count} person is in a live game now.",
        "{count} people are in live games now.",
        players,
    ).format(count=show_count(players))


def count_waiting(players: int) -> str:
    """Return how many people wait in the queue; nothing if nobody does."""
    if not players:
        return ""
    return ngettext(
        "{count} person is waiting for an opponent.",
        "{count} people are waiting for an opponent.",
        players,
    ).format(count=show_count(players))


def tell_highlight(highlight: str, name: Text, game: str) -> Text:
    """Return a special move with who made it: "Flush trifecta: alice, in Casino Trifecta"."""
    return fill(_("{highlight}: {name}, in {game}"), highlight=highlight, name=name, game=game)


def picking_cards() -> str:
    """Return that the players of a game pick their secret cards."""
    return _("Picking secret cards")


def time_left(duration: str) -> str:
    """Return how much of a turn's time is left."""
    return _("{duration} left").format(duration=duration)


def waiting_for_players(number: int) -> str:
    """Return how many players a table still waits for."""
    return ngettext("Waiting for {count} player", "Waiting for {count} players", number).format(
        count=number
    )


def waiting_for(name: str = "") -> str:
    """Return whom a table for two waits for: without a name, any opponent."""
    return _("Waiting for {name}").format(name=name) if name else _("Waiting for an opponent")


# At the table that waits


def seats_free(number: int, host: str) -> Text:
    """Return how many seats a visitor finds free."""
    return fill(
        ngettext(
            "{count} seat is free at {host}’s table",
            "{count} seats are free at {host}’s table",
            number,
        ),
        count=number,
        host=host,
    )


def more_players_needed(number: int) -> str:
    """Return how many players are missing, to those who are there."""
    return ngettext(
        "Waiting for {count} more player", "Waiting for {count} more players", number
    ).format(count=number)


def host_waits(host: str) -> str:
    """Return who waits, to a visitor."""
    return _("{host} is waiting for an opponent").format(host=host)


def host_invites(host: str) -> str:
    """Return who invites the reader to a game."""
    return _("{host} invites you to a game").format(host=host)


def send_link() -> str:
    """Return how to bring an opponent to a table by link."""
    return _("Send this link to your opponent")


def looking_for_opponent() -> str:
    """Return that the player is in the queue."""
    return _("Looking for an opponent")


def reserved_for(name: str) -> str:
    """Return for whom the free seat is kept."""
    return _("This seat is reserved for {name}.").format(name=name)


def explain_queue() -> str:
    """Return how the queue works."""
    return _("The next player who asks for a game that suits you both becomes your opponent.")


def explain_open_table() -> str:
    """Return how an open table works."""
    return _("This table is listed in the lobby. Anyone can join.")


def explain_invitation(name: str) -> str:
    """Return how an invitation works."""
    return _("{name} will see your invitation in the lobby.").format(name=name)


def tell_rematch_offer(name: str) -> Text:
    """Return who would like to play again."""
    return fill(_("{name} offers a rematch."), name=name)


def asked_for_rematch() -> str:
    """Return that the reader may take a seat at a rematch of more than two players."""
    return _("You are asked for a rematch")


def tell_own_rematch_offer() -> Text:
    """Return that the reader's offer of a rematch has no answer yet."""
    return fill(_("You have offered a rematch. It starts as soon as it is accepted."))


def tell_joined_rematch() -> Text:
    """Return that a rematch at which the reader has a seat waits for other players."""
    return fill(_("You have a seat at the rematch. It begins as soon as all seats are taken."))


def tell_declined_rematch() -> str:
    """Return that a rematch of more than two will not be played, but another one may be."""
    return _("One of the players has declined the rematch. You can offer another one.")


def tell_full_rematch() -> Text:
    """Return that a rematch is played without the reader."""
    return fill(_("The rematch has begun. All of its seats were taken."))


def name_rematch() -> str:
    """Return what a table for a rematch is called among the facts about it."""
    return _("rematch")


def explain_rematch_of_two(name: str) -> Text:
    """Return where the other player finds the offer of a rematch."""
    return fill(
        _("{name} sees your offer on the result page of the last game and in the lobby."),
        name=name,
    )


def explain_rematch() -> str:
    """Return how a rematch of more than two players works."""
    return _(
        "The other players see the offer on the result page of the last game and in the lobby. "
        "You can also send them this link."
    )


def explain_link(players: int) -> str:
    """Return how a table by link works."""
    if players > 2:
        return _("Send the link to your friends. Whoever opens it can take a free seat.")
    return _("Whoever opens it can take the other seat.")
