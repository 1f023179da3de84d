"""What passwords must be like: Django's rules, in this site's words."""

from __future__ import annotations

from django.contrib.auth import password_validation
from django.utils.translation import gettext as _


class UserAttributeSimilarityValidator(password_validation.UserAttributeSimilarityValidator):
    def get_help_text(self) -> str:
        return _("Your password cannot be too similar to your other personal information.")


class CommonPasswordValidator(password_validation.CommonPasswordValidator):
    def get_help_text(self) -> str:
        return _("Your password cannot be a commonly used password.")


class NumericPasswordValidator(password_validation.NumericPasswordValidator):
    def get_help_text(self) -> str:
        return _("Your password cannot be entirely numeric.")
