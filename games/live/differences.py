"""What has changed on a game's page since a socket was last sent it.

A change names the page that it can be put into. static/js/changes.js does that, and asks for the
whole page if it shows another one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from markupsafe import Markup

from games.live.parts import Parts
from games.live.sections import Key, Listed, Section

Render = Callable[[Key], Markup]

CHANGES = '<div id="changes" data-from="{}" data-version="{}">{}</div>'
PARTS = "<template>{}</template>"
LIST = '<template data-holds="{}">{}</template>'
ATTRIBUTES = "<template data-attributes>{}</template>"
TABLE_TAGS = ("<td", "<tr", "<tf")  # read only beside others of their kind
_NOTHING = Section(())


def render_changes(before: Parts, after: Parts, render: Render) -> str | None:
    """Return the parts that differ, or None where only the whole page will do.

    A part that is new is one that a list has come to hold. A list that holds the same as before
    is sent empty, for its attributes.
    """
    if not before.base or before.frame != after.frame:
        return None
    parts: defaultdict[str, list[str]] = defaultdict(list)
    sent = []
    for name, section in after.sections.items():
        known = before.sections.get(name, _NOTHING)
        if section is known:
            continue
        was = known.parts
        for part, key in section.parts.items():
            if was.get(part) != key:
                html = str.strip(render(key))
                parts[html[:3] if html.startswith(TABLE_TAGS) else ""].append(html)
        for each, listed in section.lists.items():
            if known.lists.get(each) != listed:
                sent.append(_render_list(known.lists.get(each), listed, render))
    grouped = [PARTS.format("".join(alike)) for alike in parts.values()]
    return CHANGES.format(before.base, after.version, "".join(grouped + sent))


def _render_list(known: Listed | None, listed: Listed, render: Render) -> str:
    key, held = listed
    shown = str.strip(render((*key, "")))
    if known is not None and known[1] == held:
        opening = shown[: shown.index(">") + 1]  # within it, the sign is escaped
        name = opening[1:].partition(" ")[0]
        return ATTRIBUTES.format(f"{opening}</{name}>")
    return LIST.format(" ".join(held), shown)
