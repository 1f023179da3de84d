"""The shuffle as everyone may know it: first the commitments, then the seed and the salts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.messages.records import name_later_shuffle, name_pack
from games.models import Event, Game, SecretPick
from games.presenters.people import player_name
from games.presenters.shapes import PickProof, ShuffleView
from games.presenters.standings import rivals_words
from games.rules.cards import JOKER, PACK
from games.snapshots import Snapshot, derive_states, is_pick_open

_KNOWN_PACKS: Final = (PACK, (*PACK, *PACK, *[JOKER] * 4))
"""The packs whose standard order shuffle.js and check_shuffle.py know by their size."""


@dataclass(frozen=True, slots=True)
class ShuffledPack:
    """Cards that were shuffled: their order before and after.

    `before` is empty for a pack whose standard order the page and the program know by its size.
    """

    title: str
    before: tuple[str, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShufflePage:
    """What a visitor can check about a game's shuffle; `shuffle` is None until the game is over.

    `contest` names the players as opponents. `added` is what each player's browser added, by name;
    `packs` are all shuffles in order, the deck first. Both are empty until then.
    """

    game_id: str
    title: str
    names: tuple[str, ...]
    contest: str
    status: str
    recipe: int
    commitment: str
    picks: tuple[PickProof, ...]
    shuffle: ShuffleView | None
    added: tuple[tuple[str, str], ...]
    packs: tuple[ShuffledPack, ...]
    program_packs: str


def view_shuffle_page(snapshot: Snapshot) -> ShufflePage:
    """Return the page that checks the game's shuffle; it is the same for every viewer."""
    game, deck = snapshot.game, snapshot.deck
    names = tuple(map(player_name, snapshot.seats))
    shuffle = view_shuffle(snapshot)
    packs = _list_packs(snapshot) if shuffle else ()
    return ShufflePage(
        game_id=game.public_id,
        title=game.rules.title,
        names=names,
        contest=rivals_words(game, snapshot.seats, None),
        status=game.status,
        recipe=deck.recipe,
        commitment=deck.commitment,
        picks=view_picks(snapshot),
        shuffle=shuffle,
        added=tuple(zip(names, shuffle.values, strict=True)) if shuffle else (),
        packs=packs,
        program_packs=_name_packs(snapshot, packs),
    )


def _list_packs(snapshot: Snapshot) -> tuple[ShuffledPack, ...]:
    """Return all that was shuffled in a finished game, in the order of the draws."""
    deck, variant = snapshot.deck, snapshot.game.rules
    packs = [ShuffledPack(name_pack(""), _before(variant.pack), tuple(deck.cards.split()))]
    for name, pack in variant.extra_packs:
        packs.append(ShuffledPack(name_pack(name), pack, tuple(deck.extras[name])))
    states = derive_states(snapshot.game, deck, snapshot.events)
    for event, state in zip(snapshot.events, states, strict=False):
        owed = variant.awaited_shuffle(state)
        if event.kind == Event.Kind.RESHUFFLE and owed is not None:
            cards = tuple(event.text.split()[1:])
            title = name_later_shuffle(len(packs) + 1, event.number - variant.opening_moves)
            packs.append(ShuffledPack(title, _before(owed[1]), cards))
    return tuple(packs)


def _before(cards: tuple[str, ...]) -> tuple[str, ...]:
    return () if cards in _KNOWN_PACKS else cards


def _name_packs(snapshot: Snapshot, packs: Sequence[ShuffledPack]) -> str:
    """Return the packs as the program takes them, by their size or their cards: "108+56".

    Nothing for one pack of 52, which is its default. Later shuffles of a part of the cards are left
    out, because only the rules know what lay before them.
    """
    variant = snapshot.game.rules
    extras = dict(variant.extra_packs).values()
    names = [
        ",".join(pack.before) if pack.before == variant.pack else str(len(pack.cards))
        for pack in packs
        if not pack.before or pack.before == variant.pack or pack.before in extras
    ]
    return "" if names == ["52"] else "+".join(names)


def view_shuffle(snapshot: Snapshot) -> ShuffleView | None:
    """Return the opened shuffle of a finished game, else None."""
    deck = snapshot.deck
    if snapshot.game.status != Game.Status.FINISHED:
        return None
    return ShuffleView(
        seed=bytes(deck.seed).hex(),
        values=tuple(deck.values),
        starter=deck.starter,
        deck=tuple(deck.cards.split()),
    )


def view_picks(snapshot: Snapshot) -> tuple[PickProof, ...]:
    """Return the commitments to the secret cards, with card and salt of those that are open."""
    return tuple(
        _view_pick(player_name(snapshot.seats[index]), pick, is_open=is_pick_open(snapshot, pick))
        for index, pick in sorted(snapshot.picks.items())
    )


def _view_pick(name: str, pick: SecretPick, *, is_open: bool) -> PickProof:
    if not is_open:
        return PickProof(name, pick.commitment)
    return PickProof(name, pick.commitment, pick.card, bytes(pick.salt).hex())
