"""Recompute a shuffle, needing nothing but Python; the recipe is in shuffle.md.

python3 check_shuffle.py SEED VALUE [VALUE ...]    a VALUE for each player, '' for none
python3 check_shuffle.py game.json                 a record, as the site lets you download it
"""

import hashlib
import hmac
import json
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


def shuffle(seed, values):
    source = numbers(seed, values)
    starter = below(len(values), source)
    cards = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    for i in range(51, 0, -1):
        j = below(i + 1, source)
        cards[i], cards[j] = cards[j], cards[i]
    return hashlib.sha256(seed).hexdigest(), starter, cards


def check(record):
    for deck in record["decks"]:
        if deck["recipe"] != 1 or deck["seed"] is None:
            sys.exit("Only a finished game that was dealt by recipe 1 can be checked.")
        found = shuffle(bytes.fromhex(deck["seed"]), deck["values"])
        for name, one in zip(("commitment", "starter", "cards"), found, strict=True):
            yield name, one == deck[name]
    for pick in record["picks"]:
        salted = bytes.fromhex(pick["salt"]) + pick["card"].encode("ascii")
        yield f"pick of {pick['card']}", hashlib.sha256(salted).hexdigest() == pick["commitment"]


if len(sys.argv) == 2 and sys.argv[1].endswith(".json"):
    with open(sys.argv[1], encoding="utf-8") as file:
        results = list(check(json.load(file)))
    print("\n".join(f"{name}: {'matches' if ok else 'DOES NOT MATCH'}" for name, ok in results))
    sys.exit(0 if all(ok for _, ok in results) else 1)
if len(sys.argv) < 3 or len(sys.argv[1]) != 64:
    sys.exit(__doc__)
commitment, starter, cards = shuffle(bytes.fromhex(sys.argv[1]), sys.argv[2:])
print(f"commitment: {commitment}\nstarter: {starter}\ncards: {' '.join(cards)}")
