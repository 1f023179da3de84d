"""Plans for the next turn: what they wait for, what they would play, and what came of them."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from games.messages.cards import card_name, card_text
from games.messages.facts import tell_pile
from games.messages.language import gettext as _
from games.messages.language import pgettext
from games.messages.names import name_text
from games.messages.text import Text, fill
from games.rules.conditions import Condition, When
from games.rules.state import Pile

# Of one rival who is named, and of several.
_WHATEVER: Final = gettext_noop("Whatever {name} does"), gettext_noop("Whatever the others do")
_SPARED: Final = (
    gettext_noop("If {name} captures or changes nothing that your move uses"),
    gettext_noop("If nobody captures or changes anything that your move uses"),
)
# By the names of games; "" is any other one.
_DROPPED: Final = {
    "": (gettext_noop("If {name} trails {card}"), gettext_noop("If somebody trails {card}")),
    "trifecta": (gettext_noop("If {name} drops {card}"), gettext_noop("If somebody drops {card}")),
    "triple_four": (
        gettext_noop("If {name} discards {card}"),
        gettext_noop("If somebody discards {card}"),
    ),
}
_TITLES: Final = {
    "": (gettext_noop("If {name} trails …"), gettext_noop("If somebody trails …")),
    "trifecta": (gettext_noop("If {name} drops …"), gettext_noop("If somebody drops …")),
    "triple_four": (gettext_noop("If {name} discards …"), gettext_noop("If somebody discards …")),
}
_OUTCOMES: Final = {
    "played": gettext_noop("This plan was played."),
    "illegal": gettext_noop(
        "This came true first, but the move was no longer possible. Nothing was played."
    ),
    "unmet": gettext_noop("This did not come true."),
    "unused": gettext_noop("An earlier plan came true first."),
}
_RANKS: Final = {
    "A": gettext_noop("any ace"),
    "2": gettext_noop("any two"),
    "3": gettext_noop("any three"),
    "4": gettext_noop("any four"),
    "5": gettext_noop("any five"),
    "6": gettext_noop("any six"),
    "7": gettext_noop("any seven"),
    "8": gettext_noop("any eight"),
    "9": gettext_noop("any nine"),
    "T": gettext_noop("any ten"),
    "J": gettext_noop("any jack"),
    "Q": gettext_noop("any queen"),
    "K": gettext_noop("any king"),
}


def tell_condition(condition: Condition, *, game: str, rival: str, pile: Pile | None) -> Text:
    """Return what a plan waits for. `rival` is the only opponent, "" if there are several.

    `pile` is the build that the condition names.
    """
    if condition.when is When.BUILD:
        if pile is None:
            return fill(_("If your build is still there"))
        return fill(_("If your {pile} is still there"), pile=tell_pile(pile))
    forms = _WHATEVER if condition.when is When.ANYTHING else _SPARED
    if condition.when is When.DROPPED:
        forms = _DROPPED.get(game, _DROPPED[""])
    card: str = _(_RANKS[condition.of]) if condition.is_of_rank else card_text(condition.of)
    return fill(_(forms[not rival]), name=name_text(rival), card=card)


def title_drops(game: str, rival: str) -> str:
    """Return the title of a list of what may be dropped."""
    return _(_TITLES.get(game, _TITLES[""])[not rival]).format(name=rival)


def name_drop(of: str) -> str:
    """Return a card or a rank as an item of a list."""
    return _(_RANKS[of]) if len(of) == 1 else card_name(of)


def tell_plan(condition: Text, play: Text, example: str) -> Text:
    """Return a plan as a sentence; `example` stands for whichever card of its rank is dropped."""
    if not example:
        return fill(_("{condition}: {play}"), condition=condition, play=play)
    return fill(
        _("{condition}: {play}, or the same with the actual card in place of {card}"),
        condition=condition,
        play=play,
        card=card_text(example),
    )


def tell_outcome(outcome: str) -> str:
    """Return what came of a plan, "" while its turn has not come."""
    return _(_OUTCOMES[outcome]) if outcome else ""


def mark_planned(words: Text) -> Text:
    """Return a move in words as one that its player had planned."""
    return fill(pgettext("a move that its player had planned", "{move} (planned)"), move=words)


def planned_mark() -> str:
    """Return what stands beside a planned move in the list of moves."""
    return pgettext("a move that its player had planned", "planned")


def label_action(action: str) -> str:
    """Return what the button says that plans an action."""
    return _("Plan: {action}").format(action=action)
