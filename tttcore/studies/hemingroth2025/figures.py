"""Figures of Hemingroth (2025), each the function of the name that its page uses, with _ for -."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from typing import TYPE_CHECKING

from tttcore.pipeline.needs import needs
from tttcore.pipeline.study import ALL
from tttcore.plots import runs
from tttcore.plots.evidence import Evidence
from tttcore.plots.numbers import p_equals
from tttcore.plots.table_checks import grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OPERATORS = ("exclusive", "normalised", "independent", "every-child")
"""Treatments by reading of the operators' probabilities."""
ALLELES = ("legal-alleles", "next-free-cell")
"""Treatments by other meanings of an allele that denotes a taken cell."""
EXTENTS = ("extent-0001", "extent-0050", "extent-0200", "extent-0500")
"""Treatments by other shares of genes that a mutation redraws."""
READINGS = (*OPERATORS, *ALLELES, *EXTENTS)
"""Treatments by reading of the document; the first is the one by which it is judged."""
TOGETHER = [(*OPERATORS, *ALLELES), READINGS]
"""Treatments that stand in one figure, so that their colours differ."""
LENGTH, CAP = 37, 300
"""Generations of the published run, and at which ours are stopped."""


def machine(evidence: Evidence, title: str) -> "Figure":
    """Genes of both seats."""
    from tttcore.plots.boards import Step, steps

    shown = [
        Step(
            (0,) * 9,
            "A genome has 627 genes, one for each scenario: a board that goes on, up to symmetry. X begins with 1.",
            0,
        ),
        Step((1, 0, 0, 0, 0, 0, 0, 0, 0), "Genes of the other boards play O. Here the gene says: 5.", 4),
        Step(
            (1, 0, 0, 0, 2, 0, 0, 0, 1),
            "Fitness counts lost games in both seats over all replies; children mix their parents' genes.",
            1,
        ),
    ]
    return steps(shown, title=title)


def figure_1_variants(evidence: Evidence, title: str) -> "Figure":
    """Eight variants of a scenario, and the operations of the listing that make and undo them."""
    from tttcore.studies.hemingroth2025.drawing import variant_boards

    return variant_boards(title=title)


@needs(treatments=["exclusive"], tables=["log_bands"])
def figure_5_training(evidence: Evidence, title: str) -> "Figure":
    """Best and average fitness of the published run among ours of the default reading."""
    from tttcore.studies.hemingroth2025 import drawing

    bands = evidence.statistics("log_bands")
    return drawing.training(bands[bands["treatment"] == "exclusive"], title=title)


@needs(treatments=READINGS, tables=["log_bands", "log_fit"])
def training_readings(evidence: Evidence, title: str) -> "Figure":
    """Shares of lost games of the published run among ours by reading, with the p-value of each."""
    from tttcore.studies.hemingroth2025 import drawing

    chances = evidence.statistics("log_fit").set_index("treatment")["chance"]
    unbroken = [p_equals(chances[key]).replace(" ", "\N{NO-BREAK SPACE}") for key in READINGS]
    called = [f"{label} ({p})" for label, p in zip(evidence.styles.called(READINGS), unbroken, strict=True)]
    bands = grouped(evidence.statistics("log_bands"), READINGS, called)
    return drawing.training_of_readings(bands, title=title)


@needs(treatments=["exclusive"], tables=["survival"])
def solved(evidence: Evidence, title: str) -> "Figure":
    """Share of runs of the default reading that have found a perfect player."""
    from tttcore.studies.hemingroth2025.drawing import have_found

    curves = evidence.statistics("survival")
    own = curves[(curves["set"] == ALL) & (curves["group"] == "exclusive")]
    return have_found(own, published=LENGTH, limit=CAP, title=title)


@needs(treatments=[*OPERATORS, *ALLELES], tables=["survival"])
def survival_readings(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without a perfect player, a panel per reading of operators and alleles."""
    from tttcore.studies.hemingroth2025.drawing import still_without

    table, shown = evidence.statistics("survival"), (*OPERATORS, *ALLELES)
    own = table[table["set"] == ALL].rename(columns={"group": "treatment"})
    curves = grouped(own, shown, evidence.styles.called(shown))
    return still_without(curves, published=LENGTH, limit=CAP, title=title)


@needs(treatments=["exclusive"], tables=["extents", "log_bands"])
def extents(evidence: Evidence, title: str) -> "Figure":
    """Generations, success and late gap by the extent of a mutation, and those of the published run."""
    from tttcore.studies.hemingroth2025.drawing import mutation_extents
    from tttcore.studies.hemingroth2025.tables import LATE

    bands = evidence.statistics("log_bands")
    logged = bands[(bands["treatment"] == "exclusive") & (bands["generation"] == LATE)].set_index("curve")["published"]
    published = {"generations": LENGTH, "gap": logged["best"] - logged["average"]}
    return mutation_extents(evidence.statistics("extents"), late=LATE, limit=CAP, published=published, title=title)


@needs(treatments=["exclusive"])
def champion(evidence: Evidence, title: str) -> "Figure":
    """Some genes of the first player that never loses."""
    return runs.genome(evidence, title=title, treatment="exclusive")
