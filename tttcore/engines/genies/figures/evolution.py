"""Kinds of figures about runs of Genies: lifeScores, final genes, small samples of runs, family trees."""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from tttcore.engines.genies.figures.run_selectors import RunSelector, run_selectors
from tttcore.engines.genies.lineage import lineage, players
from tttcore.engines.genies.plots import chances, family_tree, genes, scores
from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import choices
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import Kind, kinds, one_each


@kinds.register("score_traces")
@dataclass(frozen=True, kw_only=True)
class ScoreTraces(Kind):
    """Average lifeScores of single runs of a treatment, a panel each, in front of the range of all runs.

    Attributes
    ----------
    runs : selector of the runs, see `figures.run_selectors`.
    published : generations in which the document's runs succeed, one for each panel; none if it doesn't say.
    ceiling : the document's highest average, 0 for none.
    """

    treatment: str
    runs: Annotated[RunSelector, run_selectors]
    published: Annotated[list[int], Between(1)] = field(default_factory=list)
    ceiling: Annotated[float, Between(0, 201)] = 0.0

    def __post_init__(self) -> None:
        if len(self.published) > self.runs.size:
            raise ValueError(f"published: {len(self.published)} for {self.runs.size} runs; allowed: up to one each")

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        runs, traces = evidence.runs, evidence.traces_of(self.treatment)
        runs = runs[runs["treatment"] == self.treatment]
        window = evidence.recipes[self.treatment]["success"]["window"]
        chosen = runs.set_index("replicate").loc[self.runs(runs, traces, window=window)]
        titles = {replicate: _panel_title(replicate, run) for replicate, run in chosen.iterrows()}
        shown = pd.concat([traces[traces["replicate"] == replicate] for replicate in titles])
        solved = chosen.loc[~chosen["censored"], "generations"]
        return scores.score_traces(
            shown.assign(run=shown["replicate"].map(titles)),
            bands=scores.spread(traces),
            successes={titles[replicate]: generation for replicate, generation in solved.items()},
            published=dict(zip(titles.values(), self.published, strict=False)),
            ceiling=self.ceiling or None,
            title=self.title,
        )


@kinds.register("gene_bars")
@dataclass(frozen=True, kw_only=True)
class GeneBars(Kind):
    """Mean final genes, beside those of as many first runs as the document had.

    Attributes
    ----------
    labels : labels of the treatments, one each.
    """

    treatments: list[str]
    labels: list[str]
    tables: ClassVar = ("final_genes",)

    def __post_init__(self) -> None:
        one_each(self.treatments, labels=self.labels)

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        table = evidence.statistics("final_genes")
        parts = [
            table[table["treatment"] == treatment].assign(group=label)
            for treatment, label in zip(self.treatments, self.labels, strict=True)
        ]
        first = f"mean of the first {evidence.published['replicates']} runs"
        return genes.gene_bars(pd.concat(parts), first_label=first, title=self.title)


@kinds.register("small_samples")
@dataclass(frozen=True, kw_only=True)
class SmallSamples(Kind):
    """Distribution of the number of successes among as few runs as the document's, a row for each treatment.

    Attributes
    ----------
    within : number of generations for each treatment, one that the tables have.
    labels : labels of the rows, one each.
    published : number of successes in the document, by label, where it says so.
    """

    treatments: list[str]
    within: Annotated[list[int], Between(1)]
    labels: list[str]
    published: dict = field(default_factory=dict)
    tables: ClassVar = ("small_samples", "successes")

    def __post_init__(self) -> None:
        one_each(self.treatments, within=self.within, labels=self.labels)
        for label, count in self.published.items():
            if label not in self.labels:
                raise ValueError(f"published: unknown label {label!r}{choices(label, self.labels)}")
            if type(count) is not int or count < 0:
                raise ValueError(f"published.{label}: {count!r} is not allowed; needs a whole number from 0")

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        shares = self._labelled(evidence.statistics("successes"))
        return chances.small_samples(
            self._labelled(evidence.statistics("small_samples")),
            first=dict(zip(shares["group"], shares["first"], strict=True)),
            published=self.published,
            title=self.title,
        )

    def _labelled(self, table: pd.DataFrame) -> pd.DataFrame:
        """Rows of each treatment and number of generations, with its label as ``group``."""
        rows = zip(self.treatments, self.within, self.labels, strict=True)
        return pd.concat(
            [
                table[(table["treatment"] == treatment) & (table["within"] == within)].assign(group=label)
                for treatment, within, label in rows
            ]
        )


@kinds.register("family_tree")
@dataclass(frozen=True, kw_only=True)
class FamilyTree(Kind):
    """Lives and births in the last generations of a run, with the line of descent of its best Genie.

    Attributes
    ----------
    replicate : number of the run of the `treatment`.
    last : number of generations that are shown.
    """

    treatment: str
    replicate: Annotated[int, Between(0)] = 0
    last: Annotated[int, Between(1, 200)] = 60
    histories: ClassVar = True

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        recipe = evidence.recipes[self.treatment]
        history = evidence.history(self.treatment, self.replicate)
        family = lineage(history["died"], history["parent"], population=recipe["population"])
        static = recipe["static"]["count"]
        return family_tree.family_tree(
            family, best=_best(family, history["scores"], static), static=static, last=self.last, title=self.title
        )


def _best(family: pd.DataFrame, scores: Any, static: int) -> int:
    """Number of the evolving Genie with the highest lifeScore in the last generation; ties to the first slot."""
    playing = players(family, int(family["born"].max()))
    last = np.ravel(scores)[-len(playing) :]
    return int(playing["number"].iloc[static + int(np.argmax(last[static:]))])


def _panel_title(replicate: Any, run: "pd.Series[Any]") -> str:
    """Title of a run's panel."""
    generations = f"{run['generations']:,}"
    return f"Run {replicate}: " + (
        f"no success in {generations} generations" if run["censored"] else f"success after {generations} generations"
    )
