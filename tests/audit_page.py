"""A small audit page: statements of one study, and a null result with few stops."""

from pathlib import Path

import pandas as pd
from project import ROOT
from verdict_rows import verdict_row, verdict_table

from tttcore.claims.error_rates import COLUMNS
from tttcore.claims.outcomes import CHOICES, REPRODUCTION_OF_BASIS
from tttcore.claims.schemas import AUDIT
from tttcore.claims.sentences import with_sentence_verdicts
from tttcore.engines.engine import read_study
from tttcore.report.audit import audit_context
from tttcore.report.site import write_page
from tttcore.stats.published_design import design_grid
from tttcore.studies.tables import tables_of

NAME = "ancheta2020"
STUDY = read_study(ROOT / "config" / "studies" / f"{NAME}.yaml").config
SETS = ["published", "listed, first 30", "listed", "seat"]
GRID = design_grid(groups=3, per_group=[10, 30, 100], f=[0.0, 0.2, 0.4], alphas=[0.05, 0.1], spread=2.0)
EVIDENCE = {
    "reading": "control-listed; umg-listed",
    "figures": "ecdf-all; differences",
    "seed": 2020,
    "code": "0123abcd",
    "table": f"results/{NAME}/tables/pairwise.csv",
    "made_by": "statistics",
    "config": f"config/studies/{NAME}.yaml: tables.pairwise",
}
ERROR_RATES = pd.DataFrame([("range", "mean", "normal", 30, 0, "border", 0.025, 0.02, 640, 0.006)], columns=[*COLUMNS])


def audit_of(verdicts: pd.DataFrame) -> pd.DataFrame:
    """Verdicts with all that an audit adds; the null result is the last, and isn't counted."""
    null = verdict_row(STUDY["null_result"]["claim"], statement="Nothing", counted=False)
    rows = [
        row
        | (EVIDENCE if row["measure"] else {name: None if name == "seed" else "" for name in EVIDENCE})
        | {"study": NAME, "document": "A", "ours": row["measured"], "reproduction": REPRODUCTION_OF_BASIS[row["basis"]]}
        for row in with_sentence_verdicts(verdict_table(*verdicts.to_dict("records"), null)).to_dict("records")
    ]
    return pd.DataFrame(rows, columns=AUDIT.names).astype({"seed": "Int64"})


def written(path: Path, verdicts: pd.DataFrame, *, trial: bool = False) -> Path:
    """The page of these verdicts; without simulated rates if it is trial."""
    shown = {name: table.shown for name, table in tables_of(STUDY, NAME).items()}
    asked = STUDY["null_result"]
    tables = {
        name: pd.DataFrame(dict.fromkeys(shown[name], [0.25] * len(SETS))).assign(set=SETS) for name in asked["tables"]
    }
    tables["anova"]["source"] = "treatments"
    tables[asked["grid"]] = GRID
    audit = audit_of(verdicts)
    is_choice = audit["kind"].isin(CHOICES)
    parts = {"audit": audit[~is_choice], "choices": audit[is_choice]}
    rates = None if trial else ERROR_RATES
    context = audit_context({NAME: STUDY}, **parts, tables={NAME: tables}, error_rates=rates)
    write_page(path, "audit.html.j2", studies={NAME: STUDY["title"]}, trial=trial, **context)
    return path
