"""Statistics of runs and games of Genies: tables of stored runs in, tidy tables out."""

from tttcore.engines.genies.stats.final_genes import (
    DEFENCE_AND_OFFENCE,
    FINAL_GENES,
    GENES_BESIDE,
    defence_and_offence,
    final_genes,
    genes_beside,
)
from tttcore.engines.genies.stats.final_scores import FINAL_SCORES, TURNOVER, final_scores, turnover
from tttcore.engines.genies.stats.gene_similarity import GENE_SIMILARITY, gene_similarity
from tttcore.engines.genies.stats.genie_documents import GENIE_DOCUMENTS, genie_documents
from tttcore.engines.genies.stats.growth_laws import LAWS, laws
from tttcore.engines.genies.stats.matches import CHAMPION_MATCHES, MINMAX, champion_matches, minmax
from tttcore.engines.genies.stats.scaling import WORK, work
from tttcore.engines.genies.stats.success_grid import SUCCESS_GRID, success_grid
from tttcore.engines.genies.stats.success_onset import ONSET_OF_SUCCESS, PLATEAU, onset_of_success, plateau
from tttcore.engines.genies.stats.success_rates import (
    FIRST_RUNS,
    SMALL_SAMPLES,
    SUCCESSES,
    first_runs,
    small_samples,
    success_rates,
)

__all__ = [
    "CHAMPION_MATCHES",
    "DEFENCE_AND_OFFENCE",
    "FINAL_GENES",
    "FINAL_SCORES",
    "FIRST_RUNS",
    "GENES_BESIDE",
    "GENE_SIMILARITY",
    "GENIE_DOCUMENTS",
    "LAWS",
    "MINMAX",
    "ONSET_OF_SUCCESS",
    "PLATEAU",
    "SMALL_SAMPLES",
    "SUCCESSES",
    "SUCCESS_GRID",
    "TURNOVER",
    "WORK",
    "champion_matches",
    "defence_and_offence",
    "final_genes",
    "final_scores",
    "first_runs",
    "gene_similarity",
    "genes_beside",
    "genie_documents",
    "laws",
    "minmax",
    "onset_of_success",
    "plateau",
    "small_samples",
    "success_grid",
    "success_rates",
    "turnover",
    "work",
]
