"""A demonstration: a short run of every treatment that a page can make again, and the pages to play and to watch.

It needs no results and leaves none: one process does what the workflow's jobs do, by the same functions.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd

from tttcore.classroom.learn_page import LiveStudy, learn_context
from tttcore.classroom.play_page import play_context
from tttcore.engines.agents import collect_agents
from tttcore.engines.engine import engine
from tttcore.engines.page_modules import Live, rules
from tttcore.engines.replicates import build_recipe, run_replicates
from tttcore.games.classic import enumerate_states
from tttcore.pipeline.config import check_settings
from tttcore.pipeline.files import atomic
from tttcore.pipeline.modules import ENGINES, optional_module, submodule
from tttcore.pipeline.schema import Recipes
from tttcore.pipeline.store import read, table_of_rows, write
from tttcore.pipeline.study import Study
from tttcore.players.agent_table import AGENTS
from tttcore.plots.names import groups_of, player_names
from tttcore.project import read_studies
from tttcore.report.site import Context, cited, rendered

PLAY, WATCH = "demo-play.html", "demo-watch.html"
"""Files of the pages; those of a report have other names."""
NAVIGATION = {PLAY: "Play (demonstration)", WATCH: "Watch (demonstration)"}
LONGEST = 0.25
"""Seconds that a run takes at most, as its study's file says; slower learners are left out, such as Q-tables."""
FIRST_AND_LAST = 2
"""Stages of an agent."""


def write_demo(folder: Path, *, tell: Callable[[str], object]) -> list[Path]:
    """Write the pages to play and to watch, from the first run of each treatment that takes at most `LONGEST`.

    Call it in the project's folder. The same configuration gives the same bytes.

    Parameters
    ----------
    folder : where both pages are written; it is made if it isn't there.
    tell : called with a line about each study before its runs.

    Returns
    -------
    The files, `PLAY` and `WATCH`.

    Raises
    ------
    ConfigError
        For a mistake in the configuration.
    """
    settings = check_settings(["config/config.yaml"], {})
    studies = read_studies(settings)
    shown = {name: recipes for name, study in studies.items() if (recipes := short_recipes(study))}
    names = {name: cited(study.config) for name, study in studies.items()}
    with TemporaryDirectory() as tables:
        live, agents = [], [AGENTS.empty()]
        for name, recipes in shown.items():
            tell(f"{names[name]}: {len(recipes)} runs")
            made, found = _run(studies[name], recipes, settings, Path(tables))
            live.append(made)
            agents.append(found)
        watch = learn_context(live, seed=settings["seed"])
    play = play_context(
        pd.concat(agents, ignore_index=True),
        names=names,
        treatments={name: player_names(study.config) for name, study in studies.items()},
        groups={name: groups_of(study.config) for name, study in studies.items()},
        abouts={name: studies[name].config["about"] for name in shown},
        rules={
            name: rules(studies[name].engine, recipes) for name, recipes in shown.items() if _teaches(studies[name])
        },
        demo=True,
    )
    pages: dict[str, tuple[str, Context]] = {PLAY: ("play.html.j2", play), WATCH: ("learn.html.j2", watch)}
    for file, (template, context) in pages.items():
        text = rendered(template, here=file, navigation=NAVIGATION, studies=names, **context)
        with atomic(folder / file) as draft:
            draft.write_text(text, encoding="utf-8")
    return [folder / file for file in pages]


def short_recipes(study: Study) -> Recipes:
    """Parameters of the treatments of a study that the demonstration runs, by name."""
    live: Live | None = optional_module(ENGINES, study.engine, "live")
    if live is None:
        return {}
    made_by = engine(study.engine)
    return {
        name: treatment.recipe
        for name, treatment in study.treatments.items()
        if treatment.seconds <= LONGEST
        and live.live_recipe(build_recipe(made_by, treatment.recipe, f"treatments.{name}")) is not None
    }


def _teaches(study: Study) -> bool:
    return submodule(ENGINES, study.engine, "lessons") is not None


def _run(study: Study, recipes: Recipes, settings: Mapping[str, Any], tables: Path) -> tuple[LiveStudy, pd.DataFrame]:
    """Run treatments once each: their tables, which are written to a folder, and the agents that they leave behind.

    The first treatment's agent is followed, and those that go on learning on the page are also kept untrained; others
    are kept as they end, since following takes as long as another run.
    """
    made_by, states = engine(study.engine), enumerate_states()
    rows = [
        row
        for name, recipe in recipes.items()
        for row in run_replicates(made_by, study.name, name, recipe, states, seed=settings["seed"], replicates=[0])
    ]
    batches = table_of_rows(rows, made_by.STORED.batches.columns).to_pandas()
    found = made_by.summarise(batches, recipes)
    stored = {name: tables / f"{study.name}-{name}.parquet" for name in ("runs", "traces", "agents")}
    write(stored["runs"], found.runs, schema=made_by.STORED.runs, provenance={})
    write(stored["traces"], found.traces, schema=made_by.STORED.traces, provenance={})
    agents = [
        collect_agents(
            batches,
            {name: recipe},
            states,
            study=study.name,
            engine=study.engine,
            seed=settings["seed"],
            wanted={**settings["agents"], "followed": int(place == 0 or _teaches(study))}
            | ({"snapshots": FIRST_AND_LAST} if place else {}),
        )
        for place, (name, recipe) in enumerate(recipes.items())
    ]
    write(stored["agents"], pd.concat(agents, ignore_index=True), schema=AGENTS, provenance={})
    live = LiveStudy(
        key=study.name,
        name=cited(study.config),
        treatments=player_names(study.config),
        groups=groups_of(study.config),
        runs=stored["runs"],
        traces=stored["traces"],
        engine=study.engine,
        recipes=recipes,
        published=study.config["published"]["tables"],
        comparisons=study.comparisons,
    )
    return live, read(stored["agents"], schema=AGENTS)
