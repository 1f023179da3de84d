"""What people fill in, and what the staff does."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.forms import LinesField, PlainForm
from accounts.models import Barrier
from community.models import TEXT_LENGTH, Report, Sanction

NOTHING = "nothing"
DAYS = [(1, _("1 day")), (3, _("3 days")), (7, _("7 days")), (30, _("30 days"))]


class DistanceForm(forms.Form):
    """How far somebody keeps another person away."""

    kind = forms.ChoiceField(choices=[*Barrier.Kind.choices, (NOTHING, NOTHING)])


def _text(label: Any, *, required: bool = True, help: Any = "") -> LinesField:
    return LinesField(
        label=label,
        help_text=help,
        max_length=TEXT_LENGTH,
        required=required,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class ReportForm(PlainForm):
    """What is wrong with a player, a name or a message."""

    about = forms.ChoiceField(
        label=_("What is it about?"), choices=Report.About, widget=forms.RadioSelect
    )
    reason = forms.ChoiceField(
        label=_("What is wrong?"), choices=Report.Reason, widget=forms.RadioSelect
    )
    text = _text(
        _("What happened, in your words"), required=False, help=_("Needed for “Something else”.")
    )
    game = forms.CharField(max_length=22, required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Ask for words where the reason says nothing."""
        cleaned = super().clean() or {}
        if cleaned.get("reason") == Report.Reason.OTHER and not cleaned.get("text"):
            self.add_error("text", _("Please say what is wrong."))
        return cleaned


class ReplyForm(PlainForm):
    """The one reply of a person to a sanction."""

    text = _text(_("Your reply"))


class AnswerForm(PlainForm):
    """The answer of the staff to a reply."""

    text = _text(_("Answer"))


class ReadReportsForm(PlainForm):
    """Up to which report about a person the staff has read: later ones are not closed."""

    newest_report = forms.IntegerField(min_value=0, required=False)

    def clean_newest_report(self) -> int:
        return self.cleaned_data["newest_report"] or 0


class SanctionForm(ReadReportsForm):
    """What the staff decides about a person."""

    kind = forms.ChoiceField(label=_("Decision"), choices=Sanction.Kind)
    days = forms.TypedChoiceField(
        label=_("How long a suspension lasts"), choices=DAYS, coerce=int, initial=3
    )
    reason = _text(_("Reason, which the person reads"))

    def clean(self) -> dict[str, Any]:
        """Say until when a suspension lasts; nothing else has an end."""
        cleaned = super().clean() or {}
        days = cleaned.pop("days", None)
        cleaned["until"] = None
        if cleaned.get("kind") == Sanction.Kind.SUSPENSION and days:
            cleaned["until"] = timezone.now() + dt.timedelta(days=days)
        return cleaned
