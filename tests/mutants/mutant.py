"""What a mutant is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: in `file`, `text`, which stands there exactly once, `becomes` something else.

    `tests` are files or tests, with spaces between them, one of which must fail. A mutant that no
    test can notice says in `equivalent` why it changes nothing that anybody could see. With
    `on_redis` the tests are those of several processes, which meet through Redis.
    """

    fault: str
    file: str
    text: str
    becomes: str
    tests: str
    equivalent: str = ""
    on_redis: bool = False
