"""Tables of Hemingroth (2025), each the function of the name that its page and statements use."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import Coding, fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.games.classic import StateTables
from tttcore.games.position import SEATS
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.needs import needs
from tttcore.pipeline.study import Study
from tttcore.stats.columns import OneOf, columns, hidden, with_interval
from tttcore.stats.evidence import Evidence
from tttcore.stats.intervals import mean_interval, median_interval, share_interval
from tttcore.stats.tables import omnibus, pairwise, summaries, survival  # noqa: F401 - tables of the page, too
from tttcore.studies.hemingroth2025 import envelope, stuck, training_log
from tttcore.studies.hemingroth2025.listing import LISTING, Reductions, lost_share, play_out, random_alleles
from tttcore.studies.hemingroth2025.published_trajectories import LOG, read_log

LATE = 36
"""Generation of the log before its last, in which the gap of best and average is compared."""
PLAYERS = 20_000
"""Random players that are evaluated."""
PLAYED_OUT = 200
"""Random players whose games are played out by the listing."""
LOSES = "taken loses"
"""Reading by which marking a taken cell loses the game."""

Fitness = NDArray[np.float64]


@needs(published=[LOG])
@columns(envelope.LOG_FIT)
def log_fit(evidence: Evidence) -> pd.DataFrame:
    """Tests whether the published log is a plausible run of each treatment: envelopes and distances."""
    return envelope.log_fit(_log(evidence), evidence.traces)


@needs(published=[LOG])
@columns(training_log.LOG_SHAPE)
def log_shape(evidence: Evidence) -> pd.DataFrame:
    """Length, falls, plateau, gaps and first generation of the log among those of our runs."""
    return training_log.log_shape(_log(evidence), evidence.traces)


@needs(published=[LOG])
@columns(training_log.MILESTONES)
def milestones(evidence: Evidence) -> pd.DataFrame:
    """First generations in which our runs reach 0.9, 0.99 and 0.998, beside the log's."""
    return training_log.milestones(_log(evidence), evidence.traces)


@needs(comparisons=["alleles"], published=[LOG])
@columns(
    {
        "treatment": "Treatment",
        "reading": OneOf("Player moves, or taken cells", ("both", *SEATS, LOSES)),
        "n": "Organisms",
        **with_interval("average", "Average"),
        "spread": "Standard deviation",
        "published": "Published",
        "chance": "Chance of such an average",
        **hidden("low", "high"),
    }
)
def first_generation(evidence: Evidence) -> pd.DataFrame:
    """Average fitness of random organisms, by the meaning of a taken cell and by seat, beside the log's first one."""
    recipes = {name: evidence.recipes[name] for name in evidence.comparisons["alleles"].values()}
    published = _log(evidence)["avg"].iloc[0]
    return first_generations(published, recipes, evidence.states, evidence.stream("first generation"))


@needs(published=[LOG])
@columns(training_log.LOG_FACTS)
def log_facts(evidence: Evidence) -> pd.DataFrame:
    """Facts that the log shows by itself: its fitness, its falls, its times."""
    return training_log.log_facts(_log(evidence))


@columns(
    {
        "label": "Treatment",
        "value": "Value",
        "n": "Runs",
        **with_interval("generations", "Median generations"),
        **with_interval("solved", "Proportion solved"),
        "going": "Runs at the gap's generation",
        **with_interval("gap", "Gap"),
    },
    comparison="extents",
)
def extents(evidence: Evidence) -> pd.DataFrame:
    """Generations and success by the extent of a mutation, and the gap in the generation before the log's last."""
    treatments = evidence.comparisons["extents"]
    return mutation_extents(evidence.runs, evidence.traces, evidence.recipes, treatments=treatments, generation=LATE)


@columns(stuck.TRAPS, comparison="readings")
def traps(evidence: Evidence) -> pd.DataFrame:
    """Best organisms of populations that never get there, and what mending their single mistake does."""
    return stuck.traps(evidence.run_rows, evidence.states, evidence.comparisons["readings"])


@needs(published=[LOG])
@columns(envelope.LOG_BANDS)
def log_bands(evidence: Evidence) -> pd.DataFrame:
    """Quantiles and envelopes of our runs beside the log, generation by generation."""
    return envelope.log_bands(_log(evidence), evidence.traces)


def check(study: Study) -> None:
    """Check that the document's log is one, and that extents of mutations can be compared; else ConfigError."""
    files, comparisons = study.config["published"]["tables"], study.config["comparisons"]
    if LOG in files:
        read_log(files[LOG])
    for label, treatment in comparisons.get("extents", {}).items():
        if "rate" not in study.recipes[treatment]["mutate"]:
            raise ConfigError(f"comparisons.extents.{label}: {treatment!r} has no mutate.rate to compare by")


def _log(evidence: Evidence) -> pd.DataFrame:
    return read_log(evidence.published["tables"][LOG])


def first_generations(
    published: float, recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, rng: np.random.Generator
) -> pd.DataFrame:
    """Average fitness of random organisms, a row per treatment and reading of the rules.

    Parameters
    ----------
    published : average of the published first generation.
    recipes : parameters of treatments by their names; the seats alone and `LOSES` are read with the first.

    Returns
    -------
    treatment, reading, n : reading is ``both`` for what the treatment says, ``first`` or ``second`` for that seat
        alone, or `LOSES`; n is the number of random organisms.
    average, average_low, average_high : mean proportion of games not lost, with Student's interval.
    spread : standard deviation of that share over organisms.
    published, low, high : the published average, and where 95% of averages of such populations are.
    chance : two-sided probability of an average as far from ours.

    A population's average is taken as normal, since its organisms are independent; ours is uncertain, too, so the
    difference has the variance ``spread^2 (1 / population + 1 / n)``.
    """
    codings = {name: build_recipe(recipe, name).coding.apply(tables) for name, recipe in recipes.items()}
    rows = []
    for treatment, reading, fitness in _readings(codings, tables, rng):
        spread = float(fitness.std(ddof=1))
        error = spread * np.sqrt(1 / recipes[treatment]["population"] + 1 / fitness.size)
        low, high = scipy.stats.norm.interval(0.95, fitness.mean(), error)
        rows.append(
            {
                "treatment": treatment,
                "reading": reading,
                "n": fitness.size,
                **mean_interval("average", fitness),
                "spread": spread,
                "published": published,
                "low": low,
                "high": high,
                "chance": 2 * scipy.stats.norm.sf(abs(published - fitness.mean()) / error),
            }
        )
    return pd.DataFrame(rows)


def _readings(
    codings: Mapping[str, Coding], tables: StateTables, rng: np.random.Generator
) -> Iterator[tuple[str, str, Fitness]]:
    """Yield treatment, reading, and the proportion of games not lost of each random organism."""
    for place, (treatment, coding) in enumerate(codings.items()):
        genes = np.empty((PLAYERS, coding.alleles.width), np.uint8)
        fill_randomly(genes, coding.alleles, rng)
        yield treatment, "both", 1 - Evaluator(tables, "both", coding)(genes).fitness
        if place == 0:
            yield treatment, "first", 1 - Evaluator(tables, "first", coding)(genes).fitness
            yield treatment, "second", 1 - Evaluator(tables, "second", coding)(genes).fitness
            reductions = Reductions.by(LISTING, tables)
            choices = reductions.choices(random_alleles(PLAYED_OUT, tables, rng), modulo=False)
            played = np.array([play_out(reductions.moves(), each, tables) for each in choices])
            yield treatment, LOSES, 1 - lost_share(played)


def mutation_extents(
    runs: pd.DataFrame,
    traces: pd.DataFrame,
    recipes: Mapping[str, Mapping[str, Any]],
    *,
    treatments: Mapping[str, str],
    generation: int,
) -> pd.DataFrame:
    """Generations, success and gap of treatments, sorted by the proportion of genes that a mutation redraws, and label.

    Parameters
    ----------
    runs, traces : the study's tables.
    recipes : parameters of each treatment.
    treatments : treatments by label.
    generation : generation in which the gap is taken.

    Returns
    -------
    label, value, n : treatment's label, proportion of genes that a mutation redraws, number of runs.
    generations, generations_low, generations_high : median, infinite if fewer than half of the
        runs are solved, with the order statistics that enclose it with 95% confidence or more.
    solved, solved_low, solved_high : proportion of runs solved by the cap, with the exact 95% interval.
    going, gap, gap_low, gap_high : number of runs that reach `generation`, and the median there of
        best less average share not lost, with an interval of the same kind.
    """
    rows = []
    for label, treatment in treatments.items():
        own = runs[runs["treatment"] == treatment]
        generations = np.where(own["censored"], np.inf, own["generations"])
        reached = traces[(traces["treatment"] == treatment) & (traces["generation"] == generation)]
        rows.append(
            {
                "label": label,
                "value": float(recipes[treatment]["mutate"]["rate"]),
                "n": len(own),
                **median_interval("generations", generations),
                **share_interval("solved", int((~own["censored"]).sum()), len(own)),
                "going": len(reached),
                **median_interval("gap", (reached["mean"] - reached["best"]).to_numpy()),
            }
        )
    return pd.DataFrame(rows).sort_values(["value", "label"], ignore_index=True)
