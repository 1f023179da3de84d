"""What the staff cannot do."""

from __future__ import annotations

from accounts.models import User


class SanctionRefused(Exception):
    """The staff cannot do this to that person, or it is done already."""


class OwnAccount(Exception):
    """Another member of the staff has to decide about this one."""


def check_is_another(person: User, *, staff: User) -> None:
    """Raise `OwnAccount` if a member of the staff is about to decide about their own account."""
    if person.pk == staff.pk:
        raise OwnAccount
