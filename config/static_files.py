"""Static files whose names change with their content, so that browsers keep them for long."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT = r"""(?P<matched>\bfrom\s+["'](?P<url>\.{1,2}/[^"']+)["'])"""


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Let the site's modules import each other by these names too: one release, one set of scripts.

    Django's own setting for this also reads the comments of vendored libraries as imports.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((_IMPORT, 'from "%(url)s"'),)),
    )
