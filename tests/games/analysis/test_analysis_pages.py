"""The pages of an analysis, its marks in the replay, and who sees them."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import presenters, rules, selectors, services
from games.messages.moves import tell_play
from games.models import AnalysedMove, Analysis
from games.presenters import analysis as analysis_view
from games.presenters.reasons import tell_differences
from games.snapshots import Snapshot, derive_states
from tests.games.analysis.conftest import BEST, run_all
from tests.games.pages import at, text_of
from tests.games.whole_games import play_game, smallest_table

pytestmark = pytest.mark.django_db


@pytest.mark.once
def test_the_biggest_mistakes_of_each_player_are_shown(many: Snapshot) -> None:
    told = presenters.view_analysis(many, None).mistakes
    level = many.seats[1].stand_in
    names = [
        "alice",
        "bob",
        f"A computer player ({level}), in place of bob",
        "carol",
        "Dion (computer, easy)",
    ]
    assert [each.name for each in told] == names
    assert max(len(player.moves) for player in told) == analysis_view.BIGGEST


@pytest.mark.once
def test_the_page_begins_with_a_summary(many: Snapshot, as_bob: Client) -> None:
    AnalysedMove.objects.filter(seat=0).update(lost=0.0)
    page = text_of(as_bob.get(at("analysis", many.game)))
    assert page.index("<h2>Summary</h2>") < page.index("<h2>Turning points</h2>")
    assert (
        "A move that is as good as the best one counts 100% for the accuracy, one that costs 0.5 "
        "points counts 50%, one that costs twice that counts 25%, and so on."
    ) in page
    assert page.index("<h2>Turning points</h2>") < page.index("<h2>Biggest mistakes</h2>")
    assert re.search(
        r'<th scope="row"><span translate="no">alice</span></th><td>100%</td><td>0</td>', page
    )
    assert page.count(" before this move.") == 3


@pytest.mark.once
def test_the_page_names_the_game_and_its_players(
    many: Snapshot, analysed: Any, as_bob: Client
) -> None:
    headings = {
        many.game: "Casino · alice, bob, carol and Dion (computer, easy)",
        analysed(): "Casino Trifecta · alice vs bob",
    }
    for game, expected in headings.items():
        _, _, below = text_of(as_bob.get(at("analysis", game))).partition("<h1>Analysis</h1>")
        heading, _, _ = below.partition("</p>")
        assert re.sub(r"<[^>]*>", "", heading).strip() == expected


@pytest.mark.once
def test_the_biggest_mistakes_come_first(many: Snapshot) -> None:
    mistakes = AnalysedMove.objects.filter(seat=0, lost=BEST)
    last = mistakes.latest("number")
    mistakes.filter(pk=last.pk).update(lost=BEST + 1)
    told = presenters.view_analysis(many, None).mistakes[0].moves
    first, second = mistakes.exclude(pk=last.pk).order_by("number")[:2]
    assert [move.number for move in told] == [last.number, first.number, second.number]


@pytest.mark.once
def test_a_player_without_mistakes_is_named_too(many: Snapshot, carol: Any) -> None:
    AnalysedMove.objects.filter(seat=2).update(lost=0.0)
    told = presenters.view_analysis(many, carol.pk).mistakes
    assert [each.name for each in told if not each.moves] == ["carol"]
    assert [each.name for each in told][3] == "carol"
    assert [each.name for each in told if each.is_you] == ["carol"]


@pytest.mark.once
def test_the_viewers_name_among_the_mistakes_is_marked(many: Snapshot, as_bob: Client) -> None:
    AnalysedMove.objects.filter(seat=0).update(lost=0.0)
    page = text_of(as_bob.get(at("analysis", many.game)))
    assert '<h3><span translate="no">alice</span>: no mistakes</h3>' in page
    assert '<h3><span translate="no">bob</span> <span class="soft">(you)</span></h3>' in page
    assert page.count("(you)") == 1


@pytest.mark.once
def test_players_of_one_name_have_mistakes_of_their_own(many: Snapshot, as_bob: Client) -> None:
    many.game.seats.filter(index__in=(0, 2)).update(user=None)
    page = text_of(as_bob.get(at("analysis", many.game)))
    assert page.count("<h3>Former player</h3>") == 2


@pytest.mark.once
@pytest.mark.parametrize("name", rules.VARIANTS)
def test_moves_are_shown_in_full_although_hands_are_hidden(
    name: str, alice: Any, bob: Any, carol: Any, queued: list[str]
) -> None:
    snapshot = play_game(smallest_table(name), [alice, bob, carol], random.Random(3))
    services.ask_analysis(snapshot.game.pk, user=alice, now=timezone.now())
    run_all(queued)
    states = derive_states(snapshot.game, snapshot.deck, snapshot.events)
    for move in presenters.view_analysis(snapshot, None).moves:
        before, text = states[move.number - 1], snapshot.events[move.number - 1].text
        variant = snapshot.game.rules
        in_full = tell_play(variant.explain(before, variant.parse(before, text)))
        assert "?" not in move.made + move.best
        if "secret card" not in in_full:
            assert move.made == in_full


@pytest.mark.once
def test_the_expected_line_is_a_replay_from_the_better_move_on(
    analysed: Any, as_oscar: Client
) -> None:
    game = analysed()
    move = AnalysedMove.objects.filter(lost=BEST).first()
    assert move is not None
    assert move.line == [move.alternatives[0][0]]
    step = move.number - game.opening_moves
    shown = text_of(as_oscar.get(reverse("replay", args=[game.public_id, step])))
    path = reverse("replay_line", args=[game.public_id, step, step])
    assert f'href="{path}"' in shown
    page = text_of(as_oscar.get(path))
    assert f"Expected move {step}" in page
    assert f'href="{reverse("replay", args=[game.public_id, step])}"' in page
    assert re.search(r'id="replay-next"[^>]*aria-disabled="true"', page)
    first = text_of(as_oscar.get(reverse("replay_line", args=[game.public_id, step, step - 1])))
    assert re.search(rf'id="replay-next"[^>]*href="{path}"', first)


@pytest.mark.once
def test_there_is_no_line_where_the_analysis_has_none(analysed: Any, as_oscar: Client) -> None:
    game = analysed()
    move = AnalysedMove.objects.filter(lost=BEST).first()
    assert move is not None
    step = move.number - game.opening_moves
    path = reverse("replay_line", args=[game.public_id, step, step])
    assert as_oscar.get(path).status_code == 200
    assert as_oscar.get(reverse("replay_line", args=[game.public_id, step, 999])).status_code == 404
    # As analyses of earlier releases are stored.
    AnalysedMove.objects.filter(pk=move.pk).update(line=None, error=None)
    assert as_oscar.get(path).status_code == 404
    page = text_of(as_oscar.get(reverse("replay", args=[game.public_id, step])))
    assert "This move cost 2.0 points." in page
    assert "expected line" not in page
    Analysis.objects.all().delete()
    assert as_oscar.get(path).status_code == 404


def test_the_analysis_reveals_nothing_that_the_player_could_not_know(
    known_shuffle: None,
    picking: Any,
    play: Any,
    alice: Any,
    bob: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = list[Any]()

    def tell(variant: Any, seen: Any, *moves: Any) -> Any:
        given.append(seen)
        return tell_differences(variant, seen, *moves)

    monkeypatch.setattr(analysis_view, "tell_differences", tell)
    game = picking()
    for user, card in ((alice, "7H"), (bob, "5D")):
        services.pick_secret(game.pk, user_id=user.pk, card=card, arrived_at=timezone.now())
    play(game, alice, "9D x 5D 4H")
    services.quit_game(game.pk, user_id=bob.pk)
    game.refresh_from_db()
    analysis = Analysis.objects.create(
        game=game, level="master", asked_at=timezone.now(), finished_at=timezone.now()
    )
    moves = [["3H", 1.0], ["9D x 4H 5D", 0.0]]
    analysis.moves.create(number=3, seat=0, alternatives=moves, points=0.0, lost=1.0)
    snapshot = selectors.find_game(game.public_id, alice)
    replay = presenters.replay_game(snapshot, alice.pk)
    step = presenters.view_analysed_step(snapshot, analysis, replay, 1)
    assert step is not None
    assert step.made == "9♦ takes 5♦ + 4♥: 3 cards, 2 diamonds"
    assert given == [game.rules.mask(seen, 0) for seen in given]
    assert len(given) == 1


@pytest.mark.once
def test_the_page_lists_the_moves_and_the_biggest_mistakes(analysed: Any, as_alice: Client) -> None:
    game = analysed()
    page = text_of(as_alice.get(at("analysis", game)))
    table = page.split('class="analysed-moves"')[1]
    assert table.count("<tr") - 1 == AnalysedMove.objects.count()
    assert 0 < page.count("cost 2.0 points") <= 2 * analysis_view.BIGGEST
    first = AnalysedMove.objects.filter(lost=BEST).first()
    assert first is not None
    assert f"{at('replay', game)}{first.number - 2}/" in page


@pytest.mark.once
def test_the_replay_shows_what_each_move_lost(analysed: Any, as_alice: Client) -> None:
    game = analysed()
    for move in AnalysedMove.objects.all()[:8]:
        page = text_of(as_alice.get(f"{at('replay', game)}{move.number - 2}/"))
        assert ("This move cost 2.0 points" in page) == (move.lost == BEST)
        assert ("Best move: " in page) == (move.lost == BEST)
        assert ("would have played the same move" in page) == (move.lost == 0)
    assert 'id="analysed"' not in text_of(as_alice.get(f"{at('replay', game)}0/"))


@pytest.mark.once
def test_the_replay_offers_the_analysis_before_it_is_made(finished: Any, as_alice: Client) -> None:
    game = finished()
    page = text_of(as_alice.get(f"{at('replay', game)}3/"))
    assert "Analyse this game" in page
    assert 'id="analysed"' not in page


def test_the_result_offers_the_analysis_of_moves(finished: Any, as_alice: Client) -> None:
    page = text_of(as_alice.get(at("game", finished())))
    assert "Analyse this game" in page


@pytest.mark.parametrize("kind", ["open", "link"])
def test_an_analysis_is_for_whoever_may_see_the_game(
    finished: Any, kind: str, as_alice: Client, as_oscar: Client, nobody: Client
) -> None:
    game = finished(kind=kind)
    others = 200 if kind == "open" else 404
    assert as_alice.get(at("analysis", game)).status_code == 200
    assert as_oscar.get(at("analysis", game)).status_code == others
    assert nobody.get(at("analysis", game)).status_code == others
    assert nobody.post(at("analysis", game)).status_code == (302 if kind == "open" else 404)
    assert not Analysis.objects.exists()
    assert as_oscar.post(at("analysis", game)).status_code == (302 if kind == "open" else 404)
    assert Analysis.objects.exists() == (kind == "open")
