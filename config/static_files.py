"""Static files whose names change with their content, so that browsers keep them for long."""

import fcntl
import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT = r"""(?P<matched>\bfrom\s+["'](?P<url>\.{1,2}/[^"']+)["'])"""


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Let the site's modules import each other by these names too: one release, one set of scripts.

    Django's own setting for this also reads the comments of vendored libraries as imports.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((_IMPORT, 'from "%(url)s"'),)),
    )

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress the files that pages link to, and yield the name of each with the new one.

        Only error pages link to files by their plain names. Those stay as they are: compressing
        them too would make the first start twice as long.
        """
        linked = paths.intersection(self.hashed_files.values())
        yield from super().compress_files(linked)  # type: ignore[no-untyped-call]


def collect_static() -> None:
    """Collect the static files, or exit with a message."""
    if settings.DEBUG:
        return
    root = Path(settings.STATIC_ROOT)
    try:
        _collect_changed(root)
    except OSError as error:
        if error.filename and not Path(error.filename).is_relative_to(root):
            sys.exit(
                f"The static files cannot be collected: {error.filename}: {error.strerror}. "
                "The user of the site must be able to read it."
            )
        sys.exit(
            f"The static files cannot be kept in {root}: {error.strerror}. "
            "The user of the site must be able to write there."
        )


def _collect_changed(root: Path) -> None:
    """Collect the static files unless they have not changed since the last time."""
    root.mkdir(exist_ok=True)
    stamp, fingerprint = root / ".collected", _fingerprint()
    with (root / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until it is closed
        if stamp.is_file() and stamp.read_text() == fingerprint:
            return
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(fingerprint)


def _fingerprint() -> str:
    """Return what differs when a static file, or the way in which they are served, has changed."""
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            status = os.stat(storage.path(path))
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
