"""Finds faults of Spanish in the texts of a page or fragment."""

from __future__ import annotations

import re
from functools import lru_cache

from tests.markup import Start, read_markup
from tests.unmarked import NAMES, PEOPLE, SPOKEN, VOID, is_same_in_all_languages

ENGLISH = (
    "the|and|of|with|your|you|is|are|have|takes?|cards?|builds?|points?|turns?|trails?|drops?|"
    "wins?|draws?|discards?|matches|match|deck|pile|hand|table|round|move|moves|nobody"
)
COUNTED = (
    "cartas|puntos|combinaciones|jugadas|turnos|infracciones|comodines|picas|diamantes|partidas|"
    "jugadores|segundos|minutos|horas|días|veces|asientos|violaciones"
)
MONTHS = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
FAULTS = {
    "an English word": re.compile(rf"(?<![-\w])(?:{ENGLISH})(?![-\w])"),
    "a placeholder": re.compile(r"\{\w+\}|%\(\w+\)"),
    "y before the sound of i": re.compile(r"\by (?:[ií]|h[ií](?![aeo]))", re.IGNORECASE),
    "o before the sound of o": re.compile(r"\bo (?:[oó]|h[oó]|8|11(?!\d))", re.IGNORECASE),
    "one of many": re.compile(rf"(?<![\d,.½])1 (?:{COUNTED})\b"),
    "a formal address": re.compile(
        r"\busted(?:es)?\b|\b(?:su|la) contraseña que ha\b|\b[Hh]a (?:olvidado|indicado)\b|"
        r"(?i:\b(?:introduzca|escriba|escoja|seleccione|asegúrese|ingrese|inténtelo|utilice)\b)"
    ),
    "a word of some countries only": re.compile(
        r"(?i:\b(?:vosotros|vuestr[oa]s?|ordenador(?:es)?|computadoras?|celular|coger|costos?|"
        r"me vale|año natural|intro)\b)"
    ),
    "a replay that reads like a new game": re.compile(r"(?i:\brep(?:etir|ite)\b[^.]* partidas?\b)"),
    "tú after a preposition": re.compile(r"(?i:\b(?:a|con|contra|de|para|por) tú\b)"),
    "a word twice": re.compile(r"(?i:\b(para|por|de|del|la|el|los|las|que|en|con|se) \1\b)"),
    "a point for a comma": re.compile(r"\d\.\d+ (?:puntos|combinaciones|infracciones)"),
    "a date without de": re.compile(rf"(?i:\d (?:{MONTHS})\b|\b(?:{MONTHS}) \d{{4}})"),
    "a capital after a comma": re.compile(r", (?:Mazo|Ronda|Última ronda)\b"),
    "many of one": re.compile(r"(?<![\d,.½])[2-9] (?:carta|punto|pica|turno|jugada)\b"),
}


def find_faults(html: str) -> list[str]:
    """Return what is wrong in the words that people see or hear, with the words around it.

    >>> find_faults('<p title="your card">Ana y Inés: 1 cartas, siete o 8 <code>the</code></p>')
    ... # doctest: +NORMALIZE_WHITESPACE
    ['an English word: your card', "y before the sound of i: Ana y Inés: 1 cartas, siete o 8",
     "o before the sound of o: Ana y Inés: 1 cartas, siete o 8",
     "one of many: Ana y Inés: 1 cartas, siete o 8"]
    """
    return [f"{fault}: {text}" for text in read_texts(html) for fault in _faults_of(text)]


@lru_cache(maxsize=50_000)
def _faults_of(text: str) -> list[str]:
    return [fault for fault, pattern in FAULTS.items() if pattern.search(text)]


def read_texts(html: str) -> list[str]:
    """Return the words of a page in their order: elements within a line are put together."""
    texts: list[str] = []
    line = ""
    inside: list[tuple[str, bool]] = [("", False)]
    for token in read_markup(html):
        if isinstance(token, str):
            line += "·" if inside[-1][1] else token
        elif isinstance(token, Start):
            is_exempt = inside[-1][1] or is_same_in_all_languages(token)
            if not is_exempt:
                spoken = [token.attributes.get(name) for name in SPOKEN]
                texts += [text for text in spoken if text]
            if token.tag not in IN_A_LINE:
                texts.append(line)
                line = ""
            if token.tag not in VOID and not token.is_end:
                inside.append((token.tag, is_exempt))
        elif any(token.tag == tag for tag, _ in inside):
            while inside.pop()[0] != token.tag:
                pass
            if token.tag not in IN_A_LINE:
                texts.append(line)
                line = ""
    words = map(_without_names, [*texts, line])
    return [text for text in words if text]


IN_A_LINE = {"a", "b", "strong", "em", "i", "span", "code", "kbd"}


@lru_cache(maxsize=50_000)
def _without_names(text: str) -> str:
    for name in NAMES:
        text = text.replace(name, "·")
    return " ".join(re.sub(PEOPLE, "·", text).split())
