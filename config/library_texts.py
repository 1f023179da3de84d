"""Texts of Django and allauth that the catalogs of this site translate themselves.

The translations that come with these libraries often address readers formally; this site does not.
"""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy as _n

TEXTS = (
    _("A user is already registered with this email address."),
    _("Enter a list of values."),
    _("Enter a number."),
    _("Enter a valid URL."),
    _("Enter a valid date."),
    _("Enter a valid date/time."),
    _("Enter a valid email address."),
    _("Enter a valid time."),
    _("Enter a valid value."),
    _("Enter a whole number."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _n(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    _("Forgot your password?"),
    _("No file was submitted."),
    _("No file was submitted. Check the encoding type on the form."),
    _("Please either submit a file or check the clear checkbox, not both."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("The password is too similar to the %(verbose_name)s."),
    _("The password reset token was invalid."),
    _("The submitted file is empty."),
    _("This email address is already associated with this account."),
    _n(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    _n(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    _("Too many failed login attempts. Try again later."),
    _("Username can not be used. Please use other username."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("You cannot remove your primary email address."),
    _("You must type the same password each time."),
    _("Your primary email address must be verified."),
)
