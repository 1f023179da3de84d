"""Playing a checked move of Royal Cassino, dealing the rounds, and ending the game."""

from dataclasses import replace

from games.rules.notation import Move
from games.rules.scoring import Sheet
from games.rules.state import TableState
from games.rules.turns import find_turn, give_leftovers, is_played_out, pass_turn, play_card


def score_cards(cards: int) -> Sheet:
    """Return the line that captured cards score on: each is a point (5.1)."""
    return (("cards", cards.bit_count()),)


def play_move(state: TableState, move: Move) -> TableState:
    """Return the state after a legal move."""
    return _end_game(pass_turn(play_card(state, move, score_cards)))


def start_turn(state: TableState) -> TableState:
    """Work out whose turn it is, also with empty hands and at the end of the game."""
    return _end_game(find_turn(state))


def _end_game(state: TableState) -> TableState:
    """Once the deck is played out, give what is left to the last capturer (5.2)."""
    if not is_played_out(state):
        return state
    return replace(give_leftovers(state, score_cards), to_move=None)
