"""The pages of the lessons, and the invitations to them."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import rules, services
from games.lessons import FIRST, lessons_of
from games.models import Game
from learn.templatetags import learning
from tests.games.pages import at
from tests.games.test_lessons import begin, play_steps
from tests.present import present

pytestmark = pytest.mark.django_db

INVITATION = "New here? Learn by playing (4 minutes)"


def lesson_of(variant: str = "casino", name: str = FIRST) -> str:
    return reverse("lesson", args=[variant, name])


def page_of(client: Client, path: str) -> str:
    return client.get(path).content.decode()


@pytest.fixture
def guest() -> Client:
    """Return the browser of a guest."""
    client = Client()
    client.post(reverse("play_computer"), {"variant": "royal", "move_time": "0"})
    return client


def test_a_stranger_begins_with_one_click_as_a_guest(nobody: Client) -> None:
    answer = nobody.post(lesson_of(), {"time_zone": "Europe/Berlin"})
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    guest = present(game.seats.get(index=0).user)
    assert guest.is_guest
    assert (game.kind, game.lesson, game.variant) == ("lesson", FIRST, "casino")


@pytest.mark.once
@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_the_front_page_and_the_rules_invite_to_the_lesson(variant: str, nobody: Client) -> None:
    for path in (f"{reverse('home')}?game={variant}", reverse("rules", args=[variant])):
        page = page_of(nobody, path)
        assert INVITATION in page
        assert f'action="{lesson_of(variant)}"' in page


def test_a_half_finished_lesson_is_continued(alice: Any, as_alice: Client) -> None:
    game = begin(alice)
    play_steps(game, alice, 6)
    assert "Continue your first lesson" in page_of(as_alice, f"{reverse('home')}?game=casino")
    assert as_alice.post(lesson_of())["Location"] == game.get_absolute_url()
    page = page_of(as_alice, lesson_of())
    assert "Continue" in page
    assert "Start again" in page
    assert as_alice.post(lesson_of(), {"again": "yes"})["Location"] != game.get_absolute_url()


@pytest.mark.once
def test_whoever_has_done_it_is_invited_only_by_the_rules(alice: Any, as_alice: Client) -> None:
    play_steps(begin(alice), alice)
    assert "Learn by playing" not in page_of(as_alice, f"{reverse('home')}?game=casino")
    assert "once more" in page_of(as_alice, reverse("rules", args=["casino"]))
    assert INVITATION in page_of(as_alice, f"{reverse('home')}?game=royal")
    assert "Continue" in page_of(as_alice, lesson_of())  # the game after the lesson
    services.quit_game(Game.objects.get(lesson=FIRST).pk, user_id=alice.pk)
    assert "Play it again" in page_of(as_alice, lesson_of())
    assert "done" in page_of(as_alice, reverse("lessons"))


@pytest.mark.once
def test_quitting_leaves_a_lesson_without_a_forfeit(alice: Any, as_alice: Client) -> None:
    game = begin(alice)
    page = page_of(as_alice, at("game", game))
    assert "Leave this lesson? You can begin it again at any time." in page
    assert "Quit and lose" not in page
    assert as_alice.post(at("quit", game))["Location"] == reverse("lessons")
    page = page_of(as_alice, at("game", game))
    assert "You have left this lesson" in page
    assert "by forfeit" not in page
    assert "The score does not count" not in page
    assert "Play again" not in page
    assert "Watch the replay" not in page
    assert "All lessons" in page
    page = page_of(as_alice, f"{at('replay', game)}{game.events.count()}/")
    assert "You have left this lesson" in page
    assert "You can begin it again at any time." in page
    assert "by forfeit" not in page
    assert "The score does not count" not in page


@pytest.mark.once
def test_a_guest_is_invited_at_the_first_table(guest: Client) -> None:
    user = User.objects.get()
    first = Game.objects.get()
    assert INVITATION in page_of(guest, at("game", first))
    with patch.object(learning, "INVITED_MOVES", first.move_count):
        assert INVITATION not in page_of(guest, at("game", first)), "the game is under way"
    services.play_computer(user, variant="casino", move_time=0, levels=["easy"])
    assert INVITATION not in page_of(guest, at("game", first))


@pytest.mark.once
def test_a_table_with_a_timer_does_not_invite(nobody: Client) -> None:
    nobody.post(reverse("play_computer"), {"variant": "royal", "move_time": "60"})
    assert INVITATION not in page_of(nobody, at("game", Game.objects.get()))


def test_nobody_else_is_invited_at_a_table(alice: Any, as_alice: Client, guest: Client) -> None:
    game = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    assert INVITATION not in page_of(as_alice, at("game", game))
    begun = begin(User.objects.get(is_guest=True))
    assert INVITATION not in page_of(guest, at("game", begun))


@pytest.mark.once
def test_the_lessons_of_every_game_are_listed(nobody: Client) -> None:
    page = page_of(nobody, reverse("lessons"))
    for variant, game in rules.VARIANTS.items():
        assert game.title in page
        assert lesson_of(variant) in page


@pytest.mark.once
def test_a_lesson_names_the_rules_that_it_shows(nobody: Client) -> None:
    page = page_of(nobody, reverse("lesson", args=["casino", "building"]))
    for clause, title in (("4.4", "Build"), ("4.5", "The holding rule")):
        link = f'<a href="/rules/casino/#c{clause}">{clause} <span lang="en">{title}</span></a>'
        assert link in page


@pytest.mark.once
@pytest.mark.parametrize("path", [("chess", FIRST), ("casino", "99")])
def test_an_unknown_lesson_is_not_found(path: tuple[str, str], as_alice: Client) -> None:
    assert as_alice.get(lesson_of(*path)).status_code == 404
    assert as_alice.post(lesson_of(*path)).status_code == 404


def test_looking_begins_nothing_and_makes_nobody_a_guest(nobody: Client) -> None:
    assert nobody.get(lesson_of()).status_code == 200
    assert nobody.get(reverse("lessons")).status_code == 200
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_lessons_are_limited_like_new_games(as_alice: Client, settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "new_game": "2/h"}
    answers = [as_alice.post(lesson_of()).status_code for _ in range(3)]
    assert answers == [302, 302, 429]


def test_a_closed_account_is_told_so(alice: Any, as_alice: Client, monkeypatch: Any) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise services.SeatRefused("account_closed")

    monkeypatch.setattr(services, "start_lesson", refuse)
    answer = as_alice.post(lesson_of(), follow=True)
    assert "This account is closed." in answer.content.decode()


def test_a_lesson_is_begun_at_a_live_table_too(alice: Any) -> None:
    services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    game = begin(alice)
    assert game.status == Game.Status.PLAYING
    assert game.created_at <= timezone.now()


@pytest.mark.once
@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_the_rules_lead_to_the_lesson_of_each_section(variant: str, nobody: Client) -> None:
    page = page_of(nobody, reverse("rules", args=[variant]))
    sections = [
        clause for lesson in lessons_of(variant) for clause in lesson.clauses if "." not in clause
    ]
    for section in sections:
        path = reverse("lesson_about", args=[variant, section])
        name = f'Try this rule<span class="hidden-text">: {section}</span>'
        link = f'<a href="{path}">{name}</a>'
        assert page.count(link) == 1
        assert page.index(f'id="c{section}"') < page.index(link)
    assert len(sections) >= 6


@pytest.mark.once
def test_a_refusal_leads_to_the_lesson_about_its_rule(dealt: Any, as_alice: Client) -> None:
    game = dealt()
    sent = {"seen": game.move_count, "action": "build", "card": "8C", "pile": ["4H"]}
    page = as_alice.post(at("move", game), sent).content.decode()
    link = reverse("lesson_about", args=["trifecta", "4.3"])
    assert f'<a href="{link}" target="_blank">Try this rule</a>' in page
    answer = as_alice.get(link)
    assert answer["Location"] == lesson_of("trifecta", "building")
    shown = page_of(as_alice, lesson_of("trifecta", "building"))
    assert 'href="/rules/trifecta/#c4.3">4.3 <span lang="en">' in shown


@pytest.mark.once
def test_a_lesson_offers_no_other_lesson_when_it_refuses(alice: Any, as_alice: Client) -> None:
    game = begin(alice)
    sent = {"seen": game.move_count, "action": "build", "card": "3H", "pile": ["4H"]}
    page = as_alice.post(at("move", game), sent).content.decode()
    assert "Rule 4.5" in page
    assert "Try this rule" not in page


@pytest.mark.once
def test_a_rule_that_there_is_not_has_no_lesson(nobody: Client) -> None:
    assert nobody.get(reverse("lesson_about", args=["casino", "99"])).status_code == 404
    assert nobody.get(reverse("lesson_about", args=["chess", "1"])).status_code == 404


@pytest.mark.once
def test_the_end_of_a_lesson_leads_to_the_others(alice: Any, as_alice: Client) -> None:
    game = begin(alice, "casino", "clock")
    play_steps(game, alice)
    page = page_of(as_alice, at("game", game))
    assert "That is the rule." in page
    assert f'href="{reverse("lessons")}"' in page
    assert 'href="/rules/casino/"' in page


def test_the_game_after_a_lesson_is_continued_until_it_is_begun_again(
    alice: Any, as_alice: Client
) -> None:
    game = begin(alice)
    play_steps(game, alice)
    assert as_alice.post(lesson_of())["Location"] == game.get_absolute_url()
    rules_page = page_of(as_alice, reverse("rules", args=["casino"]))
    assert 'name="again" value="yes">Learn by playing once more' in rules_page
