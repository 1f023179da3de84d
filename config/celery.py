"""The Celery application. Its broker is Redis, or memory in embedded mode."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("config")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.task(name="config.clear_sessions")
def clear_sessions() -> None:
    """Delete expired sessions."""
    from django.core.management import call_command

    call_command("clearsessions")
