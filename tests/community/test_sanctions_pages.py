"""The pages on which the staff decides: what is known, what is refused, and who may see them."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import erase_user
from community import services
from community.models import Entry, Report, Sanction
from community.selectors import find_reported, find_reports_about
from games import services as game_services
from games.models import Game
from tests.community.decided import REASON, TOO_LONG, ban, suspend
from tests.games.conftest import give_unknown_rules
from tests.present import present

pytestmark = pytest.mark.django_db


def test_the_staff_decides_on_a_page_with_all_that_is_known(
    dealt: Callable[..., Game], as_staff: Client, alice: User, bob: User
) -> None:
    game = dealt(kind="link")
    services.report(
        alice, bob, about="player", reason="insult", text="<i>Rude</i>", game=game.public_id
    )
    assert reverse("staff_person", args=["bob"]) in as_staff.get("/staff/").content.decode()
    page = as_staff.get("/staff/people/bob/").content.decode()
    assert "&lt;i&gt;Rude&lt;/i&gt;" in page
    assert reverse("evidence", args=["bob", game.public_id]) in page
    (number,) = set(re.findall(r'name="newest_report" value="(\d+)"', page))
    sent = {"kind": "warning", "days": "3", "reason": REASON, "newest_report": number}
    assert "Close the reports" in page
    answer = as_staff.post("/staff/people/bob/", sent, follow=True).content.decode()
    assert REASON in answer
    assert not Report.objects.filter(closed_at=None).exists()
    assert "&lt;i&gt;Rude&lt;/i&gt;" in answer
    assert "Close the reports" not in answer  # nobody would be told any more


@pytest.mark.parametrize("path", ["", "close/"])
def test_what_is_reported_while_the_staff_reads_waits_for_it(
    path: str, as_staff: Client, alice: User, bob: User, carol: User
) -> None:
    services.report(alice, bob, about="player", reason="insult")
    page = as_staff.get("/staff/people/bob/").content.decode()
    services.report(carol, bob, about="player", reason="unfair")
    (number,) = set(re.findall(r'name="newest_report" value="(\d+)"', page))
    sent = {"kind": "warning", "days": "3", "reason": REASON, "newest_report": number}
    as_staff.post(f"/staff/people/bob/{path}", sent)
    assert [each.reporter for each in Report.objects.filter(closed_at=None)] == [carol]


def test_open_reports_come_first_and_are_counted_alone(
    alice: User, bob: User, carol: User, staff: User
) -> None:
    for reporter in (alice, carol):
        services.report(reporter, bob, about="player", reason="insult")
    Report.objects.filter(reporter=carol).update(closed_at=timezone.now())
    assert present(find_reported(staff).first()).reported == 1  # type: ignore[attr-defined]
    assert [each.reporter for each in find_reports_about(bob)] == [alice, carol]


def test_an_answer_that_is_too_long_or_missing_stays_in_its_form(
    as_staff: Client, bob: User, staff: User
) -> None:
    sanction = services.impose(bob, kind="warning", reason=REASON, staff=staff)
    services.reply(sanction.pk, person=bob, text="Sorry.")
    path = f"/staff/decisions/{sanction.pk}/"
    answer = as_staff.post(path, {"text": TOO_LONG})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f'aria-invalid="true" aria-describedby="id_text_error">{TOO_LONG}</textarea>' in page
    assert '<ul class="errorlist" id="id_text_error">' in page
    assert as_staff.post(path).status_code == 422
    sanction.refresh_from_db()
    assert sanction.answer == ""


@pytest.mark.parametrize("text", ["We were wrong.", ""])
def test_a_decision_is_lifted_with_or_without_the_answer_that_was_written(
    as_staff: Client, bob: User, staff: User, text: str
) -> None:
    sanction = suspend(bob, staff)
    services.reply(sanction.pk, person=bob, text="It was not me.")
    as_staff.post(f"/staff/decisions/{sanction.pk}/", {"text": text, "lift": "1"})
    sanction.refresh_from_db()
    assert (sanction.is_in_force, sanction.answer) == (False, text)


def test_a_decision_that_was_lifted_says_when_and_not_only_that_it_is_over(
    as_staff: Client, staff: User, bob: User, client_of: Any
) -> None:
    lifted, over = suspend(bob, staff), suspend(bob, staff)
    Sanction.objects.filter(pk=over.pk).update(until=timezone.now())
    services.end_suspensions(now=timezone.now())
    services.lift(lifted, staff=staff)
    bob.refresh_from_db()
    pages = as_staff.get("/staff/people/bob/"), client_of(bob).get("/decisions/")
    lifted.refresh_from_db()
    at = present(lifted.ended_at).strftime("%-d %B %Y, %H:%M")
    for page in pages:
        text = page.content.decode()
        assert text.count(f"lifted on {at}") == 1
        assert text.count("· over") == 1


def test_a_decision_is_lifted_although_somebody_else_has_answered(
    as_staff: Client, bob: User, staff: User
) -> None:
    sanction = suspend(bob, staff)
    services.reply(sanction.pk, person=bob, text="It was not me.")
    services.answer_reply(sanction, staff=staff, text="It was.")
    sent = {"text": "We were wrong.", "lift": "1"}
    page = as_staff.post(f"/staff/decisions/{sanction.pk}/", sent, follow=True).content.decode()
    assert "That reply was answered already." in page
    sanction.refresh_from_db()
    assert (sanction.is_in_force, sanction.answer) == (False, "It was.")


def test_a_page_from_before_an_upgrade_decides_and_leaves_the_reports(
    as_staff: Client, alice: User, bob: User
) -> None:
    services.report(alice, bob, about="player", reason="insult")
    as_staff.post("/staff/people/bob/", {"kind": "warning", "days": "3", "reason": REASON})
    assert Sanction.objects.filter(person=bob).count() == 1
    assert Report.objects.filter(closed_at=None).count() == 1


def test_a_line_counts_once_as_in_the_browser(as_bob: Client, bob: User, staff: User) -> None:
    sanction = services.impose(bob, kind="warning", reason=REASON, staff=staff)
    as_bob.post(f"/decisions/{sanction.pk}/reply/", {"text": "a\r\n" * 499 + "ab"})
    sanction.refresh_from_db()
    assert sanction.reply == "a\n" * 499 + "ab"


def test_everybody_reads_the_lines_that_were_written(
    as_bob: Client, as_staff: Client, bob: User, staff: User
) -> None:
    """Scripts in these texts are tried in `tests/browser/test_injection.py`."""
    services.report(staff, bob, about="player", reason="other", text="1\n2")
    sanction = services.impose(bob, kind="warning", reason="3\n4", staff=staff)
    services.reply(sanction.pk, person=bob, text="5\n6")
    services.answer_reply(sanction, staff=staff, text="7\n8")
    for page, lines in (
        (as_bob.get("/decisions/"), ("3<br>4", "5<br>6", "7<br>8")),
        (as_staff.get("/staff/people/bob/"), ("1<br>2", "3<br>4", "5<br>6", "7<br>8")),
        (as_staff.get("/reports/"), ("1<br>2",)),
    ):
        assert [each for each in lines if each not in page.content.decode()] == []


def test_members_of_the_staff_are_not_judged_here(
    as_staff: Client, make_user: Any, staff: User
) -> None:
    other = make_user("erin", is_staff=True)
    with pytest.raises(services.SanctionRefused):
        ban(other, staff)
    sent = {"kind": "ban", "days": "3", "reason": REASON, "newest_report": "0"}
    assert as_staff.post("/staff/people/erin/", sent).status_code == 422
    assert not Sanction.objects.exists()


ABOUT_ONESELF: dict[str, Callable[[User, Sanction], object]] = {
    "impose": lambda staff, warning: ban(staff, staff),
    "dismiss": lambda staff, warning: services.dismiss_reports(staff, newest=9**9, staff=staff),
    "answer": lambda staff, warning: services.answer_reply(warning, staff=staff, text="Well."),
    "lift": lambda staff, warning: services.lift(warning, staff=staff),
}


@pytest.mark.parametrize("act", ABOUT_ONESELF.values(), ids=ABOUT_ONESELF)
def test_nobody_decides_about_their_own_account(
    staff: User, alice: User, warning: Sanction, act: Callable[[User, Sanction], object]
) -> None:
    services.report(alice, staff, about="player", reason="insult")
    with pytest.raises(services.OwnAccount):
        act(staff, warning)
    assert Entry.objects.get().act == "warning"
    assert Report.objects.filter(closed_at=None).exists()


def test_the_page_about_oneself_says_that_another_member_of_the_staff_has_to_decide(
    as_staff: Client,
    client_of: Any,
    make_user: Any,
    staff: User,
    alice: User,
    warning: Sanction,
    dealt: Callable[..., Game],
) -> None:
    game = dealt(kind="link").public_id
    services.report(alice, staff, about="player", reason="insult", text="Rude words.", game=game)
    told = "This is your own account. Another member of the staff has to decide."
    path, newest = "/staff/people/dora/", {"newest_report": str(Report.objects.get().pk)}
    page = as_staff.get(path).content.decode().partition("<main")[2]
    assert told in page
    assert [each for each in ("<form", "Rude words.", "alice", game) if each in page] == []
    evidence = reverse("evidence", args=["dora", game])
    assert as_staff.get(evidence)["Location"] == path
    assert f'"{path}"' not in as_staff.get("/staff/").content.decode()
    for sent_to, sent in (
        (path, newest | {"kind": "ban", "days": "3", "reason": REASON}),
        (f"{path}close/", newest),
        (f"/staff/decisions/{warning.pk}/", {"text": "Never mind.", "lift": "1"}),
    ):
        answer = as_staff.post(sent_to, sent, follow=True)
        assert told in answer.content.decode()
        assert list(answer.context["messages"]) == []
    other = client_of(make_user("frank", is_staff=True))
    page = other.get(path).content.decode()
    assert told not in page
    assert "Rude words." in page
    assert f'"{path}"' in other.get("/staff/").content.decode()
    assert other.get(evidence).status_code == 200
    other.post(f"{path}close/", newest)
    assert not Report.objects.filter(closed_at=None).exists()


STAFF_PATHS = (
    *("/staff/", "/staff/people/bob/", "/staff/people/bob/close/"),
    *("/staff/people/bob/games/abc/", "/staff/decisions/1/"),
)


@pytest.mark.parametrize("path", STAFF_PATHS)
def test_only_the_staff_comes_to_the_pages_of_the_staff(
    as_alice: Client, client: Client, bob: User, staff: User, path: str
) -> None:
    ban(bob, staff)
    for method in ("get", "post"):
        assert getattr(as_alice, method)(path, {"lift": "1"}).status_code == 404
        assert getattr(client, method)(path, {"lift": "1"})["Location"].startswith("/accounts/log")
    assert Entry.objects.count() == 1


def test_the_staff_needs_a_second_factor_on_its_pages(client_of: Any, staff: User) -> None:
    client = client_of(staff)
    Authenticator.objects.all().delete()
    answer = client.get("/staff/")
    assert answer.status_code == 403
    assert reverse("mfa_index") in answer.content.decode()


def test_evidence_of_a_running_game_shows_no_hidden_card(
    dealt: Callable[..., Game], play: Callable[..., None], as_staff: Client, alice: User, bob: User
) -> None:
    game = dealt(kind="link")
    play(game, alice, "9D x 4H 5D")
    path = reverse("evidence", args=["bob", game.public_id])
    assert as_staff.get(path).status_code == 404  # no report names it
    services.report(alice, bob, about="player", reason="unfair", game=game.public_id)
    page = as_staff.get(path).content.decode()
    assert "9D x 4H 5D" in page
    hidden = ("7H", "6C", "8C", "3H", "KS", "8D", "2H", "JS", "QC")
    assert [card for card in hidden if card in page.partition("<main")[2]] == []
    assert Entry.objects.get(act="read").facts == {"game": game.public_id}
    assert as_staff.get(f"/games/{game.public_id}/").status_code == 404


def test_evidence_of_a_game_with_unknown_rules_shows_who_acted_when_and_no_hidden_card(
    dealt: Callable[..., Game], play: Callable[..., None], as_staff: Client, alice: User, bob: User
) -> None:
    game = dealt(kind="link")
    play(game, alice, "9D x 4H 5D")
    services.report(alice, bob, about="player", reason="unfair", game=game.public_id)
    give_unknown_rules(game)
    path = reverse("evidence", args=["bob", game.public_id])
    answer = as_staff.get(path)
    assert answer.status_code == 200
    running = answer.content.decode().partition("<main")[2]
    assert [text for text in ("Casino Trifecta", "alice", "bob") if text not in running] == []
    assert running.count('<li value="') == 3
    assert [card for card in ("7H", "6C", "9D") if card in running] == []
    Game.objects.update(rules_version=1)
    game_services.quit_game(game.pk, user_id=bob.pk)
    give_unknown_rules(game)
    over = as_staff.get(path).content.decode()
    assert [text for text in ("7H", "6C", "9D x 4H 5D", "resignation") if text not in over] == []


def test_evidence_names_former_players_and_computer_players_in_the_readers_language(
    dealt: Callable[..., Game], as_staff: Client, alice: User, bob: User, carol: User
) -> None:
    game = dealt(kind="link")
    game_services.quit_game(game.pk, user_id=alice.pk)
    services.report(carol, bob, about="player", reason="unfair", game=game.public_id)
    path = reverse("evidence", args=["bob", game.public_id])

    def count_of(name: str, *, language: str, path: str = path) -> int:
        as_staff.cookies["django_language"] = language
        return as_staff.get(path).content.decode().count(name)

    assert count_of("abandono", language="es", path=reverse("staff_person", args=["alice"])) == 1
    erase_user(alice)

    # Above the events, and beside the secret card and the resignation.
    assert count_of(" · Former player", language="en") == 3
    assert count_of(" · Exjugador", language="es") == 3
    game.seats.filter(user=None).update(computer="easy")
    ada = '<span translate="no">Ada</span>'
    assert count_of(f"{ada} (computer, easy)", language="en") == 3
    assert count_of(f"{ada} (máquina, fácil)", language="es") == 3
    assert count_of("resignation", language="en") == 1
    assert count_of("abandono", language="es") == 1


def test_evidence_names_the_level_that_took_a_seat_over_in_the_readers_language(
    as_staff: Client, alice: User, bob: User, carol: User
) -> None:
    game = game_services.open_table(
        alice, variant="casino", players=3, move_time=259200, kind="open"
    )
    for person in (bob, carol):
        game_services.join_game(game.pk, user=person)
    game_services.quit_game(game.pk, user_id=carol.pk)
    services.report(alice, bob, about="player", reason="unfair", game=game.public_id)
    path = reverse("evidence", args=["bob", game.public_id])
    assert "a computer player takes the seat (easy)" in as_staff.get(path).content.decode()
    as_staff.cookies["django_language"] = "es"
    page = as_staff.get(path).content.decode()
    assert "un jugador automático ocupa el asiento (fácil)" in page


def test_the_staff_sees_on_every_page_how_much_waits(
    as_staff: Client, staff: User, alice: User, bob: User, carol: User, client_of: Any
) -> None:
    def shown() -> str:
        page = as_staff.get("/rules/").content.decode()
        return page.partition(f'href="{reverse("staff_queue")}">')[2].partition("<")[0]

    assert shown() == "Reports and replies"
    services.report(alice, bob, about="player", reason="rude")
    services.report(carol, bob, about="player", reason="rude")
    assert shown() == "Reports and replies (1)"
    services.report(alice, staff, about="player", reason="rude")  # for another of the staff
    assert shown() == "Reports and replies (1)"
    Sanction.objects.filter(pk=suspend(carol, staff).pk).update(replied_at=timezone.now())
    assert shown() == "Reports and replies (2)"
    assert reverse("staff_queue") not in client_of(bob).get("/rules/").content.decode()
