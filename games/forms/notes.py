"""The form for what players note about a game for themselves."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import PlainForm
from games.models import NOTE_LENGTH


class _Lines(forms.CharField):
    """A text whose lines end in one character, as browsers count them."""

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")


class NotesForm(PlainForm):
    text = _Lines(
        required=False,
        max_length=NOTE_LENGTH,
        label=_("Notes to yourself"),
        help_text=_("Up to 2,000 characters. Nobody else can read them."),
        error_messages={"max_length": _("These notes have more than 2,000 characters.")},
        widget=forms.Textarea(attrs={"rows": 4}),
    )
