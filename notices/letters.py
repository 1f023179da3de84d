"""Notices as e-mail: one about one thing, or a digest."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from notices.mail import make_unsubscribe_url
from notices.messages import Told, describe, describe_digest, describe_subject
from notices.models import Notice
from notices.selectors import find_deadlines, find_names

_LAST = dt.datetime.max.replace(tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What an e-mail says of one notice."""

    title: str
    text: str
    url: str


def write_letter(notices: Sequence[Notice], *, user: User, address: str) -> EmailMultiAlternatives:
    """Return the e-mail that tells one person of notices, the nearest deadline first.

    It is in the person's language, and times are those of the person's time zone.
    """
    ordered = sorted(notices, key=lambda each: (each.expires_at or _LAST, each.pk))
    with translation.override(user.spoken_language), timezone.override(user.time_zone):
        names, deadlines = find_names(ordered), find_deadlines(ordered)
        paragraphs = [_tell(notice, describe(notice, names, deadlines)) for notice in ordered]
        title = paragraphs[0].title if len(ordered) == 1 else describe_digest(ordered)
        subject = describe_subject(paragraphs[0].title, ordered)
        # Whoever cannot log in is sent nothing but what the staff has to say.
        unsubscribe_url = make_unsubscribe_url(user.pk) if user.is_active else ""
        context = {
            "title": title,
            "is_digest": len(ordered) > 1,
            "paragraphs": paragraphs,
            "language": user.spoken_language,
            "SITE_NAME": settings.SITE_NAME,
            "site_url": settings.PUBLIC_URL,
            "settings_url": settings.PUBLIC_URL + reverse("notice_settings"),
            "unsubscribe_url": unsubscribe_url,
        }
        letter = EmailMultiAlternatives(
            subject=f"{settings.EMAIL_SUBJECT_PREFIX}{subject}",
            body=render_to_string("notices/mail/letter.txt", context),
            to=[address],
            headers=_headers(ordered, unsubscribe_url=unsubscribe_url),
        )
        letter.attach_alternative(
            render_to_string("notices/mail/letter.html", context), "text/html"
        )
    return letter


def _tell(notice: Notice, told: Told) -> Paragraph:
    url = settings.PUBLIC_URL + notice.path
    return Paragraph(_on_one_line(told.title), told.text, url)


def _on_one_line(text: str) -> str:
    """Return a text without line breaks: in a subject they would begin another header."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def _headers(notices: Sequence[Notice], *, unsubscribe_url: str) -> dict[str, str]:
    host = urlsplit(settings.PUBLIC_URL).hostname or ""
    host = f"[{host}]" if ":" in host else host
    ids = [notice.pk for notice in notices]
    headers = {
        # The same when it is sent again: whoever reads it twice is shown it once.
        "Message-ID": f"<notices.{min(ids)}.{max(ids)}.{len(ids)}@{host}>",
        "List-Id": f"<notices.{host}>",
        "Auto-Submitted": "auto-generated",
    }
    if unsubscribe_url:
        headers["List-Unsubscribe"] = f"<{unsubscribe_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    games = {notice.game for notice in notices}
    if len(games) == 1:
        # All about a game answers a first message that nobody has sent: so it is one thread.
        thread = f"<game.{games.pop()}@{host}>"
        headers |= {"In-Reply-To": thread, "References": thread}
    return headers
