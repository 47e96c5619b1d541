"""Figures about runs of Genies: lifeScores, final genes, small samples of runs, family trees."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from tttcore.engines.genies.lineage import lineage, players
from tttcore.plots.evidence import Evidence
from tttcore.plots.table_checks import grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def score_traces(
    evidence: Evidence,
    *,
    title: str,
    treatment: str,
    replicates: Sequence[int],
    published: Sequence[int] = (),
    ceiling: float,
) -> "Figure":
    """Average lifeScores of single runs of a treatment, a panel each, in front of the range of all runs.

    Parameters
    ----------
    replicates : the runs, see `figures.run_selectors`.
    published : generations in which the document's runs succeed, one for each panel; none if it doesn't say.
    ceiling : the document's highest average.
    """
    from tttcore.engines.genies.plots import scores

    runs, traces = evidence.runs, evidence.traces_of(treatment)
    chosen = runs[runs["treatment"] == treatment].set_index("replicate").loc[[*replicates]]
    titles = {replicate: _panel_title(replicate, run) for replicate, run in chosen.iterrows()}
    shown = pd.concat([traces[traces["replicate"] == replicate] for replicate in titles])
    solved = chosen.loc[~chosen["censored"], "generations"]
    return scores.score_traces(
        shown.assign(run=shown["replicate"].map(titles)),
        bands=scores.spread(traces),
        successes={titles[replicate]: generation for replicate, generation in solved.items()},
        published=dict(zip(titles.values(), published, strict=False)),
        ceiling=ceiling,
        title=title,
    )


def gene_bars(evidence: Evidence, *, title: str, treatments: Mapping[str, str]) -> "Figure":
    """Mean final genes, beside those of as many first runs as the document had.

    Parameters
    ----------
    treatments : labels of the treatments, by name.
    """
    from tttcore.engines.genies.plots import genes

    first = f"mean of the first {evidence.published['replicates']} runs"
    names, labels = [*treatments], [*treatments.values()]
    table = grouped(evidence.statistics("final_genes"), names, labels)
    return genes.gene_bars(table, looks=evidence.looks.labelled(names, labels), first_label=first, title=title)


def small_samples(
    evidence: Evidence, *, title: str, groups: Mapping[str, tuple[str, int]], published: Mapping[str, int]
) -> "Figure":
    """Distribution of the number of successes among as few runs as the document's, a row for each group.

    Parameters
    ----------
    groups : treatment and number of generations of each row, by label.
    published : number of successes in the document, by label, where it says so.
    """
    from tttcore.engines.genies.plots import small_samples as plotted

    chance, share = (
        pd.concat(
            [
                table[(table["treatment"] == treatment) & (table["within"] == within)].assign(group=label)
                for label, (treatment, within) in groups.items()
            ]
        )
        for table in map(evidence.statistics, ("small_samples", "successes"))
    )
    first = dict(zip(share["group"], share["first"], strict=True))
    return plotted.small_samples(chance, first=first, published=published, title=title)


def family_tree(evidence: Evidence, *, title: str, treatment: str, replicate: int, last: int) -> "Figure":
    """Lives and births in the last generations of a run, with the line of descent of its best Genie.

    Parameters
    ----------
    replicate : number of the run of the `treatment`.
    last : number of generations that are shown.
    """
    from tttcore.engines.genies.plots import family_tree

    recipe = evidence.recipes[treatment]
    history = evidence.history(treatment, replicate)
    family = lineage(history["died"], history["parent"], population=recipe["population"])
    static = recipe["static"]["count"]
    best = _best(family, history["scores"], static)
    return family_tree.family_tree(family, best=best, static=static, last=last, title=title)


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
