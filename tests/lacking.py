"""What a registered game still lacks: each part yields a sentence for everything that is missing.

docs/adding-a-game.md describes the parts.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from bench.strength import SETUPS as MEASURED
from games import rules, services
from games.computer import LEVELS, choose
from games.computer.piles.values import weigh_cards
from games.lessons import FIRST, lessons_of
from games.messages.cards import card_name
from games.models import Game
from games.presenters.boards import BOARDS
from games.presenters.games import MINUTES
from games.rules import InvalidPosition, shuffle
from games.rules.building import BuildingGame
from games.rules.cards import PACK
from games.rules.fishing import FishingGame
from tests.computer.test_version import CHOSEN
from tests.games.test_rulebook import cited_clauses
from tests.games.whole_games import seat_players, smallest_table
from tests.lacking_words import (
    AnyGame,
    Lacking,
    labels_of_what_it_declares,
    setups_of,
    words_for_whole_games,
)
from tests.lessons.test_every_lesson import walk
from tests.records.events import WANTED
from tests.records.test_recorded_games import COVERS, ENOUGH
from tests.rules.builds_oracle import ORACLES
from tests.rules.test_builds_positions import DOCUMENTS

ROOT: Final = Path(__file__).resolve().parents[1]
Part = Callable[[AnyGame], Lacking]

_LONGEST_NAME: Final = Game._meta.get_field("variant").max_length or 0


def name_and_title(game: AnyGame) -> Lacking:
    """The name that is stored and stands in addresses, and the title that players read."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", game.name) or len(game.name) > _LONGEST_NAME:
        yield (
            f"The name {game.name!r} must consist of at most {_LONGEST_NAME} small letters, digits "
            "and underscores: change it in the class of the game."
        )
    if [each.title for each in rules.VARIANTS.values()].count(game.title) > 1:
        yield f"Another game is called {game.title} too: change the title in the class of the game."


def text_of_the_rules(game: AnyGame) -> Lacking:
    """The complete rules, with a number for each clause."""
    place = f"docs/rules/{game.name}.md"
    text = _read(place)
    if not text:
        yield f"{place} is missing: write the rules of {game.title} there, with numbered clauses."
        return
    start, *sections = re.split(r"^#{2,3} ", text, flags=re.MULTILINE)
    if not start.partition("\n")[2].strip():
        yield f"{place} has no introduction: write one between the title and section 1."
    clauses = [section.partition("\n") for section in sections]
    written = {title.split()[0]: words.strip() for title, _, words in clauses}
    empty = [number for number, words in written.items() if "." in number and not words]
    if empty:
        yield f"{place} has clauses without a text: write {', '.join(empty)}."
    cited = {clause for _, clause, name in cited_clauses() if name == game.name}
    if missing := sorted(cited - written.keys()):
        yield f"{place} lacks clauses that refusals cite: add {', '.join(missing)}."


def translated_rules(game: AnyGame) -> Lacking:
    """The rules in each language that has those of the other games."""
    for folder in sorted((ROOT / "docs" / "rules").glob("*/")):
        place = (folder / f"{game.name}.md").relative_to(ROOT)
        if not _read(str(place)):
            yield f"{place} is missing: translate the rules of {game.title} there."


def page_of_the_rules(game: AnyGame) -> Lacking:
    """The page of the rules and the help at the table."""
    places = {
        f"templates/rules/{game.name}.html": "the game in three minutes",
        f"templates/rules/help/{game.name}.html": "the help at the table",
    }
    missing = [place for place in places if not (ROOT / place).exists()]
    for place in missing:
        yield f"{place} is missing: write {places[place]} there, or extend that of a similar game."
    if not missing:
        yield from _show(f"The rules page of {game.title}", reverse("rules", args=[game.name]))


def options_for_its_players(game: AnyGame) -> Lacking:
    """Options for numbers of players who can play the game."""
    low, high = game.seats
    for option in game.options:
        if option.seats and not any(low <= players <= high for players in option.seats):
            yield (
                f"As many players as the option {option.name!r} is for cannot play {game.title}: "
                "leave it out of the options of its class."
            )


def lobby_and_table(game: AnyGame) -> Lacking:
    """The forms of the lobby, a table against a computer player, and the pages of its end."""
    if game.board not in BOARDS:
        yield (
            f"{game.title} has no pages for its table: add {game.board!r} to BOARDS in "
            "games/presenters/boards/__init__.py."
        )
        return
    lobby = f"{reverse('home')}?game={game.name}"
    wanted = [f'name="option_{option.name}"' for option in game.options]
    wanted += [f'name="players" value="{n}"' for n in range(game.seats[0], game.seats[1] + 1)]
    yield from _show(f"The lobby with {game.title}", lobby, *wanted)
    users = [
        get_user_model().objects.create_user(username=f"player{seat}")
        for seat in range(game.seats[0])
    ]
    user, *others = users
    levels = ["easy"] * len(others)
    table = services.play_computer(user, variant=game.name, move_time=0, levels=levels)
    finished = seat_players(smallest_table(game.name), users, random.Random(1))
    for other in others:
        services.quit_game(finished.pk, user_id=other.pk)
    client = Client()
    client.force_login(user)
    for page, what, shown in (
        ("game", "table", table),
        ("game", "result", finished),
        ("replay", "replay", finished),
        ("game_shuffle", "shuffle", finished),
    ):
        path = reverse(page, args=[shown.public_id])
        yield from _show(f"The {what} of {game.title}", path, client=client)


def card_on_the_front_page(game: AnyGame) -> Lacking:
    """How long a game takes, and the pictures of its table."""
    if game.name not in MINUTES:
        yield (
            f"The front page does not say how long a game of {game.title} takes: add it to MINUTES "
            "in games/presenters/games.py."
        )
    for language in sorted((ROOT / "static" / "tables").iterdir()):
        picture = language / f"{game.name}.webp"
        if not picture.exists():
            yield (
                f"{picture.relative_to(ROOT)} is missing: take the picture with bench/tables.py."
            )


def lessons(game: AnyGame) -> Lacking:
    """The lesson that teaches the whole game, and that the rules allow every step of a lesson."""
    place = "games/lessons/__init__.py"
    found = lessons_of(game.name)
    if not found or found[0].name != FIRST:
        yield f"{game.title} has no first lesson: write one, and add it to _OWN in {place}."
    for lesson in found:
        try:
            reached = {at for at, _, _ in walk(lesson)}
        except (LookupError, InvalidPosition) as error:
            yield (
                f"The lesson {lesson.name!r} of {game.title} cannot be played, because {error}: "
                f"give {game.title} lessons of its own in {place}."
            )
            continue
        if len(reached) < len(lesson.steps):
            yield f"The lesson {lesson.name!r} of {game.title} has steps that are never reached."


def archive(game: AnyGame) -> Lacking:
    """The search in the archive."""
    yield from _show("The archive", reverse("archive"), f'value="{game.name}"')


def computer_players(game: AnyGame) -> Lacking:
    """A move of each level from what its seat may see, and the hash that guards the choices."""
    setup = next(setups_of(game))
    states = [state for state, _ in setup.walk(2) if state.to_move is not None]
    for level in LEVELS:
        for state in random.Random(level).sample(states, 3):
            *_, last = game.moves(state)
            view = game.document(state, state.to_move)
            choice = choose(view, level, 1, budget=60, also=str(last))
            if (choice.level, choice.failure) != (level, ""):
                yield f"The level {level} cannot play {game.title}: {choice.failure}."
                break
            game.play(state, choice.move)
    first: Any = states[0]
    if isinstance(game, FishingGame) and not any(weigh_cards(game, first, 0).values()):
        yield (
            f"The computer players know no points of {game.title}: card_points and most_in of its "
            "class must return them."
        )
    if game.name not in CHOSEN:
        yield (
            f"What computer players choose in {game.title} is not guarded: add the hash that the "
            "test prints to CHOSEN in tests/computer/test_version.py."
        )


def strength_of_the_levels(game: AnyGame) -> Lacking:
    """What has been measured of the computer players."""
    labels_of_setups = [label for name, *_, label in MEASURED.values() if name == game.name]
    strength = _read("docs/strength.md")
    if not any(f"\n| {label} | " in strength for label in labels_of_setups):
        yield (
            f"How strong the computer players are in {game.title} has not been measured: add it to "
            "SETUPS in bench/strength.py, run that program, and add its lines to docs/strength.md."
        )


def recorded_games(game: AnyGame) -> Lacking:
    """Recorded games, which guard the rules."""
    if game.name not in WANTED:
        yield (
            f"What must occur in recorded games of {game.title} is not said: add it to WANTED in "
            "tests/records/events.py."
        )
    records = [json.loads(path.read_text()) for path in _records(game)]
    count = [record["rules_version"] for record in records].count(game.rules_version)
    if count < ENOUGH:
        yield (
            f"There are {count} recorded games of {game.title} by version {game.rules_version} of "
            f"its rules, and {ENOUGH} are needed, one for each event in WANTED: add its set-ups to "
            "SET_UPS in tests/records/make.py, and run that program."
        )
    shown = {
        event for place in COVERS if place.startswith(f"{game.name}/") for event in COVERS[place]
    }
    if missing := sorted(set(WANTED.get(game.name, ())) - shown):
        yield f"No recorded game of {game.title} shows this: {', '.join(missing)}."


def shuffle_that_anyone_can_check(game: AnyGame) -> Lacking:
    """The shuffle in the documentation, in the program and on the page."""
    if not re.search(
        rf"^\|[^|]*\b{re.escape(game.title)}\b[^|]*\|", _read("docs/shuffle.md"), re.M
    ):
        yield f"docs/shuffle.md does not say how {game.title} is dealt: add it to the table."
    seed = bytes(range(32))
    packs = [game.pack, *(pack for _, pack in game.extra_packs)]
    named = "+".join(_name_pack(pack) for pack in packs)
    program = [sys.executable, "-I", str(ROOT / "docs" / "check_shuffle.py")]
    done = subprocess.run([*program, named, seed.hex(), "", ""], capture_output=True, text=True)
    stream = shuffle.stream(shuffle.VERSION, seed, ("", ""))
    stream.below(2)
    expected = [f"cards: {' '.join(stream.shuffled(pack))}" for pack in packs]
    if done.stdout.splitlines()[2:] != expected:
        yield (
            f"docs/check_shuffle.py shuffles another pack than {game.title} has: change pack() "
            "there, and layOut() in static/js/shuffle.js."
        )
    for record in _records(game)[:1]:
        done = subprocess.run([*program, str(record)], capture_output=True, text=True)
        if done.returncode:
            yield f"docs/check_shuffle.py does not confirm a record of {game.title}: {record.name}."


def _name_pack(pack: Sequence[str]) -> str:
    """Return a pack as the page of a finished game names it: a small one by its cards."""
    is_small = pack == tuple(card for card in PACK if card in pack) != PACK
    return ",".join(pack) if is_small else str(len(pack))


def pictures_of_its_cards(game: AnyGame) -> Lacking:
    """The name and the picture of each card."""
    cards = dict.fromkeys(game.pack)
    nameless = [card for card in cards if not _has_name(card)]
    if nameless:
        yield f"Cards of {game.title} lack names in games/messages/cards.py: {', '.join(nameless)}."
    bare = [card for card in cards if not (ROOT / "static" / "cards" / f"{card}.svg").exists()]
    if bare:
        yield f"Cards of {game.title} lack pictures in static/cards: {', '.join(bare)}."


def _has_name(card: str) -> bool:
    try:
        return bool(card_name(card))
    except KeyError:
        return False


def documentation(game: AnyGame) -> Lacking:
    """What README.md, CHANGELOG.md and docs/notation.md say of the game."""
    readme = _read("README.md")
    if f"- **{game.title}**" not in readme:
        yield f"README.md does not say what {game.title} is: add it to the list at the beginning."
    if f"](docs/rules/{game.name}.md)" not in readme:
        yield f"README.md does not lead to docs/rules/{game.name}.md: add a link under More."
    if game.title not in _read("CHANGELOG.md"):
        yield f"CHANGELOG.md does not mention {game.title}: add a line."
    notation = _read("docs/notation.md")
    if (
        f"`{game.name}` is {game.title}" not in notation
        or f"(rules/{game.name}.md)" not in notation
    ):
        yield f"docs/notation.md does not name {game.title} among the games: add it."
    for what, names, form in (
        ("the key", sorted(game.keys), "| `{}` |"),
        ("the line", game.lines, "`{}`"),
        ("the action", game.actions, '`"{}"`'),
    ):
        for name in names:
            if form.format(name) not in notation:
                yield f"docs/notation.md does not explain {what} {name!r} of {game.title}: add it."


def tests_of_its_rules(game: AnyGame) -> Lacking:
    """Tests of the game's own rules, and what the tests of its family need."""
    folder = ROOT / "tests" / "rules"
    shared = [path.read_text() for path in folder.glob("*.py")]
    has_tests = [*(folder / game.name).glob("test_*.py")]
    if not has_tests and not any(f'rules.variant("{game.name}")' in text for text in shared):
        yield f"The rules of {game.title} have no tests: write them in tests/rules/{game.name}."
    if isinstance(game, BuildingGame):
        if game.name not in ORACLES:
            yield (
                f"Nothing finds the legal moves of {game.title} by brute force: add it to ORACLES "
                "in tests/rules/builds_oracle.py."
            )
        if game.name not in DOCUMENTS:
            yield (
                f"No position of {game.title} is read and written: add one to DOCUMENTS in "
                "tests/rules/test_builds_positions.py."
            )


PARTS: Final[tuple[Part, ...]] = (
    name_and_title,
    text_of_the_rules,
    translated_rules,
    page_of_the_rules,
    options_for_its_players,
    labels_of_what_it_declares,
    words_for_whole_games,
    lobby_and_table,
    card_on_the_front_page,
    lessons,
    archive,
    computer_players,
    strength_of_the_levels,
    recorded_games,
    shuffle_that_anyone_can_check,
    pictures_of_its_cards,
    documentation,
    tests_of_its_rules,
)


def _read(place: str) -> str:
    path = ROOT / place
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _records(game: AnyGame) -> list[Path]:
    return sorted((ROOT / "tests" / "records" / game.name).glob("*.json"))


def _show(what: str, path: str, *wanted: str, client: Client | None = None) -> Lacking:
    try:
        page = (client or Client()).get(path, follow=True)
    except Exception as error:  # noqa: BLE001
        yield f"{what} cannot be shown: {type(error).__name__}: {error}."
        return
    missing = [part for part in wanted if part not in page.content.decode()]
    if page.status_code != 200 or missing:
        yield f"{what} is not complete: {', '.join(missing) or page.status_code}."
