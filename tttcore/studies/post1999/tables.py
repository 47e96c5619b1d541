"""Tables of Post (1999), each the function of the name that its page and statements use."""

import pandas as pd

from tttcore.pipeline.needs import needs
from tttcore.pipeline.study import Study
from tttcore.stats import tables as shared
from tttcore.stats.columns import OneOf, columns
from tttcore.stats.evidence import Evidence
from tttcore.stats.tables import omnibus, summaries, survival  # noqa: F401 - tables of the page, too
from tttcore.studies.post1999 import genes, growth, matches, scores, success
from tttcore.studies.post1999.reports import (
    GENIE_DOCUMENTS,
    check_reports,
    count,
    genie_documents,
    greatest_genes,
    mean,
    ranked,
    significant_genes,
)

READINGS = ("cube-games300", "cube-integer", "cube-everyone", "cube-static-opens", "cube-unmarked", "cube-mutation10")
"""Treatments like `cube` under other readings of the document."""
MET = ("cube", "cube-zero", "cube-smart", "cube-games300", "cube-draw", "equal-10000", "crossing")
"""Treatments of the final rules whose champions meet other players."""
GIVEN_UP = ("reset", "roulette", "ageing", "original-long")
"""Treatments of abandoned rules whose champions meet other players."""
SEARCHED = ("cube", "square6")
"""Treatments on whose boards MinMax plays."""
CONTESTS = 20
"""Games of each player against random moves, in either seat."""
BOARDS = {
    "dimensions": [(4, dimensions) for dimensions in range(2, 11)],
    "edge": [(edge, 3) for edge in range(4, 16)],
}
"""Edge and dimensions of the boards of Figures 1 and 2, up to the document's limits, by what grows."""
WITHIN = (300, 500, 1000, 1100, 2600, 5000, 10000)
"""Generations that the document names, or ends with."""
LONG = (1000, 5000, 10000)
"""Generations of its few long runs."""
WORK_GAMES = 10
"""Games whose work is counted, on each of these boards."""
REPORTS = {
    "first of two succeeds": ranked("equal", rank=1, runs=2, published=500, to=100),
    "second of two succeeds": ranked("equal", rank=2, runs=2, published=1100, to=100),
    "4-D succeeds": ranked("tesseract-5000", rank=1, runs=1, published=2600, to=100),
    "5-D succeeds": ranked("penteract", rank=1, runs=1, published=300, to=100),
    "greatest from 0 to 9": greatest_genes("cube", ["+3", "-3"], successful=True),
    "greatest in 5 + 5": greatest_genes("equal", ["+3", "-3"]),
    "greatest from zeros": greatest_genes("cube-zero", ["+3", "-3"], successful=True),
    "greatest at edge 6": greatest_genes("cube6", ["+5"]),
    "greatest with a draw goal": greatest_genes("cube-draw", ["0"], runs=2),
    "significant from 0 to 9": significant_genes("cube", ["-3", "-2", "0", "+1", "+2", "+3"], successful=True),
    "significant from zeros": significant_genes("cube-zero", ["-3", "+3"], successful=True),
    "significant in 5 + 5": significant_genes("equal", ["-3", "+3"]),
    "significant in 4-D": significant_genes("tesseract", ["+3"]),
    "score from 0 to 9": mean("cube", successful=True, published=121),
    "scores apart": mean("cube", less="cube-zero", successful=True, published=9),
    "score from zeros": mean("cube-zero", successful=True, published=112),
    "static at 1 from zeros": count("cube-zero", "static_beaten", successful=True, published=4),
    "draw goal reached": count("cube-draw", "held", runs=2, published=2),
    "draw goal defends": count("cube-draw", "defensive", runs=2, published=2),
}
"""Reports of the document about its runs."""
ALSO = {"cube": READINGS}
"""Treatments to which reports on another treatment are applied, too."""


@columns(success.SUCCESSES | {"within": OneOf("Within", WITHIN)})
def successes(evidence: Evidence) -> pd.DataFrame:
    """Runs that succeed within the generations that the document names, or ends with."""
    return success.success_rates(evidence.runs, evidence.recipes, evidence.published_replicates, within=WITHIN)


@columns(success.FIRST_RUNS)
def first_runs(evidence: Evidence) -> pd.DataFrame:
    """Results of the first runs, as many as the document had, beside all of ours."""
    return success.first_runs(evidence.runs, evidence.published_replicates)


@columns(
    success.SMALL_SAMPLES
    | {"within": OneOf("Within", LONG)}
    | {"successes": OneOf("Succeed", lambda study: range(study.config["published"]["replicates"] + 1))}
)
def small_samples(evidence: Evidence) -> pd.DataFrame:
    """Number of successes among as few runs as the document's."""
    few = evidence.published_replicates
    shares = success.success_rates(evidence.runs, evidence.recipes, few, within=LONG)
    return success.small_samples(shares, of=few)


@needs(treatments=[*(report.treatment for report in REPORTS.values()), *READINGS])
@columns(GENIE_DOCUMENTS | {"report": OneOf("Report", REPORTS)})
def documents(evidence: Evidence) -> pd.DataFrame:
    """Predictive p-values of the document's reports about its runs."""
    return genie_documents(evidence, reports=REPORTS, also=ALSO)


@needs(treatments=["cube", "equal", "tesseract"])
@columns(success.SUCCESS_GRID)
def success_grid(evidence: Evidence) -> pd.DataFrame:
    """Successful runs under other rules of success than ours; the document has none."""
    return success.success_grid(
        evidence.traces,
        evidence.recipes,
        treatments=["cube", "equal", "tesseract"],
        offsets=[-5, 0, 5, 10],
        windows=[1, 10, 20, 50],
    )


@columns(genes.FINAL_GENES)
def final_genes(evidence: Evidence) -> pd.DataFrame:
    """Mean final genes, tested against zero: all runs, and as many as the document had."""
    return genes.final_genes(evidence.runs, evidence.published_replicates)


@needs(treatments=["cube", "cube-drift", *READINGS])
@columns(genes.GENES_BESIDE | {"gene": OneOf("Gene", genes.gene_labels(4))})
def genes_beside(evidence: Evidence) -> pd.DataFrame:
    """Mean final genes of each reading, beside those of neutral drift from the same start."""
    return genes.genes_beside(evidence.runs, treatments=["cube", *READINGS], baseline="cube-drift")


@columns(scores.FINAL_SCORES)
def final_scores(evidence: Evidence) -> pd.DataFrame:
    """Average final lifeScores, and unofficial games won."""
    return scores.final_scores(evidence.runs, evidence.published_replicates, evidence.stream)


@columns(scores.ONSET_OF_SUCCESS)
def rises(evidence: Evidence) -> pd.DataFrame:
    """Abruptness of rises to success, and pauses during them."""
    return scores.onset_of_success(evidence.runs, evidence.traces, evidence.recipes)


@columns(scores.PLATEAU)
def plateau(evidence: Evidence) -> pd.DataFrame:
    """Average lifeScores after success, beside the document's ceilings."""
    # They are about 125 and 160, which is read as within five points.
    ceilings = {**dict.fromkeys(("cube", *READINGS), 130), "equal": 165}
    return scores.plateau(evidence.runs, evidence.traces, ceilings=ceilings)


@columns(genes.DEFENCE_AND_OFFENCE)
def sides(evidence: Evidence) -> pd.DataFrame:
    """Mean weight of blocking and of attacking."""
    return genes.defence_and_offence(evidence.runs)


@needs(treatments=["cube-drift"], comparisons=["goals"])
@columns(genes.GENE_SIMILARITY)
def gene_similarity(evidence: Evidence) -> pd.DataFrame:
    """Similarity of the genes of two runs whose goals are to win or to draw, beyond that of neutral drift."""
    return genes.gene_similarity(
        evidence.runs, evidence.comparisons, evidence.stream, comparison="goals", baseline="cube-drift", resamples=2000
    )


@needs(comparisons=["boards"])
@columns(genes.GENE_SIMILARITY)
def board_similarity(evidence: Evidence) -> pd.DataFrame:
    """Similarity of the genes of two runs on boards of other dimensions and edges."""
    return genes.gene_similarity(
        evidence.runs, evidence.comparisons, evidence.stream, comparison="boards", resamples=2000
    )


@columns(scores.TURNOVER)
def turnover(evidence: Evidence) -> pd.DataFrame:
    """Genies that live a hundred generations later, and populations that stay as they are."""
    return scores.turnover(evidence.runs)


@needs(treatments=[*MET, *GIVEN_UP, "square6", "tesseract"])
@columns(matches.CHAMPION_MATCHES | {"opponent": OneOf("Opponent", (*matches.BASELINES, "MinMax 2", "MinMax 3"))})
def contests(evidence: Evidence) -> pd.DataFrame:
    """Games of the best Genies of all runs against fixed strategies and MinMax."""
    treatments = [*MET, *GIVEN_UP, "square6", "tesseract"]
    return matches.champion_matches(evidence, treatments=treatments, games=CONTESTS, depths=[2, 3])


@columns(matches.MINMAX, treatments=SEARCHED)
def minmax(evidence: Evidence) -> pd.DataFrame:
    """MinMax with the genes of strategy 3, by depth, beside strategy 3 itself."""
    return matches.minmax(evidence, treatments=SEARCHED, games=CONTESTS, depths=[1, 2, 3, 4])


@columns(growth.LAWS | {"series": OneOf("Along", BOARDS)})
def laws(evidence: Evidence) -> pd.DataFrame:
    """Growth of the work with dimensions and with edge."""
    return growth.laws(evidence.once(_work), evidence.stream)


@columns(growth.WORK)
def work(evidence: Evidence) -> pd.DataFrame:
    """Games between random Genies: moves, and lines examined."""
    return evidence.once(_work)


def check(study: Study) -> None:
    """Check that the document's reports can be compared with the treatments' runs; else ConfigError."""
    if "documents" in study.config["tables"]:
        check_reports(study, REPORTS, ALSO)


def _work(evidence: Evidence) -> pd.DataFrame:
    return growth.work(evidence.stream, boards=BOARDS, games=WORK_GAMES)


@columns(shared.PAIRWISE)
def pairwise(evidence: Evidence) -> pd.DataFrame:
    """Generations to success, compared pair by pair."""
    return shared.pairwise(evidence, resamples=2000, overall=False)
