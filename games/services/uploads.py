"""Records that visitors have opened: kept for a day, without an owner."""

from __future__ import annotations

import json
from functools import lru_cache
from secrets import token_urlsafe

from django.core.cache import cache

from games.rules.record import InvalidRecord, Record, parse_record, write_record

UPLOAD_SECONDS = 24 * 3600
REMEMBERED_RECORDS = 32

parse_remembered = lru_cache(maxsize=REMEMBERED_RECORDS)(parse_record)
"""Parse a record, once while its replay is looked through: each step asks for it."""


def keep_upload(checked: Record) -> str | None:
    """Store a record for a day, and return the token by which it can be loaded.

    Return None if it was not stored: a cache says nothing when it is away or its disk is full.
    """
    token = token_urlsafe(16)
    key = f"record:{token}"
    cache.set(key, json.dumps(write_record(checked)), UPLOAD_SECONDS)
    return token if cache.get(key) is not None else None


def load_upload(token: str) -> Record | None:
    """Return the record with that token, or None when there is none any more."""
    if len(token) != 22 or not token.isascii() or not token.isprintable():
        return None
    kept = cache.get(f"record:{token}")
    try:
        return parse_remembered(kept.encode()) if isinstance(kept, str) else None
    except InvalidRecord:  # stored by an older release, and no longer readable
        return None
