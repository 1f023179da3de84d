"""The lessons of Casino Trifecta."""

from typing import Final

from games.lessons.shapes import FIRST, Lesson, deal, they, you

LESSONS: Final = (
    Lesson(
        variant="trifecta",
        name=FIRST,
        cards=deal(
            "7S 9C 3H 8C | KD 5D 8S TD | 7D 4H 5S JC"
            "| 6H 6D 2C 8H | 6S 9H 9D 3S"
            "| QH 8D JS 4C | TC 2H 5H QC"
        ),
        secrets=("8H", "KC"),
        steps=(
            you("trifecta_capture", "7S x 7D"),
            they("KD"),
            you("sum", "9C x 4H 5S"),
            they("5D"),
            you("build", "3H + 5D = 8"),
            they("8S"),
            you("several_dropped", "8C x 3H 5D 8S"),
            they("TD"),
            they("6S"),
            you("subtraction", "2C - TD = 8"),
            they("9H"),
            you("build_same", "6H + 6S = 6", "6D + 6S = 6"),
            they("9D x 9H"),
            you("secret", "8H x 2C TD"),
            they("3S"),
            you("take_same", "6D x 6S 6H", "6H x 6S 6D"),
            you("trifecta", "QH x JC KD"),
            they("TC"),
            you("drop", "8D"),
            they("2H"),
            you("special", "JS=11 x 3S 8D"),
        ),
        ends="trifecta_ends",
    ),
)
