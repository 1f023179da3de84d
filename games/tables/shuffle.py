"""The shuffle as everyone may know it: first the commitments, then the seed and the salts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.messages.records import name_later_shuffle, name_pack
from games.models import Game, Move, SecretPick
from games.snapshots import Snapshot, derive_states
from games.tables.shapes import PickProof, ShuffleView
from games.tables.standings import rivals_words
from games.tables.words import player_name


@dataclass(frozen=True, slots=True)
class ShuffledPack:
    """Cards that were shuffled: their order before and after.

    `before` is empty for a whole pack, which starts in its standard order.
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
    sizes: str


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
        sizes=_sizes_of(snapshot, packs),
    )


def _list_packs(snapshot: Snapshot) -> tuple[ShuffledPack, ...]:
    """Return all that was shuffled in a finished game, in the order of the draws."""
    deck, variant = snapshot.deck, snapshot.game.rules
    packs = [ShuffledPack(name_pack(""), (), tuple(deck.cards.split()))]
    for name, pack in variant.extra_packs:
        packs.append(ShuffledPack(name_pack(name), pack, tuple(deck.extras[name])))
    states = derive_states(snapshot.game, deck, snapshot.events)
    for event, state in zip(snapshot.events, states, strict=False):
        owed = variant.awaited_shuffle(state)
        if event.kind == Move.Kind.RESHUFFLE and owed is not None:
            cards = tuple(event.text.split()[1:])
            title = name_later_shuffle(len(packs) + 1, event.number - variant.opening_moves)
            packs.append(ShuffledPack(title, () if owed[1] == variant.pack else owed[1], cards))
    return tuple(packs)


def _sizes_of(snapshot: Snapshot, packs: Sequence[ShuffledPack]) -> str:
    """Return the sizes of the packs whose standard order the program knows: "108+56".

    Nothing for one pack of 52, which is its default.
    """
    if not packs:
        return ""
    known = dict(snapshot.game.rules.extra_packs).values()
    sizes = [str(len(p.cards)) for p in packs if not p.before or p.before in known]
    return "" if sizes == ["52"] else "+".join(sizes)


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


def is_pick_open(snapshot: Snapshot, pick: SecretPick) -> bool:
    """Return whether everyone may know a secret card: it was captured, or the game is over."""
    if snapshot.game.status == Game.Status.FINISHED:
        return True
    if snapshot.state is None:
        return False
    return any(pick.card in got.cards for side in snapshot.state.captures for got in side)


def _view_pick(name: str, pick: SecretPick, *, is_open: bool) -> PickProof:
    if not is_open:
        return PickProof(name, pick.commitment)
    return PickProof(name, pick.commitment, pick.card, bytes(pick.salt).hex())
