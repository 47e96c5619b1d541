"""Methods section of an article, written from the configuration of the studies."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from tttcore.engines.engine import engine
from tttcore.exchange.article_tex import Tex, markdown, markdown_code, render
from tttcore.pipeline.declaration import described
from tttcore.pipeline.settings import Shared
from tttcore.pipeline.study import QUICK, Study

CHANCE = (
    "Every run draws from a random stream of its own, named by the seed, the study, the treatment and the replicate, "
    "so that it is the same alone, in any batch, on any number of cores and after an interruption."
)


def methods(studies: Iterable[Study], *, scale: str, seed: int) -> str:
    """Write the methods section of an article about the studies at a scale of the numbers of runs, as Markdown."""
    told = [
        {
            **study.config,
            "runs": {name: treatment.replicates[scale] for name, treatment in study.treatments.items()},
            "quick": study.config[QUICK] if scale == QUICK else {},
            "parameters": _parameters(study.config["defaults"], meanings(study.engine)),
        }
        for study in studies
    ]
    change = partial(_change, trial=scale == QUICK)
    return render("methods.md.j2", {"seed": seed, "chance": CHANCE, "studies": told, "change": change}, markdown)


def meanings(name: str) -> dict[str, str]:
    """Descriptions of the keys of an engine's treatments."""
    return described(engine(name).RECIPE) | described(Shared)


def flat(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Flatten nested settings to dotted keys and values as text."""
    for key, value in leaves(settings):
        yield key, ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def leaves(settings: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    """Flatten nested settings to dotted keys and values."""
    for key, value in settings.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{place}{key}.")
        else:
            yield f"{place}{key}", value


def _parameters(defaults: Mapping[str, Any], meanings: Mapping[str, str]) -> Iterator[tuple[str, str, Tex]]:
    """Rows of all parameters; the first row of a key has its description."""
    told = set[str]()
    for key, value in flat(defaults):
        first = key.split(".")[0]
        yield key, value, Tex("" if first in told else meanings[first].replace("|", "\\|"))
        told.add(first)


def _change(entry: Mapping[str, Any], *, trial: bool) -> Tex:
    """Parameters that an entry changes, without its keys outside the recipe; of a trial with the largest numbers."""
    outside = ("label", "protocol", "replicates", "seconds_per_replicate", *([] if trial else [QUICK]))
    kept = {key: value for key, value in entry.items() if key not in outside}
    return Tex("; ".join(f"{markdown_code(key)}: {markdown(value)}" for key, value in flat(kept)) or "nothing")
