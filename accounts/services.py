"""Every change to a user, apart from those that allauth makes itself."""

import secrets
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import IntegrityError, transaction
from django.db.models import Value
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.dispatch import Signal
from django.utils import timezone

from accounts.avatars import avatar_in_turn
from accounts.guest_names import make_guest_name
from accounts.models import User
from accounts.second_factors import describe_factors
from accounts.sockets import close_sockets, refresh_tables
from accounts.time_zones import time_zone_or_utc

GUEST_PREFIX = "guest-"

looks_changed = Signal()
"""Sent with the `user` when others are to see another name or picture."""
time_zone_changed = Signal()
"""Sent with the `user`, in the transaction that stores another time zone."""


class UsernameTaken(Exception):
    """Another user has this username."""


@transaction.atomic
def create_guest(*, time_zone: str = "UTC", language: str = "") -> User:
    """Create a guest: a user without a password or an e-mail address.

    An unknown time zone becomes UTC. A guest gets a name that nobody
    has, and the pictures in turn, so that two guests who arrive one after the other look different.
    """
    user = User(
        username=f"{GUEST_PREFIX}{secrets.token_hex(8)}",
        display_name=make_guest_name(_is_name_taken),
        is_guest=True,
        time_zone=time_zone_or_utc(time_zone),
        language=language,
    )
    user.set_unusable_password()
    user.save()
    user.avatar = avatar_in_turn(user.pk)
    user.save(update_fields=["avatar"])
    return user


def name_guest(user: User, name: str) -> None:
    """Store the name that a new guest would like to have, in its normal form."""
    user.display_name = name
    user.save(update_fields=["display_name"])


def note_return(user_id: int) -> None:
    """Note that a guest has come back, without a log-in, so that the guest is not forgotten."""
    User.objects.filter(pk=user_id, is_guest=True).update(last_login=timezone.now())


def _is_name_taken(name: str) -> bool:
    # As in the index, which a look-up that ignores the case would not use on every database.
    same = Exact(Lower("display_name"), Lower(Value(name)))
    return User.objects.filter(same).exists()


def keep_guest(user: User, *, username: str, password: str, email: str = "") -> User:
    """Turn a guest into an account on the same row, so that the guest keeps all games.

    From then on other players see the username, until the user chooses a display name. Return
    a user who is no longer a guest unchanged. Raise UsernameTaken.
    """
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().get(pk=user.pk)
            if user.is_guest:
                _become_account(user, username=username, password=password, email=email)
            return user
    except IntegrityError as error:
        raise UsernameTaken from error


def _become_account(user: User, *, username: str, password: str, email: str) -> None:
    user.username, user.display_name, user.email, user.is_guest = username, "", email, False
    user.set_password(password)
    user.save(update_fields=["username", "display_name", "email", "is_guest", "password"])
    looks_changed.send(User, user=user)
    if email:
        EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
    close_sockets(user.pk)


@transaction.atomic
def change_settings(
    user: User, *, display_name: str, avatar: str, time_zone: ZoneInfo, **table_settings: bool
) -> None:
    """Store a user's profile and table settings."""
    before, zone_before = (user.name, user.avatar), user.time_zone
    user.display_name, user.avatar, user.time_zone = display_name, avatar, time_zone
    user.save(update_fields=["display_name", "avatar", "time_zone"])
    if (user.name, user.avatar) != before:
        looks_changed.send(User, user=user)
    if user.time_zone != zone_before:
        time_zone_changed.send(User, user=user)
    change_table_settings(user, **table_settings)


@transaction.atomic
def change_table_settings(
    user: User, *, four_colours: bool, sounds: bool, ticking: bool, fast: bool, goes_on: bool
) -> None:
    """Store how tables look and sound to a user, and refresh the user's open tables."""
    user.four_colours, user.sounds = four_colours, sounds
    user.ticking, user.fast, user.goes_on = ticking, fast, goes_on
    user.save(update_fields=["four_colours", "sounds", "ticking", "fast", "goes_on"])
    refresh_tables(user.pk)


def change_language(user: User, language: str) -> None:
    """Store the language that a user reads: a code of settings.LANGUAGES."""
    user.language = language
    user.save(update_fields=["language"])


@transaction.atomic
def set_active(user: User, *, active: bool) -> None:
    """Ban or unban a user. A ban ends all of the user's sessions at once."""
    user.is_active = active
    user.save(update_fields=["is_active"])
    if not active:
        close_sockets(user.pk)


@transaction.atomic
def remove_second_factors(user: User) -> int:
    """Delete the second factors of a user who has lost them, and return how many there were."""
    removed, _ = Authenticator.objects.filter(user_id=user.pk).delete()
    return removed


@transaction.atomic
def erase_user(user: User) -> None:
    """Delete a user and everything that accounts stores about the user.

    The caller must take the user out of running games first. In finished games
    the seat is shown as "Former player".
    """
    user_id = user.pk
    user.delete()
    close_sockets(user_id)


def account_document(user: User) -> dict[str, Any]:
    """Return all the personal data that accounts stores about a user."""
    addresses = EmailAddress.objects.filter(user_id=user.pk).order_by("pk")
    return {
        "user_name": user.username,
        "name_shown": user.display_name,
        "guest": user.is_guest,
        "picture": user.avatar,
        "time_zone": str(user.time_zone),
        "language": user.language,
        "cards_in_four_colours": user.four_colours,
        "sounds": user.sounds,
        "ticking_clock": user.ticking,
        "fast_computer_players": user.fast,
        "next_game_after_a_move": user.goes_on,
        "on_vacation_until": user.vacation_until,
        "no_vacation_left_in": user.vacation_spent_in,
        "automatic_vacation": user.automatic_vacation,
        "e_mail": user.email,
        "e_mail_addresses": [
            {"address": a.email, "confirmed": a.verified, "main": a.primary} for a in addresses
        ],
        "second_factors": describe_factors(user),
        "joined": user.date_joined,
        "last_log_in": user.last_login,
        "active": user.is_active,
        "staff": user.is_staff,
    }
