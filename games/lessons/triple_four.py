"""The lessons of Triple Four."""

from typing import Final

from games.lessons.shapes import FIRST, Lesson, deal, they, you

LESSONS: Final = (
    Lesson(
        variant="triple_four",
        name=FIRST,
        cards=deal(
            "QH QD 5S 6S 9C 2H KC | 9S 9S XX QH 3C TD 8H | 8S"
            "| JD 7H 9C 2D 4C 8C JS XX 7C KH 6D 3H 2S TC"
        ),
        extras={"triplets": deal("T12 T43 T29 | T22 T36 T8 | T26 T33 T47 T3")},
        steps=(
            you("draw", "draw deck"),
            you("discard", "discard KC", "discard JD", "discard 2H"),
            they("draw deck"),
            they("discard QH"),
            you("draw_discard", "draw discard"),
            you("match", "match T12: QH QH QD"),
            they("draw deck"),
            they("match T22: 9S 9S XX"),
            you("draw_again", "draw deck"),
            you("take", "take T22: 9C 9C XX"),
            they("draw deck"),
            they("discard 8H"),
            you("draw_third", "draw deck"),
            you("match_run", "match T43: 5S 6S 7C"),
        ),
        ends="triple_four_ends",
    ),
)
