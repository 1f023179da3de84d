"""The site's settings, with the changes that the tests need."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

for _name in ("HOST", "PORT", "ALLOWED_HOSTS", "DEBUG", "EMAIL_URL", "SITE_NAME"):
    os.environ.pop(_name, None)
os.environ["PUBLIC_URL"] = "http://testserver"
os.environ["SECRET_KEY"] = "tests-" + "k" * 60

from config.environment import EMBEDDED  # noqa: E402
from config.settings import *  # noqa: E402, F403
from config.settings import CACHES, CHANNEL_LAYERS, DATABASES  # noqa: E402

# One name for each process, so that parallel runs never share anything.
_RUN = f"test_trifecta_{os.getpid()}"

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A real file, as on a real site: an in-memory database has neither a WAL nor lock waits.
    _directory = Path(tempfile.mkdtemp(prefix="trifecta-tests-"))
    atexit.register(shutil.rmtree, _directory, ignore_errors=True)
    DATABASES["default"]["NAME"] = _directory / "main.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": _directory / "test.sqlite3"}
else:
    # Tests of races hold more connections at once than a process of the site may open.
    DATABASES["default"]["OPTIONS"]["pool"]["max_size"] = 24
    DATABASES["default"]["TEST"] = {"NAME": _RUN, "TEMPLATE": os.environ.get("MIGRATED_POSTGRES")}
    # Nothing has to survive a power cut, so no commit waits for the disk.
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"

# `./serve` may have made one in this checkout.
VAPID_KEY = ""

if not EMBEDDED:
    CACHES["default"]["KEY_PREFIX"] = _RUN
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = _RUN

# Queued tasks stay in this process unless a test starts its own worker.
CELERY_BROKER_URL = "memory://localhost/"
CELERY_BROKER_TRANSPORT = "config.broker:Transport"
CELERY_BROKER_TRANSPORT_OPTIONS = {}

STATIC_ROOT = None  # type: ignore[assignment]  # Django’s own default: nothing is collected
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
MAIL_IN_TERMINAL = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
