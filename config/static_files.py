"""Static files whose names change with their content, so that browsers keep them for long."""

from collections.abc import Iterator

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

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress the files that pages link to, and yield the name of each with the new one.

        Only error pages link to files by their plain names. Those stay as they are: compressing
        them too would make the first start twice as long.
        """
        linked = paths.intersection(self.hashed_files.values())
        yield from super().compress_files(linked)  # type: ignore[no-untyped-call]
