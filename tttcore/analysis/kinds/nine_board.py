"""What kinds of tables about games on nine boards have in common."""

from typing import ClassVar

from tttcore.analysis.kinds.kind import ForTreatments, Kind


class OfNineBoard(Kind):
    """A kind of table for studies of games on nine boards."""

    engine: ClassVar = "nine_board"


class OfTreatments(OfNineBoard, ForTreatments):
    """A kind of table about some treatments of such a study."""
