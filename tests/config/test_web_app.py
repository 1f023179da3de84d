"""What a browser needs to install the site, and to say what is wrong when the site is away."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

STATIC = Path(site.BASE_DIR) / "static"
IMPORTED = re.compile(r'from "\./(.*?)"')


def local(address: str) -> Path:
    """Return the file at an address of a static file."""
    assert address.startswith(site.STATIC_URL)
    return STATIC / address.removeprefix(site.STATIC_URL)


def read_manifest() -> dict[str, Any]:
    answer = Client().get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    found: dict[str, Any] = answer.json()
    return found


def read_worker() -> tuple[dict[str, Any], str]:
    """Return what the service worker knows of the release, and its script."""
    first, _, script = Client().get("/service-worker.js").content.decode().partition("\n")
    known: dict[str, Any] = json.loads(first.removeprefix("self.site = ").removesuffix(";"))
    return known, script


def test_the_site_is_installed_as_a_window_of_its_own() -> None:
    manifest = read_manifest()
    assert manifest["display"] == "standalone"
    assert (manifest["start_url"], manifest["scope"]) == ("/", "/")
    assert manifest["name"] == site.SITE_NAME


def test_the_theme_is_that_of_the_pages_by_day_and_by_night() -> None:
    manifest = read_manifest()
    by_day, by_night = (STATIC / "css" / "site.css").read_text().split("@media", 1)
    assert f"--paper: {manifest['theme_color']}" in by_day
    assert f"--paper: {manifest['color_scheme_dark']['theme_color']}" in by_night
    for template in ("base.html", "offline.html"):
        page = (Path(site.BASE_DIR) / "templates" / template).read_text()
        colours = re.findall(r'name="theme-color" content="(.*?)"', page)
        assert colours == [
            manifest["theme_color"],
            manifest["color_scheme_dark"]["theme_color"],
        ]


def test_every_icon_exists_in_the_size_that_is_promised() -> None:
    manifest = read_manifest()
    icons = [*manifest["icons"], *(i for each in manifest["shortcuts"] for i in each["icons"])]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        path = local(icon["src"])
        if path.suffix == ".png":
            width, height = struct.unpack(">II", path.read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        else:
            assert (icon["sizes"], icon["type"]) == ("any", "image/svg+xml")
            assert path.is_file()


@pytest.mark.django_db
@pytest.mark.once
def test_the_shortcuts_lead_to_the_next_game_and_to_a_new_one(as_alice: Client) -> None:
    next_game, play = (each["url"] for each in read_manifest()["shortcuts"])
    assert as_alice.get(next_game).status_code == 200
    path, _, name = play.partition("#")
    assert f'id="{name}"' in as_alice.get(path).content.decode()


@pytest.mark.django_db
@pytest.mark.once
def test_every_page_names_the_manifest_the_worker_and_an_icon_for_phones(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    link = '<link rel="manifest" href="/manifest.webmanifest" data-worker="/service-worker.js">'
    assert link in page
    assert '<link rel="apple-touch-icon" href="/static/icons/apple-touch-icon.png">' in page


def test_the_service_worker_comes_from_the_root_and_is_looked_for_each_time() -> None:
    answer = Client().get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies
    assert read_worker()[1] == (STATIC / "js" / "service-worker.js").read_text()


@pytest.mark.parametrize("changed", ["VERSION", "SITE_NAME", "files"])
def test_each_release_has_a_cache_of_its_own(
    changed: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = read_worker()[0]["cache"]
    if changed == "files":
        monkeypatch.setattr(staticfiles_storage, "manifest_hash", "changed", raising=False)
    else:
        setattr(settings, changed, "changed")
    assert read_worker()[0]["cache"] != before


def test_the_worker_keeps_all_that_the_offline_page_loads() -> None:
    known, _ = read_worker()
    page = Client().get(known["offline"]).content.decode()
    needed = set(re.findall(r'(?:src|href)="(/static/.*?)"', page))
    for script in [local(address) for address in needed if address.endswith(".js")]:
        needed |= {f"/static/js/{name}" for name in IMPORTED.findall(script.read_text())}
    assert set(known["files"]) == needed
    assert all(local(address).is_file() for address in needed)
    assert "url(" not in (STATIC / "css" / "site.css").read_text()


@pytest.mark.django_db
@pytest.mark.once
def test_the_offline_page_is_the_same_for_every_visitor(as_alice: Client) -> None:
    assert as_alice.get("/offline/").content == Client().get("/offline/").content


@pytest.mark.parametrize("path", ["/manifest.webmanifest", "/service-worker.js", "/offline/"])
def test_none_of_it_asks_the_database_of_a_stranger_or_takes_a_form(path: str) -> None:
    assert Client().head(path).status_code == 200  # a test without the database may not ask it
    assert Client().post(path).status_code == 405
