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
        extras={"triplets": deal("T12 T43 T29 | T22 T36 T8 | T47 T26 T33 T3")},
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
    Lesson(
        variant="triple_four",
        name="turn",
        clauses=("1", "3"),
        extras={"triplets": deal("T12 T43 T29 | T22 T36 T8")},
        cards=deal("QH QD 5S 6S 9C 2H KC | 9S 4S XX 3H 3C TD 8H | 8S | JD 7H 9C 2D 4C 8C"),
        steps=(
            you("four_draw", "draw deck"),
            you("four_discard", "discard KC"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="triple_four",
        name="triplets",
        clauses=("2", "3.3"),
        extras={"triplets": deal("T43 T12 T29 | T22 T36 T8")},
        cards=deal("5S 6C QD 2H KC 9D 8H | 9S 4S XX 3H 3C TD AH | 8S | 7S 7H 9C 2D 4C 8C"),
        steps=(
            you("four_draw_run", "draw deck"),
            you("four_run", "match T43: 5S 6C 7S"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="triple_four",
        name="jokers",
        clauses=("2.5",),
        extras={"triplets": deal("T13 T12 T29 | T22 T36 T8")},
        cards=deal("KH KD 5S 2H 6C 9D 8H | 9S 4S 3D 3H 3C TD AH | 8S | XX 7H 9C 2D 4C 8C"),
        steps=(
            you("four_draw_joker", "draw deck"),
            you("four_joker", "match T13: KH KD XX"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="triple_four",
        name="taking",
        clauses=("3.4",),
        extras={"triplets": deal("T13 T12 T29 | T22 T36 T8")},
        cards=deal("9C 9C KC 2H 6C 4D 8H | 9S 9S XX 3H 3C TD AH | 8S | XX 7H TC 2D 4C 8C"),
        steps=(
            you("four_draw_first", "draw deck"),
            you("four_wait", "discard KC"),
            they("draw deck"),
            they("match T22: 9S 9S XX"),
            you("four_draw_now", "draw deck"),
            you("four_take", "take T22: 9C 9C XX"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="triple_four",
        name="decks",
        clauses=("4",),
        extras={"triplets": deal("T12 T43 T29 | T22 T36 T8")},
        cards=deal("QH QD 5S 6S 9C 2H KC | 9S 4S XX 3H 3C TD 8H | 8S | JD 7H 9C 2D 4C 8C"),
        steps=(
            you("four_decks", "draw deck"),
            you("four_pile", "discard KC"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="triple_four",
        name="winning",
        clauses=("5",),
        extras={"triplets": deal("T43 T12 T29 | T22 T36 T8")},
        cards=deal("5S 6C QD 2H KC 9D 8H | 9S 4S XX 3H 3C TD AH | 8S | 7S 7H 9C 2D 4C 8C"),
        steps=(
            you("four_goal", "draw deck"),
            you("four_first", "match T43: 5S 6C 7S"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="triple_four",
        name="clock",
        clauses=("6",),
        extras={"triplets": deal("T12 T43 T29 | T22 T36 T8")},
        cards=deal("QH QD 5S 6S 9C 2H KC | 9S 4S XX 3H 3C TD 8H | 8S | JD 7H 9C 2D 4C 8C"),
        steps=(
            you("four_clock", "draw deck"),
            you("four_on_time", "discard KC"),
        ),
        ends="short_ends",
    ),
)
