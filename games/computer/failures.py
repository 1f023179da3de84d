"""What may be said about an error in a computer player."""

import traceback
from typing import Final

_FRAMES: Final = 20
"""The most calls that are listed for one error, the innermost ones."""


def describe_failure(error: BaseException) -> str:
    """Return the kind of an error and the lines of code that led to it, with those of its causes.

    It is a traceback without the error's own words and without values, which may name cards.
    """
    lines: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        lines.append(f"caused by {type(cause).__name__}" if lines else type(cause).__name__)
        frames = traceback.StackSummary.extract(
            traceback.walk_tb(cause.__traceback__), limit=-_FRAMES, lookup_lines=False
        )
        lines += [
            f'  File "{each.filename}", line {each.lineno}, in {each.name}' for each in frames
        ]
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\n".join(lines)
