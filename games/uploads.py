"""Records that people brought to look at: kept for a day, belonging to nobody."""

from __future__ import annotations

import json
from secrets import token_urlsafe

from django.core.cache import cache

from games.rules.record import InvalidRecord, Record, parse_record, write_record

UPLOAD_SECONDS = 24 * 3600


def keep_upload(checked: Record) -> str:
    """Keep a record for a day, and return the name it is found by."""
    token = token_urlsafe(16)
    cache.set(f"record:{token}", json.dumps(write_record(checked)), UPLOAD_SECONDS)
    return token


def load_upload(token: str) -> Record | None:
    """Return the record that was kept under that name, or None when its day is over."""
    if len(token) != 22 or not token.isascii() or not token.isprintable():
        return None
    kept = cache.get(f"record:{token}")
    try:
        return parse_record(kept.encode()) if isinstance(kept, str) else None
    except InvalidRecord:  # a newer release reads it no more
        return None
