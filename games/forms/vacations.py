"""The forms for a player's vacations."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.forms import PlainForm


class _LocalMoment(forms.DateTimeField):
    """A date and a time in the user's time zone.

    Where clocks are put back, an hour comes twice: then the first one is meant, or the second one
    once that has passed. In the hour that is left out in spring, the clock of before counts.
    """

    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})

    def to_python(self, value: Any) -> dt.datetime | None:
        try:
            moment = dt.datetime.fromisoformat(value) if value else None
        except ValueError:
            raise forms.ValidationError(self.error_messages["invalid"]) from None
        if moment is None or moment.tzinfo is not None:
            return moment
        first = moment.replace(tzinfo=timezone.get_current_timezone())
        return first if first > timezone.now() else first.replace(fold=1)


class VacationForm(PlainForm):
    """Until when a vacation is to last that begins now."""

    until = _LocalMoment(
        label=_("Until"),
        error_messages={
            "required": _("Say when your vacation ends."),
            "invalid": _("Enter a date and a time, such as 2027-05-31 18:00."),
        },
    )


class AutomaticVacationForm(PlainForm):
    """Whether a vacation begins by itself."""

    is_automatic = forms.BooleanField(
        label=_("Begin a vacation automatically"),
        help_text=_(
            "When the time for one of your turns would run out, a vacation of up to 14 days begins "
            "instead. Your opponents see that this is on."
        ),
        required=False,
    )
