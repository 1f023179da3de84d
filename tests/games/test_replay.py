"""Replays: every step of a game, from every perspective, for everyone who may see the game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import presenters, rules, selectors, services, snapshots
from games.live.fragments import render_replay
from games.messages.cards import cards_text
from games.messages.names import Names
from games.models import NO_TIMER, Event, Game
from games.presenters.boards.piles.extras import tell_counting
from games.presenters.boards.piles.view import find_leftovers
from games.presenters.replay.chart import tell_standing
from games.presenters.replay.steps import replay_record
from games.rules.cards import set_of
from games.rules.record import RecordedEvent, parse_record
from games.rules.state import TableState
from games.services.uploads import keep_upload
from tests.games.conftest import ALICE_HOLDS, BOB_HOLDS, seconds
from tests.games.pages import cards_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

RECORDS = Path(__file__).resolve().parent.parent / "records" / "casino"

Play = Callable[..., None]


def replay_of(game: Game, user: Any) -> presenters.Replay:
    return presenters.replay_game(selectors.find_game(game.public_id, user), user.pk)


def page(
    client: Client, game: Game, step: int | str = "", *, view: str = "", **headers: Any
) -> Any:
    path = f"/games/{game.public_id}/replay/{step}{'/' if step != '' else ''}"
    return client.get(path, {"view": view} if view else {}, **headers)


def fragment(client: Client, game: Game, step: int, *, view: str = "") -> str:
    response = page(client, game, step, view=view, HTTP_HX_REQUEST="true")
    assert response.status_code == 200
    return text_of(response)


def nearest(html: str) -> str:
    """Return whose seat is at the bottom."""
    seats = re.search(r'class="player player-near[^"]*" role="group" aria-label="(\w+)', html)
    assert seats is not None
    return seats[1]


def words_of(html: str) -> str:
    """Return the text of the live region."""
    region = re.search(r'<div id="replay-words".*?</div>', html, re.DOTALL)
    assert region is not None
    return " ".join(re.sub(r"<[^>]*>", "", region[0]).split())


@pytest.fixture
def short(dealt: Any, play: Play, alice: Any, bob: Any) -> Game:
    """Return a game of three moves, a violation, a pass and a resignation, with alice at seat 0."""
    game: Game = dealt()
    play(game, alice, "9D x 5D 4H")
    play(game, bob, "2H - TH = 8")
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(5))
    services.expire_turn(game.pk)
    play(game, alice, "pass")
    play(game, bob, "8D x TH 2H")
    services.quit_game(game.pk, user_id=alice.pk)
    Event.objects.filter(game=game, number=3).update(seconds=7.4)
    Event.objects.filter(game=game, number=4).update(seconds=133)
    snapshots.forget_all()
    game.refresh_from_db()
    return game


def test_with_all_hands_whoever_played_sits_where_they_sat_at_the_table(
    short: Game, as_alice: Client, as_bob: Client, client: Client
) -> None:
    assert nearest(fragment(as_alice, short, 2)) == "alice"
    assert nearest(fragment(as_bob, short, 2)) == "bob"
    assert nearest(fragment(as_bob, short, 2, view="0")) == "alice"
    Game.objects.filter(pk=short.pk).update(kind=Game.Kind.OPEN)
    assert nearest(fragment(client, short, 2)) == "alice"


@pytest.fixture
def whole(picking: Any, alice: Any, bob: Any) -> Game:
    """Return a finished game, played at random with a preference for captures."""
    game: Game = picking()
    rng = random.Random(4)
    game.decks.update(seed=rng.randbytes(32))
    for user in (alice, bob):
        services.pick_secret(game.pk, user_id=user.pk, card="7H", arrived_at=timezone.now())
    now = selectors.find_game(game.public_id, alice)
    while now.game.to_move is not None:
        moves = [str(move) for move in islice(game.rules.moves(now.state), 60)]
        captures = [text for text in moves if " x " in text]
        now = services.make_move(
            game.pk,
            user_id=(alice, bob)[now.game.to_move].pk,
            selection=services.Selection(now.game.move_count, text=rng.choice(captures or moves)),
            arrived_at=timezone.now(),
        )
    return now.game


# Steps


@pytest.mark.once
def test_every_step_of_a_whole_game_is_shown(whole: Game, as_oscar: Client, oscar: Any) -> None:
    replay = replay_of(whole, oscar)
    assert replay.last == whole.move_count - 2, "the secret picks are no steps"
    for step in range(replay.last + 1):
        html = fragment(as_oscar, whole, step)
        assert f'data-step="{step}"' in html
        assert html.count('aria-current="step"') == 1
        assert re.search(rf'id="replay-step-{step}" [^>]*aria-current="step"', html)
        state = replay.states[step]
        assert isinstance(state, TableState)
        left = find_leftovers(state) if state.is_over else None
        assert html.count('class="pile ') == len(state.table or (left[1].cards if left else ()))
        assert html.count('class="replay-card') == sum(map(len, state.hands))
    assert page(as_oscar, whole, replay.last + 1).status_code == 404


@pytest.mark.once
def test_moves_that_the_page_lists_already_are_not_sent_again(
    whole: Game, as_oscar: Client
) -> None:
    links = 'id="replay-step-'
    first = fragment(as_oscar, whole, 3)
    (key,) = re.findall('data-moves="([^"]*)"', first)
    assert links in first

    def sent(step: int, view: str = "", **headers: str) -> str:
        return text_of(page(as_oscar, whole, step, view=view, HTTP_X_MOVES_SHOWN=key, **headers))

    again = sent(4, HTTP_HX_REQUEST="true")
    assert links not in again
    assert 'data-step="4"' in again
    assert again.count(" data-kept") == 2, "the list and the chart"
    assert links in sent(4, view="1", HTTP_HX_REQUEST="true"), "they lead elsewhere"
    assert links in sent(4), "a whole page"


@pytest.mark.once
def test_the_last_step_has_the_score_that_is_stored(whole: Game, oscar: Any) -> None:
    totals = replay_of(whole, oscar).steps[-1].totals
    assert list(totals) == [seat.total for seat in whole.seats.order_by("index")]


@pytest.mark.once
def test_a_replay_goes_from_deal_to_deal(whole: Game, as_oscar: Client, oscar: Any) -> None:
    states = replay_of(whole, oscar).states
    rounds = [state.round for state in states if isinstance(state, TableState)]
    assert len(rounds) == len(states)
    deals = [n for n in range(1, len(states)) if rounds[n] != rounds[n - 1]]
    assert len(deals) == 5
    base = f"/games/{whole.public_id}/replay"
    html = fragment(as_oscar, whole, deals[1] + 1)
    assert f'id="replay-previous-round" class="button" href="{base}/{deals[1]}/' in html
    assert f'id="replay-next-round" class="button" href="{base}/{deals[2]}/' in html
    html = fragment(as_oscar, whole, deals[1])
    assert f'id="replay-previous-round" class="button" href="{base}/{deals[0]}/' in html


@pytest.mark.once
@pytest.mark.parametrize(
    ("record", "has_rounds"), [("casino/v1-to-11", True), ("triple_four/v1-2-players", False)]
)
def test_only_a_game_with_rounds_has_links_from_deal_to_deal(
    record: str, has_rounds: bool, as_oscar: Client
) -> None:
    document = RECORDS.parent.joinpath(f"{record}.json").read_bytes()
    token = keep_upload(parse_record(document))
    html = text_of(as_oscar.get(f"/records/{token}/2/"))
    assert ("Previous round" in html) is has_rounds
    assert ("Next round" in html) is has_rounds


@pytest.mark.once
def test_the_first_and_the_last_step_lead_no_further(short: Game, as_oscar: Client) -> None:
    base = f"/games/{short.public_id}/replay"
    first, last = fragment(as_oscar, short, 0), fragment(as_oscar, short, 6)
    for html, gone, there in ((first, "previous", "next"), (last, "next", "previous")):
        assert re.search(rf'id="replay-{gone}" class="button" role="link"[^>]*aria-disabled', html)
        assert re.search(rf'id="replay-{there}" class="button" href="{base}/', html)
    assert f'id="replay-last" class="button" href="{base}/6/"' in first
    assert f'id="replay-first" class="button" href="{base}/0/"' in last


@pytest.mark.once
@pytest.mark.parametrize("step", ["7", "99999999999999999999", "-1", "x", "1.0"])
def test_a_step_that_is_not_there_is_not_found(short: Game, as_oscar: Client, step: str) -> None:
    assert page(as_oscar, short, step).status_code == 404


@pytest.mark.once
@pytest.mark.parametrize(
    ("query", "leads_to"),
    [
        ("", "0/"),
        ("?step=4", "4/"),
        ("?step=4&view=1", "4/?view=1"),
        ("?step=last", "6/"),
        ("?step=-2", "0/"),
        ("?step=²", "0/"),
    ],
)
def test_the_slider_leads_to_the_address_of_a_step(
    short: Game, as_oscar: Client, query: str, leads_to: str
) -> None:
    path = f"/games/{short.public_id}/replay/"
    response = as_oscar.get(path + query)
    assert (response.status_code, response["Location"]) == (302, path + leads_to)


@pytest.mark.parametrize("query", ["", "?step=4&view=1", "?step=last"])
def test_a_part_without_a_step_comes_at_once_with_the_address_to_show(
    short: Game, as_oscar: Client, query: str
) -> None:
    path = f"/games/{short.public_id}/replay/"
    part = as_oscar.get(path + query, HTTP_HX_REQUEST="true", HTTP_HX_TARGET="replay")
    leads_to = as_oscar.get(path + query)["Location"]
    assert (part.status_code, part["HX-Replace-Url"]) == (200, leads_to)
    assert text_of(part) == text_of(as_oscar.get(leads_to, HTTP_HX_REQUEST="true"))


@pytest.mark.parametrize(
    ("is_over", "target"),
    [(False, "look-back-place"), (False, "replay"), (True, "look-back-place")],
)
def test_looking_back_shows_no_address_of_its_own(
    dealt: Any, as_alice: Client, is_over: bool, target: str
) -> None:
    game = dealt()
    if is_over:
        services.quit_game(game.pk, user_id=game.seats.get(index=0).user_id)
    path = f"/games/{game.public_id}/replay/?step=last"
    part = as_alice.get(path, HTTP_HX_REQUEST="true", HTTP_HX_TARGET=target)
    assert part.status_code == 200
    assert "HX-Replace-Url" not in part


def test_links_to_a_replay_lead_to_its_first_step(short: Game, as_oscar: Client) -> None:
    address = f"/games/{short.public_id}/replay/"
    for page in (f"/games/{short.public_id}/", f"/games/{short.public_id}/analysis/"):
        html = text_of(as_oscar.get(page))
        assert f'href="{address}0/"' in html, page
        assert f'href="{address}"' not in html, page


def test_browsers_bring_back_no_step_or_speed_of_an_earlier_address(
    short: Game, as_oscar: Client
) -> None:
    html = fragment(as_oscar, short, 1)
    for control in ('form id="replay-jump"', 'select id="replay-speed"'):
        assert re.search(f'<{control}[^>]* autocomplete="off"', html), control


@pytest.mark.once
def test_a_step_is_a_fragment_for_htmx_and_a_page_for_its_history(
    short: Game, as_oscar: Client
) -> None:
    assert fragment(as_oscar, short, 1).lstrip().startswith('<section id="replay"')
    whole_page = text_of(page(as_oscar, short, 1))
    restored = page(
        as_oscar, short, 1, HTTP_HX_REQUEST="true", HTTP_HX_HISTORY_RESTORE_REQUEST="true"
    )
    for html in (whole_page, text_of(restored)):
        assert "<!doctype html>" in html
        assert "alice vs bob" in html
        assert "bob wins by forfeit" in html


# Descriptions


@pytest.mark.once
def test_events_are_shown_with_sums_times_and_marks(short: Game, as_oscar: Client) -> None:
    told = [words_of(fragment(as_oscar, short, step)) for step in range(7)]
    assert told[0] == "The cards are dealt"
    assert told[1].startswith("Move 1. alice takes 5♦ + 4♥ with 9♦: 3 cards, 2 diamonds")
    assert told[2] == "Move 2. bob puts 2♥ on 10♥, leaving 8 Subtraction"
    assert told[3] == "3. alice ran out of time: 1 point to bob (1 of 5) violation"
    assert told[4] == "Move 4. alice passes Pass"
    assert told[6].startswith("6. alice quits bob wins by forfeit. alice quit the game. ")
    html = fragment(as_oscar, short, 0)
    assert '<code translate="no">9D x 4H 5D</code>' in html
    assert re.findall(r'class="line-time">([^<]*)', html)[:2] == ["0:07", "2:13"]


def heads_of(html: str) -> list[str]:
    """Return the text beside the picture of each seat, without the tag of a turn.

    Style sheets show that tag only at the seat to move.
    """
    html = html.replace('<span class="turn-tag">to move</span>', "")
    heads = re.findall(r'<span class="player-who">(.*?)<span class="replay-hand"', html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", head).split()) for head in heads]


@pytest.mark.once
@pytest.mark.parametrize(("move_time", "penalties"), [(NO_TIMER, ""), (60, " 0 of 5 violations")])
def test_each_head_has_the_name_the_level_and_penalties_where_there_is_a_timer(
    move_time: int, penalties: str, alice: Any, as_alice: Client
) -> None:
    game = services.play_computer(alice, variant="royal", move_time=move_time, levels=["easy"])
    services.quit_game(game.pk, user_id=alice.pk)
    token = keep_upload(selectors.record_of(selectors.find_game(game.public_id, alice), None))
    for path in (f"/games/{game.public_id}/replay/1/", f"/records/{token}/1/"):
        html = text_of(as_alice.get(path))
        assert sorted(heads_of(html)) == [f"Basil computer, easy{penalties}", f"alice{penalties}"]
        assert "alice quits Basil wins by forfeit." in words_of(html)
        assert "<title>Replay: alice vs Basil" in html


@pytest.mark.once
def test_the_list_and_the_chart_know_the_points_after_each_event(
    short: Game, as_oscar: Client
) -> None:
    html = fragment(as_oscar, short, 3)
    totals = re.findall(r"points </span>([^<]*)", html)
    assert totals == ["0–0", "0–0", "0–0", "0–1", "0–1", "0–1", "0–1"]
    assert "bob leads 1 to 0" in html
    assert "The score was level after 2 of 4 moves; bob was ahead after 2." in html
    assert html.count('class="chart-line') == html.count('class="chart-dot') == 2


@pytest.mark.once
def test_the_last_step_shows_the_count(whole: Game, as_oscar: Client, oscar: Any) -> None:
    replay = replay_of(whole, oscar)
    assert not any(step.counting for step in replay.steps[:-1])
    reasons = whole.rules.explain_score(replay.states[-1])
    most = [reason for reason in reasons if reason.line.startswith("most_")]
    told = words_of(fragment(as_oscar, whole, replay.last))
    assert most
    for reason in most:
        assert f"{replay.names[reason.side]}, {reason.cause} (+1)" in told
    last = replay.states[-1]
    assert isinstance(last, TableState)
    assert len(replay.steps[-1].counting) - len(most) == any(
        capture.leftover for side in last.captures for capture in side
    )


@pytest.mark.once
def test_leftovers_and_a_tie_are_shown() -> None:
    variant = rules.variant("trifecta")
    states = [variant.deal(variant.pack, players=2)]
    while moves := list(islice(variant.moves(states[-1]), 30)):
        captures = [move for move in moves if " x " in str(move)] if len(states) < 20 else []
        states.append(variant.play(states[-1], [*moves, *captures][-1]))
    before, after = states[-2:]
    names = Names(("alice", "bob"))
    halves = (set_of(variant.pack[::2]), set_of(variant.pack[1::2]))
    lines = tell_counting(variant, before, replace(after, captured=halves), names)
    assert "Most cards: alice and bob, 26 cards each, half a point each (+½)" in lines
    side = after.last_capture
    left, owner = cards_text(after.captures[side][-1].cards), ("alice", "bob")[side]
    assert lines[0].startswith(f"Left on the table: {left}, to {owner} for the last capture")


@pytest.mark.once
def test_a_level_score_has_no_leader(short: Game, oscar: Any) -> None:
    replay = replay_of(short, oscar)
    first, *others = replay.steps
    for totals, words in (((3, 3), "Level at 3"), ((3, 5), "bob leads 5 to 3")):
        steps = (replace(first, totals=totals), *others)
        assert tell_standing(replace(replay, steps=steps), 0) == words


@pytest.mark.once
def test_every_step_of_an_analysed_game_has_a_place_for_the_verdict(
    short: Game, as_oscar: Client
) -> None:
    assert "replay-verdict" not in fragment(as_oscar, short, 1)
    analysis = short.analyses.create(level="master", asked_at=timezone.now())
    assert "replay-verdict" not in fragment(as_oscar, short, 1), "it waits in the line"
    analysis.touched_at = timezone.now()
    analysis.save()
    moves = [["9D x 4H 5D", 1.5], ["3H", 0.5]]
    analysis.moves.create(number=3, seat=0, alternatives=moves, points=1.5, lost=0)

    def verdict(step: int) -> str:
        box = re.search(
            r'<div id="replay-verdict".*?<div class="replay-controls"',
            fragment(as_oscar, short, step),
            re.DOTALL,
        )
        assert box is not None
        return " ".join(re.sub(r"<[^>]*>?", "", box[0]).split())

    assert verdict(0) == verdict(3) == "There is no move to analyse here."
    assert verdict(1).startswith("The computer would have played the same move.")
    assert "+1.5" in verdict(1)
    assert verdict(2) == "This move has not been analysed yet."
    analysis.finished_at = timezone.now()
    analysis.save()
    assert verdict(2) == "This move was not analysed."


# Perspectives


def test_a_seat_sees_the_other_hand_as_backs(short: Game, as_oscar: Client) -> None:
    for view, own, other in (("0", ALICE_HOLDS, BOB_HOLDS), ("1", BOB_HOLDS, ALICE_HOLDS)):
        html = fragment(as_oscar, short, 0, view=view)
        hands = re.findall(
            r"cards/(?:\w+/)*(\w+)\.svg",
            "".join(re.findall(r'<span class="replay-hand".*?</span></span>', html, re.DOTALL)),
        )
        assert set(own) <= set(hands)
        assert not set(other) & set(hands)
        assert "back" in hands
        assert f'href="/games/{short.public_id}/replay/1/?view={view}"' in html
    html = fragment(as_oscar, short, 0)
    assert all(f"{card}.svg" in html for card in (*ALICE_HOLDS, *BOB_HOLDS))
    assert "back.svg" not in html


@pytest.mark.once
def test_an_unknown_perspective_shows_all_hands(short: Game, as_oscar: Client) -> None:
    for view in ("2", "-1", "x", "²"):
        assert fragment(as_oscar, short, 0, view=view) == fragment(as_oscar, short, 0)


# Access


def test_a_replay_is_for_whoever_may_see_the_game(
    dealt: Any, alice: Any, as_alice: Client, as_bob: Client, as_oscar: Client, nobody: Client
) -> None:
    for kind, status in (("open", 200), ("link", 404)):
        game = dealt(kind=kind)
        services.quit_game(game.pk, user_id=alice.pk)
        assert [page(client, game, 0).status_code for client in (as_alice, as_bob)] == [200, 200]
        assert [page(client, game, 0).status_code for client in (as_oscar, nobody)] == [status] * 2
        assert "no-store" in page(as_alice, game, 0)["Cache-Control"]


def test_only_players_look_back_at_a_running_game(
    dealt: Any,
    play: Play,
    alice: Any,
    as_alice: Client,
    as_bob: Client,
    as_oscar: Client,
    nobody: Client,
) -> None:
    game = dealt()
    play(game, alice, "9D x 5D 4H")
    for client in (as_oscar, nobody):
        assert page(client, game, 0).status_code == 404
        assert page(client, game, 0, view="open").status_code == 404
    html = text_of(page(as_bob, game, 0, view="open"))
    assert "Back to the table" in html
    _, _, content = html.partition("<main")
    assert "?view" not in content, "there is one perspective"
    assert page(as_alice, game, 2).status_code == 404


def test_looking_back_shows_what_the_seat_saw_then(
    dealt: Any, play: Play, alice: Any, as_alice: Client, as_bob: Client
) -> None:
    game = dealt()
    play(game, alice, "3H")
    for client, own, other in (
        (as_alice, ALICE_HOLDS, BOB_HOLDS),
        (as_bob, BOB_HOLDS, ALICE_HOLDS),
    ):
        html = fragment(client, game, 0)
        assert all(f"{card}.svg" in html for card in own)
        response = page(client, game, 0)
        seen = cards_in(response, game)
        assert not seen & (set(other) - {"3H"}), "only what was played since stands in the list"
        assert "7H" not in seen or client is as_alice


def test_looking_back_holds_no_card_that_its_player_does_not_see(
    dealt: Any, play: Play, alice: Any, bob: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 4H 5D")
    for seat, user in enumerate((alice, bob)):
        states = replay_of(game, user).states
        assert states == tuple(game.rules.mask(state, seat) for state in states)


def test_there_is_no_replay_before_the_deal_or_of_a_cancelled_game(
    picking: Any, alice: Any, as_alice: Client
) -> None:
    game = picking()
    assert page(as_alice, game, 0).status_code == 404
    services.leave_game(game.pk, user=alice)
    assert page(as_alice, game, 0).status_code == 404


def test_an_erased_player_has_no_name_in_a_replay(short: Game, bob: Any, as_oscar: Client) -> None:
    fragment(as_oscar, short, 1)
    bob.delete()
    assert not re.search(r"\bbob\b", fragment(as_oscar, short, 1))


def test_the_number_of_queries_does_not_depend_on_the_game(
    short: Game, whole: Game, as_oscar: Client, django_assert_num_queries: Any
) -> None:
    for game in (short, whole):
        page(as_oscar, game, 1)
        for step in (0, 6):
            with django_assert_num_queries(
                7
            ):  # session, user, game, seats, analysis, turns, unread
                page(as_oscar, game, step)


@pytest.mark.once
def test_each_event_at_the_table_leads_to_its_step(
    dealt: Any, play: Play, alice: Any, bob: Any, as_bob: Client, as_oscar: Client
) -> None:
    game = dealt()
    play(game, alice, "9D x 5D 4H")
    play(game, bob, "2H - TH = 8")
    table = f"/games/{game.public_id}/"
    links = re.findall(
        r'<li id="event-[0-9]+"><a href="([^"]*)" data-look-back>', text_of(as_bob.get(table))
    )
    assert links == [f"{table}replay/2/", f"{table}replay/1/"]
    assert "data-look-back" not in text_of(as_oscar.get(table))
    services.quit_game(game.pk, user_id=bob.pk)
    assert f'<li id="event-3"><a href="{table}replay/3/">bob quits' in text_of(as_oscar.get(table))


# From a file


def test_a_record_from_a_file_is_shown_step_by_step(
    short: Game, alice: Any, as_oscar: Client
) -> None:
    found = selectors.find_game(short.public_id, alice)
    token = keep_upload(selectors.record_of(found, None))
    played_here = text_of(page(as_oscar, short, 3))
    response = as_oscar.get(f"/records/{token}/3/")
    from_file = text_of(response)
    assert "This record comes from a file." in from_file
    assert f'The <a href="/games/{short.public_id}/">same game</a> was played here.' in from_file
    assert "comes from a file" not in played_here
    assert words_of(from_file) == words_of(played_here)
    assert f'href="/records/{token}/4/"' in from_file
    assert from_file.count(short.public_id) == 1
    assert as_oscar.get(f"/records/{token}/7/").status_code == 404
    assert as_oscar.get(f"/records/{'x' * 22}/0/").status_code == 404
    assert as_oscar.get(f"/records/{token}/")["Location"] == f"/records/{token}/0/"


@pytest.mark.parametrize("change", ["private", "other moves"])
def test_a_record_names_only_the_same_game_and_only_to_those_who_may_see_it(
    short: Game, alice: Any, oscar: Any, change: str
) -> None:
    record = selectors.record_of(selectors.find_game(short.public_id, alice), None)
    assert selectors.find_recorded_game(record, oscar) == short
    if change == "private":
        Game.objects.filter(pk=short.pk).update(kind=Game.Kind.LINK)
    else:
        record = replace(record, events=record.events[:-1])
    assert selectors.find_recorded_game(record, oscar) is None


def test_a_seat_taken_over_is_a_step_of_its_own_and_no_move() -> None:
    record = parse_record(RECORDS.joinpath("v1-resignation-among-several.json").read_bytes())
    events = (*record.events[:14], RecordedEvent("take-over", 1, "easy"), *record.events[14:])
    replay = replay_record(replace(record, events=events))
    told = presenters.view_replay(replay, path="/x/", step=15, perspective="")
    assert told.words == "A computer player takes Bob’s seat"
    assert (told.is_move, told.notation) == (False, "")
    assert told.chart.words.startswith("Carol was ahead after 34 of 48 moves; ")


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        ("casino/v1-resignation-among-several", "Bob leads 1 to 0 and 0", "Alice leads 6 to 3"),
        ("triple_four/v1-four-of-who-is-out", "Level at 0", "Bob leads 3 to 0"),
    ],
)
def test_whoever_has_dropped_out_is_not_ahead(game: str, before: str, after: str) -> None:
    record = parse_record(RECORDS.parent.joinpath(f"{game}.json").read_bytes())
    replay = replay_record(record)
    left = next(n for n, made in enumerate(replay.steps) if replay.variant.out(replay.states[n]))
    assert tell_standing(replay, left - 1) == before
    assert tell_standing(replay, replay.last) == after


def test_the_parts_of_a_replay_are_called_decks_where_each_is_one() -> None:
    shuffled = RECORDS.parent.joinpath("triple_four/v1-several-shuffles.json").read_bytes()
    view = presenters.view_replay(
        replay_record(parse_record(shuffled)), path="/x/", step=0, perspective=""
    )
    html = render_replay(view, language="en")
    assert "<caption>After each deck</caption>" in html
    assert "After each round" not in html
