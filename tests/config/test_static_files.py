"""The names under which browsers keep the site's static files."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

pytestmark = pytest.mark.once

STORAGES = {"staticfiles": {"BACKEND": "config.static_files.StaticFiles"}}
HASHED = re.compile(r"\.[0-9a-f]{12}\.m?js$")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collect the scripts for a release."""
    root, scripts = tmp_path_factory.mktemp("static"), tmp_path_factory.mktemp("scripts")
    for name in ("js", "vendor"):
        (scripts / name).symlink_to(settings.BASE_DIR / "static" / name)
    with override_settings(
        STATIC_ROOT=root,
        STATICFILES_DIRS=[scripts],
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STORAGES=STORAGES,
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
    return root


def test_modules_import_each_other_by_the_names_of_one_release(collected: Path) -> None:
    scripts = [path for path in (collected / "js").glob("*.js") if HASHED.search(path.name)]
    imported = [
        script.parent / path
        for script in scripts
        for path in re.findall(r'from "(.*?)"', script.read_text())
    ]
    assert imported
    assert not [path for path in imported if not (path.exists() and HASHED.search(path.name))]


def test_vendored_libraries_stay_as_they_are(collected: Path) -> None:
    vendor = collected / "vendor"
    for original in vendor.glob("*.min.js"):
        if not HASHED.search(original.name):
            (hashed,) = vendor.glob(f"{original.stem}.{'[0-9a-f]' * 12}.js")
            assert hashed.read_bytes() == original.read_bytes()


def test_what_pages_load_is_compressed_and_nothing_else(collected: Path) -> None:
    scripts = [path for path in (collected / "js").glob("*.js") if path.stat().st_size > 1000]
    assert scripts
    compressed = {path for path in scripts if path.with_name(f"{path.name}.br").exists()}
    assert compressed == {path for path in scripts if HASHED.search(path.name)}
