"""The form for what players note about a game for themselves."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import LinesField, PlainForm
from games.models import NOTE_LENGTH


class NotesForm(PlainForm):
    text = LinesField(
        required=False,
        max_length=NOTE_LENGTH,
        label=_("Notes to yourself"),
        help_text=_("Up to 2,000 characters. Nobody else can read them."),
        error_messages={"max_length": _("These notes have more than 2,000 characters.")},
        widget=forms.Textarea(attrs={"rows": 4}),
    )
