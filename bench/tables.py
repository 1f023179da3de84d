"""Take the small pictures of each game's table that the lobby shows, in each language.

    .venv/bin/python -m bench.tables            # of all games
    .venv/bin/python -m bench.tables spade      # only of these

They go into static/tables/<language>. The games are played in advance with seeded shuffles and
moves, so two runs on one machine make the same pictures. Run it again when tables look different.
"""

import argparse
import base64
import itertools
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page

from bench.screenshots import Stage, Staged, build_often, chromium, set_clocks
from games import rules
from tests.present import present
from tests.running import ROOT, environment, running_site

PICTURES = ROOT / "static" / "tables"
WINDOW = {"width": 760, "height": 560}  # a tablet: there the felt is wider than high
SCALE = 0.58
QUALITY = 76
WITHOUT_CLOCKS = ".clock { display: none }"  # each run would show other seconds
MOVES = {"trifecta": 15, "triple_four": 34}
USUAL_MOVES = 7


def stage_tables() -> dict[str, Staged]:
    """Fill an empty database with a game in progress of each kind."""
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    stage = Stage()
    return {
        name: _play(stage, name, game.seats[0], bool(game.opening_moves))
        for name, game in rules.VARIANTS.items()
    }


def _play(stage: Stage, name: str, players: int, has_secrets: bool) -> Staged:
    moves = MOVES.get(name, USUAL_MOVES)
    if has_secrets:
        return stage.play(moves, build_often)
    return stage.play_as_computers(name, players, moves)


def take_pictures(chosen: Sequence[str]) -> None:
    """Save a picture of the felt of each of these games in each language.

    All are played, because each changes the cards of the next.
    """
    with tempfile.TemporaryDirectory() as temporary:
        database = Path(temporary) / "site.sqlite3"
        os.environ.update(environment(DATABASE_URL=f"sqlite:///{database}", LOG_LEVEL="ERROR"))
        import django
        from django.conf import settings

        django.setup()
        tables = stage_tables()
        django.db.connections.close_all()
        languages = [language for language, _ in settings.LANGUAGES]
        with running_site(Path(temporary)) as site, chromium() as browser:
            set_clocks(database, "")  # none runs out
            for language, name in itertools.product(languages, chosen):
                staged = tables[name]
                context = browser.new_context(
                    viewport=WINDOW,
                    base_url=site.url,
                    locale=language,
                    bypass_csp=True,  # it would keep the clocks in sight
                )
                cookie = {"name": "sessionid", "value": staged.session, "url": site.url}
                context.add_cookies([cookie])
                page = context.new_page()
                page.goto(staged.path)
                page.wait_for_timeout(300)
                picture = PICTURES / language / f"{name}.webp"
                picture.parent.mkdir(parents=True, exist_ok=True)
                picture.write_bytes(take_picture(page))
                print(picture, picture.stat().st_size)
                context.close()


def take_picture(page: Page) -> bytes:
    """Return the felt as WebP, half as large as a JPEG; Playwright itself makes none."""
    page.add_style_tag(content=WITHOUT_CLOCKS)
    felt = {**present(page.locator(".felt").bounding_box()), "scale": SCALE}
    asked = {"format": "webp", "quality": QUALITY, "clip": felt, "captureBeyondViewport": True}
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", asked)
    return base64.b64decode(taken["data"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="game", help=", ".join(rules.VARIANTS))
    chosen = parser.parse_args().games
    if unknown := sorted(set(chosen).difference(rules.VARIANTS)):
        parser.error(f"there is no game {unknown[0]}")
    take_pictures(chosen or list(rules.VARIANTS))
