"""Definitions for the rules of the classroom: studies that its pages show, and the exercises of the worksheet."""

from tttcore.classroom.assets import (
    BOXES_SCRIPTS,
    BOXES_STYLES,
    ENTER_SCRIPTS,
    ENTER_STYLES,
    LEARN_SCRIPTS,
    LEARN_STYLES,
    MODEL_SCRIPTS,
    SCRIPTS,
    STYLES,
    WORKER_SCRIPT,
    assets_digest,
)
from tttcore.classroom.boxes_page import BOXES
from tttcore.classroom.course import MACHINES as OF_LEARNERS
from tttcore.classroom.worksheet import (
    LEAGUE,
    MACHINES as OF_MACHINES,
    Worksheet,
    check_worksheet,
    read_worksheet,
    used_selectors,
)
from tttcore.exact.facts import STRATEGIES
from tttcore.learning.captions import FIGURES, figure_names
from tttcore.plots.names import groups_of

EXERCISES = "config/worksheet.yaml"
"""File of exercises, which a project may have."""
LIVE = with_module("live")
"""Studies whose runs a page makes again."""
TAUGHT = with_module("lessons")
"""Studies whose players go on learning on the play page."""


def read_shown_worksheet():
    """Exercises and slides whose studies are made, and whose tables of the league are."""
    if not os.path.exists(EXERCISES):
        return Worksheet([])
    try:
        worksheet = read_worksheet(EXERCISES).shown(is_shown)
        if workflow.is_main_process:
            check_worksheet(worksheet, STUDIES, EXERCISES)
    except ConfigError as error:
        sys.exit(f"error: {error}")
    return worksheet


def is_shown(task):
    """Tell whether a task's studies are made, its tables of the league are, and the strategies that it asks for."""
    used = [*used_selectors(task)]
    of_league = any(selector.table.startswith(LEAGUE) for selector in used)
    of_machines = [each for each in used if each.table.startswith(OF_MACHINES)]
    learners = {
        name
        for each in of_machines
        for column, names in each.conditions
        if column == "study"
        for name in names
    }
    counted = any(
        fact.startswith(STRATEGIES)
        for each in used
        for _, facts in each.conditions
        for fact in facts
    )
    studies = WITH_MACHINES if of_machines else STUDIES
    made = task.studies | learners <= {*studies} and not (
        TRIAL and (counted or of_machines)
    )
    folder, _, name = task.figure.partition("/")
    made = made and (folder != OF_LEARNERS or name in figure_names(MACHINES, GAMES))
    return made and ("classic" in LEAGUES or not of_league)


SHOWN = read_shown_worksheet()
SHOWN_EXERCISES = SHOWN.exercises
WORKSHEETS += (
    ["results/report/worksheet.html", "results/report/course.html"]
    if SHOWN_EXERCISES
    else []
)
ON_SLIDES = {
    slide.figure: figures[figure]["title"]
    for slide in SHOWN.slides
    for study, _, figure in [slide.figure.partition("/")]
    if figure
    for figures in [STUDIES[study].config["figures"] if study in STUDIES else FIGURES]
}
"""Titles of the figures on slides, by study and name."""
BOXED = {
    name: machine["treatment"]
    for name, machine in MACHINES.items()
    if STUDIES[name].engine == BOXES
}
"""Treatment of every study of matchboxes whose machine people train."""
GROUPS = {name: groups_of(study.config) for name, study in STUDIES.items()}
"""Groups of treatments in long lists, by study and key."""
OF_EXERCISES = sorted({each.study for each in SHOWN.tasks} - {""})
