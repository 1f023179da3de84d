"""The links in e-mail that end it, and the button that begins it again."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.limits import limit
from accounts.requests import PersonRequest
from notices.mail import (
    ForgedLink,
    find_address,
    read_unsubscribe_token,
    resume_mail,
    unsubscribe,
)


# A mail program sends the form too, with one click (RFC 8058): what is signed is all it needs.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def end_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether mail is to end, and end it for whom the signed link belongs to."""
    try:
        user_id = read_unsubscribe_token(token)
    except ForgedLink:
        raise Http404 from None
    if request.method == "POST":
        unsubscribe(user_id)
    context = {"token": token, "has_ended": request.method == "POST"}
    return render(request, "notices/unsubscribe.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("settings")
def try_mail_again(request: PersonRequest) -> HttpResponse:
    """Let mail go to the address again, which its server refused before."""
    if request.method == "POST":
        resume_mail(request.user.pk)
        if find_address(request.user.pk):
            messages.success(request, _("E-mail goes to your address again."))
    return redirect("notice_settings")
