"""What a display name may contain, and which names nobody can choose."""

import unicodedata

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

MAX_LENGTH = 30

# Control, format (bidi overrides, zero-width), surrogate, private use and unassigned characters,
# line and paragraph separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters, digits, punctuation and symbols. A name of marks and spaces alone would look empty.
_VISIBLE = frozenset("LNPS")
# Fillers that Unicode classes as letters or symbols but that look blank.
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_MAX_MARKS = 2
# Letters of these look like each other. Others, Chinese ones for example, may stand beside them.
_ALPHABETS = frozenset(
    {"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "GEORGIAN", "CHEROKEE", "LISU", "DESERET"}
)
# What is read as a small letter: digits and signs, letters of other alphabets, small capitals.
_READ_AS = str.maketrans(
    "013457@$l|ıɑɡøđавеѕіјкмнорстухһԁԛԝαβεγικμνορτυωχζᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ",
    "oieastasiiiagodabesijkmhopctyxhdqwabeyikmvoptuwxzabcdefghijkimnoprstuvwyz",
)


def clean_display_name(text: str) -> str:
    """Return the name in its normal form: composed, trimmed, single spaces.

    >>> clean_display_name("  Ann   Lee ")
    'Ann Lee'
    """
    return " ".join(unicodedata.normalize("NFC", text).split())


def validate_display_name(name: str) -> None:
    """Refuse a name that is invisible, hides characters or reorders the text around it."""
    if any(unicodedata.category(c) in _HIDDEN or c in _BLANK for c in name):
        raise ValidationError(_("A name cannot contain invisible or control characters."))
    if not any(unicodedata.category(c)[0] in _VISIBLE for c in name):
        raise ValidationError(_("A name needs at least one visible character."))
    if len(name) > MAX_LENGTH:
        too_long = ngettext(
            "A name can have at most {limit} character.",
            "A name can have at most {limit} characters.",
            MAX_LENGTH,
        )
        raise ValidationError(too_long.format(limit=MAX_LENGTH))
    if _longest_run_of_marks(name) > _MAX_MARKS:
        raise ValidationError(_("A name cannot have more than two accents on one letter."))


def refuse_reserved_name(name: str) -> None:
    """Refuse a username or a display name that others would take for the staff or the site.

    What the name looks like is compared, also without the digits and signs that were added.
    """
    if not _reserved_names().isdisjoint(map(look_of, _without_additions(name))):
        raise ValidationError(
            _(
                "This name is reserved, so that nobody takes a player for the staff or the site. "
                "Choose another name."
            )
        )


def refuse_mixed_alphabets(name: str) -> None:
    """Refuse a name with letters of several alphabets, which could be read as another name."""
    letters = _letters(unicodedata.normalize("NFKC", name))
    alphabets = {unicodedata.name(letter, "").split(" ")[0] for letter in letters}
    if len(alphabets & _ALPHABETS) > 1:
        raise ValidationError(
            _(
                "A name cannot mix letters of several alphabets, such as Latin and Cyrillic ones, "
                "because they look alike."
            )
        )


def look_of(name: str) -> str:
    """Return what a name looks like at a glance; names that look alike have the same.

    >>> look_of("Alíce B.") == look_of("a1ice b")
    True
    """
    # Decomposed first: letters of mathematics, for example, have no lower case of their own.
    read = unicodedata.normalize("NFKD", name).casefold().translate(_READ_AS)
    return "".join(filter(str.isalnum, read)).replace("rn", "m") or read


def _reserved_names() -> set[str]:
    names = [settings.SITE_NAME]
    for language, _own_name in settings.LANGUAGES:
        with translation.override(language):
            several = pgettext(
                "names that no player can choose, with commas between them",
                "admin, admins, administrator, administrators, administration, mod, mods, "
                "moderator, moderators, moderation, staff, support, official, system, server, "
                "root, webmaster, computer",
            )
            names += [_("Former player"), *several.split(",")]
    return set(map(look_of, names)) - {""}


def _without_additions(name: str) -> set[str]:
    """Return a name as it is, its letters alone, and without what else stands at either end."""
    plain = unicodedata.normalize("NFKD", name)
    others = "".join(set(plain) - set(_letters(plain)))
    ends = {plain.lstrip(others), plain.rstrip(others), plain.strip(others)}
    return {plain, _letters(plain)} | ends


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, name))


def _longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for character in name:
        run = run + 1 if unicodedata.category(character)[0] == "M" else 0
        longest = max(longest, run)
    return longest
