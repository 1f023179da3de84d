from celery import shared_task


@shared_task
def sweep() -> None:
    """Expire what is past its deadline."""
