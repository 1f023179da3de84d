"""Take pictures of the site's main pages, with games played in advance on a separate site.

    .venv/bin/python -m bench.screenshots [directory] [--only words] [--sizes 360x640,1280x800]

Without a directory, it renews the pictures of the README in docs/images. Shuffles and moves are
seeded, so two runs differ only where the site has changed.
"""

import argparse
import datetime as dt
import itertools
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.running import ROOT, environment, running_site

SIZES = ("360x640", "768x1024", "1280x800")
IN_THE_README = {
    "own-turn-1280x800": "table",
    "own-turn-360x640": "table-phone",
    "points-360x640": "table-phone-points",
    "casino-1280x800": "casino",
    "triple-four-1280x800": "triple-four",
}
SHOWN = ("own-turn", "points", "casino", "triple-four")
SECONDS_LEFT = 47
DAY = 86_400
CHOSEN_AMONG = 60


@dataclass(frozen=True)
class Scene:
    """A page in one state, the session that opens it, and what to do before the picture."""

    name: str
    path: str
    session: str = ""
    public_id: str = ""
    prepare: Callable[[Any], None] = lambda page: None
    schemes: tuple[str, ...] = ("light",)


def stage_scenes() -> list[Scene]:
    """Fill an empty database with games in every state that is shown."""
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    both = ("light", "dark")
    stage = Stage()
    busy = stage.play(16, build_often, turn_of="Ada")
    crowded = stage.play(13, drop_always, turn_of="Ada")
    late = stage.play(37, build_often, turn_of="Ada")
    waits = stage.play(19, build_often, turn_of="Ben")
    result = stage.play(60, build_often)
    picking, waiting = stage.pick(), stage.wait()
    casino = stage.play_as_computers("casino", 4, 30)
    triple_four = stage.play_as_computers("triple_four", 2, 40)
    replay = f"{result.path}replay/30/"
    return [
        Scene("lobby", "/", schemes=both),
        Scene("waiting", *waiting),
        Scene("pick", *picking),
        Scene("own-turn", busy.path, busy.session, busy.public_id, choose_cards, both),
        Scene("idle-turn", late.path, late.session, late.public_id),
        Scene("opponents-turn", waits.path, waits.session, waits.public_id),
        Scene("crowded", crowded.path, crowded.session, crowded.public_id, choose_cards),
        Scene("points", busy.path, busy.session, busy.public_id, open_tab("points"), both),
        Scene("counter", late.path, late.session, late.public_id, open_tab("counter")),
        Scene("captured", late.path, late.session, late.public_id, open_tab("mine")),
        Scene("casino", casino.path, casino.session, casino.public_id, choose_cards),
        Scene("triple-four", triple_four.path, triple_four.session, triple_four.public_id),
        Scene("result", result.path, result.session, schemes=both),
        Scene("replay", replay, result.session),
        Scene("archive", "/archive/", result.session),
        Scene("settings", "/accounts/settings/", result.session),
    ]


@dataclass(frozen=True)
class Staged:
    path: str
    session: str
    public_id: str


class Stage:
    """Seats people and plays their games with cards shuffled by a seeded source."""

    def __init__(self) -> None:
        from games.rules import shuffle

        self.random = random.Random(11)
        self.tables = itertools.count(1)
        patch.multiple(
            shuffle.Stream,
            below=lambda _, limit: self.random.randrange(limit),
            shuffled=lambda _, cards: tuple(self.random.sample(cards, len(cards))),
        ).start()

    def play(self, moves: int, choose: Callable[..., Any], *, turn_of: str = "Ada") -> Staged:
        """Play this many moves, then on until it is the named player's turn, as seen by Ada."""
        from django.utils import timezone

        from games import services
        from games.snapshots import recall
        from tests.sessions import sign_in

        game, people = self._seat()
        for person, card in zip(people, ("7H", "6C"), strict=True):
            services.pick_secret(game.pk, user_id=person.pk, card=card, arrived_at=timezone.now())
        while True:
            game.refresh_from_db()
            if game.to_move is None:
                break
            mover = people[game.to_move]
            if moves <= 0 and mover.name == turn_of:
                break
            moves -= 1
            snapshot = recall(game.public_id, game.version)
            assert snapshot is not None
            listed = list(itertools.islice(game.rules.moves(snapshot.state), CHOSEN_AMONG))
            self._make_move(game, mover, choose(self.random, listed))
        return Staged(game.get_absolute_url(), sign_in(people[0]), game.public_id)

    def play_as_computers(self, variant: str, players: int, moves: int) -> Staged:
        """Play like easy computer players, and stop in the middle of one of Ada's turns."""
        from games.computer import choose
        from games.snapshots import recall
        from tests.sessions import sign_in

        game, people = self._seat(variant, players)
        while True:
            game.refresh_from_db()
            snapshot = recall(game.public_id, game.version)
            assert snapshot is not None
            assert game.to_move is not None
            must_draw = getattr(snapshot.state, "drawn", "") is None
            if moves <= 0 and game.to_move == 0 and not must_draw:
                return Staged(game.get_absolute_url(), sign_in(people[0]), game.public_id)
            moves -= 1
            view = game.rules.document(snapshot.state, game.to_move)
            play = choose(view, "easy", self.random.getrandbits(32)).move
            self._make_move(game, people[game.to_move], play)

    def _make_move(self, game: Any, mover: Any, play: Any) -> None:
        from django.utils import timezone

        from games import services

        selection = services.Selection(game.move_count, text=str(play))
        services.make_move(
            game.pk, user_id=mover.pk, selection=selection, arrived_at=timezone.now()
        )

    def pick(self) -> tuple[str, str, str]:
        """Return a table where the secret cards are still to be picked."""
        from tests.sessions import sign_in

        game, people = self._seat()
        return game.get_absolute_url(), sign_in(people[0]), game.public_id

    def wait(self) -> tuple[str, str]:
        """Return a table by link that is waiting for an opponent."""
        from games import services
        from tests.sessions import sign_in

        host, _ = self._people(2)
        game = services.open_table(host, variant="trifecta", move_time=900, kind="link")
        return game.get_absolute_url(), sign_in(host)

    def _seat(self, variant: str = "trifecta", players: int = 2) -> tuple[Any, list[Any]]:
        from games import services

        people = self._people(players)
        game = services.open_table(
            people[0], variant=variant, move_time=60, kind="open", players=players
        )
        for person in people[1:]:
            services.join_game(game.pk, user=person)
        return game, people

    def _people(self, number_of: int) -> list[Any]:
        """Return new people, since nobody may sit at two live tables."""
        from accounts.models import User

        number = next(self.tables)
        faces = {"Ada": "scholar", "Ben": "fox", "Cleo": "owl", "Dan": "pilot"}
        return [
            User.objects.create_user(f"{name}-{number}".lower(), display_name=name, avatar=face)
            for name, face in itertools.islice(faces.items(), number_of)
        ]


def build_often(source: random.Random, moves: list[Any]) -> Any:
    """Choose builds and captures more often than drops, and never a pass."""
    weights = {"drop": 3, "pass": 0, "subtraction": 0.2, "capture": 2}
    return source.choices(moves, [weights.get(move.action, 5) for move in moves])[0]


def drop_always(source: random.Random, moves: list[Any]) -> Any:
    """Always choose a drop, so that the table fills up."""
    return source.choice([move for move in moves if move.action == "drop"])


def choose_cards(page: Any) -> None:
    """Select the card in the hand that fits most piles, and two of those piles."""
    held = page.query_selector_all(".hand input")
    counts = []
    for card in held:
        card.check(force=True)
        counts.append(len(page.query_selector_all(".pile.is-usable")))
    held[counts.index(max(counts))].check(force=True)
    for pile in page.query_selector_all(".pile.is-usable input")[:2]:
        pile.check(force=True)
    page.wait_for_timeout(600)


def open_tab(name: str) -> Callable[[Any], None]:
    """Return a function that opens a tracker if the trackers are in tabs."""

    def press(page: Any) -> None:
        if page.is_visible(f"#tab-{name}"):
            page.check(f"#tab-{name}", force=True)

    return press


def take_pictures(
    directory: Path, sizes: tuple[str, ...], wanted: Callable[[str], bool]
) -> Iterator[Path]:
    """Save a picture of every wanted scene in each size, and yield its path."""
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        database = Path(temporary) / "site.sqlite3"
        os.environ.update(environment(DATABASE_URL=f"sqlite:///{database}", LOG_LEVEL="ERROR"))
        import django

        django.setup()
        scenes = [scene for scene in stage_scenes() if wanted(scene.name)]
        django.db.connections.close_all()
        with running_site(Path(temporary)) as site, chromium() as browser:
            site.get("/")  # the first page gives back the time before the site started
            for size, scene in itertools.product(sizes, scenes):
                width, height = map(int, size.split("x"))
                for scheme in scene.schemes:
                    context = browser.new_context(
                        viewport={"width": width, "height": height},
                        base_url=site.url,
                        color_scheme=scheme,
                        has_touch=width < 700,
                        is_mobile=width < 700,
                    )
                    if scene.session:
                        cookie = {"name": "sessionid", "value": scene.session, "url": site.url}
                        context.add_cookies([cookie])
                    set_clocks(database, scene.public_id)
                    page = context.new_page()
                    page.goto(scene.path)
                    page.wait_for_timeout(300)
                    scene.prepare(page)
                    dark = "-dark" if scheme == "dark" else ""
                    path = directory / f"{scene.name}{dark}-{size}.png"
                    page.screenshot(path=path)
                    context.close()
                    yield path


def set_clocks(database: Path, public_id: str) -> None:
    """Set the clock of that game to most of a minute; no other runs out before its picture."""
    now = dt.datetime.now(dt.UTC)
    soon, later = (now + dt.timedelta(seconds=left) for left in (SECONDS_LEFT, DAY))
    with sqlite3.connect(database, timeout=20) as connection:
        connection.execute(
            "UPDATE games_game SET deadline = CASE public_id WHEN ? THEN ? ELSE ? END, "
            "clock_extended_by = 0 WHERE deadline IS NOT NULL",
            (public_id, *(each.strftime("%Y-%m-%d %H:%M:%S.%f") for each in (soon, later))),
        )


@contextmanager
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        yield browser
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("directory", type=Path, nargs="?")
    parser.add_argument("--only", default="", help="scenes, separated by commas")
    parser.add_argument("--sizes", default=",".join(SIZES))
    arguments = parser.parse_args()
    only, sizes = set(filter(None, arguments.only.split(","))), tuple(arguments.sizes.split(","))
    if arguments.directory:
        for path in take_pictures(
            arguments.directory, sizes, lambda name: not only or name in only
        ):
            print(path)
        return
    with tempfile.TemporaryDirectory() as temporary:
        sizes = tuple(dict.fromkeys(stem.rpartition("-")[2] for stem in IN_THE_README))
        for path in take_pictures(Path(temporary), sizes, lambda name: name in SHOWN):
            if path.stem in IN_THE_README:
                shutil.copy(path, ROOT / "docs" / "images" / f"{IN_THE_README[path.stem]}.png")


if __name__ == "__main__":
    main()
