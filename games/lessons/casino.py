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
    Lesson(
        variant="casino",
        name="turn",
        clauses=("1", "4.1", "4.9"),
        options={"target": None},
        cards=deal("9S 4H QD 2C | JD TC 5S 7C | 9D TH 3C KC"),
        steps=(
            you("turn_capture", "9S x 9D"),
            they("JD"),
            you("turn_trail", "QD"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="casino",
        name="values",
        clauses=("2",),
        options={"target": None},
        cards=deal("KH AS 4D 9H | QD JC TS 7C | KD AC 6C 3S"),
        steps=(
            you("value_king", "KH x KD"),
            they("QD"),
            you("value_ace", "AS x AC"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="casino",
        name="piles",
        clauses=("3",),
        options={"target": None},
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
        variant="casino",
        name="capturing",
        clauses=("4", "4.2", "4.3"),
        options={"target": None},
        cards=deal("8D QS 4C 9S | KD JD TS 7C | 8S 6H 2H QC"),
        steps=(
            you("capture_both", "8D x 2H 6H 8S"),
            they("KD"),
            you("capture_queen", "QS x QC"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="casino",
        name="building",
        clauses=("4.4", "4.5"),
        options={"target": None},
        cards=deal("3H 8C QD TS | KD 6C JC 7S | 5D KC 2H QC"),
        steps=(
            you("hold_build_8", "3H + 5D = 8"),
            they("KD"),
            you("take_8", "8C x 3H 5D"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="casino",
        name="adding",
        clauses=("4.6",),
        options={"target": None},
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
        variant="casino",
        name="raising",
        clauses=("4.7",),
        options={"target": None},
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
        variant="casino",
        name="keeping",
        clauses=("3.4", "4.8"),
        options={"target": None},
        cards=deal("5S 8H 4D 2C | 8C KD QC JD | 3D KC QD JC"),
        steps=(
            you("keep_build", "5S + 3D = 8"),
            they("8C"),
            you("keep_take", "8H x 3D 5S 8C"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="casino",
        name="points",
        clauses=("5",),
        options={"target": None},
        cards=deal("TS 2D AC 7H | KD QC JD 4C | TD 2S AH 5C"),
        steps=(
            you("casino_ten", "TS x TD"),
            they("KD"),
            you("casino_two", "2D x 2S"),
            they("QC"),
            you("casino_aces", "AC x AH"),
        ),
        ends="short_ends",
    ),
    Lesson(
        variant="casino",
        name="sweeps",
        clauses=("5.2",),
        options={"target": None, "sweeps": True},
        cards=deal("8S 4H KD TC | JD QC 5S 7C | 3D 5C 6H 2C"),
        steps=(you("sweep", "8S x 2C 3D 5C 6H"),),
        ends="short_ends",
    ),
    Lesson(
        variant="casino",
        name="clock",
        clauses=("6",),
        options={"target": None},
        cards=deal("7S 4H KD 2C | JD QC 5S 7C | 7D TH 3C QH"),
        steps=(you("clock", "7S x 7D"),),
        ends="short_ends",
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
                "casino_ten": "spade_ten",
                "casino_two": "spade_two",
                "sweep": "spade_sweep_points",
                "casino_ends": "spade_ends",
            },
        ),
        options={"target": None},
    )
    for lesson in LESSONS
)
