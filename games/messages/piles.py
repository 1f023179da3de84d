"""Moves, piles and choices on a table of piles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

from games.messages.cards import card_text, cards_text, groups_text
from games.messages.facts import tell_worth
from games.messages.language import gettext as _
from games.messages.language import ngettext, pgettext, remembered
from games.messages.lists import join_and, join_commas, join_or
from games.messages.names import Relation, name_text
from games.messages.numbers import count_points
from games.messages.text import EMPTY, Text, fill, join
from games.rules.cards import show_card
from games.rules.explanation import Explanation
from games.rules.state import Kind, Pile
from games.rules.wording.piles import GAINS, KINDS, POINTS, name_form


class _Forms(NamedTuple):
    """A sentence about a move: as what a choice would do, to its player, and by name."""

    bare: str
    you: str
    named: str


_PLAYS: Final = {
    "drop": _Forms(
        gettext_noop("Drop {card}"),
        gettext_noop("You drop {card}"),
        gettext_noop("{name} drops {card}"),
    ),
    "trail": _Forms(
        gettext_noop("Trail {card}"),
        gettext_noop("You trail {card}"),
        gettext_noop("{name} trails {card}"),
    ),
    "capture": _Forms(
        gettext_noop("{card} takes {groups}"),
        gettext_noop("You take {groups} with {card}"),
        gettext_noop("{name} takes {groups} with {card}"),
    ),
    "capture_as": _Forms(
        gettext_noop("{card} as {value} takes {groups}"),
        gettext_noop("You take {groups} with {card} as {value}"),
        gettext_noop("{name} takes {groups} with {card} as {value}"),
    ),
    "build": _Forms(
        gettext_noop("Build {worth} with {groups}"),
        gettext_noop("You build {worth} with {groups}"),
        gettext_noop("{name} builds {worth} with {groups}"),
    ),
    "build_same": _Forms(
        gettext_noop("Make a fixed build of {worth} with {groups}"),
        gettext_noop("You make a fixed build of {worth} with {groups}"),
        gettext_noop("{name} makes a fixed build of {worth} with {groups}"),
    ),
    "face_build": _Forms(
        gettext_noop("Make a face build of {worth} with {groups}"),
        gettext_noop("You make a face build of {worth} with {groups}"),
        gettext_noop("{name} makes a face build of {worth} with {groups}"),
    ),
    "build_multiple": _Forms(
        gettext_noop("Make a multiple build of {worth} with {groups}"),
        gettext_noop("You make a multiple build of {worth} with {groups}"),
        gettext_noop("{name} makes a multiple build of {worth} with {groups}"),
    ),
    "subtraction": _Forms(
        gettext_noop("Put {card} on {groups}, leaving {value}"),
        gettext_noop("You put {card} on {groups}, leaving {value}"),
        gettext_noop("{name} puts {card} on {groups}, leaving {value}"),
    ),
    "pass": _Forms(gettext_noop("Pass"), gettext_noop("You pass"), gettext_noop("{name} passes")),
    "secret": _Forms(
        gettext_noop("Pick a secret card"),
        gettext_noop("You pick a secret card"),
        gettext_noop("{name} picks a secret card"),
    ),
}


_POINT_CARDS: Final = {
    "big_casino": "TD",
    "little_casino": "2S",
    "jack_of_spades": "JS",
    "ten_of_diamonds": "TD",
    "two_of_spades": "2S",
}
"""The lines of the sheet that a single card brings."""


@remembered(4096)
def tell_play(explanation: Explanation, name: str = "", *, is_you: bool = False) -> Text:
    """Return a move and what it brings as a text; see `moves.tell_play`."""
    play = tell_move(explanation, name, is_you=is_you)
    gains = tell_gains(explanation)
    return fill(_("{play}: {gains}"), play=play, gains=gains) if gains else play


@remembered(4096)
def tell_move(explanation: Explanation, name: str = "", *, is_you: bool = False) -> Text:
    """Return a move without what it brings."""
    forms = _PLAYS[name_form(explanation)]
    sentence = forms.you if is_you else forms.named if name else forms.bare
    return fill(
        _(sentence),
        name=name_text(name),
        card=card_text(explanation.card) if explanation.card else EMPTY,
        value=str(explanation.value),
        worth="" if explanation.value is None else tell_worth(explanation.value),
        groups=groups_text(explanation.groups),
    )


def tell_dealing() -> Text:
    """Return that the dealer dealt."""
    return fill(_("The dealer deals the next deck"))


@remembered(4096)
def tell_gains(explanation: Explanation) -> Text:
    """Return what a capture brings: "4 cards, 1 spade; 2 points (aces)"; nothing for no capture."""
    if not explanation.gains:
        return EMPTY
    counts = join_commas([count_captured(name, count) for name, count in explanation.gains])
    if not explanation.points:
        return counts
    return fill(_("{counts}; {points}"), counts=counts, points=_tell_points(explanation))


def _tell_points(explanation: Explanation) -> Text:
    total = count_points(sum(points for _line, points in explanation.points))
    named = [(_name_line(line, points), points) for line, points in explanation.points]
    reasons = named[0][0]
    if len(named) > 1:
        reasons = join_commas(
            [fill(_("{reason} {points}"), reason=name, points=points) for name, points in named]
        )
    return fill(_("{points} ({reasons})"), points=total, reasons=reasons)


def _name_line(line: str, points: int) -> Text:
    """Return what the points of a capture on a line of the sheet are for: "10♦", "aces"."""
    if line in _POINT_CARDS:
        return card_text(_POINT_CARDS[line])
    name = POINTS[line]
    return fill(_(name) if isinstance(name, str) else ngettext(*name, points))


def count_captured(name: str, count: int) -> str:
    """Return how many captured cards of a kind: "4 cards", "1 spade"."""
    return ngettext(*GAINS[name], count).format(count=count)


class CountedKind(NamedTuple):
    """A kind of captured cards that is counted; `suit` is "" if it is not a suit."""

    title: str
    heading: str
    suit: str = ""

    @property
    def sign(self) -> str:
        """The sign of the suit."""
        return show_card(f"A{self.suit}")[1:]


_KINDS: Final = {
    "cards": CountedKind(gettext_noop("cards"), gettext_noop("Cards")),
    "spades": CountedKind(gettext_noop("spades"), gettext_noop("Spades"), "S"),
    "hearts": CountedKind(gettext_noop("hearts"), gettext_noop("Hearts"), "H"),
    "diamonds": CountedKind(gettext_noop("diamonds"), gettext_noop("Diamonds"), "D"),
    "clubs": CountedKind(gettext_noop("clubs"), gettext_noop("Clubs"), "C"),
}


def counted_kind(name: str) -> CountedKind:
    """Return how a kind of captured cards is called where it is counted."""
    kind = _KINDS[name]
    return kind._replace(title=_(kind.title), heading=_(kind.heading))


def name_counted(name: str, count: int) -> str:
    """Return what a number of captured cards counts: "cards", "spade"."""
    return ngettext(*KINDS[name], count)


# Piles

_FACE_BUILDS: Final = {
    "A": gettext_noop("Aces"),
    "J": gettext_noop("Jacks"),
    "Q": gettext_noop("Queens"),
    "K": gettext_noop("Kings"),
}
"""The labels below builds of faces."""


def pile_label(pile: Pile) -> str:
    """Return the label below a pile: "Build 8", "Builds of 8", "Kings", or "" for a loose card."""
    if pile.kind is Kind.LOOSE:
        return ""
    worth = tell_worth(pile.value) if pile.value is not None else ""
    if pile.kind is Kind.SUBTRACTION:
        return _("Locked {worth}").format(worth=worth)
    if pile.kind is Kind.SINGLE:
        return pgettext("a pile on the table", "Build {worth}").format(worth=worth)
    if pile.kind is Kind.FIXED:
        return _("Builds of {worth}").format(worth=worth)
    return _(_FACE_BUILDS[pile.value]) if isinstance(pile.value, str) else worth


def name_pile(label: str, cards: Sequence[str], owner: str = "") -> Text:
    """Return what a screen reader says of a pile: what it is, whose if that matters, its cards."""
    listed = join_commas(cards)
    if not label:
        return listed
    if owner:
        return fill(
            _("{pile} ({owner}): {cards}"), pile=label, owner=name_text(owner), cards=listed
        )
    return fill(_("{pile}: {cards}"), pile=label, cards=listed)


def name_owner(owner: str, relation: Relation) -> Text:
    """Return whose pile it is, in a word; a spectator is told the name."""
    if relation is Relation.WATCHED:
        return name_text(owner)
    return fill(_("yours") if relation is Relation.YOU else _("theirs"))


def name_card(name: str, note: str) -> str:
    """Return a card with what is special about it: "ten of diamonds (2 points)"."""
    return _("{card} ({note})").format(card=name, note=note) if note else name


def tell_badge(cards: Sequence[str], note: str) -> Text:
    """Return what these cards with a badge count as: "J♠ and J♥: jack or 11"."""
    named = join_and([card_text(code) for code in cards])
    return fill(_("{cards}: {note}"), cards=named, note=note)


def tell_notes(notes: Sequence[tuple[str, str]]) -> Text:
    """Return what is special about cards: "10♦: 2 points"; nothing for none."""
    return join_commas(
        [fill(_("{card}: {note}"), card=card_text(code), note=note) for code, note in notes]
    )


# The turn composer


def choose_a_card() -> str:
    """Return what to do first."""
    return _("Choose a card from your hand first.")


def choose_anything() -> str:
    """Return what to do when nothing is chosen."""
    return _("Choose a card from your hand, or cards on the table.")


def empty_hand() -> str:
    """Return that there is nothing to choose."""
    return _("Your hand is empty.")


def skip_turn() -> str:
    """Return what a pass does."""
    return _("End your turn without playing a card.")


def used_lifeline(name: str) -> str:
    """Return why a lifeline cannot be used. Raises KeyError where it is no action."""
    sentences = {
        "pass": _("You have already used your pass."),
        "subtraction": _("You have already used your subtraction."),
    }
    return sentences[name]


def tell_main_play(play: Text) -> Text:
    """Return the suggested move as a sentence."""
    return fill(_("{play}."), play=play)


def tell_other_plays(readings: Sequence[str], *, card: str = "") -> Text:
    """Return the other moves that the choice may mean, in short.

    After a suggested move, or, without one, after the card itself.
    """
    others = join_or(readings)
    if card:
        return fill(_("{card}: {others}."), card=card_text(card), others=others)
    return fill(_("Or: {others}."), others=others)


def ask_which(card: str = "") -> Text:
    """Return that there is a choice below; `card` when nothing has been said of it before."""
    if card:
        return fill(_("{card}: choose what you mean."), card=card_text(card))
    return fill(_("Or choose:"))


def tell_readings(plays: Sequence[Text]) -> Text:
    """Return what a button would do, all its readings."""
    first, *others = plays
    return join([tell_main_play(first), *(tell_other_plays([play]) for play in others)])


def tell_kept(play: Text, cards: Sequence[str]) -> Text:
    """Return what a build does, with the cards held that can capture it."""
    if not cards:
        return play
    return fill(_("{play}; you hold {cards}"), play=play, cards=cards_text(tuple(cards)))


def choose_hand_card(cards: Sequence[str]) -> Text:
    """Return that a card is still missing for the chosen piles."""
    return fill(
        _("Choose a card from your hand to play on {cards}."), cards=cards_text(tuple(cards))
    )


def no_card_fits(cards: Sequence[str]) -> Text:
    """Return that no card of the hand can be played on the chosen piles."""
    if not cards:
        return fill(_("None of your cards can be played on that."))
    return fill(_("None of your cards can be played on {cards}."), cards=cards_text(tuple(cards)))


def drop_or_choose(card: str, verb: str) -> Text:
    """Return what a chosen card can do: be laid down ("drop" or "trail"), or take something."""
    if verb == "trail":
        sentence = _("{card}: trail it, or choose what it takes.")
    else:
        sentence = _("{card}: drop it, or choose what it takes.")
    return fill(sentence, card=card_text(card))


def only_drop(card: str, verb: str) -> Text:
    """Return that a chosen card can do nothing but be laid down."""
    if verb == "trail":
        sentence = _("{card} cannot capture or build anything here. You can only trail it.")
    else:
        sentence = _("{card} cannot capture or build anything here. You can only drop it.")
    return fill(sentence, card=card_text(card))


def tell_useful(actions: Sequence[str]) -> str:
    """Return what the mark means on a card that can do more than be laid down."""
    if "subtraction" in actions:
        return _("can capture, build or subtract")
    return _("can capture or build")


def choose_others(reason: str) -> Text:
    """Return why the chosen cards make no play, and what to do."""
    return fill(_("{reason} Choose more cards, or put one back."), reason=reason)
