"""Whatever leaves the site is in the language of whoever gets it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import override

from accounts.models import User
from notices.channels.push import make_message
from notices.channels.webhook import _message_of
from notices.letters import write_letter
from notices.messages import describe
from notices.models import Delivery, Webhook
from tests.notices.browsers import make_device

pytestmark = pytest.mark.django_db


@pytest.fixture
def spanish(alice: User) -> User:
    alice.language = "es"
    alice.save(update_fields=["language"])
    return alice


def test_two_devices_of_two_people_are_each_told_in_their_own(
    write: Callable[..., Any], spanish: User, bob: User
) -> None:
    told = [
        make_message(write(user), make_device(user, f"https://push.example.org/{user.pk}"))
        for user in (spanish, bob)
    ]
    titles = [message["notification"]["title"] for message in told]
    assert titles[0].startswith("Te toca")
    assert titles[1].startswith("Your turn")
    assert [message["notification"]["lang"] for message in told] == ["es", "en"]


def test_a_device_of_somebody_without_a_language_keeps_its_own(
    write: Callable[..., Any], alice: User
) -> None:
    notification = make_message(write(), make_device(alice, language="es"))["notification"]
    assert notification["title"].startswith("Te toca")
    assert notification["lang"] == "es"


def test_a_webhook_tells_its_owner_in_theirs(write: Callable[..., Any], spanish: User) -> None:
    hook = Webhook(user=spanish)
    message = _message_of(Delivery(notice=write(), channel="webhook"), hook)
    assert message.told.title.startswith("Te toca")


def test_a_digest_is_in_the_language_of_its_reader(
    write: Callable[..., Any], spanish: User
) -> None:
    notices = [write(), write(game="B" * 22)]
    letter = write_letter(notices, user=spanish, address="alice@example.org")
    html = str(letter.alternatives[0][0])
    assert '<html lang="es"' in html
    assert "Te toca" in html
    assert "Your turn" not in html + letter.subject + str(letter.body)


@pytest.mark.once
def test_a_list_of_names_has_the_and_of_the_language(write: Callable[..., Any]) -> None:
    notice = write(facts={"title": "Casino", "people": [1, 2, 3]})
    names = {1: "Ana", 2: "Luis", 3: "Inés"}
    assert describe(notice, names, {}).title == "Your turn against Ana, Luis and Inés"
    with override("es"):
        assert describe(notice, names, {}).title == "Te toca contra Ana, Luis e Inés"
        names[3] = "Óscar"
        assert describe(notice, names, {}).title == "Te toca contra Ana, Luis y Óscar"
        assert describe(write(facts={"title": "Casino", "people": [3]}), names, {}).title == (
            "Te toca contra Óscar"
        )


@pytest.mark.once
@pytest.mark.parametrize("knows_options", [True, False])
def test_an_invitation_tells_what_is_played_in_the_language_of_its_reader(
    write: Callable[..., Any], knows_options: bool
) -> None:
    facts = {"title": "Casino", "by": 1, "time": [21_600, 259_200]}
    if knows_options:  # older notices do not
        facts["offer"] = {"variant": "casino", "players": 2, "options": {"target": 11}}
    notice = write(kind="invitation", facts=facts)
    with override("es"):
        spanish = describe(notice, {1: "Ana"}, {}).text
    english = describe(notice, {1: "Ana"}, {}).text
    if knows_options:
        assert (
            "El juego es Casino: 2 jugadores, a 11 puntos, sin puntos por escoba, gana el total "
            "más alto, 3 días + 6 horas por turno." in spanish
        )
        assert "The game is Casino: 2 players, to 11 points, no points for sweeps, " in english
    else:
        assert "El juego es Casino: 3 días + 6 horas por turno." in spanish
        assert "The game is Casino: 3 days + 6 hours a turn." in english


@pytest.mark.once
def test_a_computer_player_that_goes_first_is_not_called_a_person(
    write: Callable[..., Any],
) -> None:
    with override("es"):
        told = describe(write(kind="started"), {}, {})
    assert told.text.startswith("Empieza otro jugador.")


@pytest.mark.once
def test_a_live_game_that_has_begun_promises_no_mail_about_the_turn(
    write: Callable[..., Any],
) -> None:
    urgent, slow = (
        describe(write(kind="started", is_urgent=is_urgent), {}, {}).text
        for is_urgent in (True, False)
    )
    assert urgent == "Another player goes first. It will be your turn soon."
    assert slow == "Another player goes first. You will be told when it is your turn."
