"""What is wrong with a position, an option or a record.

What is wrong with a position is a clause, because it begins with a key or stands after a colon;
what is wrong with a record is a sentence.
"""

from typing import Final

from games.rules.wording.marks import Sentence
from games.rules.wording.marks import mark as _
from games.rules.wording.marks import mark_plural as _n

_VALUES: Final[dict[str, Sentence]] = {
    "huge_number": _("a huge number"),
    "a_list": _("a list"),
    "an_object": _("an object"),
}
"""What stands in a document, where that is too long to quote."""

_POSITIONS: Final[dict[str, Sentence]] = {
    "not_a_position": _("a position is a JSON object"),
    "another_game": _("this is not a position of {name}"),
    "unknown_key": _("unknown key {given}"),
    "unknown_key_in": _("unknown key {given} in {where}"),
    "missing_key": _("{where} is missing"),
    "must_be_number": _("{where} must be a whole number from {low} to {high}, not {given}"),
    "must_be_flag": _("{where} must be true or false, not {given}"),
    "must_be_list": _("{where} must be a list, not {given}"),
    "must_be_object": _("{where} must be an object, not {given}"),
    "must_be_one_of": _("{where} must be one of {choices}, not {given}"),
    "must_be_null_or_one_of": _("{where} must be null or one of {choices}, not {given}"),
    "must_be_here": _("{where} must be {expected} here"),
    "must_list_cards": _("{where} must list cards, not {given}"),
    "must_list_values": _n(
        "{where} must list {count} value, not {found}",
        "{where} must list {count} values, not {found}",
    ),
    "must_list_hands": _n(
        "hands must list {count} hand, not {found}", "hands must list {count} hands, not {found}"
    ),
    "must_list_hands_between": _("hands must list {low} to {high} hands, not {found}"),
    "unknown_card": _("unknown card {given} in {where}"),
    "card_too_often": _("{given} appears too often (in {where})"),
    "too_many_hidden": _n(
        "{count} hidden card is more than the pack has left",
        "{count} hidden cards are more than the pack has left",
    ),
    "nobody_to_move": _("to_move is null, but it is somebody’s turn"),
    "both_forfeit": _("violations cannot forfeit the game for both seats"),
    "every_side_out": _("out lists every side"),
    "every_seat_out": _("out lists every seat"),
    # Piles
    "empty_pile": _("a pile on the table has no cards"),
    "pile_without_value": _("the pile {cards} has no value"),
    "build_sum": _("the build {cards} does not add up to {worth}"),
    "impossible_value": _("{cards} cannot be a pile of that value"),
    "not_these_faces": _("a build of {faces} holds two or three of them, not {cards}"),
    "subtraction_without_owner": _("a subtraction pile needs an owner"),
    "subtraction_sum": _("the subtraction pile {cards} does not leave {worth}"),
    # Secret cards
    "dealt_before_picks": _("nothing is dealt before both secret cards are picked"),
    "small_stock": _("the stock is too small for the first deal"),
    "picks_are_over": _("phase cannot be pick: both secret cards are picked"),
    "two_secrets": _("secrets must list two cards, one for each seat"),
    # Triplet cards
    "empty_match": _("the match “{triplet}” has no cards"),
    "wrong_match": _("{cards} do not fit the match “{triplet}”"),
    "drawn_between_turns": _("drawn must be null: it is nobody’s turn"),
    "drawn_nothing": _("drawn cannot be nothing: there are cards to draw"),
    "drawn_without_hand": _("drawn is the last card of the hand, but the hand is empty"),
    "owed_at_end": _("owed must be null: the game is over"),
    "owed_too_early": _("owed must be null: the deck is not reshuffled here"),
    "owed_in_turn": _("owed must be 1 card in the middle of a turn"),
    "every_triplet_once": _("triplets must hold every triplet card once"),
    # Captured spades
    "other_spade_takers": _("spade_takers must list each side once for every spade it captured"),
    # Deals and options
    "whole_pack": _("the deck must hold every card of the pack, and nothing else"),
    "unknown_option": _("there is no option {given}"),
    "unknown_option_of": _("{title} has no option {option}"),
    "impossible_option": _("{option} cannot be {given}"),
    "option_of_others": _("{option} needs {numbers} players, not {players}"),
}

_RECORDS: Final[dict[str, Sentence]] = {
    "at_place": _("{place}: {reason}"),
    "at_move": _("Move {number} ({place}): {reason}"),
    # The file
    "large_file": _("A record is never larger than 1 MB."),
    "empty_file": _("This is empty."),
    "not_utf_8": _("This is not text in UTF-8."),
    "not_json": _("This is not JSON, the format that records are written in."),
    "not_json_at": _("This is not JSON: line {line}, column {column}."),
    "no_json_number": _("{given} is not a number in JSON."),
    "twice_in_object": _("The key {given} appears twice in one object."),
    "not_a_record": _("A record is a JSON object whose format is “{expected}”."),
    "other_format_version": _("This site reads version {version}."),
    # Its values
    "is_missing": _("This is missing."),
    "key_not_known_here": _("The key {given} is not known here."),
    "key_out_of_place": _("The key {given} does not belong here."),
    "is_no_object": _("This must be an object, not {given}."),
    "is_no_object_or_null": _("This must be an object or null, not {given}."),
    "is_no_list": _("This must be a list, not {given}."),
    "is_no_number": _("This must be a whole number from {low} to {high}, not {given}."),
    "is_no_word": _("This must be a string of letters, digits, - and _, not {given}."),
    "is_no_text": _("This must be a string of up to {most} plain characters, not {given}."),
    "is_no_name": _("This must be a string of 1 to {most} visible characters, not {given}."),
    "is_no_time": _("This must be a time in UTC like 2026-11-21T18:05:09.250Z, not {given}."),
    "is_no_hash": _("This must be a string of 64 hexadecimal digits, not {given}."),
    "is_no_shuffle_value": _("This must be up to 64 hexadecimal digits, not {given}."),
    "is_no_card": _("This must be a card, not {given}."),
    "is_no_card_or_null": _("This must be a card or null, not {given}."),
    "is_none_of": _("This must be one of {choices}, not {given}."),
    "is_no_duration": _("This must be a number of seconds, not {given}."),
    "is_not_null": _("This must be null, not {given}."),
    "is_not_empty": _("This must be empty, not {given}."),
    "is_no_actor": _("This must be the seat that did it, not {given}."),
    "is_no_sheet": _("This must be an object of lines and points, not {given}."),
    "is_no_points": _("This must be a whole number, or a fraction like “1/2”, not {given}."),
    "is_no_game": _("This must be the name of a game, not {given}."),
    "game_not_known_here": _("There is no game {given} here; the known games are {known}."),
    "is_no_option": _("{given} is not an option."),
    "is_no_line": _("{given} is not a line of a point sheet."),
    "list_length": _n(
        "This list has {count} entry but must have {length}.",
        "This list has {count} entries but must have {length}.",
    ),
    "list_length_between": _n(
        "This list has {count} entry but must have {low} to {high}.",
        "This list has {count} entries but must have {low} to {high}.",
    ),
    "more_than_in_pack": _("{given} is in the deck more often than in the pack."),
    # The game
    "impossible_deal": _("This deal is not possible."),
    "impossible_deal_because": _("This deal is not possible: {reason}."),
    "cards_are_hidden": _(
        "The cards are hidden while the game is running, so it cannot be replayed."
    ),
    "seat_of_computer": _("A computer player already has this seat."),
    "not_dropped_out": _("This player has not dropped out."),
    "no_level": _("This must be the level of a computer player."),
    "shuffle_due": _("The cards must be shuffled first."),
    "no_shuffle_due": _("No shuffle is due here."),
    "other_seats_turn": _("It is the turn of seat {mover}, not of seat {seat}."),
    "illegal_move": _("The move {text} is not legal: {reason}"),
    "illegal_event": _("This is not legal: {reason}"),
    "written_otherwise": _("The move {text} must be written {notation}."),
    "not_finished": _("The game is not finished; only a finished game can be checked."),
    "not_over": _("The game is not over after the last event."),
    "seed_missing": _("The seed, the values and the cards must be there."),
    "unknown_recipe": _("The cards cannot be derived: this site has no shuffle version {version}."),
    "no_shuffle": _("The cards cannot be derived from this seed and these values."),
    "seed_hash": _("This is not the SHA-256 of the seed."),
    "pick_hash": _("This is not the SHA-256 of the salt and the card."),
    "salt_missing": _("This must be there once the game is over."),
    "differs": _("The record says {given}, but replaying the game gives {derived}."),
    "list_differs": _n(
        "The list has {count} entry, but replaying the game gives {derived}.",
        "The list has {count} entries, but replaying the game gives {derived}.",
    ),
}

_PACKS: Final[dict[str, Sentence]] = {
    "pack": _("The deck"),
    "pack_triplets": _("The triplet cards"),
}
"""What is shuffled before a game: the deck, and other packs by name."""

SENTENCES: Final[dict[str, Sentence]] = {**_VALUES, **_POSITIONS, **_RECORDS, **_PACKS}
