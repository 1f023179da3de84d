"""The lessons of Casino and of Spade Casino."""

from dataclasses import replace
from typing import Final

from games.lessons.shapes import FIRST, Lesson, adapt, deal, they, you

LESSONS: Final = (
    Lesson(
        variant="casino",
        name=FIRST,
        options={"target": None, "sweeps": True},
        cards=deal(
            "TS 9C 3H 8C | JC 5D 8S 6C | TD 4H 5S QC"
            "| 6H 6D JH 2C | KS KH QD 4D"
            "| 3S 9H TH 7H | AD TC 5C 8H"
        ),
        steps=(
            you("casino_capture", "TS x TD"),
            they("JC"),
            you("sum", "9C x 4H 5S"),
            they("5D"),
            you("build", "3H + 5D = 8"),
            they("8S"),
            you("several_trailed", "8C x 3H 5D 8S"),
            they("6C"),
            you("build_multiple", "6H + 6C = 6", "6D + 6C = 6"),
            they("KS"),
            you("face", "JH x JC"),
            they("KH x KS"),
            you("take_multiple", "6D x 6H 6C", "6H x 6D 6C"),
            they("QD x QC"),
            you("trail_after_sweep", "2C"),
            they("4D"),
            you("build_of_three", "3S + 2C 4D = 9"),
            they("AD + 2C 3S 4D = 10"),
            you("casino_sweep", "TH x AD 2C 3S 4D"),
        ),
        ends="casino_ends",
    ),
)

SPADE: Final = tuple(
    replace(
        adapt(
            lesson,
            "spade",
            {
                "casino_capture": "spade_capture",
                "casino_sweep": "spade_sweep",
                "casino_ends": "spade_ends",
            },
        ),
        options={"target": None},
    )
    for lesson in LESSONS
)
