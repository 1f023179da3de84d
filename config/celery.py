"""The task queue's application: a broker on Redis, or in memory when embedded."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("config")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.task(name="config.clear_sessions")
def clear_sessions() -> None:
    """Delete the sessions that have run out."""
    from django.core.management import call_command

    call_command("clearsessions")
