"""Page of a study: the verdicts on its claims, and the document's tables and figures beside ours."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.multiverse import TITLE, one_at_a_time, robustness
from tttcore.claims.outcomes import CHOICE_OUTCOMES, CHOICES
from tttcore.claims.sentences import count_sentences, with_sentence_verdicts
from tttcore.pipeline.schema import Recipes
from tttcore.pipeline.study import PUBLISHED
from tttcore.pipeline.table_files import METHOD
from tttcore.plots.names import names_of, readable
from tttcore.plots.numbers import cell
from tttcore.report.images import pictures
from tttcore.report.keys import words_of
from tttcore.report.listing import INTERVAL, listed
from tttcore.report.runs import runs_context
from tttcore.report.site import Context
from tttcore.report.statements import by_sentence, told
from tttcore.studies.method import method_captions
from tttcore.studies.tables import tables_of

METHOD_CAPTION = "Facts about the method"


def study_context(
    page: str | Path,
    *,
    study: Mapping[str, Any],
    tables: Mapping[str, pd.DataFrame],
    method: Mapping[str, pd.DataFrame],
    verdicts: pd.DataFrame,
    findings: Sequence[Mapping[str, str]],
    runs: Mapping[str, int],
    recipes: Recipes,
    figures: Sequence[str],
    judged_again: pd.DataFrame,
    multiverse_figure: Sequence[str],
) -> Context:
    """Context of a study's page, for which copies of its figures are written beside it.

    Parameters
    ----------
    study : its configuration; as ``printed`` the label of its pages to print, and as ``reasons`` the file with the
        reasons of our choices, if there are any.
    tables : its tables of statistics.
    method : its tables that need no runs.
    verdicts : table in the schema ``verdicts``.
    findings : what was found, see `claims.findings.read_found`.
    runs : number of runs of each treatment.
    recipes : parameters of each treatment.
    figures : files of its figures in all formats.
    judged_again : its verdicts under every reading, see `claims.multiverse`.
    multiverse_figure : files of the figure of these in all formats; none without other readings.
    """
    name = study["study"]
    names, words = names_of(study), words_of(study)
    rows, counts = with_sentence_verdicts(verdicts), count_sentences(verdicts)
    is_choice = rows["kind"].isin(CHOICES)
    shown_figures = pictures(study["figures"], figures, page=page, folder=name)
    captions = {METHOD: METHOD_CAPTION, **method_captions(name)}
    repeated = Counter(study["tables"].values())
    return {
        "study": study,
        "tables": [
            listed(
                tables[table],
                each.shown,
                caption=each.caption if repeated[each.caption] == 1 else f"{each.caption}: {table.replace('_', ' ')}",
                address=f"../{name}/tables/{table}.csv",
                names=names,
                comparisons=study["comparisons"],
            )
            for table, each in tables_of(study, name).items()
        ],
        "method": [
            listed(
                shown,
                {str(column): _head(str(column)) for column in shown},
                caption=captions.get(title, f"The document's own numbers: {_numbered(readable(title))}"),
                address=f"../{name}/method/{title}.csv",
                names=names,
            )
            for title, shown in _for_people(method).items()
        ],
        "ran": runs_context(runs, recipes),
        "counts_censored": any(table["censored"].any() for table in tables.values() if "censored" in table),
        "printed": study.get("printed", ""),
        "reasons": study.get("reasons", ""),
        "published": PUBLISHED,
        "statements": {
            outcome: (number, by_sentence(rows[rows["sentence_verdict"] == outcome], names, words))
            for outcome, number in counts.items()
            if number
        },
        "repeated": by_sentence(rows[~rows["counted"] & ~is_choice], names, words),
        "choices": by_sentence(rows[is_choice], names, words),
        "choice_outcomes": CHOICE_OUTCOMES,
        "words": words,
        "counts": counts,
        "findings": told(findings, verdicts),
        "cover": next(figure for figure in shown_figures if figure.name == study["cover"]),
        "figures": shown_figures,
        "multiverse": multiverse_context(name, judged_again, multiverse_figure, page=page),
    }


def _for_people(method: Mapping[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Tables of a method; the facts have their values and texts in one column."""
    shown = dict(method)
    if METHOD in method:
        facts = method[METHOD]
        pairs = zip(facts["value"], facts["text"], strict=True)
        values = ["; ".join(cell(part) for part in pair if not pd.isna(part) and part != "") for pair in pairs]
        shown[METHOD] = facts[["fact", "how"]].assign(value=values)[["fact", "value", "how"]]
    return shown


def _numbered(name: str) -> str:
    """Name of a document's table or figures as people write it: ``Table 1``, ``Figures 6 to 8``."""
    match = re.fullmatch(r"(table|figures) ?(\d+)(?: (\d+))?", name)
    return f"{match[1].capitalize()} {match[2]}{f' to {match[3]}' if match[3] else ''}" if match else name


def _head(column: str) -> str:
    """Head of a column of the method's tables: words, or the end of an interval."""
    _, _, last = column.rpartition("_")
    words = "meaning" if column == "how" else readable(column)
    return last if last in INTERVAL else words[:1].upper() + words[1:]


MULTIVERSE_CAPTION = (
    "A specification curve. Each row is a statement, with its id as in the table, each column a reading of the "
    "document, the first one ours; one choice is changed at a time, in the table also several. A cell is empty where "
    "the statement doesn't depend on the choice, or where no runs tell. Right: under how many readings the statement "
    "is reproduced, or its report compatible. Bottom: how many verdicts a reading changes."
)


def multiverse_context(
    study: str, judged_again: pd.DataFrame, figure: Sequence[str], *, page: str | Path
) -> dict[str, Any]:
    """Context of the section on other readings of the document; empty without any.

    A copy of the figure is written beside the page, unless it has a single row.

    Parameters
    ----------
    study : name of the study.
    judged_again : verdicts under every reading, see `claims.multiverse`.
    figure : files of the figure in all formats.
    """
    if judged_again.empty or not figure:
        return {}
    rows, one_choice = robustness(judged_again), one_at_a_time(judged_again)
    steady = [row for row in rows if not row.flipped]
    flips = Counter(choice for row in rows for choice in row.depends)
    settings = {"multiverse": {"title": TITLE, "caption": MULTIVERSE_CAPTION, "claims": [row.id for row in rows]}}
    return {
        "rows": rows,
        "steady": len(steady),
        "choices": flips.most_common(),
        "readings": one_choice[one_choice["choice"] != ""].groupby("choice", sort=False)["reading"].unique(),
        "figure": pictures(settings, figure, page=page, folder=study)[0] if len(rows) > 1 else None,
    }
