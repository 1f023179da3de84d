"""Tells the pages of this release from those of any other."""

from hashlib import sha256

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage


def release_mark() -> str:
    """Return twelve hexadecimal digits, which change with version, name and static files."""
    files = getattr(staticfiles_storage, "manifest_hash", "")
    mark = sha256(f"{settings.VERSION} {settings.SITE_NAME} {files}".encode())
    return mark.hexdigest()[:12]
