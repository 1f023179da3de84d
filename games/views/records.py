"""Records: games as files, to download and to open."""

from __future__ import annotations

import json
import zipfile
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from config.pages import answer_later
from games import selectors
from games.forms.records import RecordForm
from games.models import Game
from games.rules.record import write_record
from games.services.uploads import keep_upload
from games.views.requests import PlayerRequest, SiteRequest, find_game

SCHEMA = Path(__file__).resolve().parent.parent.parent / "docs" / "record.schema.json"


@never_cache
@require_safe
def record(request: SiteRequest, public_id: str) -> HttpResponse:
    """Send a finished game as a file, or a running one to its players without hidden cards."""
    snapshot = find_game(request, public_id)
    seat = snapshot.seat_of(request.user.pk)
    is_over = snapshot.game.status == Game.Status.FINISHED
    if snapshot.game.lesson or not is_over and not (snapshot.game.is_running and seat is not None):
        raise Http404
    found = selectors.record_of(snapshot, seat.index if seat is not None else None)
    return _as_file(_to_json(write_record(found)), f"{snapshot.game.variant}-{public_id}.json")


def _to_json(document: dict[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def _as_file(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@never_cache
@login_required
@require_safe
def own_records(request: PlayerRequest) -> HttpResponseBase:
    """Send people all their finished games, one file each, in a zip archive made on the way."""
    if refusal := limits.refusal_of(request, "download"):
        return refusal
    response = StreamingHttpResponse(
        _one_by_one(_zip(selectors.finished_records(request.user))), content_type="application/zip"
    )
    response["Content-Disposition"] = 'attachment; filename="my-games.zip"'
    return response


def _zip(records: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[bytes]:
    """Yield the bytes of an archive, with no more than one game in memory at a time."""
    written = _Written()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for public_id, document in records:
            archive.writestr(f"{document['variant']}-{public_id}.json", _to_json(document))
            yield written.take()
    yield written.take()


class _Written:
    """A file that can only be written to; what was written can be taken out again."""

    def __init__(self) -> None:
        self._content = bytearray()

    def write(self, content: bytes) -> int:
        self._content += content
        return len(content)

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def take(self) -> bytes:
        taken, self._content = bytes(self._content), bytearray()
        return taken


async def _one_by_one(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Make each part in a thread: an ASGI server would collect a plain iterator first."""
    make_next = sync_to_async(lambda: next(parts, None))
    while (part := await make_next()) is not None:
        yield part


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limits.limit("record")
def records(request: SiteRequest) -> HttpResponse:
    """Take a record and lead to its replay, or say what is wrong with it and where."""
    if request.method != "POST":
        return render(request, "records/records.html", {"form": RecordForm()})
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "records/records.html", {"form": form}, status=422)
    token = keep_upload(form.record)
    return redirect(f"{request.path}{token}/") if token else answer_later(request)


@require_safe
def record_schema(request: HttpRequest) -> HttpResponse:
    """Send the JSON Schema of records."""
    return HttpResponse(_read_schema(), content_type="application/schema+json")


@cache
def _read_schema() -> bytes:
    return SCHEMA.read_bytes()
