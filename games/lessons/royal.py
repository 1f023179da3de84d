"""The lessons of Royal Cassino and of Royal Casino to 21."""

from dataclasses import replace
from typing import Final

from games.lessons import casino
from games.lessons.shapes import FIRST, Lesson, adapt, deal, they, you

LESSONS: Final = (
    Lesson(
        variant="royal",
        name=FIRST,
        cards=deal(
            "TS QH 5D JC | 6H 2C JH 8H | TD 3D 9H 4C"
            "| AS 6S KH 9D | 5H 2D 7C KD"
            "| 2S 9C 8D 3S | TC QD 4S QS"
        ),
        steps=(
            you("royal_capture", "TS x TD"),
            they("6H"),
            you("faces", "QH x 3D 9H"),
            they("2C"),
            you("build_jack", "5D + 6H = 11"),
            they("JH"),
            you("several_jacks", "JC x 5D 6H JH"),
            they("8H"),
            you("ace", "AS=14 x 2C 4C 8H"),
            they("5H"),
            you("trail", "9D"),
            they("2D + 5H = 7"),
            you("extend", "6S + 2D 5H = 13"),
            they("KD"),
            you("take_extended", "KH x 2D 5H 6S KD"),
            they("7C"),
            you("build_groups", "2S + 7C 9D = 9"),
            they("TC"),
            you("take_groups", "9C x 2S 7C 9D"),
        ),
        ends="royal_ends",
    ),
    Lesson(
        variant="royal",
        name="turn",
        clauses=("1", "4.1", "4.9"),
        cards=deal("9S 4H QD 2C | JD TC 5S 7C | 9D TH 3C KC"),
        steps=(
            you("turn_capture", "9S x 9D"),
            they("JD"),
            you("turn_trail", "QD"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="royal",
        name="values",
        clauses=("2",),
        cards=deal("KH AS 3D 7S | 8C 6D TS JC | 9C 4D QH 2H"),
        steps=(
            you("value_13", "KH x 4D 9C"),
            they("8C"),
            you("value_14", "AS=14 x 2H QH"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="royal",
        name="piles",
        clauses=("3",),
        cards=deal("2C 5H 5S 9C | KD QC JD TS | 3D 8H KC QD"),
        steps=(
            you("pile_single", "2C + 3D = 5"),
            they("KD"),
            you("pile_multiple", "5H + 2C 3D = 5"),
            they("QC"),
            you("pile_take", "5S x 2C 3D 5H"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="royal",
        name="capturing",
        clauses=("4", "4.2", "4.3"),
        cards=deal("8D QS 4C 9S | KD JD TS 7C | 8S 6H 2H QC"),
        steps=(
            you("capture_both", "8D x 2H 6H 8S"),
            they("KD"),
            you("capture_queen", "QS x QC"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="royal",
        name="building",
        clauses=("4.4", "4.5"),
        cards=deal("3H 8C QD TS | KD 6C JC 7S | 5D KC 2H QC"),
        steps=(
            you("hold_build_8", "3H + 5D = 8"),
            they("KD"),
            you("take_8", "8C x 3H 5D"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="royal",
        name="adding",
        clauses=("4.6",),
        cards=deal("5H 6S 9H 9D | 3D KD QC JD | 4C KC QD JC"),
        steps=(
            you("build_9", "5H + 4C = 9"),
            they("3D"),
            you("add_group", "6S + 3D 4C 5H = 9"),
            they("KD"),
            you("take_9", "9H x 3D 4C 5H 6S"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="royal",
        name="raising",
        clauses=("4.7",),
        cards=deal("2S AC 6C 7H | KD QC JD TS | 4D KC QD JC"),
        steps=(
            you("build_6", "2S + 4D = 6"),
            they("KD"),
            you("raise_7", "AC + 2S 4D = 7"),
            they("QC"),
            you("take_7", "7H x AC 2S 4D"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="royal",
        name="keeping",
        clauses=("3.4", "4.8"),
        cards=deal("5S 8H 4D 2C | 8C KD QC JD | 3D KC QD JC"),
        steps=(
            you("keep_build", "5S + 3D = 8"),
            they("8C"),
            you("keep_take", "8H x 3D 5S 8C"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="royal",
        name="clock",
        clauses=("6",),
        cards=deal("7S 4H KD 2C | JD QC 5S 7C | 7D TH 3C QH"),
        steps=(you("clock", "7S x 7D"),),
        ends="short_ends",
    ),
    Lesson(
        variant="royal",
        name="points",
        clauses=("5",),
        cards=deal("TS 2D AC 7H | KD QC JD 4C | TD 2S AH 5C"),
        steps=(you("royal_point", "TS x TD"),),
        ends="short_ends",
    ),
)

CASINO: Final = tuple(
    replace(
        adapt(
            lesson,
            "royal_casino",
            {
                "royal_capture": "casino_capture",
                "ace": "ace_with_point",
                "royal_ends": "casino_ends",
            },
        ),
        options={"target": None},
    )
    for lesson in LESSONS
    if lesson.name in (FIRST, "values")
) + tuple(
    adapt(lesson, "royal_casino")
    for lesson in casino.LESSONS
    if lesson.name not in (FIRST, "values")
)
