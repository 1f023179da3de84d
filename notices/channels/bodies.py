"""What a webhook is sent: plain JSON, or what Discord and Slack accept."""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import dataclass
from typing import Any

from notices.messages import Told
from notices.models import Webhook

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
SUPPRESS_EMBEDS = 4


@dataclass(frozen=True, slots=True)
class Message:
    """Something to tell; the id is the same however often it is sent."""

    id: str
    kind: str
    told: Told
    url: str
    at: dt.datetime
    game: str = ""
    deadline: dt.datetime | None = None


def write_body(format: str, message: Message) -> str:
    """Return the body of the request, as JSON."""
    write = {
        Webhook.Format.STANDARD: _write_standard,
        Webhook.Format.DISCORD: _write_discord,
        Webhook.Format.SLACK: _write_slack,
    }[Webhook.Format(format)]
    return json.dumps(write(message))


def _write_standard(message: Message) -> dict[str, Any]:
    deadline = message.deadline.isoformat() if message.deadline is not None else ""
    about = {"game": message.game, "deadline": deadline}
    return {
        "type": message.kind,
        "timestamp": message.at.isoformat(),
        "data": {
            "title": message.told.title,
            "text": message.told.text,
            "url": message.url,
            **{name: value for name, value in about.items() if value},
        },
    }


def _write_discord(message: Message) -> dict[str, Any]:
    """Return a text in which names can neither mention anybody nor look like anything else."""
    title, text = (
        _PUNCTUATION.sub(r"\\\1", words) for words in (message.told.title, message.told.text)
    )
    return {
        "content": f"**{title}**\n{text}\n<{message.url}>",
        "allowed_mentions": {"parse": []},
        "flags": SUPPRESS_EMBEDS,
    }


def _write_slack(message: Message) -> dict[str, Any]:
    """Return plain text in which names can neither mention anybody nor link anywhere."""
    title, text = (_escape_slack(words) for words in (message.told.title, message.told.text))
    return {
        "text": title,
        "mrkdwn": False,
        "unfurl_links": False,
        "blocks": [
            {"type": "section", "text": {"type": "plain_text", "text": title, "emoji": False}},
            {"type": "section", "text": {"type": "plain_text", "text": text, "emoji": False}},
            {"type": "section", "text": {"type": "mrkdwn", "text": f"<{message.url}>"}},
        ],
    }


def _escape_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
