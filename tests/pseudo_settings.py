"""The site's settings with the languages of `tests.pseudo`, for a site that a test runs."""

import os
from pathlib import Path

from config.settings import *  # noqa: F403
from tests.pseudo import LANGUAGE, MIRRORED

LANGUAGES += [(LANGUAGE, "Pseudo"), (MIRRORED, "Mirrored")]  # noqa: F405
LANGUAGES_BIDI = [MIRRORED]
LOCALE_PATHS += [Path(os.environ["PSEUDO_LOCALE"])]  # noqa: F405
