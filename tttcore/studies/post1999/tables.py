"""Tables of Post (1999), each a function of the name that its page and statements use."""

import pandas as pd

from tttcore.engines.genies import stats
from tttcore.engines.genies.stats.gene_reports import GeneDiffers, GreatestGenes, SignificantGenes
from tttcore.engines.genies.stats.genie_reports import Count, Mean, Ranked
from tttcore.stats import tables as shared
from tttcore.stats.columns import columns
from tttcore.stats.evidence import Evidence
from tttcore.stats.tables import omnibus, summaries, survival

__all__ = [
    "board_similarity",
    "contests",
    "documents",
    "final_genes",
    "final_scores",
    "first_runs",
    "gene_similarity",
    "genes_beside",
    "laws",
    "minmax",
    "omnibus",
    "pairwise",
    "plateau",
    "rises",
    "sides",
    "small_samples",
    "success_grid",
    "successes",
    "summaries",
    "survival",
    "turnover",
    "work",
]


@columns(stats.SUCCESSES)
def successes(evidence: Evidence) -> pd.DataFrame:
    """Share of runs that succeed within each of some numbers of generations (Post 1999, Results and Discussion)."""
    return stats.success_rates(
        evidence.runs, evidence.recipes, evidence.published_replicates, within=[300, 500, 1000, 1100, 2600, 5000, 10000]
    )


@columns(stats.FIRST_RUNS)
def first_runs(evidence: Evidence) -> pd.DataFrame:
    """Results of the first runs of each treatment, as many as the document had, beside those of all runs."""
    return stats.first_runs(evidence.runs, evidence.published_replicates)


@columns(stats.SMALL_SAMPLES)
def small_samples(evidence: Evidence) -> pd.DataFrame:
    """Distribution of the number of successes among as few runs as the document's."""
    return stats.small_samples(
        evidence.runs, evidence.recipes, evidence.published_replicates, within=[1000, 5000, 10000]
    )


@columns(stats.GENIE_DOCUMENTS)
def documents(evidence: Evidence) -> pd.DataFrame:
    """Chance of each of a document's reports if its runs were drawn from ours, a row per report and treatment."""
    return stats.genie_documents(
        evidence.runs,
        evidence.traces,
        evidence.recipes,
        evidence.published_replicates,
        evidence.stream,
        also={
            "cube": [
                "cube-games300",
                "cube-integer",
                "cube-everyone",
                "cube-static-opens",
                "cube-unmarked",
                "cube-mutation10",
            ]
        },
        reports={
            "first of two succeeds": Ranked(
                treatment="equal", of="generations", rank=1, runs=2, successful=True, published=500, to=100
            ),
            "second of two succeeds": Ranked(
                treatment="equal", of="generations", rank=2, runs=2, successful=True, published=1100, to=100
            ),
            "longer pause of two": Ranked(treatment="equal", of="pause", rank=2, runs=2, published=200, to=100),
            "4-D succeeds": Ranked(
                treatment="tesseract-5000", of="generations", rank=1, runs=1, successful=True, published=2600, to=100
            ),
            "5-D succeeds": Ranked(
                treatment="penteract", of="generations", rank=1, runs=1, successful=True, published=300, to=100
            ),
            "greatest from 0 to 9": GreatestGenes(treatment="cube", published="+3, -3"),
            "greatest from zeros": GreatestGenes(treatment="cube-zero", published="+3, -3"),
            "greatest at edge 6": GreatestGenes(treatment="cube6", published="+5"),
            "greatest with a draw goal": GreatestGenes(treatment="cube-draw", runs=2, published="0"),
            "weight -2 from 0 to 9": GeneDiffers(treatment="cube", gene="-2", published="differs"),
            "weight -1 from 0 to 9": GeneDiffers(treatment="cube", gene="-1", published="doesn't"),
            "weight 0 from 0 to 9": GeneDiffers(treatment="cube", gene="0", published="differs"),
            "weight +1 from 0 to 9": GeneDiffers(treatment="cube", gene="+1", published="differs"),
            "weight +2 from 0 to 9": GeneDiffers(treatment="cube", gene="+2", published="differs"),
            "significant from zeros": SignificantGenes(treatment="cube-zero", published="-3, +3"),
            "significant in 5 + 5": SignificantGenes(treatment="equal", published="-3, +3"),
            "significant in 4-D": SignificantGenes(treatment="tesseract", published="+3"),
            "score from 0 to 9": Mean(treatment="cube", of="evolving", successful=True, published=121),
            "score from zeros": Mean(treatment="cube-zero", of="evolving", successful=True, published=112),
            "static at 1 from zeros": Count(treatment="cube-zero", of="static_beaten", successful=True, published=4),
            "draw goal reached": Count(treatment="cube-draw", of="held", runs=2, published=2),
            "draw goal defends": Count(treatment="cube-draw", of="defensive", runs=2, published=2),
        },
    )


@columns(stats.SUCCESS_GRID)
def success_grid(evidence: Evidence) -> pd.DataFrame:
    """Share of runs that succeed within their last generation, by rule of success (Post 1999 defines none)."""
    return stats.success_grid(
        evidence.traces,
        evidence.recipes,
        treatments=["cube", "equal", "tesseract"],
        offsets=[-5, 0, 5, 10],
        windows=[1, 10, 20, 50],
    )


@columns(stats.FINAL_GENES)
def final_genes(evidence: Evidence) -> pd.DataFrame:
    """Mean combined genes of the final families, tested against zero (Post 1999, Results, Figure 9 and Table 3)."""
    return stats.final_genes(evidence.runs, evidence.published_replicates)


@columns(stats.GENES_BESIDE)
def genes_beside(evidence: Evidence) -> pd.DataFrame:
    """Mean combined genes of the final families less those of a baseline, such as neutral drift from the same start."""
    return stats.genes_beside(
        evidence.runs,
        treatments=[
            "cube",
            "cube-games300",
            "cube-integer",
            "cube-everyone",
            "cube-static-opens",
            "cube-unmarked",
            "cube-mutation10",
        ],
        baseline="cube-drift",
    )


@columns(stats.FINAL_SCORES)
def final_scores(evidence: Evidence) -> pd.DataFrame:
    """Final average lifeScores, a row per treatment and quantity (Post 1999, Results, Table 3)."""
    return stats.final_scores(evidence.runs, evidence.published_replicates, evidence.stream)


@columns(stats.ONSET_OF_SUCCESS)
def rises(evidence: Evidence) -> pd.DataFrame:
    """Abruptness of the rise to success, and pauses during it, a row per treatment."""
    return stats.onset_of_success(evidence.runs, evidence.traces, evidence.recipes)


@columns(stats.PLATEAU)
def plateau(evidence: Evidence) -> pd.DataFrame:
    """Level and variation of the average lifeScore after success, a row per treatment (Post 1999, Results)."""
    return stats.plateau(
        evidence.runs,
        evidence.traces,
        ceilings={
            "cube": 130,
            "cube-games300": 130,
            "cube-integer": 130,
            "cube-everyone": 130,
            "cube-static-opens": 130,
            "cube-unmarked": 130,
            "cube-mutation10": 130,
            "equal": 165,
        },
    )


@columns(stats.DEFENCE_AND_OFFENCE)
def sides(evidence: Evidence) -> pd.DataFrame:
    """Mean weights of lines with the opponent's marks and of lines with own marks (Post 1999, Results, draw goal)."""
    return stats.defence_and_offence(evidence.runs)


@columns(stats.GENE_SIMILARITY)
def gene_similarity(evidence: Evidence) -> pd.DataFrame:
    """Correlation of the combined genes of different runs, a row per pair of treatments and per treatment by itself."""
    return stats.gene_similarity(
        evidence.runs, evidence.comparisons, evidence.stream, comparison="goals", baseline="cube-drift", resamples=2000
    )


@columns(stats.GENE_SIMILARITY)
def board_similarity(evidence: Evidence) -> pd.DataFrame:
    """Correlation of the combined genes of different runs, a row per pair of treatments and per treatment by itself."""
    return stats.gene_similarity(
        evidence.runs, evidence.comparisons, evidence.stream, comparison="boards", resamples=2000
    )


@columns(stats.TURNOVER)
def turnover(evidence: Evidence) -> pd.DataFrame:
    """Share of deaths of Genies born in the generation before, a row per treatment."""
    return stats.turnover(evidence.runs, baseline="cube")


@columns(stats.CHAMPION_MATCHES)
def contests(evidence: Evidence) -> pd.DataFrame:
    """Results of each run's champion against the baseline players and MinMax."""
    return stats.champion_matches(
        evidence,
        treatments=[
            "cube",
            "cube-zero",
            "cube-smart",
            "cube-games300",
            "cube-draw",
            "equal-10000",
            "crossing",
            "reset",
            "roulette",
            "ageing",
            "original-long",
            "square6",
            "tesseract",
        ],
        games=20,
        depths=[2, 3],
    )


@columns(stats.MINMAX)
def minmax(evidence: Evidence) -> pd.DataFrame:
    """Results of MinMax on each of the treatments' boards, against random players and strategy 3."""
    return stats.minmax(evidence, treatments=["cube", "square6"], games=20, depths=[1, 2, 3, 4])


@columns(stats.LAWS)
def laws(evidence: Evidence) -> pd.DataFrame:
    """Laws of growth fitted to the work of both evaluators, see `growth_laws` and `resampled_fits`."""
    return stats.laws(
        evidence.study,
        evidence.seed,
        games=10,
        sizes={
            "dimensions": {"edge": 4, "dimensions": [2, 3, 4, 5, 6, 7, 8, 9, 10]},
            "edge": {"edge": [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], "dimensions": 3},
        },
    )


@columns(stats.WORK)
def work(evidence: Evidence) -> pd.DataFrame:
    """Moves of games and lines looked at, a row per game."""
    return stats.work(
        evidence.study,
        evidence.seed,
        games=10,
        sizes={
            "dimensions": {"edge": 4, "dimensions": [2, 3, 4, 5, 6, 7, 8, 9, 10]},
            "edge": {"edge": [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], "dimensions": 3},
        },
    )


@columns(shared.PAIRWISE)
def pairwise(evidence: Evidence) -> pd.DataFrame:
    """Differences, tests and effect sizes of each pair of groups of each set."""
    return shared.pairwise(evidence, resamples=2000, overall=False)
