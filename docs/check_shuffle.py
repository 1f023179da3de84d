"""Recompute a shuffle with nothing but Python. The recipe is in shuffle.md.

python3 check_shuffle.py SEED VALUE [VALUE ...]    one VALUE for each player, '' for none
python3 check_shuffle.py 108+56 SEED VALUE ...     other packs, shuffled one after the other
python3 check_shuffle.py game.json                 a record downloaded from the site
"""

import hashlib
import hmac
import json
import re
import sys


def numbers(seed, values):
    block = 0
    while True:
        message = "|".join(["shuffle 1", *values, str(block)]).encode("ascii")
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def below(limit, source):
    fair = 2**32 - 2**32 % limit
    return next(number for number in source if number < fair) % limit


def pack(size):
    """Return 52 cards, or two packs and four jokers, or (for 56) the triplet cards T1 to T56."""
    if size == 56:
        return [f"T{number}" for number in range(1, 57)]
    standard = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    return standard * (size // 52) + ["XX"] * (size % 52)


def shuffle(cards, source, undo=False):
    swaps = [(i, below(i + 1, source)) for i in range(len(cards) - 1, 0, -1)]
    for i, j in reversed(swaps) if undo else swaps:
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def check(record):
    (deck,) = record["decks"]
    if deck["recipe"] != 1 or deck["seed"] is None:
        sys.exit("Only a finished game that was dealt with recipe 1 can be checked.")
    seed, source = bytes.fromhex(deck["seed"]), numbers(bytes.fromhex(deck["seed"]), deck["values"])
    yield "commitment", hashlib.sha256(seed).hexdigest() == deck["commitment"]
    yield "starter", below(len(deck["values"]), source) == deck["starter"]
    yield "cards", shuffle(pack(len(deck["cards"])), source) == deck["cards"]
    for name, cards in deck.get("extras", {}).items():
        yield name, shuffle(pack(len(cards)), source) == cards
    for number, event in enumerate(record.get("events", [])):
        word, *cards = event["text"].split() or [""]
        if event["kind"] == "reshuffle" and word == "deal":
            yield f"deck of event {number}", shuffle(pack(len(cards)), source) == cards
        elif event["kind"] == "reshuffle":
            lay = " ".join(shuffle(cards, source, undo=True))
            yield f"shuffle of event {number}, from the order {lay}", None
    for pick in record["picks"]:
        salted = bytes.fromhex(pick["salt"]) + pick["card"].encode("ascii")
        yield f"pick of {pick['card']}", hashlib.sha256(salted).hexdigest() == pick["commitment"]


if len(sys.argv) == 2 and sys.argv[1].endswith(".json"):
    with open(sys.argv[1], encoding="utf-8") as file:
        results = list(check(json.load(file)))
    words = {True: "matches", False: "DOES NOT MATCH", None: "compare it with the game"}
    print("\n".join(f"{name}: {words[ok]}" for name, ok in results))
    sys.exit(1 if False in [ok for _, ok in results] else 0)
is_sized = re.fullmatch(r"[0-9]+(\+[0-9]+)*", "".join(sys.argv[1:2])) and len(sys.argv[1]) < 64
sizes, given = (sys.argv[1], sys.argv[2:]) if is_sized else ("52", sys.argv[1:])
if len(given) < 2 or len(given[0]) != 64:
    sys.exit(__doc__)
seed, source = bytes.fromhex(given[0]), numbers(bytes.fromhex(given[0]), given[1:])
print(f"commitment: {hashlib.sha256(seed).hexdigest()}\nstarter: {below(len(given) - 1, source)}")
for size in map(int, sizes.split("+")):
    print(f"cards: {' '.join(shuffle(pack(size), source))}")
