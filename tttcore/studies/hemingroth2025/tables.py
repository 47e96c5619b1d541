"""Tables of Hemingroth (2025), each the function of the name that its page and statements use."""

import pandas as pd

from tttcore.engines.genetic_algorithm.champions import CHAMPIONS
from tttcore.engines.genetic_algorithm.champions import champions as champions_of_runs
from tttcore.pipeline.messages import ConfigError, misspelt
from tttcore.pipeline.study import Study
from tttcore.stats.behaviour import BEHAVIOUR, behaviour_of_runs
from tttcore.stats.columns import columns
from tttcore.stats.evidence import Evidence
from tttcore.stats.tables import ecdf, omnibus, pairwise, summaries, survival  # noqa: F401 - tables of the page, too
from tttcore.studies.hemingroth2025 import envelope, log_among_runs, training_log
from tttcore.studies.hemingroth2025.first_generation import FIRST_GENERATION, first_generations
from tttcore.studies.hemingroth2025.log_file import LOG, read_log
from tttcore.studies.hemingroth2025.mutation_extents import EXTENTS, mutation_extents

COMPARED = ("readings", "alleles", "extents")
"""Comparisons that tables and figures show."""


@columns(envelope.LOG_FIT)
def log_fit(evidence: Evidence) -> pd.DataFrame:
    """Is the published log a plausible run of each treatment? Envelopes and distances."""
    return envelope.log_fit(_log(evidence), evidence.traces)


@columns(log_among_runs.LOG_SHAPE)
def log_shape(evidence: Evidence) -> pd.DataFrame:
    """Length, falls, plateau, gaps and first generation of the log among those of our runs."""
    return log_among_runs.log_shape(_log(evidence), evidence.traces)


@columns(log_among_runs.MILESTONES)
def milestones(evidence: Evidence) -> pd.DataFrame:
    """First generations in which our runs reach 0.9, 0.99 and 0.998, beside the log's."""
    return log_among_runs.milestones(_log(evidence), evidence.traces)


@columns(FIRST_GENERATION)
def first_generation(evidence: Evidence) -> pd.DataFrame:
    """Average fitness of random organisms, by the meaning of a taken cell and by seat, beside the log's first one."""
    recipes = {name: evidence.recipes[name] for name in evidence.comparisons["alleles"].values()}
    published = _log(evidence)["avg"].iloc[0]
    return first_generations(published, recipes, evidence.states, evidence.stream("first generation"))


@columns(training_log.LOG_FACTS)
def log_facts(evidence: Evidence) -> pd.DataFrame:
    """What the log says by itself: its fitness, its falls, its times."""
    return training_log.log_facts(_log(evidence))


@columns(training_log.PLATEAU_GAMES)
def plateau_games(evidence: Evidence) -> pd.DataFrame:
    """Numbers of games of which one or two lost ones give the fitness of the log's plateau."""
    return training_log.plateau_games(_log(evidence))


@columns(EXTENTS, comparison="extents")
def extents(evidence: Evidence) -> pd.DataFrame:
    """Generations and success by the extent of a mutation, and the gap in the generation before the log's last."""
    treatments = evidence.comparisons["extents"]
    return mutation_extents(evidence.runs, evidence.traces, evidence.recipes, treatments=treatments, generation=36)


@columns(BEHAVIOUR)
def behaviour(evidence: Evidence) -> pd.DataFrame:
    """Initial fitness, rises of the best fitness and different genomes of our runs."""
    return behaviour_of_runs(evidence.trace_rows, evidence.recipes)


@columns(CHAMPIONS)
def champions(evidence: Evidence) -> pd.DataFrame:
    """Players that never lose, how different they are, and how many can beat the Unbeatable Move Generator."""
    return champions_of_runs(evidence.run_rows, evidence.states)


@columns(envelope.LOG_BANDS)
def log_bands(evidence: Evidence) -> pd.DataFrame:
    """Quantiles and envelopes of our runs beside the log, generation by generation."""
    return envelope.log_bands(_log(evidence), evidence.traces)


def check(study: Study) -> None:
    """Check that the document's log is one, and that there is all that tables and figures compare; else ConfigError."""
    files, comparisons = study.config["published"]["tables"], study.config["comparisons"]
    for place, given, needed in (("published.tables", files, [LOG]), ("comparisons", comparisons, COMPARED)):
        for name in needed:
            if name not in given:
                raise ConfigError(f"{place}: needs {name!r}{misspelt(name, given)}")
    read_log(files[LOG])
    for label, treatment in comparisons["extents"].items():
        if "rate" not in study.recipes[treatment]["mutate"]:
            raise ConfigError(f"comparisons.extents.{label}: {treatment!r} has no mutate.rate to compare by")


def _log(evidence: Evidence) -> pd.DataFrame:
    return read_log(evidence.published["tables"][LOG])
