"""How often passwords may be guessed.

A stranger who guesses must not be able to lock the owner out, so nothing is counted by the account
alone for a device on which its owner has logged in before. All other devices are counted by the
account and their network, and together by the account, where they have to wait longer and longer.
A password for an e-mail address that several accounts have is a guess at each of them.
A name that nobody has is counted like any other, and so is an account under each of its names:
whether a guess is refused tells nothing about which names exist or belong together.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from allauth.account.internal.userkit import filter_users_by_email
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts import limits
from accounts.devices import known_device
from accounts.limits import TooOften
from accounts.models import User

FREE_GUESSES: Final = 10
LONGEST_PAUSE: Final = 30


class NoGuessLeft(Exception):
    """Too many guesses were made at this account, under whatever names."""


def pause_after(guesses: int) -> int:
    """Return how many seconds all unknown devices wait after so many guesses within an hour.

    >>> [pause_after(guesses) for guesses in (9, 10, 11, 12, 14, 15, 50)]
    [0, 1, 2, 4, 16, 30, 30]
    """
    if guesses < FREE_GUESSES:
        return 0
    return min(1 << (guesses - FREE_GUESSES), LONGEST_PAUSE)


@dataclass
class Guess:
    """A password that is about to be checked, and where it was counted."""

    counted: list[tuple[str, str, float]] = field(default_factory=list)

    def count(self, action: str, sender: str, pause: limits.Pause = limits.no_pause) -> None:
        """Count this guess. Raises `TooOften`, and then it counts nowhere."""
        try:
            at = limits.count_action(action, sender, pause)
        except TooOften:
            self.take_back()
            raise
        self.counted.append((action, sender, at))

    def take_back(self) -> None:
        """Count this guess no longer: the password was right, or nobody looked at it."""
        for action, sender, at in self.counted:
            limits.forget_action(action, sender, at)
        self.counted.clear()


def begin_guess(request: HttpRequest, name: str) -> Guess:
    """Count a guess at the password of the account with this username or e-mail address.

    Raises `TooOften` if it has to wait, and `NoGuessLeft` if it must look like a wrong password.
    """
    users, network = _find_users(name), _network_of(request)
    device = known_device(request, users)
    if device is None and request.user.is_authenticated:
        device = f"session-{request.user.pk}"
    limits.count_action("log_in", network if device is None else f"device:{device}")
    guess = Guess()
    if device is not None:
        guess.count("guess_on_device", ":".join([device, *(str(user.pk) for user in users)]))
        return guess
    guess.count("guess_in_network", f"{network}:{_digest(name)}")
    guess.count("guess", f"name:{_digest(name)}", pause_after)
    try:
        for account in [f"user:{user.pk}" for user in users] or [f"nobody:{_digest(name)}"]:
            guess.count("guess", account)
    except TooOften as error:
        raise NoGuessLeft from error
    return guess


def find_owner_here(request: HttpRequest, address: str) -> User | None:
    """Return whom an e-mail address stands for on this device, if elsewhere it stands for more.

    Anybody can sign up with an address that its owner has not confirmed. Without this, no device
    would be known any more for the address, and whoever guesses could keep the owner out.
    """
    if "@" not in address:
        return None
    users = _find_users(address)
    known = [user for user in users if known_device(request, [user])]
    return known[0] if len(known) == 1 < len(users) else None


def forgive_guesses(request: HttpRequest, user: User, address: str) -> None:
    """Forget the guesses of unknown devices: this one has proved to be the owner's."""
    limits.forget_sender("guess", f"user:{user.pk}")
    for name in (user.username, address):
        limits.forget_sender("guess", f"name:{_digest(name)}")
        limits.forget_sender("guess_in_network", f"{_network_of(request)}:{_digest(name)}")


def _network_of(request: HttpRequest) -> str:
    return limits.sender_of(AnonymousUser(), request.META.get("REMOTE_ADDR", ""))


def _find_users(name: str) -> list[User]:
    if "@" in name:
        return filter_users_by_email(name, prefer_verified=True, for_login=True)
    return list(User.objects.filter(username__iexact=name))


def _digest(name: str) -> str:
    # Upper case, because databases ignore it in more ways than lower case tells apart.
    return sha256(name.strip().upper().encode()).hexdigest()[:32]
