"""What players have noted about their games for themselves."""

from __future__ import annotations

from games.models import Note
from games.selectors.access import Viewer


def find_note(game_id: int, author: Viewer) -> str:
    """Return what a player has noted about a game, "" for nothing."""
    if author.pk is None:
        return ""
    notes = Note.objects.filter(game_id=game_id, author_id=author.pk)
    return notes.values_list("text", flat=True).first() or ""


def find_notes(author: Viewer) -> dict[int, str]:
    """Return all notes of a player, by game."""
    return dict(Note.objects.filter(author_id=author.pk).values_list("game_id", "text"))
