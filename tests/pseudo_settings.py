"""The site's settings with the language of `tests.pseudo`, for a site that a test runs."""

import os
from pathlib import Path

from config.settings import *  # noqa: F403
from tests.pseudo import LANGUAGE

LANGUAGES = [("en", "English"), (LANGUAGE, "Pseudo")]
LOCALE_PATHS = [Path(os.environ["PSEUDO_LOCALE"])]
