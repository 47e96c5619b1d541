"""Functions of the pages for courses: runs that are made again in the browser, and exercises."""

from tttcore.engines.live import live_module
from tttcore.report.worksheet import LEAGUE, read_worksheet, used_tables
from tttcore.studies.published_courses import published_courses_module

LIVE = [name for name, study in STUDIES.items() if live_module(study.engine)]
"""Studies whose runs a page makes again in the browser."""


def get_live_settings():
    """What the page that makes runs again takes from the configuration of each of these studies."""
    return {
        name: {
            "engine": STUDIES[name].engine,
            "recipes": get_recipes(SimpleNamespace(study=name)),
            "published": STUDIES[name].config["published"]["tables"],
            "comparisons": STUDIES[name].comparisons,
        }
        for name in LIVE
    }


def get_live_data(wildcards):
    """The documents' own tables of these studies, as files."""
    return [
        file
        for each in get_live_settings().values()
        for file in each["published"].values()
    ]


def get_digest_of_live_data(wildcards):
    """Digest of these: a file may be replaced by an older one, which no time tells."""
    return files_digest(get_live_data(wildcards))


def get_code_of_live_runs(wildcards):
    """Digests of what makes the runs of these studies: of engines and operators, whose recipes the page spells out."""
    return {name: code_of_runs(name) for name in LIVE}


def get_live_modules(wildcards):
    """Modules of engines and studies that the page needs, by name."""
    engines = sorted({STUDIES[name].engine for name in LIVE})
    return [
        *map(live_module, engines),
        *map(published_courses_module, LIVE),
    ]


EXERCISES = "config/worksheet.yaml"
"""File of the exercises, which a project may have."""


def read_exercises():
    """Exercises of the project whose study is made, and whose tables of the league are."""
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
WORKSHEET = ["results/report/worksheet.html"] if SHOWN_EXERCISES else []
"""The page, if there are exercises."""
OF_EXERCISES = sorted({each.study for each in SHOWN_EXERCISES} - {""})
"""Studies whose tables exercises use."""
