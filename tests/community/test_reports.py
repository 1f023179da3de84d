"""Reports: who can send them, and what the reporter hears."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from community import services
from community.models import Report
from games.models import Game
from games.services import join_game, open_table
from notices.messages import describe
from notices.models import Notice
from notices.selectors import Unread, count_unread

pytestmark = pytest.mark.django_db
INSULT = {"about": "player", "reason": "insult", "text": "Called me a <b>cheat</b>."}


@pytest.fixture
def staff(make_user: Any) -> User:
    user: User = make_user("dora", is_staff=True)
    return user


@pytest.mark.parametrize("about", ["player", "name", "message"])
def test_a_player_a_name_and_a_message_can_be_reported(
    as_alice: Client, alice: User, bob: User, about: str
) -> None:
    bob.display_name = "Rude Bob"
    bob.save()
    answer = as_alice.post("/people/bob/report/", INSULT | {"about": about}, follow=True)
    assert "you will be told" in answer.content.decode()
    report = Report.objects.get()
    assert (report.reporter, report.person, report.about) == (alice, bob, about)
    assert (report.reason, report.text, report.name) == ("insult", INSULT["text"], "Rude Bob")


@pytest.mark.once
def test_reports_start_at_the_profile_the_table_and_the_message(
    dealt: Callable[..., Game], as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    game = dealt(kind="invitation", move_time=259200)
    table = as_alice.get(f"/games/{game.public_id}/people/").content.decode()
    assert f"/people/bob/?game={game.public_id}" in table
    assert "/people/bob/" in as_alice.get("/players/bob/").content.decode()
    sender = f"/people/alice/?about=message&amp;game={game.public_id}"
    notices = as_bob.get("/notices/").text
    link = notices.split(f'{sender}">')[1].split("</a>")[0]
    # A list of all links has nothing else around them.
    assert (
        re.sub("<[^>]*>", "", link)
        == "Mute, block or report the sender: alice invited you to a game"
    )
    page = as_alice.get(f"/people/bob/?about=message&game={game.public_id}").content.decode()
    assert f'value="{game.public_id}"' in page
    assert re.search(r'name="about" value="message"[^>]* checked', page)


@pytest.mark.once
def test_whoever_is_no_longer_here_cannot_be_reported_from_a_notice(
    dealt: Callable[..., Game], as_bob: Client, alice: User
) -> None:
    dealt(kind="invitation", move_time=259200)
    assert "Mute, block or report the sender" in as_bob.get("/notices/").text
    alice.delete()
    page = as_bob.get("/notices/").text
    assert "Former player invited you to a game" in page
    assert "Mute, block or report the sender" not in page


def test_a_block_leads_back_to_the_report_that_was_begun(
    dealt: Callable[..., Game], as_alice: Client, bob: User
) -> None:
    name = dealt().public_id
    page = as_alice.get(f"/people/bob/?about=message&game={name}").text
    for field in (f'name="game" value="{name}"', 'name="about" value="message"'):
        assert field in page.partition("Keep your distance")[2].partition("</form>")[0]
    sent = {"kind": "block", "about": "message", "game": name}
    answer = as_alice.post("/people/bob/distance/", sent)
    assert answer["Location"] == f"/people/bob/?about=message&game={name}"
    undone = as_alice.post("/people/bob/distance/", {"kind": "nothing"})
    assert undone["Location"] == "/people/bob/"


@pytest.mark.once
def test_a_table_leads_to_its_people_as_soon_as_there_are_others(
    as_alice: Client, client: Client, alice: User, bob: User, carol: User
) -> None:
    game = open_table(alice, variant="casino", move_time=900, kind=Game.Kind.OPEN, players=3)
    people = f"/games/{game.public_id}/people/"

    def count_links(path: str = "", by: Client = as_alice) -> int:
        return by.get(f"/games/{game.public_id}/{path}").content.decode().count(people)

    assert count_links() == 0
    join_game(game.pk, user=bob)
    assert (count_links(), count_links("beside/")) == (1, 0)
    assert count_links(by=client) == 0  # whoever is not logged in has nobody to mute
    join_game(game.pk, user=carol)
    assert (count_links(), count_links("beside/")) == (1, 1)


def test_a_report_names_a_game_only_if_the_reporter_may_see_it(
    dealt: Callable[..., Game], as_alice: Client, as_oscar: Client, alice: User, bob: User
) -> None:
    game = dealt(kind="link")
    for client in (as_alice, as_oscar):
        client.post("/people/bob/report/", INSULT | {"game": game.public_id})
    assert list(Report.objects.order_by("pk").values_list("game", flat=True)) == [
        game.public_id,
        "",
    ]


def test_the_same_report_counts_once_and_reports_are_limited(
    as_alice: Client, bob: User, carol: User, settings: Any
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"report": "2/h"}
    for _ in range(2):
        assert as_alice.post("/people/bob/report/", INSULT).status_code == 302
    assert Report.objects.count() == 1
    assert as_alice.post("/people/carol/report/", INSULT).status_code == 429
    assert Report.objects.count() == 1


def test_another_report_about_the_same_is_not_lost_without_a_word(
    as_alice: Client, bob: User
) -> None:
    as_alice.post("/people/bob/report/", INSULT)
    again = INSULT | {"reason": "unfair", "text": "And now this."}
    answer = as_alice.post("/people/bob/report/", again)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "You have reported this already" in page
    assert "And now this.</textarea>" in page
    Report.objects.update(closed_at=timezone.now())
    assert as_alice.post("/people/bob/report/", again).status_code == 302
    assert set(Report.objects.values_list("text", flat=True)) == {INSULT["text"], "And now this."}


@pytest.mark.django_db(transaction=True)
def test_whoever_is_reported_while_their_account_is_deleted_is_gone(
    as_alice: Client, bob: User, before_the_lock: Callable[..., None]
) -> None:
    before_the_lock(bob.delete, of=User)
    assert as_alice.post("/people/bob/report/", INSULT).status_code == 404
    assert not Report.objects.exists()


def test_no_accusation_is_chosen_for_the_reporter(as_alice: Client, bob: User) -> None:
    page = as_alice.get("/people/bob/").content.decode()
    reasons = re.findall(r'<input type="radio" name="reason"[^>]*>', page)
    assert len(reasons) == len(Report.Reason)
    assert not any("checked" in reason for reason in reasons)


@pytest.mark.parametrize(
    "wrong",
    [{"about": "x"}, {"reason": ""}, {"text": "x" * 1001}, {"reason": "other", "text": " "}],
)
def test_a_report_without_sense_is_refused(
    as_alice: Client, bob: User, wrong: dict[str, str]
) -> None:
    assert as_alice.post("/people/bob/report/", INSULT | wrong).status_code == 422
    assert as_alice.post("/people/alice/report/", INSULT).status_code == 302
    assert as_alice.get("/people/bob/report/").status_code == 302
    assert not Report.objects.exists()


def test_the_reporter_is_told_the_same_whatever_came_of_it(
    alice: User, carol: User, bob: User, dave: User, staff: User
) -> None:
    for reporter, person in ((alice, bob), (carol, dave)):
        services.report(reporter, person, about="player", reason="insult")
    newest = Report.objects.latest("pk").pk
    services.dismiss_reports(bob, newest=newest, staff=staff)
    services.impose(dave, kind="ban", reason="Insults.", newest_report=newest, staff=staff)
    told = [describe(notice, {}, {}) for notice in Notice.objects.filter(kind="report")]
    assert len(told) == 2
    assert told[0] == told[1]
    assert "dave" not in f"{told}"
    assert not Report.objects.filter(closed_at=None).exists()


def test_the_reporter_sees_the_reports_and_the_reported_person_only_that_there_were_some(
    as_alice: Client, as_bob: Client
) -> None:
    as_alice.post("/people/bob/report/", INSULT)
    page = as_alice.get("/reports/").content.decode()
    assert "Called me a &lt;b&gt;cheat&lt;/b&gt;." in page
    assert as_alice.get("/me/download/").json()["community"]["reports"][0]["player"] == "bob"
    theirs = as_bob.get("/me/download/").content.decode()
    assert '"reason": "insult"' in theirs
    assert "alice" not in theirs
    assert "cheat" not in theirs


def test_whoever_opens_their_reports_has_read_that_one_was_looked_at(
    as_alice: Client, as_bob: Client, alice: User, bob: User, staff: User
) -> None:
    services.report(alice, bob, about="player", reason="insult")
    services.dismiss_reports(bob, newest=Report.objects.latest("pk").pk, staff=staff)
    as_bob.get("/reports/")
    assert count_unread(alice) == Unread(elsewhere=1)
    as_alice.get("/reports/")
    assert count_unread(alice) == Unread()
