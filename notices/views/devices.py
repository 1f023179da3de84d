"""The page on which people say which of their devices are sent notifications."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import limit, refusal_of
from accounts.requests import PersonRequest
from notices import devices as services
from notices.forms import DeviceForm, SubscriptionForm
from notices.vapid import public_key

# Translators: names of browsers and of systems are put in here.
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
_BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome"}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limit("settings")
def devices(request: PersonRequest) -> HttpResponse:
    """List a person’s devices, and add the one that this request comes from."""
    if request.method == "POST":
        return _add(request)
    return _page(request, DeviceForm(initial={"name": guess_name(request)}))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove_device(request: PersonRequest, device_id: int) -> HttpResponse:
    """Send nothing more to a device."""
    if request.method != "POST":
        return redirect("devices")
    services.remove_device(request.user, device_id)
    messages.success(request, _("That device gets no more notifications."))
    return redirect("devices")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def renew_device(request: HttpRequest) -> HttpResponse:
    """Let the service worker of a device renew its address, which its push service has changed."""
    device_id = request.session.get(services.THIS_DEVICE)
    if not request.user.is_authenticated or device_id is None:
        raise Http404
    if request.method != "POST":
        return JsonResponse({"key": public_key(), "token": get_token(request)})
    if refusal := refusal_of(request, "settings"):
        return refusal
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    if not services.renew_device(request.user, device_id, **form.cleaned_data):
        raise Http404
    return HttpResponse(status=204)


def guess_name(request: HttpRequest) -> str:
    """Return what a person may call the device of this request."""
    agent = request.headers.get("User-Agent", "")
    system = next((name for mark, name in _SYSTEMS.items() if mark in agent), "")
    browser = next((name for mark, name in _BROWSERS.items() if f"{mark}/" in agent), "Safari")
    if not system:
        return _("My device")
    return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}


def _add(request: PersonRequest) -> HttpResponse:
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        device = services.add_device(
            request.user, language=get_language() or "en", **form.cleaned_data
        )
    except services.TooManyDevices:
        messages.error(request, _("You have as many devices as you can add. Remove one first."))
    else:
        request.session[services.THIS_DEVICE] = device.pk
        messages.success(request, _("This device now gets notifications."))
    return redirect("devices")


def _page(request: PersonRequest, form: DeviceForm, *, status: int = 200) -> HttpResponse:
    found = services.find_devices(request.user)
    this = request.session.get(services.THIS_DEVICE)
    context = {
        "devices": found,
        "this": this,
        "is_known": any(device.pk == this for device in found),
        "limit": services.DEVICES_LIMIT,
        "is_full": len(found) >= services.DEVICES_LIMIT,
        "key": public_key(),
        "form": form,
    }
    return render(request, "notices/devices.html", context, status=status)
