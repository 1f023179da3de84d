"""Recompute a shuffle with nothing but Python. The recipe is in shuffle.md.

python3 check_shuffle.py SEED VALUE [VALUE ...]    one VALUE for each player, '' for none
python3 check_shuffle.py 108+56 SEED VALUE ...     other packs, shuffled one after the other
python3 check_shuffle.py AS,2S,... SEED VALUE ...  a pack of these cards
python3 check_shuffle.py game.json                 a record downloaded from the site
"""

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from typing import Any


def numbers(seed: bytes, values: list[str]) -> Iterator[int]:
    for block in range(2**32):
        message = "|".join(["shuffle 1", *values, str(block)]).encode("ascii")
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))


def below(limit: int, source: Iterator[int]) -> int:
    fair = 2**32 - 2**32 % limit
    return next(number for number in source if number < fair) % limit


def pack(cards: list[str] | range) -> list[str]:
    """Return as many cards in the order of a new pack; if no known pack has so many, just these."""
    standard = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    known = {52: standard, 108: standard * 2 + ["XX"] * 4, 56: [f"T{n}" for n in range(1, 57)]}
    return known.get(len(cards)) or [card for card in standard if card in cards]


def shuffle(cards: list[str], source: Iterator[int], undo: bool = False) -> list[str]:
    swaps = [(i, below(i + 1, source)) for i in range(len(cards) - 1, 0, -1)]
    for i, j in reversed(swaps) if undo else swaps:
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def check(record: dict[str, Any]) -> Iterator[tuple[str, bool | None]]:
    (deck,) = record["decks"]
    if deck["recipe"] != 1 or deck["seed"] is None:
        sys.exit("Only a finished game that was dealt with recipe 1 can be checked.")
    seed, source = bytes.fromhex(deck["seed"]), numbers(bytes.fromhex(deck["seed"]), deck["values"])
    yield "commitment", hashlib.sha256(seed).hexdigest() == deck["commitment"]
    yield "starter", below(len(deck["values"]), source) == deck["starter"]
    yield "cards", shuffle(pack(deck["cards"]), source) == deck["cards"]
    for name, cards in deck.get("extras", {}).items():
        yield name, shuffle(pack(cards), source) == cards
    for number, event in enumerate(record.get("events", [])):
        word, *cards = event["text"].split() or [""]
        if event["kind"] == "reshuffle" and word == "deal":
            yield f"deck of event {number}", shuffle(pack(cards), source) == cards
        elif event["kind"] == "reshuffle":
            lay = " ".join(shuffle(cards, source, undo=True))
            yield f"shuffle of event {number}, from the order {lay}", None
    for pick in record["picks"]:
        salted = bytes.fromhex(pick["salt"]) + pick["card"].encode("ascii")
        yield f"pick of {pick['card']}", hashlib.sha256(salted).hexdigest() == pick["commitment"]


if len(sys.argv) == 2 and sys.argv[1].endswith(".json"):
    with open(sys.argv[1], encoding="utf-8-sig") as file:
        results = list(check(json.load(file)))
    words = {True: "matches", False: "DOES NOT MATCH", None: "compare it with the game"}
    print("\n".join(f"{name}: {words[ok]}" for name, ok in results))
    sys.exit(1 if False in [ok for _, ok in results] else 0)
first, *given = [each if "," in each else each.lower() for each in sys.argv[1:]] or [""]
packs, given = ("52", [first, *given]) if len(first) == 64 else (first, given)
known = all(re.fullmatch("52|56|108|..(,..)+", each) for each in packs.split("+"))
if not known or not re.fullmatch(r"[0-9a-f]{64}(\|[0-9a-f]{0,64})+", "|".join(given)):
    sys.exit(__doc__)
seed, source = bytes.fromhex(given[0]), numbers(bytes.fromhex(given[0]), given[1:])
print(f"commitment: {hashlib.sha256(seed).hexdigest()}\nstarter: {below(len(given) - 1, source)}")
for each in packs.split("+"):
    print("cards:", *shuffle(pack(each.split(",") if "," in each else range(int(each))), source))
