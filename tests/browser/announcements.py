"""What a screen reader announces of a table, by the version that it belongs to."""

from collections.abc import Mapping

from playwright.sync_api import Page

# An answer to the player's own taps, before anything is sent, belongs to no turn.
LISTEN = """() => {
    const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
    const version = () => document.getElementById("game")?.dataset.version;
    const said = new Map();
    for (const each of document.querySelectorAll(LIVE)) said.set(each, each.textContent.trim());
    let isAnswer = false;
    window.announced = [];
    for (const kind of ["change", "click"]) {
        document.addEventListener(kind, () => { isAnswer = true; }, { capture: true });
    }
    document.addEventListener("live:swapping", () => { isAnswer = false; });
    const regionOf = (node) => {
        const element = node.nodeType === 1 ? node : node.parentElement;
        const region = element?.closest(`${LIVE}, [aria-live=off], [role=timer]`);
        return region?.matches(LIVE) && region.getAttribute("aria-live") !== "off" ? region : null;
    };
    new MutationObserver((records) => {
        const touched = new Set();
        for (const { target, addedNodes } of records) {
            touched.add(regionOf(target));
            for (const node of addedNodes) {
                for (const each of node.querySelectorAll?.(LIVE) ?? []) touched.add(regionOf(each));
            }
        }
        for (const region of touched) {
            const words = region?.isConnected ? region.textContent.trim() : "";
            if (!words || (region.id === "sentence" && isAnswer)) continue;
            if (said.get(region) !== words) announced.push([version(), region.id, words]);
            said.set(region, words);
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def listen(page: Page) -> None:
    """Note from now on what a screen reader announces."""
    page.evaluate(LISTEN)


def announced(page: Page) -> Mapping[str, list[tuple[str, str]]]:
    """Return for each version what was announced since: the id of the place, and the words."""
    found: dict[str, list[tuple[str, str]]] = {}
    for version, place, words in page.evaluate("window.announced"):
        found.setdefault(version, []).append((place, words))
    return found
