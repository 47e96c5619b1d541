"""Draw a figure of a study from its stored results, without the workflow."""

from pathlib import Path
from typing import TYPE_CHECKING

from tttcore.engines.engine import engine, read_study
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.study import Study
from tttcore.plots.evidence import Evidence, Files
from tttcore.plots.names import names_of
from tttcore.studies.figures import figures_of, shown_together

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
    settings = asked_study(study, config)
    asked = settings.config["figures"]
    if figure not in asked:
        raise ConfigError(f"{settings.file}: figures: unknown figure {figure!r}{choices(figure, [*asked])}")
    return figures_of(settings.config, settings.file)[figure](stored_evidence(settings, results))


def asked_study(name: str, config: str | Path = "config") -> Study:
    """Study of a name, read from its file; ConfigError if there is none."""
    folder = Path(config) / "studies"
    known = sorted(path.stem for path in folder.glob("[!.]*.yaml"))
    if name not in known:
        raise ConfigError(f"{folder}: unknown study {name!r}{choices(name, known)}")
    return read_study(folder / f"{name}.yaml")


def stored_evidence(study: Study, results: str | Path) -> Evidence:
    """Evidence for the figures of a study, as it is stored in a folder of results."""
    folder = Path(results) / study.name
    files = Files(
        runs=folder / "runs.parquet",
        traces=folder / "traces.parquet",
        tables=folder / "tables",
        states=Path(results) / "tables",
        batches=sorted((folder / "runs").glob("*/*.parquet")),
    )
    return Evidence(
        files=files,
        stored=engine(study.engine).STORED,
        comparisons=study.comparisons,
        recipes={name: treatment.recipe for name, treatment in study.treatments.items()},
        published=study.config["published"],
        together=shown_together(study.name, study.comparisons),
        names=names_of(study.config),
    )
