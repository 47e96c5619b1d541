"""Moves that the document timed, as work to be timed here."""

from collections.abc import Callable, Mapping

from tttcore.studies.osipa2017 import three
from tttcore.studies.osipa2017.method import searched_move

TIMED: Mapping[str, Callable[[], Callable[[], object]]] = {
    "first_move": three.first_move,
    "first_reply": three.first_reply,
    "later_move": three.later_move,
    "searched_move": searched_move,
}
"""What can be timed: each makes ready what is then called again and again."""
