"""The form that takes a record, from a file or pasted."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import PlainForm
from games.messages.records import tell_invalid_record
from games.rules.record import MAX_BYTES, InvalidRecord, Record, check_record, parse_record


class RecordForm(PlainForm):
    """A form for one record; once it is valid, `record` has been replayed and checked."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=_("File"),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        required=False,
        strip=False,  # a mistake is reported with its line
        label=_("Or paste its text"),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    record: Record

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        file, text = sent.get("file"), sent.get("text", "")
        if self.errors:
            return sent
        if not file and not text.strip():
            raise forms.ValidationError(gettext("Choose a file or paste its text."))
        if file and text.strip():
            raise forms.ValidationError(gettext("Choose a file or paste its text, but not both."))
        try:
            self.record = parse_record(_content_of(file) if file else text.encode())
            check_record(self.record)
        except InvalidRecord as invalid:
            self.add_error("file" if file else "text", tell_invalid_record(invalid))
        return sent


def _content_of(file: UploadedFile[bytes]) -> bytes:
    return bytes(file.read(MAX_BYTES + 1))
