"""Timed work of the study: the moves whose times the document gives."""

from collections.abc import Callable, Mapping

from tttcore.studies.osipa2017 import facts_3x3
from tttcore.studies.osipa2017.method import searched_move

TIMED: Mapping[str, Callable[[], Callable[[], object]]] = {
    "first_move": facts_3x3.first_move,
    "first_reply": facts_3x3.first_reply,
    "later_move": facts_3x3.later_move,
    "searched_move": searched_move,
}
"""Functions by name that prepare the work; what they return is called again and again."""
