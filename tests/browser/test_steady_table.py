"""Nothing but cards moves in a whole game, and everything for a move is in sight.

The tables of a game are spread over eight windows: each begins with another move, and shows the
table of every eighth from there on, and the most crowded one. A long game is thinned out before.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.table import BLANK
from tests.running import Site

OpenPage = Callable[..., Page]
WINDOWS = (
    *((360, 740), (390, 844), (768, 1024), (1024, 640)),
    *((1280, 600), (1366, 625), (1440, 700), (1920, 1080)),
)
DESKTOP = 961  # pixels from which a window is one of a desktop
LEAST_CARD = 60
# Words are longer in Spanish, so the fullest tables are shown in it.
TABLES = (
    *(("trifecta", 2, "es"), ("royal", 2, "en"), ("casino", 2, "en"), ("casino", 4, "es")),
    *(("triple_four", 2, "en"), ("triple_four", 4, "es")),
)
REFUSALS = {
    "en": "You cannot build 9 with 5♦: you must hold a 9 to take it later.",
    "es": "No puedes hacer una construcción de 9 con 5♦: necesitas un 9 para tomarla después.",
}
HINTS = {
    "en": "<b>Hint.</b> Capture 4♦, 3♣ and 7♥ with 7♠: 4 cards, 1 spade. Otherwise 10♥ or 10♣ "
    "could take 10♦. It leaves nothing that brings points.",
    "es": "<b>Pista.</b> Captura 4♦, 3♣ y 7♥ con 7♠: 4 cartas, 1 pica. Si no, 10♥ o 10♣ podría "
    "tomar 10♦. No deja nada que dé puntos.",
}
MOST_TABLES = 32
# Plays a whole game like easy computer players, and prints its tables as Ada sees them, of a game
# of many moves only so many; the last is the most crowded one.
STAGE = """
import json, random
from unittest.mock import patch
from django.utils import timezone
from accounts.models import User
from tests.sessions import sign_in
from games import services
from games.computer import choose
from games.live.fragments import render_game
from games.models import Game
from games.presenters import FormState
from games.rules import shuffle
from games.snapshots import take_snapshot
rng = random.Random(4)
number = User.objects.count()  # for names that another test on this site does not have
people = [User.objects.create_user(f"{name}-{number}", display_name=name)
          for name in ("Ada", "Benjamin", "Carol", "Dora")[:{players}]]
snapshots = []
with patch.multiple(shuffle.Stream, below=lambda _, limit: rng.randrange(limit),
                    shuffled=lambda _, cards: tuple(rng.sample(cards, len(cards)))):
    game = services.open_table(people[0], variant="{variant}", move_time=900, kind="link",
                               players={players})
    for person in people[1:]:
        services.join_game(game.pk, user=person)
    for person, card in zip(people, ("7H", "6C")):
        if Game.objects.get(pk=game.pk).status == "picking":
            services.pick_secret(game.pk, user_id=person.pk, card=card, arrived_at=timezone.now())
    while True:
        game = Game.objects.get(pk=game.pk)
        snapshot = take_snapshot(game, list(game.seats.select_related("user").order_by("index")))
        if game.to_move is None:
            break
        snapshots.append(snapshot)
        view = game.rules.document(snapshot.state, game.to_move)
        move = choose(view, "easy", rng.getrandbits(32)).move
        services.make_move(game.pk, user_id=people[game.to_move].pk, arrived_at=timezone.now(),
                           selection=services.Selection(game.move_count, text=str(move)))
crowded = max(snapshots, key=lambda one: len(getattr(one.state, "table", ())))
step = -(-len(snapshots) // {most})
tables = []
for number, snapshot in enumerate([*snapshots[::step], crowded]):
    form = FormState(refusal="{refusal}", clause="4.2") if number % 3 == 1 else None
    tables.append(render_game(snapshot, people[0].pk, language="{language}", csrf_token="x",
                              form=form))
print(json.dumps([game.get_absolute_url(), sign_in(people[0]), tables]))
"""
# Shows all tables one after the other, most also with a hint, and notes what is where.
LOOK = """async ([tables, saidByHint]) => {
  const PLACES = [".felt", ".far .player", ".piles", ".player-near", ".turn", ".hand", ".say",
    "#actions", "#typing > summary", "#quitting"];
  const MOVING = ".pile, .hand-card, .backs, .taken, .tabs b, .goal, .matches, .stack-pile, "
    + ".discarded, .capture, .chip, .tracker, .board-left, .board-right, .last-move *, .sentence, "
    + ".refusal, .hint, .clock, .secret, .player-total, .action, .board-foot, .site-footer, "
    + ".turn *, .marks, .goal-note";
  const shifts = [];
  const observer = new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        if (!element || element.closest(MOVING)) continue;
        const way = [from.x, from.y, to.x, to.y].map(Math.round).join(" ");
        shifts.push(`${element.className || element.tagName}: ${way}`);
      }
    }
  });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const box = (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round).join(" ");
  };
  const found = { places: {}, narrow: 999, below: [], wide: 0, covered: [] };
  const note = () => {
    for (const place of PLACES) {
      for (const [number, each] of [...document.querySelectorAll(place)].entries()) {
        (found.places[`${place} ${number}`] ??= new Set()).add(box(each));
      }
    }
    for (const pile of document.querySelectorAll(".pile")) {
      found.narrow = Math.min(found.narrow, pile.offsetWidth);
    }
    for (const place of [".player-near", ".hand", "#sentence", "#refusal", "#actions"]) {
      const each = document.querySelector(place);
      if (each && each.getBoundingClientRect().bottom > innerHeight + 1) found.below.push(place);
    }
    const buttons = document.querySelector("#actions")?.getBoundingClientRect();
    for (const words of document.querySelectorAll(".say :is(.sentence, .refusal, .hint)")) {
      const { height, bottom } = words.getBoundingClientRect();
      if (buttons && height > 0 && bottom > buttons.top + 1) {
        const lost = Math.round(bottom - buttons.top);
        found.covered.push(`${words.className}: ${lost} of ${Math.round(height)}`);
      }
    }
    found.wide = Math.max(found.wide, document.documentElement.scrollWidth - innerWidth);
  };
  scrollTo(0, 0);
  for (const [number, html] of tables.entries()) {
    document.getElementById("game").dataset.version = "0";
    htmx.swap(document.getElementById("live"), html, { swapStyle: "none" });
    for (let frames = 0; frames < 60 && !document.querySelector(".say"); frames += 1) await frame();
    if (number === 0) {
      await frame(); await frame();
      observer.observe({ type: "layout-shift", buffered: false });
    }
    await frame();
    note();
    if (document.getElementById("refusal")) continue;
    const hint = document.createElement("div");
    hint.id = "hint";
    hint.innerHTML = `<p class="hint">${saidByHint}</p>`;
    document.querySelector(".say").append(hint);
    note();
    await frame();
  }
  await frame();
  observer.disconnect();
  const moved = Object.entries(found.places).filter(([, boxes]) => {
    const all = [...boxes].map((words) => words.split(" ").map(Number));
    return all[0].some((_, side) => {
      const values = all.map((one) => one[side]);
      return Math.max(...values) - Math.min(...values) > 1; // rounding
    });
  });
  return { ...found, shifts: [...new Set(shifts)], places: moved.map(
    ([place, boxes]) => `${place}: ${[...boxes].slice(0, 3).join(" | ")}`) };
}"""


def play_whole_game(
    site: Site, variant: str, players: int, language: str
) -> tuple[str, str, list[str]]:
    """Return the address of a finished game, a session key of Ada, and tables from the game."""
    code = STAGE.replace("{variant}", variant).replace("{players}", str(players))
    code = code.replace("{most}", str(MOST_TABLES)).replace("{language}", language)
    code = code.replace("{refusal}", REFUSALS[language])
    path, session, tables = json.loads(site.run(code).strip().splitlines()[-1])
    return path, session, tables


@pytest.mark.parametrize(("variant", "players", "language"), TABLES)
def test_in_a_whole_game_only_cards_move_and_all_of_a_move_is_in_sight(
    open_page: OpenPage, site: Site, variant: str, players: int, language: str
) -> None:
    path, session, tables = play_whole_game(site, variant, players, language)
    page = open_page(BLANK, reduced_motion="reduce", locale=language)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    # Nothing but the test changes the page: the site would bring the end of the game.
    page.route("**/live/**", lambda route: route.abort("internetdisconnected"))
    page.route("**/clock/", lambda route: route.abort("internetdisconnected"))
    page.route("**/answers/", lambda route: route.fulfill(status=429))
    page.route_web_socket("**/ws/**", lambda socket: None)
    page.goto(path)
    page.wait_for_selector("#result")
    assert page.get_attribute("html", "lang") == language
    wrong: dict[str, Any] = {}
    *tables, crowded = tables
    for place, (width, height) in enumerate(WINDOWS):
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(LOOK, [[*tables[place :: len(WINDOWS)], crowded], HINTS[language]])
        faults = {"shifts": found["shifts"], "moved": found["places"], "below": found["below"]}
        faults["covered"] = sorted(set(found["covered"]))
        if width >= DESKTOP and found["narrow"] < LEAST_CARD:
            faults["narrow"] = found["narrow"]
        if found["wide"] > 0:
            faults["wide"] = found["wide"]
        if any(faults.values()):
            wrong[f"{width} x {height}"] = {name: each for name, each in faults.items() if each}
    assert wrong == {}, json.dumps(wrong, indent=1)
