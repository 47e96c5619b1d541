"""Results of a finished run: tables as DataFrames, statements with verdicts, figures and players."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tttcore.claims.audit import CHOSEN, STATED
from tttcore.claims.schemas import AUDIT
from tttcore.engines.agent_players import Agent, agent_of
from tttcore.pipeline.job_digests import check_results
from tttcore.pipeline.messages import ConfigError, check_known, choices
from tttcore.pipeline.store import StoreError, open_table, read
from tttcore.pipeline.table_files import stored_tables
from tttcore.players.agent_registry import find_agent
from tttcore.report import figures

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Results"]

RUNS, TRACES, LEARNT = "runs.parquet", "traces.parquet", "learning.parquet"
FOLDERS = ("tables", "method")
"""Folders of a study with its tables: of statistics, and of its method."""


@dataclass(frozen=True)
class Results:
    """A folder of results; it is read when a method is called, and never changed.

    Every file is held against the digest that its job left in the logs, or against the manifest, so a damaged file, or
    another study's, is a `StoreError` and never other numbers. Without logs and manifest only damage is found.

    Attributes
    ----------
    folder : has a folder for each study; StoreError if it isn't there.
    config : has ``studies/STUDY.yaml``, from which `draw` takes its figures.

    Examples
    --------
    >>> import tttcore
    >>> results = tttcore.results("results")
    >>> players = results.agent("house/perfect", seed=1), results.agent("house/careful", seed=2)
    >>> position = players[0].start
    >>> while position.winner is None:
    ...     position = position.apply(players[position.current_player].move(position))
    >>> position.winner
    <Outcome.CROSS_WON: 1>
    """

    folder: Path
    config: Path = Path("config")

    def __post_init__(self) -> None:
        if not self.folder.is_dir():
            near = sorted({str(runs.parents[1]) for runs in self.folder.parent.glob(f"[!.]*/[!.]*/{RUNS}")})
            raise StoreError(f"{self.folder}: no such folder of results{choices(str(self.folder), near)}")

    @property
    def studies(self) -> list[str]:
        """Names of the studies that have runs here, in alphabetical order."""
        return sorted(file.parent.name for file in self.folder.glob(f"[!.]*/{RUNS}"))

    def runs(self, study: str, *, treatment: str | None = None, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """Read the runs of a study, a row each.

        Parameters
        ----------
        study : one of `studies`.
        treatment : only the runs of this one.
        columns : only these, in this order. Some hold a whole trace or a genome for each run and take gigabytes, so
            name those that you need.

        Returns
        -------
        Rows by treatment, in the order of the study's file, and by replicate.

        Raises
        ------
        ConfigError
            For an unknown study, treatment or column.
        StoreError
            If the file is missing or damaged.
        """
        return self._rows(study, RUNS, treatment, columns)

    def traces(
        self, study: str, *, treatment: str | None = None, columns: Sequence[str] | None = None
    ) -> "pd.DataFrame":
        """Read the traces of a study, a row for each run and generation, or step.

        Those of a whole study can take gigabytes; name a treatment, and the columns that you need.

        Parameters
        ----------
        study, treatment, columns : as in `runs`.

        Returns
        -------
        Rows in the order of `runs`, those of a run by rising step; none of a treatment whose runs have no traces.

        Raises
        ------
        ConfigError, StoreError
            As `runs` does.
        """
        return self._rows(study, TRACES, treatment, columns)

    def tables(self, study: str) -> list[str]:
        """Names of the tables of a study for `table`: those of statistics, then those of its method.

        Raises
        ------
        ConfigError
            For an unknown study.
        """
        return [*self._tables(study)]

    def table(self, study: str, name: str) -> "pd.DataFrame":
        """Read a table of statistics of a study, or of its method.

        Parameters
        ----------
        study : one of `studies`.
        name : one of `tables`.

        Raises
        ------
        ConfigError
            For an unknown study or table.
        StoreError
            If the file is damaged.
        """
        files = self._tables(study)
        check_known([name], files, str(self.folder / study), "table")
        return self._read(files[name])

    def machines(self, name: str = "games_needed") -> "pd.DataFrame":
        """Read a table that compares the learners of all documents, see ``results/README.md``.

        Parameters
        ----------
        name : ``games_needed``, ``curves``, ``learnt`` or ``pairs``; ``learning`` for exact results at each reading of
            each run, with its study.

        Raises
        ------
        ConfigError
            For an unknown table.
        StoreError
            If a file is missing or damaged.
        """
        if name == "learning":
            import pandas as pd  # noqa: PLC0415

            files = sorted(self.folder.glob(f"[!.]*/{LEARNT}"))
            if not files:
                raise StoreError(f"{self.folder}: no study has {LEARNT}")
            return pd.concat([self._read(file).assign(study=file.parent.name) for file in files], ignore_index=True)
        known = {file.stem: file for file in stored_tables(self.folder / "machines/tables")}
        check_known([name], [*known, "learning"], str(self.folder / "machines"), "table")
        return self._read(known[name])

    def claims(self, study: str | None = None) -> "pd.DataFrame":
        """Read all statements of the documents with our values and verdicts, a row for each part of a sentence.

        Pages count sentences: ``sentence`` names the one that a row is a part of, ``sentence_verdict`` is its verdict.

        Parameters
        ----------
        study : only the statements of this one's document.

        Returns
        -------
        Columns of the audit, see ``results/README.md``.

        Raises
        ------
        ConfigError
            For a study that isn't in the audit.
        StoreError
            If the audit is missing or damaged.
        """
        return self._audit(STATED, study)

    def choices(self, study: str | None = None) -> "pd.DataFrame":
        """Read what was taken from the documents, decided for them, or read in another way; otherwise as `claims`."""
        return self._audit(CHOSEN, study)

    def draw(self, study: str, figure: str) -> "Figure":
        """Draw a figure of a study, or of the ``league``, by today's code and configuration, see `report.figures.draw`.

        Call it in the project's folder.

        Raises
        ------
        ConfigError, StoreError, OSError
            As `report.figures.draw` does.
        """
        return figures.draw(study, figure, results=self.folder, config=self.config)

    def agent(self, name: str, *, step: int | None = None, seed: int = 0) -> Agent:
        """Find a stored player or a baseline.

        Parameters
        ----------
        name : as `ttt agents` lists it, such as ``mrugala2020/3x3/0`` or ``house/careful``.
        step : step of its run at which the player is taken; by default the end.
        seed : of the moves that it draws at random, as ``--seed`` of `ttt play`.

        Raises
        ------
        ValueError
            For an unknown player or step, with similar names or the known steps.
        StoreError
            If the file of the study's players is damaged.
        """
        return agent_of(find_agent(self.folder, name, step), seed)

    def _read(self, file: Path, **only: Any) -> "pd.DataFrame":
        """Read a table that is as its job wrote it."""
        open_table(file)
        check_results(self.folder, [file])
        return read(file, **only)

    def _audit(self, name: str, study: str | None) -> "pd.DataFrame":
        file = self.folder / "audit" / f"{name}.parquet"
        if not file.exists():
            raise StoreError(f"{file}: no such file; `snakemake results/audit --cores all` judges all studies")
        found = self._read(file, schema=AUDIT)
        if study is None:
            return found
        check_known([study], found["study"].unique().tolist(), str(file), "study")
        return found[found["study"] == study].reset_index(drop=True)

    def _study(self, name: str) -> Path:
        """Folder of a study; ConfigError for an unknown one."""
        if not any((self.folder / name / part).exists() for part in (TRACES, *FOLDERS)):
            check_known([name], self.studies, str(self.folder), "study")
        return self.folder / name

    def _tables(self, study: str) -> dict[str, Path]:
        """Files of a study's tables by name."""
        own = self._study(study)
        return {file.stem: file for folder in FOLDERS for file in stored_tables(own / folder)}

    def _rows(self, study: str, name: str, treatment: str | None, columns: Sequence[str] | None) -> "pd.DataFrame":
        file = self._study(study) / name
        if isinstance(columns, str):
            raise ConfigError(f"columns: {columns!r} is text; needs a list of names")
        if columns is not None:
            check_known(columns, open_table(file).schema_arrow.names, str(file), "column")
        found = self._read(file, columns=columns, treatment=treatment)
        if treatment is not None and found.empty:
            known = read(self.folder / study / RUNS, columns=["treatment"])["treatment"].unique().tolist()
            check_known([treatment], known, str(file), "treatment")
        return found if columns is None else found[[*columns]]
