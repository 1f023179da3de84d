"""Take the small pictures of each game's table that the lobby shows, for static/tables.

    .venv/bin/python -m bench.tables

The games are played in advance with seeded shuffles and moves. Run it again when tables look
different.
"""

import os
import tempfile
from pathlib import Path

from bench.screenshots import Stage, Staged, build_often, chromium, set_clocks
from tests.running import ROOT, environment, running_site

PICTURES = ROOT / "static" / "tables"
SCALE = 0.62
QUALITY = 76
MOVES = {"trifecta": 15, "triple_four": 34}
USUAL_MOVES = 7


def stage_tables() -> dict[str, Staged]:
    """Fill an empty database with a game in progress of each kind."""
    from django.core.management import call_command

    from games import rules

    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    stage = Stage()
    return {
        name: _play(stage, name, bool(game.opening_moves)) for name, game in rules.VARIANTS.items()
    }


def _play(stage: Stage, name: str, has_secrets: bool) -> Staged:
    moves = MOVES.get(name, USUAL_MOVES)
    return (
        stage.play(moves, build_often) if has_secrets else stage.play_as_computers(name, 2, moves)
    )


def take_pictures() -> None:
    """Save a picture of the felt of each game."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        database = Path(temporary) / "site.sqlite3"
        os.environ.update(environment(DATABASE_URL=f"sqlite:///{database}", LOG_LEVEL="ERROR"))
        import django

        django.setup()
        tables = stage_tables()
        django.db.connections.close_all()
        with running_site(Path(temporary)) as site, chromium() as browser:
            for name, staged in tables.items():
                context = browser.new_context(
                    viewport={"width": 1280, "height": 800},
                    device_scale_factor=SCALE,
                    base_url=site.url,
                )
                cookie = {"name": "sessionid", "value": staged.session, "url": site.url}
                context.add_cookies([cookie])
                set_clocks(database, staged.public_id)
                page = context.new_page()
                page.goto(staged.path)
                page.wait_for_timeout(300)
                picture = PICTURES / f"{name}.jpg"
                page.locator(".felt").screenshot(path=picture, type="jpeg", quality=QUALITY)
                print(picture, picture.stat().st_size)
                context.close()


if __name__ == "__main__":
    take_pictures()
