"""Finds the texts of a page that stand outside of the brackets of `tests.pseudo`, or are cut off,
and the places to tap that are too small.

    .venv/bin/python -m tests.browser.pseudo_pages [page ...]

lists what is wrong on all pages, or on those whose name holds one of the words.
"""

import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests import unmarked
from tests.browser.conftest import start_browser
from tests.browser.scene import DESK, VISITS, Visit, pseudo_scene
from tests.pseudo import CLOSE, LANGUAGE, OPEN

PHONE: ViewportSize = {"width": 360, "height": 740}
SMALL_PHONE: ViewportSize = {"width": 320, "height": 568}

# People's names may be as long as they like. The head of a narrow column says itself in full in
# its title; older moves stand in full in the log. Notes hang over their cards.
ALLOWED_TO_BE_CUT = ", ".join(
    (
        *(".column-whose", ".last-move li", ".skip-link", ".hidden-text"),
        *(".hand-card", ".pile"),
        *("[translate=no]", "input", "select"),
    )
)

FIND_UNMARKED = r"""({ open, close, exempt, names, people, spoken, plain, ...patterns }) => {
    const letters = new RegExp(patterns.letter), sentence = new RegExp(patterns.sentence);
    const notation = new RegExp(patterns.notation), person = new RegExp(people, "g");
    const found = [];
    const place = element => {
        const classes = [...element.classList].map(name => `.${name}`).join("");
        return element.localName + (element.id ? `#${element.id}` : classes);
    };
    const outside = (text, depth) => {
        let rest = "";
        for (const sign of text) {
            if (sign === open) depth += 1;
            else if (sign === close) depth -= 1;
            else if (depth <= 0) rest += sign;
        }
        return [rest, depth];
    };
    const note = (text, element, attribute) => {
        const parent = element.parentElement;
        const path = (parent ? `${place(parent)} > ` : "") + place(element);
        found.push([text.trim().replace(/\s+/g, " "), path + (attribute ? ` [${attribute}]` : "")]);
    };
    const isText = (rest, pattern) => {
        for (const name of names) rest = rest.replaceAll(name, "");
        return pattern.test(rest) && !notation.test(rest);
    };
    const check = (element, attribute, text, pattern) => {
        const [rest, depth] = outside(text.replace(person, ""), 0);
        if (isText(rest, pattern)) note(text, element, attribute);
        else if (depth !== 0) note(`brackets: ${text}`, element, attribute);
    };
    const checkAttributes = element => {
        for (const { name, value } of element.attributes) {
            if (spoken.includes(name)) check(element, name, value, letters);
            else if (name.startsWith("data-")) check(element, name, value, sentence);
        }
        if (element.matches("meta[name=description]")) {
            check(element, "content", element.content, letters);
        }
        if (element.matches("input:is([type=submit], [type=button], [type=reset])")) {
            check(element, "value", element.value, letters);
        }
        // Style sheets hold no words (tests/test_boundaries.py), but show attributes with data.
        const shown = Object.keys(element.dataset).length ? ["::before", "::after"] : [];
        for (const pseudo of shown) {
            const content = getComputedStyle(element, pseudo).content;
            if (content.startsWith('"')) check(element, pseudo, content.slice(1, -1), letters);
        }
    };
    const walker = document.createTreeWalker(
        document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
        node => node.nodeType === 1 && node.matches(exempt)
            ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    // A text may go on inside of an element and after it.
    let depth = 0;
    checkAttributes(document.documentElement);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node.nodeType === 1) {
            checkAttributes(node);
            continue;
        }
        const isPlain = plain.includes(node.parentElement.localName);
        const [rest, after] = outside(isPlain ? node.data.replace(person, "") : node.data, depth);
        if (isText(rest, letters)) note(node.data, node.parentElement);
        depth = after;
        if (depth < 0) {
            note(`brackets: ${node.data}`, node.parentElement);
            depth = 0;
        }
    }
    if (depth !== 0) found.push([`brackets: ${depth} are not closed`, "html"]);
    return found;
}"""

FIND_CUT_OFF = r"""({ allowed, brackets }) => {
    const found = [];
    // They are longer than any language's texts.
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        if (brackets.some(bracket => text.data.includes(bracket))) {
            text.data = brackets.reduce((rest, bracket) => rest.replaceAll(bracket, ""), text.data);
        }
    }
    const place = element => [element.localName, ...element.classList].join(".")
        + (element.id ? `#${element.id}` : "");
    for (const element of document.body.querySelectorAll("*")) {
        if (element.scrollWidth <= element.clientWidth + 1) continue;
        const style = getComputedStyle(element);
        const isCut = style.overflowX === "hidden" || style.overflowX === "clip";
        if (!isCut && !element.matches("a, button, label, legend, summary, td, th")) continue;
        if (element.closest(allowed) || !element.checkVisibility()) continue;
        if (element.matches(".goal.glows")) continue; // its pin hangs over the edge
        if (element.clientWidth <= 1) continue; // for screen readers
        const text = (element.innerText ?? "").trim().replace(/\s+/g, " ").slice(0, 60);
        if (!text) continue;
        const widths = `${element.clientWidth} wide, not ${element.scrollWidth}`;
        found.push(`${place(element)} is ${widths}: ${text}`);
    }
    const page = document.documentElement;
    if (page.scrollWidth > page.clientWidth) {
        const wide = [...document.body.querySelectorAll("*")]
            .filter(element => element.getBoundingClientRect().right > page.clientWidth + 1)
            .map(place).slice(-4);
        found.push(`the page is ${page.scrollWidth} wide, not ${page.clientWidth}: ${wide}`);
    }
    return found;
}"""

# What is smaller, a finger misses. A link inside a sentence may be as low as its line, a box has
# its label, and what lies over a chart is in a list beside it.
FIND_SMALL = r"""least => {
    const hasWordsAround = ({ parentElement }) =>
        [...parentElement.childNodes].some(
            ({ nodeType, data }) => nodeType === 3 && /\p{L}/u.test(data));
    const isInSentence = link =>
        getComputedStyle(link).display === "inline" && hasWordsAround(link);
    const isBox = element => ["checkbox", "radio"].includes(element?.type);
    const places = document.querySelectorAll(
        "a[href], button:not(.hidden-text), summary, select, textarea, input, label");
    const sizeOf = place => {
        let { top, bottom, left, right } = place.getBoundingClientRect();
        for (let box = place; (box = box.parentElement); ) {
            const { overflowX, overflowY } = getComputedStyle(box);
            const around = box.getBoundingClientRect();
            if (overflowY === "hidden") {
                [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
            }
            if (overflowX === "hidden") {
                [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
            }
        }
        return [right - left, bottom - top];
    };
    const isTapped = place => place.checkVisibility() && place.getBoundingClientRect().width > 1
        && !(isBox(place) && place.labels.length)
        && !(place.localName === "label" && !isBox(place.control))
        && !place.closest("[aria-hidden=true]") && !isInSentence(place);
    return [...places].filter(place => isTapped(place) && Math.min(...sizeOf(place)) < least)
        .map(place => {
            const [width, height] = sizeOf(place).map(Math.round);
            return `${place.localName} is ${width} by ${height}: ${place.innerText.trim()}`;
        });
}"""
LEAST_SIZE = 24  # WCAG 2.2, 2.5.8


class Unmarked(NamedTuple):
    """A text outside of brackets, and its element."""

    text: str
    place: str


def find_unmarked(page: Page) -> list[Unmarked]:
    """Return the texts of a page, and of what screen readers say, that are not marked."""
    given = {
        "open": OPEN,
        "close": CLOSE,
        "exempt": unmarked.EXEMPT,
        "names": unmarked.NAMES,
        "people": unmarked.PEOPLE,
        "spoken": unmarked.SPOKEN,
        "plain": sorted(unmarked.PLAIN_ELEMENTS),
        "letter": unmarked.LETTER,
        "sentence": unmarked.SENTENCE,
        "notation": unmarked.NOTATION,
    }
    return [Unmarked(*found) for found in page.evaluate(FIND_UNMARKED, given)]


def find_cut_off(page: Page, *sizes: ViewportSize) -> list[str]:
    """Return what is wider than its place, on a desk and on a phone or in these sizes."""
    found = []
    given = {"allowed": ALLOWED_TO_BE_CUT, "brackets": [OPEN, CLOSE]}
    for size in sizes or (DESK, PHONE):
        page.set_viewport_size(size)
        found += [f"{size['width']} px: {cut}" for cut in page.evaluate(FIND_CUT_OFF, given)]
    return found


def find_small(page: Page, *sizes: ViewportSize) -> list[str]:
    """Return the places to tap that are less than 24 pixels high or wide in these sizes."""
    found: list[str] = []
    for size in sizes:
        page.set_viewport_size(size)
        found += page.evaluate(FIND_SMALL, LEAST_SIZE)
    return found


MORE_VISITS = {
    "password reset sent": Visit("stranger", "/accounts/password/reset/done/"),
    "e-mail address to confirm": Visit("stranger", "/accounts/confirm-email/"),
    "account closed": Visit("stranger", "/accounts/inactive/"),
    "link to a new password, used": Visit(
        "stranger", "/accounts/password/reset/key/1-set-password/"
    ),
    "lobby of royal": Visit("zoe", "/?game=royal"),
    "lobby of triplets": Visit("zoe", "/?game=triple_four"),
    "settings refused": Visit(
        "zoe", "/accounts/password/change/", lambda page: page.click("main form button")
    ),
    "archive searched": Visit("stranger", "/archive/?player=nobody"),
}
PAGES = VISITS | MORE_VISITS


def list_all(words: list[str]) -> None:
    """Print every text that is not marked and all that is cut off, with the pages they are on."""
    texts: defaultdict[Unmarked, list[str]] = defaultdict(list)
    cut: defaultdict[str, list[str]] = defaultdict(list)
    with ExitStack() as stack:
        stack.callback(print_all, texts, cut)
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = start_browser(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        scene = stack.enter_context(pseudo_scene(browser, directory))
        for name, visit in PAGES.items():
            if words and not any(word in name for word in words):
                continue
            try:
                page = scene.visit(visit, language=LANGUAGE)
            except Exception as error:  # noqa: BLE001 (the other pages are of interest still)
                print(f"{name} could not be visited: {str(error)[:300]}")
                continue
            for one in dict.fromkeys(find_unmarked(page)):
                texts[one].append(name)
            for wide in find_cut_off(page):
                cut[wide].append(name)


def print_all(texts: Mapping[Unmarked, list[str]], cut: Mapping[str, list[str]]) -> None:
    for (text, place), names in sorted(texts.items(), key=lambda item: item[1]):
        print(f"{text!r}\n    {place}\n    {', '.join(names[:4])}{' ...' if names[4:] else ''}")
    for wide, names in cut.items():
        print(f"{wide}\n    {', '.join(names[:4])}{' ...' if names[4:] else ''}")
    print(f"{len(texts)} texts are not marked; {len(cut)} are cut off", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    list_all(sys.argv[1:])
