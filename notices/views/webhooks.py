"""The page on which people add, test and remove their webhooks."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import limit
from accounts.requests import PersonRequest
from config import storage
from notices.forms import WebhookForm
from notices.webhooks import (
    LIMIT,
    TEST_WAITS,
    TooManyWebhooks,
    add_webhook,
    ask_for_test,
    find_webhooks,
    remove_webhook,
    see_webhooks,
)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("settings")
def webhooks(request: PersonRequest) -> HttpResponse:
    """List a person's webhooks with their latest results, and add one."""
    form = WebhookForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _add(request, form):
        return redirect("webhooks")
    now = timezone.now()
    with storage.optional():
        see_webhooks(request.user, now=now)
    hooks = find_webhooks(request.user)
    waits = [hook for hook in hooks if hook.test_asked_at and hook.test_asked_at > now - TEST_WAITS]
    context = {"form": form, "hooks": hooks, "waits": waits, "is_full": len(hooks) >= LIMIT}
    status = 422 if form.errors else 200
    return render(request, "notices/webhooks.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("webhook_test")
def test(request: PersonRequest, webhook_id: int) -> HttpResponse:
    """Have a test sent."""
    if request.method != "POST":
        return redirect("webhooks")
    if not ask_for_test(request.user, webhook_id, now=timezone.now()):
        raise Http404
    return redirect("webhooks")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("settings")
def remove(request: PersonRequest, webhook_id: int) -> HttpResponse:
    """Remove a webhook."""
    if request.method != "POST":
        return redirect("webhooks")
    if not remove_webhook(request.user, webhook_id):
        raise Http404
    messages.success(request, _("The webhook is removed."))
    return redirect("webhooks")


def _add(request: PersonRequest, form: WebhookForm) -> bool:
    try:
        add_webhook(request.user, **form.cleaned_data, now=timezone.now())
    except TooManyWebhooks:
        form.add_error(None, _("You have three webhooks already. Remove one first."))
        return False
    messages.success(request, _("The webhook is added. Send a test to see whether it works."))
    return True
