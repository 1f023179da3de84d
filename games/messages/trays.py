"""What the table of Triple Four says: its moves, the triplet cards, and what chosen cards do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

from games.messages.cards import any_card_text, cards_text, named_card_text
from games.messages.facts import tell_fact
from games.messages.language import gettext as _
from games.messages.language import ngettext, remembered
from games.messages.lists import join_and, join_or
from games.messages.names import name_text
from games.messages.text import Text, fill, join
from games.rules.facts import Fact
from games.rules.triple_four.explanation import Explanation
from games.rules.triple_four.hints import Progress
from games.rules.triple_four.triplets import TRIPLETS

_LISTED_MISSING = 4
"""The most cards that are listed where any one of them is missing."""
_NOTED_MISSING = 2
"""The same on a triplet card, where there is little room."""


class _Forms(NamedTuple):
    """A sentence about a move: as what a choice would do, to its player, and by name."""

    bare: str
    you: str
    named: str


_PLAYS: Final = {
    "draw_deck": _Forms(
        gettext_noop("Draw from the deck"),
        gettext_noop("You draw from the deck"),
        gettext_noop("{name} draws from the deck"),
    ),
    "draw_discard": _Forms(
        gettext_noop("Draw from the discard pile"),
        gettext_noop("You draw from the discard pile"),
        gettext_noop("{name} draws from the discard pile"),
    ),
    "draw_card": _Forms(
        gettext_noop("Draw {laid} from the discard pile"),
        gettext_noop("You draw {laid} from the discard pile"),
        gettext_noop("{name} draws {laid} from the discard pile"),
    ),
    "match": _Forms(
        gettext_noop("Match “{triplet}” with {laid}"),
        gettext_noop("You match “{triplet}” with {laid}"),
        gettext_noop("{name} matches “{triplet}” with {laid}"),
    ),
    "match_counted": _Forms(
        gettext_noop("Match “{triplet}” with {laid}: {matched} of {goal}"),
        gettext_noop("You match “{triplet}” with {laid}: {matched} of {goal}"),
        gettext_noop("{name} matches “{triplet}” with {laid}: {matched} of {goal}"),
    ),
    "take": _Forms(
        gettext_noop("Take “{triplet}” with {laid}"),
        gettext_noop("You take “{triplet}” with {laid}"),
        gettext_noop("{name} takes “{triplet}” with {laid}"),
    ),
    "take_counted": _Forms(
        gettext_noop("Take “{triplet}” with {laid}: {matched} of {goal}"),
        gettext_noop("You take “{triplet}” with {laid}: {matched} of {goal}"),
        gettext_noop("{name} takes “{triplet}” with {laid}: {matched} of {goal}"),
    ),
    "discard": _Forms(
        gettext_noop("Discard {laid}"),
        gettext_noop("You discard {laid}"),
        gettext_noop("{name} discards {laid}"),
    ),
    "pass": _Forms(
        gettext_noop("End your turn without a discard"),
        gettext_noop("You end your turn without a discard"),
        gettext_noop("{name} ends the turn without a discard"),
    ),
}
"""Each move of a player, by the form of its explanation."""


@remembered(4096)
def tell_play(explanation: Explanation, name: str = "", *, is_you: bool = False) -> Text:
    """Return a move as a text, without a full stop; see `games.messages.moves.tell_play`."""
    if explanation.form not in _PLAYS:
        return tell_dealing()
    forms = _PLAYS[explanation.form]
    return fill(
        _(forms.you if is_you else forms.named if name else forms.bare),
        name=name_text(name),
        laid=tell_fact(explanation.laid),
        triplet=tell_fact(explanation.triplet),
        matched=explanation.matched,
        goal=explanation.goal,
    )


def tell_move(explanation: Explanation) -> Text:
    """Return a move without what it brings: "Take “three of a kind” with 8♠, 8♥ and 8♥"."""
    return tell_play(replace(explanation, matched=0))


def tell_dealing() -> Text:
    """Return what the dealer did, without a full stop."""
    return fill(_("The dealer shuffles the discard pile into a new deck"))


LEVEL_WORDS: Final[Mapping[str, str]] = {
    "beginner": gettext_noop("Knows the rules but overlooks many matches."),
    "easy": gettext_noop("Matches whenever it can, and keeps cards that belong together."),
    "club": gettext_noop("Counts the cards that are left, and discards with care."),
    "strong": gettext_noop("Looks one draw ahead before it discards."),
    "master": gettext_noop("Looks two draws ahead, and thinks longest."),
}


def level_words(level: str) -> str:
    """Return how a level of the computer players plays this game, in a sentence."""
    return _(LEVEL_WORDS[level])


# On the table


def tell_triplet(name: str) -> Text:
    """Return what stands on a triplet card: "three red queens"."""
    return tell_fact(TRIPLETS[name].text)


def tell_drawn(code: str) -> Text:
    """Return which card somebody has drawn from the deck, for that player alone."""
    return fill(_("Your new card: {card}"), card=named_card_text(code))


def tell_step(has_drawn: bool) -> str:
    """Return which half of a turn it is."""
    return _("step 2 of 2: play") if has_drawn else _("step 1 of 2: draw")


@remembered(1024)
def tell_progress(progress: Progress) -> str:
    """Return what is noted on a triplet card of the tray: nothing where two cards are missing.

    >>> tell_progress(Progress("T37", ("JH", "QD"), 1, ("KH", "KD")))
    'needs K♥ or K♦'
    """
    if progress.short == 0:
        return _("ready to match")
    if progress.short > 1:
        return ""
    if len(progress.missing) > _NOTED_MISSING:
        return _("needs one card")
    return fill(_("needs {cards}"), cards=any_card_text(progress.missing))


def tell_useful() -> str:
    """Return what the mark means on a card that can do more than be discarded."""
    return _("can match or take")


def tell_takeable() -> str:
    """Return what is noted on an opponent's match that the viewer has the cards for."""
    return _("you can take it")


@remembered(1024)
def tell_belonging(triplets: tuple[str, ...]) -> str:
    """Return which triplet cards a card of the hand is kept for, nothing for none."""
    if not triplets:
        return ""
    quoted = [fill(_("“{text}”"), text=tell_triplet(name)) for name in triplets]
    return fill(_("for {triplets}"), triplets=join_and(quoted))


# What chosen cards would do


def ask_to_draw(top: tuple[str, ...], *, can_draw: bool) -> Text:
    """Return what the first half of a turn asks for.

    `top` is the top card of the discard pile, if there is one; `can_draw` tells whether there is
    a card to draw from the deck.
    """
    card = cards_text(top)
    if not can_draw:
        return fill(_("The deck is empty. Draw {card} from the discard pile."), card=card)
    if not top:
        return fill(_("Draw the top card of the deck."))
    return fill(
        _("Draw the top card of the deck, or {card} from the discard pile."),
        card=card,
    )


def tell_plan(draw: str, plan: str) -> Text:
    """Return what to draw, and what the chosen cards would do after that."""
    # Translators: both are whole sentences.
    return fill(_("{draw} Then: {plan}"), draw=draw, plan=plan)


def tell_plays(plays: Sequence[Explanation]) -> Text:
    """Return what a button would do; with several plays the player chooses one."""
    first, *others = map(tell_play, plays)
    return join(
        [
            # Translators: a full stop after a whole sentence.
            fill(_("{play}."), play=first),
            *(fill(_("Or: {play}."), play=play) for play in others),
        ]
    )


def tell_laid(
    cards: tuple[str, ...],
    play: Explanation | None,
    others: Sequence[Fact],
    *,
    has_choices: bool,
) -> Text:
    """Return what cards for a triplet card would do.

    `play` is what is suggested, `others` are what the same cards can do instead; with
    `has_choices` the player chooses what is meant.
    """
    chosen, said = cards_text(cards), list[Text]()
    if play is not None:
        said.append(tell_plays([play]))
    if others:
        readings = join_or(list(map(tell_fact, others)))
        said.append(
            fill(_("Or: {readings}."), readings=readings)
            if said
            else fill(_("{cards}: {readings}."), cards=chosen, readings=readings)
        )
    if has_choices:
        said.append(
            fill(_("Or choose:"))
            if said
            else fill(_("{cards}: choose what you mean."), cards=chosen)
        )
    return join(said)


def tell_tray_cards(chosen: Sequence[Progress]) -> Text:
    """Return how near the hand is to triplet cards that are chosen without any cards."""
    return join([_tell_tray_card(progress) for progress in chosen])


def _tell_tray_card(progress: Progress) -> Text:
    triplet, held = tell_triplet(progress.triplet), cards_text(progress.held)
    if not progress.held:
        return fill(_("You hold no card for “{triplet}” yet."), triplet=triplet)
    if progress.short == 0:
        sentence = _("You hold {cards} for “{triplet}”. Choose them.")
    elif progress.short > 1:
        sentence = _("You hold {cards} for “{triplet}” and need two more cards.")
    else:
        sentence = _("You hold {cards} for “{triplet}” and need {missing}.")
    return fill(sentence, cards=held, triplet=triplet, missing=_tell_missing(progress))


def _tell_missing(progress: Progress) -> Text:
    """Return the cards of which one is missing; of many only that one is."""
    if len(progress.missing) > _LISTED_MISSING:
        return fill(_("one more card"))
    return any_card_text(progress.missing)


def invite_to_pass() -> str:
    """Return what a player who may discard nothing can do."""
    return _("There is no card that you may discard. End your turn, or choose three cards.")


def invite_to_choose(ready: Progress | None) -> Text:
    """Return what a player can choose; `ready` is a triplet card with three cards in the hand."""
    if ready is None:
        return fill(_("Choose three cards for a triplet card, or one card to discard."))
    return fill(
        _("You hold three cards for “{triplet}”: {cards}. Choose three cards, or one to discard."),
        triplet=tell_triplet(ready.triplet),
        cards=cards_text(ready.held),
    )


def tell_one_card(cards: tuple[str, ...]) -> Text:
    """Return what a single card that may be discarded can do."""
    return fill(
        _("Discard {card}, or choose two more cards for a triplet card."), card=cards_text(cards)
    )


def tell_two_cards(cards: tuple[str, ...], near: Sequence[Progress]) -> Text:
    """Return for which triplet cards, at most two, these two cards lack only a third."""
    chosen = cards_text(cards)
    if not near:
        return fill(
            _(
                "{cards} together do not fit any triplet card here. Choose other cards, or choose "
                "one to discard."
            ),
            cards=chosen,
        )
    thirds = [
        fill(
            _("{missing} for “{triplet}”"),
            missing=_tell_missing(progress),
            triplet=tell_triplet(progress.triplet),
        )
        for progress in near
    ]
    first, *others = thirds
    return fill(
        _("Choose a third card to go with {cards}: {thirds}."),
        cards=chosen,
        thirds=fill(_("{first}, or {second}"), first=first, second=others[0]) if others else first,
    )


def tell_misfit(reason: Fact | None) -> Text:
    """Return why three cards cannot be laid down, and what else to do."""
    return fill(
        # Translators: the reason is a whole sentence.
        _("{reason} Choose other cards, or choose one to discard."),
        reason=tell_fact(reason),
    )


def tell_too_many(count: int) -> str:
    """Return that so many cards are no choice."""
    return ngettext(
        "You have chosen {count} card. Choose three for a triplet card, or one to discard.",
        "You have chosen {count} cards. Choose three for a triplet card, or one to discard.",
        count,
    ).format(count=count)
