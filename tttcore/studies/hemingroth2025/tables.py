"""Tables of Hemingroth (2025), each a function of the name that its page and statements use."""

import pandas as pd

from tttcore.engines.genetic_algorithm import stats
from tttcore.stats import tables as shared
from tttcore.stats.columns import columns
from tttcore.stats.evidence import Evidence
from tttcore.stats.tables import ecdf, omnibus, summaries, survival
from tttcore.studies.hemingroth2025 import stats as own

__all__ = [
    "behaviour",
    "champions",
    "ecdf",
    "extents",
    "first_generation",
    "log_bands",
    "log_facts",
    "log_fit",
    "log_shape",
    "milestones",
    "omnibus",
    "pairwise",
    "plateau_games",
    "summaries",
    "survival",
]


@columns(own.LOG_FIT)
def log_fit(evidence: Evidence) -> pd.DataFrame:
    """Tests of the hypothesis that the log is a run of each treatment."""
    return own.log_fit(evidence.traces, evidence.published)


@columns(own.LOG_SHAPE)
def log_shape(evidence: Evidence) -> pd.DataFrame:
    """Length, falls, plateau, gaps and first generation of the log among those of runs."""
    return own.log_shape(evidence.traces, evidence.published)


@columns(own.MILESTONES)
def milestones(evidence: Evidence) -> pd.DataFrame:
    """First generations with certain fitness values, the log's among those of runs."""
    return own.milestones(evidence.traces, evidence.published)


@columns(own.FIRST_GENERATION)
def first_generation(evidence: Evidence) -> pd.DataFrame:
    """Average fitness of random organisms by each reading of the rules, beside the log's first generation."""
    return own.first_generation(
        evidence.recipes,
        evidence.published,
        evidence.states,
        evidence.stream,
        treatments=["exclusive", "legal-alleles", "next-free-cell"],
    )


@columns(own.LOG_FACTS)
def log_facts(evidence: Evidence) -> pd.DataFrame:
    """Facts of the log by itself."""
    return own.log_facts(evidence.published)


@columns(own.PLATEAU_GAMES)
def plateau_games(evidence: Evidence) -> pd.DataFrame:
    """Numbers of games that agree with the fitness values of the plateau."""
    return own.plateau_games(evidence.published)


@columns(stats.SWEEP)
def extents(evidence: Evidence) -> pd.DataFrame:
    """Generations, success and gap of each treatment, sorted by the value of the parameter, then by label."""
    return stats.sweep(
        evidence.runs,
        evidence.traces,
        evidence.comparisons,
        evidence.recipes,
        comparison="extents",
        parameter="mutate.rate",
        generation=36,
    )


@columns(shared.PAIRWISE)
def pairwise(evidence: Evidence) -> pd.DataFrame:
    """Differences, tests and effect sizes of each pair of groups of each set."""
    return shared.pairwise(evidence, resamples=2000)


@columns(stats.BEHAVIOUR)
def behaviour(evidence: Evidence) -> pd.DataFrame:
    """Initial fitness, rises of the best fitness and diversity, a row per treatment."""
    return stats.behaviour_of_runs(evidence.trace_rows, evidence.recipes)


@columns(stats.CHAMPIONS)
def champions(evidence: Evidence) -> pd.DataFrame:
    """Diversity and strength of the champions of solved runs, a row per treatment; NaN where there are none."""
    return stats.champions(evidence.run_rows, evidence.states)


@columns(own.LOG_BANDS)
def log_bands(evidence: Evidence) -> pd.DataFrame:
    """Quantiles and envelopes of each treatment's runs beside the log."""
    return own.log_bands(evidence.traces, evidence.published)
