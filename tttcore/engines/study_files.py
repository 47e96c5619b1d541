"""Study files, read and checked against what their engines declare; apart from engines, whose runs don't hang on it."""

from dataclasses import field, make_dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from tttcore.engines.engine import engine, engines
from tttcore.engines.replicates import build_recipe
from tttcore.pipeline.config import checked, read_yaml
from tttcore.pipeline.declaration import CHANGES, SOME
from tttcore.pipeline.messages import ConfigError, check_known, misspelt
from tttcore.pipeline.modules import ENGINES, optional_module, submodule
from tttcore.pipeline.registry import merge
from tttcore.pipeline.settings import FileName, OfTreatment, Shared, StudySettings, TableName
from tttcore.pipeline.study import Study
from tttcore.pipeline.timing import NamedTiming


@cache
def study_settings(name: str) -> type[StudySettings]:
    """Declaration of a study's file: what every study says of itself, and the recipes and timings of its engine."""
    made_by = engine(name)
    timings = dict[TableName, getattr(made_by, "TIMING", NamedTiming)]  # type: ignore[misc, valid-type]
    sizes = field(default_factory=dict[str, Any], kw_only=True)
    quick: tuple[str, Any, Any] = ("quick", Annotated[made_by.RECIPE, CHANGES], sizes)
    change, treatment = (
        Annotated[make_dataclass(base.__name__, [quick], bases=(base, made_by.RECIPE), frozen=True), CHANGES]
        for base in (Shared, OfTreatment)
    )
    return make_dataclass(
        "EngineStudySettings",
        [
            ("engine", Literal[*engines()]),
            ("defaults", change),
            quick,
            ("protocols", Annotated[dict[str, change], SOME]),  # type: ignore[valid-type]
            ("treatments", Annotated[dict[FileName, treatment], SOME]),  # type: ignore[valid-type]
            ("timings", timings, field(default_factory=dict)),
        ],
        bases=(StudySettings,),
        frozen=True,
        kw_only=True,
    )


def read_study(path: str | Path) -> Study:
    """Read and check a study's file; ConfigError for the first mistake, in one line."""
    config = read_yaml(path)
    if isinstance(config, dict) and "engine" not in config:  # without it all other keys would be strange
        raise ConfigError(f"{path}: engine: needs a value{misspelt('engine', config)}")
    named = config.get("engine") if isinstance(config, dict) else None
    name = named if named in engines() else engines()[0]
    if isinstance(config, dict) and (defaults := optional_module(ENGINES, name, "defaults")):
        config = merge(defaults.of_study(config), config)
    config = checked(config, study_settings(name), str(path))
    for key in getattr(engine(name), "NEEDS_PUBLISHED", ()):
        if key not in config["published"]:
            raise ConfigError(f"{path}: published.{key}: needs a value")
    if config.get("machine") and not submodule(ENGINES, name, "learning"):
        raise ConfigError(f"{path}: machine: the engine {name} doesn't follow its learners; leave it out")
    if config.get("beside"):
        if not submodule(ENGINES, name, "figures"):
            raise ConfigError(f"{path}: beside: figures of the engine {name} draw no others; leave it out")
        from tttcore.stats.games_needed import documents_learners  # noqa: PLC0415 - takes a second

        check_known(config["beside"], documents_learners(), f"{path}: beside", "learner")
    return Study.of(config, path)


def check_recipes(study: Study) -> None:
    """Build every treatment's recipe; ConfigError for the first that can't be."""
    made_by = engine(study.engine)
    for name, treatment in study.treatments.items():
        build_recipe(made_by, treatment.recipe, f"{study.file}: treatments.{name}")
