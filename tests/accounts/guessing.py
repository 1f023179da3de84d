"""Guesses of passwords, without the page that takes them."""

from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from accounts.guesses import NoGuessLeft, begin_guess
from accounts.limits import TooOften


def guess_as_stranger(name: str = "alice", *, address: str = "192.0.2.1") -> bool:
    """Guess in a browser that nobody knows, and return whether the guess was looked at."""
    request = RequestFactory(REMOTE_ADDR=address).post("/")
    request.user = AnonymousUser()
    try:
        begin_guess(request, name)
    except (TooOften, NoGuessLeft):
        return False
    return True
