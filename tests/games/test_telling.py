"""Who is told of what happens in a game, in the same transaction."""

from __future__ import annotations

import datetime as dt
import html
import json
import re
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import services
from games.lessons import FIRST
from games.models import Game, SiteClock
from games.services import telling
from notices.messages import describe
from notices.models import Mute, Notice
from notices.selectors import find_deadlines, find_names, find_unread, update_ends
from tests.games.conftest import seconds
from tests.present import present

pytestmark = pytest.mark.django_db

DAY = 86_400
SLOW: dict[str, Any] = {"move_time": 3 * DAY}


def told(user: User) -> list[str]:
    """Return the kinds of a user's notices that are not void, oldest first."""
    found = Notice.objects.filter(user=user, withdrawn_at=None).order_by("pk")
    return [notice.kind for notice in found]


def forget() -> None:
    Notice.objects.all().delete()


def words(notice: Notice) -> tuple[str, str]:
    line = describe(notice, find_names([notice]), find_deadlines([notice]))
    return line.title, line.text


@pytest.mark.parametrize("pace", [SLOW, {}])
def test_both_players_are_to_pick_when_a_game_begins_until_they_have(
    picking: Any, alice: User, bob: User, pace: dict[str, Any]
) -> None:
    game = picking(**pace)
    assert told(alice) == told(bob) == ["turn"]
    notice = Notice.objects.get(user=alice)
    assert notice.path == game.get_absolute_url()
    assert words(notice)[0] == "Pick your secret card: Casino Trifecta against bob"
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    assert (told(alice), told(bob)) == ([], ["turn"])
    services.pick_secret(game.pk, user_id=bob.pk, card="7S", arrived_at=timezone.now())
    to_move = Game.objects.get(pk=game.pk).to_move
    assert (told(alice), told(bob)) == ((["turn"], []) if to_move == 0 else ([], ["turn"]))


def test_a_move_over_days_tells_the_next_player_and_withdraws_the_movers_notice(
    both_ways: str, dealt: Any, alice: User, bob: User, play: Any
) -> None:
    game = dealt(**SLOW)
    assert (told(alice), told(bob)) == (["turn"], [])
    play(game, alice, "9D x 4H 5D")
    assert (told(alice), told(bob)) == ([], ["turn"])
    notice = Notice.objects.get(user=bob, withdrawn_at=None)
    game.refresh_from_db()
    assert (notice.version, notice.expires_at) == (game.version, game.deadline)
    title, text = words(notice)
    assert title == "Your turn against alice"
    assert text.startswith("It is your turn in Casino Trifecta. You have until ")


def test_a_notice_says_when_the_turn_ends_as_of_now(
    clock: Any, dealt: Any, alice: User, bob: User, play: Any
) -> None:
    services.record_web_alive()
    game = dealt(**SLOW)
    notice = Notice.objects.get(user=alice, withdrawn_at=None)
    before = words(notice)[1]
    services.start_vacation(alice, until=timezone.now() + seconds(5 * DAY))
    game.refresh_from_db()
    assert f"{game.deadline:%H:%M}" in words(notice)[1] != before
    services.end_vacation(alice)
    assert words(notice)[1] == before
    play(game, alice, "9D x 4H 5D")
    assert words(notice)[1] == "It is your turn in Casino Trifecta."


def test_what_is_told_of_turns_expires_when_these_end_as_of_now(
    clock: Any, dealt: Any, alice: User, bob: User, carol: User, django_assert_num_queries: Any
) -> None:
    services.record_web_alive()
    games = [dealt(**SLOW), dealt(bob, carol, **SLOW)]
    notices = [Notice.objects.get(user=each, withdrawn_at=None) for each in (alice, bob)]
    written = [present(notice.expires_at) for notice in notices]
    services.start_vacation(alice, until=timezone.now() + seconds(2 * DAY))
    clock.shift(seconds(3_600))
    services.record_web_alive()  # after an outage
    ends = [present(Game.objects.get(pk=game.pk).deadline) for game in games]
    with django_assert_num_queries(1):
        update_ends(notices)
    assert [notice.expires_at for notice in notices] == ends
    assert [end - before for end, before in zip(ends, written, strict=True)] == [
        seconds(2 * DAY),  # and the outage did not cost more
        seconds(3_600),
    ]


def test_a_move_that_is_rolled_back_tells_nobody(dealt: Any, alice: User, bob: User) -> None:
    game = dealt(**SLOW)
    with transaction.atomic():
        services.make_move(
            game.pk,
            user_id=alice.pk,
            selection=services.Selection(2, text="9D x 4H 5D"),
            arrived_at=timezone.now(),
        )
        transaction.set_rollback(True)
    assert (told(alice), told(bob)) == (["turn"], [])


def test_in_a_live_game_only_a_player_without_a_page_is_told(
    both_ways: str, dealt: Any, alice: User, bob: User, play: Any, monkeypatch: Any
) -> None:
    connected = {alice.pk, bob.pk}
    monkeypatch.setattr(telling, "has_page_in_view", lambda user_id: user_id in connected)
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    assert not Notice.objects.exists()
    connected.remove(alice.pk)
    play(game, bob, "8D")
    notice = Notice.objects.get()
    assert (notice.user, notice.kind, notice.is_urgent) == (alice, "turn", True)
    assert notice.due_at == notice.created_at


def test_a_new_turn_in_a_live_game_takes_the_place_of_the_last_one_in_the_list(
    dealt: Any, alice: User, bob: User, play: Any
) -> None:
    game = dealt()
    forget()
    play(game, alice, "9D x 4H 5D")
    play(game, bob, "8D")
    play(game, alice, "8C x 8D")
    assert told(alice) == told(bob) == ["turn"]
    play(game, bob, "2H")
    assert told(alice) == ["turn"]


@pytest.mark.parametrize("kind", ["computer", "lesson"])
def test_a_practice_game_tells_nobody(alice: User, kind: str) -> None:
    if kind == "lesson":
        services.start_lesson(alice, variant="casino", name=FIRST)
    else:
        services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    assert not Notice.objects.exists()


def test_a_violation_is_told_to_both(clock: Any, dealt: Any, alice: User, bob: User) -> None:
    game = dealt(**SLOW)
    forget()
    clock.shift(seconds(3 * DAY + 63))
    services.expire_turn(game.pk)
    assert "violation" in told(alice)
    assert "violation" in told(bob)
    own = Notice.objects.get(user=alice, kind="violation")
    theirs = Notice.objects.get(user=bob, kind="violation")
    assert words(own)[0] == "You ran out of time against bob"
    assert words(theirs)[0] == "alice ran out of time"
    assert (own.expires_at, theirs.expires_at) == (None, None)  # news, whatever becomes of turns


@pytest.mark.parametrize(
    ("used", "left"),
    [(0, "14 full days"), (13, "1 full day"), (20, "0 full days")],
)
def test_a_vacation_that_begins_by_itself_is_told(
    dealt: Any, alice: User, bob: User, as_alice: Client, used: int, left: str
) -> None:
    start = dt.datetime(2027, 3, 1, 12, tzinfo=dt.UTC)
    with time_machine.travel(start, tick=False) as clock:
        services.record_web_alive()
        if used:
            alice.vacations.create(began_at=start - seconds(used * DAY), ends_at=start)
        services.set_automatic_vacation(alice, is_automatic=True)
        game = dealt(**SLOW)
        assert told(alice) == ["turn"]
        clock.shift(seconds(3 * DAY + 63))
        SiteClock.objects.update(web_seen_at=timezone.now())
        assert [services.expire_turn(game.pk) for _ in range(2)] == [False] * 2
    assert (told(alice), told(bob)) == (["turn", "vacation"], [])
    notice = Notice.objects.get(kind="vacation")
    until = "12" if used == 20 else "18"
    assert words(notice) == (
        "Your vacation has begun automatically",
        "Your time ran out in Casino Trifecta against bob. The vacation lasts until "
        f"{until} March, 12:00, unless you end it before. If that game still waits for you, play "
        f"there before you end it: no time is left. If it lasts that long, you then have {left} "
        "left in 2027.",
    )
    services.quit_game(game.pk, user_id=bob.pk)
    assert "vacation" in told(alice)  # which goes on
    as_alice.get(notice.path)
    assert not find_unread(alice).filter(kind="vacation").exists()


def test_a_vacation_that_begins_by_hand_is_no_news(clock: Any, dealt: Any, alice: User) -> None:
    services.record_web_alive()
    dealt(**SLOW)
    services.start_vacation(alice, until=timezone.now() + seconds(DAY))
    assert told(alice) == ["turn"]


def test_whoever_drops_out_is_told_of_no_turn_any_more(
    clock: Any, alice: User, bob: User, carol: User
) -> None:
    game = services.open_table(alice, variant="casino", players=3, move_time=3 * DAY, kind="open")
    for person in (bob, carol):
        services.join_game(game.pk, user=person)
    game.refresh_from_db()
    mover = game.seats.get(index=present(game.to_move)).user
    assert "turn" in told(present(mover))
    services.quit_game(game.pk, user_id=present(mover).pk)
    game.refresh_from_db()
    assert game.seats.get(index=present(game.to_move)).user == mover  # a computer plays on
    assert "turn" not in told(present(mover))


def test_whoever_has_dropped_out_hears_of_no_other_player_who_does(
    alice: User, bob: User, carol: User, dave: User
) -> None:
    game = services.open_table(alice, variant="casino", players=4, move_time=3 * DAY, kind="open")
    for person in (bob, carol, dave):
        services.join_game(game.pk, user=person)
    for person in (bob, carol):
        services.quit_game(game.pk, user_id=person.pk)
    kinds = [told(person).count("take-over") for person in (alice, bob, carol, dave)]
    assert kinds == [2, 0, 1, 2]  # nobody is told of what they have just done


def test_whoever_wins_in_the_end_has_won_against_those_too_who_quit(
    alice: User, bob: User, carol: User, dave: User
) -> None:
    game = services.open_table(alice, variant="casino", players=4, move_time=3 * DAY, kind="open")
    for person in (bob, carol, dave):
        services.join_game(game.pk, user=person)
    for person in (bob, carol, dave):
        services.quit_game(game.pk, user_id=person.pk)
    ended = Notice.objects.get(user=alice, kind="ended")
    assert words(ended)[0] == "You won against bob, carol and dave"


def test_the_end_is_told_to_all_but_the_player_who_brought_it(
    dealt: Any, alice: User, bob: User, as_alice: Client
) -> None:
    game = dealt(**SLOW)
    as_alice.get(game.get_absolute_url())  # reads that it is her turn
    services.quit_game(game.pk, user_id=bob.pk)
    assert (told(alice), told(bob)) == (["ended"], [])
    assert words(Notice.objects.get(user=alice, kind="ended"))[0] == "You won against bob"


def test_nobody_is_told_to_have_lost_to_somebody_who_came_later(
    alice: User, bob: User, carol: User
) -> None:
    facts = {"people": [bob.pk, carol.pk], "title": "Casino", "sides": 3, "has_lost": True}
    for result, title in (
        ("won", "You won against bob and carol"),
        ("lost", "You did not win against bob and carol"),
        ("drawn", "Your game against bob and carol ended in a shared win"),
    ):
        notice = Notice(user=alice, kind="ended", facts=facts | {"result": result})
        assert words(notice)[0] == title
    game = services.open_table(alice, variant="casino", players=3, move_time=3 * DAY, kind="open")
    for person in (bob, carol):
        services.join_game(game.pk, user=person)
    for person in (carol, bob):
        services.quit_game(game.pk, user_id=person.pk)
    ended = Notice.objects.get(user=alice, kind="ended").facts
    assert (ended["sides"], ended["has_lost"]) == (3, True)


def test_a_game_that_is_not_played_says_why(
    picking: Any, clock: Any, alice: User, bob: User
) -> None:
    def why() -> str:
        title, text = words(Notice.objects.get(user=alice, kind="ended", withdrawn_at=None))
        assert title == "Your game of Casino Trifecta will not be played"
        forget()
        return text

    game = services.open_table(
        alice, variant="trifecta", move_time=DAY, kind="invitation", invited=bob
    )
    services.leave_game(game.pk, user=bob)
    assert why() == "bob has declined."
    services.leave_game(picking(**SLOW).pk, user=bob)
    assert why() == "A player left before the deal. The game does not count."
    game = services.open_table(alice, variant="trifecta", move_time=DAY, kind="open")
    clock.shift(dt.timedelta(days=14, seconds=1))
    services.record_web_alive()
    services.lapse_waiting_games(now=timezone.now())
    assert why() == "The table was closed because not enough players came in time."
    picking(**SLOW)
    Notice.objects.update(facts={"title": "Casino Trifecta", "why": "declined"}, kind="ended")
    assert why() == "The other player declined, or the offer was withdrawn."  # as before
    picking(**SLOW)
    Notice.objects.update(facts={"title": "Casino Trifecta"}, kind="ended")  # as before
    assert why() == "A seat was not taken in time, or a player left before the deal."


def test_an_invitation_is_told_and_void_when_it_is_withdrawn(alice: User, bob: User) -> None:
    game = services.open_table(
        alice, variant="casino", move_time=DAY, kind="invitation", invited=bob
    )
    assert told(bob) == ["invitation"]
    assert words(Notice.objects.get()) == (
        "alice invites you to a game",
        "The game is Casino: 2 players, to 21 points, no points for sweeps, the highest total "
        "wins, 1 day a turn. Take your seat, or decline.",
    )
    services.leave_game(game.pk, user=alice)
    assert (told(alice), told(bob)) == ([], [])


@pytest.mark.parametrize("variant", ["casino", "trifecta"])
def test_an_accepted_invitation_says_so_in_the_game_and_after_it(
    alice: User, bob: User, as_bob: Client, variant: str
) -> None:
    game = services.open_table(
        alice, variant=variant, move_time=DAY, kind="invitation", invited=bob
    )
    services.join_game(game.pk, user=bob)
    page = as_bob.get("/notices/").content.decode()
    assert "alice invited you to a game" in page
    assert "invites you" not in page
    assert "You have accepted the invitation to" in page
    assert "Mute this game" in page  # it is being played
    services.mark_viewed(game, user=bob)
    if variant == "casino":
        services.quit_game(game.pk, user_id=alice.pk)
    else:  # before the deal
        services.leave_game(game.pk, user=alice)
    page = as_bob.get("/notices/").content.decode()
    assert ("You have accepted the invitation to" in page) is (variant == "casino")
    assert ("is no longer open" in page) is (variant == "trifecta")
    assert "Mute this game" not in page


def test_an_invitation_that_was_read_and_declined_is_no_longer_open(
    alice: User, bob: User, as_bob: Client
) -> None:
    game = services.open_table(
        alice, variant="casino", move_time=DAY, kind="invitation", invited=bob
    )
    services.mark_viewed(game, user=bob)
    page = as_bob.get("/notices/").content.decode()
    assert "alice invites you to a game" in page
    assert "Mute this game" in page
    services.leave_game(game.pk, user=bob)
    page = as_bob.get("/notices/").content.decode()
    assert "alice invited you to a game" in page
    assert "The invitation to Casino is no longer open." in page
    assert "Mute, block or report the sender" in page
    assert "Mute this game" not in page


@pytest.mark.parametrize("by", ["alice", "bob"])
def test_a_rematch_of_two_that_was_taken_back_or_declined_is_no_longer_open(
    dealt: Any, alice: User, bob: User, as_bob: Client, by: str
) -> None:
    game = dealt(**SLOW)
    services.quit_game(game.pk, user_id=bob.pk)
    again = services.offer_rematch(game.pk, user=alice)
    services.mark_viewed(again, user=bob)
    services.leave_game(again.pk, user=alice if by == "alice" else bob)
    page = as_bob.get("/notices/").content.decode()
    assert "alice asked you for a rematch" in page
    assert "The offer to play Casino Trifecta again is no longer open." in page


def test_a_game_that_is_over_can_be_unmuted_but_not_muted(
    dealt: Any, alice: User, bob: User, as_alice: Client
) -> None:
    game = dealt(**SLOW)
    services.quit_game(game.pk, user_id=bob.pk)
    assert "Mute this game" not in as_alice.get("/notices/").content.decode()
    Mute.objects.create(user=alice, game=game.public_id)
    assert "Unmute this game" in as_alice.get("/notices/").content.decode()


def end_game_of_three(one: User, two: User, three: User) -> Game:
    """Return a game of three that has ended, because the first two have quit."""
    game = services.open_table(one, variant="casino", kind="link", players=3, **SLOW)
    for user in (two, three):
        services.join_game(game.pk, user=user)
    for user in (one, two):
        services.quit_game(game.pk, user_id=user.pk)
    return game


def test_a_rematch_is_no_longer_open_once_it_begins_without_somebody(
    alice: User, bob: User, carol: User, dave: User, client_of: Any
) -> None:
    game = end_game_of_three(alice, bob, carol)
    forget()
    again = services.offer_rematch(game.pk, user=alice)
    services.offer_rematch(game.pk, user=bob)
    assert "alice asks you for a rematch" in client_of(carol).get("/notices/").content.decode()
    assert "alice asked you for a rematch" in client_of(bob).get("/notices/").content.decode()
    accepted = "You have accepted. It begins as soon as all seats are taken."
    assert accepted in client_of(bob).get("/notices/").content.decode()
    assert find_unread(carol).count() == 1
    services.join_game(again.pk, user=dave)
    assert "alice asked you for a rematch" in client_of(carol).get("/notices/").content.decode()
    assert not find_unread(carol).exists()  # carol cannot open that game to read it
    assert "Mute this game" not in client_of(carol).get("/notices/").content.decode()
    began = "You have accepted the offer to play Casino again."
    assert began in client_of(bob).get("/notices/").content.decode()
    assert began not in client_of(carol).get("/notices/").content.decode()
    (sender,) = re.findall(r'href="(/people/alice/[^"]*)"', client_of(carol).get("/notices/").text)
    assert client_of(carol).get(html.unescape(sender)).status_code == 200


def test_a_declined_invitation_is_told_to_the_host(alice: User, bob: User) -> None:
    game = services.open_table(
        alice, variant="casino", move_time=DAY, kind="invitation", invited=bob
    )
    services.leave_game(game.pk, user=bob)
    assert (told(alice), told(bob)) == (["ended"], [])


def test_a_declined_rematch_of_three_is_told_to_those_who_have_a_seat(
    alice: User, bob: User, carol: User, as_alice: Client
) -> None:
    game = end_game_of_three(alice, bob, carol)
    forget()
    again = services.offer_rematch(game.pk, user=alice)
    services.leave_game(again.pk, user=carol)
    assert (told(alice), told(bob), told(carol)) == (["ended"], ["rematch"], ["rematch"])
    assert "carol has declined." in as_alice.get("/notices/").content.decode()


def test_whoever_has_not_answered_a_rematch_of_three_reads_that_another_declined(
    alice: User, bob: User, carol: User, as_bob: Client, as_oscar: Client, nobody: Client
) -> None:
    game = end_game_of_three(alice, bob, carol)
    forget()
    again = services.offer_rematch(game.pk, user=alice)
    services.leave_game(again.pk, user=carol)
    page = as_bob.get("/notices/").content.decode()
    assert "alice asked you for a rematch" in page
    assert "One of the players has declined the offer to play Casino again." in page
    assert "Mute this game" not in page
    assert not find_unread(bob).exists()  # nothing more is sent
    answer = as_bob.get(again.get_absolute_url(), follow=True)
    assert answer.redirect_chain == [(game.get_absolute_url(), 302)]
    assert "One of the players has declined the rematch." in answer.content.decode()
    late = as_bob.post(f"{again.get_absolute_url()}leave/")
    assert (late.status_code, late["Location"]) == (302, game.get_absolute_url())
    for client in (nobody, as_oscar):
        assert client.get(again.get_absolute_url()).status_code == 404
    services.offer_rematch(game.pk, user=carol)
    older, newer = Notice.objects.filter(user=bob, kind="rematch").order_by("pk")
    assert (older.path, as_bob.get(older.path).status_code) == (game.get_absolute_url(), 200)
    assert (newer.path, as_bob.get(newer.path).status_code) == (f"/games/{newer.game}/", 200)


def test_the_link_to_a_declined_rematch_still_leads_back_once_another_one_is_offered(
    alice: User, bob: User, carol: User, as_bob: Client, as_oscar: Client
) -> None:
    game = end_game_of_three(alice, bob, carol)
    declined = []
    for host, other in ((alice, carol), (carol, alice)):
        declined.append(services.offer_rematch(game.pk, user=host))
        services.leave_game(declined[-1].pk, user=other)
    services.offer_rematch(game.pk, user=carol)
    for again in declined:  # whose addresses are in mails
        answer = as_bob.get(again.get_absolute_url(), follow=True)
        assert answer.redirect_chain == [(game.get_absolute_url(), 302)]
        assert "Accept the rematch" in answer.content.decode()
        late = as_bob.post(f"{again.get_absolute_url()}leave/")
        assert (late.status_code, late["Location"]) == (302, game.get_absolute_url())
        assert as_oscar.get(again.get_absolute_url()).status_code == 404


def test_the_notices_of_a_rematch_of_three_that_was_played_lead_to_it(
    alice: User, bob: User, carol: User
) -> None:
    game = end_game_of_three(alice, bob, carol)
    again, *_ = [services.offer_rematch(game.pk, user=user) for user in (alice, bob, carol)]
    for user in (alice, bob):
        services.quit_game(again.pk, user_id=user.pk)
    paths = Notice.objects.filter(kind="rematch").values_list("path", flat=True)
    assert list(paths) == [again.get_absolute_url()] * 2


def test_a_rematch_is_asked_for(dealt: Any, alice: User, bob: User) -> None:
    game = dealt(**SLOW)
    services.quit_game(game.pk, user_id=bob.pk)
    forget()
    services.offer_rematch(game.pk, user=alice)
    assert (told(alice), told(bob)) == ([], ["rematch"])


def test_opening_the_game_reads_what_was_told_about_it(
    dealt: Any, alice: User, bob: User, as_alice: Client
) -> None:
    game, other = dealt(**SLOW), dealt(**SLOW)
    as_alice.get(game.get_absolute_url())
    unread = Notice.objects.filter(user=alice, read_at=None, withdrawn_at=None)
    assert [notice.game for notice in unread] == [other.public_id]


def test_the_title_of_a_notice_names_the_other_side_and_its_text_the_partner(
    alice: User, bob: User, carol: User, dave: User
) -> None:
    game = services.open_table(
        alice, variant="casino", kind="link", players=4, options={"partnership": True}, **SLOW
    )
    for user in (bob, carol, dave):
        services.join_game(game.pk, user=user)
    told_to = {alice: "bob and dave", bob: "alice and carol", carol: "bob and dave"}
    for user, against in told_to.items():
        title, text = words(Notice.objects.get(user=user, withdrawn_at=None))
        assert title == f"Your game of Casino against {against} has begun"
        partner = {alice: "carol", bob: "dave", carol: "alice"}[user]
        assert text.endswith(f" Your partner is {partner}.")


def test_a_notice_names_a_computer_that_is_the_partner(alice: User, carol: User) -> None:
    game = services.open_table(
        alice, variant="casino", kind="link", players=4, options={"partnership": True}, **SLOW
    )
    services.join_game(game.pk, user=carol, seat=1)
    services.seat_computers(game.pk, user=alice, levels={2: "easy", 3: "easy"})
    title, text = words(Notice.objects.get(user=carol, withdrawn_at=None))
    assert title == "Your game of Casino against alice and Clio has begun"
    assert text.endswith(" Your partner is Dion.")


def test_a_notice_names_the_computers_among_several_opponents(alice: User, carol: User) -> None:
    game = services.open_table(
        alice, variant="casino", kind="link", players=4, options={"partnership": True}, **SLOW
    )
    services.join_game(game.pk, user=carol, seat=2)
    services.seat_computers(game.pk, user=alice, levels={1: "easy", 3: "easy"})
    title, _ = words(Notice.objects.get(user=carol, withdrawn_at=None))
    assert title == "Your game of Casino against Basil and Dion has begun"


def test_no_notice_holds_a_card_or_a_seed(
    clock: Any, dealt: Any, alice: User, bob: User, play: Any
) -> None:
    game = dealt(**SLOW)
    play(game, alice, "9D x 4H 5D")
    play(game, bob, "8D")
    allowed = {"title", "people", "computers", "deadline", "first", "pick", "own", "by", "result"}
    for notice in Notice.objects.all():
        assert set(notice.facts) <= allowed
        assert "9D" not in json.dumps(notice.facts)


def test_a_place_that_nobody_joined_is_told_to_its_owner(clock: Any, alice: User) -> None:
    services.open_table(alice, variant="casino", move_time=DAY, kind="open")
    clock.shift(seconds(15 * DAY))
    services.lapse_waiting_games(now=timezone.now())
    assert told(alice) == ["ended"]


def test_where_the_rules_are_not_known_everybody_plays_alone(alice: User) -> None:
    game = services.open_table(
        alice, variant="casino", kind="link", players=4, options={"partnership": True}, **SLOW
    )
    assert game.sides == (0, 1, 0, 1)
    game.options = {"dropped": True}
    for name, version in (("casino", 99), ("forgotten", 1)):
        game.variant, game.rules_version = name, version
        assert game.sides == (0, 1, 2, 3)
