"""The figures of a study: functions of the names in its file, and how to draw one from stored results."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tttcore.engines.engine import engine
from tttcore.engines.study_files import read_study
from tttcore.pipeline.job_digests import check_results
from tttcore.pipeline.messages import ConfigError, choices, located
from tttcore.pipeline.needs import check_needs
from tttcore.pipeline.store import StoreError, provenance_of
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import stored_tables
from tttcore.plots.evidence import Evidence, Files
from tttcore.plots.names import names_of
from tttcore.studies.functions import functions, module_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Draw = Callable[[Evidence], "Figure"]


def figures_of(study: Mapping[str, Any], where: str) -> dict[str, Draw]:
    """Functions that draw the figures of a study's file, in its order.

    Parameters
    ----------
    study : ``study`` and ``figures`` of its configuration.
    where : name of the file, for messages.

    Raises
    ------
    ConfigError
        For the first without a function.
    """
    found = functions(study["study"], "figures", study["figures"], where, study["engine"])
    return {name: _with_title(draw, study["figures"][name]["title"], f"figures.{name}") for name, draw in found.items()}


def _with_title(draw: Callable[..., "Figure"], title: str, place: str) -> Draw:
    def drawn(evidence: Evidence) -> "Figure":
        with located(place):
            return draw(evidence, title=title)

    return drawn


def check(study: Study) -> None:
    """Check that figures have functions, and that there is all that these need; else ConfigError."""
    for name, draw in functions(study.name, "figures", study.config["figures"], study.file, study.engine).items():
        check_needs(draw, study, f"{study.file}: figures.{name}")


def shown_together(study: str, comparisons: Mapping[str, Mapping[str, str]]) -> list[Sequence[str]]:
    """Treatments that stand in one figure of a study, whose colours differ.

    A study's module ``figures`` lists them as `TOGETHER`, by lists of treatments or by names of comparisons, where the
    study's file has them; without that they are the treatments of each comparison.
    """
    together = getattr(module_of(study, "figures"), "TOGETHER", [*comparisons])
    return [[*comparisons.get(each, {}).values()] if isinstance(each, str) else each for each in together]


def draw(study: str, figure: str, *, results: str | Path = "results", config: str | Path = "config") -> "Figure":
    """Draw a figure of a study by today's code and configuration, from the results of an earlier run.

    Call it in the project's folder, since a study's file names the document's data relative to that.

    Parameters
    ----------
    study : name of the study, such as ``ancheta2020``.
    figure : name of the figure in the section ``figures`` of the study's file.
    results : folder with a folder for each study.
    config : folder with ``studies/STUDY.yaml``.

    Raises
    ------
    ConfigError
        For an unknown study or figure, a mistake in the study's file, or data that the study doesn't have.
    StoreError, OSError
        If a table that the figure needs is missing or damaged.
    """
    settings = _asked_study(study, config)
    asked = settings.config["figures"]
    if figure not in asked:
        raise ConfigError(f"{study} has no figure {figure!r}{choices(figure, [*asked])}")
    evidence = stored_evidence(settings, results)
    stored = (evidence.files.runs, evidence.files.traces, *stored_tables(evidence.files.tables))
    check_results(results, [file for file in stored if file.exists()])
    drawn = functions(study, "figures", [figure], settings.file, settings.engine)[figure]
    _check_stored(drawn, evidence.files.tables, study)
    return figures_of(settings.config, settings.file)[figure](evidence)


def titles(study: str, config: str | Path = "config") -> dict[str, str]:
    """Title of every figure of a study, by name; ConfigError for an unknown study."""
    return {name: each["title"] for name, each in _asked_study(study, config).config["figures"].items()}


def _check_stored(figure: object, tables: Path, study: str) -> None:
    """Check that the tables that a figure needs are stored; StoreError for the first that isn't."""
    for section, name in getattr(figure, "needs", ()):
        file = tables / f"{name}.parquet"
        if section == "tables" and not file.exists():
            raise StoreError(f"{file}: no such file, from which the figure is drawn; `make {study}` writes it")


def _asked_study(name: str, config: str | Path = "config") -> Study:
    """Study of a name, read from its file; ConfigError if there is none."""
    folder = Path(config) / "studies"
    if not folder.is_dir():
        raise ConfigError(f"{folder}: no such folder; run this in the folder of a project")
    known = sorted(path.stem for path in folder.glob("[!.]*.yaml"))
    if name not in known:
        raise ConfigError(f"{folder}: unknown study {name!r}{choices(name, known)}")
    return read_study(folder / f"{name}.yaml")


def stored_evidence(study: Study, results: str | Path) -> Evidence:
    """Evidence for the figures of a study, as it is stored in a folder of results; its sizes are those of its runs."""
    folder = Path(results) / study.name
    files = Files(
        runs=folder / "runs.parquet",
        traces=folder / "traces.parquet",
        tables=folder / "tables",
        states=Path(results) / "tables",
        batches=sorted((folder / "runs").glob("*/*.parquet")),
    )
    if files.runs.exists():
        study = study.as_run(provenance_of(files.runs, "recipes")["recipes"])
    return Evidence(
        files=files,
        stored=engine(study.engine).STORED,
        comparisons=study.comparisons,
        recipes=study.recipes,
        published=study.config["published"],
        together=shown_together(study.name, study.comparisons),
        names=names_of(study.config),
        beside=study.config["beside"],
    )
