"""The lessons of Royal Cassino and of Royal Casino to 21."""

from dataclasses import replace
from typing import Final

from games.lessons import casino
from games.lessons.shapes import FIRST, Lesson, adapt, deal, they, you

_SHARED: Final = {
    **{name: name for name in ("turn", "piles", "capturing", "building", "adding", "keeping")},
    "raising": "extending",
    "clock": "clock",
}
"""The lessons of Casino that are the same here, and what they are called."""
_CLAUSES: Final = {"piles": ("3", "4.3"), "capturing": ("4", "4.2")}
"""The clauses that have other numbers here: 4.3 is about the capture of builds."""

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
        name="points",
        clauses=("5",),
        cards=deal("TS 2D AC 7H | KD QC JD 4C | TD 2S AH 5C"),
        steps=(you("royal_point", "TS x TD"),),
        ends="short_ends",
    ),
    *(
        replace(
            adapt(lesson, "royal", {"raise_7": "extend_7"}),
            name=_SHARED[lesson.name],
            clauses=_CLAUSES.get(lesson.name, lesson.clauses),
            options={},
        )
        for lesson in casino.LESSONS
        if lesson.name in _SHARED
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
