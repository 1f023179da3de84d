"""What guests are called until they choose a name: "Amber Fox"."""

import secrets
from collections.abc import Callable
from typing import Final

TRIES: Final = 8
FIRST: Final = (
    *("Amber", "Autumn", "Azure", "Brave", "Bright", "Bronze", "Calm", "Cedar", "Cheerful"),
    *("Clever", "Copper", "Coral", "Crimson", "Curious", "Daring", "Eager", "Early", "Emerald"),
    *("Fair", "Gentle", "Golden", "Happy", "Hazel", "Honest", "Indigo", "Ivory", "Jade", "Jolly"),
    *("Kind", "Lively", "Lucky", "Maple", "Merry", "Misty", "Nimble", "Olive", "Patient", "Pearl"),
    *("Plucky", "Proud", "Quick", "Quiet", "Ruby", "Russet", "Sage", "Scarlet", "Silver"),
    *(
        "Spring",
        "Steady",
        "Summer",
        "Sunny",
        "Swift",
        "Teal",
        "Velvet",
        "Violet",
        "Winter",
        "Witty",
    ),
)
SECOND: Final = (
    *("Badger", "Beaver", "Bison", "Bluebird", "Cormorant", "Crane", "Curlew", "Deer", "Dolphin"),
    *("Dove", "Egret", "Falcon", "Finch", "Firefly", "Fox", "Gecko", "Goldfinch", "Hare", "Hawk"),
    *("Hedgehog", "Heron", "Ibis", "Jackdaw", "Kestrel", "Kingfisher", "Koala", "Lark", "Linnet"),
    *(
        "Lynx",
        "Magpie",
        "Marten",
        "Moth",
        "Nightingale",
        "Newt",
        "Oriole",
        "Osprey",
        "Otter",
        "Owl",
    ),
    *("Panda", "Panther", "Partridge", "Pelican", "Penguin", "Plover", "Puffin", "Quail", "Rabbit"),
    *("Raven", "Robin", "Seal", "Sparrow", "Squirrel", "Starling", "Stork", "Swallow", "Swan"),
    *("Tern", "Thrush", "Tiger", "Turtle", "Walrus", "Wren"),
)


def make_guest_name(is_taken: Callable[[str], bool]) -> str:
    """Return a name of two words that nobody has, with a number if many names are taken."""
    for _ in range(TRIES):
        name = f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"
        if not is_taken(name):
            return name
    number = 2
    while is_taken(f"{name} {number}"):
        number += 1
    return f"{name} {number}"
