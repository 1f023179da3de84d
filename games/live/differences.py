"""What has changed on a game's page since a socket was last sent it.

A change names the page that it can be put into. static/js/changes.js does that, and asks for the
whole page if it shows another one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from markupsafe import Markup

from games.live.parts import Key, Parts

Render = Callable[[Key], Markup]

CHANGES = '<div id="changes" data-from="{}" data-version="{}">{}</div>'
PARTS = "<template>{}</template>"
LIST = '<template data-holds="{}">{}</template>'
ATTRIBUTES = "<template data-attributes>{}</template>"
TABLE_TAGS = ("<td", "<tr", "<tf")  # read only beside others of their kind


def render_changes(before: Parts, after: Parts, render: Render) -> str | None:
    """Return the parts that differ, or None where only the whole page will do.

    A part that is new is one that a list has come to hold. A list that holds the same as before
    is sent as its attributes.
    """
    if not before.base or before.frame != after.frame:
        return None
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for name, key in after.parts.items():
        if before.parts.get(name) != key:
            part = render(key).strip()
            parts[part[:3] if part.startswith(TABLE_TAGS) else ""].append(part)
    sent = [PARTS.format("".join(alike)) for alike in parts.values()]
    for name, listed in after.lists.items():
        known, (key, held) = before.lists.get(name), listed
        if known == listed:
            continue
        shown = render((*key, "")).strip()
        holds_the_same = known is not None and known[1] == held
        names = " ".join(held)
        sent.append(ATTRIBUTES.format(shown) if holds_the_same else LIST.format(names, shown))
    return CHANGES.format(before.base, after.version, "".join(sent))
