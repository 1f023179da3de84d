"""E-mail: all that is due for a person in one message, to an address that is confirmed."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable, Sequence
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPResponseException

from django.core.mail import EmailMessage, get_connection
from django.utils import timezone

from accounts.models import User
from notices.channels.base import GiveUp, TryAgain
from notices.letters import write_letter
from notices.mail import find_address, find_reachable, stop_mail
from notices.models import Delivery

logger = logging.getLogger(__name__)

TOGETHER = 50
ADDRESS_REFUSED = range(550, 555)
"""The answers to a recipient that mean: never, unless a more exact code says otherwise."""
# RFC 3463. The others are about the network, the protocol, or what this site may do.
OF_THE_ADDRESS = re.compile(rb"5\.[12]\.\d")
EXACT = re.compile(rb"5\.\d{1,3}\.\d")


def find_targets(user_ids: Collection[int]) -> Iterable[tuple[int, int]]:
    """Return those of the people who have a confirmed address that takes mail, each with 0."""
    return [(user_id, 0) for user_id in find_reachable(user_ids)]


def send(deliveries: Sequence[Delivery]) -> None:
    """Send one e-mail about all these notices of one person. Raises TryAgain or GiveUp.

    An address that is refused for good gets no more mail until its owner wants that.
    """
    notices = [delivery.notice for delivery in deliveries]
    user = User.objects.get(pk=notices[0].user_id)
    address = find_address(user.pk)
    if not address:
        raise GiveUp("no confirmed address")
    try:
        _hand_over(write_letter(notices, user=user, address=address))
    except SMTPRecipientsRefused as refused:
        ((code, words),) = refused.recipients.values()
        _fail(user, address, code, words, is_of_recipient=True)
    except SMTPDataError as refused:
        _fail(user, address, refused.smtp_code, refused.smtp_error, is_of_recipient=False)
    except SMTPResponseException as refused:
        # The sender's address, the log-in: the site's own matters, which its operator puts right.
        logger.warning("the mail server refuses this site: %d", refused.smtp_code)
        raise TryAgain(f"refused with {refused.smtp_code}") from None
    except OSError as error:
        raise TryAgain(type(error).__name__) from None


def _hand_over(letter: EmailMessage) -> None:
    """Hand a message over to the mail server. What fails after that does not count."""
    connection = get_connection()
    try:
        connection.open()
        connection.send_messages([letter])
    finally:
        connection.close()


def _fail(
    user: User, address: str, code: int, words: bytes | str, *, is_of_recipient: bool
) -> None:
    """Raise what follows from a refusal, and stop mail to an address that does not exist."""
    said = words.encode(errors="replace") if isinstance(words, str) else words
    is_exact = EXACT.match(said) is not None
    is_of_address = OF_THE_ADDRESS.match(said) is not None
    if code >= 500 and (
        is_of_address or (is_of_recipient and not is_exact and code in ADDRESS_REFUSED)
    ):
        stop_mail(user.pk, address=address, now=timezone.now())
        logger.info("user %d: the address is refused with %d: no more mail", user.pk, code)
        raise GiveUp(f"the address is refused with {code}") from None
    if code >= 500:
        logger.warning("user %d: mail is refused with %d", user.pk, code)
        if not is_of_recipient:
            raise GiveUp(f"the message is refused with {code}") from None
    raise TryAgain(f"refused with {code}") from None
