"""The devices to which people let the site send notifications."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from notices.models import Device

DEVICES_LIMIT = 5
THIS_DEVICE = "device"
"""Where a session keeps the id of the device that its browser is."""


class TooManyDevices(Exception):
    """A person has as many devices as anyone may have."""


@transaction.atomic
def add_device(user: User, *, name: str, language: str, endpoint: str, **keys: str) -> Device:
    """Store a browser, in the place of what was known of it. Raises TooManyDevices.

    A browser belongs to one person: to whoever has added it last.
    """
    User.objects.select_for_update().get(pk=user.pk)
    Device.objects.filter(endpoint=endpoint).delete()
    if Device.objects.filter(user=user).count() >= DEVICES_LIMIT:
        raise TooManyDevices
    return Device.objects.create(
        user=user,
        name=name,
        language=language,
        endpoint=endpoint,
        added_at=timezone.now(),
        **keys,
    )


@transaction.atomic
def renew_device(user: User, device_id: int, *, endpoint: str, **keys: str) -> bool:
    """Store the new address of a person’s device; return whether there is such a device."""
    User.objects.select_for_update().get(pk=user.pk)
    renewed = Device.objects.filter(user=user, pk=device_id)
    if not renewed.exists():
        return False
    Device.objects.filter(endpoint=endpoint).exclude(pk=device_id).delete()
    return renewed.update(endpoint=endpoint, **keys) > 0


def remove_device(user: User, device_id: int) -> None:
    """Send nothing more to a device of this person."""
    Device.objects.filter(user=user, pk=device_id).delete()


def find_devices(user: User) -> list[Device]:
    """Return the devices of a person in the order in which they were added."""
    return list(Device.objects.filter(user=user).order_by("pk"))


def devices_document(user: User) -> list[dict[str, Any]]:
    """Return what is stored about a person’s devices, without their secrets."""
    return [
        {
            "name": device.name,
            "push_service": urlsplit(device.endpoint).hostname,
            "language": device.language,
            "added_at": device.added_at,
        }
        for device in find_devices(user)
    ]


def connect() -> None:
    """Listen to the signals after which devices must not be told any more."""
    user_logged_out.connect(_logged_out, dispatch_uid="notices.devices")
    for signal in (password_changed, password_set, password_reset):
        signal.connect(_password_changed, dispatch_uid="notices.devices")


def _logged_out(sender: Any, request: HttpRequest, **kwargs: Any) -> None:
    """Forget the device from which somebody logs out: the next person there reads nothing.

    Whoever logs out of a closed account is no user of the request, but has the session.
    """
    Device.objects.filter(pk=request.session.get(THIS_DEVICE, 0)).delete()


def _password_changed(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Forget all other devices, as everybody else with the old password is logged out."""
    this = request.session.get(THIS_DEVICE, 0)
    Device.objects.filter(user=user).exclude(pk=this).delete()
