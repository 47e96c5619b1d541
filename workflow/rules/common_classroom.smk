"""What the rules of the classroom share: studies that its pages show, and the exercises of the worksheet."""

from tttcore.classroom.assets import learn_digest, play_digest
from tttcore.classroom.worksheet import LEAGUE, read_worksheet, used_tables

EXERCISES = "config/worksheet.yaml"
"""File of exercises, which a project may have."""
LIVE = with_module("live")
"""Studies whose runs a page makes again."""
TAUGHT = with_module("lessons")
"""Studies whose players go on learning on the play page."""


def read_exercises():
    """Exercises whose study is made, and whose tables of the league are."""
    if not os.path.exists(EXERCISES):
        return []
    try:
        exercises = read_worksheet(EXERCISES)
    except ConfigError as error:
        sys.exit(f"error: {error}")
    return [
        each
        for each in exercises
        if each.study in ("", *STUDIES)
        and (
            "classic" in LEAGUES
            or not any(name.startswith(LEAGUE) for name in used_tables(each))
        )
    ]


SHOWN_EXERCISES = read_exercises()
WORKSHEET += ["results/report/worksheet.html"] if SHOWN_EXERCISES else []
OF_EXERCISES = sorted({each.study for each in SHOWN_EXERCISES} - {""})
