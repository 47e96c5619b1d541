"""A page of runs to be made again, of a few short runs of every engine that it runs."""

from pathlib import Path
from typing import Any

import pandas as pd
from helpers.project import ROOT

from tttcore.classroom.learn_page import LiveStudy, learn_context
from tttcore.engines.engine import engine
from tttcore.engines.replicates import run_replicates
from tttcore.engines.study_files import read_study
from tttcore.pipeline.store import write
from tttcore.plots.names import groups_of
from tttcore.report.site import write_page

SEED = 7
RUNS = 12
NAMES = {
    "ancheta2020": "Ancheta & others",
    "hemingroth2025": "</script><script>alert(1)</script>",
    "michie1963": "Michie",
    "gardner1962": "Gardner",
    "mrugala2020": "Mrugała",
    "post1999": "Post",
}
CHANGES: dict[str, dict[str, dict[str, Any]]] = {
    "ancheta2020": {"control-described": {}, "umg-listed": {"population": 20}, "second-seat": {"generations": 3}},
    "hemingroth2025": {"exclusive": {"population": 60, "generations": 15}},
    "michie1963": {"person": {}, "separate": {"games": 25}},
    "gardner1962": {"random": {}, "as-menace": {}},
    "mrugala2020": {"3x3": {"games": 3000}, "3x3-hash": {"games": 2000}},
    "post1999": {"cube": {"generations": 120}, "square3": {"generations": 80, "games": 10}},
}
"""Of the published recipes, by study and treatment."""
STORY = {"title": "A population", "watch": "ancheta2020/control-described"}
TREATMENTS = {study: {} for study in CHANGES} | {"ancheta2020": {"control-described": "<b>control</b>"}}


def live_study(folder: Path, tables, study: str) -> LiveStudy:
    """A study with stored runs in a folder."""
    config = read_study(ROOT / "config" / "studies" / f"{study}.yaml")
    recipes = {name: config.treatments[name].recipe | changes for name, changes in CHANGES[study].items()}
    made_by = engine(config.engine)
    rows = [
        row
        for name, recipe in recipes.items()
        for row in run_replicates(made_by, study, name, recipe, tables, seed=SEED, replicates=range(RUNS))
    ]
    found = made_by.summarise(pd.DataFrame(rows), recipes)
    files = {name: folder / study / f"{name}.parquet" for name in ("runs", "traces")}
    (folder / study).mkdir()
    write(files["runs"], found.runs, schema=made_by.STORED.runs, provenance={})
    write(files["traces"], found.traces, schema=made_by.STORED.traces, provenance={})
    published = {name: ROOT / file for name, file in config.config["published"].get("tables", {}).items()}
    return LiveStudy(
        study,
        NAMES[study],
        TREATMENTS[study],
        groups_of(config.config),
        **files,
        engine=config.engine,
        recipes=recipes,
        published=published,
        comparisons=config.comparisons,
    )


def live_page(folder: Path, tables) -> Path:
    """The page of all these studies."""
    studies = [live_study(folder, tables, study) for study in CHANGES]
    context = learn_context(studies, seed=SEED, stories=[STORY])
    write_page(folder / "learn.html", "learn.html.j2", studies=NAMES, **context)
    return folder / "learn.html"
